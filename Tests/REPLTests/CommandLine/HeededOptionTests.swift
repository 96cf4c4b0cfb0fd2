// No command accepts an option that it ignores: the table is walked, and each option that a command takes is seen to change
// what it does.
import Glibc
import TestSupport
import Testing
import Wire

@testable import REPL

struct HeededOptionTests {
  /// A line for each command, that does something against the daemon of `Daemon`.
  private static let samples: [String: [String]] = [
    "repl": ["repl"], "eval": ["eval", "form.n + 1"], "run": ["run", "b.swift"], "check": ["check", "b.swift"],
    "test": ["test", "waiting.test"], "record": ["record", "x.record", "waiting.test"],
    "replay": ["replay", "form.record"], "get": ["get", "form.n"], "set": ["set", "form.n", "3"],
    "patch": ["patch", "form.tags", #"[["insert",0,["z"]]]"#], "commit": ["commit", "form.n=4"],
    "reset": ["reset", "form.n"], "undo": ["undo", "1000"], "call": ["call", "form.greet"],
    "post": ["post", "done"], "watch": ["watch", "form.n", "--no-reconnect", "--count", "1"],
    "tap": ["tap", "form.odd#1.in", "--no-reconnect", "--count", "1"],
    "tail": ["tail", "form.n", "--no-reconnect", "--count", "1"],
    "wait": ["wait", "form.n", "exists", "--for", "10ms"],
    "ls": ["ls"], "owners": ["owners"],
    "why": ["why", "form.odd"], "history": ["history", "form.n"], "graph": ["graph"],
    "pipe": ["pipe", "replay", "form.odd"], "report": ["report", "form.html"],
    "try": ["try", "count", "a|"], "marbles": ["marbles", "form.odd"], "list": ["list"],
    "source": ["source", "form"], "remove": ["remove", "spare"], "export": ["export"], "gen": ["gen", "python"],
    "lsp": ["lsp"], "mcp": ["mcp"],
    "status": ["status"], "top": ["top", "--once", "--every", "10ms"], "doctor": ["doctor"], "clients": ["clients"],
    "rpc": ["rpc", "store.list"],
    "backup": ["backup", "x.backup"], "restore": ["restore", "x.backup"], "stop": ["stop"], "sockname": ["sockname"],
    "completion": ["completion", "bash"], "manual": ["manual"], "version": ["version"], "help": ["help", "debounce"],
  ]

  @Test func everyCommandHasALine() {
    #expect(Set(Self.samples.keys) == Set(Subcommand.all.map(\.name)))
  }

  // MARK: Options of one command

  /// A value that means something for an option that has one.
  private static let values: [String: String] = [
    "--string": "text", "--format": "csv", "patch --format": "merge", "--every": "1s", "--if-rev": "3", "--note": "why",
    "--if": "form.n=1", "--count": "7",
    "--owner": "watchers", "--since": "8841", "--for": "1m", "--column": "1s", "--state": "/tmp", "--role": "writer",
    "test --format": "tap", "--filter": "wait", "tail --format": "wide", "--last": "3", "--until": "-5m",
    "--when": "value > 3", "--stop": "value > 3",
    "--fail": "value > 3", "--cursor-file": "seen", "--with": "$n.map { $0 > 3 }", "--limit": "3",
    "top --every": "2s", "--sort": "changes", "--sample": "50", "--serve": "127.0.0.1:9188", "--only": "form",
    "--seed": "7",
  ]

  /// What else has to be said with an option.
  private static let company: [String: [String]] = [
    "export --serve": ["--openmetrics"], "export --only": ["--openmetrics"],
    "export --public": ["--openmetrics", "--serve", "0.0.0.0:9188"],
  ]

  @Test(arguments: Subcommand.all) func eachMeansSomething(_ subcommand: Subcommand) throws {
    // Of `set` the text takes the place of the JSON.
    let line = subcommand.name == "set" ? ["set", "form.n"] : try #require(Self.samples[subcommand.name])
    for option in subcommand.options {
      let company = Self.company["\(subcommand.name) \(option.name)"] ?? []
      // An option of the line itself is left out for its own sake.
      let stands = subcommand.name == "top" ? ["--every", "--once", "--count"] : ["--names"]
      let rest =
        ["top", "pipe"].contains(subcommand.name) && stands.contains(option.name) ? [subcommand.name] : line
      var words = rest.filter { $0 != "--no-reconnect" } + company
      let plain = try? parseArguments(words, inputIsTerminal: false).action
      words.append(option.name)
      if option.value != nil {
        let value = Self.values["\(subcommand.name) \(option.name)"] ?? Self.values[option.name]
        words.append(try #require(value, "\(option.name) has no value here"))
      }
      let action = try parseArguments(words, inputIsTerminal: false).action
      #expect(action != plain, "\(words)")
    }
  }

  @Test(arguments: Subcommand.all) func whatMeansNothingIsRefused(_ subcommand: Subcommand) throws {
    let line = try #require(Self.samples[subcommand.name])
    for name in subcommand.unheeded {
      #expect(throws: UsageError.self) { try parseArguments(line + Self.words(of: name), inputIsTerminal: false) }
    }
    for (own, unheeded) in subcommand.unheededBeside {
      for name in unheeded {
        let words = line + [own] + (Self.values[own].map { [$0] } ?? []) + Self.words(of: name)
        #expect(throws: UsageError.self) { try parseArguments(words, inputIsTerminal: false) }
      }
    }
  }

  private static func words(of option: String) -> [String] {
    switch option {
    case "--socket": ["--socket", "/nowhere/sock"]
    case "--namespace": ["--namespace", "red"]
    case "--timeout": ["--timeout", "30ms"]
    default: [option]
    }
  }

  // MARK: Options of every command

  @Test func theOthersChangeWhatIsDone() throws {
    let daemon = try Daemon()
    defer { daemon.stop() }
    for subcommand in Subcommand.all where !["stop", "restore"].contains(subcommand.name) {
      let line = try #require(Self.samples[subcommand.name])
      func run(_ more: [String]) throws -> (output: String, status: Int32) { try daemon.run(more + line) }
      if !subcommand.unheeded.contains("--timeout") {
        // Nobody answers there.
        let (output, status) =
          ["test", "record", "replay"].contains(subcommand.name)
          ? try run(["--timeout", "20ms"]) : try run(["--socket", daemon.silent.path, "--timeout", "20ms"])
        #expect(status == 8 || subcommand.name == "repl", "--timeout \(line): \(status) \(output)")
      }
      // A copy is made of the file itself where no daemon runs.
      if !subcommand.unheeded.contains("--socket"), subcommand.name != "backup" {
        let (output, status) = try run(["--socket", "/nowhere/sock", "--no-spawn"])
        let isHeeded = status != 0 || output.contains("no daemon runs") || output == "/nowhere/sock\n"
        #expect(isHeeded, "--socket \(line): \(output)")
      }
      // These go on until something happens.
      if ["watch", "tap", "tail", "repl", "test", "record", "replay", "lsp", "mcp"].contains(subcommand.name) {
        continue
      }
      if !subcommand.unheeded.contains("--namespace"), subcommand.name != "post" {
        let (plain, elsewhere) = (try run([]), try run(["--namespace", "nosuch"]))
        #expect(plain != elsewhere, "--namespace \(line): \(plain)")
      }
      if !subcommand.unheeded.contains("--json") {
        let (output, status) = try run(["--json"])
        for row in output.split(separator: "\n") {
          #expect((try? JSONValue(parsing: String(row)))?.object != nil, "--json \(line): \(status) \(row)")
        }
      }
    }
    // A notification is heard in its namespace only.
    _ = try daemon.run([
      "eval", #"let heard = NotificationCenter.default.publisher(for: .init("done")).sink { _ in }"#,
    ])
    #expect(try daemon.run(["post", "done"]).output.hasPrefix("1 heard"))
    #expect(try daemon.run(["--namespace", "nosuch", "post", "done"]).output.hasPrefix("0 heard"))
  }

  /// A daemon with a store, a directory with files, and a socket on which nobody answers.
  private final class Daemon {
    let directory = TemporaryDirectory()
    let silent: SilentSocket

    init() throws {
      silent = try SilentSocket(directory.path + "/silent")
      let files = [
        "a.swift": """
        class Form: ObservableObject {
          @Published var n = 0
          @Published var tags = ["a"]
          @Published var odd = false
          init() { $n.map { $0 % 2 == 1 }.assign(to: &$odd) }
          func greet() -> String { "hi" }
        }
        let form = Form()
        let spare = 1
        """,
        "b.swift": "print(form.n)", "waiting.test": ":wait nothing? value\n",
        "form.record": #"{"type":"record","version":1}"# + "\n" + #"{"type":"never"}"#,
      ]
      for (name, text) in files { try write(text, to: directory.path + "/" + name) }
      #expect(try run(["run", "a.swift"]).status == 0)
    }

    private func write(_ text: String, to path: String) throws {
      guard let file = fopen(path, "w") else { throw POSIXFailure(errno) }
      fputs(text, file)
      fclose(file)
    }

    func run(_ words: [String]) throws -> (output: String, status: Int32) {
      let environment = [
        "HOME=\(directory.path)", "XDG_STATE_HOME=\(directory.path)", "XDG_RUNTIME_DIR=\(directory.path)",
        "COMBINED_SOCKET=\(directory.path)/sock",
      ]
      return try Tool.run(
        "/usr/bin/env", environment + ["/usr/bin/timeout", "60", Tool.product("combinectl"), "--quiet"] + words,
        in: directory)
    }

    func stop() { _ = try? run(["--no-spawn", "stop"]) }
  }
}

private struct POSIXFailure: Error {
  let number: Int32
  init(_ number: Int32) { self.number = number }
}

/// Whoever connects is taken, and never answered.
private final class SilentSocket {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard bound == 0, listen(descriptor, 64) == 0 else { throw POSIXFailure(errno) }
  }

  deinit { close(descriptor) }
}

// `combinectl lsp` as editors have it: conversations with the program, and Neovim.
import ClientConnection
import Foundation
import TestSupport
import Testing
import Wire

@testable import REPL

@Suite(.timeLimit(.minutes(5))) struct LanguageServerTests {
  static let files = (try? Repository.files(in: "Tests/REPLTests/Conversations", extension: "txt")) ?? []

  @Test(arguments: files)
  func conversation(_ file: String) throws {
    let difference = Expect.difference(file: file, from: try Conversation(try Repository.text(file)).replay())
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// What is said, and the exit status: with `shutdown` and without; at the end of the input; for what is no message.
  static let endings: [(said: [String], status: Int32)] = [
    (["initialize", "shutdown", "exit"], 0), (["initialize", "exit"], 1), (["exit"], 1),
    (["initialize", "shutdown"], 0), (["initialize"], 1), (["{}"], 65),
  ]

  @Test(arguments: endings)
  func itEndsAsItIsTold(_ methods: [String], _ status: Int32) throws {
    let place = DaemonPlace()
    defer { place.stop() }
    let server = try place.start(["lsp"])
    for (number, method) in methods.enumerated() {
      if method == "{}" {
        server.write("{}\n")
      } else {
        let id = method == "exit" ? "" : #""id":\#(number),"#
        server.write(HeaderFraming.framed(#"{"jsonrpc":"2.0",\#(id)"method":"\#(method)","params":{}}"#))
      }
    }
    server.closeInput()
    #expect(server.wait() == status)
  }

  /// Who stops the daemon has not stopped the editor: what is asked next starts it again, as any command does.
  @Test func theDaemonIsStartedAgain() throws {
    let place = DaemonPlace()
    defer { place.stop() }
    let server = try place.start(["lsp"])
    func say(_ text: String) { server.write(HeaderFraming.framed(#"{"jsonrpc":"2.0","# + text + "}")) }
    func diagnostics() throws -> [String] {
      while let text = try server.message() {
        let message = try JSONValue(parsing: text)
        guard message["method"] == "textDocument/publishDiagnostics" else { continue }
        return message["params"]?["diagnostics"]?.array?.compactMap { $0["message"]?.string } ?? []
      }
      return ["the server has ended"]
    }
    let document = #""textDocument":{"uri":"file:///a.swift","version":1,"text":"let a: Int = x"}"#
    say(#""id":1,"method":"initialize","params":{}"#)
    say(#""method":"textDocument/didOpen","params":{\#(document)}"#)
    #expect(try diagnostics() == ["cannot find 'x' in scope"])
    for name in ["y", "z"] {
      #expect(try place.run("combinectl --no-spawn --quiet stop").status == 0)
      say(
        #""method":"textDocument/didChange","params":{\#(document),"contentChanges":[{"text":"let a: Int = \#(name)"}]}"#
      )
      #expect(try diagnostics() == ["cannot find '\(name)' in scope"])
    }
    server.closeInput()
    _ = server.wait()
  }

  static let buffers: [(text: String, saved: String?, refusal: String?)] = [
    ("#expect(1 == 2)\n", "#expect(1 == 1)\n", "form.test has changes"),
    ("#expect(1 == 1)", "\u{FEFF}#expect(1 == 1)\r\n", nil),
    ("#expect(1 == 1)\n", nil, "form.test has changes"),
    (":source a.swift\n", ":source a.swift\n", "a.swift has changes"),
  ]

  /// What an editor has not saved is not what would be run.
  @Test(arguments: buffers)
  func whatIsNotSavedIsNotRun(_ text: String, _ saved: String?, _ refusal: String?) throws {
    let folder = TemporaryDirectory()
    let path = folder.path + "/form.test"
    if let saved { try Data(saved.utf8).write(to: URL(fileURLWithPath: path)) }
    var (said, ran): ([JSONValue], [[String]]) = ([], [])
    let server = LanguageServer(
      core: ClientCore(client: Agent(name: "test")), namespace: nil,
      readFile: { $0 == path ? saved : $0.hasSuffix("a.swift") ? "let a = 1" : nil },
      runTool: {
        ran.append($0); $1("ok", 0)
      }, send: { said.append($0) })
    func hear(_ text: String) { server.receive(Array((#"{"jsonrpc":"2.0","# + text + "}").utf8)) }
    hear(#""id":1,"method":"initialize","params":{}"#)
    for (name, text) in [("a.swift", "let a = 2"), ("form.test", text)] {
      let uri = JSONValue.string(FileURI.uri(folder.path + "/" + name))
      hear(
        #""method":"textDocument/didOpen","params":{"textDocument":{"uri":\#(uri),"text":\#(JSONValue.string(text))}}"#)
    }
    let uri = JSONValue.string(FileURI.uri(path))
    hear(#""id":2,"method":"workspace/executeCommand","params":{"command":"combinectl.test","arguments":[\#(uri)]}"#)
    let shown = said.filter { $0["method"] == "window/showMessage" }.compactMap { $0["params"]?["message"]?.string }
    #expect(ran == (refusal == nil ? [["test", path]] : []))
    #expect(shown.last?.contains(refusal ?? "ok") == true)
    #expect(said.last?["result"]?["status"] == (refusal == nil ? 0 : 65))
  }

  @Test(.enabled(if: Tool.find("nvim") != nil, "nvim is not on PATH: make tools installs neovim"))
  func neovimUsesIt() throws {
    let place = DaemonPlace()
    defer { place.stop() }
    let script = try Repository.text("Tests/REPLTests/Conversations/neovim.lua")
    let (output, status) = try Tool.run(
      try #require(Tool.find("env")),
      place.variables + ["HOME=\(place.folder.path)", try #require(Tool.find("nvim"))]
        + ["--headless", "-u", "NONE", "-n", "-i", "NONE", "-c", "luafile neovim.lua"],
      in: place.folder,
      files: [
        "neovim.lua": script, "form.swift": Self.form, "form.test": ":source form.swift\n#expect(form.nam == \"\")\n",
      ])
    #expect(
      output.split(separator: "\n").map(String.init) == [
        "diagnostic 12:20 cannot find 'unknown' in scope",
        "completes name $name isValid",
        "hover ```swift|let form: Form|```||now `{\"name\":\"ada\",\"isValid\":true}`, since rev 2",
        "definition form.swift 11 5",
        "symbol Form name,isValid,init",
        "symbol form ",
        "action coalesce using '??' to provide a default when the optional value contains 'nil'",
        "repaired let y: Int = z ?? 0",
        "message 3 combinectl run: ada",
        "Run this file 0 ada|",
        "reference 4:18", "reference 8:6", "reference 12:6", "reference 13:12",
        "highlights 3", "prepared name",
        "renamed 4 @Published var title = \"\"",
        "renamed 8 $title.map { $0.count >= 3 }.assign(to: &$isValid)",
        "renamed 12 form.title = \"ada\"", "renamed 13 print(form.title)",
        "test 2:14 value of type 'Form' has no member 'nam'; did you mean 'name'?",
        "message 1 combinectl test: form.test:2:1: error: Expectation failed: (form.name → \"ada\") == \"\"",
        "Run this test 2",
        "failed 2:1 Expectation failed: (form.name → \"ada\") == \"\"",
      ], "\(output)")
    #expect(status == 0)
  }

  /// The settings on the page for editors, as they stand there.
  @Test(.enabled(if: Tool.find("nvim") != nil, "nvim is not on PATH: make tools installs neovim"))
  func neovimIsSetUpAsThePageSays() throws {
    let place = DaemonPlace()
    defer { place.stop() }
    let page = try Repository.text("examples/editors/README.md")
    let settings = try #require(page.firstMatch(of: /(?s)```lua\n(.*?)```/)).1
    let probe = """
      vim.cmd('edit form.test')
      vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end, 5)
      for _, one in ipairs(vim.diagnostic.get(0)) do io.stdout:write(one.message) end
      vim.cmd('qa!')
      """
    let (output, _) = try Tool.run(
      try #require(Tool.find("env")),
      place.variables + ["HOME=\(place.folder.path)", try #require(Tool.find("nvim"))]
        + ["--headless", "-u", "init.lua", "-n", "-i", "NONE", "-c", "luafile probe.lua"],
      in: place.folder, files: ["init.lua": String(settings), "probe.lua": probe, "form.test": "let form: Int = x\n"])
    #expect(output == "cannot find 'x' in scope")
  }

  /// A daemon that never answers is at the other end.
  @Test func whatIsGivenUpIsGivenUp() throws {
    let core = ClientCore(client: Agent(name: "test"))
    core.connectionMade()
    var said: [JSONValue] = []
    let server = LanguageServer(
      core: core, namespace: "red", readFile: { _ in nil }, runTool: { _, done in done("", 0) },
      send: { said.append($0) })
    func hear(_ text: String) { server.receive(Array((#"{"jsonrpc":"2.0","# + text + "}").utf8)) }
    hear(#""id":1,"method":"initialize","params":{}"#)
    let document = #""textDocument":{"uri":"file:///a.swift","version":1,"text":"let x = 1"}"#
    hear(#""method":"textDocument/didOpen","params":{\#(document)}"#)
    for _ in 0..<3 {
      hear(#""method":"textDocument/didChange","params":{\#(document),"contentChanges":[{"text":"let y = 1"}]}"#)
    }
    for number in 7...8 {
      hear(
        #""id":\#(number),"method":"textDocument/completion","params":{\#(document),"position":{"line":0,"character":4}}"#
      )
    }
    // Of two completions the second is wanted.
    #expect(said.count == 2 && said.last?["id"] == 7 && said.last?["error"]?["code"] == -32800)
    hear(#""id":"two","method":"textDocument/hover","params":{\#(document),"position":{"line":0,"character":4}}"#)
    hear(#""method":"$/cancelRequest","params":{"id":"two"}"#)
    hear(#""method":"$/cancelRequest","params":{"id":"nobody"}"#)
    #expect(said.count == 3)
    #expect(said.last?["id"] == "two" && said.last?["error"]?["code"] == -32800)
    let output = core.withOutput { String(decoding: $0, as: UTF8.self) }
    #expect(output.contains(#""file":"/a.swift","namespace":"red""#))
    let asked = output.split(separator: "\n").compactMap { $0.firstMatch(of: /"method":"([^"]+)"/)?.1 }
    // However often a text changes, it is checked once at a time.
    #expect(asked.count { $0 == "program.check" } == 1)
    #expect(asked.last == "$/cancel" && asked.contains("program.lookup"))
    server.receive(Array("nonsense".utf8))
    #expect(said.last?["error"]?["code"] == -32700)
  }

  private static let form = """
    import Combine

    class Form: ObservableObject {
      @Published var name = ""
      @Published private(set) var isValid = false

      init() {
        $name.map { $0.count >= 3 }.assign(to: &$isValid)
      }
    }
    let form = Form()
    form.name = "ada"
    print(form.name)

    """
}

/// A folder with a daemon's socket and state, and the daemon that is started there when one is needed.
final class DaemonPlace {
  let folder = TemporaryDirectory()

  /// As `env` takes them.
  var variables: [String] { environment.map { "\($0.key)=\($0.value)" } }

  private var environment: [String: String] {
    let products = (Tool.product("combinectl") as NSString).deletingLastPathComponent
    return [
      "COMBINED_SOCKET": folder.path + "/sock", "XDG_STATE_HOME": folder.path, "PATH": "\(products):/usr/bin:/bin",
    ]
  }

  func start(_ arguments: [String]) throws -> TalkingProcess {
    try TalkingProcess(Tool.product("combinectl"), arguments + ["--quiet"], environment, folder.path)
  }

  func run(_ line: String) throws -> (output: String, status: Int32) {
    try Tool.run("/usr/bin/env", variables + ["sh", "-c", line], in: folder)
  }

  func stop() { _ = try? run("combinectl --no-spawn --quiet stop") }
}

/// A program that is talked to through its standard input and output.
final class TalkingProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var framing = HeaderFraming()
  private var lines: [UInt8] = []

  init(_ program: String, _ arguments: [String], _ environment: [String: String], _ folder: String) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func write(_ text: String) { try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
  func closeInput() { try? input.fileHandleForWriting.close() }

  /// The next message with a header; `nil` at the end.
  func message() throws -> String? {
    while true {
      if let bytes = try framing.next() { return String(decoding: bytes, as: UTF8.self) }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return nil }
      framing.add(data)
    }
  }

  /// The next line; `nil` at the end.
  func line() -> String? {
    while true {
      if let end = lines.firstIndex(of: UInt8(ascii: "\n")) {
        defer { lines.removeFirst(end + 1) }
        return String(decoding: lines[..<end], as: UTF8.self)
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return nil }
      lines += data
    }
  }

  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// What an editor says and hears. Its lines:
///
///     $ combinectl eval …    a line for the shell, beforehand
///     > {"id":1,"method":…}  said; a request is waited for, a text that was opened or changed until it was checked
///     < {…}                  heard meanwhile
///     # …                    a remark
///
/// `ROOT` stands for the repository.
private struct Conversation {
  private let lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("< ") }
  }

  func replay() throws -> String {
    let place = DaemonPlace()
    defer { place.stop() }
    var server: TalkingProcess?
    var output: [String] = []
    for line in lines {
      output.append(String(line))
      if line.hasPrefix("$ ") {
        let (text, status) = try place.run(String(line.dropFirst(2)))
        try #require(status == 0, "\(line): \(text)")
      } else if line.hasPrefix("> ") {
        let text = line.dropFirst(2).replacing("ROOT", with: Repository.root.path)
        let message = try JSONValue(parsing: String(text))
        let own = try server ?? place.start(["lsp"])
        server = own
        own.write(HeaderFraming.framed(#"{"jsonrpc":"2.0","# + text.dropFirst()))
        output += try heard(from: own, after: message)
      }
    }
    server?.closeInput()
    _ = server?.wait()
    return output.joined(separator: "\n")
  }

  private func heard(from server: TalkingProcess, after message: JSONValue) throws -> [String] {
    let uri = message["params"]?["textDocument"]?["uri"]
    let isChecked = ["textDocument/didOpen", "textDocument/didChange"].contains(message["method"]?.string)
    guard message["id"] != nil || isChecked else { return [] }
    var heard: [String] = []
    while let text = try server.message() {
      let members = "{" + text.dropFirst(#"{"jsonrpc":"2.0","#.count)
      heard.append("< " + members.replacing(Repository.root.path, with: "ROOT"))
      let answer = try JSONValue(parsing: text)
      if let id = message["id"], answer["id"] == id { break }
      if isChecked, answer["method"] == "textDocument/publishDiagnostics", answer["params"]?["uri"] == uri { break }
    }
    return heard
  }
}

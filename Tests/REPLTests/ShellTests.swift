// What a shell and its scripts see: command lines, what they print where, and what they exit with, against a daemon of
// their own. `Shell/*.txt` read like a terminal; `UPDATE_EXPECT=1` rewrites what follows from the rest.
import Foundation
import TestSupport
import Testing

@testable import REPL

struct ShellTests {
  static let files = (try? Repository.files(in: "Tests/REPLTests/Shell", extension: "txt")) ?? []

  @Test(arguments: files)
  func script(_ file: String) throws {
    let difference = Expect.difference(file: file, from: try ShellScript(try Repository.text(file)).replay())
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Whatever a line does, the run of all of them comes to an end: one that loops, and one that leaves something behind.
  @Test(arguments: [
    ("(while :; do :; done) & while :; do :; done", 124, ""),
    ("setsid sh -c 'while :; do :; done' & echo $!", 0, "left"),
  ])
  func everyLineIsEnded(_ line: String, _ expected: Int32, _ what: String) throws {
    let (text, status) = try Tool.run("/usr/bin/timeout", ["--kill-after=5", "0.1", "/bin/sh", "-c", line])
    #expect(status == expected, "\(text)")
    if what == "left", let left = Int32(text.trimmed) { #expect(kill(left, SIGKILL) == 0) }
  }

  /// Of each command there is a line that does what it is for, and one that is refused; what these print and exit with stands
  /// below them.
  @Test func everyCommandSucceedsAndIsRefused() throws {
    var (done, refused): (Set<String>, Set<String>) = ([], [])
    for file in Self.files {
      for block in (try "\n" + Repository.text(file)).components(separatedBy: "\n$ ").dropFirst() {
        let names = Self.commands(of: block.prefix { $0 != "\n" })
        if block.contains("\n(status ") { refused.formUnion(names) } else { done.formUnion(names) }
      }
    }
    for name in Subcommand.all.map(\.name) where name != "repl" {
      #expect(done.contains(name), "no file runs combinectl \(name)")
      #expect(refused.contains(name), "in no file combinectl \(name) is refused")
    }
  }

  /// The commands that a line for the shell runs.
  private static func commands(of line: Substring) -> [String] {
    let words = line.split { !$0.isLetter && $0 != "-" }
    return words.indices.filter { words[$0] == "combinectl" }.compactMap { index in
      words[words.index(after: index)...].first { $0.first != "-" && Subcommand.named(String($0)) != nil }.map(
        String.init)
    }
  }
}

/// A file of command lines. Its lines:
///
///     $ combinectl get a.n        a line for the shell, with `combinectl` on its path and a directory of its own
///     # …                         a remark
///     2> error: …                 appeared on standard error
///     (status 66)                 the exit status, where it is not 0
///     anything else               appeared on standard output
///
/// What differs between two runs is left out: moments, processes, the epoch, where the files are.
private struct ShellScript {
  private let lines: [Substring]
  private let directory = TemporaryDirectory()

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.isEmpty || $0.hasPrefix("$ ") || $0.hasPrefix("#") }
  }

  func replay() throws -> String {
    defer { _ = try? run("combinectl --no-spawn --quiet stop") }
    _ = try run("combinectl --quiet status")
    var output: [String] = []
    for line in lines {
      output.append(String(line))
      if line.hasPrefix("$ ") { output += try run(String(line.dropFirst(2))) }
    }
    while output.last == "" { output.removeLast() }
    return output.joined(separator: "\n") + "\n"
  }

  private func run(_ line: String) throws -> [String] {
    let home = directory.path
    let products = Tool.product("combinectl").dropLast("/combinectl".count)
    let script = """
      exec 2>\(home)/errors
      export HOME=\(home) XDG_STATE_HOME=\(home) COMBINED_SOCKET=\(home)/sock PATH=\(products):/usr/bin:/bin LC_ALL=C.UTF-8
      cd \(home)
      \(line)
      """
    let (text, status) = try Tool.run("/usr/bin/timeout", ["--kill-after=5", "120", "/bin/sh", "-c", script])
    let errors = try readFile(home + "/errors")
    var shown = Self.rows(text) + Self.rows(errors).map { "2> " + $0 }
    if status != 0 { shown.append("(status \(status))") }
    return shown.map { plain($0).replacing(home, with: "HOME").replacing(products, with: "BIN") }
  }

  private static func rows(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") || text.isEmpty ? 1 : 0)
      .map { $0.isEmpty ? "(empty line)" : String($0) }
  }

  private func plain(_ line: String) -> String {
    line.replacing(/\d{4}-\d\d-\d\dT[\d:.]+Z/, with: "TIME").replacing(/\d\d:\d\d:\d\d\.\d+Z/, with: "TIME")
      .replacing(/\(\d+\.\d{3}s\)/, with: "(TIME)").replacing(/time=\d+\.\d{3}s/, with: "time=TIME")
      .replacing(/"seconds":[\d.]+/, with: "\"seconds\":TIME").replacing(/time="[\d.]+"/, with: "time=\"TIME\"")
      .replacing(/\d{4}-\d\d-\d\d TIME/, with: "DATE TIME").replacing(/"\/combined\/\w+"/, with: "\"/combined/EPOCH\"")
      .replacing(/process \d+/, with: "process PID").replacing(/"pid":\d+/, with: "\"pid\":PID")
      .replacing(/@[a-z0-9]{4,}/, with: "@EPOCH").replacing(/"epoch":"\w+"/, with: "\"epoch\":EPOCH")
      .replacing(/"[ug]id":\d+/, with: "\"ID\":ID").replacing(/\d+ bytes/, with: "N bytes")
  }
}

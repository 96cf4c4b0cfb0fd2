// `:save`: sessions at a prompt, with what others do meanwhile, are saved; what is saved passes, and expects what a person
// would. The sessions are `Saving/*.txt`.
import Foundation
import TestSupport
import Testing
import Wire

@testable import REPL

struct SavingTests {
  static let files = (try? Repository.files(in: "Tests/REPLTests/Saving", extension: "txt")) ?? []

  @Test(arguments: files)
  func savedSessionsPass(_ file: String) throws {
    let sessions = SavedSession.all(in: try Repository.text(file))
    let directory = TemporaryDirectory()
    for (index, session) in sessions.enumerated() {
      let saved = try session.save(in: directory.path + "/\(index)")
      for complaint in session.complaints(of: saved) { Issue.record("\(file), \(session.name): \(complaint)") }
    }
    // Once more, all of them: what holds by chance does not hold twice.
    let names = sessions.indices.map { "\($0)/saved.test" }.filter {
      FileManager.default.fileExists(atPath: directory.path + "/" + $0)
    }
    let (output, status) = try SavedSession.shell(
      "combinectl test " + names.joined(separator: " ") + " 2>&1", in: directory.path)
    #expect(status == 0, "\(file): \(output)")
  }

  @Test func thereAreEnough() throws {
    let sessions = try Self.files.flatMap { SavedSession.all(in: try Repository.text($0)) }
    #expect(sessions.count >= 40)
    #expect(sessions.allSatisfy { !$0.wanted.isEmpty })
  }
}

@Suite struct RehearsalStageTests {
  private static func stage(_ isAskedToStop: @escaping () -> Bool) throws -> RehearsalStage {
    let products = String(Tool.product("combinectl").dropLast("/combinectl".count))
    return try RehearsalStage(environment: ["PATH": products], Agent(name: "test"), isAskedToStop: isAskedToStop)
  }

  /// Its last entry is answered when nobody waits for it any more; the next one begins with nothing.
  @Test func whatIsCutOffEndsAlone() throws {
    let stage = try Self.stage { false }
    do {
      let rehearsal = try stage.rehearsal(limit: .milliseconds(30))
      while !rehearsal.isCutOff { _ = rehearsal.perform("(0..<20_000).reduce(0) { $0 + $1 % 3 }") }
      #expect(rehearsal.perform("1").values.isEmpty)
    }
    guard case .passed = stage.run("let a = 1\n#expect(a == 1)\n", named: "-x.test", limit: .seconds(60)) else {
      Issue.record("it does not pass")
      return
    }
    guard case .complaints(let complaints) = stage.run("#expect(1 == 2)\n", named: "x.test", limit: .seconds(60)) else {
      Issue.record("it passes")
      return
    }
    #expect(complaints.first?.hasPrefix("x.test:1:") == true)
  }

  @Test func whoAsksItToStopIsHeard() throws {
    var isAsked = false
    let stage = try Self.stage { isAsked }
    do {
      let rehearsal = try stage.rehearsal(limit: .seconds(60))
      #expect(rehearsal.perform("1 + 1").values.count == 1)
      isAsked = true
      _ = rehearsal.perform("while true { }")
      #expect(rehearsal.isCutOff)
    }
    guard case .stopped = stage.run("while true { }\n", named: "x.test", limit: .seconds(60)) else {
      Issue.record("it is not stopped")
      return
    }
  }

  /// What a session did to the world is not done again.
  @Test func itReachesNothing() throws {
    let directory = TemporaryDirectory()
    let rehearsal = try Self.stage { false }.rehearsal(limit: .seconds(60))
    for entry in [
      "try File(\"\(directory.path)/log\").append(\"x\")", "_ = try await run(\"touch\", \"\(directory.path)/log\")",
      "_ = try await URLSession.shared.data(from: URL(string: \"http://127.0.0.1:1/\")!)",
    ] { #expect(!rehearsal.perform(entry).complaints.isEmpty, "\(entry)") }
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/log"))
  }
}

/// A session, and what is wanted of the test that it becomes. Its lines, below `## its name`:
///
///     % combinectl eval 'let a = 3'     a line for the shell, run before the session begins
///     > a + 1                           a line typed at the prompt
///     $ combinectl set b.n 3            a line for the shell, run at that place by somebody else
///     = #expect(a + 1 == 4)             a line that the test has
///     ! Date()                          a pattern that no line of it matches but a comment
///     !! hunter2                        one that no line of it matches
///     secrets login.password            what the daemon keeps secret
private struct SavedSession {
  var name: String
  var before: [String] = []
  var entered: [(isShell: Bool, text: String)] = []
  var wanted: [String] = []
  var unwanted: [String] = []
  var nowhere: [String] = []
  var secrets: String?

  static func all(in text: String) -> [SavedSession] {
    var sessions: [SavedSession] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { sessions.append(SavedSession(name: String(line.dropFirst(3)))) }
      guard !sessions.isEmpty else { continue }
      let last = sessions.count - 1
      let rest = String(line.dropFirst(2))
      switch line.prefix(2) {
      case "% ": sessions[last].before.append(rest)
      case "> ": sessions[last].entered.append((false, rest))
      case "$ ": sessions[last].entered.append((true, rest))
      case "= ": sessions[last].wanted.append(rest)
      case "!!": sessions[last].nowhere.append(rest.trimmingCharacters(in: .whitespaces))
      case "! ": sessions[last].unwanted.append(rest)
      default: if line.hasPrefix("secrets ") { sessions[last].secrets = String(line.dropFirst("secrets ".count)) }
      }
    }
    return sessions
  }

  /// What came of it.
  struct Saved {
    var transcript: String
    var lines: [String]
  }

  /// Types it, and saves it in a directory of its own.
  func save(in home: String) throws -> Saved {
    try FileManager.default.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let typed = entered.map { line in
      line.isShell ? "{ \(line.text); } >>log 2>&1" : "printf '%s\\n' '\(line.text.replacing("'", with: "'\\''"))'"
    }
    let start = secrets.map {
      "combined --ephemeral --secret '\($0)' >>log 2>&1 & until combinectl --no-spawn --quiet status >>log 2>&1; do :; done"
    }
    let script =
      [start ?? ":"] + before.map { "{ \($0); } >>log 2>&1" }
      + ["{", "true"] + typed + ["printf '%s\\n' ':save saved.test'", "} | combinectl repl 2>&1"]
      + ["combinectl --no-spawn --quiet stop >>log 2>&1", "wait"]
    let (transcript, _) = try Self.shell(script.joined(separator: "\n"), in: home)
    let text = (try? String(contentsOfFile: home + "/saved.test", encoding: .utf8)) ?? ""
    return Saved(transcript: transcript, lines: text.components(separatedBy: "\n"))
  }

  func complaints(of saved: Saved) -> [String] {
    var complaints: [String] = []
    // Where nothing is expected, it has nothing that could pass.
    if !saved.transcript.contains("; it passes"), !saved.transcript.contains("but nothing is expected") {
      complaints.append("it does not pass")
    }
    var rest = saved.lines[...]
    for line in wanted {
      guard let place = rest.firstIndex(of: line) else {
        complaints.append(
          saved.lines.contains(line) ? "this comes too early: \(line)" : "this is not in it: \(line)")
        continue
      }
      rest = rest[(place + 1)...]
    }
    func look(for pattern: String, in lines: [String]) {
      let source = pattern.hasPrefix("^") ? pattern : NSRegularExpression.escapedPattern(for: pattern)
      guard let expression = try? Regex(source) else { return complaints.append("this is no pattern: \(pattern)") }
      for line in lines where line.firstMatch(of: expression) != nil { complaints.append("this is in it: \(line)") }
    }
    for pattern in unwanted { look(for: pattern, in: saved.lines.filter { !$0.hasPrefix("//") }) }
    for pattern in nowhere { look(for: pattern, in: saved.lines) }
    if !complaints.isEmpty { complaints.append(saved.transcript + "\n" + saved.lines.joined(separator: "\n")) }
    return complaints
  }

  static func shell(_ script: String, in home: String) throws -> (output: String, status: Int32) {
    let products = Tool.product("combinectl").dropLast("/combinectl".count)
    let surroundings = """
      export HOME=\(home) XDG_STATE_HOME=\(home) COMBINED_SOCKET=\(home)/sock PATH=\(products):/usr/bin:/bin LC_ALL=C.UTF-8
      cd \(home)

      """
    return try Tool.run("/usr/bin/timeout", ["--kill-after=5", "120", "/bin/sh", "-c", surroundings + script])
  }
}

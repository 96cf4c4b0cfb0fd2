// `:save`: sessions at a prompt, with what others do meanwhile, are saved; what is saved passes, and expects what a person
// would. The sessions are `Saving/*.txt`.
import Foundation
import TestSupport
import Testing

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

/// A session, and what is wanted of the test that it becomes. Its lines, below `## its name`:
///
///     % combinectl eval 'let a = 3'     a line for the shell, run before the session begins
///     > a + 1                           a line typed at the prompt
///     $ combinectl set b.n 3            a line for the shell, run at that place by somebody else
///     = #expect(a + 1 == 4)             a line that the test has
///     ! Date()                          a pattern that no line of it matches but a comment
///     secrets login.password            what the daemon keeps secret
private struct SavedSession {
  var name: String
  var before: [String] = []
  var entered: [(isShell: Bool, text: String)] = []
  var wanted: [String] = []
  var unwanted: [String] = []
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
    for pattern in unwanted {
      let expression = try? Regex(pattern.hasPrefix("^") ? pattern : NSRegularExpression.escapedPattern(for: pattern))
      for line in saved.lines where !line.hasPrefix("//") {
        if let expression, line.firstMatch(of: expression) != nil { complaints.append("this is in it: \(line)") }
      }
    }
    if !complaints.isEmpty { complaints.append(saved.transcript + "\n" + saved.lines.joined(separator: "\n")) }
    return complaints
  }

  static func shell(_ script: String, in home: String) throws -> (output: String, status: Int32) {
    let products = Tool.product("combinectl").dropLast("/combinectl".count)
    let surroundings = """
      export HOME=\(home) XDG_STATE_HOME=\(home) COMBINED_SOCKET=\(home)/sock PATH=\(products):/usr/bin:/bin LC_ALL=C.UTF-8
      cd \(home)

      """
    return try Tool.run("/usr/bin/timeout", ["120", "/bin/sh", "-c", surroundings + script])
  }
}

// Whole sessions as files: what a person types, what goes over the wire, what appears. `Sessions/*.txt` read like a
// terminal; `UPDATE_EXPECT=1` rewrites what follows from the rest.
import ClientConnection
import TestSupport
import Testing
import Wire

@testable import REPL

struct SessionTests {
  static let files = (try? Repository.files(in: "Tests/REPLTests/Sessions", extension: "txt")) ?? []

  @Test func thereAreSessions() { #expect(!Self.files.isEmpty) }

  @Test(arguments: files)
  func session(_ file: String) throws {
    let script = SessionScript(try Repository.text(file))
    let difference = Expect.difference(file: file, from: script.replay())
    #expect(difference == nil, "\(difference ?? "")")
  }
}

struct CommandCoverageTests {
  /// What is typed, and what comes of it, at the prompt or in a file that a shell runs.
  @Test func everyCommandIsTyped() throws {
    let sessions = try SessionTests.files.map { try Repository.text($0) }
    let scripts = try ShellTests.files.map { try Repository.text($0) }
    for name in Command.all.map(\.name) {
      let typed = try Regex("combined> :\(name)\\b")
      let written = try Regex("^\\$ .*[ '\"n]:\(name)\\b").anchorsMatchLineEndings()
      #expect(
        sessions.contains { $0.contains(typed) } || scripts.contains { $0.contains(written) }, "no file does :\(name)")
    }
  }
}

/// A session file, played against a session whose daemon is the file itself. Its lines:
///
///     combined> let x = 3                 typed at the prompt; `      ... ` likewise
///     → program.eval {"source":…}         sent by the session (checked)
///     ← {"rev":1,…}                       the reply to the oldest request without one
///     ← error {"code":…}                  the same, an error
///     ← sub.event {…}                     a notification
///     ← eof, ← connect {"rev":9}          the connection ends; there is one again, with the epoch `e1` or as given
///     ← connecting                        there is one that nobody has answered on
///     ^C  ^D  ⇥ sign  +500ms              Ctrl-C, Ctrl-D, Tab behind a text, time
///     │ print(signup.us                   this has been typed, and the cursor is at its end
///     ▔ a.n  3                            is pinned above the prompt from here on (checked); ▔ alone: nothing is
///     │= "ada"  String                    is shown behind the cursor from here on (checked)
///     # with columns 40                   a remark; `with` is for the whole file: also json, script, timeout, quiet
///     # …                                 a remark
///     anything else                       appears (checked)
final class SessionScript: Screen {
  private var inputs: ArraySlice<Substring>
  private var output: [String] = []
  private var unanswered: [RequestID] = []
  private var isPrompting = false
  private var promptText = ""
  private var time = ContinuousClock.now
  private let core = ClientCore(client: Agent(name: "test"))
  private var validator = MessageValidator.known
  private var session: Session!

  private(set) var width = 80
  let folds: Bool
  let hasSurroundings = true
  private var surroundings = Surroundings()

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    inputs = lines.filter(Self.isInput)[...]
    if inputs.last == "" { inputs.removeLast() }
    var settings = SessionSettings()
    for line in lines where line.hasPrefix("# with ") {
      if line.contains("json") { (settings.isJSON, settings.isInteractive) = (true, false) }
      if line.contains("script") { (settings.isInteractive, settings.stopsAtFailure) = (false, true) }
      if line.contains("timeout") { settings.timeout = .seconds(5) }
      if line.contains("quiet") { settings.isQuiet = true }
      if let columns = line.firstMatch(of: /columns (\d+)/) { width = Int(columns.1)! }
    }
    folds = settings.isInteractive
    session = Session(core: core, screen: self, settings: settings, now: { [unowned self] in time })
    session.wallClock = { Timestamp("2026-11-21T01:17:00Z")! }
    session.wake = { [unowned self] in
      guard inputs.first?.hasPrefix("← connect") == true else { return .noDaemon(path: "/run/sock") }
      step(inputs.removeFirst())
      return nil
    }
    session.pump = { [unowned self] end in
      record()
      // What waits may be answered with the next line; without one, time passes.
      guard let line = inputs.first, line.hasPrefix("← ") else {
        time = end
        return
      }
      step(inputs.removeFirst())
    }
  }

  /// With a namespace's name in the place of `combined`.
  private static let prefixes = [
    Session.prompt, "red> ", Session.continuation, "remove it? (y/N) ", "← ", "^C", "^D", "⇥ ", "│ ", "+", "#",
  ]

  private static func isInput(_ line: Substring) -> Bool { line.isEmpty || prefixes.contains { line.hasPrefix($0) } }

  /// The file as it should be.
  func replay() -> String {
    connect([:])
    (unanswered, output) = ([], [])
    core.outputSent(core.outputCount)
    session.start()
    while let line = inputs.popFirst() { step(line) }
    if session.isFinished { output.append("(ended with status \(session.exitStatus))") }
    return output.joined(separator: "\n") + "\n"
  }

  private func step(_ line: Substring) {
    record()
    if line.hasPrefix("← ") {
      output.append(String(line))
      receive(line.dropFirst(2))
    } else if line.isEmpty || line.hasPrefix("#") {
      output.append(String(line))
    } else if line.hasPrefix("+") {
      output.append(String(line))
      time += Duration(spelled: String(line.dropFirst())) ?? .zero
      session.tick()
      // Whoever waits until then would not wait at all.
      if let deadline = session.deadline, deadline <= time { output.append("(something is due and is not done)") }
    } else if line.hasPrefix("⇥ ") {
      output.append(String(line))
      let typed = String(line.dropFirst(2))
      let completion = session.complete(line: typed, point: typed.utf8.count)
      record()
      output += completion.candidates.map {
        "  \(completion.start): \($0.text)\($0.note.isEmpty ? "" : "  (\($0.note))")"
      }
    } else if line.hasPrefix("│ ") {
      output.append(String(line))
      let typed = String(line.dropFirst(2))
      session.cursorMoved(in: typed, to: typed.utf8.count)
    } else if line == "^C" {
      output.append((isPrompting ? promptText : "") + "^C")
      isPrompting = false
      session.interrupt()
    } else if line == "^D" {
      output.append((isPrompting ? promptText : "") + "^D")
      session.endOfInput()
    } else {
      enter(line)
    }
    record()
  }

  private func enter(_ line: Substring) {
    let prompt =
      line.hasPrefix(Session.continuation)
      ? Session.continuation.count : line.prefix { $0 != ">" && $0 != ")" }.count + 2
    let typed = line.dropFirst(prompt)
    let marks = typed.firstIndex(of: "⏎") == nil ? String(typed) : String(typed.map { $0 == "⏎" ? "\n" : $0 })
    if typed == "^C" || typed == "^D" { return step(typed) }
    guard isPrompting else {
      output.append("(no prompt for: \(typed))")
      return
    }
    output.append(promptText + typed)
    isPrompting = false
    session.enter(marks)
  }

  // MARK: Screen

  func write(_ lines: [String], to channel: OutputChannel) {
    record()
    output += lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { $0.isEmpty ? "(empty line)" : String($0) }
  }

  func prompt(_ text: String) {
    promptText = text
    isPrompting = true
  }

  func endPrompt() { isPrompting = false }

  func surround(_ new: Surroundings) {
    record()
    if new.pinned != surroundings.pinned { output += new.pinned.isEmpty ? ["▔"] : new.pinned.map { "▔ " + $0 } }
    if new.hint != surroundings.hint, !new.hint.isEmpty { output.append("│=" + new.hint) }
    surroundings = new
  }

  // MARK: Daemon

  /// Notes what the session has sent.
  private func record() {
    let text = core.withOutput { String(decoding: $0, as: UTF8.self) }
    core.outputSent(core.outputCount)
    for line in text.split(separator: "\n") {
      validator?.sent(String(line), by: "")
      guard let message = try? JSONValue(parsing: String(line)), let method = message["method"]?.string else {
        continue
      }
      if let id = message["id"]?.int { unanswered.append(.number(id)) }
      output.append("→ \(method) \(message["params"]?.description ?? "")")
    }
  }

  private func receive(_ text: Substring) {
    if text == "eof" {
      unanswered = []
      return core.connectionEnded()
    }
    let word = text.prefix { $0 != " " && $0 != "{" }
    let body = text.dropFirst(word.count)
    switch word {
    case "connecting":
      core.connectionMade()
      core.withOutput { _ in }
    case "connect": connect((try? JSONValue(parsing: String(body))) ?? [:])
    case "", "error":
      guard !unanswered.isEmpty else { return output.append("(nothing was asked)") }
      let id = unanswered.removeFirst()
      feed("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"\(word.isEmpty ? "result" : "error")\":\(body)}")
    default: feed("{\"jsonrpc\":\"2.0\",\"method\":\"\(word)\",\"params\":\(body)}")
    }
  }

  /// The daemon says something, which has to be as `Protocol/schemas` has it: a complaint is a line that no file has.
  private func feed(_ line: String) {
    let complaint = validator == nil ? "cannot be read" : validator!.complaint(line, to: "")
    if let complaint { output.append("(Protocol/schemas: \(complaint))") }
    core.receive(Array((line + "\n").utf8))
  }

  private func connect(_ hello: JSONValue) {
    core.connectionMade()
    let text = core.withOutput { String(decoding: $0, as: UTF8.self) }
    let id = (try? JSONValue(parsing: String(text.split(separator: "\n")[0])))?["id"]?.int ?? 0
    feed(
      """
      {"jsonrpc":"2.0","id":\(id),"result":{"protocol":"1","session":"c1",\
      "server":{"name":"combined","version":"0.1.0","pid":1},"epoch":"\(hello["epoch"]?.string ?? "e1")",\
      "rev":\(hello["rev"]?.int ?? 1),"oldestRev":1,"durableRev":1,\
      "clock":{"mode":"real","now":"2026-11-21T01:17:00Z"},"features":[],\
      "limits":{"frame":1048576,"batch":100,"inflight":128,"subs":256,"queue":1024},\
      "you":{"uid":1,"gid":1,"role":"owner"}}}
      """)
    record()
    unanswered.removeAll { $0 == .number(id) }
  }
}

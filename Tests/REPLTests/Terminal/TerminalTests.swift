// The program on a real terminal: what a person sees while typing, whatever the daemon says meanwhile.
import Glibc
import TestSupport
import Testing
import Wire

@testable import REPL

/// `combinectl` on a pseudo terminal, talking to a daemon that the test plays.
private final class Desk {
  let daemon: FakeDaemon
  let terminal: PseudoTerminal
  private let directory = TemporaryDirectory()
  var home: String { directory.path }

  init(columns: Int = 60, secrets: [String] = []) throws {
    daemon = try FakeDaemon(path: directory.path + "/sock")
    daemon.secrets = secrets
    terminal = try PseudoTerminal(
      combinectlPath(), ["--no-spawn", "--color", "never"],
      environment: [
        "HOME=\(directory.path)", "COMBINED_SOCKET=\(directory.path)/sock", "TERM=xterm", "INPUTRC=/dev/null",
        "LC_ALL=C.UTF-8",
        "PATH=/usr/bin:/bin",
      ], columns: columns)
    daemon.answer = { method, params in
      switch method {
      case "program.eval": FakeDaemon.value("\(params["source"]?.string?.count ?? 0)")
      case "store.set": #"{"rev":2,"v":1,"changed":true}"#
      default: nil
      }
    }
    try waitFor("the prompt") { $0.last?.hasPrefix("combined>") == true }
  }

  var text: [String] { terminal.screen.text }

  /// Lets both sides work until the screen shows it. Nothing here takes long; a failure says what is there instead.
  func waitFor(_ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: ([String]) -> Bool)
    throws
  {
    let deadline = ContinuousClock.now + .seconds(120)
    while !condition(text) {
      guard ContinuousClock.now < deadline else {
        throw Missing(description: "\(what) did not appear; the screen:\n" + text.joined(separator: "\n"))
      }
      turn()
    }
    #expect(terminal.screen.unknown == [], sourceLocation: sourceLocation)
  }

  struct Missing: Error, CustomStringConvertible { let description: String }

  func turn() {
    var wanted = [
      pollfd(fd: terminal.master, events: Int16(POLLIN), revents: 0),
      pollfd(fd: daemon.connection >= 0 ? daemon.connection : daemon.listener, events: Int16(POLLIN), revents: 0),
    ]
    poll(&wanted, 2, 20)
    daemon.process()
    terminal.read()
  }

  func waitForRequest(_ request: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try waitFor("the request \(request)", sourceLocation: sourceLocation) { _ in daemon.requests.last == request }
  }

  /// Types, and waits until it is all on the screen's last row.
  func type(_ keys: String, shows expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    terminal.type(keys)
    try waitFor("'\(expected)'", sourceLocation: sourceLocation) { $0.last == expected }
  }
}

@Suite(.serialized) struct TerminalTests {
  @Test func whatIsTypedStaysWhileEventsRain() throws {
    let desk = try Desk()
    try desk.type("let half = 12", shows: "combined> let half = 12")
    desk.terminal.type("\u{15}:watch a.n\r")
    try desk.waitForRequest(#"sub.open {"sub":"watch1","paths":["a.n"],"old":true}"#)
    try desk.waitFor("the next prompt") { $0.last == "combined>" }
    // Each key is followed by an event, and the cursor is moved into the line on the way.
    for (key, shown) in [
      ("a", "a"), ("b", "ab"), ("é", "abé"), ("d", "abéd"), ("\u{1}", "abéd"), ("x", "xabéd"), ("\u{6}", "xabéd"),
      ("\u{4}", "xaéd"), ("\u{5}", "xaéd"), ("!", "xaéd!"),
    ] {
      desk.terminal.type(key)
      desk.daemon.change()
      let rev = desk.daemon.rev
      try desk.waitFor("event \(rev) above \(shown)") { text in
        text.contains("a.n  → \(rev)  (rev \(rev))") && text.last == "combined> \(shown)"
      }
    }
    #expect(desk.terminal.screen.column == 10 + 5)
    #expect(desk.text.filter { $0.hasPrefix("combined>") }.count == 2, "one for the command, one for the line")
    desk.terminal.type("\r")
    try desk.waitForRequest(#"program.eval {"source":"xaéd!","file":"repl"}"#)
  }

  @Test func aLineOfSeveralRowsIsDrawnAgainWhole() throws {
    let desk = try Desk(columns: 30)
    desk.terminal.type(":watch a.n\r")
    try desk.waitForRequest(#"sub.open {"sub":"watch1","paths":["a.n"],"old":true}"#)
    let long = "let total = one + two + three + four + five + six + seven"
    desk.terminal.type(long)
    let expected = wrapped("combined> " + long, at: 30)
    try desk.waitFor("the line") { $0.suffix(expected.count) == expected[...] }
    for _ in 0..<5 {
      desk.daemon.change()
      let rev = desk.daemon.rev
      try desk.waitFor("event \(rev)") { $0.contains("a.n  → \(rev)  (rev \(rev))") && $0.suffix(3) == expected[...] }
    }
    #expect(desk.text.filter { $0.hasPrefix("combined> let total") }.count == 1, "no remains of earlier drawings")
    desk.terminal.type("\r")
    try desk.waitForRequest(#"program.eval {"source":"\#(long)","file":"repl"}"#)
  }

  private func wrapped(_ text: String, at columns: Int) -> [String] {
    let characters = Array(text)
    return stride(from: 0, to: characters.count, by: columns).map { start in
      var row = String(characters[start..<min(start + columns, characters.count)])
      while row.last == " " { row.removeLast() }
      return row
    }
  }

  @Test func anUnfinishedBraceGoesOnAndComesBackAsOneEntry() throws {
    let desk = try Desk()
    try desk.type("class A {\r", shows: "      ...")
    try desk.type("  var x = 0\r", shows: "      ...")
    desk.terminal.type("}\r")
    let source = #"program.eval {"source":"class A {\n  var x = 0\n}","file":"repl"}"#
    try desk.waitForRequest(source)
    try desk.waitFor("the prompt") { $0.last == "combined>" }
    let count = desk.daemon.requests.count
    // Up brings the whole class back.
    try desk.type("\u{1b}[A", shows: "}")
    desk.terminal.type("\r")
    try desk.waitFor("the request again") { _ in desk.daemon.requests.count > count }
    #expect(desk.daemon.requests.last == source)
    #expect(HistoryFile(path: desk.home + "/.local/state/combinectl/history").load() == ["class A {\n  var x = 0\n}"])
  }

  @Test func whatNamesASecretIsNotKept() throws {
    let desk = try Desk(secrets: ["**.password"])
    for line in ["login.password = \"hunter2\"", ":set login.password \"hunter2\"", "login.name = 1"] {
      let count = desk.daemon.requests.count
      desk.terminal.type(line + "\r")
      try desk.waitFor("the request") { _ in desk.daemon.requests.count > count }
      try desk.waitFor("the prompt") { $0.last == "combined>" }
    }
    #expect(HistoryFile(path: desk.home + "/.local/state/combinectl/history").load() == ["login.name = 1"])
    try desk.type("\u{1b}[A", shows: "combined> login.name = 1")
    try desk.type("\u{1b}[A", shows: "combined> login.name = 1")
  }

  @Test func aPasteIsOneEntry() throws {
    let desk = try Desk()
    desk.terminal.type("\u{1b}[200~let a = 1\nlet b = 2\n\u{1b}[201~")
    try desk.waitFor("the paste") { $0.contains("combined> let a = 1") && $0.contains("let b = 2") }
    #expect(desk.daemon.requests == [], "nothing runs before Return")
    desk.terminal.type("\r")
    try desk.waitForRequest(#"program.eval {"source":"let a = 1\nlet b = 2","file":"repl"}"#)
  }

  @Test func ctrlCGivesUpTheLineAndCtrlDLeaves() throws {
    let desk = try Desk()
    try desk.type("let x = (1 +", shows: "combined> let x = (1 +")
    try desk.type("\u{3}", shows: "combined>")
    #expect(desk.text.contains("combined> let x = (1 +^C"))
    try desk.type("f(\r", shows: "      ...")
    try desk.type("\u{3}", shows: "combined>")
    desk.terminal.type("3\r")
    try desk.waitForRequest(#"program.eval {"source":"3","file":"repl"}"#)
    try desk.waitFor("the value") { $0.contains("$R0: Int = 1") }
    desk.terminal.type("\u{4}")
    try desk.waitFor("the end") { _ in desk.terminal.exitStatus != nil }
    #expect(desk.terminal.exitStatus == 0)
    #expect(desk.terminal.isAsItWas)
  }

  @Test func tabCompletes() throws {
    let desk = try Desk()
    desk.daemon.answer = { method, _ in
      method == "program.complete"
        ? #"{"start":7,"candidates":[{"name":"username","kind":"property","type":"String"},{"name":"userID","kind":"property","type":"Int"}]}"#
        : nil
    }
    try desk.type("signup.us\t", shows: "combined> signup.user")
    #expect(desk.daemon.requests.last == #"program.complete {"source":"signup.us","offset":9}"#)
    desk.terminal.type("\t\t")
    try desk.waitFor("the list") { $0.contains("  username  String") && $0.contains("  userID    Int") }
    try desk.waitFor("the line below it") { $0.last == "combined> signup.user" }
    try desk.type("\u{15}:wat\t", shows: "combined> :watch")
    try desk.waitFor("a space behind a whole name") { _ in desk.terminal.screen.column == 17 }
    desk.terminal.type("\u{15}\t")
    try desk.waitFor("two columns of indentation") { $0.last == "combined>" && desk.terminal.screen.column == 12 }
  }

  @Test func keysTypedWhileSomethingRunsWaitForTheirPrompt() throws {
    let desk = try Desk()
    desk.daemon.answer = { _, _ in nil }
    desk.terminal.type("slow()\r")
    try desk.waitForRequest(#"program.eval {"source":"slow()","file":"repl"}"#)
    desk.terminal.type("22")
    desk.daemon.printLine("still at it")
    try desk.waitFor("what is printed meanwhile") { $0.last == "still at it" }
    desk.daemon.answerNow(FakeDaemon.value("7"))
    try desk.waitFor("the prompt with what was typed") { $0.suffix(2) == ["$R0: Int = 7", "combined> 22"] }
    desk.terminal.type("\r")
    try desk.waitForRequest(#"program.eval {"source":"22","file":"repl"}"#)
  }

  @Test func ctrlCCancelsWhatRuns() throws {
    let desk = try Desk()
    desk.daemon.answer = { _, _ in nil }
    desk.terminal.type("slow()\r")
    try desk.waitForRequest(#"program.eval {"source":"slow()","file":"repl"}"#)
    desk.terminal.type("\u{3}")
    try desk.waitForRequest(#"$/cancel {"id":2}"#)
    desk.terminal.type("\u{3}")
    try desk.waitFor("a prompt") { $0.last == "combined>" }
  }

  @Test func aLostDaemonIsSaidAboveTheLineAndComesBack() throws {
    let desk = try Desk(columns: 100)
    try desk.type("let half", shows: "combined> let half")
    desk.daemon.stop()
    try desk.waitFor("the loss") {
      $0.suffix(2) == ["-- connection lost; coming back when it does", "combined> let half"]
    }
    desk.daemon.rev = 9
    try desk.daemon.listen()
    try desk.waitFor("the return") {
      $0.suffix(2) == ["-- connected again at rev 9, 7 commits missed", "combined> let half"]
    }
    desk.terminal.type(" = 1\r")
    try desk.waitForRequest(#"program.eval {"source":"let half = 1","file":"repl"}"#)
  }
}

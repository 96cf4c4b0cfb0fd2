// The program on a real terminal: what a person sees while typing, whatever the daemon says meanwhile.
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

@testable import REPL

/// `combinectl` on a pseudo terminal, talking to a daemon that the test plays.
private final class Workspace {
  let daemon: FakeDaemon
  let terminal: PseudoTerminal
  private let directory = TemporaryDirectory()
  var home: String { directory.path }

  init(
    columns: Int = 60, secrets: [String] = [], kind: String = "xterm", editor: String = "false", pager: String = "cat",
    rows: Int = 40, settings: String = ""
  ) throws {
    try settings.write(toFile: directory.path + "/inputrc", atomically: true, encoding: .utf8)
    daemon = try FakeDaemon(path: directory.path + "/sock")
    daemon.secrets = secrets
    terminal = try PseudoTerminal(
      Tool.product("combinectl"), ["--no-spawn", "--color", "never"],
      environment: [
        "HOME=\(directory.path)", "COMBINED_SOCKET=\(directory.path)/sock", "TERM=\(kind)", "EDITOR=\(editor)",
        "PAGER=\(pager)",
        "INPUTRC=\(directory.path)/inputrc",
        "LC_ALL=C.UTF-8",
        "PATH=/usr/bin:/bin",
      ], columns: columns, rows: rows)
    daemon.answer = { method, params in
      switch method {
      case "program.eval": FakeDaemon.value("\(params["source"]?.string?.count ?? 0)")
      case "store.set": #"{"rev":2,"v":1,"changed":true}"#
      default: nil
      }
    }
    try waitFor("the prompt") { $0.last?.hasPrefix("combined>") == true }
  }

  /// Without the state at the right edge of the prompt.
  var text: [String] { terminal.screen.text.map { String($0.replacing(/[ ]{2,}(\d+ watched · )?rev \d+$/, with: "")) } }

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
    let workspace = try Workspace()
    try workspace.type("let half = 12", shows: "combined> let half = 12")
    workspace.terminal.type("\u{15}:watch a.n\r")
    try workspace.waitForRequest(#"sub.open {"sub":"watch1","paths":["a.n"],"old":true,"cause":true}"#)
    try workspace.waitFor("the next prompt") { $0.last == "combined>" }
    // Each key is followed by an event, and the cursor is moved into the line on the way.
    for (key, shown) in [
      ("a", "a"), ("b", "ab"), ("é", "abé"), ("d", "abéd"), ("\u{1}", "abéd"), ("x", "xabéd"), ("\u{6}", "xabéd"),
      ("\u{4}", "xaéd"), ("\u{5}", "xaéd"), ("!", "xaéd!"),
    ] {
      workspace.terminal.type(key)
      workspace.daemon.change()
      let rev = workspace.daemon.rev
      try workspace.waitFor("event \(rev) above \(shown)") { text in
        text.contains("a.n  → \(rev)  (rev \(rev))") && text.last == "combined> \(shown)"
      }
    }
    #expect(workspace.terminal.screen.column == 10 + 5)
    #expect(workspace.text.filter { $0.hasPrefix("combined>") }.count == 2, "one for the command, one for the line")
    workspace.terminal.type("\r")
    try workspace.waitForRequest(#"program.eval {"source":"xaéd!","file":"repl"}"#)
  }

  @Test func aLineOfSeveralRowsIsDrawnAgainWhole() throws {
    let workspace = try Workspace(columns: 30)
    workspace.terminal.type(":watch a.n\r")
    try workspace.waitForRequest(#"sub.open {"sub":"watch1","paths":["a.n"],"old":true,"cause":true}"#)
    let long = "let total = one + two + three + four + five + six + seven"
    workspace.terminal.type(long)
    let expected = wrapped("combined> " + long, at: 30)
    try workspace.waitFor("the line") { $0.suffix(expected.count) == expected[...] }
    for _ in 0..<5 {
      workspace.daemon.change()
      let rev = workspace.daemon.rev
      try workspace.waitFor("event \(rev)") {
        $0.contains("a.n  → \(rev)  (rev \(rev))") && $0.suffix(3) == expected[...]
      }
    }
    #expect(workspace.text.filter { $0.hasPrefix("combined> let total") }.count == 1, "no remains of earlier drawings")
    workspace.terminal.type("\r")
    try workspace.waitForRequest(#"program.eval {"source":"\#(long)","file":"repl"}"#)
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
    let workspace = try Workspace()
    try workspace.type("class A {\r", shows: "      ...")
    try workspace.type("  var x = 0\r", shows: "      ...")
    workspace.terminal.type("}\r")
    let source = #"program.eval {"source":"class A {\n  var x = 0\n}","file":"repl"}"#
    try workspace.waitForRequest(source)
    try workspace.waitFor("the prompt") { $0.last == "combined>" }
    let count = workspace.daemon.requests.count
    // Up brings the whole class back.
    try workspace.type("\u{1b}[A", shows: "      ... }")
    workspace.terminal.type("\r")
    try workspace.waitFor("the request again") { _ in workspace.daemon.requests.count > count }
    #expect(workspace.daemon.requests.last == source)
    #expect(
      HistoryFile(path: workspace.home + "/.local/state/combinectl/history").load() == ["class A {\n  var x = 0\n}"])
  }

  @Test func linesAboveCanBeReachedAndChanged() throws {
    let workspace = try Workspace()
    try workspace.type("class A {\r", shows: "      ...")
    try workspace.type("  var x = \r", shows: "      ...")
    try workspace.type("}", shows: "      ... }")
    // Up is a line up, and events go above all of it.
    workspace.terminal.type("\u{1b}[A\u{5}0")
    workspace.daemon.printLine("meanwhile")
    let rows = ["meanwhile", "combined> class A {", "      ...   var x = 0", "      ... }"]
    try workspace.waitFor("the line above, changed") { $0.suffix(4) == rows[...] }
    #expect(workspace.terminal.screen.column == 10 + "  var x = 0".count)
    workspace.terminal.type("\u{1b}\rvar y = 1")
    try workspace.waitFor("a line between") { $0.suffix(2) == ["      ... var y = 1", "      ... }"] }
    // Return does what is whole, wherever the cursor is.
    workspace.terminal.type("\r")
    try workspace.waitForRequest(
      #"program.eval {"source":"class A {\n  var x = 0\nvar y = 1\n}","file":"repl"}"#)
    try workspace.waitFor("the prompt below") { $0.last == "combined>" }
    #expect(workspace.text.contains("      ... var y = 1"))
  }

  /// Whatever a terminal sends for them, and also where the settings of the machine, or of the user, name readline's own.
  @Test(arguments: [
    ("\u{1}", "\u{5}"), ("\u{1b}[H", "\u{1b}[F"), ("\u{1b}OH", "\u{1b}OF"), ("\u{1b}[1~", "\u{1b}[4~"),
    ("\u{1b}[7~", "\u{1b}[8~"), ("\u{7}a", "\u{7}e"),
  ])
  func homeAndEndAreThoseOfTheLine(_ home: String, _ end: String) throws {
    let workspace = try Workspace(
      settings: #"""
        "\e[1~": beginning-of-line
        "\e[4~": end-of-line
        "\C-ga": beginning-of-line
        "\C-ge": end-of-line

        """#)
    try workspace.type("class A {\r", shows: "      ...")
    try workspace.type("  var x = 0\r", shows: "      ...")
    try workspace.type("}", shows: "      ... }")
    workspace.terminal.type("\u{1b}[A" + end + "1" + home + "/")
    try workspace.waitFor("both in the line above") { $0.contains("      ... /  var x = 01") }
  }

  @Test(arguments: [(60, 40), (80, 24), (40, 12)])
  func aLongPasteShowsItsEndAndItsLength(_ columns: Int, _ rows: Int) throws {
    let workspace = try Workspace(columns: columns, rows: rows)
    let lines = (1...99).map { "let a\($0) = \($0)" }
    workspace.terminal.type("\u{1b}[200~" + lines.joined(separator: "\n") + "\u{1b}[201~")
    try workspace.waitFor("the end") { $0.last == "      ... let a99 = 99" }
    #expect(workspace.text.contains("… 99 lines, \(99 - rows + 2) rows of them above"))
    #expect(workspace.text.count <= rows, "nothing is written over and over")
    workspace.terminal.type("\r")
    try workspace.waitFor("the request") { _ in workspace.daemon.requests.count == 1 }
    #expect(workspace.daemon.requests[0].contains(#"let a1 = 1\nlet a2 = 2"#))
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func aPasteMayEndItsLinesAsItLikes(_ lineEnd: String) throws {
    let workspace = try Workspace()
    let lines = ["class A", "{", "}", "if true", "{", "}", "else", "{", "}"]
    let request = #"program.eval {"source":"\#(lines.joined(separator: #"\n"#))","file":"repl"}"#
    workspace.terminal.type("\u{1b}[200~" + lines.joined(separator: lineEnd) + "\u{1b}[201~")
    try workspace.waitFor("the end") { $0.last == "      ... }" }
    workspace.terminal.type("\r")
    try workspace.waitForRequest(request)
  }

  /// As terminals paste that do not say so.
  @Test func keysMayEndALineTwice() throws {
    let workspace = try Workspace()
    workspace.terminal.type("if true {\r\n}\r\nelse {\r\n}\r\n")
    try workspace.waitForRequest(#"program.eval {"source":"if true {\n}\nelse {\n}","file":"repl"}"#)
    try workspace.waitFor("the prompt") { $0.last == "combined>" }
    workspace.terminal.type("\n1\r")
    try workspace.waitForRequest(#"program.eval {"source":"1","file":"repl"}"#)
  }

  @Test func underViKeysLinesAreReachedAsWithArrows() throws {
    let workspace = try Workspace(settings: "set editing-mode vi\n")
    try workspace.type("f(\r", shows: "      ...")
    try workspace.type("one,\r", shows: "      ...")
    try workspace.type("two)", shows: "      ... two)")
    // Escape and what follows it at once would be one key.
    workspace.terminal.type("\u{1b}")
    try workspace.waitFor("command keys") { _ in workspace.terminal.screen.column == 10 + 3 }
    workspace.terminal.type("kkix\u{1b}")
    try workspace.waitFor("the first line") { $0.contains("combined> f(x") }
    workspace.terminal.type("jix")
    try workspace.waitFor("the second line") { $0.contains("      ... onxe,") }
  }

  @Test func anEditorCanBeOpened() throws {
    let workspace = try Workspace(editor: "sed -i s/one/two/")
    workspace.terminal.type("let one = 1\r")
    try workspace.waitForRequest(#"program.eval {"source":"let one = 1","file":"repl"}"#)
    try workspace.waitFor("the prompt") { $0.last == "combined>" }
    try workspace.type(":edit\r", shows: "combined> let two = 1")
    workspace.terminal.type("\r")
    try workspace.waitForRequest(#"program.eval {"source":"let two = 1","file":"repl"}"#)
    try workspace.waitFor("the prompt") { $0.last == "combined>" }
    try workspace.type("(one\u{18}\u{5}", shows: "combined> (two")
  }

  @Test func theStateStandsAtTheRightEdgeAndFollows() throws {
    let workspace = try Workspace(columns: 34)
    func row(_ left: String, _ right: String) -> String {
      left + String(repeating: " ", count: 33 - left.count - right.count) + right
    }
    try workspace.waitFor("the revision") { _ in workspace.terminal.screen.text.last == row("combined>", "rev 2") }
    workspace.terminal.type(":watch a.n\r")
    try workspace.waitForRequest(#"sub.open {"sub":"watch1","paths":["a.n"],"old":true,"cause":true}"#)
    workspace.terminal.type("f")
    try workspace.waitFor("what is watched") { _ in
      workspace.terminal.screen.text.last == row("combined> f", "1 watched · rev 2")
    }
    workspace.daemon.change()
    try workspace.waitFor("the next revision") { _ in
      workspace.terminal.screen.text.last == row("combined> f", "1 watched · rev 3")
    }
    #expect(workspace.terminal.screen.column == 11)
    // It gives way to what is typed, and nothing of it stays above.
    try workspace.type("(\"abc\"", shows: "combined> f(\"abc\"")
    workspace.terminal.type(")\r")
    try workspace.waitFor("the value") { _ in workspace.terminal.screen.text.contains("$R0: Int = 8") }
    #expect(workspace.terminal.screen.text.contains("combined> f(\"abc\")"))
    #expect(workspace.terminal.screen.text.contains("combined> :watch a.n"))
    workspace.daemon.stop()
    try workspace.waitFor("that there is none") { _ in
      workspace.terminal.screen.text.last == row("combined>", "1 watched · no daemon")
        || workspace.terminal.screen.text.last == row("combined>", "no daemon")
    }
  }

  @Test func pinsStayAboveWhatIsTypedWhileEventsRain() throws {
    let workspace = try Workspace(columns: 40)
    workspace.terminal.type(":pin a.n\r")
    try workspace.waitForRequest(#"store.history {"path":"a.n","limit":24}"#)
    for (key, shown) in [("a", "a"), ("日", "a日"), ("\u{1}", "a日"), ("b", "ba日"), ("\u{5}", "ba日"), ("👩‍👩‍👧‍👦", "ba日👩‍👩‍👧‍👦")] {
      workspace.terminal.type(key)
      for _ in 0..<50 { workspace.daemon.change() }
      let rev = workspace.daemon.rev
      try workspace.waitFor("\(rev) above \(shown)") { text in
        text.last == "combined> \(shown)" && text.dropLast().last?.hasPrefix("a.n  \(rev)") == true
      }
    }
    #expect(workspace.text.filter { $0.hasPrefix("a.n") }.count == 1, "one line, whatever happened")
    workspace.terminal.type("\r")
    try workspace.waitFor("the prompt below") {
      $0.suffix(2).map { $0.prefix(4) } == ["a.n ", "comb"] && $0.last == "combined>"
    }
    #expect(workspace.text.contains("combined> ba日👩‍👩‍👧‍👦"))
    workspace.terminal.type(":unpin\r")
    try workspace.waitFor("nothing above") { $0.suffix(2) == ["combined> :unpin", "combined>"] }
  }

  @Test func theValueOfANameStandsBehindTheCursor() throws {
    let workspace = try Workspace()
    workspace.daemon.answer = { method, params in
      method == "store.get" && params["path"] == "a.n"
        ? #"{"path":"a.n","value":null,"type":"Int","rev":2,"v":0,"at":"2026-11-21T01:17:00Z","text":"7","size":1}"#
        : FakeDaemon.error(RPCError(.notFound, "Nothing is there."))
    }
    try workspace.type("(a.n", shows: "combined> (a.n  7  Int")
    #expect(workspace.terminal.screen.column == 14)
    try workspace.type(" ", shows: "combined> (a.n")
    try workspace.type("\u{8}\r", shows: "      ...")
    #expect(workspace.text.contains("combined> (a.n"))
  }

  @Test func whatACommandOrACallTakesStandsBehindTheCursor() throws {
    let workspace = try Workspace(columns: 100)
    workspace.daemon.answer = { method, _ in
      method == "program.complete"
        ? #"{"start":4,"end":4,"candidates":[{"name":"by:","kind":"label","signature":"func add(by: Int, twice: Bool = …)"}]}"#
        : nil
    }
    try workspace.type(":set ", shows: "combined> :set  PATH JSON")
    #expect(workspace.terminal.screen.column == 15)
    try workspace.type("a.n ", shows: "combined> :set a.n  JSON")
    try workspace.type("\u{15}add(", shows: "combined> add( by: Int, twice: Bool = …)")
    #expect(workspace.terminal.screen.column == 14)
    try workspace.type("1", shows: "combined> add(1")
  }

  @Test func ctrlZGivesTheTerminalBackAndGoesOnWithTheLine() throws {
    let workspace = try Workspace()
    try workspace.type("f(\r", shows: "      ...")
    try workspace.type("half", shows: "      ... half")
    workspace.terminal.type("\u{1a}")
    try workspace.waitFor("the stop") { _ in workspace.terminal.isStopped }
    #expect(workspace.terminal.isAsItWas)
    workspace.terminal.goOn()
    try workspace.waitFor("the entry again") { $0.suffix(2) == ["combined> f(", "      ... half"] }
    workspace.terminal.type(")\r")
    try workspace.waitForRequest(#"program.eval {"source":"f(\nhalf)","file":"repl"}"#)
  }

  @Test func anEntryIsSearchedForAndComesBackWhole() throws {
    let workspace = try Workspace()
    for entry in ["func f() {\r  1\r}", "let other = 2"] {
      let count = workspace.daemon.requests.count
      workspace.terminal.type(entry + "\r")
      try workspace.waitFor("the request") { _ in workspace.daemon.requests.count > count }
      try workspace.waitFor("the prompt") { $0.last == "combined>" }
    }
    workspace.terminal.type("\u{12}unc")
    try workspace.waitFor("what is found") { text in
      text.contains { $0.hasPrefix("(reverse-i-search)`unc': func f() {") } && text.last == "      ... }"
    }
    workspace.terminal.type("\r")
    try workspace.waitForRequest(#"program.eval {"source":"func f() {\n  1\n}","file":"repl"}"#)
  }

  @Test func anEntryOfSeveralLinesIsDrawnAgainInAnotherWidth() throws {
    let workspace = try Workspace()
    try workspace.type("f(\"日本語日本語日本語\",\r", shows: "      ...")
    try workspace.type("e\u{301}, 👩‍👩‍👧‍👦, 🇸🇪", shows: "      ... e\u{301}, 👩‍👩‍👧‍👦, 🇸🇪")
    workspace.terminal.resize(columns: 24)
    workspace.terminal.type("!")
    try workspace.waitFor("narrower rows") {
      $0.suffix(3) == ["combined> f(\"日本語日本", "語日本語\",", "      ... e\u{301}, 👩‍👩‍👧‍👦, 🇸🇪!"]
    }
    workspace.terminal.resize(columns: 60)
    workspace.terminal.type(")\r")
    try workspace.waitForRequest(
      "program.eval {\"source\":\"f(\\\"日本語日本語日本語\\\",\\ne\u{301}, 👩‍👩‍👧‍👦, 🇸🇪!)\",\"file\":\"repl\"}")
  }

  /// Nowhere to go: a terminal of one row still takes what is typed.
  @Test func aTerminalOfOneRowWorks() throws {
    let workspace = try Workspace(columns: 20, rows: 1)
    try workspace.type("f(1,\r2)", shows: "      ... 2)")
    workspace.terminal.type("\r")
    try workspace.waitForRequest(#"program.eval {"source":"f(1,\n2)","file":"repl"}"#)
    try workspace.waitFor("the prompt") { $0.last == "combined>" }
  }

  /// `sed` takes the place of a pager: what it was given has a mark before each line.
  @Test(arguments: [("xterm", 3, false), ("xterm", 99, true), ("dumb", 99, false)])
  func whatIsLongerThanTheScreenGoesThroughThePager(_ kind: String, lines: Int, isPaged: Bool) throws {
    let workspace = try Workspace(kind: kind, pager: "sed s/^/|/")
    workspace.daemon.answer = { _, _ in FakeDaemon.value((1...lines).map { "row \($0)" }.joined(separator: #"\n"#)) }
    workspace.terminal.type("rows()\r")
    try workspace.waitFor("the prompt below") {
      $0.last == "combined>" && $0.dropLast().last?.hasSuffix("row \(lines)") == true
    }
    #expect(workspace.text.contains("|row 2") == isPaged)
    #expect(workspace.text.contains("row 2") == !isPaged)
    try workspace.type("1 + 1", shows: "combined> 1 + 1")
  }

  @Test func withoutAPagerLongOutputIsWritten() throws {
    let workspace = try Workspace(pager: "/nowhere/less")
    workspace.daemon.answer = { _, _ in FakeDaemon.value((1...99).map { "row \($0)" }.joined(separator: #"\n"#)) }
    workspace.terminal.type("rows()\r")
    try workspace.waitFor("all of it") { $0.last == "combined>" && $0.dropLast().last == "row 99" }
  }

  @Test func wideCharactersAndANewWidthAreDrawnRight() throws {
    let workspace = try Workspace()
    try workspace.type("let 名 = \"👩‍👩‍👧‍👦\"", shows: "combined> let 名 = \"👩‍👩‍👧‍👦\"")
    workspace.terminal.type("\u{1}\u{6}\u{6}\u{6}\u{6}\u{6}x")
    try workspace.waitFor("a letter behind the wide one") { $0.last == "combined> let 名x = \"👩‍👩‍👧‍👦\"" }
    #expect(workspace.terminal.screen.column == 10 + 7)
    workspace.terminal.resize(columns: 20)
    workspace.terminal.type("y")
    try workspace.waitFor("two rows") { $0.suffix(2) == ["combined> let 名xy =", " \"👩‍👩‍👧‍👦\""] }
    workspace.terminal.type("\r")
    try workspace.waitForRequest(#"program.eval {"source":"let 名xy = \"👩‍👩‍👧‍👦\"","file":"repl"}"#)
  }

  @Test func keysMoveOverWholeCharacters() throws {
    let workspace = try Workspace()
    try workspace.type("a🇸🇪👩‍👩‍👧‍👦b\u{1b}[D\u{1b}[Dx", shows: "combined> a🇸🇪x👩‍👩‍👧‍👦b")
    try workspace.type("\u{7f}\u{7f}", shows: "combined> a👩‍👩‍👧‍👦b")
    try workspace.type("\u{6}\u{2}\u{4}", shows: "combined> ab")
    try workspace.type("\u{1b}[D\u{1b}[3~c", shows: "combined> cb")
  }

  /// Where no cursor can be moved, lines are taken one by one.
  @Test(arguments: ["dumb", ""]) func aTerminalThatCanNothingWorks(_ kind: String) throws {
    let workspace = try Workspace(kind: kind)
    try workspace.type("f(1,\r", shows: "      ...")
    workspace.terminal.type("2)\r")
    try workspace.waitForRequest(#"program.eval {"source":"f(1,\n2)","file":"repl"}"#)
    try workspace.waitFor("the value and the prompt") { $0.contains("$R0: Int = 7") && $0.last == "combined>" }
    workspace.terminal.type("half")
    workspace.daemon.printLine("meanwhile")
    try workspace.waitFor("what is printed above") { $0.suffix(2) == ["meanwhile", "combined> half"] }
  }

  @Test func whatNamesASecretIsNotKept() throws {
    let workspace = try Workspace(secrets: ["**.password"])
    for line in ["login.password = \"hunter2\"", ":set login.password \"hunter2\"", "login.name = 1"] {
      let count = workspace.daemon.requests.count
      workspace.terminal.type(line + "\r")
      try workspace.waitFor("the request") { _ in workspace.daemon.requests.count > count }
      try workspace.waitFor("the prompt") { $0.last == "combined>" }
    }
    #expect(HistoryFile(path: workspace.home + "/.local/state/combinectl/history").load() == ["login.name = 1"])
    try workspace.type("\u{1b}[A", shows: "combined> login.name = 1")
    try workspace.type("\u{1b}[A", shows: "combined> login.name = 1")
  }

  @Test func aPasteIsOneEntry() throws {
    let workspace = try Workspace()
    workspace.terminal.type("\u{1b}[200~let a = 1\nlet b = 2\n\u{1b}[201~")
    try workspace.waitFor("the paste") { $0.contains("combined> let a = 1") && $0.contains("      ... let b = 2") }
    #expect(workspace.daemon.requests == [], "nothing runs before Return")
    workspace.terminal.type("\r")
    try workspace.waitForRequest(#"program.eval {"source":"let a = 1\nlet b = 2","file":"repl"}"#)
  }

  @Test func ctrlCGivesUpTheLineAndCtrlDLeaves() throws {
    let workspace = try Workspace()
    try workspace.type("let x = (1 +", shows: "combined> let x = (1 +")
    try workspace.type("\u{3}", shows: "combined>")
    #expect(workspace.text.contains("combined> let x = (1 +^C"))
    try workspace.type("f(\r", shows: "      ...")
    try workspace.type("\u{3}", shows: "combined>")
    workspace.terminal.type("3\r")
    try workspace.waitForRequest(#"program.eval {"source":"3","file":"repl"}"#)
    try workspace.waitFor("the value") { $0.contains("$R0: Int = 1") }
    workspace.terminal.type("\u{4}")
    try workspace.waitFor("the end") { _ in workspace.terminal.exitStatus != nil }
    #expect(workspace.terminal.exitStatus == 0)
    #expect(workspace.terminal.isAsItWas)
  }

  @Test func tabCompletes() throws {
    let workspace = try Workspace()
    workspace.daemon.answer = { method, _ in
      method == "program.complete"
        ? #"{"start":7,"candidates":[{"name":"username","kind":"property","type":"String"},{"name":"userID","kind":"property","type":"Int"}]}"#
        : nil
    }
    try workspace.type("signup.us\t", shows: "combined> signup.user")
    #expect(workspace.daemon.requests.last == #"program.complete {"source":"signup.us","offset":9}"#)
    workspace.terminal.type("\t")
    try workspace.waitFor("the list") { $0.contains("  username  String") && $0.contains("  userID    Int") }
    try workspace.waitFor("the line below it") { $0.last == "combined> signup.user" }
    // Who is used to a second one does not get it twice.
    workspace.terminal.type("\t")
    try workspace.waitFor("the question") { _ in workspace.daemon.requests.count == 3 }
    workspace.terminal.type("(")
    try workspace.waitFor("what was typed behind it") { $0.last == "combined> signup.user(" }
    #expect(workspace.text.filter { $0 == "  userID    Int" }.count == 1)
    try workspace.type("\u{15}:wat\t", shows: "combined> :watch  PATH…")
    try workspace.waitFor("a space behind a whole name") { _ in workspace.terminal.screen.column == 17 }
    workspace.terminal.type("\u{15}\t")
    try workspace.waitFor("two columns of indentation") {
      $0.last == "combined>" && workspace.terminal.screen.column == 12
    }
  }

  @Test func keysTypedWhileSomethingRunsWaitForTheirPrompt() throws {
    let workspace = try Workspace()
    workspace.daemon.answer = { _, _ in nil }
    workspace.terminal.type("slow()\r")
    try workspace.waitForRequest(#"program.eval {"source":"slow()","file":"repl"}"#)
    workspace.terminal.type("22")
    workspace.daemon.printLine("still at it")
    try workspace.waitFor("what is printed meanwhile") { $0.last == "still at it" }
    workspace.daemon.answerNow(FakeDaemon.value("7"))
    try workspace.waitFor("the prompt with what was typed") { $0.suffix(2) == ["$R0: Int = 7", "combined> 22"] }
    workspace.terminal.type("\r")
    try workspace.waitForRequest(#"program.eval {"source":"22","file":"repl"}"#)
  }

  @Test func ctrlCCancelsWhatRuns() throws {
    let workspace = try Workspace()
    workspace.daemon.answer = { _, _ in nil }
    workspace.terminal.type("slow()\r")
    try workspace.waitForRequest(#"program.eval {"source":"slow()","file":"repl"}"#)
    workspace.terminal.type("\u{3}")
    try workspace.waitForRequest(#"$/cancel {"id":2}"#)
    workspace.terminal.type("\u{3}")
    try workspace.waitFor("a prompt") { $0.last == "combined>" }
  }

  @Test func aLostDaemonIsSaidAboveTheLineAndComesBack() throws {
    let workspace = try Workspace(columns: 100)
    try workspace.type("let half", shows: "combined> let half")
    workspace.daemon.stop()
    try workspace.waitFor("the loss") {
      $0.suffix(2) == ["-- connection lost; coming back when it does", "combined> let half"]
    }
    workspace.daemon.rev = 9
    try workspace.daemon.listen()
    try workspace.waitFor("the return") {
      $0.suffix(2) == ["-- connected again at rev 9, 7 commits meanwhile", "combined> let half"]
    }
    workspace.terminal.type(" = 1\r")
    try workspace.waitForRequest(#"program.eval {"source":"let half = 1","file":"repl"}"#)
  }
}

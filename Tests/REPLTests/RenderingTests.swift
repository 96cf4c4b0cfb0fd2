// Colours, columns, suggestions: the small parts of what appears.
import ClientConnection
import Testing
import Wire

@testable import REPL

struct RenderingTests {
  @Test func longSourceStaysInOneRow() {
    let source = "1 | class A: ObservableObject { @Published var n = 0; init() { $n.sink { s = $0 } } }"
    let spaces = String(repeating: " ", count: 62)
    #expect(
      cropped([source, "  | \(spaces)`- error: no", "hint: x"], width: 50) == [
        "1 | …; init() { $n.sink { s = $0 } } }",
        "  | " + String(repeating: " ", count: 15) + "`- error: no", "hint: x",
      ])
    #expect(
      cropped([source, "  |       `- error: no"], width: 40) == [
        "1 | class A: ObservableObject { @Publis…", "  |       `- error: no",
      ])
    #expect(cropped([source], width: 120) == [source])
  }

  @Test(
    arguments: [
      (ColorChoice.auto, true, ["TERM": "xterm"], true), (.auto, false, ["TERM": "xterm"], false),
      (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], true), (.auto, true, ["TERM": "dumb"], false),
      (.auto, true, ["TERM": ""], false), (.auto, true, [:], false), (.always, false, ["NO_COLOR": "1"], true),
      (.never, true, [:], false),
    ] as [(ColorChoice, Bool, [String: String], Bool)])
  func colorsAreForWhoeverWantsThem(_ choice: ColorChoice, terminal: Bool, environment: [String: String], colored: Bool)
  {
    #expect(Style(choice, outputIsTerminal: terminal, environment: environment).isColored == colored)
  }

  /// Of two long values the difference is told.
  @Test(
    arguments: [
      (#"["apples","bread","cheese"]"#, #"["apples","bread"]"#, #"["apples","bread","cheese"] → ["apples","bread"]"#),
      (
        #"[{"id":1,"title":"The Trial"},{"id":2,"title":"Emma"},{"id":3,"title":"Ulysses"}]"#,
        #"[{"id":1,"title":"The Trial"},{"id":3,"title":"Ulysses"},{"id":4,"title":"Dune"},{"id":5,"title":"Solaris"}]"#,
        #"3 → 4 elements  -[1] {"id":2,"title":"Emma"}  +[2] {"id":4,"title":"Dune"}  +[3] {"id":5,"title":"Solaris"}"#
      ),
      (
        #"[{"id":1,"title":"The Trial"},{"id":2,"title":"Emma"},{"id":3,"title":"Ulysses"}]"#,
        #"[{"id":3,"title":"Ulysses"},{"id":1,"title":"The Process"},{"id":4,"title":"Dune"}]"#,
        #"[1].title "The Trial" → "The Process"  -[1] {"id":2,"title":"Emma"}  +[2] {"id":4,"title":"Dune"}"#
      ),
      (
        #"[{"id":1,"title":"The Trial","price":2},{"id":2,"title":"Emma","price":3}]"#,
        #"[{"id":1,"title":"The Trial","price":2.5},{"id":2,"title":"Emma","price":3,"lent":true}]"#,
        #"[0].price 2 → 2.5  +[1].lent true"#
      ),
      (
        #"{"name":"Ada Lovelace","address":{"street":"St James's Square","town":"London"},"tags":["a"]}"#,
        #"{"name":"Ada Lovelace","address":{"street":"St James's Square","town":"Ockham"},"tags":[]}"#,
        #".address.town "London" → "Ockham"  -.tags[0] "a""#
      ),
      (
        "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]", "[20,21,22,23,24,25,26,27,28,29,30,31,32,33,34]",
        "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19] → [20,21,22,23,24,25,26,27,28,29,30,31,32,33,34]"
      ),
    ])
  func longValuesAreToldByTheirDifference(_ old: String, _ new: String, _ told: String) throws {
    var change = PathChange()
    change.path = "a.b"
    change.op = .set
    change.old = try JSONValue(parsing: old)
    change.value = try JSONValue(parsing: new)
    #expect(EventRenderer(style: .plain).changed(change) == "a.b  " + told)
  }

  @Test func severitiesAreColouredWhereTheyStand() {
    let errors = ErrorRenderer(style: Style(isColored: true))
    #expect(
      errors.annotated("repl:1:2: error: no\n1 | x\n  | ╰─ warning: hm\n\n") == [
        "repl:1:2: \u{1b}[1;31merror:\u{1b}[0m no", "1 | x", "  | ╰─ \u{1b}[1;33mwarning:\u{1b}[0m hm",
      ])
  }

  @Test func longValuesAreCutForPeopleOnly() {
    let long = JSONValue.string(String(repeating: "x", count: 500))
    #expect(EventRenderer(style: .plain).text(long).count == 161)
    #expect(EventRenderer(style: .plain, valueLengthMax: nil).text(long).count == 502)
  }

  @Test func ofManyCandidatesThoseThatFitAreInSight() {
    func candidates(_ count: Int, fitting: Int) -> [Completion.Candidate] {
      (0..<count).map { .init(text: "name\($0)", note: "Int", fits: $0 < fitting) }
    }
    #expect(candidateList(candidates(2, fitting: 0), width: 40, rows: 10) == ["  name0  Int", "  name1  Int"])
    // With their notes, then a few of the others, and how many more there are.
    let some = candidateList(candidates(200, fitting: 2), width: 40, rows: 38)
    #expect(some.prefix(2) == ["  name0  Int", "  name1  Int"])
    #expect(some.count == 7 && some[2].hasPrefix("name2") && some.last == "… and 178 more")
    // Never more than there is room for, and nothing that does not fit before what does.
    for rows in 1...40 {
      for (count, fitting) in [(1, 1), (30, 0), (30, 30), (200, 50), (200, 2), (500, 0)] {
        let lines = candidateList(candidates(count, fitting: fitting), width: 40, rows: rows)
        #expect(lines.count <= rows, "\(count), \(fitting)")
        #expect(lines.allSatisfy { $0.count <= 40 })
      }
    }
    #expect(candidateList(candidates(200, fitting: 50), width: 40, rows: 5).last == "… and 196 more")
  }

  @Test func theDoctorSaysWhatToType() throws {
    func status(_ more: String) throws -> ServerStatus.Result {
      let text = ServerStatus.method.example.result.dropLast() + #","journal":"/state/journal.sqlite"\#(more)}"#
      var parser = JSONParser()
      return try ServerStatus.Result(json: try parser.parse(String(text)).root, strict: false)
    }
    let well = Diagnosis(try status(""))
    #expect(well.isHealthy && well.exitStatus == 0)
    #expect(DoctorRenderer(style: .plain).lines(well).last == "declared  everything is there")
    let problem = #"{"names":["red.slow"],"text":"'red.slow' was not evaluated","file":"repl","line":4,"column":1}"#
    var ill = Diagnosis(
      try status(#","lastCrash":\#(problem.replacing("not ", with: "")),"problems":[\#(problem)]"#))
    let declaration = DeclarationInfo {
      $0.names = ["slow"]
      $0.file = "repl"
      $0.line = 4
      $0.text = "let slow = Slow('a')"
    }
    ill.add([declaration], in: nil)
    ill.add([declaration], in: "red")
    ill.journalBytes = 4096
    #expect(ill.exitStatus == 65)
    #expect(
      DoctorRenderer(style: .plain).lines(ill).joined(separator: "\n") == #"""
        daemon   answers: combined 0.1.0, process 4711, since 2026-11-21T01:00:00Z
        journal  /state/journal.sqlite, 4096 bytes, rev 8841@k3f9, all kept
        crash    repl:4: 'red.slow' was evaluated
        problem  repl:4:1: 'red.slow' was not evaluated

        slow:
          to have it again: combinectl --namespace red eval 'let slow = Slow('\''a'\'')'
          to give it up:    combinectl --namespace red remove slow
        """#)
  }

  @Test func columnsFillDownwards() {
    #expect(columns(["a", "bb", "c", "d", "e"], width: 12) == ["a   c   e", "bb  d"])
    #expect(columns(["much too long for the width"], width: 10) == ["much too long for the width"])
    #expect(columns([], width: 10) == [])
  }

  @Test(arguments: [
    ("Bool  // Whether it is valid.", 40, "Bool  // Whether it is valid."),
    ("Bool  // Whether it is valid.", 26, "Bool  // Whether it is …"),
    ("Bool  // Whether it is valid.", 23, "Bool  // Whether it …"), ("(String, Int) -> Bool", 12, "(String …"),
    ("func debounce<S>(for: Int)", 14, "func debounc…"), ("unbreakable", 6, "unbr …"),
  ])
  func notesEndWithAWholeWord(_ note: String, room: Int, shown: String) {
    #expect(shortened(note, to: room) == shown)
    #expect(shown.count <= room || note == shown)
  }

  @Test func notesNeverWrap() {
    let rows = [("debounce", "func debounce(for: Int) -> Self  // The last value before a pause."), ("map", "")]
    for width in 30...120 { #expect(annotated(rows, width: width).allSatisfy { $0.count < width }) }
    #expect(annotated(rows, width: 24) == ["debounce  map"])
  }

  @Test(
    arguments: [
      ("wach", "watch"), ("stauts", "status"), ("sta", "status"), ("qiut", "quit"), ("frobnicate", nil), ("x", nil),
    ] as [(String, String?)])
  func slipsAreRecognised(_ word: String, _ expected: String?) {
    #expect(nearest(word, among: ["watch", "status", "quit", "unwatch"]) == expected)
  }

  /// Where readline and the daemon disagree on where a word begins, the text that is inserted makes up for it.
  @Test func completionsMoveToTheWordOfTheLineEditor() {
    let completion = Completion(start: 7, candidates: [.init(text: "username"), .init(text: "other")])
    #expect(completion.moved(to: 0, in: "signup.us").candidates.map(\.text) == ["signup.username", "signup.other"])
    #expect(completion.moved(to: 9, in: "signup.user").candidates.map(\.text) == ["ername"])
    #expect(completion.moved(to: 7, in: "signup.us") == completion)
  }

  @Test func everyErrorHasAnExitStatusThatIsNotSuccess() {
    let errors: [ClientError] =
      [
        .noDaemon(path: "/s"), .cannotConnect(path: "/s", errno: 13),
        .pathTooLong(path: "/s", bytes: 200, bytesMax: 107),
        .noExecutable(searched: ""), .launchFailed(executable: "x", reason: "y", output: ""), .lost(method: "m"),
        .notConnected, .timedOut(method: "m", after: .seconds(1)), .violation("x"),
      ] + ErrorCode.allCases.map { .refused(RPCError($0, "x")) }
    for error in errors {
      #expect(error.exitStatus > 0 && error.exitStatus < 256, "\(error)")
      #expect(ErrorObject(error).description.contains("\"exitStatus\":\(error.exitStatus)"))
    }
    #expect(ClientError.cannotConnect(path: "/s", errno: 13).exitStatus == 77)
  }

  @Test(arguments: [
    (0, "0s"), (7, "7ns"), (1_500, "1.5us"), (300_000_000, "300ms"), (50_104_793, "50.1ms"), (9_996_000, "10ms"),
    (1_254_000_000, "1.25s"), (1_000_400_000, "1s"), (61_240_000_000, "61.2s"), (7_260_500_000_000, "121m"),
  ])
  func timesAreShort(_ nanoseconds: Int, _ text: String) { #expect(CauseRenderer.short(nanoseconds) == text) }
}

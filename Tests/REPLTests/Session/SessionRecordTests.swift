// What is noted of a session, and how it is written down. That what is saved passes, `SavingTests` shows.
import Testing
import Wire

@testable import REPL

struct SessionRecordTests {
  private func lines(_ items: [SessionRecord.Item]) -> [String] {
    var record = SessionRecord()
    for item in items { record.add(item) }
    return lines(of: record)
  }

  private func lines(of record: SessionRecord, pauseMax: Duration? = nil) -> [String] {
    var test = SavedTest(record.notes[record.relevant].map(\.item))
    test.pauseMax = pauseMax
    for index in test.steps.indices {
      if case .look(_, let value) = test.steps[index].work { test.steps[index].claims = [.equals(value.description)] }
    }
    return test.lines([]).map(\.text)
  }

  private func value(_ name: String, _ expression: String) -> SavedTest.Step {
    let seen = SessionRecord.SeenValue(name: name, type: "Int", text: "3", value: 3)
    var step = SavedTest.Step(.value(expression, seen), results: [name])
    step.claims = [.equals("3")]
    return step
  }

  @Test func expressionsAreExpectations() {
    #expect(SavedTest(steps: [value("$R0", "a.count")]).lines([]).map(\.text) == ["#expect(a.count == 3)"])
    // What another entry names is made again, under the number that it has there.
    let named = SavedTest(steps: [value("$R0", "a.count"), value("$R1", "b"), value("$R2", "$R1.magnitude")])
    #expect(
      named.lines([]).map(\.text) == [
        "#expect(a.count == 3)", "b", ":clock 0s", "#expect($R0 == 3)", ":clock 0s", "#expect($R0.magnitude == 3)",
      ])
  }

  @Test func whatDoesNotHoldIsExpectedLess() {
    var test = SavedTest(steps: [value("$R0", "a.next()")])
    let forms = (0..<3).map { _ in
      test.weaken(0, because: "it is 4") ? test.lines([]).map(\.text) : []
    }
    #expect(
      forms == [
        ["a.next()", ":clock 0s", "#expect($R0 == 3)"], ["a.next()", "// differs from one time to the next: it is 4"],
        ["// left out: it is 4", "// a.next()"],
      ])
    let isWeakerStill = test.weaken(0, because: "it is 4")
    #expect(!isWeakerStill)
  }

  @Test func operandsAreInBrackets() {
    let rows = [
      ("a.b(c ?? d)", "a.b(c ?? d)"), ("a ?? b", "(a ?? b)"), ("a ? 1 : 2", "(a ? 1 : 2)"), ("a == b", "(a == b)"),
      ("a + b * 2", "a + b * 2"), ("x as Int", "(x as Int)"), ("try await f(a ?? b)", "try await f(a ?? b)"),
      ("try? f()", "(try? f())"), ("xs.map { $0 + 1 }", "xs.map { $0 + 1 }"), ("\"a == b\"", "\"a == b\""),
      ("1...3", "1...3"), ("a!.b[0]", "a!.b[0]"), ("!a", "!a"),
    ]
    for (expression, operand) in rows { #expect(SavedTest.subject(expression) == operand) }
    #expect(SavedTest.Claim.isNaN.expectation(of: "0.0 / 0") == "#expect((0.0 / 0).isNaN)")
  }

  @Test func theLastOfWhatWasSeenCounts() {
    #expect(
      lines([
        .swift("f.n = 1"), .saw(path: "f.n", 1), .saw(path: "f.odd", true), .saw(path: "f.n", 2), .printed("done"),
        .saw(path: "f.n", 3),
      ]) == ["f.n = 1", "// → done", "#expect(f.n == 3)", "#expect(f.odd == true)"])
  }

  @Test func whatATextHasChangedStandsBelowIt() {
    var record = SessionRecord()
    record.add(.swift("let k = K()"))
    record.noteAsked()
    // Of another client, then two commits of the text, whose answer tells the second one.
    record.add(.init(item: .saw(path: "k.c", 1), rev: 6))
    record.add(.init(item: .saw(path: "k.a", 5), rev: 7, asker: 3))
    record.add(.init(item: .saw(path: "k.b", 7), rev: 8, asker: 3))
    record.insert(.init(item: .swift("k.a += 5; k.b += 7; k.a += 1"), rev: 9, request: 3))
    // The last of it is told behind the answer, before a timer fires.
    _ = record.pass(.milliseconds(20))
    record.add(.init(item: .saw(path: "k.a", 6), rev: 9, asker: 3))
    record.add(.init(item: .saw(path: "k.d", 4), rev: 10))
    #expect(
      lines(of: record) == [
        "let k = K()", "#expect(k.c == 1)", "k.a += 5; k.b += 7; k.a += 1", "#expect(k.a == 6)", "#expect(k.b == 7)",
        ":clock 20ms", "#expect(k.d == 4)",
      ])
  }

  @Test func whatIsPrintedLaterStandsBelowTheMoveThatMakesItDue() {
    #expect(
      lines([
        .swift("s.text = 1"), .pause(.milliseconds(300)), .saw(path: "s.n", 1), .printed("late"), .printed("later"),
        .pause(.milliseconds(100)), .printed("last"),
      ]) == [
        "s.text = 1", ":clock 300ms", "// → late", "// → later", "#expect(s.n == 1)", ":clock 100ms", "// → last",
      ])
  }

  @Test func pausesAreMovesOfTheClock() {
    var record = SessionRecord()
    // What is waited for at the beginning and at the end is waited for in vain.
    #expect(record.pass(.seconds(4)) == .seconds(4))
    record.add(.swift("a"))
    #expect(record.pass(.milliseconds(3)) == .zero)
    record.add(.swift("b"))
    #expect(record.pass(.milliseconds(21)) == .milliseconds(30))
    #expect(record.pass(.milliseconds(299)) == .milliseconds(300))
    record.add(.saw(path: "c", 1))
    for pause in [1, 1.5, 61.03] {
      _ = record.pass(.seconds(pause))
      record.add(.swift("d"))
    }
    _ = record.pass(.seconds(9))
    #expect(
      lines(of: record) == [
        "a", ":clock 0s", "b", ":clock 330ms", "#expect(c == 1)", ":clock 1s", "d", ":clock 1.5s", "d", ":clock 61.03s",
        "d",
      ])
  }

  @Test func whatAFastTimerDoesForLongIsBounded() {
    var record = SessionRecord()
    record.add(.swift("let t = Ticker()"))
    for tick in 1...2_000 {
      _ = record.pass(.milliseconds(20))
      for half in 0..<3 { record.add(.saw(path: "t.n", .int(tick * 2 + half))) }
      record.add(.printed("tick \(tick)"))
    }
    record.add(.swift("t.stop()"))
    for tick in 1...50 { record.add(.printed("stopped \(tick)")) }
    let lines = lines(of: record)
    #expect(lines.prefix(4) == ["let t = Ticker()", ":clock 20ms", "// → tick 1", "#expect(t.n == 4)"])
    #expect(
      lines[298...304] == [
        ":clock 20ms", "// → tick 100", "#expect(t.n == 202)", ":clock 38s", "t.stop()", "// → stopped 1",
        "// → stopped 2",
      ])
    #expect(lines.count == 303 + 50)
    #expect(record.leftOut == ["what came by itself after the first 100 times with nothing entered between"])
    #expect(self.lines(of: record, pauseMax: .seconds(1))[301] == ":clock 1s")
  }

  @Test func pausesInWhichNothingCanHappenAreLeftOut() {
    var test = SavedTest([.swift("a"), .pause(.seconds(1)), .swift("b"), .pause(.seconds(1)), .swift("c")])
    test.steps[1].isIdle = true
    #expect(test.lines([]).map(\.text) == ["a", "b", ":clock 1s", "c"])
    test.keepsPauses = true
    #expect(test.lines([]).map(\.text) == ["a", ":clock 1s", "b", ":clock 1s", "c"])
  }

  @Test func expectationsThatDidNotHoldAreComments() {
    let rows: [(String, [(line: Int, column: Int)], String)] = [
      ("#expect(a == 1)", [(1, 1)], "// did not hold: #expect(a == 1)"),
      ("#expect(a); #expect(b)", [(1, 13)], "#expect(a); /* did not hold: #expect(b) */"),
      ("if a { #expect(f(\")\") == b) }", [(1, 8)], "if a { /* did not hold: #expect(f(\")\") == b) */ }"),
      (
        "let a = 1\n  #expect(\n  a == 2)\nb", [(2, 3)],
        "let a = 1\n  // did not hold: #expect(\n  // did not hold:   a == 2)\nb"
      ),
      ("call()", [(1, 1)], "call()"),
    ]
    for (source, places, silenced) in rows {
      #expect(SessionRecord.silencing(places, in: source) == silenced)
    }
  }

  @Test func commandsThatDoSomethingAreKept() {
    var record = SessionRecord()
    for command in [
      "clock virtual", "clo 300ms", "set f.n 2", "why f.n", "stub * 200", "requests 1", "requests", "undo", "undo 3",
      "clock real", "ls", "watch f", "nonsense",
    ] { record.add(command: command) }
    #expect(lines(of: record) == [":clock 300ms", ":set f.n 2", ":stub * 200", ":requests 1", ":undo"])
    #expect(record.leftOut.count == 2)
  }
}

// What :save makes of what happened. That it passes, `Shell/saving.txt` shows.
import Testing
import Wire

@testable import REPL

struct SessionRecordTests {
  private func lines(_ items: [SessionRecord.Item], declaredBefore: [String] = []) -> [String] {
    var record = SessionRecord()
    for item in items { record.add(item) }
    return record.lines(declaredBefore: declaredBefore)
  }

  @Test func expressionsAreExpectations() {
    #expect(lines([.value(name: "$R0", expression: "a.count", 3)]) == ["#expect(a.count == 3)"])
    // Where another entry names a result, all are made again.
    let named: [SessionRecord.Item] = [
      .value(name: "$R0", expression: "a.count", 3), .value(name: "$R1", expression: "$R0.magnitude", 3),
    ]
    #expect(lines(named) == ["a.count", "#expect($R0 == 3)", "$R0.magnitude", "#expect($R1 == 3)"])
    #expect(lines([.value(name: "$R0", expression: "form", ["n": 1])]) == ["form"])
  }

  @Test func valuesAreLiterals() {
    let rows: [(JSONValue, String?)] = [
      ("a\"b\\\n", #""a\"b\\\n""#), (2.5, "2.5"), (true, "true"), (.null, "nil"), (["x", "y"], #"["x", "y"]"#),
      (["n": 1], nil), ([["n": 1]], nil),
    ]
    for (value, literal) in rows { #expect(SessionRecord.literal(value) == literal) }
  }

  @Test func theLastOfWhatWasSeenCounts() {
    #expect(
      lines([
        .swift("f.n = 1"), .saw(path: "f.n", 1), .saw(path: "f.odd", true), .saw(path: "f.n", 2), .printed("done"),
        .saw(path: "f.n", 3),
      ]) == ["f.n = 1", "// → done", "#expect(f.odd == true)", "#expect(f.n == 3)"])
    #expect(lines([.swift("b")], declaredBefore: ["struct A {\n}"]) == ["struct A {", "}", "b"])
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
      record.lines(declaredBefore: []) == [
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
    let lines = record.lines(declaredBefore: [])
    #expect(lines.prefix(4) == ["let t = Ticker()", ":clock 20ms", "// → tick 1", "#expect(t.n == 4)"])
    #expect(
      lines[298...304] == [
        ":clock 20ms", "// → tick 100", "#expect(t.n == 202)", ":clock 38s", "t.stop()", "// → stopped 1",
        "// → stopped 2",
      ])
    #expect(lines.count == 303 + 50)
    #expect(record.leftOut == ["what came by itself after the first 100 times with nothing entered between"])
    #expect(record.lines(declaredBefore: [], pauseMax: .seconds(1))[301] == ":clock 1s")
  }

  @Test func pausesInWhichNothingCanHappenAreLeftOut() {
    var record = SessionRecord()
    func enter(_ source: String, after pause: Duration) {
      _ = record.pass(pause)
      record.add(.swift(source))
    }
    for (source, pause) in [("a", 0), ("b", 1), ("c", 0), ("d", 0), ("e", 1), ("f", 1), ("g", 1)] {
      enter(source, after: .seconds(pause))
    }
    record.add(.command("clock 2s"))
    enter("h", after: .seconds(1))
    let moves = [(0, 0), (0, 1), (1, 0), (0, 1), (1, 0), (0, 0), (0, 0), (0, 0)].map {
      ClockMove(fired: $0.0, waiting: $0.1)
    }
    #expect(
      record.lines(declaredBefore: [], moves: moves) == [
        "a", "b", "c", ":clock 0s", "d", ":clock 1s", "e", ":clock 1s", "f", "g", ":clock 2s", "h",
      ])
    // Of what a run did not reach nothing is known.
    #expect(record.lines(declaredBefore: [], moves: Array(moves.prefix(7))).suffix(2) == [":clock 1s", "h"])
  }

  @Test func commandsThatDoSomethingAreKept() {
    var record = SessionRecord()
    for command in [
      "clock virtual", "clo 300ms", "set f.n 2", "why f.n", "stub * 200", "requests 1", "requests", "undo", "undo 3",
      "clock real", "ls", "watch f", "nonsense",
    ] { record.add(command: command) }
    #expect(
      record.lines(declaredBefore: []) == [":clock 300ms", ":set f.n 2", ":stub * 200", ":requests 1", ":undo"])
    #expect(record.leftOut.count == 2)
  }
}

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
      ]) == ["f.n = 1", "#expect(f.odd == true)", "#expect(f.n == 2)", "// → done", "#expect(f.n == 3)"])
    #expect(lines([.swift("b")], declaredBefore: ["struct A {\n}"]) == ["struct A {", "}", "b"])
  }

  @Test func timeMattersWhereSomethingHappenedByItself() {
    var record = SessionRecord()
    record.add(.swift("a"))
    #expect(record.pass(.milliseconds(3), byItself: true) == .milliseconds(3))
    #expect(record.pass(.milliseconds(21), byItself: false) == .milliseconds(30))
    record.add(.swift("b"))
    #expect(record.lines(declaredBefore: []) == ["a", "b"])
    #expect(record.pass(.milliseconds(299), byItself: true) == .milliseconds(300))
    record.add(.saw(path: "c", 1))
    #expect(record.lines(declaredBefore: []) == ["a", ":clock 30ms", "b", ":clock 300ms", "#expect(c == 1)"])
    for pause in [1, 1.5, 61.03] {
      _ = record.pass(.seconds(pause), byItself: false)
      record.add(.swift("d"))
    }
    // What is waited for at the end is waited for in vain.
    _ = record.pass(.seconds(9), byItself: false)
    #expect(
      record.lines(declaredBefore: []).suffix(6) == [":clock 1s", "d", ":clock 1.5s", "d", ":clock 61.03s", "d"])
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

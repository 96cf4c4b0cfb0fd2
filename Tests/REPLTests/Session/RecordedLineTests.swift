import Testing
import Wire

@testable import REPL

/// The lines of a record, and where two of them differ.
@Suite struct RecordedLineTests {
  private static let record = """
    {"type":"record","version":1,"combined":"0.1.0"}
    {"type":"request","id":2,"method":"clock.use","params":{"mode":"virtual"}}
    {"type":"reply","id":2,"result":{}}
    {"type":"cancel","id":2}

    """

  @Test func linesAreWrittenAsTheyAreRead() throws {
    let (lines, isCut) = try RecordedLine.all(of: Self.record, in: "a")
    #expect(lines.count == 4 && !isCut)
    #expect(lines.map { $0.text + "\n" }.joined() == Self.record)
  }

  /// Whoever wrote it was killed: what is whole can be read.
  @Test(arguments: [1, 9, 20])
  func aLineThatIsCutIsLeftOut(_ bytes: Int) throws {
    let (lines, isCut) = try RecordedLine.all(of: String(Self.record.dropLast(1 + bytes)), in: "a")
    #expect(lines.count == 3 && isCut)
    // Without its line end it is whole.
    let whole = try RecordedLine.all(of: String(Self.record.dropLast()), in: "a")
    #expect(whole.lines.count == 4 && !whole.isCut)
  }

  @Test(arguments: [
    ("", "a is empty, and no record"),
    ("nonsense", "a:1: this is no line of a record"),
    (#"{"type":"change"}"#, "a:1: this is no record"),
    (#"{"type":"record","version":2}"#, "a:1: this record is of version 2, and 1 is known here"),
    (#"{"type":"record","version":1}"# + "\n{}", "a:2: this is no line of a record"),
    (#"{"type":"record","version":1}"# + "\n" + #"{"type":"request","id":1}"#, "a:2: a request has an id and a method"),
    (#"{"type":"record","version":1}"# + "\n" + #"{"type":"cancel"}"#, "a:2: what is cancelled has an id"),
  ])
  func whatIsNoneIsRefused(_ text: String, _ message: String) throws {
    let error = #expect(throws: UsageError.self) { try RecordedLine.all(of: text, in: "a") }
    #expect(error?.message == message)
    #expect(error?.status == 65)
  }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":1}"#, nil),
    (#"{"a":1,"b":{"c":[1,2]}}"#, #"{"a":1,"b":{"c":[1,3]}}"#, "b.c[1]: 3, and it was 2"),
    (#"{"a":[1]}"#, #"{"a":[1,2]}"#, "a: 2 elements, and there were 1"),
    (#"{"a":1,"b":2}"#, #"{"a":1}"#, "b, which is missing"),
    (#"{"a":{}}"#, #"{"a":{"b":1}}"#, "a.b, which was not there"),
    (#"{"a":true}"#, #"{"a":null}"#, "a: null, and it was true"),
  ])
  func theFirstDifferenceIsNamed(_ old: String, _ new: String, _ place: String?) {
    #expect(JSONDifference.first(old, new) == place)
  }
}

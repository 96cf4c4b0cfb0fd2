import Language
import Testing

@testable import Engine

/// A record that says what it was told to, and writes down what it is told.
private final class ScriptedRecord: StartRecord {
  var omitted: [String: Omission]
  var told: [String] = []

  init(omitting omitted: [String: Omission] = [:]) { self.omitted = omitted }

  func omission(of record: DeclarationRecord) -> Omission? {
    record.names.lazy.compactMap { self.omitted[$0] ?? self.omitted["*"] }.first
  }
  func willEvaluate(_ record: DeclarationRecord) { told.append(record.names.joined(separator: " ")) }
  func didEvaluate() { told.append("-") }
  func didSurvive() { told.append("survived") }
  func stillOmitted(_ orders: Set<Int>) { told.append("omitted \(orders.sorted())") }
}

/// What earlier starts have not survived is left out, keeps its values, and comes back when it is declared anew.
@Suite struct StartRecordTests {
  private static let twice = Omission(
    reason: "the daemon ended twice in a row while it was", remedy: "declare it anew, also as it is, or remove it")
  private static let safe = Omission(
    reason: "the daemon was started with --safe", remedy: "start it without --safe", concernsAll: true)

  private let program = """
    class Counter: ObservableObject { @Published var n = 0 }
    let first = Counter()
    let second = Counter()
    var word = "a"
    """

  private func world() throws -> World {
    let world = try World(program)
    try world.set("first.n", .int(1))
    try world.set("second.n", .int(2))
    try world.eval("word = \"b\"")
    try world.engine.flush()
    return world
  }

  private func messages(_ world: World) -> [String] {
    world.engine.problems.map { "\($0.fault.location) \($0.names.joined(separator: " ")): \($0.fault.message)" }
  }

  @Test func itIsToldWhatIsEvaluatedAtAStartAndOnlyThen() throws {
    let record = ScriptedRecord()
    let again = try World(storage: try world().storage, starts: record)
    #expect(record.told == ["Counter", "first", "second", "word", "-"])
    try again.eval("class Counter: ObservableObject { @Published var n = 0; @Published var m = 0 }")
    try again.engine.flush()
    #expect(record.told.count == 5)
  }

  @Test func whatIsLeftOutIsToldAndKeepsItsValues() throws {
    let record = ScriptedRecord(omitting: ["second": Self.twice])
    let again = try World(storage: try world().storage, isSound: false, starts: record)
    #expect(record.told == ["Counter", "first", "word", "-"])
    #expect(
      messages(again) == [
        "test:3:1 second: 'second' was not evaluated, because the daemon ended twice in a row while it was; "
          + "the declaration and its values are kept: declare it anew, also as it is, or remove it"
      ])
    #expect(try again.get("first.n") == .int(1))
    #expect(throws: EngineError.self) { try again.get("second.n") }
    // It is as dangerous as before, whatever else is declared, reset or removed.
    try again.eval("class Counter: ObservableObject { @Published var n = 0; @Published var m = 0 }")
    _ = try again.engine.reset("first.n", .init(session: "c1"))
    _ = try again.engine.removeDeclaration("word", session: "c1")
    #expect(again.engine.failedDeclarations.map(\.names) == [["second"]])
    try again.engine.flush()
    #expect(record.told.last == "omitted [3]")
    // As it is, and its value is back.
    #expect(try again.eval("let second = Counter()").redefined == ["second"])
    #expect(try again.get("second.n") == .int(2))
    #expect(again.engine.problems.isEmpty)
    try again.engine.flush()
    #expect(record.told.last == "omitted []")
    let later = try again.restarted()
    #expect(try later.get("second.n") == .int(2))
  }

  @Test func whatNeedsItFailsAndComesBackWithIt() throws {
    let record = ScriptedRecord(omitting: ["Counter": Self.twice])
    let again = try World(storage: try world().storage, isSound: false, starts: record)
    #expect(again.engine.failedDeclarations.map(\.names) == [["Counter"], ["first"], ["second"]])
    try again.eval("class Counter: ObservableObject { @Published var n = 0 }")
    #expect(try [again.get("first.n"), again.get("second.n")] == [.int(1), .int(2)])
    #expect(again.engine.problems.isEmpty)
  }

  @Test func itCanBeRemoved() throws {
    let record = ScriptedRecord(omitting: ["second": Self.twice])
    let again = try World(storage: try world().storage, isSound: false, starts: record)
    #expect(try again.engine.removeDeclaration("second", session: "c1") == ["second"])
    #expect(again.engine.problems.isEmpty)
    try again.engine.flush()
    #expect(record.told.last == "omitted []")
    #expect(try again.restarted().engine.declarations(in: "").map(\.names) == [["Counter"], ["first"], ["word"]])
  }

  @Test func whereNothingIsEvaluatedEverythingIsKept() throws {
    let record = ScriptedRecord(omitting: ["*": Self.safe])
    let again = try World(storage: try world().storage, isSound: false, starts: record)
    #expect(record.told == ["-"])
    let told =
      "test:1:1 Counter first second word: 4 declarations were not evaluated, because the daemon was started with "
      + "--safe; they and their values are kept: start it without --safe"
    #expect(messages(again) == [told])
    #expect(again.engine.declarations(in: "").map(\.names) == [["Counter"], ["first"], ["second"], ["word"]])
    // One by one, as far as what it needs is there.
    try again.eval("var word = \"a\"")
    #expect(try again.eval("word").values.map(\.text) == ["\"b\""])
    #expect(messages(again).first?.contains("3 declarations were") == true)
    try again.eval("class Counter: ObservableObject { @Published var n = 5 }")
    try again.eval("let first = Counter()")
    #expect(try again.get("first.n") == .int(1))
    #expect(messages(again).first?.contains("1 declaration was not") == true)
    let later = try again.restarted()
    #expect(try [later.get("first.n"), later.get("second.n")] == [.int(1), .int(2)])
  }
}

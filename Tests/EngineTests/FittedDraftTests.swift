// A draft of a number, whose type is declared anew while it is open: what was edited stays where it fits, and else it is told.
import Language
import Testing

@testable import Engine

@Suite struct FittedDraftTests {
  private static func model(_ type: String, _ initial: String) -> String {
    """
    struct S { var r: \(type) = \(initial); var n = "a" }
    class M: ObservableObject {
      @Published var s = S()
      @Published var d: \(type) = \(initial)
      @Published var list: [\(type)] = [\(initial)]
      @Published var maybe: \(type)?
    }
    """
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let path: String
    let part: String?
    let edit: PortableValue
    /// What is saved; nil where it does not fit.
    let saved: PortableValue?
    var from = ("Double", "1.5")
    var to = ("Int", "1")
    var testDescription: String { "\(path).\(part ?? "") = \(edit): \(from.0) → \(to.0)" }
  }

  static let rows = [
    Row(path: "m.s", part: "r", edit: .double(3), saved: .record([.init("r", .int(3)), .init("n", .string("a"))])),
    Row(path: "m.s", part: "r", edit: .double(3.5), saved: nil),
    Row(path: "m.d", part: nil, edit: .double(7), saved: .int(7)),
    Row(path: "m.d", part: nil, edit: .double(7.5), saved: nil),
    Row(path: "m.list", part: "[0]", edit: .double(4), saved: .list([.int(4)])),
    Row(path: "m.list[0]", part: nil, edit: .double(4), saved: .int(4)),
    Row(path: "m.maybe", part: nil, edit: .double(9), saved: .int(9)),
    Row(
      path: "m.s", part: "r", edit: .int(3), saved: .record([.init("r", .double(3)), .init("n", .string("a"))]),
      from: ("Int", "1"), to: ("Double", "1.5")),
    Row(path: "m.s", part: "r", edit: .int(300), saved: nil, from: ("Int", "1"), to: ("UInt8", "1")),
  ]

  @Test(arguments: rows) func whatFitsStays(_ row: Row) throws {
    let world = try World(Self.model(row.from.0, row.from.1) + "\nlet m = M()")
    _ = try world.engine.openDraft("d", of: row.path, session: "c1")
    _ = try world.engine.editDraft("d", row.part, row.edit, nil, session: "c1")
    try world.eval(Self.model(row.to.0, row.to.1))
    let state = try world.engine.draft("d", session: "c1")
    guard let saved = row.saved else {
      #expect(!state.lost.isEmpty || state.gone != nil)
      #expect(throws: EngineError.self) { try save(world) }
      return
    }
    #expect(state.lost.isEmpty && state.gone == nil && !state.changed.isEmpty)
    try save(world)
    #expect(try world.get(row.path).isSame(as: saved))
  }

  private func save(_ world: World) throws {
    let saving = try world.engine.savingDraft("d", overwriting: false, session: "c1")
    _ = try world.engine.saveDraft(saving, .init(session: "c1"))
    world.engine.endDraft(saving, keeping: false, session: "c1")
  }

  /// A number that fits another type as it is has that type.
  @Test(arguments: ["Double", "Int8", "UInt"]) func itsTypeIsThatOfNow(_ type: String) throws {
    let world = try World(Self.model("Int", "1") + "\nlet m = M()")
    _ = try world.engine.openDraft("d", of: "m.d", session: "c1")
    _ = try world.engine.editDraft("d", nil, .int(2), nil, session: "c1")
    try world.eval(Self.model(type, "1"))
    #expect(world.engine.drafts(session: "c1").map(\.typeName) == [type])
    #expect(try world.engine.draft("d", session: "c1").typeName == type)
  }

  /// What was not edited is what is there now.
  @Test func whatWasNotEditedGoesAlong() throws {
    let world = try World(Self.model("Double", "1.5") + "\nlet m = M()")
    _ = try world.engine.openDraft("d", of: "m.d", session: "c1")
    try world.eval(Self.model("Int", "1"))
    let state = try world.engine.draft("d", session: "c1")
    #expect(state.gone == nil && state.changed.isEmpty && state.value == .int(1))
  }
}

// What of a structure is `private`, `private(set)` or `let` is as little to be written by a patch as by an assignment.
import Language
import Testing

@testable import Engine

@Suite struct PatchAccessTests {
  private static let model = """
    struct Inner { var open = 1; private(set) var kept = 2; let fixed = 3 }
    enum Load { case none; case some(Inner); case pair(a: Inner, b: Int) }
    struct One: Identifiable {
      let id: Int
      var title = "a"
      private var hidden = 1
      private(set) var readable = 2
      var inner = Inner()
      let list = [1, 2]
      var load = Load.some(Inner())
      var pairs = Load.pair(a: Inner(), b: 1)
      var table = ["x": Inner()]
      init(id: Int) { self.id = id }
    }
    class L: ObservableObject {
      @Published var one = One(id: 1)
      @Published var many = [One(id: 1), One(id: 2)]
      @Published var maybe: One? = One(id: 1)
    }
    let l = L()
    let name = $l.many[1]
    """

  struct Row: CustomTestStringConvertible, Sendable {
    let path: String
    let patch: PortableValue
    let format: PatchFormat
    /// Where it is refused, and why; nil where it is taken.
    let refusal: [String]?
    var testDescription: String { "\(path) \(patch)" }
  }

  private static func native(_ path: String, _ patch: PortableValue, _ refusal: String...) -> Row {
    Row(path: path, patch: patch, format: .native, refusal: refusal.isEmpty ? nil : refusal)
  }

  private static func merge(_ path: String, _ patch: PortableValue, _ refusal: String...) -> Row {
    Row(path: path, patch: patch, format: .merge, refusal: refusal.isEmpty ? nil : refusal)
  }

  private static func json(_ path: String, _ name: String, _ place: String, _ more: PortableValue, _ refusal: String...)
    -> Row
  {
    let operation = record([
      "op": .string(name), "path": .string(place), (name == "move" ? "from" : "value"): more,
    ])
    return Row(path: path, patch: .list([operation]), format: .jsonPatch, refusal: refusal.isEmpty ? nil : refusal)
  }

  private static func record(_ members: KeyValuePairs<String, PortableValue>) -> PortableValue {
    .record(members.map { PortableValue.Field($0.key, $0.value) })
  }

  private static func set(_ name: String, _ value: PortableValue = .int(5)) -> PortableValue {
    record(["set": record([name: value])])
  }

  private static func inside(_ name: String, _ patch: PortableValue) -> PortableValue {
    record(["patch": record([name: patch])])
  }

  private static func list(_ operation: PortableValue...) -> PortableValue { .list([.list(PortableList(operation))]) }

  private static let hidden = "'hidden' setter is inaccessible"
  private static let kept = "'kept' setter is inaccessible"
  private static let id = "'id' is a 'let' constant"

  static let rows: [Row] = [
    native("l.one", set("hidden"), "l.one.hidden", hidden),
    native("l.one", set("readable"), "l.one.readable", "'readable' setter is inaccessible"),
    native("l.one", record(["unset": .list([.string("hidden")])]), "l.one.hidden", hidden),
    native("l.one", inside("inner", set("kept")), "l.one.inner.kept", kept),
    native("l.one", inside("inner", set("fixed")), "l.one.inner.fixed", "'fixed' is a 'let' constant"),
    native("l.one", inside("inner", set("open"))),
    native("l.one.inner", set("kept"), "l.one.inner.kept", kept),
    native(
      "l.one", inside("list", list(.string("insert"), .int(0), .list([.int(1)]))), "l.one.list",
      "'list' is a 'let' constant"),
    native("l.one", inside("load", inside("some", set("kept"))), "l.one.load.some.kept", kept),
    native("l.one", inside("load", inside("some", set("open")))),
    native("l.one", inside("pairs", inside("pair", inside("a", set("kept")))), "l.one.pairs.pair.a.kept", kept),
    native("l.one", inside("table", inside("x", set("kept"))), "l.one.table.x.kept", kept),
    native("l.maybe", set("hidden"), "l.maybe.hidden", hidden),
    native("l.many", list(.string("patch"), .int(0), set("id", .int(99))), "l.many[0].id", id),
    native("l.many[id: 2]", set("hidden"), "l.many[id: 2].hidden", hidden),
    native("l.many", list(.string("patch"), .int(0), set("title", .string("b")))),
    native("l.many", list(.string("move"), .int(0), .int(1))),
    native("name", set("hidden"), "name.hidden", hidden),
    merge("l.one", record(["hidden": .int(5)]), "l.one.hidden", hidden),
    merge("l.one", record(["inner": record(["kept": .int(5)])]), "l.one.inner.kept", kept),
    merge("l.one", record(["title": .string("b")])),
    json("l.one", "replace", "/hidden", .int(5), "l.one.hidden", hidden),
    json("l.one", "add", "/inner/kept", .int(5), "l.one.inner.kept", kept),
    json("l.one", "move", "/inner/open", .string("/hidden"), "l.one.inner.open", ""),
    json("l.many", "replace", "/0/id", .int(99), "l.many[0].id", id),
    json("l.many", "add", "/1/list/-", .int(99), "l.many[1].list", "'list' is a 'let' constant"),
    json("l.many", "replace", "/0/title", .string("b")),
    json("l.many", "test", "/0/id", .int(1)),
    json("l.many", "replace", "/01/title", .string("b"), "l.many", "'01' is no place in a list of 2"),
    json("l.many", "replace", "/+1/title", .string("b"), "l.many", "'+1' is no place in a list of 2"),
  ]

  private func expect(_ row: Row, _ error: (any Error)?) {
    guard let refusal = row.refusal else {
      #expect(error == nil)
      return
    }
    guard case .validation(let path, let rule)? = error as? EngineError else {
      Issue.record("\(error.map { "\($0)" } ?? "it is taken")")
      return
    }
    // What is moved is not at its new place only.
    if refusal[1].isEmpty { return }
    #expect(path == refusal[0] && rule == refusal[1])
  }

  @Test(arguments: rows) func aPatchWritesWhatMayBeSet(_ row: Row) throws {
    let world = try World(Self.model)
    let before = try world.get("l")
    var failure: (any Error)?
    do { _ = try world.engine.patch(row.path, row.patch, row.format, .init(session: "c1")) } catch { failure = error }
    expect(row, failure)
    if row.refusal != nil { #expect(try world.get("l") == before) }
    // As part of a transaction.
    failure = nil
    do {
      _ = try world.engine.commit(
        [.init(path: row.path, value: row.patch, patch: row.format)], if: [], .init(session: "c1"))
    } catch { failure = error }
    expect(row, failure)
  }

  @Test(arguments: rows) func soDoesOneOfADraft(_ row: Row) throws {
    let world = try World(Self.model)
    _ = try world.engine.openDraft("d", of: row.path, session: "c1")
    var failure: (any Error)?
    do { _ = try world.engine.editDraft("d", nil, row.patch, row.format, session: "c1") } catch { failure = error }
    guard let refusal = row.refusal else {
      #expect(failure == nil)
      return
    }
    guard case .validation(_, let rule)? = failure as? EngineError else {
      Issue.record("\(failure.map { "\($0)" } ?? "it is taken")")
      return
    }
    #expect(refusal[1].isEmpty || rule == refusal[1])
  }

  @Test func aDraftHasAName() throws {
    let world = try World(Self.model)
    #expect {
      try world.engine.openDraft("", of: "l.one", session: "c1")
    } throws: {
      if case EngineError.validation = $0 { true } else { false }
    }
  }
}

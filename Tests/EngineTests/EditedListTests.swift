// A long list is changed where it is as long as nobody in the program listens, and changed as a whole otherwise. Nobody can
// tell: the same is done in a world where something listens, or where the list is short, and everything is compared.
import EngineSupport
import Language
import TestSupport
import Testing

@testable import Engine

@Suite struct EditedListTests {
  private static let table = """
    struct Row: Identifiable, Codable {
      var id: Int
      var text: String
      var marks: [Int] = []
      mutating func mark(_ table: Table) { table.count += 1; text += "\\(table.count)" }
      mutating func refuse() throws { text = "never"; throw Refusal.refused }
      var shout: String { get { text.uppercased() } set { text = newValue.uppercased() } }
    }
    enum Refusal: Error { case refused }
    /// Holds copies, and what was in each when it was made.
    final class Keeper {
      var lists: [[Row]] = []
      var texts: [String] = []
      static func text(_ rows: [Row]) -> String { rows.map { "\\($0.id)\\($0.text)\\($0.marks)" }.joined(separator: ";") }
      func keep(_ rows: [Row]) { lists.append(rows); texts.append(Keeper.text(rows)) }
      func areIntact() -> Bool { lists.map { Keeper.text($0) } == texts }
    }
    let keeper = Keeper()
    class Table: ObservableObject {
      @Published var rows: [Row] = []
      @Published var count = 0
      init(_ count: Int) { rows = (0..<count).map { Row(id: $0, text: "row \\($0)") } }
      func keep() { keeper.keep(rows) }
      func putBack(_ number: Int) { if !keeper.lists.isEmpty { rows = keeper.lists[number % keeper.lists.count] } }
      func all(_ text: String) { for place in rows.indices { rows[place].text = text } }
      func allFail() throws { rows.removeLast(); all("never"); rows.insert(rows[0], at: 3); throw Refusal.refused }
      func someFail(_ place: Int) throws {
        let copy = rows
        rows[place].text = "never"; rows.remove(at: place); rows.append(contentsOf: copy[0..<2]); rows[place].marks = [1]
        throw Refusal.refused
      }
      func copyAndEdit(_ place: Int) -> Bool {
        var copy = rows
        copy[0].text = "copy only"
        rows[place].text += "'"
        return rows[0].text != "copy only" && copy[place].text != rows[place].text
      }
      func thereAndBack() { let copy = rows; rows.removeFirst(); rows.insert(copy[0], at: 0) }
    }
    """

  /// Where the elements are.
  private func place(of store: String, in world: World) throws -> UInt {
    let property = try #require(world.engine.stores.property(at: store))
    guard case .array(let rows) = property.store.instance.storedValue(at: property.info.slot!) else { return 0 }
    return rows.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  /// Whoever holds the list while it is edited has it copied: what a client writes is written in place.
  @Test func aWriteOfAClientCopiesNothing() throws {
    let world = try World(Self.table)
    try world.eval("let table = Table(600)")
    let before = try place(of: "table.rows", in: world)
    func stays(_ what: String, _ body: () throws -> Void) throws {
      try body()
      #expect(try place(of: "table.rows", in: world) == before, "\(what)")
    }
    let options = Engine.WriteOptions(session: "c1")
    let text = PortableValue.record([.init("set", .record([.init("text", .string("patched"))]))])
    for _ in 1...2 {
      try stays("an element's part") { try world.set("table.rows[300].text", .string("a")) }
      try stays("by identity") { try world.set("table.rows[id: 300].text", .string("b")) }
      try stays("an element") { try world.set("table.rows[301]", try world.get("table.rows[302]")) }
      try stays("a patch") {
        _ = try world.engine.patch("table.rows", .list([.list([.string("patch"), .int(9), text])]), .native, options)
      }
      try stays("the whole, of which an element differs") {
        guard case .list(var rows) = try world.get("table.rows") else { return }
        rows[20] = rows[21]
        try world.set("table.rows", .list(rows))
      }
      try stays("several") {
        _ = try world.engine.commit(
          [
            .init(path: "table.rows[5].text", value: .string("c")), .init(path: "table.count", value: .int(1)),
            .init(path: "table.rows[6].text", value: .string("d")),
          ], if: [], options)
      }
      try stays("what is taken back") { _ = try world.engine.undo(world.engine.revision, options) }
    }
  }

  /// What is done to both: statements of the program, or something else.
  private enum Step {
    case source(String)
    case client((World) throws -> Void)
  }

  private static func step(_ count: Int, _ next: Int, _ random: inout SeededRandom) -> Step {
    let a = Int.random(in: 0..<count, using: &random)
    let b = Int.random(in: 0..<count, using: &random)
    let row = PortableValue.record([
      .init("id", .int(next)), .init("text", .string("client")), .init("marks", .list([])),
    ])
    func patch(_ operations: [PortableValue]) -> Step {
      .client { _ = try $0.engine.patch("table.rows", .list(operations), .native, .init(session: "c1")) }
    }
    func operation(_ name: String, _ at: Int, _ operand: PortableValue) -> PortableValue {
      .list([.string(name), .int(at), operand])
    }
    let retitled = PortableValue.record([.init("set", .record([.init("text", .string("p\(next)"))]))])
    switch Int.random(in: 0..<38, using: &random) {
    case 0: return .source("table.rows[\(a)].text = \"t\(next)\"")
    case 1: return .source("table.rows[\(a)].marks.append(\(next))")
    case 2: return .source("table.rows[\(a)] = Row(id: \(next), text: \"new\")")
    case 3: return .source("table.rows.append(Row(id: \(next), text: \"appended\"))")
    case 4: return .source("table.rows.insert(Row(id: \(next), text: \"inserted\"), at: \(a))")
    case 5: return .source("table.rows.remove(at: \(a))")
    case 6: return .source("table.rows.removeFirst(); table.rows.removeLast()")
    case 7: return .source("table.rows += [Row(id: \(next), text: \"more\")]")
    case 8: return .source("table.rows.insert(contentsOf: table.rows[0..<2], at: \(a))")
    case 9: return .source("table.rows.swapAt(\(a), \(b))")
    case 10: return .source("table.rows.removeAll { $0.id % 50 == \(next % 50) }")
    case 11: return .source("table.rows.sort { $0.text < $1.text }")
    case 12: return .source("table.rows.move(fromOffsets: [\(a)], toOffset: \(b))")
    case 13, 14, 15: return .source("table.keep()")
    case 16, 17: return .source("table.putBack(\(next))")
    case 18: return .source("try table.someFail(\(min(a, count - 2)))")
    case 19: return .source("try table.allFail()")
    case 20: return .source("table.all(\"all \(next)\")")
    case 21: return .source("table.rows[\(a)].mark(table)")
    case 22: return .source("try table.rows[\(a)].refuse()")
    case 23: return .source("table.rows[\(a)].shout += \"!\"")
    case 24: return .source("#expect(table.copyAndEdit(\(max(a, 1))))")
    case 25: return .source("table.thereAndBack()")
    case 26: return .source("table.rows[\(count)].text = \"beyond\"")
    case 27: return .source("table.rows.reverse(); table.rows[\(a)].text = \"turned\"")
    case 28: return .source("table.rows[\(a)].text = table.rows[\(b)].text; table.rows.append(table.rows[\(a)])")
    case 29: return .client { try $0.set("table.rows[\(a)].text", .string("s\(next)")) }
    case 30:
      return .client { world in
        guard case .record(let fields) = try world.get("table.rows[\(a)]"), case .int(let id) = fields[0].value else {
          return
        }
        try world.set("table.rows[id: \(id)].text", .string("i\(next)"))
      }
    case 31: return patch([operation("patch", a, retitled), operation("insert", b, .list([row]))])
    case 32: return patch([operation("remove", a, .int(1)), operation("move", 0, .int(min(b, count - 2)))])
    case 33:
      return .client { world in
        guard case .list(var list) = try world.get("table.rows") else { return }
        list[a] = row
        try world.set("table.rows", .list(PortableList(Array(list))))
      }
    case 34: return .client { try $0.set("table.rows", try $0.get("table.rows")) }
    case 35:
      return .client { world in
        let whole = try world.get("table.rows")
        _ = try world.engine.commit(
          [
            .init(path: "table.rows[\(a)].text", value: .string("never seen")),
            .init(path: "table.rows", value: whole), .init(path: "table.rows[\(b)].text", value: .string("w\(next)")),
            .init(path: "table.count", value: .int(next)),
          ], if: [], .init(session: "c1"))
      }
    case 36:
      return .client { world in
        _ = try world.engine.openDraft("d", of: "table.rows[\(a)]", session: "c1")
        defer { try? world.engine.closeDraft("d", session: "c1") }
        _ = try world.engine.editDraft("d", "text", .string("draft \(next)"), nil, session: "c1")
        try world.eval("table.rows[\(b)].marks.append(\(next))")
        let saving = try world.engine.savingDraft("d", overwriting: false, session: "c1")
        _ = try world.engine.saveDraft(saving, .init(session: "c1"))
      }
    default:
      return .client { world in
        let last = world.engine.revision
        do {
          _ = try world.engine.undo(last, .init(session: "c1"))
          if next % 2 == 0 { _ = try world.engine.undo(world.engine.revision, .init(session: "c1")) }
        } catch {}
      }
    }
  }

  private static func outcome(_ step: Step, in world: World) -> String {
    do {
      switch step {
      case .source(let text):
        let evaluation = try world.eval(text)
        return "done, \(evaluation.expectations.failures.count)"
      case .client(let body): try body(world)
      }
      return "done"
    } catch { return "\(error)".replacing(/[0-9]+/, with: "n") }
  }

  private static func stored(_ world: World) throws -> PortableValue {
    let property = try #require(world.engine.stores.property(at: "table.rows"))
    return try #require(
      property.store.program.portable(property.store.instance.storedValue(at: property.info.slot!)))
  }

  /// What the journal was given, which has no revisions in common.
  private static func kept(_ world: World) throws -> [[CommitRecord.Change]] {
    try world.engine.flush()
    return world.storage.history.map(\.changes).filter { $0.contains { $0.path.hasPrefix("table") } }
  }

  @Test(arguments: seeds(1...4, few: 2)) func nobodyCanTell(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (unheard, heard) = (try World(Self.table), try World(Self.table))
    for world in [unheard, heard] { try world.eval("let table = Table(400)") }
    try unheard.eval("let ears = 1")
    try heard.eval(
      seed % 2 == 0
        ? "let ears = table.objectWillChange.sink { _ in }" : "let ears = table.$rows.sink { _ in }")
    var log: [String] = []
    for next in 1...50 {
      guard case .list(let rows) = try unheard.get("table.rows"), rows.count > 10 else { break }
      let step = Self.step(rows.count, 1000 + next, &random)
      if case .source(let text) = step { log.append(text) } else { log.append("client") }
      #expect(Self.outcome(step, in: unheard) == Self.outcome(step, in: heard), "seed \(seed): \(log)")
      let (value, other) = (try unheard.get("table.rows"), try heard.get("table.rows"))
      #expect(value == other, "seed \(seed): \(log)")
      #expect(try Self.stored(unheard) == value, "seed \(seed): \(log)")
      #expect(try Self.stored(heard) == value, "seed \(seed): \(log)")
      if value != other { break }
    }
    for world in [unheard, heard] {
      let evaluation = try world.eval("#expect(keeper.areIntact())")
      #expect(evaluation.expectations.failures.isEmpty && evaluation.expectations.held == 1, "seed \(seed): \(log)")
    }
    #expect(try Self.kept(unheard) == Self.kept(heard), "seed \(seed): \(log)")
    #expect(try unheard.restarted().get("table.rows") == unheard.get("table.rows"))
  }

  /// What listeners see before and after, of a list that is changed in each of the ways there are; and not any more.
  private static func heard(_ world: World, _ count: Int) throws -> [String] {
    var lines: [String] = []
    func run(_ source: String) throws {
      do { lines += try world.eval(source).printed } catch { lines.append("\(error)") }
      lines += world.notices()
    }
    try run("import Combine\nlet table = Table(\(count))\nvar kept = Set<AnyCancellable>()")
    func listen() throws {
      try run(
        """
        table.objectWillChange.sink { print("will, was \\(table.rows[7].text) \\(table.rows[8].text)") }.store(in: &kept)
        table.$rows.sink { print("$ \\($0[7].text) \\($0[8].text), was \\(table.rows[7].text)") }.store(in: &kept)
        """)
    }
    func edits(_ name: String) throws {
      try run("table.rows[7].text = \"\(name) by the program\"")
      try run("table.rows.insert(Row(id: 999, text: \"\(name) inserted\"), at: 3)")
      try run("table.rows.remove(at: 3); table.rows.append(Row(id: 998, text: \"\(name)\"))")
      try world.set("table.rows[7].text", .string("\(name) by index"))
      try world.set("table.rows[id: 8].text", .string("\(name) by identity"))
      try world.set("table.rows", world.get("table.rows"))
      try run("try table.someFail(7)")
      let text = PortableValue.record([.init("text", .string("\(name) patched"))])
      _ = try world.engine.patch(
        "table.rows", .list([.list([.string("patch"), .int(7), .record([.init("set", text)])])]), .native,
        .init(session: "c1"))
      _ = try world.engine.undo(world.engine.revision, .init(session: "c1"))
      lines += world.notices()
    }
    try edits("before")
    try listen()
    try edits("with")
    try run("kept = []")
    try edits("without")
    try listen()
    try edits("again")
    return lines
  }

  @Test func listenersHearTheSameOfAShortList() throws {
    let (short, long) = (try World(Self.table), try World(Self.table))
    let lines = try Self.heard(short, 20)
    #expect(lines.count > 40)
    #expect(try Self.heard(long, 1000) == lines)
  }

  @Test func theSameAgainIsACommitOnlyIfForced() throws {
    for count in [20, 1000] {
      let world = try World(Self.table + "\nlet table = Table(\(count))")
      let value = try world.get("table.rows")
      var options = Engine.WriteOptions(session: "c1")
      #expect(try !world.engine.set("table.rows", to: value, options).changed)
      #expect(try !world.engine.set("table.rows[7].text", to: .string("row 7"), options).changed)
      options.force = true
      let before = world.engine.revision
      let receipt = try world.engine.set("table.rows", to: value, options)
      #expect(receipt.changed && receipt.revision == before + 1 && receipt.changes == 1)
      #expect(try world.engine.set("table.rows[7].text", to: .string("row 7"), options).changes == 1)
      #expect(try world.get("table.rows") == value)
    }
  }
}

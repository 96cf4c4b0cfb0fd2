// Edits of a long list in a store: whatever way they come, alone or several at once, undone or refused, what clients are told
// is what the program has, and a copy that was made from patches alone is it too.
import EngineSupport
import Language
import TestSupport
import Testing

@testable import Engine

@Suite struct LongListTests {
  private static let shelf = """
    struct Book: Identifiable, Codable { var id: Int; var title: String; var tags: [String] = [] }
    enum Refusal: Error { case refused }
    class Shelf: ObservableObject {
      @Published var books: [Book] = []
      @Published var count = 0
      init(_ count: Int) { books = (0..<count).map { Book(id: $0, title: "b\\($0)") } }
      func rename(_ place: Int, _ title: String) { books[place].title = title }
      func tag(_ place: Int, _ text: String) { books[place].tags.append(text) }
      func both(_ title: String) { rename(1, "y"); rename(7, title) }
      func add(_ id: Int) { books.append(Book(id: id, title: "added")) }
      func put(_ id: Int, _ place: Int) { books.insert(Book(id: id, title: "put"), at: place) }
      @discardableResult func take(_ place: Int) -> Book { books.remove(at: place) }
      func ends(_ id: Int) { books.removeFirst(); books.removeLast(); books += [Book(id: id, title: "end")] }
      func move(_ from: Int, _ to: Int) { books.move(fromOffsets: [from], toOffset: to) }
      func swap(_ a: Int, _ b: Int) { books.swapAt(a, b) }
      func drop(_ rest: Int) { books.removeAll { $0.id % 97 == rest } }
      func same(_ place: Int) { let title = books[place].title; books[place].title = "x"; books[place].title = title }
      func twice(_ place: Int) { books[place].title = "first"; books.insert(Book(id: -1, title: "x"), at: 0); books.removeFirst(); books[place].title += "!" }
      func mixed(_ id: Int) { add(id); books = books.reversed(); books[0].title = "mixed"; count = books.count }
      func fails(_ place: Int) throws { books[place].title = "never"; take(place); add(0); books = []; throw Refusal.refused }
      func failsInPart(_ place: Int) throws { books[place].title = "never"; take(place); add(0); throw Refusal.refused }
      func exchange(_ place: Int) { books[place] = Book(id: books[place].id, title: "exchanged") }
    }
    """

  /// What the program has, made plain data as a whole.
  private static func held(_ world: World) throws -> PortableValue {
    let property = try #require(world.engine.stores.property(at: "shelf.books"))
    return try #require(
      property.store.program.portable(property.store.instance.storedValue(at: property.info.slot!)))
  }

  private static func call(_ world: World, _ text: String) throws { try world.eval(text) }

  /// One edit, in one of the ways there are.
  private static func edit(_ world: World, _ count: Int, _ next: Int, _ random: inout SeededRandom) throws {
    let at = Int.random(in: 1..<count - 1, using: &random)
    let to = Int.random(in: 1..<count - 1, using: &random)
    let book = PortableValue.record([
      .init("id", .int(next)), .init("title", .string("n")), .init("tags", .list([])),
    ])
    func patch(_ operations: [PortableValue]) throws {
      _ = try world.engine.patch("shelf.books", .list(operations), .native, .init(session: "c1"))
    }
    func operation(_ name: String, _ at: Int, _ operand: PortableValue) -> PortableValue {
      .list([.string(name), .int(at), operand])
    }
    let renamed = PortableValue.record([.init("set", .record([.init("title", .string("p\(next)"))]))])
    switch Int.random(in: 0..<22, using: &random) {
    case 0: try world.set("shelf.books[\(at)].title", .string("s\(next)"))
    case 1:
      guard case .record(let fields) = try world.get("shelf.books[\(at)]"), case .int(let id) = fields[0].value else {
        return
      }
      try world.set("shelf.books[id: \(id)].title", .string("i\(next)"))
    case 2: try world.set("shelf.books[\(at)]", book)
    case 3: try patch([operation("patch", at, renamed)])
    case 4: try patch([operation("insert", at, .list([book]))])
    case 5: try patch([operation("remove", at, .int(1))])
    case 6: try patch([operation("move", at, .int(to))])
    case 7:
      try patch([operation("move", at, .int(to)), operation("patch", at, renamed), operation("remove", 0, .int(1))])
    case 8: try world.eval("shelf.rename(\(at), \"m\(next)\")")
    case 9: try world.eval("shelf.tag(\(at), \"t\(next)\")")
    case 10: try world.eval("shelf.add(\(next))")
    case 11: try world.eval("shelf.put(\(next), \(at))")
    case 12: try world.eval("_ = shelf.take(\(at))")
    case 13: try world.eval("shelf.ends(\(next))")
    case 14: try world.eval("shelf.move(\(at), \(to))")
    case 15: try world.eval("shelf.swap(\(at), \(to))")
    case 16: try world.eval("shelf.same(\(at))")
    case 17: try world.eval("shelf.twice(\(at))")
    case 18: try world.eval("shelf.mixed(\(next))")
    case 19:
      let name = Bool.random(using: &random) ? "fails" : "failsInPart"
      #expect(throws: EngineError.self) { try world.eval("try shelf.\(name)(\(at))") }
    case 20: try world.eval("shelf.exchange(\(at))")
    default:
      _ = try world.engine.commit(
        [
          .init(path: "shelf.books[\(at)].title", value: .string("c\(next)")),
          .init(path: "shelf.count", value: .int(next)),
          .init(path: "shelf.books", value: .list([operation("insert", 0, .list([book]))]), patch: .native),
          .init(path: "shelf.books[\(to)].title", value: .string("d\(next)")),
        ], if: [], .init(session: "c1"))
    }
  }

  @Test(arguments: seeds(1...12, few: 4)) func clientsAreToldWhatTheProgramHas(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let world = try World(Self.shelf)
    try world.eval("let shelf = Shelf(1500)")
    // With a listener, values are announced before they are stored, and kept.
    if seed % 3 == 0 { try world.eval("let counting = shelf.$books.map { $0.count }.sink { _ in }") }
    if seed % 4 == 0 { try world.eval("let changes = shelf.objectWillChange.sink { _ in }") }
    var copy = try world.get("shelf.books")
    var versions: [PortableValue] = [copy]
    for next in 1...60 {
      guard case .list(let items) = copy else { return }
      let revision = world.engine.revision
      try Self.edit(world, items.count, 100_000 + next, &random)
      let held = try Self.held(world)
      #expect(try world.get("shelf.books") == held, "seed \(seed), edit \(next)")
      for number in revision..<world.engine.revision {
        let record = try #require(world.engine.delivery.record(of: number + 1))
        for change in record.changes where change.path == "shelf.books" {
          let (old, value) = (try #require(change.old), try #require(change.value))
          #expect(old == copy)
          #expect(old != value, "seed \(seed), edit \(next): nothing is told when nothing changes")
          let patch = try #require(old.difference(to: value, key: "id"))
          copy = try copy.patched(by: patch, .native)
        }
      }
      #expect(copy == held, "seed \(seed), edit \(next): made of patches alone")
      versions.append(held)
    }
    // Undone, commit by commit, as far as they are the list's own.
    let last = try world.get("shelf.books")
    if let commit = world.engine.lastCommit(of: "c1"),
      world.engine.delivery.record(of: commit)?.changes.map(\.path) == ["shelf.books"]
    {
      let before = try #require(world.engine.delivery.record(of: commit)?.changes[0].old)
      _ = try world.engine.undo(commit, .init(session: "c1"))
      #expect(try Self.held(world) == before)
      #expect(try world.get("shelf.books") == before)
      _ = try world.engine.undo(world.engine.revision, .init(session: "c1"))
      #expect(try Self.held(world) == last)
    }
    #expect(try world.restarted().get("shelf.books") == last)
  }

  @Test func anElementThatDoesNotFitIsLocated() throws {
    let world = try World(Self.shelf)
    try world.eval("let shelf = Shelf(1500)")
    for (path, value) in [
      ("shelf.books[700].title", PortableValue.int(3)), ("shelf.books[700]", .int(3)),
      ("shelf.books[1500].title", .string("x")), ("shelf.books[id: 9999].title", .string("x")),
      ("shelf.books[700].pages", .int(3)),
    ] {
      let short = try World(Self.shelf)
      try short.eval("let shelf = Shelf(20)")
      func refusal(_ world: World, _ path: String) -> String {
        do {
          try world.set(path, value)
          return "taken"
        } catch { return "\(error)" }
      }
      // As in a list that is short enough to be looked at as a whole.
      #expect(
        refusal(world, path)
          == refusal(short, path.replacing("700", with: "7").replacing("1500", with: "20"))
          .replacing("[7]", with: "[700]").replacing("20", with: "1500"))
    }
  }

  @Test func whatIsTooLargeIsRefusedAndUndone() throws {
    var limits = Engine.Limits()
    limits.valueBytes = 100_000
    let world = try World(Self.shelf, limits: limits)
    try world.eval("let shelf = Shelf(1500)")
    let before = try world.get("shelf.books")
    let long = PortableValue.string(String(repeating: "x", count: 60_000))
    #expect(throws: EngineError.self) { try world.set("shelf.books[7].title", long) }
    #expect(throws: EngineError.self) {
      try world.eval("shelf.both(String(repeating: \"x\", count: 60_000))")
    }
    #expect(try world.get("shelf.books") == before)
    #expect(try Self.held(world) == before)
  }
}

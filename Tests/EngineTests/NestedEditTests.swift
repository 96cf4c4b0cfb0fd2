// Edits of what is long inside of something else: a list in a structure, a dictionary, sections of lists, an enum's payload.
// Only what differs is made anew, on the way in and on the way out; whatever way an edit comes, it is as if all were.
import EngineSupport
import Language
import TestSupport
import Testing

@testable import Engine

@Suite struct NestedEditTests {
  private static let app = """
    struct Book: Identifiable, Codable, Equatable { var id: Int; var title: String; var price: Double? = nil }
    struct Section: Codable { var name: String; var books: [Book]; var isOpen = true }
    enum Loading: Codable { case none; case loaded([Book]); case partly(books: [Book], left: Int) }
    struct Root: Codable {
      var name = "app"
      var books: [Book]
      var byName: [String: Book]
      var byNumber: [Int: [String]]
      var sections: [Section]
      var loading = Loading.none
      var pair: (Int, String) { (1, name) }
      var selected: Book?
      var tags: Set<Int> = [1, 2, 3]
    }
    class App: ObservableObject {
      @Published var state: Root
      @Published var count = 0
      init(_ n: Int) {
        let books = (0..<n).map { Book(id: $0, title: "b\\($0)") }
        state = Root(
          books: books, byName: Dictionary(uniqueKeysWithValues: books.map { ($0.title, $0) }),
          byNumber: Dictionary(uniqueKeysWithValues: books.map { ($0.id, [$0.title]) }),
          sections: (0..<3).map { Section(name: "s\\($0)", books: books) })
      }
      func fails(_ at: Int) throws { state.books[at].title = "never"; state.byName = [:]; throw URLError(.badURL) }
    }
    let app = App(400)
    """

  /// Statements of the program, and then what clients send; `#` is a place in the lists, `%` a number that grows.
  private static let edits = [
    #"app.state.books[#].title = "t%""#,
    #"app.state.books[#].price = Double(%) / 4"#,
    #"app.state.books.insert(Book(id: %, title: "new"), at: #)"#,
    #"app.state.books.remove(at: #)"#,
    #"app.state.books.swapAt(#, 7)"#,
    #"app.state.books.reverse()"#,
    #"app.state.byName["b#"]?.title = "n%""#,
    #"app.state.byName["x%"] = Book(id: %, title: "x")"#,
    #"app.state.byName["b#"] = nil"#,
    #"app.state.byName = app.state.byName.filter { $0.value.id.isMultiple(of: 13) == false }"#,
    #"app.state.byNumber[#, default: []].append("%")"#,
    #"app.state.byNumber[-%] = []"#,
    #"app.state.byNumber[#] = nil"#,
    #"app.state.sections[1].books[#].title = "s%""#,
    #"app.state.sections[0].isOpen.toggle()"#,
    #"app.state.sections.append(Section(name: "%", books: []))"#,
    #"app.state.sections.removeLast(); app.state.sections.insert(Section(name: "%", books: app.state.books), at: 1)"#,
    #"app.state.loading = .loaded(app.state.books)"#,
    #"app.state.loading = .partly(books: app.state.books, left: %)"#,
    #"if case .loaded(var books) = app.state.loading { books[#].title = "l%"; app.state.loading = .loaded(books) }"#,
    #"app.state.selected = app.state.selected == nil ? app.state.books[#] : nil"#,
    #"app.state.tags.insert(%)"#,
    #"app.state.name = "n%"; app.state.books[#].title = "first"; app.state.books[#].title = "same""#,
    #"let title = app.state.books[#].title; app.state.books[#].title = "x"; app.state.books[#].title = title"#,
    #"app.state = Root(books: app.state.books, byName: app.state.byName, byNumber: [:], sections: app.state.sections)"#,
    #"_ = try? app.fails(#)"#,
  ]

  private static let sets = [
    ("app.state.books[#].title", PortableValue.string("c")), ("app.state.sections[1].books[#].title", .string("d")),
    ("app.state.byName[\"b#\"].title", .string("e")), ("app.state.name", .string("f")),
    ("app.state.selected", .null),
  ]

  private static func patch(_ path: [String], _ patch: PortableValue) -> PortableValue {
    path.reversed().reduce(patch) { .record([.init("patch", .record([.init($1, $0)]))]) }
  }

  private static func patches(_ at: Int, _ next: Int) -> [PortableValue] {
    let book = PortableValue.record([.init("id", .int(next)), .init("title", .string("p")), .init("price", .null)])
    let title = PortableValue.record([.init("set", .record([.init("title", .string("q\(next)"))]))])
    return [
      patch(["books"], .list([.list([.string("insert"), .int(at), .list([book])])])),
      patch(["books"], .list([.list([.string("patch"), .int(at), title])])),
      patch(
        ["byName"], .record([.init("set", .record([.init("p\(next)", book)])), .init("unset", .list([.string("b5")]))])),
      patch(["byName", "b7"], title),
      patch(
        ["sections"],
        .list([
          .list([.string("patch"), .int(0), patch(["books"], .list([.list([.string("remove"), .int(at), .int(2)])]))])
        ])),
    ]
  }

  @Test func theProgramTakesEachEdit() throws {
    let world = try World(Self.app)
    for edit in Self.edits {
      try world.eval("do { \(edit.replacing("#", with: "20").replacing("%", with: "999")) }")
    }
  }

  private static func property(_ world: World) throws -> Property {
    try #require(world.engine.stores.property(at: "app.state"))
  }

  /// What the program has, made plain data as a whole.
  private static func held(_ world: World) throws -> PortableValue {
    let property = try property(world)
    return try #require(property.store.program.portable(property.store.instance.storedValue(at: property.info.slot!)))
  }

  @Test(arguments: seeds(1...12, few: 4)) func whatIsMadeOfTheEditIsWhatIsMadeOfTheWhole(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let world = try World(Self.app)
    if seed % 3 == 0 { try world.eval("let names = app.$state.map { $0.name }.sink { _ in }") }
    var copy = try world.get("app.state")
    for next in 1...50 {
      let at = Int.random(in: 10..<200, using: &random)
      let revision = world.engine.revision
      var wanted: PortableValue?
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let (path, value) = Self.sets.randomElement(using: &random)!
        _ = try? world.engine.set(path.replacing("#", with: "\(at)"), to: value, .init(session: "c1"))
      case 1:
        let patch = Self.patches(at, next).randomElement(using: &random)!
        wanted = try? copy.patched(by: patch, .native)
        guard wanted != nil else { continue }
        _ = try world.engine.patch("app.state", patch, .native, .init(session: "c1"))
      default:
        let text = Self.edits.randomElement(using: &random)!
        _ = try? world.engine.evaluate(
          SourceText(
            file: "edit", text: "do { \(text.replacing("#", with: "\(at)").replacing("%", with: "\(1000 + next)")) }"),
          session: "c1")
      }
      let held = try Self.held(world)
      #expect(try Self.property(world).value.isIdentical(to: held), "seed \(seed), edit \(next)")
      if let wanted { #expect(held.isSame(as: try Self.sorted(wanted, as: world)), "seed \(seed), edit \(next)") }
      for number in revision..<world.engine.revision {
        let record = try #require(world.engine.delivery.record(of: number + 1))
        for change in record.changes where change.path == "app.state" {
          let (old, value) = (try #require(change.old), try #require(change.value))
          #expect(old == copy)
          copy = try copy.patched(by: try #require(old.difference(to: value, key: "id")), .native)
          copy = try Self.sorted(copy, as: world)
        }
      }
      #expect(copy == held, "seed \(seed), edit \(next): made of patches alone")
    }
    #expect(try world.restarted().get("app.state") == Self.held(world))
  }

  /// As the program has it: entries of a dictionary have the order of their keys, and a patch puts new ones last.
  private static func sorted(_ value: PortableValue, as world: World) throws -> PortableValue {
    let property = try property(world)
    return try #require(
      property.store.program.portable(try property.store.program.value(value, as: property.info)))
  }

  @Test(arguments: [
    (
      ["books"],
      PortableValue.list([
        .list([.string("patch"), .int(300), .record([.init("set", .record([.init("title", .int(1))]))])])
      ]),
      "app.state.books[300].title"
    ),
    (["byName", "b9"], .record([.init("set", .record([.init("id", .string("x"))]))]), #"app.state.byName["b9"].id"#),
    (["byName"], .record([.init("set", .record([.init("new", .int(1))]))]), #"app.state.byName["new"]"#),
    (
      ["sections"],
      .list([.list([.string("patch"), .int(1), .record([.init("set", .record([.init("isOpen", .int(1))]))])])]),
      "app.state.sections[1].isOpen"
    ),
  ]) func whatDoesNotFitIsNamed(path: [String], patch: PortableValue, place: String) throws {
    let world = try World(Self.app)
    let before = try Self.held(world)
    #expect {
      try world.engine.patch("app.state", Self.patch(path, patch), .native, .init(session: "c1"))
    } throws: {
      guard case .typeMismatch(place, _, _)? = $0 as? EngineError else { return false }
      return true
    }
    #expect(try Self.held(world) == before)
  }
}

// Properties with a wrapper of the program's own that tells of its value, as `@Get(\.users) var users` does: they are listed, read, watched and
// kept like published ones.
import Language
import Testing

@testable import Engine

@Suite struct WrappedPropertyTests {
  private static let source = """
    @propertyWrapper final class Loaded<Value> {
      @Published private(set) var wrappedValue: Value?
      @Published var attempts = 0
      var projectedValue: Loaded<Value> { self }
      init() {}
      func load(_ value: Value) { attempts += 1; wrappedValue = value }
    }
    @propertyWrapper final class Open { @Published var wrappedValue: Int; init(wrappedValue: Int) { self.wrappedValue = wrappedValue } }
    @propertyWrapper struct Silent { var wrappedValue: Int }
    class Shelf: ObservableObject {
      @Published var first = 1
      @Loaded var books: [String]?
      @Published var last = 2
      @Open var count = 3
      @Loaded private var secret: Int?
      @Silent var silent = 4
      func fetch(_ title: String) { $books.load([title]) }
      func hide(_ number: Int) { $secret.load(number) }
    }
    let shelf = Shelf()
    """

  @Test func itIsListedAndReadWhereItIsDeclared() throws {
    let world = try World(Self.source)
    let store = try #require(world.engine.storeList.first)
    #expect(world.engine.storeList.map(\.path) == ["shelf"])
    #expect(store.visibleProperties.map(\.info.name) == ["first", "books", "last", "count"])
    #expect(store.visibleProperties.map(\.isWatchable) == [true, true, true, true])
    #expect(store.visibleProperties.map(\.info.isSettable) == [true, false, true, true])
    #expect(world.engine.visiblePaths.sorted() == ["shelf.books", "shelf.count", "shelf.first", "shelf.last"])
    #expect(try world.engine.describe("shelf").computed.map(\.path) == ["shelf.silent"])
    #expect(try world.engine.describe("shelf.books").typeName == "[String]?")
    #expect(
      try world.get("shelf")
        == .record([
          .init("first", .int(1)), .init("books", .null), .init("last", .int(2)), .init("count", .int(3)),
        ]))
    for path in ["shelf._books", "shelf._books.wrappedValue", "shelf._books.attempts", "shelf.secret"] {
      #expect(throws: EngineError.self) { try world.get(path) }
    }
  }

  @Test func itsChangesAreTold() throws {
    let world = try World(Self.source)
    try world.watch("shelf.books", name: "one")
    try world.watch("**", name: "all")
    _ = world.events()
    try world.eval("shelf.fetch(\"Dune\")")
    #expect(
      world.events().filter { $0.contains("change") } == [
        "one change@2 shelf.books=['Dune']", "all change@2 shelf.books=['Dune']",
      ])
    #expect(try world.get("shelf.books[0]") == .string("Dune"))
    #expect(try world.history(of: "shelf.books", limit: 9).map(\.change.value) == [.list([.string("Dune")]), .null])
    // What is private is heard of by nobody.
    try world.eval("shelf.hide(7)")
    #expect(world.events().filter { $0.contains("change") } == [])
  }

  @Test func itIsSetWhereItsWrapperTakesIt() throws {
    let world = try World(Self.source)
    try world.set("shelf.count", .int(9))
    #expect(try world.get("shelf.count") == .int(9))
    try world.eval("let seen = shelf.count")
    #expect(try world.get("seen") == .int(9))
    _ = try world.engine.undo(2, .init(session: "c1"))
    #expect(try world.get("shelf.count") == .int(3))
    try world.set("shelf.count", .int(5))
    _ = try world.engine.reset("shelf", .init(session: "c1"))
    #expect(try world.get("shelf.count") == .int(3))
    do {
      try world.set("shelf.books", .list([]))
      Issue.record("it is set")
    } catch {
      guard case .readOnly = error as? EngineError else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func itStaysOverARestartAndARedefinition() throws {
    let world = try World(Self.source)
    try world.eval("shelf.fetch(\"Dune\")")
    try world.set("shelf.count", .int(9))
    let again = try world.restarted()
    #expect(try again.get("shelf.books") == .list([.string("Dune")]))
    #expect(try again.get("shelf.count") == .int(9))
    let version = try again.engine.get("shelf.books").version
    try again.eval("class Shelf: ObservableObject {\n  @Loaded var books: [String]?\n  var more = 1\n}")
    #expect(try again.get("shelf.books") == .list([.string("Dune")]))
    #expect(try again.engine.get("shelf.books").version == version)
    #expect(try again.get("shelf.more") == .int(1))
  }

  @Test func whoWatchesItWatchesItsStore() throws {
    let world = try World(
      Self.source + "\nvar heard: [String] = []\nlet task = shelf.whileWatched { heard.append(\"begun\") }")
    try world.watch("shelf.books")
    world.engine.advance(to: world.engine.now + 1)
    #expect(try world.get("heard") == .list([.string("begun")]))
    try world.engine.delivery.close(name: "w", session: "c1")
  }

  /// Also for what is secret: that is decided by names.
  @Test func pipelinesSpeakOfItByItsName() throws {
    let world = try World(
      """
      @propertyWrapper final class Checked {
        @Published var raw = ""
        @Published private(set) var wrappedValue = false
        var projectedValue: Checked { self }
        init() { $raw.map { $0.count >= 3 }.assign(to: &$wrappedValue) }
      }
      class Form: ObservableObject {
        @Checked var name: Bool
        @Published private(set) var isWrong = true
        init() { $name.$wrappedValue.map { !$0 }.assign(to: &$isWrong) }
        func type(_ text: String) { $name.raw = text }
      }
      let form = Form()
      """)
    let pipelines = world.engine.pipelines.all
    #expect(pipelines.map(\.name) == ["form.name", "form.isWrong"])
    #expect(pipelines.map(\.inputs) == [["form._name.raw"], ["form.name"]])
    try world.watch("form", mode: .every)
    _ = world.events()
    try world.eval("form.type(\"Ann\")")
    #expect(world.events() == ["w change@2 form.name=true form.isWrong=false"])
    let again = try world.restarted()
    #expect(try again.get("form") == .record([.init("name", .bool(true)), .init("isWrong", .bool(false))]))
  }
}

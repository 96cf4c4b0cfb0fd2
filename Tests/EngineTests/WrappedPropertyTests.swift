// Properties with a wrapper of the program's own that tells of its value, as `@Get(\.users) var users` does: they are listed, read, watched and
// kept like published ones.
import Language
import TestSupport
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

  /// What `init` makes has its place only when it is done: pipelines are told of by that, too.
  @Test func whatInitMakesIsAnInputByItsPath() throws {
    let source = """
      class Inner: ObservableObject {
        @Published var code = 1
        @Published var twice = 0
        init() { $code.map { $0 * 2 }.assign(to: &$twice) }
      }
      @propertyWrapper final class Told<Value> {
        @Published var wrappedValue: Value
        var projectedValue: Told<Value> { self }
        init(_ value: Value) { wrappedValue = value }
      }
      class Outer: ObservableObject {
        @Told var secret: Int
        let inner: Inner
        @Published var sum = 0
        init() {
          _secret = Told(7)
          inner = Inner()
          $secret.$wrappedValue.combineLatest(inner.$code).map { $0 + $1 }.assign(to: &$sum)
        }
      }
      let outer = Outer()
      """
    func inputs(_ world: World) -> [String: [String]] {
      Dictionary(uniqueKeysWithValues: world.engine.pipelines.all.map { ($0.name, $0.inputs) })
    }
    let expected = ["outer.sum": ["outer.secret", "outer.inner.code"], "outer.inner.twice": ["outer.inner.code"]]
    let world = try World(source)
    #expect(inputs(world) == expected)
    try world.set("outer.secret", .int(8))
    #expect(world.engine.pipelines.all.first { $0.name == "outer.sum" }?.received(from: "outer.secret") == 2)
    let again = try world.restarted()
    #expect(try again.get("outer.secret") == .int(8))
    #expect(try again.get("outer.sum") == .int(9))
    #expect(inputs(again) == expected)
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

  private static func fetched(_ declarations: String) throws -> String {
    try Repository.text("Sources/Stores/Get.swift") + """

      struct Waiting: Error {}
      extension Endpoints {
        var users: Endpoint<[String]> { Endpoint(placeholder: ["…"]) { try await Task.sleep(for: .seconds(9)); return ["Ann"] } }
        var songs: Endpoint<[String]> { Endpoint { throw Waiting() } }
      }
      @MainActor class Screen: ObservableObject {
        @Get(\\.users) var users
        @Get(\\.songs) var songs
        func request() { $users.request() }
        func cancel() { $users.cancel() }
      }
      let screen = Screen()
      class Other { var q = 1 }

      """ + declarations
  }

  /// What an endpoint loads with is no data, and is there again all the same.
  @Test func nothingIsLostOfAnEndpoint() throws {
    var world = try World(try Self.fetched(""))
    for number in 2...3 {
      try world.eval("class Other { var q = \(number) }")
      #expect(world.notices() == [])
      world = try world.restarted()
      #expect(world.notices().filter { $0.contains("problem") } == [] && world.engine.problems.isEmpty)
    }
  }

  /// What was being loaded is loaded by nobody any more.
  @Test(arguments: ["restart", "redefinition"]) func whatWasLoadingIsAsItBegan(_ way: String) throws {
    var world = try World(try Self.fetched("let initial = screen.users"))
    let initial = try world.get("screen.users")
    func end() throws {
      if way == "restart" { world = try world.restarted() } else { try world.eval("class Other { var q = 2 }") }
    }
    try world.eval("screen.request()")
    world.engine.advance(to: world.engine.now + 1_000_000_000)
    try end()
    #expect(try world.get("screen.users") == initial)
    try world.eval("screen.request()")
    world.engine.advance(to: world.engine.now + 20_000_000_000)
    #expect(try world.get("screen.users") == .record([.init("loaded", .list([.string("Ann")]))]))
    try end()
    #expect(try world.get("screen.users") == .record([.init("loaded", .list([.string("Ann")]))]))
    let loading = try World(
      """
      class Shelf: ObservableObject {
        @Published var books = LoadState<[Int]>.idle
        func load() { books = .loading([1]) }
      }
      let shelf = Shelf()
      shelf.load()
      """)
    #expect(try loading.restarted().get("shelf.books") == .string("idle"))
  }

  /// Who listens is counted anew: those that are gone do not count.
  @Test func whoListensIsCountedAnew() throws {
    var world = try World(
      try Repository.text("Sources/Stores/DocumentCollection.swift") + """

        struct Book: Codable, Equatable { var title: String }
        var told: [Bool] = []
        class Library: ObservableObject {
          let books = DocumentCollection<Book>()
          init() { books.onListening = { told.append($0) } }
        }
        let library = Library()
        """)
    func listen() throws {
      for session in ["c1", "c2"] {
        try world.eval("library.books.snapshots(DocumentQuery()).sink { _ in }", session: session)
      }
    }
    try listen()
    #expect(try world.eval("print(library.books.listeners)").printed.joined() == "2")
    world = try world.restarted()
    #expect(try world.eval("print(library.books.listeners)").printed.joined() == "0")
    #expect(try world.get("told") == .list([.bool(true)]))
    try listen()
    #expect(try world.get("told") == .list([.bool(true), .bool(true)]))
    try world.eval("class Other { var q = 1 }")
    try world.eval("class Other { var q = 2 }")
    #expect(try world.eval("print(library.books.listeners)").printed.joined() == "0")
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

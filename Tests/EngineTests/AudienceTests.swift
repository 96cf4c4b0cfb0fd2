// Work that goes on while somebody watches (S018), and what people are told of tasks that were given up.
import Language
import Testing

@testable import Engine

@Suite struct AudienceTests {
  private let second = 1_000_000_000

  private static let model = """
    import Combine
    class Books: ObservableObject {
      @Published var titles: [String] = []
      @Published var fetching = false
      @MainActor func fetch() async {
        fetching = true
        defer { fetching = false }
        do { try await Task.sleep(for: .seconds(2)) } catch { print("left"); return }
        titles = ["A", "B", "C", "D"]
      }
    }
    let books = Books()
    let loading = books.whileWatched { await books.fetch() }
    """

  private func pass(_ nanoseconds: Int, in world: World) { world.engine.advance(to: world.engine.now + nanoseconds) }

  @Test func itStartsWithTheFirstWatcher() throws {
    let world = try World(Self.model)
    pass(60 * second, in: world)
    #expect(try world.get("books.fetching") == .bool(false))
    try world.watch("books.titles")
    pass(0, in: world)
    #expect(try world.get("books.fetching") == .bool(true))
    pass(2 * second - 1, in: world)
    #expect(try world.get("books.titles") == .list([]))
    pass(1, in: world)
    #expect(try world.get("books.titles") == .list("ABCD".map { .string(String($0)) }))
    #expect(try world.get("books.fetching") == .bool(false))
  }

  @Test func itIsCancelledWithTheLast() throws {
    let world = try World(Self.model)
    try world.watch("books.titles", name: "a")
    try world.watch("books.**", name: "b")
    pass(second, in: world)
    try world.engine.delivery.close(name: "a", session: "c1")
    pass(0, in: world)
    #expect(try world.get("books.fetching") == .bool(true))
    try world.engine.delivery.close(name: "b", session: "c1")
    pass(0, in: world)
    #expect(try world.get("books.fetching") == .bool(false))
    #expect(
      world.notices() == [
        "loading started somebody watches", "loading cancelled nobody watches any more", "print left",
      ])
    #expect(try world.get("books.titles") == .list([]))
    // And starts again.
    try world.watch("books", name: "c")
    pass(2 * second, in: world)
    #expect(try world.get("books.titles") != .list([]))
  }

  @Test func looksAtEverythingStartNothing() throws {
    let world = try World(Self.model)
    try world.watch("**", mode: .every)
    try world.watch("*.titles", name: "b")
    pass(second, in: world)
    #expect(try world.get("books.fetching") == .bool(false))
  }

  @Test func aPublisherThatIsWatchedCounts() throws {
    let world = try World(Self.model)
    var options = SubscriptionOptions(paths: [])
    options.publisher = "books.$titles"
    _ = try world.engine.delivery.open(name: "p", session: "c1", options)
    pass(0, in: world)
    #expect(try world.get("books.fetching") == .bool(true))
    world.engine.closeSession("c1")
    pass(0, in: world)
    #expect(try world.get("books.fetching") == .bool(false))
  }

  @Test func itIsThereAgainAfterARestart() throws {
    let world = try World(Self.model).restarted()
    try world.watch("books")
    pass(2 * second, in: world)
    #expect(try world.get("books.titles") != .list([]))
  }

  @Test func givingItUpEndsIt() throws {
    let world = try World(Self.model)
    try world.watch("books")
    pass(second, in: world)
    try world.eval("loading.cancel()")
    pass(second, in: world)
    #expect(try world.get("books.titles") == .list([]))
    #expect(world.engine.nextDeadline == nil)
  }

  // MARK: What people are told

  private static let search = """
    import Combine
    @MainActor class Search: ObservableObject {
      @Published var found = ""
      var task: Task<Void, Never>?
      func look(_ term: String) {
        task?.cancel()
        task = Task {
          try? await Task.sleep(for: .seconds(1))
          found = term
        }
      }
    }
    let search = Search()
    """

  /// S019: the error is swallowed, and what was cancelled writes all the same. That is what the program says; people hear
  /// of it.
  @Test func whatIsCancelledAndWritesAllTheSameIsWarnedOf() throws {
    let world = try World(Self.search)
    try world.eval("search.look(\"a\")")
    pass(0, in: world)
    try world.eval("search.task?.cancel()")
    pass(0, in: world)
    #expect(try world.get("search.found") == .string("a"))
    #expect(
      world.notices() == [
        "test:9:7 warning A cancelled task still assigns; look at Task.isCancelled before. (search.found)",
        "test:7:12 task cancelled",
      ])
  }

  @Test func aTaskThatGaveWayIsToldAsSuperseded() throws {
    let world = try World(Self.search)
    try world.eval("search.look(\"a\")")
    pass(second / 2, in: world)
    try world.eval("search.look(\"ab\")")
    pass(second, in: world)
    #expect(world.notices().contains("test:7:12 task superseded"))
    #expect(try world.get("search.found") == .string("ab"))
  }

  @Test(arguments: [
    ("DispatchQueue.global().async { search.found = \"x\" }", "test:1:39"),
    ("Task.detached { search.found = \"x\" }", "test:1:24"),
    ("Just(\"x\").receive(on: DispatchQueue.global()).assign(to: \\.found, on: search)", "test:1:47"),
  ])
  func publishingOffTheMainQueueIsWarnedOf(_ statement: String, _ place: String) throws {
    let world = try World("import Foundation\n" + Self.search.replacing("@MainActor ", with: ""))
    try world.eval(statement)
    pass(second, in: world)
    #expect(try world.get("search.found") == .string("x"))
    let told = world.notices().filter { $0.contains("warning") }
    let text =
      "warning Publishing changes from background threads is not allowed; make sure to publish values from the main "
      + "thread (via operators like receive(on:)) on model updates. (search.found"
    #expect(told.count == 1)
    #expect(told.first?.contains(text) ?? false, "\(told)")
    #expect(told.first?.hasPrefix(place) ?? false, "\(told)")
  }
}

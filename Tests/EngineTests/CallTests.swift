// Calls of methods that wait: their reply, cancelling, joining one that is under way.
import Language
import Testing

@testable import Engine

@Suite struct CallTests {
  private let second = 1_000_000_000

  private static let model = """
    import Combine
    class Books: ObservableObject {
      @Published var titles: [String] = []
      @Published var isLoading = false
      @MainActor func refresh(count: Int = 1) async -> Int {
        isLoading = true
        defer { isLoading = false }
        do { try await Task.sleep(for: .seconds(2)) } catch { print("gave up"); return 0 }
        titles.insert("new", at: 0)
        try? await Task.sleep(for: .milliseconds(500))
        return count
      }
      @MainActor func fail() async throws { await Task.yield(); throw CancellationError() }
    }
    let books = Books()
    """

  private final class Attempt {
    var outcome: Result<Engine.CallOutcome, EngineError>?
    var leave: (() -> Void)?

    init(_ world: World, _ path: String = "books.refresh", _ arguments: PortableValue? = nil, joins: Bool = false) {
      leave = world.engine.call(path, arguments, .init(session: "c1"), isSingleFlight: joins) { [weak self] in
        self?.outcome = $0
      }
    }
  }

  private func pass(_ nanoseconds: Int, in world: World) { world.engine.advance(to: world.engine.now + nanoseconds) }

  /// The reply comes when the method returns, half a second after its book (S021).
  @Test func theReplyComesWhenItReturns() throws {
    let world = try World(Self.model)
    let attempt = Attempt(world)
    #expect(try world.get("books.isLoading") == .bool(true))
    pass(2 * second, in: world)
    #expect(try world.get("books.titles") == .list([.string("new")]))
    #expect(attempt.outcome == nil)
    pass(second / 2, in: world)
    let outcome = try #require(try attempt.outcome?.get())
    #expect(world.engine.plain(try #require(outcome.value).value) == .int(1))
    #expect(outcome.revision == world.engine.revision)
  }

  /// However many there are: none is let go of before the call has had it.
  @Test func aVariadicParameterTakesAsManyAsAreGiven() throws {
    let world = try World(
      """
      class V: ObservableObject {
        func v(_ xs: Int..., of s: String = "") -> String { "\\(xs.count) \\(xs.reduce(0, +))\\(s)" }
      }
      let s = V()
      """)
    let numbers = PortableValue.list(PortableList((1...2_500).map { .int($0) }))
    let attempt = Attempt(world, "s.v", .record([.init("xs", numbers), .init("of", .string("!"))]))
    let outcome = try #require(try attempt.outcome?.get())
    #expect(world.engine.plain(try #require(outcome.value).value) == .string("2500 3126250!"))
  }

  @Test func twoCallsAreTwo() throws {
    let world = try World(Self.model)
    let (first, second) = (Attempt(world), Attempt(world))
    pass(3 * self.second, in: world)
    #expect(first.outcome != nil && second.outcome != nil)
    #expect(try world.get("books.titles") == .list([.string("new"), .string("new")]))
  }

  @Test func aSingleFlightIsSharedByAllWhoAskForTheSame() throws {
    let world = try World(Self.model)
    let (first, second) = (Attempt(world, joins: true), Attempt(world, joins: true))
    let other = Attempt(world, "books.refresh", .record([.init("count", .int(7))]), joins: true)
    pass(3 * self.second, in: world)
    #expect(try first.outcome?.get().revision == second.outcome?.get().revision)
    #expect(try world.engine.plain(#require(other.outcome?.get().value).value) == .int(7))
    #expect(try world.get("books.titles") == .list([.string("new"), .string("new")]))
    // What has landed is not joined any more.
    let later = Attempt(world, joins: true)
    pass(3 * self.second, in: world)
    #expect(later.outcome != nil)
    #expect(try world.get("books.titles") == .list([.string("new"), .string("new"), .string("new")]))
  }

  @Test func cancellingStopsTheTask() throws {
    let world = try World(Self.model)
    let attempt = Attempt(world)
    attempt.leave?()
    pass(0, in: world)
    #expect(world.notices() == ["print gave up", "test:5:19 task cancelled"])
    #expect(attempt.outcome == nil && world.engine.nextDeadline == nil)
    #expect(try world.get("books.isLoading") == .bool(false))
  }

  @Test func aSharedCallGoesOnForThoseWhoStay() throws {
    let world = try World(Self.model)
    let (first, second) = (Attempt(world, joins: true), Attempt(world, joins: true))
    first.leave?()
    world.engine.closeSession("c1")
    pass(3 * self.second, in: world)
    #expect(first.outcome == nil)
    #expect(try world.engine.plain(#require(second.outcome?.get().value).value) == .int(1))
  }

  @Test func theLastToLeaveCancels() throws {
    let world = try World(Self.model)
    let (first, second) = (Attempt(world, joins: true), Attempt(world, joins: true))
    first.leave?()
    second.leave?()
    pass(0, in: world)
    #expect(world.notices() == ["print gave up", "test:5:19 task cancelled"])
  }

  @Test func whatItThrowsIsTheReply() throws {
    let world = try World(Self.model)
    let attempt = Attempt(world, "books.fail")
    pass(0, in: world)
    guard case .failure(.thrown)? = attempt.outcome else {
      Issue.record("\(String(describing: attempt.outcome))")
      return
    }
  }

  @Test func aRedefinitionEndsTheCall() throws {
    let world = try World(Self.model)
    let attempt = Attempt(world, joins: true)
    try world.eval("class Books: ObservableObject { @Published var titles: [String] = [] }")
    guard case .failure(.superseded)? = attempt.outcome else {
      Issue.record("\(String(describing: attempt.outcome))")
      return
    }
    #expect(world.engine.evaluations.sharedCalls.isEmpty)
  }

  /// Methods are found wherever they are declared: in extensions of the class, of what it inherits from, and of protocols, as far
  /// as what these ask for holds. What is computed there is read as well.
  @Test func methodsOfExtensionsAreFound() throws {
    let world = try World(
      """
      import Combine
      protocol Bag { associatedtype Item; var items: [Item] { get set }; func check() -> Int }
      extension Bag { func check() -> Int { 1 }; mutating func add(_ item: Item) { items.append(item) }; var size: Int { items.count } }
      extension Bag where Item == Int { func sum() -> Int { items.reduce(0, +) } }
      extension Bag where Item == String { func joined() -> String { items.joined() } }
      class Base: ObservableObject { @Published var n = 0; func own() -> Int { 1 }; deinit {} }
      extension Base { func bump(by amount: Int) { n += amount }; var twice: Int { n * 2 }; private func hidden() {} }
      private extension Base { func hiddenToo() {} }
      class Numbers: Base, Bag { @Published var items = [1, 2]; override func own() -> Int { 2 } }
      class Holder<T>: ObservableObject { @Published var list: [T] = [] }
      extension Holder where T == Int { func total() -> Int { list.reduce(0, +) } }
      extension Holder where T == String { func text() -> String { list.joined() } }
      let a = Base()
      var b = Numbers()
      let h = Holder<Int>()
      """)
    func names(_ path: String) throws -> [String] { try world.engine.describe(path).methods.map(\.name) }
    func call(_ path: String, _ arguments: PortableValue? = nil) throws -> PortableValue? {
      try Attempt(world, path, arguments).outcome?.get().value.map { world.engine.plain($0.value) } ?? nil
    }
    #expect(try names("a") == ["own", "bump"])
    #expect(try names("b") == ["check", "add", "sum", "own", "bump"])
    #expect(try names("h") == ["total"])
    // Of a later text, and of a protocol of the library.
    try world.eval(
      #"extension Base { func reset() { n = 0 } }; extension ObservableObject { func kind() -> String { "store" } }"#)
    #expect(try names("a") == ["kind", "own", "bump", "reset"])
    _ = try call("b.bump", .record([.init("by", .int(4))]))
    #expect(try world.get("b.n") == .int(4) && world.get("b.twice") == .int(8) && world.get("b.size") == .int(2))
    _ = try call("b.add", .list([.int(5)]))
    #expect(try call("b.sum") == .int(8) && call("b.check") == .int(1) && call("b.own") == .int(2))
    #expect(try call("h.total") == .int(0) && call("h.kind") == .string("store"))
    for path in ["a.hidden", "a.hiddenToo", "b.joined", "h.text"] {
      #expect(throws: EngineError.self) { try call(path) }
    }
    try world.eval("extension Base { var thrice: Int { n * 3 } }")
    #expect(try world.get("b.thrice") == .int(12))
  }
}

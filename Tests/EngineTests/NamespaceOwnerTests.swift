// Namespaces that end with a session, or with those who watch something in them.
import Language
import Testing

@testable import Engine

@Suite struct NamespaceOwnerTests {
  private static let counter = """
    import Combine
    class Counter: ObservableObject { @Published var n = 0 }
    let counter = Counter()
    """

  private func eval(_ source: String, _ owner: NamespaceOwner.Kind?, session: String = "c1", in world: World) throws {
    var result: Result<Engine.Evaluation, EngineError>?
    world.engine.evaluate(
      [SourceText(file: "test", text: source)], in: "form", owner: owner, session: session
    ) { result = $0 }
    _ = try result?.get()
    settle(world)
  }

  private func settle(_ world: World) { world.engine.advance(to: world.engine.now) }

  @Test func itEndsWithItsLastWatcher() throws {
    let world = try World()
    try eval(Self.counter, .watchers, in: world)
    // Nobody watches yet: it is there for whoever comes.
    #expect(world.engine.namespaceNames == ["form"])
    try world.watch("form.counter.n", name: "a")
    try world.watch("form.**", name: "b")
    settle(world)
    try world.engine.delivery.close(name: "a", session: "c1")
    settle(world)
    #expect(world.engine.namespaceNames == ["form"])
    // A look at everything is no watching.
    try world.watch("**", name: "tail")
    try world.engine.delivery.close(name: "b", session: "c1")
    settle(world)
    #expect(world.engine.namespaceNames == [])
    #expect(world.engine.storeList.isEmpty)
  }

  @Test func whatNobodyComesToWatchEndsWithItsMaker() throws {
    let world = try World()
    try eval(Self.counter, .watchers, session: "c2", in: world)
    world.engine.closeSession("c2")
    #expect(world.engine.namespaceNames == [])
  }

  @Test func itsMakerMayGoWhileOthersWatch() throws {
    let world = try World()
    try eval(Self.counter, .watchers, session: "c2", in: world)
    try world.watch("form.counter.n", name: "a")
    settle(world)
    world.engine.closeSession("c2")
    #expect(world.engine.namespaceNames == ["form"])
  }

  @Test func whatIsEmptyIsThereUntilItsOwnerEnds() throws {
    let world = try World()
    try eval("", .session, session: "c2", in: world)
    #expect(throws: EngineError.self) { try eval("", .session, session: "c1", in: world) }
    world.engine.closeSession("c1")
    #expect(world.engine.namespaceNames == ["form"])
    world.engine.closeSession("c2")
    #expect(world.engine.namespaceNames == [])
  }

  @Test(arguments: [true, false]) func nothingOfItComesBack(hasOthers: Bool) throws {
    let world = try World(hasOthers ? "let x = 1" : "")
    try eval(Self.counter, .session, in: world)
    try eval("class Counter: ObservableObject { @Published var n = 0; var m = 0 }", .session, in: world)
    try world.set("form.counter.n", .int(7))
    // The daemon is killed, and its sessions do not get to their end.
    let next = try world.restarted()
    #expect(next.engine.namespaceNames == [])
    try eval(Self.counter, nil, in: next)
    #expect(try next.get("form.counter.n") == .int(0))
    #expect(try next.restarted().get("form.counter.n") == .int(0))
  }
}

// What is done to everything there is, is done in slices: between two of them the host looks after others (`Engine.didRun`),
// who find what is committed. Counted by how far it has got at each look.
import Language
import Testing

@testable import Engine

@Suite struct LookedAfterTests {
  private static let count = 150

  private static let type = "class S: ObservableObject { @Published var a = 0; @Published var b = 0 }"

  private func world() throws -> World {
    let world = try World(Self.type)
    try world.eval((0..<Self.count).map { "let s\($0) = S()" }.joined(separator: "\n"))
    try world.set("s7.a", .int(7))
    return world
  }

  /// How many stores there are at each look that `body` grants.
  private func looks(in world: World, _ body: () throws -> Void) rethrows -> [Int] {
    var found: [Int] = []
    world.engine.didRun = { [unowned engine = world.engine] _ in
      found.append(engine.stores.stores.count)
      return false
    }
    defer { world.engine.didRun = { _ in false } }
    try body()
    return found
  }

  @Test func aRedefinitionIsSlicedByStores() throws {
    let world = try world()
    let looks = try looks(in: world) { try world.eval(Self.type.dropLast() + "; var c = 1 }") }
    // Down to none and up again, store by store.
    #expect(Set(looks).isSuperset(of: 0..<Self.count))
    let lowest = try #require(looks.lastIndex(of: 0))
    #expect(looks[..<lowest].filter { $0 == Self.count }.count >= 2 * Self.count, "what they held is kept")
    #expect(looks[lowest...].filter { $0 == Self.count }.count >= Self.count / 64, "and committed")
    #expect(try world.get("s7.a") == .int(7))
  }

  @Test func aRemovalIsSlicedByStores() throws {
    let world = try world()
    let looks = try looks(in: world) { _ = try world.engine.removeDeclaration("s3", session: "c1") }
    #expect(Set(looks).isSuperset(of: 0..<Self.count))
  }

  /// Whoever is looked after sees the stores that were there before, with what was committed.
  @Test func meanwhileEverythingIsThere() throws {
    let world = try world()
    var found: Set<Int> = []
    var values: Set<PortableValue> = []
    world.engine.didRun = { [unowned engine = world.engine] _ in
      engine.meanwhile {
        found.insert(engine.storeList.count)
        if let value = try? engine.get("s7.a").value { values.insert(value) }
      }
      return false
    }
    try world.eval(Self.type.dropLast() + "; var c = 1 }")
    #expect(found == [Self.count])
    #expect(values == [.int(7)])
  }

  /// What those who are looked after hear at each look that `body` grants, and when it is done.
  private func heard(in world: World, _ body: () throws -> Void) rethrows -> (meanwhile: [String], then: [String]) {
    var meanwhile: [String] = []
    var looks = 0
    world.engine.didRun = { [unowned world] _ in
      looks += 1
      world.engine.meanwhile { meanwhile += world.events(isMeanwhile: true) }
      return false
    }
    defer { world.engine.didRun = { _ in false } }
    try body()
    #expect(looks > 0)
    return (meanwhile, world.events())
  }

  private static let doubling = """
    class M: ObservableObject {
      @Published var n = 0
      @Published var twice = 0
      init() { $n.map { $0 * 2 }.assign(to: &$twice) }
      deinit { print("gone") }
    }
    let m = M()
    let k = 0
    """

  /// A pipeline of the program that goes ends, and whoever taps it listens to the one of the next.
  @Test func aRedefinitionIsNoEndOfAStream() throws {
    let world = try World(Self.doubling)
    try world.watch("pipe:m.twice", mode: .every)
    #expect(world.events() == ["w ready@1 0"])
    let redefined = try heard(in: world) {
      try world.eval("let k = 1")
      _ = try world.engine.removeDeclaration("k", session: "c1")
    }
    #expect(redefined.meanwhile + redefined.then == [])
    try world.set("m.n", .int(4))
    #expect(world.events().count == 1)
    let removed = try heard(in: world) { _ = try world.engine.removeDeclaration("m", session: "c1") }
    // That is committed by then.
    #expect(removed.meanwhile + removed.then == ["w failed unknownPipeline", "w end error@2"])
  }

  /// What comes in a transaction may yet be undone.
  @Test(arguments: [false, true]) func aStreamTellsNothingOfAnOpenTransaction(isUndone: Bool) throws {
    let world = try World(Self.doubling)
    try world.watch("pipe:m.twice", mode: .every)
    try world.watch("m.n", name: "n", mode: .every, snapshot: false)
    _ = world.events()
    let end = isUndone ? "; let none: [Int] = []; _ = none[0]" : ""
    let told = heard(in: world) {
      _ = try? world.engine.evaluate(
        SourceText(file: "test", text: "do { for i in 1...3 { m.n = i; for _ in 0..<20_000 {} }\(end) }"), session: "c1"
      )
    }
    #expect(told.meanwhile == [])
    #expect(told.then.count == (isUndone ? 0 : 4), "\(told.then)")
  }

  private static let operations: [(PatchFormat, PortableValue)] = [
    (.native, .list([.string("move"), .int(0), .int(1)])),
    (
      .jsonPatch,
      .record([.init("op", .string("move")), .init("from", .string("/0")), .init("path", .string("/1"))])
    ),
  ]

  @Test(arguments: operations) func aPatchIsSlicedByItsOperations(format: PatchFormat, operation: PortableValue) throws
  {
    let world = try World("class S: ObservableObject { @Published var list = Array(0..<40_000) }\nlet s = S()")
    let patch = PortableValue.list(PortableList(Array(repeating: operation, count: 500)))
    let looks = try looks(in: world) { _ = try world.engine.patch("s.list", patch, format, .init(session: "c1")) }
    #expect(looks.count >= 5)
    // Nobody waits for it for too long.
    world.engine.reasonToEnd = { "others wait" }
    #expect(throws: EngineError.self) { try world.engine.patch("s.list", patch, format, .init(session: "c1")) }
  }

  /// What is set is read part by part; the last one does not fit.
  @Test(arguments: ["[String: Int]", "[Int]", "[[Int]]"]) func whatIsSetIsReadInParts(type: String) throws {
    let world = try World("class S: ObservableObject { @Published var parts: \(type) = \(type)() }\nlet s = S()")
    let numbers = (0..<30_000).map { PortableValue.int($0) } + [.string("x")]
    let value: PortableValue =
      switch type {
      case "[Int]": .list(numbers)
      case "[[Int]]": .list([.list(numbers)])
      default: .record(numbers.enumerated().map { .init("k\($0.offset)", $0.element) })
      }
    let looks = looks(in: world) { #expect(throws: EngineError.self) { try world.set("s.parts", value) } }
    #expect(looks.count >= 20)
  }

  @Test func aCommitIsSlicedByWhatItWrites() throws {
    let world = try world()
    try world.watch("*.a")
    let operations = (0..<Self.count).map { Engine.Assignment(path: "s\($0).a", value: .int(1)) }
    let looks = try looks(in: world) { _ = try world.engine.commit(operations, if: [], .init(session: "c1")) }
    // Looked up, written, and settled.
    #expect(looks.count >= 3 * (Self.count / 64))
  }
}

@Suite struct GlobalLookUpTests {
  /// Nobody looks for what providers offer in a program in which there is nothing of that.
  @Test func withoutProvidersNoneAreLookedFor() throws {
    let world = try World("let a = 1\nclass C: ObservableObject { @Published var n = 0 }\nlet c = C()")
    #expect(!world.engine.root.declarations.mayBeProvided)
    try world.eval("let a = 2")
    #expect(!world.engine.root.declarations.mayBeProvided)
    try world.eval("class P: ObservableObject, _Provided {\n  init() {}\n}")
    #expect(world.engine.root.declarations.mayBeProvided)
    try world.eval("let a = 3")
    #expect(world.engine.root.declarations.mayBeProvided)
  }
}

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

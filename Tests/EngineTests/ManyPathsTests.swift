// Subscriptions that name many exact paths, and what is found by the beginnings of paths.
import Language
import Testing

@testable import Engine

@Suite struct ManyPathsTests {
  private static let count = 40

  private func world() throws -> World {
    try World(
      "class S: ObservableObject { @Published var temp = 0; @Published var name = \"\" }\n"
        + (0..<Self.count).map { "let s\($0) = S()" }.joined(separator: "\n"))
  }

  private static let temps = (0..<count).map { "s\($0).temp" }

  @Test func eachPathIsHeardOnceAndInTheOrderInWhichItWasNamed() throws {
    let world = try world()
    let named = ["s3.temp", "s1", "s2.name", "s1.temp", "s3.temp"]
    var options = SubscriptionOptions(paths: named + Self.temps.reversed())
    options.wantsSnapshot = true
    world.reader.read(try world.engine.delivery.open(name: "w", session: "c1", options))
    let rest = Self.temps.reversed().filter { !["s1.temp", "s3.temp"].contains($0) }
    let expected = ["s3.temp=0", "s1.temp=0", "s1.name=''", "s2.name=''"] + rest.map { $0 + "=0" }
    let revision = world.engine.revision
    #expect(
      world.events() == [
        "w snapshot@\(revision) \(expected.joined(separator: " "))", "w ready@\(revision) \(expected.count)",
      ])
    try world.set("s7.temp", .int(7))
    #expect(world.events() == ["w change@\(world.engine.revision) s7.temp=7"])
    try world.set("s1.name", .string("n"))
    #expect(world.events() == ["w change@\(world.engine.revision) s1.name='n'"])
    try world.set("s7.name", .string("n"))
    #expect(world.events() == [])
  }

  @Test func whatIsLeftOutIsNotHeard() throws {
    let world = try world()
    var options = SubscriptionOptions(paths: Self.temps + Self.temps.dropFirst().map { "!" + $0 })
    options.wantsSnapshot = false
    world.reader.read(try world.engine.delivery.open(name: "w", session: "c1", options))
    _ = world.events()
    for path in Self.temps { try world.set(path, .int(1)) }
    #expect(world.events() == ["w change@\(world.engine.revision - Self.count + 1) s0.temp=1"])
  }

  /// A store that goes is found by no beginning of its path any more, and one that takes its place is.
  @Test func whatIsBelowAPathFollowsTheStores() throws {
    let world = try World(
      """
      class Inner: ObservableObject { @Published var n = 0 }
      class Outer: ObservableObject { var inner: Inner? = Inner(); static let only = Inner() }
      let outer = Outer()
      Outer.only.n = 1
      """)
    func within(_ path: String) -> [String] { world.engine.stores.stores(within: path).map(\.path) }
    #expect(within("outer") == ["outer", "outer.inner"])
    #expect(within("Outer") == ["Outer.only"])
    #expect(within("oute") == [])
    try world.watch("outer")
    _ = world.events()
    try world.eval("outer.inner = nil")
    #expect(within("outer") == ["outer"])
    _ = world.events()
    try world.eval("outer.inner = Inner()")
    #expect(within("outer") == ["outer", "outer.inner"])
    _ = world.events()
    try world.set("outer.inner.n", .int(5))
    #expect(world.events() == ["w change@\(world.engine.revision) outer.inner.n=5"])
    try world.eval(
      "class Outer: ObservableObject { var inner: Inner? = Inner(); static let only = Inner(); var more = 1 }")
    #expect(within("outer") == ["outer", "outer.inner"])
    #expect(within("Outer") == ["Outer.only"])
  }
}

import Language
import Testing

@testable import Engine

/// Values that are small in memory, since they hold the same thing many times, and larger than anything as data.
@Suite struct LargeValueTests {
  @Test func aNameIsNotKeptAndThatIsSaid() throws {
    let world = try World("var dd: Any = [1]\nvar list: [[Int]] = [[1]]", limits: small)
    try world.eval("for _ in 0..<60 { dd = [dd, dd] }\nprint(\"made\")")
    try world.engine.flush()
    let told = world.notices()
    #expect(told == ["test:1:5 warning the value of 'dd' has more bytes, over the limit of 10000; it is not kept"])
    #expect(try world.restarted().eval("print((dd as? [Int]) as Any)").printed == ["Optional([1])"])
  }

  @Test func whatIsNestedTooDeeplyIsRefusedOrSaid() throws {
    let world = try World(
      """
      struct T: Codable { var l: [T] = [] }
      class S: ObservableObject { @Published var t = T(); var plain = T() }
      let s = S()
      var deep = T()
      func nested(_ depth: Int) -> T { var t = T(); for _ in 0..<depth { t = T(l: [t]) }; return t }
      """)
    try world.eval("s.t = nested(100); deep = nested(100)")
    for text in ["s.t = nested(300)", "s.plain = nested(300)"] {
      do {
        try world.eval(text)
        Issue.record("it was taken: \(text)")
      } catch let error as EngineError {
        guard case .validation(_, let rule) = error, rule.contains("deeper than 256 levels") else { throw error }
      }
    }
    #expect(world.notices() == [])
    try world.eval("deep = nested(300)")
    try world.engine.flush()
    // Everybody hears of it who hears of anything.
    #expect(world.engine.notices.allSatisfy { $0.isUnowned })
    #expect(
      world.notices().contains { $0.contains("the value of 'deep' is nested deeper than 256 levels; it is not kept") })
    let again = try world.restarted()
    #expect(try again.eval("print(s.t.l.count, deep.l.count)").printed == ["1 0"])
  }

  @Test func aPropertyDoesNotBecomeOne() throws {
    let world = try World(
      """
      struct T: Codable { var l: [T] = [] }
      class S: ObservableObject { @Published var t = T() }
      let s = S()
      func grow() { var t = T(); for _ in 0..<60 { t = T(l: [t, t]) }; s.t = t }
      """, limits: small)
    do {
      try world.eval("grow()")
      Issue.record("it was taken")
    } catch let error as EngineError {
      guard case .tooLarge("s.t", nil, 10_000) = error else { throw error }
    }
    #expect(try world.eval("print(s.t.l.count)").printed == ["0"])
  }

  private var small: Engine.Limits {
    var limits = Engine.Limits()
    limits.valueBytes = 10_000
    return limits
  }

  @Test func anInitialValueMayBeTooLargeToBeKept() throws {
    let world = try World(
      """
      indirect enum Tree: Codable { case leaf, node(Tree) }
      class Node { var n = 1 }
      enum State { case idle, held(Node) }
      func nested(_ depth: Int) -> Tree { var t = Tree.leaf; for _ in 0..<depth { t = .node(t) }; return t }
      class S: ObservableObject {
        @Published var tree = nested(300)
        @Published var text = String(repeating: "x", count: 20_000)
        @Published var state = State.held(Node())
        let send = { 1 }
      }
      let s = S()
      """, limits: small)
    #expect(
      world.notices() == [
        "s.tree:1:1 warning the value of 's.tree' is nested deeper than 256 levels; it is not kept",
        "s.text:1:1 warning the value of 's.text' has 20002 bytes, over the limit of 10000; it is not kept",
      ])
    try world.watch("s.*", snapshot: false)
    _ = world.events()
    try world.eval("s.tree = .leaf; s.text = \"short\"; s.state = .idle")
    let (again, text) = (try world.restarted(), "print(s.tree, s.text, s.state)")
    #expect(
      world.events() == ["w change@\(world.engine.revision) merged 3 s.tree='leaf' s.text='short' s.state='idle'"])
    #expect(try again.eval(text).printed == ["leaf short idle"])
  }

  /// What was there before is gone by then, so that nothing is rolled back but the one value.
  @Test func aRedefinitionThatMakesOne() throws {
    let world = try World(
      """
      func size() -> Int { 1 }
      class A: ObservableObject { @Published var text = ""; @Published var n = 1 }
      let a = A()
      class B { init(_ a: A) { a.text = String(repeating: "x", count: size()) } }
      let b = B(a)
      """, limits: small)
    try world.set("a.n", .int(5))
    try world.set("a.text", .string("before"))
    try world.eval("func size() -> Int { 20_000 }; let b: B = B(a)")
    let told =
      "fault the value of 'a.text' would have 20002 bytes, over the limit of 10000; it has what it had before"
    #expect(world.notices() == [told])
    #expect(try world.get("a.n") == .int(5))
    #expect(try world.get("a.text") == .string("before"))
    try world.set("a.n", .int(6))
    let again = try world.restarted()
    // What is made again leaves it alone.
    #expect(again.notices() == [])
    #expect(try again.get("a.n") == .int(6))
    #expect(try again.get("a.text") == .string("before"))
    #expect(try again.eval("print(a.n, a.text)").printed == ["6 before"])
  }
}

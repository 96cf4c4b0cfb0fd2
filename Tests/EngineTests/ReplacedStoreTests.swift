import Language
import Testing

@testable import Engine

/// A top-level name that is given another object, wherever that happens: readers and watchers follow at once.
@Suite struct ReplacedStoreTests {
  static let program = """
    import Foundation
    class Counter: ObservableObject { @Published var n = 0 }
    var c = Counter()
    var o: Counter?
    let trigger = Counter()
    func replace() { c = Counter(); c.n = 5; o = Counter(); o?.n = 6 }
    """

  @Test(arguments: [
    "DispatchQueue.main.asyncAfter(deadline: .now() + 1) { replace() }",
    "Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in replace() }",
    "Task { try? await Task.sleep(for: .seconds(1)); replace() }",
    "let s = Just(1).delay(for: 1, scheduler: DispatchQueue.main).sink { _ in replace() }",
    "try? await Task.sleep(for: .seconds(1)); replace()",
  ]) func readersAndWatchersFollow(text: String) throws {
    let world = try World(Self.program)
    try world.watch("c.n", snapshot: false)
    _ = world.events()
    world.engine.evaluate([SourceText(file: "later", text: text)], session: "c1") { _ in }
    for _ in 0..<3 { world.engine.advance(to: world.engine.now + 1_000_000_000) }
    #expect(try world.get("c.n") == .int(5))
    #expect(try world.get("o.n") == .int(6))
    #expect(world.events().joined().contains("c.n=5"))
    try world.set("c.n", .int(7))
    #expect(try world.eval("print(c.n)").printed == ["7"])
    let again = try world.restarted()
    #expect(try again.get("c.n") == .int(7))
    #expect(try again.get("o.n") == .int(6))
  }

  /// An object that two properties held is known by the other one's path when the first has another.
  @Test func whatIsHeldElsewhereIsFoundThere() throws {
    let world = try World(
      Self.program
        + "\nclass Pair: ObservableObject { @Published var a = Counter(); @Published var b: Counter? }\nlet p = Pair()")
    try world.eval("p.b = p.a; p.a.n = 1")
    try world.watch("p.**", snapshot: false)
    _ = world.events()
    try world.eval("p.a = Counter()")
    #expect(try world.get("p.b.n") == .int(1))
    #expect(try world.get("p.a.n") == .int(0))
    try world.set("p.b.n", .int(5))
    try world.set("p.a.n", .int(6))
    #expect(try world.eval("print(p.a.n, p.b!.n)").printed == ["6 5"])
    #expect(world.events().joined(separator: " ").contains("p.b.n=5"))
    // And gone when nobody holds it.
    try world.eval("p.b = nil")
    #expect(throws: EngineError.self) { try world.get("p.b.n") }
    #expect(world.engine.stores["p.a"]?.holders.isEmpty == true)
  }

  /// A list of objects has no end to its paths; those that are too deep have none, and that is said.
  @Test func aLineOfObjectsHasPathsToADepth() throws {
    let world = try World(
      """
      class N: ObservableObject { @Published var next: N?; @Published var n = 0 }
      func line(_ count: Int) -> N { var head = N(); for i in 0..<count { let m = N(); m.next = head; m.n = i; head = m }; return head }
      let s = line(1000)
      """)
    #expect(world.notices().joined().contains("deeper than 128 have no path and are not kept"))
    #expect(try world.get("s.next.next.n") == .int(997))
    #expect(world.engine.stores.all.count { $0.path.hasPrefix("s") } == 128)
    // Said once, also when the line gets longer.
    try world.eval("var t: N = line(200)\nfunc push() { let m = N(); m.next = t; t = m }")
    _ = world.notices()
    try world.eval("push(); push()")
    #expect(world.notices() == [])
    try world.set("s.next.n", .int(5))
    #expect(try world.eval("print(s.next!.n)").printed == ["5"])
  }

  /// What a statement that failed had replaced is where it was, and known where else it is held.
  @Test(arguments: ["_ = [Int]()[1]", "p.text = String(repeating: \"x\", count: 2000)"])
  func whatIsUndoneIsStillHeldElsewhere(failing: String) throws {
    let world = try World(
      Self.program
        + """
        \nclass Pair: ObservableObject { @Published var a = Counter(); @Published var b: Counter?; @Published var text = "" }
        let p = Pair()
        func fail() { c = Counter(); p.a = Counter(); \(failing) }
        """)
    world.engine.limits.valueBytes = 1000
    try world.eval("p.b = c; c.n = 3; p.a.n = 4")
    #expect(throws: EngineError.self) {
      try world.engine.evaluate(SourceText(file: "test", text: "fail()"), session: "c1")
    }
    #expect(try world.get("c.n") == .int(3))
    #expect(try world.get("p.a.n") == .int(4))
    try world.eval("c = Counter(); p.b!.n += 1")
    #expect(try world.get("p.b.n") == .int(4))
    #expect(try world.restarted().eval("print(c.n, p.b!.n, p.a.n, p.b === c)").printed == ["0 4 4 false"])
  }

  @Test func aClientsWriteReplacesToo() throws {
    let world = try World(Self.program + "\nlet s = trigger.$n.dropFirst().sink { _ in replace() }")
    try world.set("trigger.n", .int(1))
    #expect(try world.get("c.n") == .int(5))
    #expect(try world.get("o.n") == .int(6))
  }

  @Test func whatIsUndoneIsWhereItWas() throws {
    let world = try World(Self.program + "\nfunc fail() { replace(); _ = [Int]()[1] }")
    try world.set("c.n", .int(2))
    #expect(throws: EngineError.self) {
      try world.engine.evaluate(SourceText(file: "test", text: "fail()"), session: "c1")
    }
    #expect(throws: EngineError.self) { try world.get("o.n") }
  }
}

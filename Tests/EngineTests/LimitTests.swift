import Language
import Testing

@testable import Engine

/// What one activation may use, and that what it did is taken back when it uses more.
struct LimitTests {
  /// A machine whose memory fills up as fast as a test wants.
  private final class FillingSystem: System {
    private(set) var looks = 0
    var perLook = 0
    private(set) var hasGivenBack = false
    var memoryInUse: Int {
      looks += 1
      return 1_000_000 + looks * perLook
    }

    func giveBackMemory() { hasGivenBack = true }
    func allows(_ access: Access) -> Bool { false }
    func lines(of source: LineSource, _ receive: @escaping (LineEvent) -> Void) -> any LineWork {
      preconditionFailure("nothing is granted")
    }
    func perform(_ effect: Effect, failed: @escaping (String) -> Void) {}
  }

  private func fault(_ source: String, in world: World) -> Fault? {
    do {
      _ = try world.engine.evaluate(SourceText(file: "test", text: source), session: "c1")
      return nil
    } catch {
      guard case .trap(let fault) = error else { return nil }
      return fault
    }
  }

  @Test(arguments: [
    ("var list: [[Int]] = []\nwhile true { list.append([1, 2, 3]) }", 2, 19),
    ("var lists: [[Int]] = []\nfor n in 0..<1000 { lists.append(Array(repeating: n, count: 2_000_000)) }", 2, 34),
    // Fewer steps than there are between two looks.
    ("var lists: [[Int]] = []\nfor n in 0..<60_000 { lists.append(Array(repeating: n, count: 1000)) }", 2, 36),
    (
      "var text = \"a\"\nvar all: [String] = []\nwhile true { text = String(text.prefix(1 << 20)) + text; all.append(text) }",
      3, 14
    ),
    (
      "final class Node { var next: Node?; init(_ next: Node?) { self.next = next } }\nvar node: Node?\nwhile true { node = Node(node) }",
      3, 21
    ),
    ("var table: [Int: Int] = [:]\nvar n = 0\nwhile true { table[n] = n; n += 1 }", 3, 14),
  ])
  func memory(_ source: String, _ line: Int, _ column: Int) throws {
    var limits = Engine.Limits()
    limits.language.memoryBytes = 64 << 20
    let world = try World(limits: limits)
    let system = FillingSystem()
    system.perLook = 20 << 20
    world.engine.outside.system = system
    let fault = fault(source, in: world)
    #expect(fault?.message == "stopped after taking 64 MiB of memory: does something grow without end?")
    #expect(fault?.line == line)
    // The next one has as much again.
    system.perLook = 0
    #expect(try world.eval("(0..<100_000).reduce(0, +)").values.first?.text == "4999950000")
  }

  /// Many activations, each within its own bound.
  @Test func allTogether() throws {
    var limits = Engine.Limits()
    limits.language.processBytes = 256 << 20
    let world = try World(limits: limits)
    let system = FillingSystem()
    system.perLook = 80 << 20
    world.engine.outside.system = system
    try world.eval("var kept: [[Int]] = []\nfunc more() { kept.append(Array(repeating: 0, count: 1_000_000)) }")
    let faults = (1...6).map { _ in fault("more()", in: world)?.message }
    #expect(faults.first == .some(nil))
    #expect(faults.last??.hasSuffix("MiB of memory are in use, more than the 256 MiB of 'limits.process'") == true)
    #expect(system.hasGivenBack)
    try world.eval("kept = []")
  }

  @Test func littleIsNotMeasured() throws {
    let world = try World()
    let system = FillingSystem()
    world.engine.outside.system = system
    try world.eval("var list: [Int] = []\nfor n in 0..<50_000 { list.append(n) }")
    #expect(system.looks == 0)
    try world.eval("for n in 0..<300_000 { list.append(n) }")
    #expect(system.looks > 2 && system.looks < 12)
  }

  @Test func limitsCanBeChanged() throws {
    let world = try World("func down(_ n: Int) -> Int { n == 0 ? 0 : down(n - 1) }")
    #expect(fault("for _ in 0..<20_000 {}", in: world) == nil)
    world.engine.limits.language.stepsPerActivation = 10_000
    #expect(fault("for _ in 0..<20_000 {}", in: world)?.message == "stopped after 10000 steps: a loop without end?")
    #expect(fault("down(100)", in: world) == nil)
    world.engine.limits.language.callDepth = 50
    #expect(fault("down(100)", in: world)?.message.hasPrefix("stack overflow: more than 50 nested calls") == true)
    world.engine.limits.language.valueCount = 70_000
    #expect(fault("_ = Array(repeating: 0, count: 70_000)", in: world) == nil)
    #expect(
      fault("_ = Array(repeating: 0, count: 70_001)", in: world)?.message
        == "a value of 70001 elements is larger than the limit of 70000")
    // Also what is declared anew, and in other namespaces.
    _ = try world.eval("func down(_ n: Int) -> Int { n <= 0 ? 0 : down(n - 1) }")
    #expect(fault("down(100)", in: world) != nil)
  }

  /// What a value holds many times is there once, and is compared, hashed and written many times.
  @Test(arguments: [
    "_ = x == y", "_ = x.hashValue", "print(x)", "print(deep(40))", "dump(deep(40))", "print(\"\\(deep(40))\".count)",
    "#expect(deep(40) == deep(39))", "_ = Set([d]) == Set([e])",
  ])
  func whatIsThereManyTimes(_ text: String) throws {
    let world = try World(
      """
      indirect enum T: Hashable { case l, n(T, T) }
      func deep(_ k: Int) -> T { var t = T.l; for _ in 0..<k { t = .n(t, t) }; return t }
      let x = Array(repeating: Array(repeating: 0, count: 256), count: 256)
      let y = Array(repeating: Array(repeating: 0, count: 256), count: 256)
      let d = Array(repeating: [1: x[0]], count: 256), e = Array(repeating: [1: y[0]], count: 256)
      """)
    world.engine.limits.language.stepsPerActivation = 1_000
    #expect(fault(text, in: world)?.message == "stopped after 1000 steps: a loop without end?")
  }

  // MARK: Variables

  @Test func variablesAreTakenBack() throws {
    let world = try World(
      """
      class Counter: ObservableObject { @Published var n = 0; static var made = 0 }
      let counter = Counter()
      var total = 1
      var list = [1, 2]
      var names = ["a": 1]
      var pair = (1, 2)
      var watched = 0 { didSet { total += 100 } }
      """)
    let trap = "let none: [Int] = []\n"
    _ = try world.eval(trap)
    let fault = fault(
      """
      do {
        counter.n = 5; total += 1; total += 1; list.append(3); list[0] = 9; names["b"] = 2; pair.0 = 7; watched = 3
        Counter.made = 4
        print(none[0])
      }
      """, in: world)
    #expect(fault?.message == "Index out of range")
    #expect(
      try world.eval("\"\\(counter.n) \\(total) \\(list) \\(names) \\(pair) \\(watched) \\(Counter.made)\"").values
        .first?.text
        == "\"0 1 [1, 2] [\\\"a\\\": 1] (1, 2) 0 0\"")
    // What ran before stays: each statement is an activation of its own.
    _ = self.fault("total = 10\nlist.append(4)\ntotal = none[0]", in: world)
    #expect(try world.eval("total + list.count").values.first?.text == "13")
  }

  @Test func aWriteThatFailsTakesBackWhatItsObserversDid() throws {
    let world = try World(
      """
      class Form: ObservableObject { @Published var n = 0 { didSet { seen += 1; _ = [0][n] } } }
      var seen = 0
      let form = Form()
      """)
    try world.set("form.n", .int(0))
    #expect(throws: EngineError.self) { try world.set("form.n", .int(3)) }
    #expect(try world.eval("seen").values.first?.text == "1")
    #expect(try world.get("form.n") == .int(0))
  }
}

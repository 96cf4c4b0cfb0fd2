import Language
import Testing

@testable import Engine

/// An object in a static variable is a store under the name of that variable: made when it is first used, as in Swift, and
/// from then on state like any other.
@Suite struct SingletonTests {
  private static let model = """
    final class Model: ObservableObject {
      static let shared = Model()
      @Published var n = 0
      @Published var twice = 0
      var hidden = 0
      private init() { $n.map { $0 * 2 }.assign(to: &$twice) }
      func add(_ k: Int) { n += k; hidden += 1 }
    }
    """

  private func paths(_ world: World) -> [String] { world.engine.storeList.map(\.path) }

  @Test func isMadeWhenItIsFirstUsed() throws {
    let world = try World(Self.model)
    #expect(paths(world) == [])
    try world.watch("Model.shared.**")
    try world.eval("Model.shared.n = 1")
    #expect(paths(world) == ["Model.shared"])
    #expect(try world.get("Model.shared.twice") == .int(2))
    try world.set("Model.shared.n", .int(4))
    #expect(try world.get("Model.shared.twice") == .int(8))
    #expect(world.events().joined(separator: "\n").contains("Model.shared.twice"))
    world.engine.call("Model.shared.add", .list([.int(3)]), .init(session: "c1")) { _ in }
    #expect(try world.eval("print(Model.shared.n, Model.shared.hidden)").printed == ["7 1"])
  }

  @Test func staysOverARestartAndARedefinition() throws {
    var world = try World(Self.model)
    try world.eval("Model.shared.add(5)")
    for number in 1...2 {
      try world.eval("let k = \(number)")
      #expect(try world.get("Model.shared.twice") == .int(10))
      world = try world.restarted()
      #expect(paths(world) == ["Model.shared"])
      #expect(try world.get("Model.shared.n") == .int(5))
      #expect(try world.eval("print(Model.shared.n, Model.shared.twice, Model.shared.hidden)").printed == ["5 10 1"])
      // Nobody uses it this time.
      world = try world.restarted()
    }
    try world.set("Model.shared.n", .int(6))
    try world.eval(Self.model.replacing("$0 * 2", with: "$0 * 3"))
    #expect(try world.eval("print(Model.shared.n, Model.shared.twice, Model.shared.hidden)").printed == ["6 18 1"])
    #expect(try world.restarted().get("Model.shared.twice") == .int(18))
  }

  @Test func isGoneWithItsType() throws {
    var world = try World(Self.model)
    try world.eval("Model.shared.add(5)")
    _ = try world.engine.removeDeclaration("Model", session: "c1")
    #expect(paths(world) == [])
    try world.eval(Self.model)
    world = try world.restarted()
    #expect(paths(world) == [])
    #expect(try world.eval("print(Model.shared.n)").printed == ["0"])
  }

  /// A statement that fails has used nothing.
  @Test func isNotThereAfterAFailure() throws {
    let world = try World(Self.model)
    #expect(throws: EngineError.self) { try world.eval("do { Model.shared.n = 3; fatalError() }") }
    #expect(paths(world) == [])
    #expect(try world.eval("print(Model.shared.n)").printed == ["0"])
    #expect(paths(world) == ["Model.shared"])
    try world.set("Model.shared.n", .int(1))
    #expect(throws: EngineError.self) { try world.eval("do { Model.shared.n = 3; fatalError() }") }
    #expect(try world.get("Model.shared.n") == .int(1))
  }

  private static let many = """
    class Leaf: ObservableObject { @Published var v = 0 }
    class Tree: ObservableObject {
      @Published var v = 0
      @Published var leaf = Leaf()
      @Published var other: Leaf?
      static let main = Tree()
      struct Inner { static let tree = Tree(); enum Deep { static var leaf: Leaf? } }
    }
    enum Stores { static let tree = Tree() }
    extension Stores { static var current: Tree? = Tree(); @MainActor static private(set) var any: any ObservableObject = Leaf() }
    extension Int { static let leaf = Leaf() }
    final class Sum: ObservableObject {
      static let shared = Sum()
      @Published var sum = 0
      private var bag: Set<AnyCancellable> = []
      init() { Tree.main.$v.combineLatest(Stores.tree.$v).sink { [unowned self] in sum = $0 + $1 }.store(in: &bag) }
    }
    class User: ObservableObject { let tree = Tree.main; @Published var u = 0 }
    """

  private static let question = """
    print(Tree.main.v, Tree.main.leaf.v, Tree.main.other?.v ?? -1, Tree.Inner.tree.v, Tree.Inner.Deep.leaf?.v ?? -1,
      Stores.tree.v, Stores.current?.v ?? -1, (Stores.any as! Leaf).v, Int.leaf.v, Sum.shared.sum, user.tree === Tree.main, user.u)
    """

  /// In every kind of type, in each other, and with pipelines from one to another.
  @Test func standInAllKindsOfTypes() throws {
    var world = try World(Self.many)
    try world.eval("let user = User()")
    #expect(paths(world).sorted() == ["Tree.main", "Tree.main.leaf", "user"])
    try world.eval(
      """
      Tree.main.v = 1; Tree.main.leaf.v = 2; Tree.main.other = Leaf(); Tree.main.other!.v = 3; Tree.Inner.tree.v = 4
      Tree.Inner.Deep.leaf = Leaf(); Tree.Inner.Deep.leaf!.v = 5; Stores.tree.v = 6; Stores.current!.v = 7
      (Stores.any as! Leaf).v = 8; Int.leaf.v = 9; _ = Sum.shared; user.u = 10
      """)
    let expected = ["1 2 3 4 5 6 7 8 9 7 true 10"]
    let known = paths(world).sorted()
    #expect(
      known == [
        "Int.leaf", "Stores.any", "Stores.current", "Stores.current.leaf", "Stores.tree", "Stores.tree.leaf",
        "Sum.shared",
        "Tree.Inner.Deep.leaf", "Tree.Inner.tree", "Tree.Inner.tree.leaf", "Tree.main", "Tree.main.leaf",
        "Tree.main.other", "user",
      ])
    for number in 1...2 {
      #expect(try world.eval(Self.question).printed == expected)
      try world.eval("let k = \(number)")
      #expect(paths(world).sorted() == known)
      #expect(try world.eval(Self.question).printed == expected)
      world = try world.restarted()
      #expect(paths(world).sorted() == known)
      #expect(try world.get("Tree.Inner.Deep.leaf.v") == .int(5))
      #expect(try world.get("Sum.shared.sum") == .int(7))
    }
    try world.set("Stores.tree.v", .int(16))
    #expect(try world.get("Sum.shared.sum") == .int(17))
    // Another object, and none.
    try world.eval("Stores.current = Tree(); Stores.current!.v = 70; Tree.Inner.Deep.leaf = nil")
    #expect(try world.get("Stores.current.v") == .int(70))
    for _ in 1...2 {
      world = try world.restarted()
      #expect(try world.eval(Self.question).printed == ["1 2 3 4 -1 16 70 8 9 17 true 10"])
      #expect(!paths(world).contains("Tree.Inner.Deep.leaf"))
      try world.eval("let k = 0"); try world.eval("let k = 3")
    }
    #expect(world.notices() == [])
  }

  /// Who names an object at once names the store.
  @Test func mayHaveAName() throws {
    var world = try World(Self.model)
    try world.eval("let model = Model.shared")
    try world.set("model.n", .int(3))
    for number in 1...2 {
      world = try world.restarted()
      #expect(paths(world) == ["model"])
      #expect(
        try world.eval("print(model === Model.shared, Model.shared.n, Model.shared.twice)").printed == ["true 3 6"])
      try world.eval("let k = \(number)"); try world.eval("let k = 0")
      #expect(
        try world.eval("print(model === Model.shared, Model.shared.n, Model.shared.twice)").printed == ["true 3 6"])
    }
    try world.eval(Self.model.replacing("$0 * 2", with: "$0 * 3"))
    #expect(try world.eval("print(model === Model.shared, model.n, model.twice)").printed == ["true 3 9"])
    // One that is there is named in vain: it has its place.
    world = try World(Self.model)
    try world.eval("Model.shared.n = 1")
    try world.eval("let model = Model.shared")
    for _ in 1...2 {
      #expect(paths(world) == ["Model.shared"])
      #expect(try world.eval("print(model === Model.shared, model.n)").printed == ["true 1"])
      world = try world.restarted()
    }
    _ = try world.engine.removeDeclaration("model", session: "c1")
    #expect(try world.restarted().get("Model.shared.n") == .int(1))
  }

  /// A timer makes it, too. Who reads makes and changes nothing: a viewer may do that.
  @Test func isMadeWhereverItIsUsed() throws {
    let world = try World(Self.model)
    try world.eval(
      """
      class R: ObservableObject {
        @Published var reads = 0
        var c: Int { reads += 1; Model.shared.n += 1; return Model.shared.n + reads }
      }
      let r = R()
      """)
    let revision = world.engine.revision
    for _ in 1...2 { #expect(try world.get("r.c") == .int(2)) }
    #expect(throws: EngineError.self) { try world.get("Model.shared.n") }
    #expect(try world.get("r.reads") == .int(0))
    #expect(world.engine.revision == revision)
    // Where a statement has made it, a read sees it.
    try world.eval("Model.shared.n = 1")
    #expect(try world.get("r.c") == .int(3))
    #expect(try world.get("Model.shared.n") == .int(1))
    let other = try World(Self.model)
    try other.eval("DispatchQueue.main.asyncAfter(deadline: .now() + 1) { Model.shared.n = 5 }")
    other.engine.advance(to: 2_000_000_000)
    #expect(try other.get("Model.shared.twice") == .int(10))
    #expect(try other.restarted().get("Model.shared.n") == .int(5))
  }

  @Test func isResetAndRemembered() throws {
    let world = try World(Self.model)
    try world.eval("Model.shared.n = 5")
    #expect(try world.history(of: "Model.shared.n", limit: 10).count == 1)
    _ = try world.engine.reset("Model.shared", .init(session: "c1"))
    #expect(try world.get("Model.shared.n") == .int(0))
    #expect(try world.engine.describe("Model.shared").methods.map(\.name) == ["add"])
  }

  /// Who uses it while somebody else is making it waits for that; it does not wait for itself.
  @Test func isMadeOnce() throws {
    let text = """
      class Slow: ObservableObject { @Published var n = 0; static let shared = Slow(); init() { Thread.sleep(forTimeInterval: 1); n = 1 } }
      """
    var world = try World("import Foundation\n" + text)
    try world.eval("class Log: ObservableObject { var lines: [Int] = [] }; let log = Log()")
    try world.eval("for _ in 0..<2 { Task { log.lines.append(Slow.shared.n) } }")
    for _ in 0..<4 { world.engine.advance(to: world.engine.now + 1_000_000_000) }
    #expect(try world.eval("print(log.lines)").printed == ["[1, 1]"])
    try world.set("Slow.shared.n", .int(7))
    // It comes back by itself, and who uses it meanwhile waits for that.
    world = try world.restarted()
    #expect(throws: EngineError.self) { try world.get("Slow.shared.n") }
    try world.eval("let reader = Task { log.lines.append(Slow.shared.n) }")
    for _ in 0..<4 { world.engine.advance(to: world.engine.now + 1_000_000_000) }
    #expect(try world.eval("print(log.lines)").printed == ["[1, 1, 7]"])
    #expect(try world.get("Slow.shared.n") == .int(7))
    #expect(world.engine.problems.isEmpty)
    try world.eval("struct A { static let a: Int = b + 1; static let b: Int = a + 1 }")
    #expect(throws: EngineError.self) { try world.eval("print(A.a)") }
  }

  /// Pipelines are called by its path, and what it holds is no leak.
  @Test func hasPipelinesUnderItsName() throws {
    let world = try World(Self.model + "\nenum E { struct In { static let model = [Model.shared] } }")
    try world.eval("E.In.model[0].n = 1")
    #expect(world.engine.pipelines.all.map(\.name) == ["Model.shared.twice"])
    #expect(world.engine.pipelines.all.first?.inputs == ["Model.shared.n"])
    #expect(try world.engine.leaks(in: "").isEmpty)
  }

  /// What does not work when everything comes back is reported, and keeps its values.
  @Test func thatFailsKeepsItsValues() throws {
    func text(_ condition: String) -> String {
      "var isReady = true; class Risky: ObservableObject { @Published var n = 0; static let shared = Risky(); init() { precondition(\(condition), \"no\") } }"
    }
    var world = try World(text("isReady"))
    try world.eval("Risky.shared.n = 3")
    try world.eval(
      "class Risky: ObservableObject { @Published var n = 0; static let shared = Risky(); init() { precondition(false, \"no\") } }"
    )
    #expect(world.notices().joined().contains("'Risky.shared' could not be made again"))
    world = try world.restarted()
    #expect(world.engine.problems.contains { $0.fault.message.contains("Risky.shared") })
    #expect(throws: EngineError.self) { try world.eval("print(Risky.shared.n)") }
    try world.eval("class Risky: ObservableObject { @Published var n = 0; static let shared = Risky() }")
    #expect(try world.get("Risky.shared.n") == .int(3))
    #expect(world.engine.problems.isEmpty)
  }

  /// The objects of a namespace stand below it; its name is no type's.
  @Test func standsInItsNamespace() throws {
    var world = try World()
    world.engine.evaluate([SourceText(file: "t", text: Self.model)], in: "red", session: "c1") { _ in }
    world.engine.evaluate([SourceText(file: "t", text: "Model.shared.n = 2")], in: "red", session: "c1") { _ in }
    #expect(try world.get("red.Model.shared.n") == .int(2))
    world = try world.restarted()
    #expect(try world.get("red.Model.shared.twice") == .int(4))
    #expect(throws: EngineError.self) {
      try world.engine.evaluate(SourceText(file: "t", text: "class red { static var a = 1 }"), session: "c1")
    }
  }

  /// What another one's `init` puts into a variable while everything comes back has what that had.
  @Test(
    arguments: [
      "var current: M?", "enum All { static var current: M? }",
      "class S: ObservableObject { @Published var current: M? }; let s = S()",
    ])
  func whatAnInitAssigns(_ variable: String) throws {
    let name = variable.hasPrefix("var") ? "current" : variable.hasPrefix("enum") ? "All.current" : "s.current"
    var world = try World(
      """
      class M: ObservableObject { @Published var n = 0 }
      \(variable)
      class A: ObservableObject { @Published var x = 0; init() { \(name) = M() } }
      let a = A()
      """)
    try world.eval("\(name)!.n = 5")
    for number in 1...2 {
      world = try world.restarted()
      #expect(try world.get(name + ".n") == .int(5))
      try world.eval("let k = \(number)"); try world.eval("let k = 0")
      #expect(try world.eval("print(\(name)!.n)").printed == ["5"])
    }
    try world.eval("\(name) = nil")
    for number in 1...2 {
      world = try world.restarted()
      try world.eval("let k = \(number)")
      try world.eval("let k = 0")
      #expect(try world.eval("print(\(name) == nil)").printed == ["true"])
    }
  }

  /// What code that is made again does to other stores, it has done once.
  @Test func whatIsMadeAgainWritesOnce() throws {
    let model =
      """
      class A: ObservableObject {
        @Published var n = 0
        var plain = 0
        @Published var list: [Int] = []
        @Published private(set) var twice = 0
        init() { $n.map { $0 * 2 }.assign(to: &$twice) }
      }
      let a = A()
      class B { init(_ a: A) { a.n = 5; a.plain = 6; for i in 1...3 { a.list.append(i) } } }
      let b = B(a)
      class C: ObservableObject { static let shared = C(); @Published var k = 0; init() { a.n = 9; a.list.append(9) } }
      """
    var world = try World(model)
    try world.eval("C.shared.k = 1; a.n = 1; a.plain = 2; a.list.append(4)")
    func look() throws -> [String] { try world.eval("print(a.n, a.plain, a.list, a.twice, C.shared.k)").printed }
    for number in 1...2 {
      #expect(try look() == ["1 2 [1, 2, 3, 9, 4] 2 1"])
      try world.eval("let k = \(number)")
      try world.eval("let k = 0")
      #expect(try look() == ["1 2 [1, 2, 3, 9, 4] 2 1"])
      world = try world.restarted()
    }
    // Also where its class is declared anew, or that of what it writes to; not where it is declared itself.
    try world.eval("class B { init(_ a: A) { a.n = 7 }; func f() {} }")
    #expect(try look() == ["1 2 [1, 2, 3, 9, 4] 2 1"])
    try world.eval(model.replacing("var plain", with: "var more = 1; var plain"))
    #expect(try look() == ["1 2 [1, 2, 3, 9, 4] 2 1"])
    try world.eval("let b: B = B(a)")
    #expect(try look() == ["5 6 [1, 2, 3, 9, 4, 1, 2, 3] 10 1"])
  }

  /// And for variables.
  @Test func whatIsMadeAgainCountsOnce() throws {
    var world = try World(
      """
      var count = 0
      var names: [String] = []
      class M: ObservableObject {
        static let shared = M()
        static var made = 0
        @Published var n = 0
        init() { count += 1; M.made += 1; names.append("m") }
      }
      let k = 1
      """)
    try world.eval("M.shared.n = 4")
    for number in 1...2 {
      try world.eval("let k = \(number + 1)")
      #expect(try world.eval("print(count, M.made, names, M.shared.n)").printed == [#"1 1 ["m"] 4"#])
      world = try world.restarted()
      #expect(try world.eval("print(count, M.made, names, M.shared.n)").printed == [#"1 1 ["m"] 4"#])
    }
    try world.eval("M.made = 7; count = 8")
    try world.eval("let k = 9")
    #expect(try world.eval("print(count, M.made, names, M.shared.n)").printed == [#"8 7 ["m"] 4"#])
  }

  /// The same where what is made again waits: for what it does before, behind, and what stands behind it; and what others
  /// do meanwhile stands.
  @Test func whatWaitsWritesOnce() throws {
    let text =
      """
      class B: ObservableObject { @Published var k = 0 }
      class A: ObservableObject {
        @Published var n = 0
        @Published var early = 0
        @Published var list: [Int] = []
        @Published var b = B()
        @Published private(set) var twice = 0
        init() { $n.map { $0 * 2 }.assign(to: &$twice) }
      }
      let a = A()
      var total = 0
      class W: ObservableObject {
        @Published var x = 0
        @Published var mine = B()
        init() {
          a.early += 1
          total += 1
          Thread.sleep(forTimeInterval: 1)
          a.n += 1
          a.list.append(a.n)
          a.b = mine
          a.b.k = 7
          total += 1
        }
      }
      let w = W()
      class Late { init() { a.n += w.x + 1; total += 1 } }
      let late = Late()
      class M: ObservableObject { static let shared = M(); init() { Thread.sleep(forTimeInterval: 2); a.n += 1 } }
      let uses = Task { _ = M.shared }
      """
    var world = try World()
    _ = world.engine.evaluate([SourceText(file: "test", text: text)], session: "c1") { _ in }
    func pass(_ count: Int = 8) {
      for _ in 0..<count { world.engine.advance(to: world.engine.now + 1_000_000_000) }
    }
    func look() throws -> [String] {
      try world.eval("print(a.n, a.early, a.list, a.twice, a.b.k, w.x, w.mine === a.b, total)").printed
    }
    pass()
    #expect(try look() == ["3 1 [1] 6 7 0 true 3"])
    try world.eval("w.x = 5; a.b.k = 9; a.list.append(4); total = 8; a.n = 40")
    for number in 1...2 {
      #expect(try look() == ["40 1 [1, 4] 80 9 5 true 8"])
      try world.eval("let k = \(number)")
      try world.eval("let k = 0")
      pass()
      #expect(try look() == ["40 1 [1, 4] 80 9 5 true 8"])
      world = try world.restarted()
      pass()
    }
    try world.eval("a.b = B(); a.b.k = 3")
    for number in 1...2 {
      world = try world.restarted()
      try world.eval("a.n = \(number); a.b.k += 1")
      pass()
      #expect(try look() == ["\(number) 1 [1, 4] \(number * 2) \(number + 3) 5 false 8"])
    }
  }

  /// The same for what observers do while values come back, and for an object that an `init` took away.
  @Test func observersAreNotHeardTwice() throws {
    let world = try World(
      """
      final class S0: ObservableObject { static let shared = S0(); @Published var y: [Int] = []; @Published var n = 0 }
      final class S1: ObservableObject {
        static let shared = S1()
        @Published var l: [Int] = [] { didSet { S0.shared.y.append(1) } }
        init() { S0.shared.y.append(5) }
      }
      final class C0: ObservableObject { init() { S1.shared.l.append(85) } }
      let g0 = C0()
      final class Kid: ObservableObject { @Published var n = 0; init() {}; init(_ n: Int) { self.n = n } }
      class T: ObservableObject { @Published var k: Kid? }
      let t = T()
      final class Taker: ObservableObject { init() { t.k = nil } }
      let taker = Taker()
      """)
    try world.eval("t.k = Kid(5); t.k!.n = 9")
    func look() throws -> [String] { try world.eval("print(S1.shared.l, S0.shared.y, t.k?.n ?? -1)").printed }
    #expect(try look() == ["[85] [5, 1] 9"])
    for number in 1...3 {
      try world.eval("let u = \(number)")
      #expect(try look() == ["[85] [5, 1] 9"])
    }
  }

  /// Who uses one whose `init` fails, or waits, is told so, and nothing that it had begun stays.
  @Test func usersAreToldWhyItIsNotThere() throws {
    let world = try World(
      """
      import Foundation
      var count = 0
      class Trap: ObservableObject { static let shared = Trap(); @Published var n = 1; init() { count += 1; let a: [Int] = []; n = a[0] } }
      class Slow: ObservableObject { static let shared = Slow(); @Published var n = 1; init() { Thread.sleep(forTimeInterval: 1); n = 2 } }
      class List: ObservableObject { static let shared = List(); @Published var l = [1] }
      """)
    let refusal = #expect(throws: EngineError.self) { try world.set("Trap.shared.n", .int(2)) }
    guard case .trap(let fault)? = refusal, fault.message.contains("ndex out of range") else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(try world.get("count") == .int(0))
    let waiting = #expect(throws: EngineError.self) { try world.set("Slow.shared.n", .int(2)) }
    guard case .trap(let reason)? = waiting, reason.message.contains("waits") else {
      Issue.record("\(String(describing: waiting))")
      return
    }
    for _ in 0..<2 { world.engine.advance(to: world.engine.now + 1_000_000_000) }
    #expect(try world.get("Slow.shared.n") == .int(2))
    let patch = PortableValue.list([.list([.string("insert"), .int(0), .list([.int(7)])])])
    _ = try world.engine.patch("List.shared.l", patch, .native, .init(session: "c1"))
    #expect(try world.get("List.shared.l") == .list([.int(7), .int(1)]))
  }

  /// One that waits and then fails is not tried for ever.
  @Test func mayFailAfterItHasWaited() throws {
    var world = try World(
      """
      var isBroken = false
      class M: ObservableObject {
        static let shared = M()
        @Published var n = 0
        init() { Thread.sleep(forTimeInterval: 1); if isBroken { let none: [Int] = []; n = none[0] } }
      }
      class N: ObservableObject { static let shared = N(); @Published var n = 0; init() { n = M.shared.n + 1 } }
      """)
    func pass(_ world: World) { for _ in 0..<8 { world.engine.advance(to: world.engine.now + 1_000_000_000) } }
    try world.eval("let first = Task { print(N.shared.n) }")
    pass(world)
    try world.eval("isBroken = true; M.shared.n = 4")
    world = try world.restarted()
    pass(world)
    #expect(!world.engine.isRestoring)
    #expect(world.engine.problems.contains { $0.fault.message.contains("M.shared") })
    #expect(try world.get("isBroken") == .bool(true))
  }

  /// A name that it was given goes, or becomes something else: its values stay.
  @Test(arguments: ["", "let m = 7", "let m = M(5)"])
  func outlivesItsName(_ instead: String) throws {
    var world = try World(
      """
      class M: ObservableObject { static let shared = M(); @Published var n = 0; init(_ n: Int = 0) { self.n = n } }
      func val() -> Int { M.shared.n }
      let m = M.shared
      """)
    try world.set("m.n", .int(3))
    #expect(try world.eval("print(val())").printed == ["3"])
    if instead.isEmpty {
      _ = try world.engine.removeDeclaration("m", session: "c1")
    } else {
      try world.eval(instead)
    }
    for _ in 0..<2 {
      #expect(try world.eval("print(val())").printed == ["3"])
      if instead.contains("M(") {
        #expect(try world.eval("print(m === M.shared)").printed == ["false"])
      }
      world = try world.restarted()
    }
  }

  /// An initial value that waits comes back by itself, too.
  @Test func mayWait() throws {
    var world = try World(
      """
      class M: ObservableObject {
        static let shared = M()
        @Published var n = 0
        init() { Thread.sleep(forTimeInterval: 1) }
      }
      """)
    func pass() { for _ in 0..<3 { world.engine.advance(to: world.engine.now + 1_000_000_000) } }
    try world.eval("let first = Task { print(M.shared.n) }")
    pass()
    try world.eval("M.shared.n = 4")
    for number in 1...2 {
      world = try world.restarted()
      pass()
      #expect(try world.get("M.shared.n") == .int(4))
      try world.eval("let k = \(number)"); try world.eval("let k = 0")
      pass()
      #expect(try world.get("M.shared.n") == .int(4))
    }
  }

  /// A client that writes to it, or calls it, uses it; one that reads is told how it comes to be.
  @Test func isUsedByWriters() throws {
    let text = """
      class M: ObservableObject { static let shared = M(); @Published var n = 0; func add(_ k: Int, twice: Bool = false) { n += k } }
      """
    let read = try World(text)
    let refusal = #expect(throws: EngineError.self) { try read.get("M.shared.n") }
    guard case .notUsed(path: "M.shared.n", variable: "M.shared")? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(read.engine.storeList.isEmpty)
    let written = try World(text)
    try written.set("M.shared.n", .int(3))
    #expect(try written.get("M.shared.n") == .int(3))
    let called = try World(text)
    called.engine.call("M.shared.add", .int(2), .init(session: "c1")) { _ in }
    #expect(try called.get("M.shared.n") == .int(2))
    let named = try World()
    named.engine.evaluate([SourceText(file: "t", text: text)], in: "red", session: "c1") { _ in }
    try named.set("red.M.shared.n", .int(4))
    #expect(try named.get("red.M.shared.n") == .int(4))
  }
}

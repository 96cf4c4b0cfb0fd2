import Language
import Testing

@testable import Engine

/// When something is declared anew, the whole program is made again, and every object of it with it. That is nothing that
/// a program sees: the `deinit` of an object is heard when its name goes, or comes to be something else, and once. Where
/// nothing is let go of before the program ends (`Program.letGo`), most of these fail.
@Suite struct EndOfObjectTests {
  /// Whatever ends says so, to whoever reads, to a variable and to a store.
  private static let program = """
    import Combine
    var log: [String] = []
    class Told: ObservableObject {
      @Published var ends = 0
      @Published var twice = 0
      init() { $ends.map { $0 * 2 }.assign(to: &$twice) }
    }
    let told = Told()
    class P {
      let name: String
      init(_ name: String) { self.name = name }
      deinit { end("P " + name) }
    }
    class S: ObservableObject {
      @Published var n = 0
      let part: P
      let inner = Inner()
      init(_ name: String) { part = P(name) }
      deinit { end("S \\(n)") }
    }
    class Inner: ObservableObject {
      @Published var n = 0
      deinit { end("Inner \\(n)") }
    }
    func end(_ text: String) { print(text); log.append(text); told.ends += 1 }
    let k = 1
    """

  struct Deed: CustomTestStringConvertible, Sendable {
    /// What is declared beside the program.
    let declared: String
    let act: @Sendable (World) throws -> Void
    /// Who ends, in this order.
    let ends: [String]
    var testDescription: String { declared + " → " + ends.joined(separator: ", ") }

    init(_ declared: String, _ act: @escaping @Sendable (World) throws -> Void, ends: String...) {
      (self.declared, self.act, self.ends) = (declared, act, ends)
    }

    init(_ declared: String, then source: String, ends: String...) {
      self.init(declared, { try $0.eval(source) }, ends)
    }

    init(_ declared: String, removed names: String..., ends: String...) {
      self.init(
        declared, { world in for name in names { _ = try world.engine.removeDeclaration(name, session: "c1") } }, ends)
    }

    private init(_ declared: String, _ act: @escaping @Sendable (World) throws -> Void, _ ends: [String]) {
      (self.declared, self.act, self.ends) = (declared, act, ends)
    }
  }

  static let deeds: [Deed] = [
    // What is only made again has not ended.
    Deed("let p = P(\"a\"), s = S(\"b\"); let list = [P(\"c\")]", then: "let k = 2"),
    Deed("let p = P(\"a\"), s = S(\"b\")", removed: "k"),
    Deed("let s = S(\"b\")", then: "class Inner: ObservableObject { @Published var n = 1; deinit { print(\"x\") } }"),
    Deed("let s = S(\"b\")\nlet t = (s, P(\"a\"))", then: "struct Other {}"),
    Deed("let token = AnyCancellable { end(\"token\") }", then: "let k = 2"),
    // Declared with another text it is another one.
    Deed("let p = P(\"a\")", then: "let p = P(\"b\")", ends: "P a"),
    Deed("let p = P(\"a\")", then: "let p = 7", ends: "P a"),
    Deed("let s = S(\"a\")", then: "let s = S(\"b\")", ends: "S 0", "P a", "Inner 0"),
    Deed(
      "let s = S(\"a\")",
      {
        try $0.set("s.n", .int(5)); try $0.set("s.inner.n", .int(6)); try $0.eval("let s = 7")
      }, ends: "S 5", "P a", "Inner 6"),
    Deed("let token = AnyCancellable { end(\"token\") }", then: "let token = 1", ends: "token"),
    // What comes to it is made again, and its own text is as it was.
    Deed("let p = P(\"a\")\nlet q = P(\"b \" + p.name)", then: "let p = P(\"c\")", ends: "P a"),
    // A name that is gone.
    Deed("let p = P(\"a\")", removed: "p", ends: "P a"),
    Deed("let s = S(\"a\")", removed: "s", ends: "S 0", "P a", "Inner 0"),
    Deed("let list = [P(\"a\"), P(\"b\")]", removed: "list", ends: "P a", "P b"),
    Deed("var o: P? = nil\no = P(\"a\")", removed: "o", ends: "P a"),
    Deed(
      "func make() -> () -> String { let p = P(\"a\"); return { p.name } }\nlet f = make()", removed: "f", ends: "P a"),
    Deed(
      "class One: ObservableObject { static let shared = One(); @Published var n = 1; deinit { end(\"One\") } }\nOne.shared.n += 1",
      removed: "One", ends: "One"),
    Deed("class One { static var all = [P(\"a\")] }\nprint(One.all.count)", removed: "One", ends: "P a"),
    // Of several names the last one counts, and so does what holds it.
    Deed("let p = P(\"a\")\nvar q: P?\nq = p", removed: "p"),
    Deed("let p = P(\"a\")\nlet q = p", removed: "q", "p", ends: "P a"),
    Deed("let s = S(\"a\")\nvar t: S?\nt = s", removed: "s"),
    Deed(
      "let s = S(\"a\")\nlet t = s",
      {
        try $0.set("s.n", .int(3)); for name in ["t", "s"] { _ = try $0.engine.removeDeclaration(name, session: "c1") }
      }, ends: "S 3", "P a", "Inner 0"),
    Deed("let s = S(\"a\")\nvar i: Inner?\ni = s.inner", removed: "s", ends: "S 0", "P a"),
    // All at once, the last one first.
    Deed(
      "let p = P(\"a\"), s = S(\"b\")\nlet t = s", { _ = try $0.engine.removeEverything(session: "c1") }, ends: "S 0",
      "P b", "Inner 0", "P a"),
    // What has no name ends.
    Deed("P(\"a\")", then: "let k = 2", ends: "P a"),
    Deed("let p = P(\"a\")\np", then: "let k = 2"),
    Deed("let p = P(\"a\")\np", removed: "p", ends: "P a"),
  ]

  @Test(arguments: deeds) func isHeard(_ deed: Deed) throws {
    var world = try World(Self.program)
    try world.eval(deed.declared)
    _ = world.notices()
    try deed.act(world)
    let printed = world.notices().filter { $0.hasPrefix("print ") }.map { String($0.dropFirst(6)) }
    #expect(printed == deed.ends)
    // What it wrote is there, in the program that has taken the place of its own, and after a restart.
    guard world.engine.declarations(named: "log", in: "").count == 1 else { return }
    for _ in 1...2 {
      #expect(try world.eval("print(log)").printed == ["\(deed.ends)"])
      #expect(try world.get("told.ends") == .int(deed.ends.count))
      #expect(try world.get("told.twice") == .int(deed.ends.count * 2))
      world = try world.restarted()
      #expect(world.notices() == [])
    }
  }

  private func printed(_ world: World) -> [String] { world.notices().filter { $0.hasPrefix("print ") } }

  /// One commit has what ends and what takes its place, and says what was there before.
  @Test func isPartOfTheRedefinition() throws {
    let world = try World(Self.program)
    try world.eval("let s = S(\"a\")")
    try world.watch("told.**", "s.n")
    _ = world.events()
    let before = world.engine.revision
    try world.eval("let s = S(\"b\")")
    #expect(world.events() == ["w change@\(before + 1) told.ends=3 told.twice=6"])
    let (commit, change) = try world.history(of: "told.ends", limit: 1)[0]
    #expect(commit.revision == before + 1 && change.old == .int(0) && change.value == .int(3))
  }

  @Test func isHeardWhereANamespaceEnds() throws {
    let world = try World()
    _ = try world.engine.evaluate(
      SourceText(file: "t", text: Self.program + "\nlet p = P(\"a\"), s = S(\"b\")"), in: "red", session: "c1")
    _ = world.notices()
    _ = try world.engine.evaluate(SourceText(file: "t", text: "let k = 2"), in: "red", session: "c1")
    #expect(printed(world) == [])
    _ = try world.engine.removeEverything(in: "red", session: "c1")
    #expect(printed(world) == ["print S 0", "print P b", "print Inner 0", "print P a"])
    #expect(world.engine.namespaceNames == [])
  }

  /// A fault in one is told, and the others end all the same.
  @Test func mayFail() throws {
    let world = try World(Self.program + "\nclass F { deinit { fatalError(\"no\") } }")
    try world.eval("let p = P(\"a\"), f = F(), q = P(\"b\")")
    _ = try world.engine.removeEverything(session: "c1")
    #expect(world.notices() == ["print P b", "fault Fatal error: no", "print P a"])
  }

  /// One that puts its like in a place where another is goes on for ever.
  @Test func comesToAnEnd() throws {
    let world = try World(
      """
      class Keeper: ObservableObject { var other: Endless? }
      class Endless { deinit { keeper.other = Endless() } }
      let keeper = Keeper()
      keeper.other = Endless()
      let e = Endless()
      """)
    _ = try world.engine.removeDeclaration("e", session: "c1")
    #expect(try world.eval("print(keeper.other == nil)").printed == ["false"])
  }
}

// Declarations that refer to each other: one of them is declared anew, alone or with the others as they are.
import Language
import Testing

@testable import Engine

@Suite struct MutualDeclarationTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What is there, and what is not in the text that follows.
    let others: String
    let old: String
    let new: String
    let asked: String
    let expected: String

    init(_ name: String, others: String, old: String, new: String, asked: String, _ expected: String) {
      testDescription = name
      (self.others, self.old, self.new, self.asked, self.expected) = (others, old, new, asked, expected)
    }
  }

  static let rows: [Row] = [
    Row(
      "a child that gives itself to its parent",
      others: """
        class Parent: ObservableObject { @Published var kids: [Child] = []; func add(_ c: Child) { kids.append(c) } }
        let parent = Parent()
        let child = Child()
        """,
      old: "class Child: ObservableObject { weak var parent: Parent?; func join(_ p: Parent) { p.add(self) } }",
      new: """
        class Child: ObservableObject {
          weak var parent: Parent?
          @Published var n = 0
          func join(_ p: Parent) { p.add(self); n += 1; for kid in p.kids { kid.n += 1 } }
        }
        """,
      asked: "child.join(parent); print(child.n, parent.kids.count)", "2 1"),
    Row(
      "a class that speaks of a store of its own", others: "var a: A? = A()",
      old: "class A: ObservableObject { @Published var n = 1; func make() { a = A() } }",
      new: "class A: ObservableObject { @Published var n = 1; var m = 2; func make() { a = A(); a?.m = 3 } }",
      asked: "a?.make(); print(a!.m)", "3"),
    Row(
      "a structure and a function", others: "func twice(_ p: P) -> P { P(x: p.x * 2) }\nvar p = P()",
      old: "struct P { var x = 1; func two() -> P { twice(self) } }",
      new: "struct P { var x = 1; var y = 5; func two() -> P { p = twice(self); return p } }",
      asked: "print(p.two().y, p.x)", "5 2"),
    Row(
      "an enumeration and a structure", others: "struct Token { var kind: Kind }",
      old: "enum Kind { case a; indirect case b(Token); var token: Token { Token(kind: self) } }",
      new: "enum Kind { case a, c; indirect case b(Token); var token: Token { Token(kind: .c) } }",
      asked: "print(Kind.a.token.kind)", "c"),
    Row(
      "what an extension adds",
      others: "extension A { func more() -> Int { n + 1 } }\nextension A: Equatable {\n"
        + "  static func == (a: A, b: A) -> Bool { a.n == b.n }\n}",
      old: "class A { var n = 1 }", new: "class A { var n = 4; func both() -> Bool { more() == 5 && self == A() } }",
      asked: "print(A().both())", "true"),
    Row(
      "a protocol",
      others: "protocol Visitor { func visit(_ n: Node) -> Int }\nstruct Sum: Visitor {\n"
        + "  func visit(_ n: Node) -> Int { n.value + n.kids.map { visit($0) }.reduce(0, +) }\n}",
      old:
        "final class Node { var value = 1; var kids: [Node] = []; func take(_ v: any Visitor) -> Int { v.visit(self) } }",
      new: "final class Node { var value = 2; var kids: [Node] = []; func take() -> Int { Sum().visit(self) } }",
      asked: "let n = Node(); n.kids = [Node(), Node()]; print(n.take())", "6"),
    Row(
      "over several", others: "func one(_ x: X) -> Int { two(x) }\nfunc two(_ x: X) -> Int { x.n }\nlet unrelated = 5",
      old: "struct X { var n = 1; var v: Int { one(self) } }",
      new: "struct X { var n = 7; var m = 1; var v: Int { one(self) + m } }",
      asked: "print(X().v)", "8"),
    Row(
      "functions", others: "func odd(_ n: Int) -> Bool { n == 0 ? false : even(n - 1) }",
      old: "func even(_ n: Int) -> Bool { n == 0 ? true : odd(n - 1) }",
      new: "func even(_ n: Int) -> Bool { n == 0 || odd(n - 1) }", asked: "print(even(4), odd(4))", "true false"),
  ]

  @Test(arguments: rows) func declaredAnewAlone(_ row: Row) throws {
    let world = try World(row.old + "\n" + row.others)
    try world.eval(row.new)
    #expect(try world.eval(row.asked).printed == [row.expected])
  }

  @Test(arguments: rows) func declaredAnewWithTheOthersAsTheyAre(_ row: Row) throws {
    let world = try World(row.old + "\n" + row.others)
    let evaluation = try world.eval(row.new + "\n" + row.others)
    #expect(evaluation.redefined.count == 1)
    #expect(try world.restarted().eval(row.asked).printed == [row.expected])
  }

  /// A statement of the same text speaks of the new class too, by the name of a store that is not in it.
  @Test func usedInTheTextThatDeclaresItAnew() throws {
    let world = try World("class A: ObservableObject { @Published var n = 1 }\nlet a = A()")
    try world.eval("class A: ObservableObject { @Published var n = 1; @Published var m = 2 }\na.m = 7")
    #expect(try world.eval("print(a.m)").printed == ["7"])
  }

  /// What is wrong with one that is only carried along is told at its own place, and nothing has changed.
  @Test func whatTheOthersNeedMustStay() throws {
    let world = try World("class A { var n = 1; func f() -> Int { g(self) } }\n\nfunc g(_ a: A) -> Int { a.n }")
    #expect {
      try world.engine.evaluate(
        SourceText(file: "test", text: "class A { var m = 1; func f() -> Int { g(self) } }"), session: "c1")
    } throws: { error in
      guard case .refusedSource(let diagnostics, let rendered)? = error as? EngineError else { return false }
      return diagnostics.map(\.message) == ["value of type 'A' has no member 'n'"] && diagnostics[0].start.line == 3
        && rendered.contains("func g(_ a: A)")
    }
    #expect(try world.eval("print(A().f())").printed == ["1"])
  }

  /// Text by text, again after a restart, where they are one text, and with each of them declared anew.
  @Test func anAliasOfWhatAnExtensionBrings() throws {
    let world = try World()
    let texts = [
      "enum Space {}", "extension Space { class Sub { var a = 1 } }", "typealias Other = Space.Sub",
      "extension Other { var b: Int { a + 1 } }", "func make() -> Other { Other() }",
    ]
    for text in texts { try world.eval(text) }
    #expect(try world.eval("print(make().b)").printed == ["2"])
    #expect(try world.restarted().eval("print(make().b)").printed == ["2"])
    try world.eval("extension Space { class Sub { var a = 5 } }")
    #expect(try world.eval("print(make().b)").printed == ["6"])
    try world.eval("enum Space { case one }")
    #expect(try world.restarted().eval("print(make().b, Space.one)").printed == ["6 one"])
  }
}

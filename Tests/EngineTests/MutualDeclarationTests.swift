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

  /// What extensions bring, types among it, where the type that they extend stays.
  static let inExtensions: [Row] = [
    Row(
      "a type that another extension speaks of",
      others: "struct A {}\nextension A { func f() -> S { var s = S(); s.kind = .b; return s } }",
      old: "extension A { struct S { enum Kind { case a, b }; var kind: Kind = .a } }",
      new: """
        extension A { struct S { enum Kind { case a, b, c }; var kind: Kind = .c; func g() -> S { A().f() } } }
        """,
      asked: "print(A.S().kind, A.S().g().kind)", "c b"),
    Row(
      "a type and a method of it", others: "struct A { var s = S() }",
      old: "extension A { struct S { enum Kind { case a, b }; var kind: Kind = .a }; func f() -> S { s } }",
      new: "extension A { struct S { enum Kind { case a, b, c }; var kind: Kind = .c }; func f() -> S { s } }",
      asked: "print(A().f().kind)", "c"),
    Row(
      "a type in it that another extension brings",
      others: "struct A {}\nextension A.Inner { struct Deep { var n = 1 } }",
      old: "extension A { struct Inner { var d = Deep() } }",
      new: "extension A { struct Inner { var d = Deep(); var e = 1 } }", asked: "print(A.Inner().d.n)", "1"),
    Row(
      "both of them, the inner one first", others: "struct A {}",
      old: "extension A.Inner { struct Deep { var n = 1 } }\nextension A { struct Inner { var d = Deep() } }",
      new:
        "extension A.Inner { struct Deep { var n = 2 } }\nextension A { struct Inner { var d = Deep(); var e = 1 } }",
      asked: "print(A.Inner().d.n)", "2"),
    Row(
      "an alias of it, and an extension of that", others: "struct A {}",
      old: """
        extension A.Q { struct Deep { var n = 1 }; var d: Deep { Deep(n: x) } }
        extension A { struct Inner { var x = 1 }; typealias Q = Inner }
        """,
      new: """
        extension A.Q { struct Deep { var n = 1; var m = 3 }; var d: Deep { Deep(n: x) } }
        extension A { struct Inner { var x = 2 }; typealias Q = Inner }
        """,
      asked: "print(A.Inner().d.n, A.Inner().d.m)", "2 3"),
    Row(
      "two types of one name", others: "struct A {}\nstruct B {}",
      old: """
        extension A.Kind { func other() -> B.Kind { .y } }
        extension A { enum Kind { case x } }
        extension B { enum Kind { case y } }
        """,
      new: """
        extension A.Kind { func other() -> B.Kind { .z } }
        extension A { enum Kind { case x, w } }
        extension B { enum Kind { case y, z } }
        """,
      asked: "print(A.Kind.w.other())", "z"),
    Row(
      "a function", others: "struct A {}\nfunc same(_ s: A.S) -> A.S { s }",
      old: "extension A { struct S { var n = 1 } }",
      new: "extension A { struct S { var n = 2; func again() -> S { same(self) } } }",
      asked: "print(same(A.S()).again().n)", "2"),
    Row(
      "a variable", others: "struct A {}\nvar s = A.S()", old: "extension A { struct S { var n = 1 } }",
      new: "extension A { struct S { var n = 2; var m = 5; func put() { s = self } } }",
      asked: "A.S(n: 7).put(); print(s.n, s.m)", "7 5"),
    Row(
      "initializers and subscripts",
      others: """
        class A {}
        let a = A()
        extension A { subscript(_ s: S) -> Int { s.n }; convenience init(_ s: S) { self.init() } }
        """,
      old: "extension A { struct S { var n = 1 } }",
      new: "extension A { struct S { var n = 2; func q() -> Int { a[self] }; func r() -> A { A(self) } } }",
      asked: "print(A.S().q(), a[A.S()], A.S().r() === a)", "2 2 false"),
    Row(
      "what is added to a type of the library", others: "extension Int { func f() -> S { S() } }",
      old: "extension Int { struct S { var n = 1 } }",
      new: "extension Int { struct S { var n = 2; func again() -> S { 1.f() } } }", asked: "print(1.f().again().n)", "2"
    ),
    Row(
      "through an alias", others: "struct A {}\nextension A { typealias T = S }\nextension A { func f() -> T { T() } }",
      old: "extension A { struct S { var n = 1 } }",
      new: "extension A { struct S { var n = 2; func q() -> S { A().f() } } }", asked: "print(A().f().q().n)", "2"),
    Row(
      "the class of a store", others: "enum Space {}\nlet m = Space.make()",
      old: """
        extension Space {
          class M: ObservableObject { enum K: String, Codable { case a, b }; @Published var k: K = .b }
          static func make() -> M { M() }
        }
        """,
      new: """
        extension Space {
          class M: ObservableObject { enum K: String, Codable { case a, b, c }; @Published var k: K = .a; var l: K = .c }
          static func make() -> M { M() }
          static func other() { m.l = m.k }
        }
        """,
      asked: "print(m.k, m.l); Space.other(); print(m.l)", "b c b"),
  ]

  @Test(arguments: inExtensions) func declaredAnewInAnExtension(_ row: Row) throws {
    for others in ["", "\n" + row.others] {
      let world = try World(row.old + "\n" + row.others)
      try world.eval(row.new + others)
      #expect(try world.eval(row.asked).printed.joined(separator: " ") == row.expected)
      #expect(try world.restarted().engine.failedDeclarations.isEmpty)
    }
  }

  /// A statement of the same text speaks of the new class too, by the name of a store that is not in it.
  @Test func usedInTheTextThatDeclaresItAnew() throws {
    let world = try World("class A: ObservableObject { @Published var n = 1 }\nlet a = A()")
    try world.eval("class A: ObservableObject { @Published var n = 1; @Published var m = 2 }\na.m = 7")
    #expect(try world.eval("print(a.m)").printed == ["7"])
  }

  @Test func ofATypeInAnExtensionUsedInTheTextThatDeclaresItAnew() throws {
    let world = try World("struct A {}\nextension A { struct S { var n = 1 } }\nfunc n(_ s: A.S) -> Int { s.n }")
    let text = "extension A { struct S { var n = 4 } }\nfunc n(_ s: A.S) -> Int { s.n }\nprint(n(A.S()))"
    #expect(try world.eval(text).printed == ["4"])
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

import Language
import Testing

@testable import Engine

/// `#expect` says what was there, where, and lets the program go on.
@Suite struct ExpectationTests {
  private func failures(_ source: String) throws -> [String] {
    let evaluation = try World("").eval(source)
    return evaluation.expectations.failures.map { "\($0.fault.line):\($0.fault.column) \($0.fault.message)" }
  }

  @Test func whatHoldsIsCounted() throws {
    let evaluation = try World("").eval("#expect(1 < 2)\n#expect([1, 2].count == 2)\nprint(\"on\")")
    #expect(evaluation.expectations.held == 2 && evaluation.expectations.failures.isEmpty)
    #expect(evaluation.printed == ["on"])
  }

  /// Literals have their type from what they are compared with, as in any comparison.
  @Test func literalsAreOfTheOtherOperandsType() throws {
    let evaluation = try World("").eval(
      """
      let list: [Double] = [1, -2]
      let table: [String: Double] = ["a": 1]
      let pair: (Double, Float) = (1, 2)
      #expect(list == [1, -2])
      #expect(list[1] == -2)
      #expect(list[0] == 3 - 2)
      #expect(table == ["a": 1])
      #expect(pair == (1, 2))
      #expect(Set([1.0, 2]) == [1, 2])
      """)
    #expect(evaluation.expectations.held == 6 && evaluation.expectations.failures.isEmpty)
  }

  @Test(arguments: [
    ("let a = 2\n#expect(a == 3)", "2:1 Expectation failed: (a → 2) == 3"),
    ("let s = \"ada\"\n#expect(s.isEmpty)", "2:1 Expectation failed: (s → \"ada\").isEmpty"),
    ("let s = \"ada\"\n#expect(!s.isEmpty)", ""),
    ("let s = \"\"\n#expect(!s.isEmpty)", "2:1 Expectation failed: !(s.isEmpty → true)\n  s → \"\""),
    (
      "let a = 1\nlet b = 2\n#expect(a + b == a * b, \"sums\")",
      "3:1 Expectation failed: (a + b → 3) == (a * b → 2) · sums\n  a → 1\n  b → 2"
    ),
    ("enum E { case x, y }\nlet e = E.x\n#expect(e == .y)", "3:1 Expectation failed: (e → main.E.x) == .y"),
    (
      "let a = 2\nlet b = true\n#expect(b && a > 3 || !b)",
      "3:1 Expectation failed: (b → true) && (a → 2) > 3 || !(b → true)"
    ),
    (
      "let a = 2\n#expect(a == 2 && a < 2 && a == 7)",
      "2:1 Expectation failed: (a → 2) == 2 && (a → 2) < 2 && (a == 7 → not evaluated)"
    ),
    ("let n: Int? = nil\n#expect(n == 1)", "2:1 Expectation failed: (n → nil) == 1"),
    (
      "struct Bad: Error {}\n#expect(throws: Bad.self) {}",
      "2:1 Expectation failed: throws: Bad.self → threw nothing"
    ),
  ])
  func whatDoesNotHoldIsExplained(_ source: String, _ message: String) throws {
    #expect(try failures(source) == (message.isEmpty ? [] : [message]))
  }

  /// Every part is told once: what is compared in the line, the others below it.
  @Test(arguments: [
    ("c.n + c.double > limit*3", "(c.n + c.double → 3) > (limit*3 → 6)\n  c.n → 1\n  c.double → 2\n  limit → 2"),
    ("c.n + 1 == c.n", "(c.n + 1 → 2) == (c.n → 1)"),
    ("(c.n + 1) * 2 == 7", "((c.n + 1) * 2 → 4) == 7\n  c.n + 1 → 2\n  c.n → 1"),
    ("c.add(3) == 5", "(c.add(3) → 4) == 5"),
    ("try c.checked(limit) == 5", "try (c.checked(limit) → 3) == 5\n  limit → 2"),
    (
      "try c.checked(limit) > 1 && c.checked(9) == 1",
      "try (c.checked(limit) → 3) > 1 && (c.checked(9) → 10) == 1\n  limit → 2"
    ),
    ("!yes && no", "!(yes → true) && (no → not evaluated)"),
    ("no || !yes", "(no → false) || !(yes → true)"),
    ("no || limit > 3 && c.n == 7", "(no → false) || (limit → 2) > 3 && (c.n == 7 → not evaluated)"),
    (
      "c.items.map { $0 * 2 }.contains(c.n)",
      "(c.items.map { $0 * 2 } → [2, 4, 6]).contains((c.n → 1))\n  c.items → [1, 2, 3]"
    ),
    ("c.items.isEmpty", "(c.items → [1, 2, 3]).isEmpty"),
    ("c.items[limit] == c.items[0]", "(c.items[limit] → 3) == (c.items[0] → 1)\n  c.items → [1, 2, 3]\n  limit → 2"),
    ("[1, c.n] == [2]", "([1, c.n] → [1, 1]) == [2]\n  c.n → 1"),
    ("c.other?.items.first == 3", "(c.other?.items.first → nil) == 3\n  c.other → nil"),
    ("c.other != nil", "(c.other → nil) != nil"),
    ("c.me?.items.first == 3", "(c.me?.items.first → Optional(1)) == 3\n  c.me?.items → [1, 2, 3]"),
    ("yes ? no : !no", "(yes → true) ? (no → false) : (!no → not evaluated)"),
    ("c.name.uppercased() == \"bob\"", "(c.name.uppercased() → \"ADA\") == \"bob\"\n  c.name → \"ada\""),
    ("\"\\(c.name)!\" == \"bob\"", "(\"\\(c.name)!\" → \"ada!\") == \"bob\"\n  c.name → \"ada\""),
    ("p.x == p.y", "(p.x → 1) == (p.y → 2)\n  p → main.P(x: 1, y: 2)"),
    ("any is Int", "(any → \"text\") is Int"),
    ("(any as? Int) != nil", "(any as? Int → nil) != nil\n  any → \"text\""),
    ("half * 3.0 > Double(limit)", "(half * 3.0 → 1.5) > (Double(limit) → 2.0)\n  half → 0.5\n  limit → 2"),
    ("(try? c.failing()) != nil", "(try? c.failing() → nil) != nil"),
    ("c.items\n  .isEmpty", "(c.items → [1, 2, 3]) .isEmpty"),
    ("popped.removeFirst() == 9", "(popped.removeFirst() → 1) == 9"),
    ("E.a == e", "E.a == (e → main.E.b)"),
    ("(0..<limit).contains(5)", "(0..<limit → Range(0..<2)).contains(5)\n  limit → 2"),
    ("yes == no && nested(1)", "(yes → true) == (no → false) && (nested(1) → not evaluated)"),
    ("limit == 2 && nested(limit)", "(limit → 2) == 2 && (nested(limit) → false)"),
  ])
  func theValueOfEveryPartIsTold(_ condition: String, _ message: String) throws {
    let told = try failures(
      """
      class C {
        var n = 1, items = [1, 2, 3], name = "ada"
        var other: C?, me: C?
        var double: Int { n * 2 }
        func add(_ x: Int) -> Int { x + n }
        func checked(_ x: Int) throws -> Int { x + n }
        func failing() throws -> Int { throw Bad.bad }
      }
      enum Bad: Error { case bad }
      struct P { var x = 1, y = 2 }
      enum E { case a, b }
      let c = C(), limit = 2, yes = true, no = false, p = P(), half = 0.5, e = E.b
      c.me = c
      let any: Any = "text"
      var popped = [1, 2]
      func nested(_ n: Int) -> Bool {
        #expect(n > 0 && n < 9)
        return false
      }
      #expect(\(condition))
      """)
    // Where Swift's grammar is in question, the parentheses of the test are right.
    #expect(told.last == "20:1 Expectation failed: " + message)
  }

  @Test func longValuesAreCut() throws {
    let told = try failures("let list = Array(repeating: 7, count: 200)\n#expect(list.isEmpty)")
    #expect(
      told == [
        "2:1 Expectation failed: list.isEmpty\n  list → [" + String(repeating: "7, ", count: 99)
          + "7,… (600 characters)"
      ])
  }

  /// A condition that calls what has one of its own: each has its own notes.
  @Test func conditionsMayContainOthers() throws {
    let told = try failures(
      """
      func down(_ n: Int) -> Bool {
        if n == 0 { return false }
        #expect(n > 0 && down(n - 1))
        return false
      }
      _ = down(2)
      """)
    #expect(
      told == [
        "3:3 Expectation failed: (n → 1) > 0 && (down(n - 1) → false)\n  n - 1 → 0",
        "3:3 Expectation failed: (n → 2) > 0 && (down(n - 1) → false)\n  n - 1 → 1",
      ])
  }

  /// The commit that a failure could see, or of which it is part.
  @Test func aFailureSaysAfterWhichCommit() throws {
    let evaluation = try World("").eval(
      """
      class Form: ObservableObject {
        @Published var name = ""
        func rename() {
          name = "x"
          #expect(name == "y")
        }
      }
      let form = Form()
      #expect(form.name == "a")
      form.name = "b"
      #expect(form.name == "c")
      form.rename()
      form.name = "d"
      """)
    #expect(evaluation.expectations.failures.map(\.revision) == [1, 2, 3])
    #expect(evaluation.revision == 4)
  }

  @Test func whatIsRequiredThrows() throws {
    let world = try World("let none: Int? = nil\nlet one: Int? = 1")
    #expect(try world.eval("let n = try #require(one)\n#expect(n == 1)").expectations.held == 2)
    #expect(throws: EngineError.self) { try world.eval("let m = try #require(none)\nprint(m)") }
    #expect(world.notices().count == 1)
  }

  @Test func anErrorThatIsExpectedIsCaught() throws {
    let evaluation = try World("").eval(
      """
      enum Bad: Error { case a, b }
      func fail() throws { throw Bad.b }
      let error = #expect(throws: Bad.self) { try fail() }
      #expect(error == .b)
      """)
    #expect(evaluation.expectations.held == 2 && evaluation.expectations.failures.isEmpty)
  }

  @Test func laterFailuresAreNotices() throws {
    let world = try World(
      """
      import Combine
      let numbers = PassthroughSubject<Int, Never>()
      let checked = numbers.delay(for: 1, scheduler: DispatchQueue.main).sink { #expect($0 < 3) }
      numbers.send(2)
      numbers.send(5)
      """)
    world.engine.advance(to: 2_000_000_000)
    #expect(world.notices() == ["test:3:75 Expectation failed: ($0 → 5) < 3"])
  }
}

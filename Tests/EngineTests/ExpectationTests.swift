import Language
import Testing

@testable import Engine

/// `#expect` says what was there, where, and lets the program go on.
@Suite struct ExpectationTests {
  private func failures(_ source: String) throws -> [String] {
    let evaluation = try World("").eval(source)
    return evaluation.expectations.failures.map { "\($0.line):\($0.column) \($0.message)" }
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
    ("let s = \"ada\"\n#expect(s.isEmpty)", "2:1 Expectation failed: s.isEmpty"),
    ("let s = \"ada\"\n#expect(!s.isEmpty)", ""),
    ("let s = \"\"\n#expect(!s.isEmpty)", "2:1 Expectation failed: !(s.isEmpty → true)"),
    (
      "let a = 1\nlet b = 2\n#expect(a + b == a * b, \"sums\")",
      "3:1 Expectation failed: (a + b → 3) == (a * b → 2) · sums"
    ),
    ("enum E { case x, y }\nlet e = E.x\n#expect(e == .y)", "3:1 Expectation failed: (e → main.E.x) == .y"),
    (
      "let a = 2\nlet b = true\n#expect(b && a > 3 || !b)",
      "3:1 Expectation failed: (b → true) && (a → 2) > 3 || (!b → false)"
    ),
    ("let a = 2\n#expect(a == 2 && a < 2 && a == 7)", "2:1 Expectation failed: (a → 2) == 2 && (a → 2) < 2 && a == 7"),
    ("let n: Int? = nil\n#expect(n == 1)", "2:1 Expectation failed: (n → nil) == 1"),
    (
      "struct Bad: Error {}\n#expect(throws: Bad.self) {}",
      "2:1 Expectation failed: throws: Bad.self → threw nothing"
    ),
  ])
  func whatDoesNotHoldIsExplained(_ source: String, _ message: String) throws {
    #expect(try failures(source) == (message.isEmpty ? [] : [message]))
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

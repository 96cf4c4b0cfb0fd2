/// Long expressions of the usual kinds are checked; the checker counts its steps, so that a search that explodes is refused
/// on every machine.
import InterpreterHarness
import Testing

@testable import Language

@Suite struct LongExpressionTests {
  private static func links(_ count: Int, _ link: (Int) -> String) -> String { (0..<count).map(link).joined() }

  private static let programs: [(name: String, text: String)] = [
    ("closures", "print([1]\(links(120) { ".map { $0 + \($0) }" }))"),
    ("closures over fractions", "print([1.5]\(links(60) { ".map { $0 + \($0) }" }))"),
    ("closures of a known type", "let x: [Double] = [1]\(links(60) { ".map { $0 * 2 + \($0) }" })\nprint(x)"),
    (
      "operators",
      "import Combine\nlet s = PassthroughSubject<Int, Never>()\nlet c = s"
        + links(20) {
          ".map { $0 + \($0) }.filter { $0 > \($0) }.removeDuplicates().map { Double($0) * 0.5 }.map { Int($0) }"
        } + ".eraseToAnyPublisher().sink { print($0) }"
    ),
    (
      "a publisher of a literal",
      "import Combine\nlet c = Just(1)\(links(60) { ".map { $0 + \($0) }" }).sink { print($0) }"
    ),
    ("a sum", "print(1\(links(200) { " + \($0)" }))"),
    ("a sum of fractions", "let x: Double = 1\(links(80) { " + \($0) * 2 - 0.5" })\nprint(x)"),
    ("conditions", "let a = 3\nprint(true\(links(100) { " && a > \($0)" }))"),
    ("choices", "let a = 3\nprint(\(links(100) { "a == \($0) ? \($0) : " })0)"),
    ("optionals", "let a: Int? = nil\nprint(a\(links(150) { _ in " ?? a" }) ?? 1)"),
    ("a text", "let a = 3\nprint(\"\(links(150) { "\\(a + \($0)) " })\")"),
    ("an array", "let x = [\(links(2_000) { "\($0), " })]\nprint(x.count)"),
    ("an array of functions", "let x: [(Int) -> Int] = [\(links(300) { "{ $0 + \($0) }, " })]\nprint(x.count)"),
    ("a dictionary", "let x = [\(links(500) { "\($0): \"\($0)\", " })]\nprint(x.count)"),
    ("a dictionary of anything", "let x: [String: Any] = [\(links(500) { "\"\($0)\": \($0), " })]\nprint(x.count)"),
    (
      "a chain longer than the stack is deep",
      "print([1]\(links(320) { ".map { $0 + \($0) }.filter { $0 > \($0) }" }))"
    ),
    ("a table", "let x = [\(links(3_000) { "[\($0), \($0).5], " })]\nprint(x.count)"),
    ("a table of tuples", "let x = [\(links(1_000) { "(\($0), \"s\", [\($0).5]), " })]\nprint(x[7])"),
    ("a table of a known type", "let x: [[Double]] = [\(links(1_000) { "[\($0), \($0).5], " })]\nprint(x[7])"),
    ("a dictionary of arrays", "let x = [\(links(1_000) { "\"\($0)\": [\"a\", \"bc\"], " })]\nprint(x.count)"),
    (
      "closures inside closures",
      "print(\(links(8) { "[\($0)].flatMap { a\($0) in [a\($0)] + " })[0]\(links(8) { _ in " }" }))"
    ),
  ]

  @Test(arguments: programs.indices)
  func isChecked(_ index: Int) {
    let (name, text) = Self.programs[index]
    let run = ProgramRun.onItsOwnStack(text + "\n")
    #expect(run.failure == nil, "\(name)")
  }

  @Test(arguments: [5, 40, 90])
  func whatIsWrongAtTheEndIsSaidThere(length: Int) {
    let run = ProgramRun.onItsOwnStack("print([1]\(Self.links(length) { ".map { $0 + \($0) }" }).map { $0.foo })\n")
    #expect(run.errors.map(\.message) == ["value of type 'Int' has no member 'foo'"])
  }

  @Test func whatDoesNotFitInATableIsSaidOnceForItsKind() {
    let rows = Self.links(20) { "[\($0)], " }
    let run = ProgramRun.onItsOwnStack("let x: [[Int]] = [\(rows)[\"ab\"], [\"cd\"], [1.5]]\n")
    #expect(
      run.errors.map(\.message) == [
        "cannot convert value of type 'String' to expected element type 'Int'",
        "cannot convert value of type 'Double' to expected element type 'Int'",
      ])
  }

  /// What a call of many arguments costs is as many times what one costs: it is asked once which parameters they are for,
  /// where that matters.
  @Test(arguments: [("1", 0), ("{ 1 }", 201)])
  func eachArgumentIsPlacedOnce(argument: String, placed: Int) {
    let program = Program(host: VirtualHost(), library: LibraryPool.take())
    let type = argument == "1" ? "Int" : "(() -> Int)"
    let arguments = Self.links(200) { _ in "\(argument), " }
    let text = """
      func many(_ xs: \(type)..., last: Int) {}
      many(\(arguments)last: 1)
      """
    let unit = UnitChecker(program: program.environment, session: nil)
    let checked = unit.check([SourceText(file: "test", text: text)], limits: Limits())
    #expect(checked.diagnostics.isEmpty)
    #expect(unit.checker.argumentsPlaced == placed)
  }

  @Test func whatIsTooDeepIsSaidOnce() {
    let run = ProgramRun.onItsOwnStack("print([1]\(Self.links(1_100) { _ in ".map { $0 + 1 }.filter { $0 > 0 }" }))\n")
    #expect(run.errors.map(\.message) == ["this is nested too deeply"])
  }

  @Test func whatIsTooLongIsSaidWithItsPlace() {
    let run = ProgramRun.onItsOwnStack("let a = 1\nlet x = a\(Self.links(2_000) { " + \($0)" })\n")
    #expect(
      run.errors.map { "\($0.start.line):\($0.start.column): \($0.message)" } == [
        "2:9: the compiler is unable to type-check this expression in reasonable time; "
          + "try breaking up the expression into distinct sub-expressions"
      ])
  }
}

// Texts that are nested without end, with brackets and without: refused before the parser runs out of stack. What people
// write, however much of it, is not.
import InterpreterHarness
import Testing

@testable import Language

@Suite struct SourceDepthTests {
  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  private static let count = 20_000

  /// Each had the parser, or what looks at its tree, go as deep as the text is long.
  static let deep: [(name: String, text: String)] = [
    ("else if", "let x = 1\nif x == 0 {}" + times(count, " else if x == 1 {}")),
    ("else if as a value", "let x = " + times(count, "if true { 1 } else ") + "{ 2 }"),
    ("if if", times(count, "if ") + "true {}"),
    ("switch switch", times(count, "switch ") + "1 {}"),
    ("let let", "if case " + times(count, "let ") + "x = 1 {}"),
    ("repeat repeat", "let x: " + times(count, "repeat ") + "Int"),
    ("await await", "let x = " + times(count, "await ") + "1"),
    ("a condition in a condition", "let x = " + times(count, "a ? ") + "1" + times(count, " : 1")),
    ("conditions without an end", "let x = " + times(count, "a ? ")),
    ("over many lines", "let x = " + times(count, "a\n? ") + "1" + times(count, "\n: 1")),
    ("functions of functions", "let x: " + times(count, "(Int) -> ") + "Int"),
    ("asynchronous ones", "let x: " + times(count, "() async throws -> ") + "Int"),
    ("functions as an expression", "let x = [() " + times(count, "-> ()") + "]()"),
    ("optionals", "let x: Int" + times(count, "?") + " = nil"),
    ("more optionals", "let x: Int" + times(100_000, "?") + " = nil"),
    ("members", "let x = a" + times(300_000, "?.b")),
    ("types in types", "let x: A" + times(300_000, ".A") + " = 1"),
    ("brackets", "let x = " + times(count, "(") + "1" + times(count, ")")),
    ("brackets in strings", times(count, "\"\\(") + "1" + times(count, ")\"")),
    ("brackets in raw strings", times(count, "#\"\\#(") + "1" + times(count, ")\"#")),
    ("#if", times(count, "#if A\n") + times(count, "#endif\n")),
    ("types", times(count, "struct A { ") + times(count, "}")),
    ("arguments of types", "let x: " + times(count, "A<") + "Int" + times(count, ">")),
  ]

  @Test(arguments: deep.map(\.name))
  func theDepthIsTold(_ name: String) throws {
    let text = try #require(Self.deep.first { $0.name == name }).text
    let run = ProgramRun.onItsOwnStack(text)
    #expect(run.errors.map(\.message) == ["this is nested too deeply"])
  }

  static let wide: [(name: String, text: String)] = [
    ("else if", "let x = 1\nif x == 0 {}" + times(300, " else if x == 1 { print(1) }")),
    ("one if behind another", "let x = 1\n" + times(2_000, "if x == 1 {} else if x == 2 {} else {}\n") + "print(1)"),
    ("conditions one behind another", "let x = 1\nprint(" + times(40, "x == 2 ? 2 : ") + "1)"),
    ("implicit members", "let x: [Int] = [" + times(5_000, ".max, ") + "]"),
    ("a chain", "let x = [1]" + times(1_000, "\n  .map { $0.description.count }") + "\nprint(1)"),
    ("arrows in texts", times(2_000, "_ = \"a -> b ? c\"\n") + "print(1)"),
    ("arrows in long texts", "let x = \"\"\"\n" + times(2_000, "a -> b\n? -> (\n") + "\"\"\"\nprint(1)"),
    ("arrows in comments", times(2_000, "// a -> b ? c (\n/* a -> /* ? */ ( */\n") + "print(1)"),
    ("requirements", "protocol P {\n" + times(600, "func f() -> Int?\n") + "}\nprint(1)"),
    ("closures", "let x = 1\n" + times(1_000, "_ = { (a: Int?) -> Int in a ?? x }\n") + "print(1)"),
    ("comparisons", "let a = 1\n" + times(600, "_ = a < 2\n") + "print(1)"),
    ("strings", times(1_000, "_ = \"\\(\"a\" + \"(\")\"\n_ = #\"\"(\"#\n") + "print(1)"),
    ("optionals", "func f(" + times(600, "_: Int?, ") + "_: Int?) {}"),
  ]

  @Test(arguments: wide.map(\.name))
  func whatIsOnlyLongIsAccepted(_ name: String) throws {
    let text = try #require(Self.wide.first { $0.name == name }).text
    #expect(SourceDepth.tooDeep(text) == nil)
  }

  @Test func thePlaceIsTold() {
    let text = "let a = 1\nlet b = " + Self.times(300, "(") + "1" + Self.times(300, ")")
    let program = Program(host: VirtualHost(), library: LibraryPool.take())
    let checked = program.check(SourceText(file: "a.swift", text: text), session: program.openResults(of: "s"))
    #expect(checked.rendered == "a.swift:2:265: error: this is nested too deeply\n")
  }
}

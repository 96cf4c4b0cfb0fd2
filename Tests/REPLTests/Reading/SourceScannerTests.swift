// When does the REPL evaluate, and when does it ask for another line?
import Testing

@testable import REPL

struct SourceScannerTests {
  @Test(arguments: [
    "", "let x = 3", "signup.username = \"ada\"", "f(1, 2)", "{ $0 }", "x!", "x?", "let r = 0...", "let r = a[0...]",
    "// a comment { (", "door = .open", "door == .private", "x = .in", "let open = 3", "x = open", "x = 1 + final",
    "/* { */ 3", "\"{ ( [\"", "\"a \\(f(\"b\")) c\"", "#\"a \" b\"#", "#\"\\(x)\"#",
    "\"\"\"\n{\n\"\"\"",
    "class A {\n}", "a\n  .map { $0 }\n  .sink { print($0) }", "let c = cond ? 1 : 2", "x = /ab{2}\\//", "a / b / c",
    "6 / 2",
    "#/ab{/#", "@Published var x = 1", "@available(*, deprecated) func f() {}", "if a { b }", "func f() { }",
    "let s = \"\\\\\"",
    "`class` = 3", "a.b.c", "x as! Int", "i++", "return", "let e = \"é{\"", "1_000.5", "while x < 3 { x += 1 }",
    "#if DEBUG\nx\n#endif", "signup.$isValid.sink { print($0) }", "}", "f(]", "a; b", "\\A.b", "$R0", "let x: Int?",
    "import Combine", "\"no end", "print(\"no end", "func f() {\n  let a = \"b", "a ? b : c", "let a = -1", "x.y!",
    "let e: Set<Int>", "if a { b }\nc", "if a {\n} else {\n}", "do {\n} catch {\n}", "if a\n{\n}\nelse\n{\n}",
    "repeat {\n} while a", "repeat\n{\n}\nwhile a", "class A\n{\n}", "while a\n{\n}", "guard a\nelse\n{\n}",
    "if a {\n}\nf { }", "x.do {\n}", "#if A\nx\n#else\ny\n#endif",
  ])
  func isComplete(_ text: String) {
    #expect(SourceScanner.completeness(of: text) == .complete)
  }

  @Test(arguments: [
    ("class A {", 1), ("f(", 1), ("[1,", 1), ("{ a in\n  f(", 2), ("let x =", 0), ("a +", 0), ("a &&", 0), ("a ??", 0),
    ("let x: Int =", 0), ("func f() ->", 0), ("a,", 0), ("\"\"\"\nabc", 1), ("/* a", 1), ("/* a /* b */", 1),
    ("\"\\(f(", 3),
    ("#if DEBUG\nx", 0), ("@MainActor", 0), ("@available(iOS 13, *)", 0), ("public", 0), ("final class", 0), ("let", 0),
    ("if a { b } else", 0), ("let x = try", 0), ("a ? b :", 0), ("cond ?", 0), ("#/\nab", 1), ("#\"\"\"\n\"\"\"", 1),
    ("x = y // why =", -1), ("x = // why", 0), ("repeat {\n}", 0), ("if a {\n}\nelse", 0), ("if a\n{", 1),
    ("a +\n// and\n", 0),
  ])
  func isUnfinished(_ text: String, _ depth: Int) {
    #expect(SourceScanner.completeness(of: text) == (depth < 0 ? .complete : .unfinished(depth: depth)))
  }

  @Test(arguments: [
    "if a {\n} else if b", "do {\n} catch E.x",
    "class A", "struct Point: Equatable", "func f()", "if a == b", "for x in xs", "public final class A", "do",
  ])
  func isDoubtful(_ text: String) {
    #expect(SourceScanner.completeness(of: text) == .doubtful)
  }

  /// `else` and `catch` may stand on the next line; to an `if` of one line nobody adds them there.
  @Test(arguments: [
    "if a {\n}", "if a\n{\n}", "if a {\n} else if b {\n}", "if a {\n}\n\n// why\nelse if b\n{\n}", "do {\n  f()\n}",
    "do {\n} catch E.x {\n}", "let v = if a {\n  1\n}",
  ])
  func isExtensible(_ text: String) {
    #expect(SourceScanner.completeness(of: text) == .extensible)
  }

  @Test(arguments: [
    "else {", "catch E.x {", "{", "  .map { $0 }", "? a", ": b", "&& c", "= 3", "-> Int", "?? d", "- 1", "/ 2",
    "as? Int",
    "throws -> Int", "where T: Equatable",
  ])
  func continuesAStatement(_ line: String) {
    #expect(SourceScanner.continuesStatement(line))
  }

  @Test(arguments: [
    "", "elsewhere()", "catching = 1", ":watch a", "-x", "!x", "&x", "...", "// a", "/* a */", "/ab/", "(a, b) = c",
    "@A",
    "asset", "while a {",
  ])
  func beginsOne(_ line: String) {
    #expect(!SourceScanner.continuesStatement(line))
  }

  /// A text cut anywhere and fed line by line gives the answer of the whole: the scanner keeps no position.
  @Test func eachPrefixOfAClassIsUnfinishedUntilItsLastBrace() {
    let lines = [
      "class SignUp: ObservableObject {", "  @Published var username = \"\"", "  init() {",
      "    $username.map { $0.count >= 3 }", "      .assign(to: &$isValid)", "  }", "}",
    ]
    var scanner = SourceScanner()
    for (index, line) in lines.enumerated() {
      scanner.feed(line: line)
      #expect((scanner.completeness == .complete) == (index == lines.count - 1), "after line \(index + 1)")
    }
  }

  @Test func aCommandLineMayStandOnlyBetweenStatements() {
    var scanner = SourceScanner()
    #expect(scanner.isBetweenStatements)
    scanner.feed(line: "let x = cond ?")
    #expect(!scanner.isBetweenStatements)
    scanner.feed(line: "  1 : 2")
    #expect(scanner.isBetweenStatements)
  }
}

// Lines in, entries out: at the prompt, in a paste, in a script.
import Testing

@testable import REPL

struct EntryReaderTests {
  private func read(_ pieces: String...) -> [Entry] {
    var reader = EntryReader()
    return pieces.flatMap { reader.add($0) } + reader.finish()
  }

  @Test func aLineIsAnEntry() {
    #expect(read("a = 1") == [.swift("a = 1", line: 1)])
    #expect(read(":watch a.b") == [.command("watch a.b", line: 1)])
    #expect(read("", "   ") == [])
  }

  @Test func linesGatherUntilTheBraceCloses() {
    var reader = EntryReader()
    #expect(reader.add("class A {") == [])
    #expect(reader.isInsideEntry && reader.depth == 1)
    #expect(reader.add(":not a command") == [])
    #expect(reader.add("}") == [.swift("class A {\n:not a command\n}", line: 1)])
    #expect(!reader.isInsideEntry)
  }

  @Test func whatIsCopiedFromATerminalLosesItsPrompts() {
    let session = "combined> class A {\n      ...   var n = 1\n      ... }\ntype A\ncombined> :watch a\na.n  1\n"
    #expect(read(session) == [.swift("class A {\n  var n = 1\n}", line: 1), .command("watch a", line: 5)])
    #expect(read("combined> class A {", "      ...   var n = 1", "}") == [.swift("class A {\n  var n = 1\n}", line: 1)])
    #expect(read("combined > 1") == [.swift("combined > 1", line: 1)])
  }

  @Test(arguments: [
    ("print(1)\n// → 1\n\n// note\n// → 2", nil), ("let s = \"\"\"\n  // → 1\n  \"\"\"", nil), ("/* // → 1 */", nil),
    ("let u = \"a//→b\"", nil), ("// an arrow → here", nil), ("if true {\n  // → 1\n}", (2, 3)),
    ("print(1) // → 1", (1, 10)), ("print(1) \\\n// → 1", (2, 1)), ("print(1)\n\t// → 1", (2, 2)),
    ("print(1)\n//→ 1", (2, 1)), ("// → 1\nprint(1)", (1, 1)), ("let a =\n// → 1\n1", (2, 1)),
    ("combined> print(1)\n2", (1, 1)),
  ])
  func whatATestExpectsOfTheOutputIsLookedAt(_ text: String, _ place: (line: Int, column: Int)?) {
    var reader = EntryReader(readsPrinted: true)
    _ = reader.add(text) + reader.finish()
    #expect(reader.overlooked?.line == place?.line && reader.overlooked?.column == place?.column)
    var plain = EntryReader()
    _ = plain.add(text) + plain.finish()
    #expect(plain.overlooked == nil)
  }

  @Test func whatIsPastedAtOnceStaysTogether() {
    #expect(read("let a = A()\na.b = 1\n") == [.swift("let a = A()\na.b = 1", line: 1)])
  }

  @Test func aCommandDividesAScriptAndLinesAreCounted() {
    let script = "\nlet a = A()\n:watch a.b\n\na.b = 1\na.b = 2\r\n:quit"
    #expect(
      read(script) == [
        .swift("let a = A()", line: 2), .command("watch a.b", line: 3), .swift("a.b = 1\na.b = 2", line: 5),
        .command("quit", line: 7),
      ])
  }

  @Test func aTernaryIsNotACommand() {
    #expect(read("let x = a ?\n:b") == [.swift("let x = a ?\n:b", line: 1)])
    #expect(read("let x = a\n  ? b\n  : c") == [.swift("let x = a\n  ? b\n  : c", line: 1)])
  }

  @Test func aBackslashGoesOn() {
    var reader = EntryReader()
    #expect(reader.add("a.$b \\") == [])
    #expect(reader.isInsideEntry && reader.depth == 0)
    #expect(reader.add("  .sink { print($0) }") == [.swift("a.$b \n  .sink { print($0) }", line: 1)])
    // In a multi-line string the backslash is Swift's own.
    #expect(read("\"\"\"", "a \\", "b", "\"\"\"") == [.swift("\"\"\"\na \\\nb\n\"\"\"", line: 1)])
  }

  @Test func aHeaderWithoutItsBraceIsDoubtful() {
    var reader = EntryReader()
    #expect(reader.add("class A") == [])
    #expect(reader.isDoubtful && reader.pendingText == "class A")
    #expect(reader.add("{ }") == [.swift("class A\n{ }", line: 1)])
    #expect(reader.add("class B") == [])
    #expect(reader.finish() == [.swift("class B", line: 3)])
  }

  @Test func anIfWaitsForItsElse() {
    var reader = EntryReader()
    #expect(["if a", "{", "}"].flatMap { reader.add($0) } == [])
    #expect(reader.isExtensible && reader.depth == 0)
    #expect(["", "else", "{"].flatMap { reader.add($0) } == [])
    #expect(reader.add("}") == [.swift("if a\n{\n}\n\nelse\n{\n}", line: 1)])
    // What does not go on is the next one.
    #expect(["do {", "}"].flatMap { reader.add($0) } == [])
    #expect(reader.add("b = 1") == [.swift("do {\n}", line: 8), .swift("b = 1", line: 10)])
    #expect(["do {", "}"].flatMap { reader.add($0) } == [])
    #expect(reader.add(":ls") == [.swift("do {\n}", line: 11), .command("ls", line: 13)])
  }

  @Test func anAbandonedEntryLeavesNothing() {
    var reader = EntryReader()
    _ = reader.add("f(")
    reader.abandon()
    #expect(reader.add("1") == [.swift("1", line: 2)])
  }
}

// What others have written does not act on a terminal.
import Testing
import Wire

@testable import REPL

struct HarmlessTests {
  @Test(arguments: [
    ("plain, ü and 日本\tcolumns", "plain, ü and 日本\tcolumns"), ("two\r\nlines\n", "two\nlines\n"),
    ("a\u{1b}]0;title\u{7}b", "a\\u{1B}]0;title\\u{7}b"), ("\u{1b}[2J\u{1b}[H", "\\u{1B}[2J\\u{1B}[H"),
    ("over\rwritten", "over\\rwritten"), ("\u{9b}2J\u{7f}\u{0}", "\\u{9B}2J\\u{7F}\\u{0}"),
    ("é\u{301}\u{ad}", "é\u{301}\u{ad}"),
    ("\u{1b}[1;31mred\u{1b}[0m", "\u{1b}[1;31mred\u{1b}[0m"),
    ("\u{1b}[31mbleeds\nnext", "\u{1b}[31mbleeds\u{1b}[0m\nnext"),
    ("\u{1b}[7mat the end", "\u{1b}[7mat the end\u{1b}[0m"), ("\u{1b}", "\\u{1B}"), ("\u{1b}[31", "\\u{1B}[31"),
    ("\u{1b}[1;2H", "\\u{1B}[1;2H"), ("\u{1b}[38;5;99m\u{1b}[m", "\u{1b}[38;5;99m\u{1b}[m"),
  ]) func whatActsIsSpelled(_ text: String, _ shown: String) {
    #expect(harmless(text) == shown)
  }

  @Test(
    arguments: [("xterm", true), ("dumb", false), ("unknown", false), ("", false), (nil, false)] as [(String?, Bool)])
  func aTerminalThatSaysNothingHasNoColours(_ kind: String?, _ isColored: Bool) {
    let environment = kind.map { ["TERM": $0] } ?? [:]
    #expect(Style(.auto, outputIsTerminal: true, environment: environment).isColored == isColored)
  }

  @Test func whatIsUndoneIsShortened() {
    let change = PathChange {
      $0.path = "a"
      $0.value = .string(String(repeating: "x", count: 500))
    }
    let lines = UndoRenderer(style: .plain).lines(
      .init {
        ($0.undone, $0.rev) = (3, 4)
        $0.changes = Array(repeating: change, count: 30)
      })
    #expect(lines.count == 22 && lines[20] == "… and 10 more" && lines.allSatisfy { $0.count < 200 })
  }
}

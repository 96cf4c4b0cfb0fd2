// Entries of several lines on a screen: what is drawn after any change is what drawing from nothing would give.
import TestSupport
import Testing

@testable import REPL

struct EntryPainterTests {
  private static func layout(
    _ text: String, point: Int? = nil, above: [String] = [], hint: String = "", columns: Int = 30, lines: Int = 10
  ) -> EntryLayout {
    EntryLayout(
      above: above, prompt: "> ", continuation: "… ", text: text, point: point ?? text.utf8.count, hint: hint,
      columns: columns, lines: lines)
  }

  /// The screen after the layouts were painted one after the other.
  private func screen(_ layouts: EntryLayout...) -> VirtualScreen {
    var screen = VirtualScreen(columns: layouts[0].columns, rows: 20)
    var painter = EntryPainter()
    for layout in layouts {
      screen.feed(painter.paint(layout).utf8)
      #expect(screen.unknown == [])
      let place = EntryLayout.Place(row: screen.row, column: screen.column)
      // In the last column the cursor waits on it.
      #expect(place == layout.cursor || layout.cursor.column == layout.columns)
    }
    return screen
  }

  @Test func linesHavePromptsAndTheCursorIsWhereItIs() {
    #expect(screen(Self.layout("class A {\n  var x = 0\n}")).text == ["> class A {", "…   var x = 0", "… }"])
    #expect(Self.layout("ab\ncd", point: 4).cursor == .init(row: 1, column: 3))
    #expect(Self.layout("ab\n", point: 3).cursor == .init(row: 1, column: 2))
    #expect(Self.layout("", point: 0).cursor == .init(row: 0, column: 2))
  }

  @Test func longLinesGoOnInTheNextRow() {
    let row = String(repeating: "x", count: 10)
    #expect(screen(Self.layout(row, columns: 8)).text == ["> xxxxxx", "xxxx"])
    // A full row has the cursor in the next one.
    #expect(Self.layout("xxxxxx", columns: 8).cursor == .init(row: 1, column: 0))
  }

  @Test func wideCharactersAndSequencesTakeTwoColumns() {
    #expect(displayWidth("日本") == 4)
    #expect(displayWidth("👩‍👩‍👧‍👦") == 2)
    #expect(displayWidth("🇸🇪") == 2)
    #expect(displayWidth("❤️") == 2)
    #expect(displayWidth("👍🏽") == 2)
    #expect(displayWidth("e\u{301}") == 1)
    #expect(Self.layout("日本", point: 3).cursor.column == 4)
    // One that does not fit goes to the next row as a whole.
    #expect(screen(Self.layout("aaa日本", columns: 6)).text == ["> aaa", "日本"])
    #expect(screen(Self.layout("a👩‍👩‍👧‍👦b"), Self.layout("a👩‍👩‍👧‍👦bc", point: 1)).text == ["> a👩‍👩‍👧‍👦bc"])
  }

  @Test func whatIsTallerThanTheTerminalShowsItsEndAndItsLength() {
    let text = (1...99).map { "let a\($0) = \($0)" }.joined(separator: "\n")
    let end = screen(Self.layout(text, columns: 50)).text
    #expect(end.count == 9)
    #expect(end[0] == "… 99 lines, 91 rows of them above")
    #expect(end[8] == "… let a99 = 99")
    let middle = screen(Self.layout(text, point: text.utf8.count / 2, columns: 50)).text
    #expect(middle.count == 9)
    #expect(middle[0].hasPrefix("… 99 lines, ") && middle[8].hasSuffix(" rows below"))
    let start = Self.layout(text, point: 3, columns: 50)
    #expect(screen(start).text[0] == "> let a1 = 1")
    #expect(start.cursor == .init(row: 0, column: 5))
  }

  @Test func linesAboveAndAHintAreDimAndCut() {
    let layout = Self.layout("a.n", above: ["pinned 12345678901234567890"], hint: "= 3, 2 s ago", columns: 12)
    #expect(screen(layout).text == ["pinned 1234", "> a.n = 3,"])
    #expect(layout.cursor == .init(row: 1, column: 5))
    #expect(screen(layout, Self.layout("a.", columns: 12)).text == ["> a."])
  }

  @Test func theStateStandsAtTheEdgeWhereThereIsRoomAndWidthsAreCertain() {
    func rows(_ text: String) -> [String] {
      screen(
        EntryLayout(
          above: ["pin"], prompt: "> ", continuation: "… ", status: "rev 3", text: text, point: text.utf8.count,
          columns: 16, lines: 10)
      ).text
    }
    #expect(rows("a") == ["pin", "> a       rev 3"])
    #expect(rows("日") == ["pin", "> 日      rev 3"])
    #expect(rows("1234567") == ["pin", "> 1234567"])
    #expect(rows("🇸🇪") == ["pin", "> 🇸🇪"])
    #expect(rows("a\nb") == ["pin", "> a       rev 3", "… b"])
  }

  @Test func leavingLeavesOnlyWhatWasTyped() {
    var screen = VirtualScreen(columns: 30, rows: 20)
    var painter = EntryPainter()
    let layout = EntryLayout(
      above: ["pin", "pin"], prompt: "> ", continuation: "… ", status: "rev 3", text: "ab\ncd", point: 5, hint: "7",
      columns: 30, lines: 10)
    screen.feed(painter.paint(layout).utf8)
    #expect(screen.text.count == 4)
    screen.feed((painter.leave() + "next").utf8)
    #expect(screen.text == ["> ab", "… cd", "next"])
  }

  @Test func leavingGoesBelowAllOfIt() {
    var screen = VirtualScreen(columns: 30, rows: 20)
    var painter = EntryPainter()
    screen.feed(painter.paint(Self.layout("ab\ncd\nef", point: 1, hint: "")).utf8)
    screen.feed((painter.leave("^C") + "next").utf8)
    #expect(screen.text == ["> ab", "… cd", "… ef^C", "next"])
  }

  @Test(arguments: [8, 15, 40]) func afterResizingNothingIsLeftOver(_ columns: Int) {
    var screen = VirtualScreen(columns: 20, rows: 20)
    var painter = EntryPainter()
    screen.feed("before\r\n".utf8)
    let text = "class Abcdefgh: ObservableObject {\n  var x = 0\n}"
    screen.feed(painter.paint(Self.layout(text, point: 38, columns: 20)).utf8)
    screen.resize(columns: columns)
    screen.feed(painter.clear(afterResizingTo: columns).utf8)
    #expect(screen.text == ["before"])
    let layout = Self.layout(text, point: 38, columns: columns, lines: 20)
    screen.feed(painter.paint(layout).utf8)
    var fresh = VirtualScreen(columns: columns, rows: 20)
    var other = EntryPainter()
    fresh.feed("before\r\n".utf8)
    fresh.feed(other.paint(layout).utf8)
    #expect(screen.text == fresh.text)
  }

  /// Random edits of random texts, each painted over the one before, and each compared with a fresh painting.
  @Test func anyChangeGivesWhatPaintingAnewGives() {
    var random = SeededRandom(seed: 7)
    let pieces = ["a", "bc ", "\n", "日", "👩‍👩‍👧‍👦", "e\u{301}", "\t", "let x = 1\n", "\u{1}"]
    for _ in 0..<40 {
      let columns = 5 + Int.random(in: 0..<30, using: &random)
      var screen = VirtualScreen(columns: columns, rows: 40)
      var painter = EntryPainter()
      var text = ""
      for _ in 0..<30 {
        let characters = Array(text)
        let place = Int.random(in: 0...characters.count, using: &random)
        let head = String(characters[..<place])
        let isDeleting = Bool.random(using: &random)
        let tail = characters[min(isDeleting ? place + 2 : place, characters.count)...]
        text = head + (isDeleting ? "" : pieces.randomElement(using: &random)!) + String(tail)
        let layout = Self.layout(
          text, point: head.utf8.count, hint: Bool.random(using: &random) ? "hint" : "", columns: columns, lines: 12)
        screen.feed(painter.paint(layout).utf8)
        var fresh = VirtualScreen(columns: columns, rows: 40)
        var other = EntryPainter()
        fresh.feed(other.paint(layout).utf8)
        #expect(screen.text == fresh.text)
        #expect(screen.row == fresh.row && screen.column == fresh.column)
      }
    }
  }
}

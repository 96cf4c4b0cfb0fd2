import Marbles
import Testing
import Wire

@testable import REPL

@Suite struct MarbleBoardTests {
  /// A timer of the real clock is late, and what has been replayed is not: no stretch of its own begins between the two.
  @Test(arguments: [70_000, 2_000_000, 30_000_000])
  func whatCameInLastIsDrawnWithItsEffect(late: Int) throws {
    var board = MarbleBoard(["in", "debounce", "out"])
    for (value, at) in [("a", 0), ("b", 50_000_000), ("c", 400_000_000)] {
      board.add(.string(value), to: 0, at: Timestamp(nanoseconds: at))
    }
    for (value, at) in [("b", 150_000_000), ("c", 500_000_000)] {
      board.add(.string(value), to: 1, at: Timestamp(nanoseconds: at))
      board.add(.string(value), to: 2, at: Timestamp(nanoseconds: at + late))
    }
    let picture = try #require(board.picture)
    #expect(picture.first == Timestamp(nanoseconds: 0))
    #expect(board.undrawn == 0)
  }

  /// Rows that are wider than the terminal keep a common axis: they stand in parts, each as wide as that at most.
  @Test func whatIsWiderThanTheTerminalStandsInParts() throws {
    var result = PipelineTry.Result()
    result.source = "input.map { $0 }"
    let diagram = String(repeating: "a--", count: 20) + "|"
    for name in ["input", "output"] {
      var row = PipelineTry.Row()
      (row.name, row.diagram) = (name, diagram)
      result.rows.append(row)
    }
    let lines = TrialRenderer(style: .plain).lines(result, column: WireDuration(nanoseconds: 100_000_000), width: 40)
    #expect(lines.dropFirst().allSatisfy { $0.count <= 40 })
    let parts = lines.dropFirst().split(separator: "")
    #expect(parts.count == 2 && parts.allSatisfy { $0.count == 2 })
    #expect(parts.map { $0.first!.dropFirst(8) }.joined() == diagram)
    let whole = TrialRenderer(style: .plain).lines(result, column: WireDuration(nanoseconds: 100_000_000), width: 80)
    #expect(whole.count == 3)
  }

  /// The last of several inputs counts.
  @Test func whatCameInElsewhereIsDrawnToo() throws {
    var board = MarbleBoard(["a", "b", "out"], inputs: 2)
    board.add(.int(1), to: 0, at: Timestamp(nanoseconds: 0))
    board.add(.int(2), to: 1, at: Timestamp(nanoseconds: 300_000_000))
    for late in [400_000_000, 402_000_000, 404_000_000] { board.add(.int(3), to: 2, at: Timestamp(nanoseconds: late)) }
    #expect(try #require(board.picture).first <= Timestamp(nanoseconds: 300_000_000))
  }

  /// What was long ago is not drawn beside what happens now.
  @Test func aLongSilenceBeginsAnew() throws {
    var board = MarbleBoard(["in", "out"])
    for at in [0, 1, 3_600_000, 3_600_100, 3_600_200] {
      board.add(.int(at), to: 0, at: Timestamp(nanoseconds: at * 1_000_000))
      board.add(.int(at), to: 1, at: Timestamp(nanoseconds: at * 1_000_000))
    }
    #expect(board.picture?.first == Timestamp(nanoseconds: 3_600_000_000_000))
    #expect(board.undrawn == 4)
  }

  /// Columns in which nothing happens in any row are told by how long they last.
  @Test func aLongWaitIsNoRowOfDashes() throws {
    let rows = [
      ("source", try MarbleDiagram("a-b|")),
      ("debounce", MarbleDiagram(events: [TimedMarble(1_002, .value("b"))], length: 1_003)),
      ("over", try MarbleDiagram("-|")),
    ]
    #expect(
      MarbleDiagram.rows(rows, silence: MarbleBoard.silence(WireDuration(nanoseconds: 10_000_000))) == [
        "source    a-b|", "debounce  ----- 9.96s -b", "over      -|",
      ])
    // Up to some length they are drawn, and everything where nobody says how.
    #expect(
      MarbleDiagram.rows([("a", try MarbleDiagram("a----------------b"))], silence: { _ in "?" })[0].contains("?")
        == false)
    #expect(MarbleDiagram.rows(Array(rows.prefix(2)))[1].count == 10 + 1_003)
  }
}

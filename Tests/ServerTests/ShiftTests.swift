// When the rest of a connection's requests goes on in the next turn, as rows: what has run, in which time, and whether it is over.
import EventLoop
import Testing

@testable import Server

@Suite struct ShiftTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let sets: Int
    let others: Int
    /// Microseconds that a request takes.
    let each: Int
    /// Microseconds of the turn that are over when the shift begins.
    let before: Int
    /// After how many requests it is over; nil for never.
    let over: Int?

    var testDescription: String { "\(sets) sets, \(others) others of \(each) µs, \(before) µs late" }
  }

  static let rows = [
    Row(sets: 10_000, others: 0, each: 0, before: 0, over: nil),
    Row(sets: 63, others: 0, each: 5_000, before: 0, over: nil),
    // Looked at with each 64th, and for the first time with the first of these.
    Row(sets: 1_000, others: 0, each: 100, before: 0, over: 128),
    Row(sets: 10_000, others: 0, each: 1, before: 0, over: 8_064),
    // Others are looked at each time.
    Row(sets: 0, others: 100, each: 1_000, before: 0, over: 9),
    Row(sets: 0, others: 100, each: 20_000, before: 0, over: 2),
    // Whoever comes late in a turn has a millisecond.
    Row(sets: 0, others: 100, each: 100, before: 50_000, over: 12),
    Row(sets: 1_000, others: 0, each: 100, before: 50_000, over: 128),
  ]

  @Test(arguments: rows) func itIsOverWhenOthersHaveWaited(row: Row) throws {
    let time = VirtualPoller(over: try EpollPoller())
    let loop = EventLoop(poller: time)
    time.advance(by: .microseconds(row.before))
    var shift = Shift()
    var over: Int?
    for number in 1...row.sets + row.others {
      if shift.isOver(loop) {
        over = number - 1
        break
      }
      if number <= row.sets { shift.sets += 1 } else { shift.others += 1 }
      time.advance(by: .microseconds(row.each))
    }
    #expect(over == row.over)
  }
}

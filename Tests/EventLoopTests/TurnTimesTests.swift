// Lengths of turns: counted where they belong, and read back no more than a quarter too long.
import Testing

@testable import EventLoop

struct TurnTimesTests {
  @Test func everyLengthIsCountedWhereItBelongs() {
    var lengths: [Int] = Array(0...70)
    for exponent in 6...61 {
      let power = 1 << exponent
      lengths += [power - 1, power, power + power / 2]
    }
    lengths.append(Int.max)
    for length in lengths {
      var times = TurnTimes()
      times.note(length)
      let found = times.lengths
      #expect(found.count == 1 && found[0].count == 1)
      #expect(found[0].atMost >= length && Double(found[0].atMost) <= Double(length) * 1.25 + 1, "\(length): \(found)")
      #expect(times.total == length && times.longest == length && times.count == 1)
    }
  }

  @Test func whatIsReadIsInOrderAndComplete() {
    var times = TurnTimes()
    for length in [5, 1_000_000, 3, 40_000, 5, -1] { times.note(length) }
    #expect(times.lengths.map(\.atMost) == times.lengths.map(\.atMost).sorted())
    #expect(times.lengths.reduce(0) { $0 + $1.count } == 6 && times.count == 6)
    #expect(times.longest == 1_000_000)
  }

  @Test func aLoopCountsItsTurns() throws {
    let loop = EventLoop(poller: VirtualPoller(over: try EpollPoller()))
    loop.poll()
    loop.poll()
    #expect(loop.turnTimes.count == 2 && loop.turnTimes.total == 0)
  }
}

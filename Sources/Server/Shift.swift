// How long a connection's requests run before others have their turn. What comes in one piece may be hundreds of them, each of
// which takes a millisecond.

internal import EventLoop

/// The requests of one connection that run one after the other.
struct Shift {
  /// Those that are recognised by their bytes and take microseconds, and all others.
  var sets = 0
  var others = 0
  private var seen = (sets: 0, others: 0)
  private var end: MonotonicTime?

  /// A turn's requests are over by then, but for a little of each connection.
  private static let turn = Duration.milliseconds(8)
  private static let least = Duration.milliseconds(1)
  private static let setsBetweenLooks = 64

  /// Whether the rest goes on in the next turn.
  mutating func isOver(_ loop: EventLoop) -> Bool {
    guard others > seen.others || sets - seen.sets >= Self.setsBetweenLooks else { return false }
    seen = (sets, others)
    let now = loop.presentTime
    guard let end else {
      end = max(loop.now + Self.turn, now + Self.least)
      return false
    }
    return now > end
  }
}

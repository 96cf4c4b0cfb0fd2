/// How long the turns of a loop took: counted by length, so that any share of them can be read at any time, and what it was
/// between two moments from the difference.
///
/// There are four lengths to each doubling: what is read is at most a quarter too long.
public struct TurnTimes: Sendable {
  /// How many turns there were.
  public private(set) var count = 0
  /// Nanoseconds of all of them, and of the longest.
  public private(set) var total = 0
  public private(set) var longest = 0
  private var counts = [Int](repeating: 0, count: 248)

  init() {}

  @inline(__always)
  mutating func note(_ nanoseconds: Int) {
    let length = max(0, nanoseconds)
    count += 1
    total += length
    if length > longest { longest = length }
    counts[Self.place(of: length)] += 1
  }

  /// The lengths that there were, shortest first: the longest that counts as such, in nanoseconds, and how many turns took
  /// about that.
  public var lengths: [(atMost: Int, count: Int)] {
    counts.indices.filter { counts[$0] > 0 }.map { (Self.longest(at: $0), counts[$0]) }
  }

  /// The highest bit and the two behind it.
  private static func place(of length: Int) -> Int {
    guard length >= 4 else { return length }
    let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
    return (exponent - 1) * 4 + (length >> (exponent - 2)) & 3
  }

  private static func longest(at place: Int) -> Int {
    guard place >= 4 else { return place }
    let exponent = place / 4 + 1
    return (4 + place % 4) << (exponent - 2) | (1 << (exponent - 2) - 1)
  }
}

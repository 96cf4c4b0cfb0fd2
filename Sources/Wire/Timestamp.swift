/// A moment as the protocol writes it: RFC 3339 in UTC with up to nine digits, such as `2026-11-21T01:16:12.5Z`.
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Nanoseconds since 1970-01-01T00:00:00Z; reaches from 1677 to 2262.
  public var nanoseconds: Int

  public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  /// The end of the time to which a clock can be moved by hand: every duration there is can be added to it.
  public static let latest = Timestamp("2150-01-01T00:00:00Z")!

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }

  private static let perSecond = 1_000_000_000

  public var description: String {
    var buffer = ByteBuffer(capacity: 32)
    write(to: &buffer)
    return buffer.withReadable { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes the text without quotes; allocates nothing.
  func write(to buffer: inout ByteBuffer) {
    var (second, fraction) = nanoseconds.quotientAndRemainder(dividingBy: Self.perSecond)
    if fraction < 0 {
      second -= 1
      fraction += Self.perSecond
    }
    let day = second >= 0 ? second / 86_400 : (second - 86_399) / 86_400
    let time = second - day * 86_400
    let date = CivilDate(day: day)
    buffer.withSpace(atLeast: 30) { space in
      func two(_ value: Int, _ position: Int) {
        space[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10)
        space[position + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
      }
      two(date.year / 100, 0)
      two(date.year % 100, 2)
      space[4] = UInt8(ascii: "-")
      two(date.month, 5)
      space[7] = UInt8(ascii: "-")
      two(date.day, 8)
      space[10] = UInt8(ascii: "T")
      two(time / 3600, 11)
      space[13] = UInt8(ascii: ":")
      two(time / 60 % 60, 14)
      space[16] = UInt8(ascii: ":")
      two(time % 60, 17)
      var end = 19
      if fraction > 0 {
        var width = 9
        while fraction % 10 == 0 {
          fraction /= 10
          width -= 1
        }
        space[19] = UInt8(ascii: ".")
        end = 20 + width
        for position in stride(from: end - 1, to: 19, by: -1) {
          space[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction % 10)
          fraction /= 10
        }
      }
      space[end] = UInt8(ascii: "Z")
      return end + 1
    }
  }

  /// Reads a text with `Z` or an offset such as `+01:00`; `nil` for anything else, a 30th of February or a moment out of
  /// range included. Digits beyond the ninth are dropped.
  public init?(_ text: String) {
    guard let time = CivilTime(text) else { return nil }
    let (scaled, overflow) = time.seconds.multipliedReportingOverflow(by: Self.perSecond)
    let (total, overflowAgain) = scaled.addingReportingOverflow(time.nanoseconds)
    guard !overflow, !overflowAgain else { return nil }
    nanoseconds = total
  }
}

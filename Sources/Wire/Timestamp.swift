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
    var scanner = Scanner(bytes: Array(text.utf8))
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
      let day = scanner.number(2), scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2), scanner.take(":"),
      let second = scanner.number(2), hour < 24, minute < 60, second < 60
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard (1...12).contains(month), day >= 1, CivilDate(day: date.daysSince1970) == date else { return nil }
    var fraction = 0
    if scanner.take(".") {
      guard let read = scanner.fraction() else { return nil }
      fraction = read
    }
    var offset = 0
    if !(scanner.take("Z") || scanner.take("z")) {
      let isWest = scanner.take("-")
      guard isWest || scanner.take("+"), let hours = scanner.number(2), scanner.take(":"),
        let minutes = scanner.number(2), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
    guard scanner.isAtEnd else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: Self.perSecond)
    let (total, overflowAgain) = scaled.addingReportingOverflow(fraction)
    guard !overflow, !overflowAgain else { return nil }
    nanoseconds = total
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    mutating func digit() -> Int? {
      guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
      position += 1
      return Int(bytes[position - 1] - 0x30)
    }

    mutating func number(_ width: Int) -> Int? {
      var value = 0
      for _ in 0..<width {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    /// At least one digit, as nanoseconds.
    mutating func fraction() -> Int? {
      guard var value = digit() else { return nil }
      var read = 1
      while let digit = digit() {
        if read < 9 {
          value = value * 10 + digit
          read += 1
        }
      }
      while read < 9 {
        value *= 10
        read += 1
      }
      return value
    }
  }
}

/// A day of the proleptic Gregorian calendar. The arithmetic counts in 400-year eras that begin on a 1st of March, so
/// that the leap day is the last day of a year (Howard Hinnant, "chrono-compatible low-level date algorithms").
private struct CivilDate: Equatable {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  init(day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  }

  var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

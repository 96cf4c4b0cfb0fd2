// Days and times of the calendar, as arithmetic.

/// A day of the proleptic Gregorian calendar. The arithmetic counts in 400-year eras that begin on a 1st of March, so
/// that the leap day is the last day of a year (Howard Hinnant, "chrono-compatible low-level date algorithms").
public struct CivilDate: Hashable, Sendable {
  public var year: Int
  public var month: Int
  public var day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// - Parameter day: days since 1970-01-01.
  public init(day: Int) {
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

  public var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

/// What an RFC 3339 text says, of any year from 0000 to 9999.
public struct CivilTime: Sendable {
  /// Since 1970-01-01T00:00:00Z.
  public let seconds: Int
  public let nanoseconds: Int

  /// `nil` for a text that is none. Digits beyond the ninth are dropped.
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
    nanoseconds = fraction
    seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
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

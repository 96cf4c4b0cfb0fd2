/// Points in time as text: RFC 3339 for the outside, and what `print` shows. Pure arithmetic on the proleptic Gregorian
/// calendar, no locale and no time zone data, so that the same date is the same text everywhere.
///
/// A date is its seconds since 2001-01-01T00:00:00Z as a `Double`, as in Foundation: about a tenth of a microsecond is
/// the finest step of a date of today.
enum DateText {
  /// 2001-01-01T00:00:00Z, counted from 1970.
  static let referenceSeconds = 978_307_200
  private static let secondsPerDay = 86_400

  /// RFC 3339 in UTC with as many digits of a second, up to nine, as it takes to read the same date back.
  /// `nil` for what is no date between the years 0000 and 9999.
  static func text(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    let floor = seconds.rounded(.down)
    let fraction = seconds - floor
    var scale = 1
    for digits in 0...9 {
      let part = Int((fraction * Double(scale)).rounded())
      let (whole, rest) = part == scale ? (Int(floor) + 1, 0) : (Int(floor), part)
      if digits == 9 || self.seconds(whole, nanoseconds: rest * (1_000_000_000 / scale)) == seconds {
        guard let (date, time) = fields(whole) else { return nil }
        return date + "T" + time + (digits == 0 || rest == 0 ? "" : "." + padded(rest, digits)) + "Z"
      }
      scale *= 10
    }
    return nil
  }

  /// `2024-01-01 00:00:00 +0000`: what `print` shows of a date, fractions cut off.
  static func description(_ seconds: Double) -> String {
    // Foundation's own bounds, `Date.distantPast` and `Date.distantFuture`.
    guard (-63_114_076_800...63_113_904_000).contains(seconds), let (date, time) = fields(Int(seconds.rounded(.down)))
    else { return "<description unavailable>" }
    return date + " " + time + " +0000"
  }

  /// The date that an RFC 3339 text means; `nil` if it is none. A leap second counts as the next minute's first.
  static func seconds(_ text: String) -> Double? {
    var scanner = Scanner(bytes: Array(text.utf8))
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
      let day = scanner.number(2), scanner.take("T") || scanner.take("t"), let hour = scanner.number(2),
      scanner.take(":"), let minute = scanner.number(2), scanner.take(":"), let second = scanner.number(2),
      let nanoseconds = scanner.fraction(), let offset = scanner.offsetSeconds(), scanner.isAtEnd,
      (1...12).contains(month), (1...length(ofMonth: month, year)).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let time = hour * 3600 + minute * 60 + second - offset
    return seconds(days(year, month, day) * secondsPerDay + time - referenceSeconds, nanoseconds: nanoseconds)
  }

  private static func seconds(_ whole: Int, nanoseconds: Int) -> Double {
    Double(whole) + Double(nanoseconds) / 1_000_000_000
  }

  private static func fields(_ whole: Int) -> (date: String, time: String)? {
    let total = whole + referenceSeconds
    let time = ((total % secondsPerDay) + secondsPerDay) % secondsPerDay
    let (year, month, day) = civil((total - time) / secondsPerDay)
    guard (0...9999).contains(year) else { return nil }
    return (
      padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2),
      padded(time / 3600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2)
    )
  }

  // MARK: The calendar

  // Years are counted from March, so that the leap day is a year's last; then month lengths are a straight line of
  // 153 days in five months. Eras are the 400 years after which everything repeats.
  private static let daysPerEra = 146_097
  /// From 0000-03-01 to 1970-01-01.
  private static let epochDays = 719_468

  /// Days since 1970-01-01.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - epochDays
  }

  /// The inverse of `days`.
  static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + epochDays
    let era = (shifted >= 0 ? shifted : shifted - (daysPerEra - 1)) / daysPerEra
    let dayOfEra = shifted - era * daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (daysPerEra - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    days(month == 12 ? year + 1 : year, month % 12 + 1, 1) - days(year, month, 1)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
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
      guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else {
        return nil
      }
      position += 1
      return Int(bytes[position - 1] - UInt8(ascii: "0"))
    }

    mutating func number(_ width: Int) -> Int? {
      var number = 0
      for _ in 0..<width {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return number
    }

    /// Nanoseconds; zero if there is no point, `nil` without digits after it or with more than nine.
    mutating func fraction() -> Int? {
      guard take(".") else { return 0 }
      var number = 0
      var count = 0
      while let digit = digit() {
        number = number * 10 + digit
        count += 1
        if count > 9 { return nil }
      }
      guard count > 0 else { return nil }
      for _ in count..<9 { number *= 10 }
      return number
    }

    mutating func offsetSeconds() -> Int? {
      if take("Z") || take("z") { return 0 }
      let sign: Int
      if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
      guard let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }
  }
}

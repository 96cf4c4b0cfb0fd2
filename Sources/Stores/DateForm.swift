// Dates as the protocol writes them.
internal import Wire

/// RFC 3339 in UTC of seconds since 2001-01-01T00:00:00Z, for all years that have four digits.
enum DateForm {
  private static let referenceSeconds = 978_307_200
  private static let secondsPerDay = 86_400
  /// The most digits of a second.
  private static let digitsMax = 9

  /// With as many digits of a second as it takes to read the same date back; `nil` for what is no date between the years 0000
  /// and 9999.
  static func text(_ seconds: Double) -> String? {
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return nil }
    let floor = seconds.rounded(.down)
    var scale = 1
    for digits in 0...digitsMax {
      let part = Int(((seconds - floor) * Double(scale)).rounded())
      let (whole, rest) = part == scale ? (Int(floor) + 1, 0) : (Int(floor), part)
      if digits == digitsMax || self.seconds(whole, rest * (1_000_000_000 / scale)) == seconds {
        return text(whole, rest == 0 ? "" : "." + padded(rest, digits))
      }
      scale *= 10
    }
    return nil
  }

  private static func text(_ whole: Int, _ fraction: String) -> String? {
    let total = whole + referenceSeconds
    let time = ((total % secondsPerDay) + secondsPerDay) % secondsPerDay
    let date = CivilDate(day: (total - time) / secondsPerDay)
    guard (0...9999).contains(date.year) else { return nil }
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))\(fraction)Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func seconds(_ whole: Int, _ nanoseconds: Int) -> Double {
    Double(whole) + Double(nanoseconds) / 1_000_000_000
  }

  /// What the daemon writes; `nil` for another text.
  static func seconds(_ text: String) -> Double? {
    guard let moment = CivilTime(text) else { return nil }
    return seconds(moment.seconds - referenceSeconds, moment.nanoseconds)
  }
}

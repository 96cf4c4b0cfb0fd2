// One figure of `top`: as people read it, as a program does, and as rows are sorted by it.
import Wire

enum TopCell {
  case text(String)
  case count(Int)
  /// Something in a second; `nil` before it is known.
  case rate(Double?)
  case bytes(Int)
  case byteRate(Double?)
  case milliseconds(Int)
  /// When it was, and how long ago that is, in nanoseconds; the latest is the greatest.
  case moment(Timestamp?, now: Timestamp)

  var isText: Bool { if case .text = self { true } else { false } }

  var text: String {
    switch self {
    case .text(let text): text.map { $0.isNewline ? "⏎" : $0 }.map(String.init).joined()
    case .count(let count): Self.brief(Double(count))
    case .rate(let rate): rate.map { Self.brief($0) } ?? "–"
    case .bytes(let count): Self.bytes(Double(count))
    case .byteRate(let rate): rate.map { Self.bytes($0) } ?? "–"
    case .milliseconds(let count): count == 0 ? "0" : CauseRenderer.short(count * 1_000_000)
    case .moment(nil, _): "–"
    case .moment(let at?, let now): Self.age(now.nanoseconds - at.nanoseconds)
    }
  }

  /// As a program has it.
  var value: JSONValue? {
    switch self {
    case .text(let text): .string(text)
    case .count(let count), .bytes(let count), .milliseconds(let count): .int(count)
    case .rate(let rate), .byteRate(let rate): rate.map { .double(($0 * 1000).rounded() / 1000) }
    case .moment(let at, _): at.map { .string($0.description) }
    }
  }

  /// Whether it stands before another: numbers from the greatest, texts from the first.
  func comes(before other: TopCell) -> Bool? {
    if case .text(let mine) = self, case .text(let its) = other { return mine == its ? nil : mine < its }
    return number == other.number ? nil : number > other.number
  }

  private var number: Double {
    switch self {
    case .text: 0
    case .count(let count), .bytes(let count), .milliseconds(let count): Double(count)
    case .rate(let rate), .byteRate(let rate): rate ?? -1
    case .moment(let at, _): Double(at?.nanoseconds ?? 0)
    }
  }

  // MARK: Numbers for people

  /// `0`, `3.4`, `512`, `12.3k`, `4.1M`
  static func brief(_ number: Double) -> String {
    let units: [(sign: String, size: Double)] = [("G", 1e9), ("M", 1e6), ("k", 1e3)]
    if number == number.rounded(), number < 10_000 { return String(Int(number)) }
    for (sign, size) in units where number >= size { return digits(number / size) + sign }
    return digits(number)
  }

  /// `812 B`, `4.1 KiB`
  static func bytes(_ number: Double) -> String {
    let units: [(sign: String, size: Double)] = [("GiB", 1_073_741_824), ("MiB", 1_048_576), ("KiB", 1024)]
    for (sign, size) in units where number >= size { return digits(number / size) + " " + sign }
    return "\(Int(number.rounded())) B"
  }

  /// With a digit behind the point, where there are no more than two before it.
  private static func digits(_ number: Double) -> String {
    let scale: Double = number < 99.5 ? 10 : 1
    let rounded = (number * scale).rounded() / scale
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  /// `0s`, `12s`, `3m`, `2h`, `4d`
  static func age(_ nanoseconds: Int) -> String {
    let seconds = max(0, nanoseconds / 1_000_000_000)
    let units: [(String, Int)] = [("d", 86_400), ("h", 3_600), ("m", 60)]
    for (name, size) in units where seconds >= size { return "\(seconds / size)\(name)" }
    return "\(seconds)s"
  }

  /// `3d 2h`, `2h 11m`, `11m 4s`, `4s`
  static func span(_ nanoseconds: Int) -> String {
    let seconds = max(0, nanoseconds / 1_000_000_000)
    let parts = [("d", seconds / 86_400), ("h", seconds / 3_600 % 24), ("m", seconds / 60 % 60), ("s", seconds % 60)]
    let first = parts.firstIndex { $0.1 > 0 } ?? 3
    return parts[first..<min(first + 2, parts.count)].map { "\($0.1)\($0.0)" }.joined(separator: " ")
  }
}

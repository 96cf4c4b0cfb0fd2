/// A stretch of time as the protocol spells it: a number and its unit, `50ms`, `1.5s`, `-10m`. None that is read is longer
/// than a century, so that one added to any moment that a clock here can show is still a moment.
public struct WireDuration: Hashable, Sendable, CustomStringConvertible {
  public var nanoseconds: Int

  public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  /// A century, of days that all have 24 hours.
  public static let longest = WireDuration(nanoseconds: 36_525 * 86_400_000_000_000)

  /// From the smallest; the order in which a text is spelled is the opposite.
  private static let units: [(name: String, nanoseconds: Int)] = [
    ("ns", 1), ("us", 1000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
    ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
  ]

  public init?(_ text: String) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    let name = text.dropFirst(number.count)
    guard let unit = Self.units.first(where: { $0.name == name })?.nanoseconds else { return nil }
    if let whole = Int(number) {
      let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
      guard !overflow else { return nil }
      nanoseconds = product
    } else {
      guard let value = Double(number), let exact = Int(exactly: (value * Double(unit)).rounded()) else { return nil }
      nanoseconds = exact
    }
    guard nanoseconds.magnitude <= Self.longest.nanoseconds else { return nil }
  }

  /// In the largest unit that keeps it whole.
  public var description: String {
    let unit = Self.units.last { nanoseconds % $0.nanoseconds == 0 } ?? Self.units[0]
    return nanoseconds == 0 ? "0s" : "\(nanoseconds / unit.nanoseconds)\(unit.name)"
  }
}

extension WireDuration: WireCodable {
  public static var shape: Shape { .duration }

  /// What lies in the past is a `Since`; all else that lasts is not negative.
  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    guard let text = json.string else { throw .mismatch(expected: Self.shape.phrase, got: json) }
    guard let duration = WireDuration(text), duration.nanoseconds >= 0 else {
      throw ShapeError(
        place: "", problem: .mismatch(expected: Self.shape.phrase, got: JSONValue.string(text).abbreviated))
    }
    self = duration
  }

  public func encode(to writer: inout JSONWriter) { writer.value(description) }
}

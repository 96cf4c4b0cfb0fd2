/// `Duration`: spans of time to the attosecond.
final class DurationObject: ValueObject<Duration>, OrderedObject, Quantity {
  func precedes(_ other: NativeObject) -> Bool { (other as? DurationObject).map { content < $0.content } ?? false }

  override var text: String { content.text }

  private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

  /// Its seconds and the attoseconds beyond them. What is longer than 64 bits of seconds has them as text.
  override var portable: PortableValue? {
    let (seconds, attoseconds) = content.attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerSecond)
    return .list([Int(exactly: seconds).map { .int($0) } ?? .string(String(seconds)), .int(Int(attoseconds))])
  }

  override var expression: String? {
    let (seconds, attoseconds) = content.components
    let units = [(1_000_000_000_000_000, 1_000, "milliseconds"), (1_000_000_000, 1_000_000_000, "nanoseconds")]
    if attoseconds == 0 { return "Duration.seconds(\(seconds))" }
    for (attosecondsPerUnit, unitsPerSecond, name) in units where attoseconds % Int64(attosecondsPerUnit) == 0 {
      let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: Int64(unitsPerSecond))
      let (count, isBeyond) = whole.addingReportingOverflow(attoseconds / Int64(attosecondsPerUnit))
      if !isTooLong, !isBeyond { return "Duration.\(name)(\(count))" }
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  static func read(_ parts: PortableList) -> Duration? {
    guard parts.count == 2, let seconds = parts[0].wide, let attoseconds = parts[1].wide else { return nil }
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: attosecondsPerSecond)
    let (sum, isAbove) = whole.addingReportingOverflow(attoseconds)
    return isTooLong || isAbove ? nil : Duration(attoseconds: sum)
  }

  func combined(_ operation: Arithmetic.Operator, _ other: Value) throws(Abort) -> Value {
    switch (operation, other.unboxed) {
    case (.add, .native(let object)): return try made { $0.addingReportingOverflow(Self.read(object).attoseconds) }
    case (.subtract, .native(let object)):
      return try made { $0.subtractingReportingOverflow(Self.read(object).attoseconds) }
    case (.divide, .native(let object)):
      guard Self.read(object) != .zero else { throw .trap("Division by zero") }
      return .double(content / Self.read(object))
    case (.multiply, .int(let count)): return try made { $0.multipliedReportingOverflow(by: Int128(count)) }
    case (.multiply, .double(let factor)): return try scaled(by: factor)
    case (.divide, .int(let count)):
      guard count != 0 else { throw .trap("Division by zero") }
      return try made { $0.dividedReportingOverflow(by: Int128(count)) }
    case (.divide, .double(let divisor)): return try scaled(by: 1 / divisor)
    default: throw .trap("a Duration cannot be calculated with like this")
    }
  }

  private static func read(_ object: NativeObject) -> Duration { (object as? DurationObject)?.content ?? .zero }
  private func made(_ duration: Duration) -> Value { .native(DurationObject(duration, type: type)) }

  private func made(_ calculate: (Int128) -> (partialValue: Int128, overflow: Bool)) throws(Abort) -> Value {
    let (attoseconds, isOverflown) = calculate(content.attoseconds)
    if isOverflown { throw .overflow }
    return made(Duration(attoseconds: attoseconds))
  }

  private func scaled(by factor: Double) throws(Abort) -> Value {
    let seconds = (content / .seconds(1)) * factor
    guard seconds.isFinite, seconds.magnitude < 1e18 else { throw .overflow }
    return made(content * factor)
  }
}

extension StandardLibrary {
  static func duration() -> LibraryType {
    LibraryType(
      """
      struct Duration: AdditiveArithmetic, Comparable, Hashable, CustomStringConvertible, Codable, Sendable {}
      """,
      [
        contextual("static var zero: Duration { get }") { call in
          .native(DurationObject(.zero, type: call.result))
        },
        contextual("init(secondsComponent: Int64, attosecondsComponent: Int64)") { call in
          .native(
            DurationObject(
              Duration(
                secondsComponent: Int64(call[0].integer), attosecondsComponent: Int64(call[1].integer)),
              type: call.result))
        },
        unary("var components: (seconds: Int64, attoseconds: Int64) { get }") { value throws(Abort) in
          let (seconds, attoseconds) = try value.duration.wholeComponents
          return .pair(.int(Int(seconds)), .int(Int(attoseconds)), ["seconds", "attoseconds"])
        },
        unary("var description: String { get }") { .string($0.duration.text) },
      ] + makers())
  }

  private static func makers() -> [LibraryEntry] {
    let units: [(String, Duration)] = [
      ("seconds", .seconds(1)), ("milliseconds", .milliseconds(1)), ("microseconds", .microseconds(1)),
      ("nanoseconds", .nanoseconds(1)),
    ]
    return units.flatMap { name, unit in
      [
        contextual("static func \(name)<T: BinaryInteger>(_ \(name): T) -> Duration") { call in
          .native(DurationObject(unit * IntegerKind.int.wide(call[0]), type: call.result))
        }
      ]
        + (name == "nanoseconds"
          ? []
          : [
            contextual("static func \(name)(_ \(name): Double) -> Duration") { call throws(Abort) in
              let count = call[0].number
              guard count.isFinite, count.magnitude < 1e18 else { throw .overflow }
              return .native(DurationObject(unit * count, type: call.result))
            }
          ])
    }
  }

  /// Operators between a duration and a number.
  static func durationOperators() -> [LibraryEntry] {
    func scaling(_ name: String, _ operation: Arithmetic.Operator) -> [LibraryEntry] {
      ["Int", "Double"].map { number in
        binary("func \(name) (lhs: Duration, rhs: \(number)) -> Duration") { left, right throws(Abort) in
          try Arithmetic.apply(operation, left, right, as: nil)
        }
      }
    }
    return scaling("*", .multiply) + scaling("/", .divide) + [
      binary("func / (lhs: Duration, rhs: Duration) -> Double") { left, right throws(Abort) in
        try Arithmetic.apply(.divide, left, right, as: nil)
      }
    ]
  }
}

extension Duration {
  fileprivate static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

  /// What Swift's own traps on: durations can be longer than 64 bits of seconds.
  fileprivate var wholeComponents: (seconds: Int64, attoseconds: Int64) {
    get throws(Abort) {
      guard Int64(exactly: attoseconds / Self.attosecondsPerSecond) != nil else { throw .overflow }
      return components
    }
  }

  /// As Swift's own writes it, and what that traps on as a number of seconds too.
  fileprivate var text: String {
    do throws(Abort) {
      _ = try wholeComponents
      return description
    } catch { return "\(Double(attoseconds) / Double(Self.attosecondsPerSecond)) seconds" }
  }
}

extension Value {
  var duration: Duration { object(DurationObject.self)?.content ?? .zero }
}

extension PortableValue {
  /// An integer, or the digits of one.
  fileprivate var wide: Int128? {
    switch self {
    case .int(let number): Int128(number)
    case .string(let text): Int128(text)
    default: nil
    }
  }
}

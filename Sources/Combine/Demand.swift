// How many values a subscriber wants: a count that only adds up, with `.unlimited` above all counts.

extension Subscribers {
  /// A requested number of values. Adding and multiplying saturate at `.unlimited`, which absorbs everything.
  @frozen
  public struct Demand: Sendable {
    /// 0 ... Int.max for a count, one more for unlimited.
    @usableFromInline let rawValue: UInt

    @inlinable
    init(rawValue: UInt) {
      self.rawValue = Swift.min(rawValue, UInt(Int.max) + 1)
    }

    /// As many values as there are.
    @inlinable
    public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }

    /// No values; the same as `.max(0)`.
    @inlinable
    public static var none: Demand { Demand(rawValue: 0) }

    /// At most `value` more values.
    /// - Precondition: `value` is not negative.
    @inlinable
    public static func max(_ value: Int) -> Demand {
      if value < 0 {
        violation("a demand of \(value) was made", remedy: "Use Demand.max(_:) with zero or more")
      }
      return Demand(rawValue: UInt(bitPattern: value))
    }

    /// The count, or nil if unlimited.
    @inlinable
    public var max: Int? { self == .unlimited ? nil : Int(rawValue) }
  }
}

extension Subscribers.Demand: Equatable, Hashable, Comparable {
  /// Whether `lhs` is less; unlimited is not less than itself.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// Whether `lhs` is at most `rhs`.
  @inlinable
  public static func <= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue <= rhs.rawValue }

  /// Whether `lhs` is at least `rhs`.
  @inlinable
  public static func >= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue >= rhs.rawValue }

  /// Whether `lhs` is more.
  @inlinable
  public static func > (lhs: Self, rhs: Self) -> Bool { lhs.rawValue > rhs.rawValue }
}

extension Subscribers.Demand {
  /// The sum; unlimited if either is, or if it does not fit.
  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    // Both are at most Int.max + 1, so the sum of the raw values fits but for unlimited + unlimited, which wraps.
    let (sum, overflow) = lhs.rawValue.addingReportingOverflow(rhs.rawValue)
    return overflow ? .unlimited : Self(rawValue: sum)
  }

  /// Adds `rhs`.
  @inlinable
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// The sum with a count; unlimited if it does not fit.
  /// - Precondition: the result is not negative.
  @inlinable
  public static func + (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return .unlimited }
    let (sum, overflow) = Int(lhs.rawValue).addingReportingOverflow(rhs)
    return overflow ? .unlimited : .max(sum)
  }

  /// Adds a count.
  @inlinable
  public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

  /// The product with a count; unlimited if it does not fit.
  /// - Precondition: the result is not negative.
  @inlinable
  public static func * (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return .unlimited }
    let (product, overflow) = Int(lhs.rawValue).multipliedReportingOverflow(by: rhs)
    return overflow ? .unlimited : .max(product)
  }

  /// Multiplies with a count.
  @inlinable
  public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

  /// What is left of `lhs`. Unlimited stays unlimited; taking unlimited from a count leaves none.
  /// - Precondition: the result is not negative.
  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    if lhs == .unlimited { return .unlimited }
    if rhs == .unlimited { return .none }
    return .max(Int(lhs.rawValue) - Int(rhs.rawValue))
  }

  /// Takes `rhs` away.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// What is left after taking a count away. None if it does not fit, even where taking away a negative count adds.
  /// - Precondition: the result is not negative.
  @inlinable
  public static func - (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return .unlimited }
    let (difference, overflow) = Int(lhs.rawValue).subtractingReportingOverflow(rhs)
    return overflow ? .none : .max(difference)
  }

  /// Takes a count away.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }
}

// Comparing with a plain count, both ways round. A negative count is below every demand.
extension Subscribers.Demand {
  /// Whether the demand is more than a count.
  @inlinable
  public static func > (lhs: Self, rhs: Int) -> Bool { rhs < 0 || lhs.rawValue > UInt(rhs) }

  /// Whether the demand is at least a count.
  @inlinable
  public static func >= (lhs: Self, rhs: Int) -> Bool { rhs < 0 || lhs.rawValue >= UInt(rhs) }

  /// Whether the demand is less than a count.
  @inlinable
  public static func < (lhs: Self, rhs: Int) -> Bool { !(lhs >= rhs) }

  /// Whether the demand is at most a count.
  @inlinable
  public static func <= (lhs: Self, rhs: Int) -> Bool { !(lhs > rhs) }

  /// Whether the demand is exactly a count.
  @inlinable
  public static func == (lhs: Self, rhs: Int) -> Bool { rhs >= 0 && lhs.rawValue == UInt(rhs) }

  /// Whether the demand differs from a count.
  @inlinable
  public static func != (lhs: Self, rhs: Int) -> Bool { !(lhs == rhs) }

  /// Whether a count is more than the demand.
  @inlinable
  public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }

  /// Whether a count is at least the demand.
  @inlinable
  public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }

  /// Whether a count is less than the demand.
  @inlinable
  public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }

  /// Whether a count is at most the demand.
  @inlinable
  public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }

  /// Whether a count is exactly the demand.
  @inlinable
  public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }

  /// Whether a count differs from the demand.
  @inlinable
  public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }
}

extension Subscribers.Demand: CustomStringConvertible {
  /// `max(3)` or `unlimited`.
  public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
}

extension Subscribers.Demand: Codable {
  /// Reads the single number that `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
  }

  /// Writes a single number; unlimited is one more than the largest count.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

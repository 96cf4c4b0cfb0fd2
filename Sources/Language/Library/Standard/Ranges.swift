/// Ranges. Their values are records of the bounds.
extension StandardLibrary {
  static func rangeExpression() -> LibraryType {
    LibraryType(
      "protocol RangeExpression<Bound> { associatedtype Bound: Comparable }",
      [
        contextual("func contains(_ element: Bound) -> Bool") { call throws(Abort) in
          .bool(try call.range(call[0], contains: call[1]))
        },
        contextual("func relative<C: Collection>(to collection: C) -> Range<Bound> where C.Index == Bound") {
          call throws(Abort) in
          let numbers = try Positions.range(call[0], in: call[1])
          return call.machine.range(
            try Positions.index(numbers.lowerBound, in: call[1]), try Positions.index(numbers.upperBound, in: call[1]))
        },
      ])
  }

  static func range() -> LibraryType { closed("Range") }
  static func closedRange() -> LibraryType { closed("ClosedRange") }

  private static func closed(_ name: String) -> LibraryType {
    LibraryType(
      """
      struct \(name)<Bound: Comparable>: RangeExpression, Equatable, CustomStringConvertible {
        typealias Element = Bound
        typealias Index = Bound
        typealias Iterator = AnyIterator<Bound>
        typealias SubSequence = \(name == "Range" ? "Range" : "ArraySlice")<Bound>
        typealias Indices = \(name)<Bound>
      }
      extension \(name): RandomAccessCollection where Bound: BinaryInteger {}
      extension \(name): Hashable where Bound: Hashable {}
      extension \(name): Encodable where Bound: Encodable {}
      extension \(name): Decodable where Bound: Decodable {}
      """,
      [
        unary("var lowerBound: Bound { get }") { $0.fields[0] },
        unary("var upperBound: Bound { get }") { $0.fields[1] },
        contextual("var isEmpty: Bool { get }") { call throws(Abort) in
          let fields = call[0].fields
          if name == "ClosedRange" { return .bool(false) }
          return .bool(!(try call.isLess(fields[0], fields[1])))
        },
        contextual("func contains(_ element: Bound) -> Bool") { call throws(Abort) in
          .bool(try call.range(call[0], contains: call[1]))
        },
        contextual("func overlaps(_ other: \(name)<Bound>) -> Bool") { call throws(Abort) in
          let (own, other) = (call[0].fields, call[1].fields)
          if name == "ClosedRange" {
            guard try call.isAtMost(own[0], other[1]) else { return .bool(false) }
            return .bool(try call.isAtMost(other[0], own[1]))
          }
          guard try call.isLess(own[0], own[1]), try call.isLess(other[0], other[1]) else { return .bool(false) }
          guard try call.isLess(own[0], other[1]) else { return .bool(false) }
          return .bool(try call.isLess(other[0], own[1]))
        },
        contextual("func clamped(to limits: \(name)<Bound>) -> \(name)<Bound>") { call throws(Abort) in
          let (own, limits) = (call[0].fields, call[1].fields)
          func clamp(_ bound: Value) throws(Abort) -> Value {
            if try call.isLess(bound, limits[0]) { return limits[0] }
            return try call.isLess(limits[1], bound) ? limits[1] : bound
          }
          return try call.record(try clamp(own[0]), try clamp(own[1]))
        },
        contextual("init(uncheckedBounds bounds: (lower: Bound, upper: Bound))") { call throws(Abort) in
          let (lower, upper) = call[0].parts
          return try call.record(lower, upper)
        },
        converted(name),
        contextual("var description: String { get }") { call throws(Abort) in
          .string(try call.describe(call[0], as: call.type("Self")))
        },
      ])
  }

  /// `Range(1...3)` and `ClosedRange(1..<4)`, for integers.
  private static func converted(_ name: String) -> LibraryEntry {
    let other = name == "Range" ? "ClosedRange" : "Range"
    return contextual("init(_ other: \(other)<Bound>) where Bound: BinaryInteger") {
      call throws(Abort) in
      let fields = call[0].fields
      let upper = try Arithmetic.apply(name == "Range" ? .add : .subtract, fields[1], .int(1), as: nil)
      if name == "ClosedRange", try call.isLess(upper, fields[0]) {
        throw .trap("Range requires lowerBound <= upperBound")
      }
      return try call.record(fields[0], upper)
    }
  }

  static func partialRangeFrom() -> LibraryType {
    LibraryType(
      """
      struct PartialRangeFrom<Bound: Comparable>: RangeExpression {
        var lowerBound: Bound { get }
        typealias Element = Bound
        typealias Iterator = AnyIterator<Bound>
      }
      extension PartialRangeFrom: Sequence where Bound: BinaryInteger {}
      """,
      [
        // Not the sequence's, which would walk for ever.
        contextual("func contains(_ element: Bound) -> Bool") { call throws(Abort) in
          .bool(try call.range(call[0], contains: call[1]))
        }
      ])
  }

  static func partialRangeUpTo() -> LibraryType {
    LibraryType(
      "struct PartialRangeUpTo<Bound: Comparable>: RangeExpression { var upperBound: Bound { get } }")
  }

  static func partialRangeThrough() -> LibraryType {
    LibraryType(
      "struct PartialRangeThrough<Bound: Comparable>: RangeExpression { var upperBound: Bound { get } }")
  }
}

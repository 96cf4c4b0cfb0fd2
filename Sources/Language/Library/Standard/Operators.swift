/// The operators of the standard library.
///
/// `Int`, `Double` and `String` have their own; all other types share the generic ones, so that an expression has few
/// to choose from. The order is the order in which they are tried.
extension StandardLibrary {
  static func operators() -> [LibraryEntry] {
    arithmetic() + assignments() + comparisons() + bits() + logic() + ranges()
  }

  private static func arithmetic() -> [LibraryEntry] {
    [
      binary("func + (lhs: Int, rhs: Int) -> Int") { left, right throws(Abort) in
        let (sum, isOverflown) = left.integer.addingReportingOverflow(right.integer)
        if isOverflown { throw .overflow }
        return .int(sum)
      },
      binary("func - (lhs: Int, rhs: Int) -> Int") { left, right throws(Abort) in
        let (difference, isOverflown) = left.integer.subtractingReportingOverflow(right.integer)
        if isOverflown { throw .overflow }
        return .int(difference)
      },
      binary("func * (lhs: Int, rhs: Int) -> Int") { left, right throws(Abort) in
        let (product, isOverflown) = left.integer.multipliedReportingOverflow(by: right.integer)
        if isOverflown { throw .overflow }
        return .int(product)
      },
      binary("func / (lhs: Int, rhs: Int) -> Int") { left, right throws(Abort) in
        let (quotient, isOverflown) = left.integer.dividedReportingOverflow(by: right.integer)
        if isOverflown { return try Arithmetic.apply(.divide, left, right, as: nil) }
        return .int(quotient)
      },
      binary("func % (lhs: Int, rhs: Int) -> Int") { left, right throws(Abort) in
        let (remainder, isOverflown) = left.integer.remainderReportingOverflow(dividingBy: right.integer)
        if isOverflown { return try Arithmetic.apply(.remainder, left, right, as: nil) }
        return .int(remainder)
      },
      binary("func + (lhs: Double, rhs: Double) -> Double") { .double($0.number + $1.number) },
      binary("func - (lhs: Double, rhs: Double) -> Double") { .double($0.number - $1.number) },
      binary("func * (lhs: Double, rhs: Double) -> Double") { .double($0.number * $1.number) },
      binary("func / (lhs: Double, rhs: Double) -> Double") { .double($0.number / $1.number) },
      binary("func + (lhs: String, rhs: String) -> String") { left, right throws(Abort) in
        let (left, right) = (left.text, right.text)
        try ValueSize.check(left.utf8.count + right.utf8.count)
        return .string(left + right)
      },
      generic(.add, "AdditiveArithmetic"), generic(.subtract, "AdditiveArithmetic"), generic(.multiply, "Numeric"),
      generic(.divide, "BinaryInteger"), generic(.divide, "FloatingPoint"), generic(.remainder, "BinaryInteger"),
      binary("func + <Element>(lhs: [Element], rhs: [Element]) -> [Element]") { left, right throws(Abort) in
        let (left, right) = (left.items, right.items)
        try ValueSize.check(left.count + right.count)
        var sum = left
        sum.add(contentsOf: right)
        return .array(sum)
      },
      binary(
        "func + <C: RangeReplaceableCollection, S: Sequence>(lhs: C, rhs: S) -> C where C.Element == S.Element"
      ) { left, right throws(Abort) in
        let rest = try Elements.list(right)
        let own = try Elements.list(left)
        try ValueSize.check(own.count + rest.count)
        if OwnCollection(left) != nil {
          var sum = left
          try Growing.append(contentsOf: .array(rest), to: &sum)
          return sum
        }
        var sum = own
        sum.add(contentsOf: rest)
        return Elements.like(left, sum)
      },
      binary(
        "func + <S: Sequence, C: RangeReplaceableCollection>(lhs: S, rhs: C) -> C where S.Element == C.Element"
      ) { left, right throws(Abort) in
        let first = try Elements.list(left)
        let own = try Elements.list(right)
        try ValueSize.check(first.count + own.count)
        var sum = first
        sum.add(contentsOf: own)
        return Elements.like(right, sum)
      },
      unary("prefix func - (x: Int) -> Int") { value throws(Abort) in try Arithmetic.negated(value, as: nil) },
      unary("prefix func - (x: Double) -> Double") { .double(-$0.number) },
      contextual("prefix func - <T: SignedNumeric>(x: T) -> T") { call throws(Abort) in
        try Arithmetic.negated(call[0], as: call.type("T"))
      },
      unary("prefix func + <T: AdditiveArithmetic>(x: T) -> T") { $0 },
    ]
  }

  private static func generic(_ operation: Arithmetic.Operator, _ bound: String) -> LibraryEntry {
    contextual("func \(operation.rawValue) <T: \(bound)>(lhs: T, rhs: T) -> T") { call throws(Abort) in
      try Arithmetic.apply(operation, call[0], call[1], as: call.type("T"))
    }
  }

  private static func assignments() -> [LibraryEntry] {
    var result: [LibraryEntry] = []
    let operations: [(String, Arithmetic.Operator)] = [
      ("+", .add), ("-", .subtract), ("*", .multiply), ("/", .divide), ("%", .remainder),
    ]
    for (name, operation) in operations {
      result.append(
        mutating("func \(name)= (lhs: inout Int, rhs: Int)") { value, operands throws(Abort) in
          value = try Arithmetic.apply(operation, value, operands[0], as: nil)
          return .void
        })
      if operation == .remainder { continue }
      result.append(
        mutating("func \(name)= (lhs: inout Double, rhs: Double)") { value, operands throws(Abort) in
          value = try Arithmetic.apply(operation, value, operands[0], as: nil)
          return .void
        })
    }
    for kind in IntegerKind.all.dropFirst() {
      for (name, operation) in operations {
        result.append(
          mutating("func \(name)= (lhs: inout \(kind.name), rhs: \(kind.name))") { value, operands throws(Abort) in
            value = try kind.apply(operation, value, operands[0])
            return .void
          })
      }
    }
    for (name, operation) in operations.dropLast() {
      result.append(
        mutating("func \(name)= (lhs: inout Float, rhs: Float)") { value, operands throws(Abort) in
          value = try Arithmetic.apply(operation, value, operands[0], as: nil)
          return .void
        })
    }
    result += [
      mutating("func += (lhs: inout String, rhs: String)") { value, operands throws(Abort) in
        let addition = operands[0].text
        return try withText(&value) { text throws(Abort) in
          try ValueSize.check(text.utf8.count + addition.utf8.count)
          text += addition
          return .void
        }
      },
      mutating(
        "func += <C: RangeReplaceableCollection, S: Sequence>(lhs: inout C, rhs: S) where C.Element == S.Element"
      ) { value, operands throws(Abort) in
        try Growing.append(contentsOf: operands[0], to: &value)
        return .void
      },
      assigning(.add, "AdditiveArithmetic"), assigning(.subtract, "AdditiveArithmetic"),
      assigning(.multiply, "Numeric"), assigning(.divide, "BinaryInteger"), assigning(.divide, "FloatingPoint"),
      assigning(.remainder, "BinaryInteger"),
    ]
    return result
  }

  private static func assigning(_ operation: Arithmetic.Operator, _ bound: String) -> LibraryEntry {
    mutating("func \(operation.rawValue)= <T: \(bound)>(lhs: inout T, rhs: T)") { value, operands throws(Abort) in
      try Arithmetic.assign(operation, &value, operands[0], as: nil)
      return .void
    }
  }

  private static func comparisons() -> [LibraryEntry] {
    [
      binary("func == (lhs: Int, rhs: Int) -> Bool") { .bool($0.integer == $1.integer) },
      binary("func != (lhs: Int, rhs: Int) -> Bool") { .bool($0.integer != $1.integer) },
      binary("func < (lhs: Int, rhs: Int) -> Bool") { .bool($0.integer < $1.integer) },
      binary("func <= (lhs: Int, rhs: Int) -> Bool") { .bool($0.integer <= $1.integer) },
      binary("func > (lhs: Int, rhs: Int) -> Bool") { .bool($0.integer > $1.integer) },
      binary("func >= (lhs: Int, rhs: Int) -> Bool") { .bool($0.integer >= $1.integer) },
      binary("func == (lhs: Double, rhs: Double) -> Bool") { .bool($0.number == $1.number) },
      binary("func != (lhs: Double, rhs: Double) -> Bool") { .bool($0.number != $1.number) },
      binary("func < (lhs: Double, rhs: Double) -> Bool") { .bool($0.number < $1.number) },
      binary("func <= (lhs: Double, rhs: Double) -> Bool") { .bool($0.number <= $1.number) },
      binary("func > (lhs: Double, rhs: Double) -> Bool") { .bool($0.number > $1.number) },
      binary("func >= (lhs: Double, rhs: Double) -> Bool") { .bool($0.number >= $1.number) },
      binary("func == (lhs: String, rhs: String) -> Bool") { .bool($0.text == $1.text) },
      binary("func != (lhs: String, rhs: String) -> Bool") { .bool($0.text != $1.text) },
      contextual("func == <T: Equatable>(lhs: T, rhs: T) -> Bool") { call throws(Abort) in
        .bool(try call.areEqual(call[0], call[1]))
      },
      contextual("func != <T: Equatable>(lhs: T, rhs: T) -> Bool") { call throws(Abort) in
        .bool(!(try call.areEqual(call[0], call[1])))
      },
      contextual("func == <Wrapped: Equatable>(lhs: Wrapped?, rhs: Wrapped?) -> Bool") { call throws(Abort) in
        .bool(try call.areEqual(call[0], call[1]))
      },
      contextual("func != <Wrapped: Equatable>(lhs: Wrapped?, rhs: Wrapped?) -> Bool") { call throws(Abort) in
        .bool(!(try call.areEqual(call[0], call[1])))
      },
      binary("func == <Wrapped>(lhs: Wrapped?, rhs: _OptionalNilComparisonType) -> Bool") { left, _ in
        .bool(left.isNull)
      },
      binary("func != <Wrapped>(lhs: Wrapped?, rhs: _OptionalNilComparisonType) -> Bool") { left, _ in
        .bool(!left.isNull)
      },
      binary("func == <Wrapped>(lhs: _OptionalNilComparisonType, rhs: Wrapped?) -> Bool") { _, right in
        .bool(right.isNull)
      },
      binary("func != <Wrapped>(lhs: _OptionalNilComparisonType, rhs: Wrapped?) -> Bool") { _, right in
        .bool(!right.isNull)
      },
      ordering("<") { left, right, call throws(Abort) in try call.isLess(left, right) },
      ordering(">") { left, right, call throws(Abort) in try call.isLess(right, left) },
      ordering("<=") { left, right, call throws(Abort) in try call.isAtMost(left, right) },
      ordering(">=") { left, right, call throws(Abort) in try call.isAtMost(right, left) },
      binary("func === (lhs: AnyObject?, rhs: AnyObject?) -> Bool") { .bool($0.isSameObject(as: $1)) },
      binary("func !== (lhs: AnyObject?, rhs: AnyObject?) -> Bool") { .bool(!$0.isSameObject(as: $1)) },
      binary("func == (lhs: Any.Type?, rhs: Any.Type?) -> Bool") { .bool($0 == $1) },
      binary("func != (lhs: Any.Type?, rhs: Any.Type?) -> Bool") { .bool($0 != $1) },
    ] + tuples()
  }

  private static func ordering(
    _ name: String, _ holds: @escaping (Value, Value, NativeCall) throws(Abort) -> Bool
  ) -> LibraryEntry {
    contextual("func \(name) <T: Comparable>(lhs: T, rhs: T) -> Bool") { call throws(Abort) in
      .bool(try holds(call[0], call[1], call))
    }
  }

  /// Tuples of two to four elements compare element by element.
  private static func tuples() -> [LibraryEntry] {
    var result = [
      binary("func == (lhs: (), rhs: ()) -> Bool") { _, _ in .bool(true) },
      binary("func != (lhs: (), rhs: ()) -> Bool") { _, _ in .bool(false) },
    ]
    for names in [["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]] {
      let tuple = "(" + names.joined(separator: ", ") + ")"
      func signature(_ name: String, _ bound: String) -> String {
        "func \(name) <" + names.map { $0 + ": " + bound }.joined(separator: ", ")
          + ">(lhs: \(tuple), rhs: \(tuple)) -> Bool"
      }
      result += [
        contextual(signature("==", "Equatable")) { call throws(Abort) in .bool(try call.areEqualTuples()) },
        contextual(signature("!=", "Equatable")) { call throws(Abort) in .bool(!(try call.areEqualTuples())) },
        contextual(signature("<", "Comparable")) { call throws(Abort) in .bool(try call.tupleOrder() < 0) },
        contextual(signature("<=", "Comparable")) { call throws(Abort) in .bool(try call.tupleOrder() <= 0) },
        contextual(signature(">", "Comparable")) { call throws(Abort) in .bool(try call.tupleOrder() > 0) },
        contextual(signature(">=", "Comparable")) { call throws(Abort) in .bool(try call.tupleOrder() >= 0) },
      ]
    }
    return result
  }

  private static func bits() -> [LibraryEntry] {
    typealias Operation = (Int128, Int128) -> Int128
    let operations: [(String, Operation)] = [
      ("&", { $0 & $1 }), ("|", { $0 | $1 }), ("^", { $0 ^ $1 }), ("&+", { $0 + $1 }), ("&-", { $0 - $1 }),
      ("&*", { $0.multipliedReportingOverflow(by: $1).partialValue }),
    ]
    var result: [LibraryEntry] = []
    for (name, operation) in operations {
      result.append(
        contextual("func \(name) <T: BinaryInteger>(lhs: T, rhs: T) -> T") { call in
          let kind = IntegerKind.of(call.type("T")) ?? .int
          return kind.value(truncating: operation(kind.wide(call[0]), kind.wide(call[1])))
        })
      for kind in IntegerKind.all {
        result.append(
          mutating("func \(name)= (lhs: inout \(kind.name), rhs: \(kind.name))") { value, operands in
            value = kind.value(truncating: operation(kind.wide(value), kind.wide(operands[0])))
            return .void
          })
      }
    }
    result += [
      contextual("func << <T: BinaryInteger, RHS: BinaryInteger>(lhs: T, rhs: RHS) -> T") { call in
        (IntegerKind.of(call.type("T")) ?? .int).shifted(call[0], left: call[1].integer)
      },
      contextual("func >> <T: BinaryInteger, RHS: BinaryInteger>(lhs: T, rhs: RHS) -> T") { call in
        (IntegerKind.of(call.type("T")) ?? .int).shifted(call[0], left: 0 &- call[1].integer)
      },
      contextual("prefix func ~ <T: BinaryInteger>(x: T) -> T") { call in
        let kind = IntegerKind.of(call.type("T")) ?? .int
        return kind.value(truncating: ~kind.wide(call[0]))
      },
    ]
    for kind in IntegerKind.all {
      result += [
        mutating("func <<= (lhs: inout \(kind.name), rhs: Int)") { value, operands in
          value = kind.shifted(value, left: operands[0].integer)
          return .void
        },
        mutating("func >>= (lhs: inout \(kind.name), rhs: Int)") { value, operands in
          value = kind.shifted(value, left: 0 &- operands[0].integer)
          return .void
        },
      ]
    }
    return result
  }

  private static func logic() -> [LibraryEntry] {
    [
      unary("prefix func ! (a: Bool) -> Bool") { .bool(!$0.flag) },
      binary("func && (lhs: Bool, rhs: @autoclosure () throws -> Bool) rethrows -> Bool") { left, right throws(Abort) in
        left.flag ? try right.closure.call() : .bool(false)
      },
      binary("func || (lhs: Bool, rhs: @autoclosure () throws -> Bool) rethrows -> Bool") { left, right throws(Abort) in
        left.flag ? .bool(true) : try right.closure.call()
      },
      binary("func ?? <T>(optional: T?, defaultValue: @autoclosure () throws -> T) rethrows -> T") {
        optional, other throws(Abort) in
        if let value = optional.unwrapped { return value }
        return try other.closure.call()
      },
      binary("func ?? <T>(optional: T?, defaultValue: @autoclosure () throws -> T?) rethrows -> T?") {
        optional, other throws(Abort) in
        optional.isNull ? try other.closure.call() : optional
      },
    ]
  }

  private static func ranges() -> [LibraryEntry] {
    [
      contextual("func ..< (minimum: Int, maximum: Int) -> Range<Int>") { call throws(Abort) in
        guard call[0].integer <= call[1].integer else { throw .unorderedRange }
        return try call.record(call[0], call[1])
      },
      contextual("func ... (minimum: Int, maximum: Int) -> ClosedRange<Int>") { call throws(Abort) in
        guard call[0].integer <= call[1].integer else { throw .unorderedRange }
        return try call.record(call[0], call[1])
      },
      contextual("func ..< <Bound: Comparable>(minimum: Bound, maximum: Bound) -> Range<Bound>") { call throws(Abort) in
        guard try call.isAtMost(call[0], call[1]) else { throw .unorderedRange }
        return try call.record(call[0], call[1])
      },
      contextual("func ... <Bound: Comparable>(minimum: Bound, maximum: Bound) -> ClosedRange<Bound>") {
        call throws(Abort) in
        guard try call.isAtMost(call[0], call[1]) else { throw .unorderedRange }
        return try call.record(call[0], call[1])
      },
      contextual("prefix func ..< <Bound: Comparable>(maximum: Bound) -> PartialRangeUpTo<Bound>") {
        call throws(Abort) in
        try call.record(call[0])
      },
      contextual("prefix func ... <Bound: Comparable>(maximum: Bound) -> PartialRangeThrough<Bound>") {
        call throws(Abort) in try call.record(call[0])
      },
      contextual("postfix func ... <Bound: Comparable>(minimum: Bound) -> PartialRangeFrom<Bound>") {
        call throws(Abort) in
        try call.record(call[0])
      },
      contextual("func ~= <R: RangeExpression>(pattern: R, value: R.Bound) -> Bool") { call throws(Abort) in
        .bool(try call.range(call[0], contains: call[1]))
      },
      contextual("func ~= <T: Equatable>(a: T, b: T) -> Bool") { call throws(Abort) in
        .bool(try call.areEqual(call[0], call[1]))
      },
      binary("func ~= <T>(lhs: _OptionalNilComparisonType, rhs: T?) -> Bool") { _, right in .bool(right.isNull) },
    ]
  }
}

extension Value {
  /// `===`
  func isSameObject(as other: Value) -> Bool {
    switch (self, other) {
    case (.instance(let left), .instance(let right)): left === right
    case (.native(let left), .native(let right)): left === right
    case (.function(let left), .function(let right)): left === right
    case (.null, .null): true
    case (.any(let box), _): box.value.isSameObject(as: other)
    case (_, .any(let box)): isSameObject(as: box.value)
    case (.weak(let reference), _): reference.value.isSameObject(as: other)
    case (_, .weak(let reference)): isSameObject(as: reference.value)
    default: false
    }
  }
}

/// Comparing and sorting for the library's functions, by the program's own operators where there are some.
extension NativeCall {
  /// `<=`, from `<`.
  func isAtMost(_ left: Value, _ right: Value) throws(Abort) -> Bool {
    try Ordering.isAtMost(left, right)
  }

  /// `==` of two tuples, element by element.
  func areEqualTuples() throws(Abort) -> Bool {
    guard case .tuple(let left) = self[0].unboxed, case .tuple(let right) = self[1].unboxed else { return false }
    for (a, b) in zip(left.elements, right.elements) where !(try areEqual(a, b)) { return false }
    return true
  }

  /// Below, at or above zero: the order of two tuples by their first elements that differ.
  func tupleOrder() throws(Abort) -> Int {
    guard case .tuple(let left) = self[0].unboxed, case .tuple(let right) = self[1].unboxed else { return 0 }
    for (a, b) in zip(left.elements, right.elements) where !(try areEqual(a, b)) {
      return try isLess(a, b) ? -1 : 1
    }
    return 0
  }

  /// A struct of the library with the call's result type.
  func record(_ fields: Value...) throws(Abort) -> Value {
    guard let nominal = result.nominal else { throw .trap("library: \(result) is not a struct") }
    return .record(Record(nominal, fields))
  }

  /// `contains` of all kinds of ranges.
  func range(_ range: Value, contains value: Value) throws(Abort) -> Bool {
    guard case .record(let record) = range.unboxed else { return false }
    switch record.type.name {
    case "Range":
      guard try isAtMost(record[0], value) else { return false }
      return try isLess(value, record[1])
    case "ClosedRange":
      guard try isAtMost(record[0], value) else { return false }
      return try isAtMost(value, record[1])
    case "PartialRangeFrom": return try isAtMost(record[0], value)
    case "PartialRangeUpTo": return try isLess(value, record[0])
    case "PartialRangeThrough": return try isAtMost(value, record[0])
    default: return false
    }
  }

  /// The first of the least, or the last of the greatest as Swift has it, by a test.
  func least(_ sequence: Value, by precedes: (Value, Value) throws(Abort) -> Bool) throws(Abort) -> Value {
    var least: Value?
    try Elements.each(sequence) { element throws(Abort) in
      if let known = least {
        if try precedes(element, known) { least = element }
      } else {
        least = element
      }
      return true
    }
    return least?.some ?? .null
  }

  func greatest(_ sequence: Value, by precedes: (Value, Value) throws(Abort) -> Bool) throws(Abort) -> Value {
    var greatest: Value?
    try Elements.each(sequence) { element throws(Abort) in
      if let known = greatest {
        if try precedes(known, element) { greatest = element }
      } else {
        greatest = element
      }
      return true
    }
    return greatest?.some ?? .null
  }
}

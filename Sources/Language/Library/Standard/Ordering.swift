/// The order of values whose types are the library's.
enum Ordering {
  /// `nil` if one of them is a value of a type that the program declares.
  static func precedes(_ left: Value, _ right: Value) -> Bool? {
    switch (left, right) {
    case (.int(let left), .int(let right)): left < right
    case (.word(let left), .word(let right)): left < right
    case (.int, .word): true
    case (.word, .int): false
    case (.word(let left), .double(let right)): Double(left) < right
    case (.double(let left), .double(let right)): left < right
    case (.int(let left), .double(let right)): Double(left) < right
    case (.float(let left), .float(let right)): left < right
    case (.string(let left), .string(let right)): left < right
    case (.character(let left), .character(let right)): left < right
    case (.native(let left), .native(let right)): (left as? any OrderedObject)?.precedes(right)
    case (.string(let left), .native(let right as TextPart)): left < right.content
    case (.native(let left as TextPart), .string(let right)): left.content < right
    case (.any(let box), _): precedes(box.value, right)
    case (_, .any(let box)): precedes(left, box.value)
    default: nil
    }
  }

  /// `<` as the values' type defines it.
  static func isLess(_ left: Value, _ right: Value) throws(Abort) -> Bool {
    if let known = precedes(left, right) { return known }
    let (left, right) = (left.unboxed, right.unboxed)
    if let function = left.ownOperator("<") { return try function.call([left, right]).flag }
    // What can be advanced is ordered by its distances.
    if let machine = left.declaringMachine, let distance = machine.method("distance", of: left, labels: ["to"]) {
      return try isLess(.int(0), try machine.invoke(distance, receiver: left, [right]))
    }
    return try areCasesInOrder(left, right)
  }

  /// The order that enums have without writing one: that of their cases, then of what is in them.
  private static func areCasesInOrder(_ left: Value, _ right: Value) throws(Abort) -> Bool {
    guard let first = left.enumCase, let second = right.enumCase else {
      throw .trap("these values have no order")
    }
    if first !== second { return first.index < second.index }
    guard case .payload(let left) = left, case .payload(let right) = right else { return false }
    for (a, b) in zip(left.values, right.values) {
      if try isLess(a, b) { return true }
      if try isLess(b, a) { return false }
    }
    return false
  }

  /// Numbers that are not comparable are neither less nor at most: NaN.
  static func isUnordered(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.double(let left), .double(let right)): left.isNaN || right.isNaN
    case (.float(let left), .float(let right)): left.isNaN || right.isNaN
    default: false
    }
  }
}

/// An object that is `Comparable`.
protocol OrderedObject: NativeObject {
  func precedes(_ other: NativeObject) -> Bool
}

extension NativeCall {
  /// `<=`, from `<`.
  func isAtMost(_ left: Value, _ right: Value) throws(Abort) -> Bool {
    if Ordering.isUnordered(left, right) { return false }
    return !(try isLess(right, left))
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

  /// Sorts by a test that may throw and may be inconsistent.
  func sorted(_ elements: [Value], by precedes: (Value, Value) throws(Abort) -> Bool) throws(Abort) -> [Value] {
    try rethrowing { try elements.sorted { try precedes($0, $1) } }
  }

  func sorted(_ elements: [Value]) throws(Abort) -> [Value] {
    try sorted(elements) { left, right throws(Abort) in try isLess(left, right) }
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

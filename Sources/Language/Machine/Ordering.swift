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
    case (.string(let left), .string(let right)): left.precedes(right)
    case (.character(let left), .character(let right)): left.precedes(right)
    case (.native(let left), .native(let right)): (left as? any OrderedObject)?.precedes(right)
    case (.string(let left), .native(let right as TextPart)): left.precedes(right.content)
    case (.native(let left as TextPart), .string(let right)): left.content.precedes(right)
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

  /// `<=`, from `<`.
  static func isAtMost(_ left: Value, _ right: Value) throws(Abort) -> Bool {
    if isUnordered(left, right) { return false }
    return !(try isLess(right, left))
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

// MARK: Sorting

extension Ordering {
  /// Sorts by a test that may throw and may be inconsistent. Each comparison counts: millions of numbers are sorted for seconds.
  static func sorted<Element>(
    _ elements: [Element], by precedes: (Element, Element) throws(Abort) -> Bool
  ) throws(Abort) -> [Element] {
    var work = NativeWork(perStep: 16)
    return try rethrowing {
      try elements.sorted {
        try work.add()
        return try precedes($0, $1)
      }
    }
  }

  static func sorted(_ elements: [Value]) throws(Abort) -> [Value] {
    // As they are, ten times as fast.
    if let numbers = try all(elements, \.asInt) { return try sorted(numbers, by: <).map { .int($0) } }
    if let texts = try all(elements, \.asText) { return try sorted(texts) { $0.precedes($1) }.map { .string($0) } }
    return try sorted(elements, by: isLess)
  }

  /// What all elements are, if they are of one kind.
  private static func all<Content>(_ elements: [Value], _ content: (Value) -> Content?) throws(Abort) -> [Content]? {
    guard let first = elements.first, content(first) != nil else { return nil }
    var work = NativeWork(perStep: 16)
    var contents: [Content] = []
    contents.reserveCapacity(elements.count)
    for element in elements {
      try work.add()
      guard let content = content(element) else { return nil }
      contents.append(content)
    }
    return contents
  }
}

extension Value {
  fileprivate var asInt: Int? { if case .int(let number) = self { number } else { nil } }
  fileprivate var asText: String? { if case .string(let text) = self { text } else { nil } }
}

/// Beginnings and ends of sequences.
enum Slices {
  static func dropped(_ count: Int) throws(Abort) -> Int {
    guard count >= 0 else { throw .trap("Can't drop a negative number of elements from a collection") }
    return count
  }

  static func taken(_ count: Int, _ what: String) throws(Abort) -> Int {
    guard count >= 0 else { throw .trap("Can't take a \(what) of negative length from a collection") }
    return count
  }

  /// At most so many from the front; walks no further.
  static func leading(_ sequence: Value, _ count: Int) throws(Abort) -> [Value] {
    let count = try taken(count, "prefix")
    if case .array(let elements) = sequence { return Array(elements.prefix(count)) }
    var result: [Value] = []
    let source = Elements.iterator(sequence)
    while result.count < count, let element = try source.next() {
      result.add(element)
      try ValueSize.check(result.count, adding: 1)
    }
    return result
  }

  static func leading(_ sequence: Value, while test: FunctionValue) throws(Abort) -> [Value] {
    var result: [Value] = []
    try Elements.each(sequence) { element throws(Abort) in
      guard try test.call(element).flag else { return false }
      result.add(element)
      return true
    }
    return result
  }

  /// What makes the parts of a collection whose elements are known.
  private static func cutter(_ collection: Value, _ elements: [Value]) -> (Range<Int>) -> Value {
    if let (_, start) = collection.textAndStart {
      let base = if case .native(let part as TextPart) = collection.unboxed { part.base } else { collection.text }
      var offsets = [start]
      for element in elements { offsets.append(offsets[offsets.count - 1] + element.symbol.utf8.count) }
      return { range in
        .native(TextPart(String(elements[range].map(\.symbol)), from: offsets[range.lowerBound], of: base))
      }
    }
    switch collection.unboxed {
    case .array: return { .native(ArrayPart(elements[$0])) }
    case .native(let part as ArrayPart): return { .native(part.part($0)) }
    case .native(let units as TextUnits): return { .native(units.part($0)) }
    case .native(let part as any SlicedObject): return { .native(part.part($0)) }
    case .record(let record) where record.type.name == "Range" && record.type.library != nil:
      return { part in
        let (lower, upper) = (part.lowerBound, part.upperBound)
        return .record(
          Record(record.type, [lower, upper].map { $0 < elements.count ? elements[$0] : record[1] }))
      }
    default: return { .array(Array(elements[$0])) }
    }
  }

  /// The parts between the elements for which a test holds.
  static func split(
    _ collection: Value, maxSplits: Int, omittingEmpty: Bool, _ isSeparator: (Value) throws(Abort) -> Bool
  ) throws(Abort) -> Value {
    guard maxSplits >= 0 else { throw .trap("Must take zero or more splits") }
    let elements = try Elements.list(collection)
    let cut = cutter(collection, elements)
    var parts: [Value] = []
    var start = 0
    var splits = 0
    for (index, element) in elements.enumerated() {
      guard splits < maxSplits else { break }
      guard try isSeparator(element) else { continue }
      if index > start || !omittingEmpty {
        parts.append(cut(start..<index))
        splits += 1
      }
      start = index + 1
    }
    if start < elements.count || !omittingEmpty { parts.append(cut(start..<elements.count)) }
    return .array(parts)
  }

  /// The parts between the places where a whole sequence stands.
  static func split(
    _ collection: Value, by separator: [Value], maxSplits: Int, omittingEmpty: Bool
  ) throws(Abort) -> Value {
    guard maxSplits >= 0 else { throw .trap("Must take zero or more splits") }
    let elements = try Elements.list(collection)
    guard !separator.isEmpty else { return .array([collection]) }
    let cut = cutter(collection, elements)
    var parts: [Value] = []
    var start = 0
    var index = 0
    var splits = 0
    var work = NativeWork()
    while index + separator.count <= elements.count, splits < maxSplits {
      var agreed = 0
      while agreed < separator.count, elements[index + agreed] == separator[agreed] {
        agreed += 1
        try work.add()
      }
      try work.add()
      guard agreed == separator.count else {
        index += 1
        continue
      }
      if index > start || !omittingEmpty {
        parts.append(cut(start..<index))
        splits += 1
      }
      index += separator.count
      start = index
    }
    if start < elements.count || !omittingEmpty { parts.append(cut(start..<elements.count)) }
    return .array(parts)
  }
}

/// Indices of collections. Those of arrays are integers and those of texts are `TextIndex`'s; a set's or a dictionary's
/// is the element's number in the order in which it is walked just now. Parts have the indices of what they are parts of.
enum Positions {
  /// The number of the element that an index stands for, in `0...count`.
  static func ordinal(_ index: Value, in collection: Value) throws(Abort) -> Int {
    if let own = OwnCollection(collection) { return try own.ordinal(index) }
    switch collection {
    case .native(let part as IndexedPart):
      guard let number = part.number(of: index) else { throw .indexOutOfRange }
      return number
    case .native(let units as TextUnits):
      guard let number = units.number(of: index) else { throw .stringIndexOutOfBounds }
      return number
    case .string(let text):
      return text.distance(from: text.startIndex, to: try TextIndex.end(index, in: text))
    case .record(let record): return try difference(index.integer, Elements.bounds(record)?.start ?? 0)
    case .native(let part as TextPart): return try ordinal(part.own(index), in: .string(part.content))
    case .native(let part as ArrayPart): return try difference(index.integer, part.start)
    case .native(let part as any SlicedObject): return try difference(index.integer, part.start)
    case .any(let box): return try ordinal(index, in: box.value)
    default: return index.integer
    }
  }

  static func difference(_ left: Int, _ right: Int) throws(Abort) -> Int {
    let (difference, isOverflown) = left.subtractingReportingOverflow(right)
    if isOverflown { throw .overflow }
    return difference
  }

  /// The number after one that is the last of a closed range.
  private static func next(_ ordinal: Int) throws(Abort) -> Int {
    if ordinal == .max { throw .overflow }
    return ordinal + 1
  }

  /// The index of the element with a number.
  static func index(_ ordinal: Int, in collection: Value) throws(Abort) -> Value {
    if let own = OwnCollection(collection) { return try own.moved(try own.start, by: ordinal) }
    switch collection {
    case .string(let text):
      return .int(TextIndex.offset(text.index(text.startIndex, offsetBy: ordinal), in: text))
    case .record(let record): return .int((Elements.bounds(record)?.start ?? 0) + ordinal)
    case .native(let part as TextPart): return part.shared(try index(ordinal, in: .string(part.content)))
    case .native(let part as ArrayPart): return .int(part.start + ordinal)
    case .native(let part as IndexedPart): return part.index(ordinal)
    case .native(let units as TextUnits): return units.index(ordinal)
    case .native(let part as any SlicedObject): return .int(part.start + ordinal)
    case .any(let box): return try index(ordinal, in: box.value)
    default: return .int(ordinal)
    }
  }

  static func end(_ collection: Value) throws(Abort) -> Value {
    if let (text, start) = collection.textAndStart { return .int(start + text.utf8.count) }
    if let own = OwnCollection(collection) { return try own.end }
    return try index(try Elements.count(collection), in: collection)
  }

  static func element(_ index: Value, in collection: Value) throws(Abort) -> Value {
    if let own = OwnCollection(collection) { return try own.element(index) }
    switch collection {
    case .native(let part as IndexedPart):
      guard let number = part.number(of: index), number < part.elements.count else { throw .indexOutOfRange }
      return part.elements[number]
    case .native(let units as TextUnits):
      guard let element = units.number(of: index).flatMap(units.element) else { throw .stringIndexOutOfBounds }
      return element
    case .array(let elements):
      guard elements.indices.contains(index.integer) else { throw .indexOutOfRange }
      return elements[index.integer]
    case .string(let text): return .character(text[try TextIndex.element(index, in: text)])
    case .native(let part as TextPart): return try element(part.own(index), in: .string(part.content))
    case .native(let part as ArrayPart):
      guard index.integer >= part.start, let element = part.element(index.integer - part.start) else {
        throw .trap("Index out of bounds")
      }
      return element
    case .native(let part as any SlicedObject):
      let number = try difference(index.integer, part.start)
      guard (0..<part.count).contains(number) else { throw .indexOutOfRange }
      return part.elements[number]
    case .any(let box): return try element(index, in: box.value)
    case .record(let record):
      guard let (start, end) = Elements.bounds(record), index.integer >= start, end.map({ index.integer < $0 }) ?? true
      else { throw .indexOutOfRange }
      return index
    default:
      let elements = try Elements.list(collection)
      guard elements.indices.contains(index.integer) else { throw .indexOutOfRange }
      return elements[index.integer]
    }
  }

  /// An index moved by some elements; within a text it cannot leave it.
  static func moved(_ index: Value, by distance: Int, in collection: Value) throws(Abort) -> Value {
    if let own = OwnCollection(collection) { return try own.moved(index, by: distance) }
    switch collection {
    case .native(let part as IndexedPart):
      guard let number = part.number(of: index) else { throw .indexOutOfRange }
      let (target, isOverflown) = number.addingReportingOverflow(distance)
      guard !isOverflown, (0...part.elements.count).contains(target) else { throw .indexOutOfRange }
      return part.index(target)
    case .native(let units as TextUnits):
      guard let number = units.number(of: index) else { throw .stringIndexOutOfBounds }
      let (target, isOverflown) = number.addingReportingOverflow(distance)
      guard !isOverflown, (0...units.slice.count).contains(target) else { throw .stringIndexOutOfBounds }
      return units.index(target)
    case .string(let text):
      let start = try TextIndex.end(index, in: text)
      guard let result = TextIndex.moved(start, by: distance, in: text) else { throw .stringIndexOutOfBounds }
      return .int(TextIndex.offset(result, in: text))
    case .native(let part as TextPart):
      return part.shared(try moved(part.own(index), by: distance, in: .string(part.content)))
    case .any(let box): return try moved(index, by: distance, in: box.value)
    default: return try Arithmetic.apply(.add, index, .int(distance), as: nil)
    }
  }

  /// `nil` if the limit is on the way and would be passed.
  static func moved(_ index: Value, by distance: Int, limit: Value, in collection: Value) throws(Abort) -> Value? {
    let (own, end) = (try ordinal(index, in: collection), try ordinal(limit, in: collection))
    let (target, isOverflown) = own.addingReportingOverflow(distance)
    if isOverflown { return nil }
    if distance >= 0 ? end >= own && target > end : end <= own && target < end { return nil }
    return try moved(index, by: distance, in: collection)
  }

  /// The elements' numbers that any kind of range of indices covers.
  static func range(_ range: Value, in collection: Value) throws(Abort) -> Range<Int> {
    guard case .record(let record) = range.unboxed else { throw .indexOutOfRange }
    let count = try Elements.count(collection)
    var (lower, upper) = (0, count)
    switch record.type.name {
    case "PartialRangeUpTo": upper = try ordinal(record[0], in: collection)
    case "PartialRangeThrough": upper = try next(try ordinal(record[0], in: collection))
    case "PartialRangeFrom": lower = try ordinal(record[0], in: collection)
    case "ClosedRange":
      lower = try ordinal(record[0], in: collection)
      upper = try next(try ordinal(record[1], in: collection))
    default:
      lower = try ordinal(record[0], in: collection)
      upper = try ordinal(record[1], in: collection)
    }
    guard lower <= upper else { throw .unorderedRange }
    if lower >= 0, upper <= count { return lower..<upper }
    if case .native(let object) = collection, object is ArrayPart {
      throw .trap("ArraySlice index is out of range" + (lower < 0 ? " (before startIndex)" : ""))
    }
    throw lower < 0 ? .trap("Negative Array index is out of range") : .arrayIndexOutOfRange
  }

  /// The elements with these numbers.
  static func slice(_ collection: Value, _ range: Range<Int>) throws(Abort) -> Value {
    if let own = OwnCollection(collection) { return .native(try own.part.part(range)) }
    switch collection {
    case .native(let part as IndexedPart): return .native(part.part(range))
    case .native(let units as TextUnits): return .native(units.part(range))
    case .array(let elements): return .native(ArrayPart(elements[range]))
    case .string(let text): return .native(part(text, range, from: 0, of: text))
    case .native(let part as ArrayPart): return .native(part.part(range))
    case .native(let part as any SlicedObject): return .native(part.part(range))
    case .native(let part as TextPart): return .native(self.part(part.content, range, from: part.start, of: part.base))
    case .any(let box): return try slice(box.value, range)
    case .record(let record) where record.type.name == "Range" && record.type.library != nil:
      return .record(
        Record(
          record.type,
          [
            try Arithmetic.apply(.add, record[0], .int(range.lowerBound), as: nil),
            try Arithmetic.apply(.add, record[0], .int(range.upperBound), as: nil),
          ]))
    default: return .array(Array(try Elements.list(collection)[range]))
    }
  }

  private static func part(_ text: String, _ range: Range<Int>, from start: Int, of base: String) -> TextPart {
    let lower = text.index(text.startIndex, offsetBy: range.lowerBound)
    let content = String(text[lower..<text.index(lower, offsetBy: range.count)])
    return TextPart(content, from: start + TextIndex.offset(lower, in: text), of: base)
  }
}

extension TextPart {
  /// An index of the base as one of the part alone, and the other way round. What overflows is out of bounds anyway.
  fileprivate func own(_ index: Value) -> Value { .int(index.integer &- start) }
  fileprivate func shared(_ index: Value) -> Value { .int(index.integer &+ start) }
}

/// Walking through whatever is a sequence.
///
/// Arrays, sets, dictionaries, text and ranges are values of their own kinds; the other sequences of the library are
/// arrays, or objects that make an iterator. A sequence that a program declares is asked by the machine.

/// A sequence that is not simply a list: it can go on forever, or run the program's code for every element.
class SequenceObject: NativeObject {
  func makeIterator() -> any ElementSource { ListSource([]) }
}

/// What gives one element after the other.
protocol ElementSource: AnyObject {
  func next() throws(Abort) -> Value?
}

/// An iterator as a value: walking it uses it up.
final class IteratorObject: SequenceObject {
  let source: any ElementSource

  init(_ source: any ElementSource, type: Type) {
    self.source = source
    super.init(type: type)
  }

  override func makeIterator() -> any ElementSource { source }
}

/// A sequence that a closure of the library makes anew for each walk.
final class MadeSequence: SequenceObject {
  private let make: () -> any ElementSource

  init(type: Type, _ make: @escaping () -> any ElementSource) {
    self.make = make
    super.init(type: type)
  }

  deinit { StackGuard.postpone(make) }

  override func makeIterator() -> any ElementSource {
    StackGuard.descend(otherwise: FunctionSource { () throws(Abort) in throw .nestedTooDeeply }) { make() }
  }
}

final class ListSource: ElementSource {
  private let list: [Value]
  private var position = 0

  init(_ list: [Value]) { self.list = list }

  func next() throws(Abort) -> Value? {
    guard position < list.count else { return nil }
    position += 1
    return list[position - 1]
  }
}

/// Counts the elements of a sequence that is long, or has no end, as steps of the activation: whoever walks through it may
/// run nothing of the program that would count.
private struct CountedSteps {
  /// So many elements at a time.
  private static let portion = 256
  private var left = Self.portion
  private let steps: Int

  /// - Parameter elements: how many count as one step.
  init(perStep elements: Int = 1) { steps = Self.portion / elements }

  @inline(__always)
  mutating func count() throws(Abort) {
    left -= 1
    if left == 0 { try spend() }
  }

  private mutating func spend() throws(Abort) {
    left = Self.portion
    try Machine.current?.spend(steps)
  }
}

/// Integers from a bound upwards, up to and without another.
final class IntegerSource: ElementSource {
  private var position: Int
  private let end: Int?
  private var steps = CountedSteps()

  init(from start: Int, to end: Int?) {
    position = start
    self.end = end
  }

  func next() throws(Abort) -> Value? {
    if let end, position >= end { return nil }
    try steps.count()
    // As Swift's: the next one is computed before this one is given.
    let (next, isOverflown) = position.addingReportingOverflow(1)
    if isOverflown { throw .overflow }
    defer { position = next }
    return .int(position)
  }
}

final class FunctionSource: ElementSource {
  private let body: () throws(Abort) -> Value?
  private var steps = CountedSteps()

  init(_ body: @escaping () throws(Abort) -> Value?) { self.body = body }

  deinit { StackGuard.postpone(body) }

  func next() throws(Abort) -> Value? {
    guard StackGuard.hasRoom else { throw .nestedTooDeeply }
    try steps.count()
    return try body()
  }
}

enum Elements {
  static let pairLabels: [String?] = ["key", "value"]
  static let offsetLabels: [String?] = ["offset", "element"]

  static func pair(_ key: Value, _ value: Value) -> Value { .tuple(Tuple([key, value], labels: pairLabels)) }

  /// A sequence whose elements are made of another's, one at a time: of one that may have no end.
  static func made(
    of sequence: Value, _ next: @escaping (any ElementSource) -> () throws(Abort) -> Value?
  ) -> Value {
    .native(MadeSequence(type: .hole) { FunctionSource(next(iterator(sequence))) })
  }

  /// All elements. For what has no end this is a fault.
  static func list(_ sequence: Value) throws(Abort) -> [Value] {
    switch sequence {
    case .array(let elements): return elements
    case .string(let text): return text.map { .character($0) }
    case .set(let elements): return Array(elements)
    case .dictionary(let elements): return elements.map { pair($0.key, $0.value) }
    case .any(let box): return try list(box.value)
    case .record(let record):
      guard let (start, end) = bounds(record) else { break }
      guard let end else { throw .trap("a range without an upper bound has no last element") }
      let (count, isOverflown) = end.subtractingReportingOverflow(start)
      try ValueSize.check(isOverflown ? .max : count)
      var result: [Value] = []
      func fill() {
        result.reserveCapacity(count + 1)
        for number in start..<end { result.append(.int(number)) }
        if holdsLastInteger(record) { result.append(.int(.max)) }
      }
      if count > Value.manyElements, let machine = AbstractMachine.running { machine.aside(fill) } else { fill() }
      return result
    case .native(let object as any ListedObject): return object.elements
    case .native(let object as any CollectingObject): return try object.collect()
    default: break
    }
    var result: [Value] = []
    let source = iterator(sequence)
    while let element = try source.next() {
      result.add(element)
      try ValueSize.check(result.count, adding: 1)
    }
    return result
  }

  /// All elements as texts that are to become one. One large text may stand in the list any number of times and be in
  /// memory once: so their sum is looked at before it is made.
  static func texts(_ sequence: Value, _ text: (Value) throws(Abort) -> String = { $0.text }) throws(Abort) -> [String]
  {
    var size = 0
    return try list(sequence).map { element throws(Abort) in
      let text = try text(element)
      size += text.utf8.count
      try ValueSize.check(size, adding: text.utf8.count)
      return text
    }
  }

  /// Calls `body` with one element after the other for as long as it answers true.
  static func each(_ sequence: Value, _ body: (Value) throws(Abort) -> Bool) throws(Abort) {
    var steps = CountedSteps(perStep: 8)
    switch sequence {
    case .array(let elements):
      for element in elements {
        try steps.count()
        guard try body(element) else { return }
      }
    case .string(let text):
      for character in text {
        try steps.count()
        guard try body(.character(character)) else { return }
      }
    case .set(let elements):
      for element in elements {
        try steps.count()
        guard try body(element) else { return }
      }
    default:
      let source = iterator(sequence)
      var count = 0
      while let element = try source.next() {
        guard try body(element) else { return }
        count += 1
        // Walked through, and kept nowhere.
        try ValueSize.check(count, adding: 0)
      }
    }
  }

  static func iterator(_ sequence: Value) -> any ElementSource {
    switch sequence {
    case .array(let elements): return ListSource(elements)
    case .any(let box): return iterator(box.value)
    case .record(let record):
      guard let (start, end) = bounds(record) else { return steps(record) ?? unknown(sequence) }
      let source = IntegerSource(from: start, to: end)
      guard holdsLastInteger(record) else { return source }
      var hasEnded = false
      return FunctionSource { () throws(Abort) in
        if let next = try source.next() { return next }
        defer { hasEnded = true }
        return hasEnded ? nil : .int(.max)
      }
    case .native(let object as any ListedObject): return ListSource(object.elements)
    case .native(let object as any CollectingObject):
      var source: ListSource?
      return FunctionSource { () throws(Abort) in
        if let source { return try source.next() }
        let list = ListSource(try object.collect())
        source = list
        return try list.next()
      }
    case .native(let object): return (object as? SequenceObject)?.makeIterator() ?? unknown(sequence)
    case .string, .set, .dictionary: return ListSource((try? list(sequence)) ?? [])
    default: return unknown(sequence)
    }
  }

  /// A range of values of the program that can be advanced.
  private static func steps(_ record: Record) -> (any ElementSource)? {
    guard !record.type.isUserType, var next = record.fields.first else { return nil }
    if case .word(let lower) = next { return words(from: lower, record) }
    guard next.declaringMachine != nil else { return nil }
    let end = record.type.name == "PartialRangeFrom" ? nil : record.fields[1]
    let isClosed = record.type.name == "ClosedRange"
    return FunctionSource { () throws(Abort) in
      let value = next
      if let end, isClosed ? try Ordering.isLess(end, value) : !(try Ordering.isLess(value, end)) { return nil }
      next = try Strides.advanced(value, by: .int(1))
      return value
    }
  }

  /// A range that begins above all `Int`s.
  private static func words(from lower: UInt, _ record: Record) -> any ElementSource {
    var next: UInt? = lower
    var last = UInt.max
    if record.fields.count > 1, case .word(let upper) = record.fields[1] {
      last = upper
      if record.type.name == "Range" { (last, next) = lower == upper ? (upper, nil) : (upper - 1, lower) }
    }
    return FunctionSource {
      defer { next = next.flatMap { $0 < last ? $0 + 1 : nil } }
      return next.map { .word($0) }
    }
  }

  private static func unknown(_ sequence: Value) -> any ElementSource {
    if let machine = sequence.declaringMachine { return machine.source(of: sequence) }
    return FunctionSource { () throws(Abort) in throw .trap("this sequence cannot be walked here") }
  }

  /// Where a range of integers begins and ends; the end is `nil` if it has none.
  static func bounds(_ record: Record) -> (start: Int, end: Int?)? {
    guard !record.type.isUserType, case .int(let lower)? = record.fields.first else { return nil }
    // A range that ends above all `Int`s ends there; nobody gets so far.
    if record.fields.count > 1, case .word = record.fields[1] { return (lower, Int.max) }
    switch record.type.name {
    case "Range": return (lower, record.fields[1].integer)
    // The end of one that holds the last integer of all cannot be said: `holdsLastInteger`.
    case "ClosedRange": return (lower, record.fields[1].integer == Int.max ? Int.max : record.fields[1].integer + 1)
    case "PartialRangeFrom": return (lower, nil)
    default: return nil
    }
  }

  /// Whether a range goes on to `Int.max` itself, which is one more than its `bounds` say.
  static func holdsLastInteger(_ record: Record) -> Bool {
    guard !record.type.isUserType, record.type.name == "ClosedRange" else { return false }
    return record.fields[1] == .int(.max)
  }

  static func isEndless(_ sequence: Value) -> Bool {
    switch sequence {
    case .record(let record) where record.type.isUserType: return OwnCollection(sequence) == nil
    case .instance: return OwnCollection(sequence) == nil
    case .any(let box): return isEndless(box.value)
    case .record(let record):
      if let bounds = bounds(record) { return bounds.end == nil }
      return false
    case .native(let object): return object is SequenceObject
    default: return false
    }
  }

  /// The elements are there, or are numbers: to walk through it runs nothing of the program's.
  static func isList(_ sequence: Value) -> Bool {
    switch sequence {
    case .array, .string, .set, .dictionary: true
    case .any(let box): isList(box.value)
    case .record(let record): !record.type.isUserType
    case .native(let object): object is any ListedObject
    default: false
    }
  }

  /// How many there are, without making a list where that can be avoided.
  static func count(_ sequence: Value) throws(Abort) -> Int {
    switch sequence {
    case .array(let elements): return elements.count
    case .string(let text): return text.count
    case .set(let elements): return elements.count
    case .dictionary(let elements): return elements.count
    case .any(let box): return try count(box.value)
    case .native(let part as ArrayPart): return part.slice.count
    case .native(let part as TextPart): return part.content.count
    case .native(let units as TextUnits): return units.slice.count
    case .native(let part as any SlicedObject): return part.count
    case .record(let record):
      if record.fields.count > 1, !record.type.isUserType, case .word(let upper) = record.fields[1] {
        return try words(record.fields[0], upper, isClosed: record.type.name == "ClosedRange")
      }
      if let (start, end) = bounds(record), let end {
        guard record.type.name == "ClosedRange", record.fields[1].integer == .max else {
          return try Positions.difference(end, start)
        }
        // The bounds above are one short.
        guard start > 0 else { throw .overflow }
        return Int.max - start + 1
      }
      fallthrough
    default: return try list(sequence).count
    }
  }

  /// In a range that ends above all `Int`s.
  private static func words(_ lower: Value, _ upper: UInt, isClosed: Bool) throws(Abort) -> Int {
    let distance = upper - UInt(bitPattern: lower.integer)
    guard let count = Int(exactly: distance), !isClosed || count < .max else {
      throw .trap("Distance is not representable in Int")
    }
    return isClosed ? count + 1 : count
  }

  static func isEmpty(_ sequence: Value) throws(Abort) -> Bool {
    switch sequence {
    case .string(let text): return text.isEmpty
    case .any(let box): return try isEmpty(box.value)
    case .native(let part as ArrayPart): return part.slice.isEmpty
    case .native(let part as TextPart): return part.content.isEmpty
    case .native(let units as TextUnits): return units.slice.isEmpty
    default: break
    }
    return try iterator(sequence).next() == nil
  }

  /// Elements as the kind of collection they were taken from: characters of a text become text again.
  static func like(_ original: Value, _ elements: some Sequence<Value>) -> Value {
    switch original {
    case .string: .string(String(elements.map(\.symbol)))
    case .any(let box): like(box.value, elements)
    case .native(let part as ArrayPart): .native(ArrayPart(Array(elements)[...], from: part.start))
    case .native(let part as TextPart): .native(part.replaced(by: String(elements.map(\.symbol))))
    case .native(let units as TextUnits): .native(units.replaced(by: Array(elements)))
    case .native(let sliced as any SlicedObject): .native(sliced.replaced(by: Array(elements)))
    default: .array(Array(elements))
    }
  }
}

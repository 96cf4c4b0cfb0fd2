/// Values as plain data, and back: what clients read and write and what the journal keeps.
///
/// Going out, the value itself says all there is to say. Coming in, the static type decides, strictly: nothing is
/// converted but integers to floating point, and every refusal says what was expected where.
///
/// - Enum cases are their raw value or their name; one with payload is a record of one field, `{"shipped": 3}`, or
///   `{"lost": {"by": "me", "day": 2}}` where there are labels or several values.
/// - Dictionaries are records if their keys are text or integers, lists of `[key, value]` otherwise. Both, and sets,
///   are in a fixed order, so that equal values have equal plain forms.
/// - Tuples are records if there are labels, lists otherwise; so are ranges, of their bounds.
/// - An optional is its content or null; how many optionals a null is inside of is lost.
extension Value {
  /// Nested deeper than this a value has no plain form; the receiver's stack is finite too.
  private static let plainDepthMax = 256
  /// What is left of the bytes that a plain form may have, while it is made.
  private struct Measure {
    var left: Int
    var isTooDeep = false
    private var untilCall = callEach
    private let call: () -> Void

    private static let callEach = 8192

    init(_ bytes: Int, _ call: @escaping () -> Void) {
      left = bytes
      self.call = call
    }

    /// One more value.
    @inline(__always)
    mutating func count() {
      // At least: a digit and a comma.
      left -= 2
      look()
    }

    /// Some work that is no value.
    @inline(__always)
    mutating func look() {
      untilCall -= 1
      if untilCall == 0 {
        untilCall = Self.callEach
        call()
      }
    }
  }

  /// Bytes of a plain form that nobody bounds.
  private static let plainBytesMax = 32 << 20

  /// `nil` if there is no plain form: a closure, an object, a publisher, or a value that contains one. Also of what is too
  /// large for any. O(size).
  var portable: PortableValue? {
    if case .plain(let value) = plainForm(within: Self.plainBytesMax) { return value }
    return nil
  }

  /// The plain form, if it has not more bytes than that. A list that holds itself twice in each of sixty steps is small
  /// here, where it is there once, and fills all memory as data: so it is counted while it is made.
  /// - Parameters:
  ///   - depth: how deep inside of the value whose form is made.
  ///   - meanwhile: called again and again, some hundred microseconds apart.
  func plainForm(within bytes: Int, depth: Int = 0, meanwhile: @escaping () -> Void = {}) -> PlainForm {
    switch self {
    case .int(let value): return .plain(.int(value))
    case .bool(let value): return .plain(.bool(value))
    case .string(let value) where value.utf8.count <= min(bytes, 4096): return .plain(.string(value))
    default: break
    }
    var measure = Measure(min(bytes, Self.madeUnmeasured), meanwhile)
    if let value = plain(depth, &measure) { return .plain(value) }
    if measure.left < 0, !measure.isTooDeep, bytes > Self.madeUnmeasured {
      if leastBytes(within: bytes, meanwhile) > bytes { return .tooLarge }
      measure = Measure(bytes, meanwhile)
      if let value = plain(depth, &measure) { return .plain(value) }
    }
    if measure.isTooDeep { return .tooDeep }
    return measure.left < 0 ? .tooLarge : .none
  }

  /// What has more bytes is measured before all of it is made.
  private static let madeUnmeasured = 1 << 16

  private func plain(_ depth: Int, _ measure: inout Measure) -> PortableValue? {
    measure.count()
    guard depth < Self.plainDepthMax, StackGuard.hasRoom else {
      measure.isTooDeep = true
      return nil
    }
    guard measure.left >= 0 else { return nil }
    switch self {
    case .bool(let value): return .bool(value)
    case .int(let value):
      measure.left -= leastBytes - 2
      return .int(value)
    // As text, like every integer that readers of JSON would round.
    case .word(let value): return .string(String(value))
    case .double(let value): return .double(value)
    // By way of the shortest decimal text, so that 0.1 does not become 0.10000000149011612.
    case .float(let value): return .double(Double(value.description) ?? Double(value))
    case .string(let value):
      measure.left -= leastBytes - 2
      return measure.left < 0 ? nil : .string(value)
    case .character(let value): return .string(String(value))
    case .null: return .null
    case .array(let elements): return Self.list(elements, depth, &measure)
    case .set(let elements):
      guard let items = Self.items(elements, depth, &measure) else { return nil }
      return .list(
        items.sorted {
          measure.look()
          return PortableValue.precedes($0, $1)
        })
    case .dictionary(let elements): return Self.plain(elements, depth, &measure)
    case .tuple(let tuple):
      guard tuple.labels.contains(where: { $0 != nil }) else { return Self.list(tuple.elements, depth, &measure) }
      let names = tuple.elements.indices.map { tuple.label($0, .hole) ?? String($0) }
      return Self.record(names, tuple.elements, depth, &measure)
    case .record(let record):
      if record.type.isRange { return Self.list(record.fields, depth, &measure) }
      guard record.type.isPlainRecord else { return nil }
      let properties = record.type.plainProperties
      let fields =
        properties.count == record.fields.count ? record.fields : properties.map { $0.stored(in: record.fields) }
      return Self.record(properties.map(\.name), fields, depth, &measure)
    case .choice(let enumCase):
      if let raw = enumCase.rawValue { return raw.plain(depth + 1, &measure) }
      return .string(enumCase.name)
    case .payload(let payload):
      measure.left -= payload.enumCase.name.bytesAsField
      let isBare = payload.values.count == 1 && payload.enumCase.payload.first?.label == nil
      let body =
        isBare
        ? payload.values[0].plain(depth + 1, &measure)
        : Self.record(payload.enumCase.payloadNames, payload.values, depth, &measure)
      return body.map { .record([PortableValue.Field(payload.enumCase.name, $0)]) }
    case .native(let object):
      return object.portable ?? (object as? any LocalizedObject).map { .string($0.localizedDescription) }
    case .any(let box): return box.value.plain(depth + 1, &measure)
    case .cell(let cell): return cell.value.plain(depth + 1, &measure)
    case .void, .instance, .function, .metatype, .weak, .fault: return nil
    }
  }

  private static func items(_ values: some Sequence<Value>, _ depth: Int, _ measure: inout Measure) -> [PortableValue]?
  {
    // Each has two bytes at least: no room is made for what is too large.
    guard values.underestimatedCount <= measure.left / 2 else {
      measure.left = -1
      return nil
    }
    var items: [PortableValue] = []
    items.reserveCapacity(values.underestimatedCount)
    for value in values {
      guard let item = value.plain(depth + 1, &measure) else { return nil }
      items.append(item)
    }
    return items
  }

  /// What it takes at least, with a comma.
  var leastBytes: Int {
    switch self {
    // So many digits, beyond the first.
    case .int(let number): 2 + (Int.bitWidth - number.magnitude.leadingZeroBitCount) * 3 / 10
    case .string(let text): 2 + text.utf8.count
    default: 2
    }
  }

  private static func list(_ values: [Value], _ depth: Int, _ measure: inout Measure) -> PortableValue? {
    if values.count > manyElements {
      // Much is measured before it is made.
      var least = 0
      for value in values {
        least += value.leastBytes
        guard least <= measure.left else {
          measure.left = -1
          return nil
        }
      }
    }
    return items(values, depth, &measure).map { .list($0) }
  }

  private static func record(_ names: [String], _ values: [Value], _ depth: Int, _ measure: inout Measure)
    -> PortableValue?
  {
    measure.left -= names.bytesAsFields
    guard let items = items(values, depth, &measure) else { return nil }
    return .record(zip(names, items).map { PortableValue.Field($0, $1) })
  }

  private static func plain(_ elements: [Value: Value], _ depth: Int, _ measure: inout Measure) -> PortableValue? {
    var pairs: [(key: PortableValue, value: PortableValue)] = []
    for (key, value) in elements {
      guard let key = key.plain(depth + 1, &measure), let value = value.plain(depth + 1, &measure) else { return nil }
      pairs.append((key, value))
    }
    pairs.sort {
      measure.look()
      return PortableValue.precedes($0.key, $1.key)
    }
    let names = pairs.compactMap(\.key.fieldName)
    if names.count == pairs.count { return .record(zip(names, pairs).map { PortableValue.Field($0, $1.value) }) }
    return .list(pairs.map { .list([$0.key, $0.value]) })
  }
}

/// What a value is as data.
public enum PlainForm {
  /// It has none: a closure, an object, a publisher, or something that contains one.
  case none
  case tooLarge
  /// It is nested deeper than 256 values.
  case tooDeep
  case plain(PortableValue)
}

extension PortableValue {
  /// What a dictionary's key is called as a field.
  var fieldName: String? {
    switch self {
    // As a name it is looked up again and again, by those that know nothing of marks in disorder.
    case .string(let text): LongText.inOrder(text)
    case .int(let number): String(number)
    default: nil
    }
  }

  /// An order for things that have none of their own; any will do that is always the same.
  static func precedes(_ left: PortableValue, _ right: PortableValue) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.string(let left), .string(let right)): LongText.inOrder(left) < LongText.inOrder(right)
    case (.bool(let left), .bool(let right)): !left && right
    case (.list(let left), .list(let right)): left.lexicographicallyPrecedes(right, by: precedes)
    case (.record(let left), .record(let right)):
      left.map(\.value).lexicographicallyPrecedes(right.map(\.value), by: precedes)
    default: left.rank < right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .int: 2
    case .double: 3
    case .string: 4
    case .list: 5
    case .record: 6
    }
  }

  /// What it is, for messages.
  var kindName: String {
    switch self {
    case .null: "nil"
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .string: "String"
    case .list: "a list"
    case .record: "a record"
    }
  }
}

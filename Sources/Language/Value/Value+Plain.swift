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
  /// In place of the bytes that are left: it was not their number that ended the walk.
  private static let tooDeep = Int.min / 2

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
  func plainForm(within bytes: Int) -> PlainForm {
    var left = bytes
    if let value = plain(0, &left) { return .plain(value) }
    if left == Self.tooDeep { return .tooDeep }
    return left < 0 ? .tooLarge : .none
  }

  private func plain(_ depth: Int, _ left: inout Int) -> PortableValue? {
    // At least: a digit and a comma.
    left -= 2
    guard depth < Self.plainDepthMax, StackGuard.hasRoom else {
      left = Self.tooDeep
      return nil
    }
    guard left >= 0 else { return nil }
    switch self {
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    // As text, like every integer that readers of JSON would round.
    case .word(let value): return .string(String(value))
    case .double(let value): return .double(value)
    // By way of the shortest decimal text, so that 0.1 does not become 0.10000000149011612.
    case .float(let value): return .double(Double(value.description) ?? Double(value))
    case .string(let value):
      left -= value.utf8.count
      return left < 0 ? nil : .string(value)
    case .character(let value): return .string(String(value))
    case .null: return .null
    case .array(let elements): return Self.list(elements, depth, &left)
    case .set(let elements):
      guard let items = Self.items(elements, depth, &left) else { return nil }
      return .list(items.sorted(by: PortableValue.precedes))
    case .dictionary(let elements): return Self.plain(elements, depth, &left)
    case .tuple(let tuple):
      guard tuple.labels.contains(where: { $0 != nil }) else { return Self.list(tuple.elements, depth, &left) }
      let names = tuple.elements.indices.map { tuple.label($0, .hole) ?? String($0) }
      return Self.record(names, tuple.elements, depth, &left)
    case .record(let record):
      if record.type.isRange { return Self.list(record.fields, depth, &left) }
      guard record.type.isPlainRecord else { return nil }
      return Self.record(record.type.storedProperties.map(\.name), record.fields, depth, &left)
    case .choice(let enumCase):
      if let raw = enumCase.rawValue { return raw.plain(depth + 1, &left) }
      return .string(enumCase.name)
    case .payload(let payload):
      let isBare = payload.values.count == 1 && payload.enumCase.payload.first?.label == nil
      let body =
        isBare
        ? payload.values[0].plain(depth + 1, &left)
        : Self.record(payload.enumCase.payloadNames, payload.values, depth, &left)
      return body.map { .record([PortableValue.Field(payload.enumCase.name, $0)]) }
    case .native(let object): return object.portable
    case .any(let box): return box.value.plain(depth + 1, &left)
    case .cell(let cell): return cell.value.plain(depth + 1, &left)
    case .void, .instance, .function, .metatype, .weak, .fault: return nil
    }
  }

  private static func items(_ values: some Sequence<Value>, _ depth: Int, _ left: inout Int) -> [PortableValue]? {
    var items: [PortableValue] = []
    items.reserveCapacity(values.underestimatedCount)
    for value in values {
      guard let item = value.plain(depth + 1, &left) else { return nil }
      items.append(item)
    }
    return items
  }

  private static func list(_ values: [Value], _ depth: Int, _ left: inout Int) -> PortableValue? {
    items(values, depth, &left).map { .list($0) }
  }

  private static func record(_ names: [String], _ values: [Value], _ depth: Int, _ left: inout Int) -> PortableValue? {
    guard let items = items(values, depth, &left) else { return nil }
    return .record(zip(names, items).map { PortableValue.Field($0, $1) })
  }

  private static func plain(_ elements: [Value: Value], _ depth: Int, _ left: inout Int) -> PortableValue? {
    var pairs: [(key: PortableValue, value: PortableValue)] = []
    for (key, value) in elements {
      guard let key = key.plain(depth + 1, &left), let value = value.plain(depth + 1, &left) else { return nil }
      pairs.append((key, value))
    }
    pairs.sort { PortableValue.precedes($0.key, $1.key) }
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
    case .string(let text): text
    case .int(let number): String(number)
    default: nil
    }
  }

  /// An order for things that have none of their own; any will do that is always the same.
  static func precedes(_ left: PortableValue, _ right: PortableValue) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.string(let left), .string(let right)): left < right
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

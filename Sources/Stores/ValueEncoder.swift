// From Swift's values to the wire's: an encoder that knows the daemon's forms.
internal import Wire

/// What is being written: it is put together when all of it is there.
private final class Written {
  enum Form { case none, value, list, object }
  var form = Form.none
  var value = JSONValue.null
  var elements: [Written] = []
  var members: [(name: String, draft: Written)] = []
  /// It is the payload of a case of an enumeration.
  var isPayload = false

  init() {}
  init(_ value: JSONValue) { (form, self.value) = (.value, value) }

  func set(_ value: JSONValue) { (form, self.value) = (.value, value) }

  func add(_ name: String, _ draft: Written) {
    // Who writes a name twice means the last.
    if let place = members.firstIndex(where: { $0.name == name }) {
      members[place].draft = draft
    } else {
      members.append((name, draft))
    }
  }

  var json: JSONValue {
    switch form {
    case .none: .object([])
    case .value: value
    case .list: .array(elements.map(\.json))
    case .object:
      if members.count == 1, members[0].draft.isPayload {
        members[0].draft.asPayload(of: members[0].name)
      } else {
        .object(members.map { JSONValue.Member($0.name, $0.draft.json) })
      }
    }
  }

  private func asPayload(of name: String) -> JSONValue {
    if members.isEmpty { return .string(name) }
    let isBare = members.count == 1 && members[0].name == "_0"
    return .object([.init(name, isBare ? members[0].draft.json : json)])
  }
}

struct ValueEncoder: Encoder {
  fileprivate let draft: Written
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  var memo: CodingMemo?

  static func json(of value: some Encodable, _ path: [any CodingKey], _ memo: CodingMemo? = nil) throws -> JSONValue {
    try draft(of: value, path, memo).json
  }

  fileprivate static func draft(of value: some Encodable, _ path: [any CodingKey], _ memo: CodingMemo?) throws
    -> Written
  {
    if let memo, let long = value as? any RememberedWriting, let json = try long.written(path, memo) {
      return Written(json)
    }
    if let value = value as? any FormWriting { return Written(try value.written(path)) }
    let draft = Written()
    try value.encode(to: ValueEncoder(draft: draft, codingPath: path, memo: memo))
    return draft
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    draft.form = .object
    return KeyedEncodingContainer(Members(draft: draft, codingPath: codingPath, memo: memo))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    draft.form = .list
    return Elements(draft: draft, codingPath: codingPath, memo: memo)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Whole(draft: draft, codingPath: codingPath, memo: memo)
  }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let draft: Written
  let codingPath: [any CodingKey]
  let memo: CodingMemo?

  mutating func encodeNil(forKey key: Key) throws { draft.add(key.stringValue, Written(.null)) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    draft.add(key.stringValue, try ValueEncoder.draft(of: value, codingPath + [key], memo))
  }

  // The daemon writes what is nil, too.
  private func optional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
    draft.add(
      key.stringValue, try value.map { try ValueEncoder.draft(of: $0, codingPath + [key], memo) } ?? Written(.null))
  }
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }
  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try optional(value, key)
  }

  private func nested(_ name: String) -> Written {
    let part = Written()
    draft.add(name, part)
    return part
  }

  mutating func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key)
    -> KeyedEncodingContainer<Other>
  {
    let part = nested(key.stringValue)
    part.isPayload = Stores.isPayload(type)
    return ValueEncoder(draft: part, codingPath: codingPath + [key], memo: memo).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ValueEncoder(draft: nested(key.stringValue), codingPath: codingPath + [key], memo: memo).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    ValueEncoder(draft: nested("super"), codingPath: codingPath, memo: memo)
  }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    ValueEncoder(draft: nested(key.stringValue), codingPath: codingPath + [key], memo: memo)
  }
}

private struct Elements: UnkeyedEncodingContainer {
  let draft: Written
  let codingPath: [any CodingKey]
  let memo: CodingMemo?
  var count: Int { draft.elements.count }
  private var place: [any CodingKey] { codingPath + [Step(count)] }

  mutating func encodeNil() throws { draft.elements.append(Written(.null)) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    draft.elements.append(try ValueEncoder.draft(of: value, place, memo))
  }

  private func nested() -> ValueEncoder {
    let part = ValueEncoder(draft: Written(), codingPath: place, memo: memo)
    draft.elements.append(part.draft)
    return part
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    nested().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { nested() }
}

private struct Whole: SingleValueEncodingContainer {
  let draft: Written
  let codingPath: [any CodingKey]
  let memo: CodingMemo?

  mutating func encodeNil() throws { draft.set(.null) }
  mutating func encode<Value: Encodable>(_ value: Value) throws {
    draft.set(try ValueEncoder.json(of: value, codingPath, memo))
  }
}

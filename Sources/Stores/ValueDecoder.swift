// From the wire's values to Swift's: a decoder that knows the daemon's forms.
internal import Wire

struct ValueDecoder: Decoder {
  let json: JSONValue
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  /// It is the payload of a case of an enumeration.
  var isPayload = false
  var memo: CodingMemo?

  static func value<Value: Decodable>(
    _ type: Value.Type, _ json: JSONValue, _ path: [any CodingKey], _ memo: CodingMemo? = nil
  ) throws -> Value {
    if let memo, let long = type as? any RememberedReading.Type, let value = try long.read(json, path, memo) as? Value {
      return value
    }
    if let form = type as? any FormReading.Type, let value = try form.read(json, path) as? Value { return value }
    return try Value(from: ValueDecoder(json: json, codingPath: path, memo: memo))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let members: [JSONValue.Member]
    switch json {
    case .object(let present) where !isPayload || present.contains(where: { $0.name == "_0" }) && !isBare(present):
      members = present
    // A case without a payload is its name alone.
    case .string(let name) where !isPayload && Key(stringValue: name) != nil: members = [.init(name, .object([]))]
    case .object(let present) where Key(stringValue: "_0") == nil: members = present
    case _ where isPayload: members = [.init("_0", json)]
    default: throw mismatch([String: Any].self, json, codingPath)
    }
    return KeyedDecodingContainer(Members(members: members, codingPath: codingPath, memo: memo))

    /// A value without a label stands alone: what looks like its name is a part of it.
    func isBare(_ present: [JSONValue.Member]) -> Bool { present.count == 1 && Key(stringValue: "_1") == nil }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw mismatch([Any].self, json, codingPath) }
    return Elements(elements: elements, codingPath: codingPath, memo: memo)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Whole(json: json, codingPath: codingPath, memo: memo)
  }
}

/// What was there instead.
func mismatch(_ type: Any.Type, _ json: JSONValue, _ path: [any CodingKey]) -> DecodingError {
  let kind =
    switch json {
    case .null: "nil"
    case .bool: "a Bool"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text): "'\(text.prefix(40))\(text.count > 40 ? "…" : "")'"
    case .array: "a list"
    case .object: "a record"
    }
  let wanted: Any.Type? = type == [String: Any].self || type == [Any].self ? nil : type
  let name = wanted.map { "\($0)" } ?? (type == [Any].self ? "a list" : "a record")
  return .typeMismatch(type, .init(codingPath: path, debugDescription: "\(name) is expected, not \(kind)"))
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let values: [String: JSONValue]
  let codingPath: [any CodingKey]
  let allKeys: [Key]
  private let memo: CodingMemo?

  init(members: [JSONValue.Member], codingPath: [any CodingKey], memo: CodingMemo?) {
    self.memo = memo
    values = Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
    allKeys = members.compactMap { Key(stringValue: $0.name) }
    self.codingPath = codingPath
  }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }

  private func value(_ key: Key) throws -> JSONValue {
    guard let value = values[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath + [key], debugDescription: "nothing is there"))
    }
    return value
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try ValueDecoder.value(type, try value(key), codingPath + [key], memo)
  }

  private func nested(_ key: Key) throws -> ValueDecoder {
    ValueDecoder(json: try value(key), codingPath: codingPath + [key], memo: memo)
  }

  func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Other>
  {
    var part = try nested(key)
    part.isPayload = isPayload(type)
    return try part.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    ValueDecoder(json: values["super"] ?? .null, codingPath: codingPath, memo: memo)
  }
  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }
}

private struct Elements: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  private let memo: CodingMemo?
  private(set) var currentIndex = 0
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  init(elements: [JSONValue], codingPath: [any CodingKey], memo: CodingMemo?) {
    (self.elements, self.codingPath, self.memo) = (elements, codingPath, memo)
  }

  private func present(_ type: Any.Type) throws -> JSONValue {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: codingPath + [Step(currentIndex)], debugDescription: "the list has ended"))
    }
    return elements[currentIndex]
  }

  mutating func decodeNil() throws -> Bool {
    guard try present(Any.self) == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try ValueDecoder.value(type, try present(type), codingPath + [Step(currentIndex)], memo)
    currentIndex += 1
    return value
  }

  private mutating func nested() throws -> ValueDecoder {
    let part = ValueDecoder(json: try present(Any.self), codingPath: codingPath + [Step(currentIndex)], memo: memo)
    currentIndex += 1
    return part
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try nested().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try nested().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try nested() }
}

private struct Whole: SingleValueDecodingContainer {
  let json: JSONValue
  let codingPath: [any CodingKey]
  let memo: CodingMemo?

  func decodeNil() -> Bool { json == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ValueDecoder.value(type, json, codingPath, memo)
  }
}

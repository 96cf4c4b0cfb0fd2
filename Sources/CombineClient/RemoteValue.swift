// Swift types that a remote property can have.
public import Wire

/// A type that crosses the wire as JSON. Conform your own structs by reading their members.
public protocol RemoteValue: Sendable {
  /// `nil` when the value is not of this type.
  init?(json: JSONValue)
  var json: JSONValue { get }
}

extension JSONValue: RemoteValue {
  public init?(json: JSONValue) { self = json }
  public var json: JSONValue { self }
}

extension Bool: RemoteValue {
  public init?(json: JSONValue) {
    guard let value = json.bool else { return nil }
    self = value
  }
  public var json: JSONValue { .bool(self) }
}

extension Int: RemoteValue {
  /// Integers beyond ±(2⁵³ − 1) cross the wire as strings.
  public init?(json: JSONValue) {
    guard let value = json.int ?? json.string.flatMap({ Int($0) }) else { return nil }
    self = value
  }
  public var json: JSONValue { magnitude < 1 << 53 ? .int(self) : .string(String(self)) }
}

extension Double: RemoteValue {
  public init?(json: JSONValue) {
    guard let value = json.double ?? NotFinite(json)?.number else { return nil }
    self = value
  }
  public var json: JSONValue { isFinite ? .double(self) : NotFinite(self).json }
}

extension String: RemoteValue {
  public init?(json: JSONValue) {
    guard let value = json.string else { return nil }
    self = value
  }
  public var json: JSONValue { .string(self) }
}

/// An enumeration is its raw value.
extension RemoteValue where Self: RawRepresentable, RawValue: RemoteValue {
  public init?(json: JSONValue) {
    guard let raw = RawValue(json: json) else { return nil }
    self.init(rawValue: raw)
  }
  public var json: JSONValue { rawValue.json }
}

extension Timestamp: RemoteValue {
  public init?(json: JSONValue) {
    guard let text = json.string else { return nil }
    self.init(text)
  }
  public var json: JSONValue { .string(description) }
}

extension Optional: RemoteValue where Wrapped: RemoteValue {
  public init?(json: JSONValue) {
    if json.isNull {
      self = .none
    } else if let value = Wrapped(json: json) {
      self = .some(value)
    } else {
      return nil
    }
  }
  public var json: JSONValue { self?.json ?? .null }
}

extension Array: RemoteValue where Element: RemoteValue {
  public init?(json: JSONValue) {
    guard let elements = json.array else { return nil }
    self = []
    for element in elements {
      guard let value = Element(json: element) else { return nil }
      append(value)
    }
  }
  public var json: JSONValue { .array(map(\.json)) }
}

/// A type whose values are text or integers in JSON: in a dictionary they are names of members.
public protocol RemoteKey: RemoteValue, Hashable {}

extension RemoteKey {
  fileprivate init?(memberName: String) {
    if let key = Self(json: .string(memberName)) {
      self = key
    } else if let number = Int(memberName), let key = Self(json: .int(number)) {
      self = key
    } else {
      return nil
    }
  }

  fileprivate var memberName: String {
    let json = json
    return json.string ?? json.description
  }
}

extension String: RemoteKey {}
extension Int: RemoteKey {}
extension Timestamp: RemoteKey {}

extension Dictionary: RemoteValue where Key: RemoteKey, Value: RemoteValue {
  public init?(json: JSONValue) {
    guard let members = json.object else { return nil }
    self = [:]
    for member in members {
      guard let key = Key(memberName: member.name), let value = Value(json: member.value) else { return nil }
      self[key] = value
    }
  }
  /// Its names are in alphabetical order.
  public var json: JSONValue {
    .object(map { JSONValue.Member($0.key.memberName, $0.value.json) }.sorted { $0.name < $1.name })
  }
}

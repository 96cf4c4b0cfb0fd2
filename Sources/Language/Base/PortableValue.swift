/// A value outside the language: what crosses the socket and what the journal keeps.
///
/// Plain data only, without types: the type belongs to the property (`Schema`), never to a tag inside the value.
/// Dates are RFC 3339 text, `Data` is base64 text, an enum case without payload is its name (or its raw value), one with a
/// payload is a record of one field; integers outside ±(2^53−1) are kept exact here and become text at the wire.
public enum PortableValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case list([PortableValue])
  case record([Field])

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: PortableValue

    public init(_ name: String, _ value: PortableValue) {
      self.name = name
      self.value = value
    }
  }
}

extension PortableValue {
  /// Whether two values are the same. Other than by `==`, what is no number is the same as itself.
  public func isSame(as other: PortableValue) -> Bool {
    switch (self, other) {
    case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
    case (.list(let left), .list(let right)): left.elementsEqual(right) { $0.isSame(as: $1) }
    case (.record(let left), .record(let right)):
      left.elementsEqual(right) { $0.name == $1.name && $0.value.isSame(as: $1.value) }
    default: self == other
    }
  }
}

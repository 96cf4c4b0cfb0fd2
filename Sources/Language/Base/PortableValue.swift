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

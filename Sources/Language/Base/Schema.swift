/// What a property holds, as a client sees it: the shape behind a Swift type.
public indirect enum Schema: Hashable, Sendable {
  case bool, int, double, string, date, data, uuid, url
  /// A number, or the text of one that has more digits than a number of JSON.
  case decimal
  /// A value of the library's, as its `Codable` writes it.
  case coded(String)
  case optional(Schema)
  case list(Schema)
  case dictionary(key: Schema, value: Schema)
  case tuple([Field])
  /// A struct: its stored properties in order. `identifiedBy` names the identity of an `Identifiable` element.
  case record(name: String, fields: [Field], identifiedBy: String?)
  case enumeration(name: String, cases: [Case])
  /// A reference to an object; its properties are paths of their own.
  case object(name: String)
  /// Something that has no plain form: a closure, a publisher, a cancellable. It cannot be read over the wire.
  case opaque(String)

  /// Whether some of its values have a plain form, other than an empty list.
  public var mayBePlain: Bool {
    switch self {
    case .opaque, .object: false
    case .optional(let schema), .list(let schema), .dictionary(_, let schema): schema.mayBePlain
    default: true
    }
  }

  public struct Field: Hashable, Sendable {
    public var name: String
    public var schema: Schema
    public init(name: String, schema: Schema) {
      self.name = name
      self.schema = schema
    }
  }

  public struct Case: Hashable, Sendable {
    public var name: String
    public var rawValue: PortableValue?
    public var payload: [Field]
    public init(name: String, rawValue: PortableValue? = nil, payload: [Field] = []) {
      self.name = name
      self.rawValue = rawValue
      self.payload = payload
    }
  }
}

/// What a JSON value of the protocol looks like: the description that decoding, the documents and the OpenRPC file share.
public indirect enum Shape: Sendable {
  case bool
  case int
  /// An integer within bounds; `Int.max` bounds it no more than all are, by `WireLimits.integerBound`.
  case count(ClosedRange<Int>)
  /// A number within bounds.
  case number(ClosedRange<Double>)
  case string
  /// A string that is a path or a pattern, and what the method does there.
  case path(PathUse)
  /// A string that is Swift, which the daemon runs: source can do anything, so it is for owners.
  case source
  /// A string as `Timestamp` writes it.
  case time
  /// A string as `WireDuration` reads it.
  case duration
  /// Any JSON value.
  case any
  /// A string out of these.
  case choice([String])
  /// One of several shapes.
  case either([Shape])
  case list(Shape)
  case object(ObjectSchema)
}

/// What a method does at a path that a parameter names.
public enum PathUse: String, Sendable {
  case reads, writes
}

/// An object of the protocol: its members in the order in which they are written.
///
/// A class, since it is passed along with every decoding and nothing about it changes.
public final class ObjectSchema: Sendable {
  /// A name for it in documents, such as `Diagnostic`; empty for the params and the result of a method.
  public let name: String
  public let doc: String
  public let fields: [Field]
  /// The names of `fields`, at hand for decoding.
  let names: [StaticString]
  /// Those of `fields` that are numbers within bounds.
  let bounded: [Field]

  public init(_ name: String, doc: String = "", _ fields: [Field]) {
    self.name = name
    self.doc = doc
    self.fields = fields
    names = fields.map(\.name)
    bounded = fields.filter(\.shape.isBounded)
  }

  public convenience init(_ fields: [Field]) {
    self.init("", fields)
  }
}

/// One member of an object.
public struct Field: Sendable {
  public var name: StaticString
  public var shape: Shape
  public var isRequired: Bool
  /// A sentence part: "the value it had, with `old`".
  public var doc: String

  public init(_ name: StaticString, _ shape: Shape, required: Bool, _ doc: String) {
    self.name = name
    self.shape = shape
    self.isRequired = required
    self.doc = doc
  }

  public static func required(_ name: StaticString, _ shape: Shape, _ doc: String) -> Field {
    Field(name, shape, required: true, doc)
  }

  public static func optional(_ name: StaticString, _ shape: Shape, _ doc: String) -> Field {
    Field(name, shape, required: false, doc)
  }
}

extension Shape {
  fileprivate var isBounded: Bool {
    switch self {
    case .count, .number: true
    default: false
    }
  }

  /// Whether an integer is within the bounds.
  func admits(_ integer: Int) -> Bool {
    switch self {
    case .count(let bounds): bounds.contains(integer) && integer.magnitude < WireLimits.integerBound
    case .number(let bounds): bounds.contains(Double(integer))
    default: true
    }
  }

  /// Whether a number that is no integer is.
  func admits(_ number: Double) -> Bool {
    if case .number(let bounds) = self { bounds.contains(number) } else { false }
  }

  /// How people call it: "a string", "one of \"now\", \"then\"".
  public var phrase: String {
    switch self {
    case .bool: "true or false"
    case .int: "an integer"
    case .count(let bounds) where bounds.upperBound == .max: "an integer of at least \(bounds.lowerBound)"
    case .count(let bounds): "an integer from \(bounds.lowerBound) to \(bounds.upperBound)"
    case .number(let bounds):
      "a number from \(JSONValue.double(bounds.lowerBound)) to \(JSONValue.double(bounds.upperBound))"
    case .string, .path, .source: "a string"
    case .time: "a time such as \"2026-11-21T01:17:00Z\""
    case .duration: #"a duration such as "50ms", "5s" or "10m", of at most "\#(WireDuration.longest)""#
    case .any: "a value"
    case .choice(let names) where names.count == 1: "\"\(names[0])\""
    case .choice(let names): "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .either(let shapes): shapes.map(\.phrase).joined(separator: " or ")
    case .list: "an array"
    case .object: "an object"
    }
  }
}

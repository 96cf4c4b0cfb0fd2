/// What a program wants of an object that belongs to another process.
public enum ProvidedRequest: Hashable, Sendable {
  case set(property: String, PortableValue)
  /// The arguments by label, `_0`, `_1`, … where a parameter has none.
  case call(method: String, [PortableValue.Field])
}

/// What came of it.
public enum ProvidedAnswer: Hashable, Sendable {
  /// Null for what gives nothing.
  case value(PortableValue)
  /// The process says no, or threw an error.
  case refused(String)
  /// Nobody knows: it did not answer, or is gone.
  case unanswered(String)
}

/// Why a request is not passed on.
public struct ProvidedRefusal: Error, Hashable, Sendable {
  public var reason: String
  public init(_ reason: String) { self.reason = reason }
}

extension Schema {
  /// Data that has this shape and says nothing: what a property holds until its owner has told what it is.
  var blank: PortableValue? {
    switch self {
    case .bool: .bool(false)
    case .int, .decimal: .int(0)
    case .double: .double(0)
    case .string, .data: .string("")
    case .date: .string("1970-01-01T00:00:00Z")
    case .uuid: .string("00000000-0000-0000-0000-000000000000")
    case .url: .string("about:blank")
    case .optional: .null
    case .list: .list([])
    case .dictionary: .record([])
    case .tuple(let fields), .record(_, let fields, _): Self.blank(fields).map { .record($0) }
    case .enumeration(_, let cases): cases.first.flatMap { Self.blank($0) }
    case .coded, .object, .opaque: nil
    }
  }

  private static func blank(_ fields: [Field]) -> [PortableValue.Field]? {
    var values: [PortableValue.Field] = []
    for field in fields {
      guard let value = field.schema.blank else { return nil }
      values.append(.init(field.name, value))
    }
    return values
  }

  private static func blank(_ choice: Case) -> PortableValue? {
    if choice.payload.isEmpty { return choice.rawValue ?? .string(choice.name) }
    return blank(choice.payload).map { .record([.init(choice.name, .record($0))]) }
  }
}

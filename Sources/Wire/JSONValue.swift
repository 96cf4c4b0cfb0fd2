/// A JSON value that stands by itself: for values that are kept, and wherever convenience matters more than a copy.
///
/// Messages are read through `JSONView` and written through `JSONWriter` without passing through this.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Written without point or exponent, and kept exactly.
  case int(Int)
  /// Always finite where it is to be written.
  case double(Double)
  case string(String)
  case array([JSONValue])
  /// In the order they were written; names are unique.
  case object([Member])

  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

// MARK: From text

extension JSONValue {
  /// What stands in place of a secret value.
  public static let secret: JSONValue = ["$secret": true]
  /// A copy of what a view shows. Of duplicate names the last value wins and stands where the first one stood.
  public init(_ view: JSONView) {
    switch view.kind {
    case .null: self = .null
    case .bool: self = .bool(view.bool!)
    case .int: self = .int(view.int!)
    case .double: self = .double(view.double!)
    case .string: self = .string(view.string!)
    case .array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(view.count)
      for element in view.elements { elements.append(JSONValue(element)) }
      self = .array(elements)
    case .object:
      var members: [Member] = []
      members.reserveCapacity(view.count)
      var positions: [String: Int] = [:]
      for (name, value) in view.members {
        // Few names are compared one by one; many, which only a hostile text has twice, through a table.
        let earlier = view.count > 8 ? positions[name] : members.firstIndex { $0.name == name }
        if let earlier {
          members[earlier].value = JSONValue(value)
        } else {
          if view.count > 8 { positions[name] = members.count }
          members.append(Member(name, JSONValue(value)))
        }
      }
      self = .object(members)
    }
  }

  /// Parses a text, for tests, arguments and files; messages go through a `JSONParser` that is kept.
  public init(parsing text: String) throws(JSONError) {
    var parser = JSONParser()
    self = JSONValue(try parser.parse(text).root)
  }
}

// MARK: Looking inside

extension JSONValue {
  public var isNull: Bool { self == .null }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var int: Int? { if case .int(let value) = self { value } else { nil } }
  /// Any number.
  public var double: Double? {
    switch self {
    case .double(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  public var object: [Member]? { if case .object(let value) = self { value } else { nil } }

  /// The member with this name. O(members).
  public subscript(name: String) -> JSONValue? { object?.last { $0.name == name }?.value }

  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON on one line.
  public var description: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }
}

// MARK: Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}

/// What a `Double` can be and a number of JSON cannot. On the wire it is an object of one member: `{"$notFinite":"nan"}`.
public enum NotFinite: String, Sendable {
  case nan
  case infinity = "inf"
  case negativeInfinity = "-inf"

  public static let member = "$notFinite"

  /// - Precondition: the number is not finite.
  public init(_ number: Double) { self = number.isNaN ? .nan : number < 0 ? .negativeInfinity : .infinity }

  /// `nil` of every other value.
  public init?(_ json: JSONValue) {
    guard case .object(let members) = json, members.count == 1, members[0].name == Self.member,
      case .string(let name) = members[0].value
    else { return nil }
    self.init(rawValue: name)
  }

  public var json: JSONValue { .object([.init(Self.member, .string(rawValue))]) }

  public var number: Double {
    switch self {
    case .nan: .nan
    case .infinity: .infinity
    case .negativeInfinity: -.infinity
    }
  }
}

extension JSONValue {
  /// For people: JSON on one line, but for numbers that JSON has not. These stand as Swift prints them, `nan` or `-inf`.
  public var text: String {
    guard hasNotFinite else { return description }
    if let number = NotFinite(self) { return number.rawValue }
    switch self {
    case .array(let elements): return "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.map { JSONValue.string($0.name).description + ":" + $0.value.text }
      return "{" + parts.joined(separator: ",") + "}"
    default: return description
    }
  }

  /// Whether JSON has no number for it, or for a part of it.
  public var hasNotFinite: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.hasNotFinite)
    case .object(let members): NotFinite(self) != nil || members.contains { $0.value.hasNotFinite }
    default: false
    }
  }
}

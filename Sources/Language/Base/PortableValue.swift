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
  case list(PortableList)
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
    case (.string(let left), .string(let right)):
      LongText.haveSameBytes(left, right) || LongText.inOrder(left) == LongText.inOrder(right)
    case (.list(let left), .list(let right)): left.isSame(as: right)
    case (.record(let left), .record(let right)):
      left.elementsEqual(right) { $0.name == $1.name && $0.value.isSame(as: $1.value) }
    default: self == other
    }
  }

  public static func list(_ elements: [PortableValue]) -> PortableValue { .list(PortableList(elements)) }

  /// About how many bytes its JSON text has. O(value), but for long lists, which know it.
  public var byteCount: Int {
    switch self {
    case .null, .bool: 4
    case .int, .double: 8
    case .string(let text): text.utf8.count + 2
    case .list(let elements): elements.byteCount + 2
    case .record(let fields): fields.reduce(2) { $0 + $1.name.utf8.count + $1.value.byteCount + 4 }
    }
  }
}

extension PortableValue {
  /// Whether there may be so much of it that it is worth while to look for what has changed. Looks at a few dozen parts.
  public var isLarge: Bool {
    var left = 64
    return isLarge(&left)
  }

  private func isLarge(_ left: inout Int) -> Bool {
    left -= 1
    switch self {
    case .list(let list):
      if list.isLong || list.count > left { return true }
      for element in list where element.isLarge(&left) { return true }
    case .record(let fields):
      if fields.count > left { return true }
      for field in fields where field.value.isLarge(&left) { return true }
    case .null, .bool, .int, .double, .string: break
    }
    return left <= 0
  }
}

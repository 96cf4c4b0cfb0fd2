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

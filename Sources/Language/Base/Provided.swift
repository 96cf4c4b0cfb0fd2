/// What a program wants of an object that belongs to another process.
public enum ProvidedRequest: Hashable, Sendable {
  /// - Parameter known: how much of what the owner has said was known when a part of the value was read, which is put back
  ///   with it; nil where it is said as a whole, whatever was there.
  case set(property: String, PortableValue, known: Int?)
  /// The arguments by label, `_0`, `_1`, … where a parameter has none.
  case call(method: String, [PortableValue.Field])

  /// What of the object it is about.
  public var member: String {
    switch self {
    case .set(let name, _, _), .call(let name, _): name
    }
  }
}

/// What came of it.
public enum ProvidedAnswer: Hashable, Sendable {
  /// Null for what gives nothing.
  case value(PortableValue)
  /// The process says no, or threw an error.
  case refused(String)
  /// It says no to what was decided by a value that it has changed since.
  case outdated(String)
  /// Nobody knows: it did not answer, or is gone.
  case unanswered(String)
}

/// Why a request is not passed on.
public struct ProvidedRefusal: Error, Hashable, Sendable {
  public var reason: String
  /// It was decided by a value that has changed since.
  public var isOutdated = false
  public init(_ reason: String, isOutdated: Bool = false) { (self.reason, self.isOutdated) = (reason, isOutdated) }
}

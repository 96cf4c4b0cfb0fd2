/// What executing a statement gives, and how it can fail.

public struct StatementOutcome {
  /// What the statement brought into being, in the order of the text.
  public var defined: [Definition] = []
  /// The value of a bare expression that is not `Void`.
  public var value: StatementValue?
}

public struct Definition: Hashable, Sendable {
  public enum Kind: String, Sendable { case store, value, function, type, pipeline }

  public var kind: Kind
  public var name: String
  public var typeName: String
  /// Whether it is a value declared with `var`.
  public var isVariable = false
}

/// The value of a bare expression, kept alive by its session as `$R0`, `$R1`, …
public struct StatementValue {
  public let name: String
  public let typeName: String
  /// As Swift's own prompt shows it: strings quoted, optionals spelled out.
  public let text: String
  public let value: Value
  public let schema: Schema
  let type: Type
}

/// Why a statement did not run to its end. What it did before stays done; undoing is the engine's.
public enum RunFailure: Error {
  case trap(Fault)
  case thrown(ThrownError)
}

/// A Swift error that nobody caught.
public struct ThrownError: Hashable, Sendable {
  public var description: String
  public var typeName: String
  public var location: Location
  /// What a `LocalizedError` says of itself for people.
  public var text: String?
  /// What it says can be done.
  public var suggestion: String?
  /// The name of its case, if it is an enumeration.
  public var caseName: String?
  /// A request of the network has failed, and this is what became of it.
  public var comesOfRequest = false
}

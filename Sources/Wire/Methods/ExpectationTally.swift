/// How the expectations of an evaluation came out.
public struct ExpectationTally: WireRecord {
  public var held = 0
  public var failed: [UnmetExpectation] = []
  public init() {}
  public static let layout = Layout<ExpectationTally>(
    "ExpectationTally", doc: "How the expectations of an evaluation came out.",
    [
      .required("held", \.held, "how many held"),
      .required("failed", \.failed, "those that did not, in order"),
    ])
}

/// An `#expect` that did not hold.
public struct UnmetExpectation: WireRecord {
  public var message = ""
  public var file = ""
  public var line = 0
  public var column = 0
  public var rev = 0
  public init() {}
  public static let layout = Layout<UnmetExpectation>(
    "UnmetExpectation", doc: "An `#expect` that did not hold.",
    [
      .required(
        "message", \.message,
        "the condition, with what it compares; in further lines what its other parts were, or a picture"),
      .required("file", \.file, "the name of the source"),
      .required("line", \.line, "where it stands"),
      .required("column", \.column, "where it stands"),
      .required("rev", \.rev, "the last commit that it could see, or the one that it is part of"),
    ])
}

// What did not come out as drawn, below what went in.

/// What did not come out as drawn.
public struct MarbleMismatch: Error, CustomStringConvertible {
  public let inputs: [String]
  public let expected: String
  public let actual: String

  public init(inputs: [String], expected: String, actual: String) {
    self.inputs = inputs
    self.expected = expected
    self.actual = actual
  }

  public var description: String { "The output differs:\n" + picture }

  /// The diagrams below each other, with a mark below the first column that differs.
  public var picture: String {
    let marker = zip(expected, actual).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let column = marker ?? min(expected.count, actual.count)
    let lines = inputs.map { "     input  \($0)" } + ["  expected  \(expected)", "    actual  \(actual)"]
    return (lines + [String(repeating: " ", count: 12 + column) + "^"]).joined(separator: "\n")
  }
}

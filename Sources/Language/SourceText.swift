/// Swift text with the name of where it came from, and the places in it.

/// A piece of source to check: a paste, a file, a line typed at a prompt.
public struct SourceText: Hashable, Sendable {
  /// The name diagnostics and faults show; a path or a word such as `repl`.
  public var file: String
  public var text: String
  /// The 1-based line of `file` at which `text` begins.
  public var firstLine: Int

  public init(file: String, text: String, firstLine: Int = 1) {
    self.file = file
    self.text = text
    self.firstLine = firstLine
  }
}

/// A place in a file: 1-based line and 1-based UTF-8 column, as swiftc counts.
public struct Location: Hashable, Sendable, CustomStringConvertible {
  public var file: String
  public var line: Int
  public var column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  public var description: String { "\(file):\(line):\(column)" }
}

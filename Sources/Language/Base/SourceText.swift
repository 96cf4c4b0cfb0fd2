/// Swift text with the name of where it came from, and the places in it.

/// A piece of source to check: a paste, a file, a line typed at a prompt.
public struct SourceText: Hashable, Sendable {
  /// The name diagnostics and faults show; a path or a word such as `repl`.
  public var file: String
  public var text: String
  /// The 1-based line of `file` at which `text` begins.
  public var firstLine: Int
  /// Statements at top level run in their order. Without them, as in every file but one of a program of several, values at
  /// top level are made when they are first needed.
  public var isScript: Bool

  public init(file: String, text: String, firstLine: Int = 1, isScript: Bool = true) {
    self.file = file
    self.text = text
    self.firstLine = firstLine
    self.isScript = isScript
  }

  /// The one of several files that is a script.
  public static func isMain(_ file: String) -> Bool {
    file == "stdin" || file.split(separator: "/").last == "main.swift"
  }
}

/// A place in a file: 1-based line and 1-based UTF-8 column, as swiftc counts.
public struct Location: Hashable, Sendable, CustomStringConvertible {
  let source: SourceFile
  public let line: Int
  public let column: Int

  public var file: String { source.name }

  /// Of what happens outside any line of the program.
  static let unknown = Location(file: "", line: 0, column: 0)

  /// A place of which only the name is known.
  public init(file: String, line: Int, column: Int) {
    self.init(SourceFile(SourceText(file: file, text: "")), line: line, column: column)
  }

  /// A place in a text that is at hand.
  public init(in source: SourceText, line: Int, column: Int) {
    self.init(SourceFile(source), line: line, column: column)
  }

  init(_ source: SourceFile, line: Int, column: Int) {
    self.source = source
    self.line = line
    self.column = column
  }

  /// The line as it is written. Nil when only the name of the text is known.
  public var text: String? { source.line(line).flatMap { $0.utf8.count > 4096 ? nil : String($0) } }

  public var description: String { "\(file):\(line):\(column)" }

  /// Places are the same when they read the same, whatever text they were in.
  public static func == (a: Location, b: Location) -> Bool {
    a.line == b.line && a.column == b.column && a.file == b.file
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(line)
    hasher.combine(column)
  }
}

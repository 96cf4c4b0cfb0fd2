/// One message of the parser or the checker, placed where swiftc would place it.
///
/// Lines and columns are 1-based; columns count UTF-8 bytes, as swiftc's do.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, Sendable { case error, warning, note }

  public struct Position: Hashable, Sendable {
    public var line: Int
    public var column: Int
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  public struct Edit: Hashable, Sendable {
    public var start: Position
    public var end: Position
    public var replacement: String
    public init(start: Position, end: Position, replacement: String) {
      self.start = start
      self.end = end
      self.replacement = replacement
    }
  }

  public struct FixIt: Hashable, Sendable {
    public var message: String
    public var edits: [Edit]
    public init(message: String, edits: [Edit]) {
      self.message = message
      self.edits = edits
    }
  }

  public var severity: Severity
  public var message: String
  public var file: String
  public var start: Position
  public var end: Position
  public var notes: [Diagnostic]
  public var fixIts: [FixIt]
  /// Which of the texts that were checked together it is about, counted from 0: several can have the name of one file.
  public var source = 0

  public init(
    severity: Severity, message: String, file: String, start: Position, end: Position, notes: [Diagnostic] = [],
    fixIts: [FixIt] = []
  ) {
    self.severity = severity
    self.message = message
    self.file = file
    self.start = start
    self.end = end
    self.notes = notes
    self.fixIts = fixIts
  }
}

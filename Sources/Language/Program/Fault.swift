/// A trap of the running program: what compiled Swift would have died of, caught and located.
public struct Fault: Error, Hashable, Sendable {
  public var message: String
  public var file: String
  public var line: Int
  public var column: Int
  /// Where the calls that led here stand, innermost first; the place of the fault itself is not repeated.
  public var stack: [Location]

  public init(message: String, location: Location, stack: [Location] = []) {
    self.message = message
    self.file = location.file
    self.line = location.line
    self.column = location.column
    self.stack = stack
  }

  public var location: Location { Location(file: file, line: line, column: column) }
}

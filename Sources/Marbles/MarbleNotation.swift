// Marble diagrams as text: a string of columns to timed events, and back.
//
//   a        a value                     -        nothing happens in this column
//   'foo'    a value of several letters  |        finished
//   (ab|)    several in one column       #        failure
//   !        cancellation                (space)  takes no time, to line diagrams up
//
// Within quotes, \ stands before a quote or another \, and \n is the end of a line. The signs are RxJS's, but for one thing: a
// group takes one column, however long it is written.

/// What happens in a diagram.
public enum MarbleEvent: Hashable, Sendable {
  case value(String)
  case finished
  case failure
  case cancel
}

/// An event and its column, counted from 0.
public struct TimedMarble: Hashable, Sendable {
  public let column: Int
  public let event: MarbleEvent

  public init(_ column: Int, _ event: MarbleEvent) {
    self.column = column
    self.event = event
  }
}

/// Why a string is not a diagram, and where.
public struct MarbleSyntaxError: Error, CustomStringConvertible {
  public let diagram: String
  /// The offending character, counted from 0.
  public let offset: Int
  public let message: String

  public var description: String { "\(message)\n  \(diagram)\n  \(caret)" }

  /// A line that points at the character, when it stands below the diagram.
  public var caret: String { String(repeating: " ", count: offset) + "^" }
}

/// A parsed diagram.
public struct MarbleDiagram: Hashable, Sendable {
  public let events: [TimedMarble]
  /// How many columns there are.
  public let length: Int

  public init(events: [TimedMarble], length: Int) {
    self.events = events
    self.length = length
  }

  /// Reads `text`.
  public init(_ text: String) throws(MarbleSyntaxError) {
    var parser = MarbleParser(text)
    try parser.parse()
    self.init(events: parser.events, length: parser.column)
  }

  /// The values, in order.
  public var values: [String] {
    events.compactMap { if case .value(let text) = $0.event { text } else { nil } }
  }

  /// The diagram as text, at least `length` columns long.
  public var text: String { cells.joined() }

  /// What stands in each column: `a`, `-`, `'foo'`, `(ab)`.
  var cells: [String] {
    var cells: [String] = []
    var index = 0
    while index < events.count || cells.count < length {
      var now: [String] = []
      while index < events.count, events[index].column == cells.count {
        now.append(events[index].event.text)
        index += 1
      }
      switch now.count {
      case 0: cells.append("-")
      case 1: cells.append(now[0])
      default: cells.append("(" + now.joined() + ")")
      }
    }
    return cells
  }
}

extension MarbleEvent {
  /// The signs that are no values, and the start of what is one.
  static let signs = "-|#!()^' "

  /// As it stands in a diagram.
  var text: String {
    switch self {
    case .value(let value):
      Self.isOneCharacter(value) && !Self.signs.contains(value) && value != "\n" ? value : Self.quoted(value)
    case .finished: "|"
    case .failure: "#"
    case .cancel: "!"
    }
  }

  private static func isOneCharacter(_ value: String) -> Bool {
    !value.isEmpty && value.index(after: value.startIndex) == value.endIndex
  }

  private static func quoted(_ value: String) -> String {
    var text = "'"
    for character in value {
      switch character {
      case "'", "\\": text += "\\" + String(character)
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
    return text + "'"
  }
}

private struct MarbleParser {
  private let text: String
  private let characters: [Character]
  private var offset = 0
  /// Where the open group begins.
  private var group: Int?
  private(set) var events: [TimedMarble] = []
  private(set) var column = 0

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  mutating func parse() throws(MarbleSyntaxError) {
    while offset < characters.count {
      let character = characters[offset]
      switch character {
      case " ": break
      case "-":
        if group != nil { throw error("time cannot pass inside a group") }
        column += 1
      case "(":
        if group != nil { throw error("a group is open already") }
        group = offset
      case ")":
        if group == nil { throw error("there is no group to close") }
        group = nil
        column += 1
      case "^": throw error("there is no '^': a failure is '#', and '!' cancels")
      case "'": add(.value(try quoted()))
      case "|": add(.finished)
      case "#": add(.failure)
      case "!": add(.cancel)
      default: add(.value(String(character)))
      }
      offset += 1
    }
    if let group { throw error("this group is not closed", at: group) }
  }

  private mutating func add(_ event: MarbleEvent) {
    events.append(TimedMarble(column, event))
    if group == nil { column += 1 }
  }

  /// A value within quotes; `offset` goes to the closing one.
  private mutating func quoted() throws(MarbleSyntaxError) -> String {
    let start = offset
    var value = ""
    offset += 1
    while offset < characters.count, characters[offset] != "'" {
      if characters[offset] == "\\", offset + 1 < characters.count {
        offset += 1
        value.append(characters[offset] == "n" ? "\n" : characters[offset])
      } else {
        value.append(characters[offset])
      }
      offset += 1
    }
    guard offset < characters.count else { throw error("the closing ' of this value is missing", at: start) }
    return value
  }

  private func error(_ message: String, at place: Int? = nil) -> MarbleSyntaxError {
    MarbleSyntaxError(diagram: text, offset: place ?? offset, message: message)
  }
}

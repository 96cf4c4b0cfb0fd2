// Marble diagrams as text: a string of columns to timed events, and back.
//
//   a        a value                     -        nothing happens in this column
//   'foo'    a value of several letters  |        finished
//   [ab|]    several in one column       ^        failure
//   ;        cancellation                (space)  takes no time, to line diagrams up

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

  public var description: String {
    "\(message)\n  \(diagram)\n  \(String(repeating: " ", count: offset))^"
  }
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
    var events: [TimedMarble] = []
    var column = 0
    /// Where the open bracket is.
    var group: Int?
    let characters = Array(text)
    var offset = 0

    func error(_ message: String) -> MarbleSyntaxError {
      MarbleSyntaxError(diagram: text, offset: offset, message: message)
    }

    while offset < characters.count {
      var event: MarbleEvent?
      switch characters[offset] {
      case " ":
        offset += 1
        continue
      case "-":
        if group != nil { throw error("Time cannot pass inside a group") }
      case "[":
        if group != nil { throw error("A group is open already") }
        group = offset
        offset += 1
        continue
      case "]":
        if group == nil { throw error("There is no group to close") }
        group = nil
      case "|":
        event = .finished
      case "^":
        event = .failure
      case ";":
        event = .cancel
      case "'":
        guard let end = characters[(offset + 1)...].firstIndex(of: "'") else {
          throw error("The closing ' of this value is missing")
        }
        event = .value(String(characters[(offset + 1)..<end]))
        offset = end
      default:
        event = .value(String(characters[offset]))
      }
      if let event { events.append(TimedMarble(column, event)) }
      if group == nil { column += 1 }
      offset += 1
    }
    if let group {
      offset = group
      throw error("This group is not closed")
    }
    self.init(events: events, length: column)
  }

  /// The diagram as text, at least `length` columns long.
  public var text: String {
    var result = ""
    var column = 0
    var index = 0
    while index < events.count || column < length {
      var now: [MarbleEvent] = []
      while index < events.count, events[index].column == column {
        now.append(events[index].event)
        index += 1
      }
      let texts = now.map(Self.text)
      switch texts.count {
      case 0: result += "-"
      case 1: result += texts[0]
      default: result += "[" + texts.joined() + "]"
      }
      column += 1
    }
    return result
  }

  private static func text(_ event: MarbleEvent) -> String {
    switch event {
    case .value(let value): value.count == 1 && !"-|^;[]' ".contains(value) ? value : "'\(value)'"
    case .finished: "|"
    case .failure: "^"
    case .cancel: ";"
    }
  }
}

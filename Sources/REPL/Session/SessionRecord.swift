// What was done in a session and what was seen, as a test that does and expects the same.
import Wire

/// Notes what happens, and writes it down. Knows no clock: how long things took is told it.
struct SessionRecord {
  enum Item: Equatable {
    /// Swift that was accepted.
    case swift(String)
    /// A bare expression and its value.
    case value(name: String, expression: String, JSONValue)
    /// A command, without its colon.
    case command(String)
    /// So long nothing was done.
    case pause(Duration)
    /// A value at a path, as typed in the namespace.
    case saw(path: String, JSONValue)
    case printed(String)

    var isPause: Bool { if case .pause = self { true } else { false } }

    /// Whether the test moves its clock here.
    var movesClock: Bool {
      switch self {
      case .pause: true
      case .command(let text): text.hasPrefix("clock ")
      default: false
      }
    }
  }

  private(set) var items: [Item] = []
  /// What no test can do again, each once, in words.
  private(set) var leftOut: [String] = []
  private var isOnVirtualTime = false
  /// Beyond that nothing is noted any more.
  private static let itemsMax = 5_000
  /// How often time has passed since something was entered or done: what timers do fast and for long is not noted for ever.
  private var pauses = 0
  private static let pausesMax = 100

  var isEmpty: Bool { items.allSatisfy(\.isPause) }

  mutating func leaveOut(_ what: String) {
    if !leftOut.contains(what) { leftOut.append(what) }
  }

  mutating func add(_ item: Item) {
    switch item {
    case .pause: pauses += 1
    case .swift, .value, .command: pauses = 0
    case .saw, .printed:
      guard pauses <= Self.pausesMax else {
        return leaveOut("what came by itself after the first \(Self.pausesMax) times with nothing entered between")
      }
      // Of what is seen of a path at one moment the last counts.
      if case .saw(let path, _) = item {
        let moment = items.lastIndex { if case .saw = $0 { false } else if case .printed = $0 { false } else { true } }
        let same = items[(moment.map { $0 + 1 } ?? 0)...].firstIndex {
          if case .saw(path, _) = $0 { true } else { false }
        }
        if let same { items.remove(at: same) }
      }
    }
    guard items.count < Self.itemsMax else { return leaveOut("what came after the first \(Self.itemsMax) steps") }
    items.append(item)
  }

  /// Commands that do something, or show what can be expected again, are noted; others only show.
  mutating func add(command text: String) {
    let word = String(text.prefix { !$0.isWhitespace })
    guard let name = (try? Command.find(word))?.name else { return }
    let rest = text.dropFirst(word.count).trimmed
    switch name {
    case "set", "stub", "post", "namespace", "remove", "reset", "expect", "strict", "draft":
      if !rest.isEmpty { add(.command("\(name) \(rest)")) }
    case "requests": if rest == "clear" || Int(rest) != nil { add(.command("requests \(rest)")) }
    case "pipe": if rest.words.count >= 2, !rest.hasPrefix("replay ") { add(.command("pipe \(rest)")) }
    case "undo":
      if rest.isEmpty { add(.command("undo")) } else { leaveOut(":undo \(rest), since revisions are others in a test") }
    case "clock":
      switch rest {
      case "": break
      case "virtual": isOnVirtualTime = true
      case "real":
        isOnVirtualTime = false
        leaveOut(":clock real, since a test has virtual time")
      default: add(.command("clock \(rest)"))
      }
    default: break
    }
  }

  /// Some time has passed before what is noted next; on a virtual clock it does not count.
  ///
  /// It is rounded up, so that what was due when something happened is due in the test, too. Of a short one only is noted that
  /// there was one: what had been due at once had happened then.
  /// - Returns: how much of it is written down: what is too much is to be taken off the next time.
  mutating func pass(_ time: Duration) -> Duration {
    guard !isOnVirtualTime else { return time }
    let steps = time < .milliseconds(5) ? 0 : Int((time / Self.step).rounded(.up))
    if case .pause(let before)? = items.last {
      items[items.count - 1] = .pause(before + Self.step * steps)
    } else if !items.isEmpty {
      add(.pause(Self.step * steps))
    }
    return Self.step * steps
  }

  private static let step = Duration.milliseconds(10)

  /// - Parameters:
  ///   - declaredBefore: What was declared before the session: it comes first.
  ///   - moves: What the moves of the clock did in a run of the test: a pause in which nothing can happen is left out.
  ///   - pauseMax: A longer pause is as long as that.
  func lines(declaredBefore: [String], moves: [ClockMove] = [], pauseMax: Duration? = nil) -> [String] {
    var lines = declaredBefore.flatMap(Self.rows)
    let namesResults = items.contains {
      switch $0 {
      case .swift(let text), .value(_, let text, _): text.firstRange(of: "$R") != nil
      default: false
      }
    }
    var seen: [(path: String, value: JSONValue)] = []
    func expectations() -> [String] {
      defer { seen = [] }
      return seen.compactMap { path, value in Self.literal(value).map { "#expect(\(path) == \($0))" } }
    }
    var moves = moves[...]
    for item in steps {
      if case .saw(let path, let value) = item {
        seen.removeAll { $0.path == path }
        seen.append((path, value))
        continue
      }
      // It belongs to what was done before, and is compared with what that prints.
      if case .printed(let text) = item {
        lines += Self.rows(text).map { "\(EntryReader.printedMark) \($0)" }
        continue
      }
      if item.movesClock, let move = moves.popFirst(), case .pause(let time) = item,
        move.fired == 0, move.waiting == 0 || time == .zero
      {
        continue
      }
      lines += expectations()
      switch item {
      case .swift(let text): lines += Self.rows(text)
      case .value(let name, let expression, let value):
        let literal = Self.literal(value)
        if let literal, !namesResults, !expression.contains(where: \.isNewline) {
          lines.append("#expect(\(expression) == \(literal))")
        } else {
          lines += Self.rows(expression)
          if let literal { lines.append("#expect(\(name) == \(literal))") }
        }
      case .command(let text): lines.append(":" + text)
      case .pause(let time): lines.append(":clock \(Self.spelled(min(time, pauseMax ?? time)))")
      case .printed, .saw: break
      }
    }
    return lines + expectations()
  }

  /// Without what was waited before the first and after the last of them.
  private var steps: ArraySlice<Item> {
    guard let first = items.firstIndex(where: { !$0.isPause }), let last = items.lastIndex(where: { !$0.isPause })
    else {
      return []
    }
    return items[first...last]
  }

  /// `310ms`, `1.64s`
  static func spelled(_ time: Duration) -> String {
    let steps = Int(time / step)
    guard steps > 0 else { return "0s" }
    guard steps >= 100 else { return "\(steps * 10)ms" }
    let (seconds, rest) = steps.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(seconds)s" }
    return "\(seconds).\(rest % 10 == 0 ? String(rest / 10) : (rest < 10 ? "0" : "") + String(rest))s"
  }

  private static func rows(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// A value as Swift writes it, if it can be compared with one that is written out.
  static func literal(_ value: JSONValue) -> String? {
    switch value {
    case .null: return "nil"
    case .string(let text): return text.debugDescription
    case .array(let elements):
      var parts: [String] = []
      for element in elements {
        guard let part = literal(element) else { return nil }
        parts.append(part)
      }
      return "[" + parts.joined(separator: ", ") + "]"
    case .object: return nil
    default: return value.description
    }
  }
}

/// A move of the clock in a test.
struct ClockMove: Equatable {
  var fired: Int
  /// How many timers wait behind it.
  var waiting: Int
}

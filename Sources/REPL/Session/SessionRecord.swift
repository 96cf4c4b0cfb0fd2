// What was done in a session and what was seen, as it is noted meanwhile. `SavedTest` makes a test of it.
import Wire

/// Notes what happens. Knows no clock: how long things took is told it.
struct SessionRecord {
  enum Item: Equatable {
    /// Swift that was accepted, and the names of what its bare expressions gave.
    case swift(String, results: [String] = [])
    /// A bare expression and its value.
    case value(SeenValue, of: String)
    /// A command, without its colon.
    case command(String)
    /// What is said and not done.
    case comment(String)
    /// So long nothing was done.
    case pause(Duration)
    /// A value at a path, as typed in the namespace.
    case saw(path: String, JSONValue)
    case printed(String)

    var isPause: Bool { if case .pause = self { true } else { false } }
    /// Whether it came of what was done, and is nothing that was done.
    var isOutcome: Bool {
      switch self {
      case .saw, .printed: true
      default: false
      }
    }
  }

  /// The value of a bare expression, as it was shown.
  struct SeenValue: Equatable {
    var name: String
    var type: String
    var text: String
    var value: JSONValue?

    init(name: String, type: String, text: String, value: JSONValue?) {
      (self.name, self.type, self.text, self.value) = (name, type, text, value)
    }

    init(_ value: EvaluatedValue) {
      self.init(name: value.name, type: value.type, text: value.text, value: value.value)
    }
  }

  struct Note: Equatable {
    var item: Item
    /// The last commit that was known when it was noted.
    var rev: Int?
    /// The last request that had been made by then.
    var request: Int?
    /// Of what was seen: the request of this session that it came of.
    var asker: Int?
    /// What it declared, and what of it took the place of something older.
    var declared: [String] = []
    var redefined: [String] = []
  }

  private(set) var notes: [Note] = []
  /// How many notes there were when a text was sent last.
  private var asked = 0
  /// What no test can do again, each once, in words.
  private(set) var leftOut: [String] = []
  private var isOnVirtualTime = false
  /// Beyond that nothing is noted any more.
  private static let notesMax = 5_000
  /// How often time has passed since something was entered or done: what timers do fast and for long is not noted for ever.
  private var pauses = 0
  private static let pausesMax = 100

  var isEmpty: Bool { notes.allSatisfy(\.item.isPause) }

  /// The variables at top level that were declared here and then named in a statement, which may have changed them.
  var variables: [String] {
    var declared: [String] = []
    var named: Set<String> = []
    for note in notes {
      guard case .swift(let text, _) = note.item else { continue }
      let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      for (before, word) in zip([""] + words, words) where before != "var" && declared.contains(String(word)) {
        named.insert(String(word))
      }
      declared += note.declared.filter { name in zip(words, words.dropFirst()).contains { $0 == ("var", name[...]) } }
    }
    return declared.filter { named.remove($0) != nil }
  }

  mutating func leaveOut(_ what: String) {
    if !leftOut.contains(what) { leftOut.append(what) }
  }

  mutating func add(_ item: Item) { add(Note(item: item)) }

  mutating func add(_ note: Note) {
    switch note.item {
    case .pause: pauses += 1
    case .swift, .value, .command, .comment: pauses = 0
    case .saw, .printed:
      guard pauses <= Self.pausesMax else {
        return leaveOut("what came by itself after the first \(Self.pausesMax) times with nothing entered between")
      }
      // What a text has changed may be told when its answer has been noted, and the time since: it came before that time.
      if let pause = notes.last, pause.item.isPause, isOfWhatWasDone(note) {
        notes.removeLast()
        add(note)
        return notes.append(pause)
      }
      // Of what is seen of a path at one moment the last counts, where the first stands: in how many parts it is told is chance.
      if case .saw(let path, _) = note.item {
        let moment = notes.lastIndex { !$0.item.isOutcome }
        let same = notes[(moment.map { $0 + 1 } ?? 0)...].firstIndex {
          if case .saw(path, _) = $0.item { true } else { false }
        }
        if let same { return notes[same] = note }
      }
    }
    guard notes.count < Self.notesMax else { return leaveOut("what came after the first \(Self.notesMax) steps") }
    notes.append(note)
  }

  private func isOfWhatWasDone(_ note: Note) -> Bool {
    guard case .saw = note.item, let rev = note.rev,
      let done = notes.last(where: { !$0.item.isOutcome && !$0.item.isPause })?.rev
    else { return false }
    return rev <= done
  }

  /// What is noted from here on came after a text was sent.
  mutating func noteAsked() { asked = notes.count }

  /// Notes what was done, behind which stands what came of it: changes may be told before the answer is, also those of several
  /// commits if the text takes long.
  mutating func insert(_ note: Note) {
    var place = notes.count
    var first = place
    while place > asked, notes[place - 1].item.isOutcome || notes[place - 1].item.isPause {
      place -= 1
      guard case .saw = notes[place].item else { continue }
      let isOfCommit = notes[place].rev.map { $0 == note.rev } ?? false
      let isOfRequest = notes[place].asker.map { $0 == note.request } ?? false
      if isOfCommit || isOfRequest { first = place }
    }
    let outcomes = notes[first...]
    notes.removeSubrange(first...)
    add(note)
    for outcome in outcomes where !outcome.item.isPause { add(outcome) }
  }

  /// Commands that do something, or show what can be expected again, are noted; others only show.
  mutating func add(command text: String, request: Int? = nil) {
    let word = String(text.prefix { !$0.isWhitespace })
    guard let name = (try? Command.find(word))?.name else { return }
    let rest = text.dropFirst(word.count).trimmed
    func add(_ command: String) { self.add(Note(item: .command(command), request: request)) }
    switch name {
    case "set", "stub", "post", "namespace", "remove", "reset", "expect", "strict", "draft":
      if !rest.isEmpty { add("\(name) \(rest)") }
    case "requests": if rest == "clear" || Int(rest) != nil { add("requests \(rest)") }
    case "pipe": if rest.words.count >= 2, !rest.hasPrefix("replay ") { add("pipe \(rest)") }
    case "undo":
      if rest.isEmpty { add("undo") } else { leaveOut(":undo \(rest), since revisions are others in a test") }
    case "clock":
      switch rest {
      case "": break
      case "virtual": isOnVirtualTime = true
      case "real":
        isOnVirtualTime = false
        leaveOut(":clock real, since a test has virtual time")
      default: add("clock \(rest)")
      }
    default: break
    }
  }

  /// What a command expected was not so: it is said, and not expected again.
  mutating func takeBack(command text: String) {
    var other = SessionRecord()
    other.add(command: text)
    guard let item = other.notes.first?.item, case .command(let command) = item,
      let last = notes.lastIndex(where: { $0.item == item })
    else { return }
    notes[last].item = .comment("did not hold: :" + command)
  }

  /// Some time has passed before what is noted next; on a virtual clock it does not count.
  ///
  /// It is rounded up, so that what was due when something happened is due in the test, too. Of a short one only is noted that
  /// there was one: what had been due at once had happened then.
  /// - Returns: how much of it is written down: what is too much is to be taken off the next time.
  mutating func pass(_ time: Duration) -> Duration {
    guard !isOnVirtualTime else { return time }
    let steps = time < .milliseconds(5) ? 0 : Int((time / Self.step).rounded(.up))
    if case .pause(let before)? = notes.last?.item {
      notes[notes.count - 1].item = .pause(before + Self.step * steps)
    } else if !notes.isEmpty {
      add(.pause(Self.step * steps))
    }
    return Self.step * steps
  }

  private static let step = Duration.milliseconds(10)

  /// Without what was waited before the first and after the last of them.
  var relevant: Range<Int> {
    guard let first = notes.firstIndex(where: { !$0.item.isPause }),
      let last = notes.lastIndex(where: { !$0.item.isPause })
    else {
      return 0..<0
    }
    return first..<last + 1
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

  /// A text in which expectations that did not hold are comments. Those that cannot be found in it stay.
  /// - Parameter failures: where they begin in it: lines and columns, from 1, columns in UTF-8 bytes.
  static func silencing(_ failures: [(line: Int, column: Int)], in source: String) -> String {
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for failure in failures.sorted(by: { ($0.line, $0.column) > ($1.line, $1.column) }) {
      guard lines.indices.contains(failure.line - 1) else { continue }
      let line = lines[failure.line - 1].utf8
      guard let start = line.index(line.startIndex, offsetBy: failure.column - 1, limitedBy: line.endIndex),
        Substring(line[start...]).hasPrefix("#expect")
      else { continue }
      let rest = ([String(Substring(line[start...]))] + lines[failure.line...]).joined(separator: "\n")
      guard let length = SourceScanner.callLength(rest) else { continue }
      let call = rest.prefix(length)
      let before = String(Substring(line[..<start]))
      var after = String(rest.dropFirst(length))
      let tail = after.prefix { $0 != "\n" }
      let isAlone = before.allSatisfy(\.isWhitespace) && tail.allSatisfy { $0.isWhitespace || $0 == ";" }
      // Behind nothing but a comment, a semicolon ends no statement.
      if !isAlone, let end = after.firstIndex(where: { $0 != " " }), after[end] == ";" {
        after.removeSubrange(...end)
      }
      let comment =
        isAlone
        ? call.split(separator: "\n", omittingEmptySubsequences: false).map { before + "// did not hold: " + $0 }
          .joined(separator: "\n")
        : before + "/* did not hold: " + call.replacing("*/", with: "* /").replacing("/*", with: "/ *") + " */"
      let head = lines[..<(failure.line - 1)]
      lines = (head + [comment + after]).joined(separator: "\n")
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.joined(separator: "\n")
  }
}

extension SourceScanner {
  /// The statements of a text that end before a place in it.
  /// - Parameters:
  ///   - line: from 0.
  ///   - column: from 1, in UTF-8 bytes.
  static func statements(of source: String, before line: Int, column: Int) -> String {
    let rows = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard rows.indices.contains(line) else { return "" }
    func isWhole(_ text: String) -> Bool { completeness(of: text) == .complete }
    let count =
      (0...line).last {
        switch completeness(of: rows[..<$0].joined(separator: "\n")) {
        case .complete: true
        case .extensible: !continuesStatement(rows[$0])
        default: false
        }
      } ?? 0
    let before = rows[..<count].joined(separator: "\n")
    guard count == line else { return before }
    // Of its own row what stands before a semicolon.
    let row = rows[line].utf8
    let place = row.index(row.startIndex, offsetBy: max(0, column - 1), limitedBy: row.endIndex) ?? row.endIndex
    let head = String(Substring(row[..<place]))
    let end = head.indices.last { head[$0] == ";" && isWhole(String(head[..<$0])) }
    return [before, end.map { String(head[..<$0]) } ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// How many characters a call at the beginning of a text has, up to the bracket that closes it.
  static func callLength(_ text: String) -> Int? {
    var length = 0
    var scanned = ""
    var isQuoted = false
    var isEscaped = false
    for character in text {
      length += 1
      scanned.append(character)
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && !isEscaped
      guard character == ")", !isQuoted else { continue }
      var scanner = SourceScanner()
      for line in scanned.split(separator: "\n", omittingEmptySubsequences: false) { scanner.feed(line: line) }
      if case .unfinished = scanner.completeness { continue }
      return length
    }
    return nil
  }
}

/// A move of the clock in a test.
struct ClockMove: Equatable {
  var fired: Int
  /// How many timers wait behind it.
  var waiting: Int
}

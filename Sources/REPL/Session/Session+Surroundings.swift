// What stands around the line being typed: pinned values above it, the state at its right edge, and behind the cursor what
// the name before it is. All of it follows what happens, but is drawn anew only so often: typing comes first.
import CLinux
import ClientConnection
import Glibc
import Wire

/// What a terminal shows around the line being typed.
struct Surroundings: Equatable {
  /// Lines above the prompt.
  var pinned: [String] = []
  /// At the right edge of the prompt's row, where there is room.
  var status = ""
  /// Behind the cursor, at the end of the text.
  var hint = ""
}

extension Session {
  /// The least time between two drawings that nobody's key asked for.
  static let drawingInterval = Duration.milliseconds(100)
  /// How long the cursor rests behind a name before its value is asked for.
  static let restingTime = Duration.milliseconds(40)
  /// How much of a value is asked for: what fits on a line.
  private static let hintBytes = 200

  // MARK: Status

  /// `2 watched · virtual 10:00:00 · rev 12`: what is not as ever, and the newest revision that was heard of.
  private var state: String {
    guard let hello = core.hello else { return core.isConnected ? "" : "no daemon" }
    var parts: [String] = []
    let watched = watches.watches.count + (watches.isTailing ? 1 : 0)
    if watched > 0 { parts.append("\(watched) watched") }
    let clock = clock ?? hello.clock
    if clock.mode == .virtual {
      let time = clock.now.description
      parts.append("virtual " + time.drop { $0 != "T" }.dropFirst().prefix { $0 != "." && $0 != "Z" })
    }
    parts.append("rev \(core.latestRev)")
    return parts.joined(separator: " · ")
  }

  // MARK: Drawing

  /// Shows what is around the prompt when it has changed and was not drawn just now.
  func refresh(now: Instant, evenIfJustDrawn: Bool = false) {
    ask(forRestingCursorAt: now)
    guard settings.isInteractive, screen.hasSurroundings else { return }
    guard evenIfJustDrawn || look.isNew || drawnAt.map({ now >= $0 + Self.drawingInterval }) ?? true else {
      isDrawingDue = true
      return
    }
    isDrawingDue = false
    let pinned = pins.isEmpty ? [] : pins.lines(width: screen.width - 1) { Namespaces.local($0, in: namespace) ?? $0 }
    let surroundings = Surroundings(pinned: pinned, status: state, hint: look.hint)
    look.isNew = false
    drawnAt = now
    guard surroundings != drawn else { return }
    drawn = surroundings
    screen.surround(surroundings)
  }

  /// When `refresh` is to be called even if nothing happens.
  var refreshDeadline: Instant? {
    // What cannot be asked now is asked when something happens.
    let canAsk = isReading && core.isConnected
    return [
      isDrawingDue ? drawnAt.map { $0 + Self.drawingInterval } : nil, look.isNew ? drawnAt : nil,
      canAsk ? look.askAt : nil,
    ].compactMap(\.self).min()
  }

  // MARK: The value at the cursor

  /// Where the cursor is, and what is known of the name before it.
  struct Look {
    var path: String?
    /// The text, where it ends in a call whose next argument is to come.
    var call: String?
    /// When it is asked for.
    var askAt: Instant?
    /// What was known when it was asked for last.
    var rev = 0
    var askedAt: Instant?
    var hint = ""
    /// Whether the hint is one that has not been drawn.
    var isNew = false
  }

  /// The cursor is at this place of a text now, in UTF-8 bytes.
  func cursorMoved(in text: String, to point: Int) {
    let isAtEnd = point == text.utf8.count
    let path = isAtEnd ? Self.path(at: text) : nil
    let arguments = isAtEnd ? Self.arguments(behind: text) : nil
    if let arguments { return look = Look(hint: arguments, isNew: true) }
    let call = isAtEnd && Self.expectsArgument(text) ? text : nil
    if path == nil, !look.hint.isEmpty { look = Look(isNew: true) }
    guard path != look.path || call != look.call else { return }
    look = Look(path: path, call: call, askAt: path != nil || call != nil ? now() + Self.restingTime : nil)
  }

  /// Whether an argument comes next: behind `debounce(`, or `debounce(for: .seconds(1), `.
  private static func expectsArgument(_ text: String) -> Bool {
    guard text.first != ":", let last = text.last(where: { $0 != " " }), text.count <= 4_000 else { return false }
    return (last == "(" || last == ",") && !isInText(text[...])
  }

  /// What a command takes that has been typed so far: ` PATH…` behind `:watch `.
  private static func arguments(behind text: String) -> String? {
    guard text.first == ":", text.last == " ", let name = text.words.first,
      let synopsis = Command.named(String(name.dropFirst()))?.synopsis
    else { return nil }
    // What stands in brackets is one of several ways, and is told whole.
    let given = text.words.count - 1
    let wanted = synopsis.words.dropFirst(synopsis.hasPrefix("[") ? (given == 0 ? 0 : synopsis.words.count) : given)
    return wanted.isEmpty ? nil : wanted.joined(separator: " ")
  }

  private func ask(forRestingCursorAt now: Instant) {
    if let call = look.call { return askForArguments(of: call, at: now) }
    guard let path = look.path, core.isConnected else { return }
    let isDue = look.askAt.map { now >= $0 } ?? false
    // It may have changed while the cursor stands there.
    let isOld =
      !look.hint.isEmpty && look.rev != core.latestRev && look.askedAt.map { now >= $0 + .milliseconds(250) } ?? false
    guard isDue || isOld, isReading else { return }
    (look.askAt, look.rev, look.askedAt) = (nil, core.latestRev, now)
    var params = StoreGet.Params(path: absolute(path), offset: 0, length: Self.hintBytes)
    params.stored = true
    core.request(StoreGet.self, params) { [unowned self] result in
      guard look.path == path else { return }
      let hint = (try? result.get()).map { self.hint($0) } ?? ""
      guard hint != look.hint else { return }
      (look.hint, look.isNew) = (hint, true)
    }
  }

  private func askForArguments(of call: String, at now: Instant) {
    guard core.isConnected, isReading, let askAt = look.askAt, now >= askAt else { return }
    look.askAt = nil
    let before = reader.isInsideEntry ? reader.pendingText + "\n" : ""
    let source = before + call
    let params = ProgramComplete.Params(source: source, offset: source.utf8.count, namespace: namespace)
    core.request(ProgramComplete.self, params) { [unowned self] result in
      guard look.call == call, let candidates = (try? result.get())?.candidates else { return }
      guard let label = candidates.first(where: { $0.kind == "label" }) else {
        return askForUnlabelled(of: call, in: source)
      }
      // What has none may stand before those that have one.
      let signature = label.signature ?? ""
      let next = Self.openCall(in: source).flatMap { Self.arguments(behind: $0.arguments, in: signature) }
      tell(next?.hasPrefix("_ ") == true ? next : Self.arguments(from: label.name, in: signature))
    }
  }

  private func tell(_ arguments: String?) {
    guard let arguments else { return }
    (look.hint, look.isNew) = (cut(arguments, to: max(8, screen.width / 2)), true)
  }

  /// What has no label no candidate names: the declaration of what is called does.
  private func askForUnlabelled(of call: String, in source: String) {
    guard let open = Self.openCall(in: source) else { return }
    core.request(ProgramLookup.self, .init(source: source, offset: open.name, namespace: namespace)) {
      [unowned self] result in
      guard look.call == call, let signatures = (try? result.get())?.signatures else { return }
      tell(signatures.lazy.compactMap { Self.arguments(behind: open.arguments, in: $0) }.first)
    }
  }

  /// The call that a text ends in: where its name ends, in UTF-8 bytes, and how many arguments it has been given.
  static func openCall(in text: String) -> (name: Int, arguments: Int)? {
    var open: [(bracket: Character, place: String.Index, commas: Int)] = []
    var isQuoted = false
    var isEscaped = false
    for place in text.indices {
      let character = text[place]
      if isQuoted {
        if character == "\"", !isEscaped { isQuoted = false }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      switch character {
      case "\"": isQuoted = true
      case "(", "[", "{": open.append((character, place, 0))
      case ")", "]", "}": _ = open.popLast()
      case ",": if !open.isEmpty { open[open.count - 1].commas += 1 }
      default: break
      }
    }
    guard !isQuoted, let last = open.last, last.bracket == "(", let name = text[..<last.place].last,
      name.isLetter || name.isNumber || name == "_"
    else { return nil }
    return (text[..<last.place].utf8.count - name.utf8.count, last.commas)
  }

  /// What a declaration takes behind so many arguments: `_ name: String)`.
  static func arguments(behind count: Int, in signature: String) -> String? {
    guard let open = signature.firstIndex(of: "(") else { return nil }
    var depth = 0
    var parameters: [String] = [""]
    for character in signature[signature.index(after: open)...] {
      if ")]>".contains(character), !(character == ">" && parameters[parameters.count - 1].last == "-") { depth -= 1 }
      if depth < 0 { break }
      if "([<".contains(character) { depth += 1 }
      if character == ",", depth == 0 {
        parameters.append("")
      } else {
        parameters[parameters.count - 1].append(character)
      }
    }
    let rest = parameters.dropFirst(count).map(\.trimmed).joined(separator: ", ")
    return rest.isEmpty ? nil : rest + ")"
  }

  /// What a declaration takes from a label on: `for dueTime: Stride, scheduler: S)`.
  static func arguments(from label: String, in signature: String) -> String? {
    let name = label.prefix { $0 != ":" }
    for begin in ["(", ", "] {
      for end in [":", " "] {
        guard let place = signature.firstRange(of: begin + String(name) + end) else { continue }
        var depth = 1
        let rest = signature[signature.index(place.lowerBound, offsetBy: begin.count)...]
        let list = rest.prefix { character in
          if "([".contains(character) { depth += 1 }
          if ")]".contains(character) { depth -= 1 }
          return depth > 0
        }
        return String(list) + ")"
      }
    }
    return nil
  }

  /// ` "ada"  String, 3 s ago`
  private func hint(_ reading: StoreGet.Result) -> String {
    let text = reading.text == "null" ? "nil" : reading.text ?? ""
    // What is virtual time moves by hand, and is not compared with what the wall has.
    let isReal = (clock ?? core.hello?.clock)?.mode != .virtual && reading.v > 0
    let age = isReal ? ", " + ValueRenderer.age(of: reading.at, at: wallClock()) : ""
    return " \(cut(text, to: max(8, screen.width / 2)))  \(reading.type)\(age)"
  }

  /// The name or path that a text ends with, if it is one: `signup.username` of `print(signup.username`.
  static func path(at text: String) -> String? {
    var start = text.endIndex
    var depth = 0
    scan: while start > text.startIndex {
      let before = text.index(before: start)
      switch text[before] {
      case "]": depth += 1
      case "[" where depth > 0: depth -= 1
      case let character where depth > 0 && !character.isNewline: break
      case let character where character.isLetter || character.isNumber || "._$".contains(character): break
      default: break scan
      }
      start = before
    }
    let path = text[start...]
    guard depth == 0, let first = path.first, first.isLetter || first == "_", path.last != ".", !path.contains("$"),
      path.count <= 200
    else { return nil }
    // The name of a command is none, nor is what stands in a string.
    if text.first == ":", start == text.index(after: text.startIndex) { return nil }
    return text.first != ":" && isInText(text[..<start]) ? nil : String(path)
  }

  /// Whether what comes next is in a string or a comment; what is in a string's `\\(…)` is not.
  private static func isInText(_ before: Substring) -> Bool {
    var scanner = SourceScanner()
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines { scanner.feed(line: line) }
    if scanner.isInStringOrComment { return true }
    // A string of one line ends with it, closed or not.
    let pieces = (lines.last ?? "").replacing("\\\"", with: "").split(separator: "\"", omittingEmptySubsequences: false)
    return pieces.count.isMultiple(of: 2) && pieces.last?.firstRange(of: "\\(") == nil
  }

  static func wallTime() -> Timestamp {
    Timestamp(nanoseconds: Int(clinux_realtime_ns()))
  }
}

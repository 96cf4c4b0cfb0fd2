// :expect and :strict: the next changes, in order or not, or none at all.
import ClientConnection
import Wire

extension Command {
  static let expecting: [Command] = [
    Command(
      name: "expect", synopsis: "PATH VALUE… [within TIME]",
      summary: "compare the next changes with values; a test fails where they are others",
      details: """
        :expect form.isValid true              the next change of it that no :expect has had yet
        :expect form.count 1 2 3               the next three, in this order
        :expect form.name "ada", form.ok true  of several paths, in this order; what one commit changes, in any
        :expect unordered a.x 1, b.y 2         the next two of them, in any order
        :expect form.isValid true within 2s    moves the virtual clock as far as it has to; on the real one it waits
        :expect nothing form.isValid           there is none. Without a path: nothing has changed but what was set here
        :expect nothing for 1h                 nor in the next hour, and no request is made
        :expect form.isValid                   begins here: what it was before does not count any more
        A value is JSON, nan, inf, -inf, or the word gone. A path has to be there, or to have been: what is misspelt does not change either.
        Changes count from the beginning of the test, or of this session.
        """,
      argument: .path, run: { session, text throws(UsageError) in try session.expect(text) }),
    Command(
      name: "strict", synopsis: "[PATH…|off]",
      summary: "have a test fail for every change that no :expect has named",
      details: """
        At the end of the test, what no :expect has had is told, and the test fails: :strict form.* !form.draft
        Without a path it is about all of them. What a statement of the test sets itself is no such change, nor is a store
        that comes to be. A path that is still of nothing at the end is an error.
        """,
      argument: .paths, run: { session, text throws(UsageError) in try session.beStrict(text) }),
  ]
}

/// The arguments of `:expect`, understood.
struct ExpectText: Equatable {
  enum Wanted: Equatable {
    case changes([EventLedger.Item], inOrder: Bool)
    case nothing([String])
    /// From here on.
    case beginning([String])
  }

  let wanted: Wanted
  /// Behind `within` or `for`.
  private(set) var time: WireDuration?

  init(_ text: String) throws(UsageError) {
    var words = try Self.words(text)
    guard !words.isEmpty else {
      throw UsageError("expect takes a path and values, or nothing", hint: ":expect signup.isValid true")
    }
    let isNothing = words[0] == "nothing"
    let mark = isNothing ? "for" : "within"
    if let place = words.firstIndex(where: { $0 == "for" || $0 == "within" }) {
      guard words[place] == mark else {
        throw UsageError(
          isNothing ? "'nothing' is for a time" : "changes come within a time",
          hint: isNothing ? ":expect nothing for 1h" : ":expect signup.isValid true within 2s")
      }
      guard place == words.count - 2, let time = WireDuration(words[place + 1]), time.nanoseconds >= 0 else {
        throw UsageError("'\(mark)' takes a time, and stands at the end", hint: "\(mark) 2s")
      }
      // What is due at once may come within 0s.
      guard time.nanoseconds > 0 || !isNothing else {
        throw UsageError("that nothing happens in no time proves nothing", hint: ":expect nothing for 1h")
      }
      self.time = time
      words.removeLast(2)
    }
    if isNothing {
      let paths = words.dropFirst().filter { $0 != "," }
      guard !paths.isEmpty || words.count == 1 else {
        throw UsageError("'nothing' takes paths with commas between them", hint: ":expect nothing form.name, form.ok")
      }
      wanted = .nothing(paths)
      return
    }
    let inOrder = words[0] != "unordered"
    if !inOrder { words.removeFirst() }
    let groups = words.split(separator: ",").map(Array.init)
    guard !groups.isEmpty else {
      throw UsageError("unordered takes paths and values", hint: ":expect unordered a.x 1, b.y 2")
    }
    if inOrder, time == nil, groups.allSatisfy({ $0.count == 1 }) {
      wanted = .beginning(groups.map { Self.path($0[0]) })
      return
    }
    var items: [EventLedger.Item] = []
    for group in groups {
      let path = Self.path(group[0])
      guard group.count > 1 else {
        throw UsageError("a value for \(path) is missing", hint: ":expect \(path) true")
      }
      for word in group.dropFirst() {
        if word == "nothing" {
          throw UsageError("'nothing' stands before the path", hint: ":expect nothing \(path)")
        }
        let value: JSONValue? =
          if word == "gone" {
            nil
          } else if let number = NotFinite(rawValue: word) {
            number.json
          } else {
            try jsonArgument(word) { ":expect \(path) \($0)" }
          }
        items.append(EventLedger.Item(path: path, value: value))
      }
    }
    wanted = .changes(items, inOrder: inOrder)
  }

  /// `form.$name` is what `form.name` publishes.
  private static func path(_ word: String) -> String {
    let name = MarbleName(word)
    return name.isPublisher ? name.path : word
  }

  /// Paths, JSON values and commas.
  private static func words(_ text: String) throws(UsageError) -> [String] {
    var words: [String] = []
    var rest = text[...]
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first else { return words }
      if first == "," {
        words.append(",")
        rest = rest.dropFirst()
      } else if first == "\"" || first == "{" || first == "[" {
        words.append(StubText.jsonText(&rest))
      } else {
        words.append(word(&rest))
      }
    }
  }

  /// Up to a space or comma that stands in no bracket: `prices["tea, green"]`, `form.{name,ok}`.
  private static func word(_ rest: inout Substring) -> String {
    var depth = 0
    var isQuoted = false
    let word = rest.prefix { character in
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, "[{".contains(character) { depth += 1 }
      if !isQuoted, "]}".contains(character) { depth -= 1 }
      return isQuoted || depth > 0 || !(character.isWhitespace || character == ",")
    }
    rest = rest.dropFirst(word.count)
    return String(word)
  }
}

extension Session {
  fileprivate func expect(_ text: String) throws(UsageError) {
    let wanted = try ExpectText(text)
    let place = currentPlace
    listen { [unowned self] in
      switch wanted.wanted {
      case .beginning(let paths): require(paths) { [unowned self] in ledger.forget(PathFilter(paths)) }
      case .changes(let items, let inOrder):
        // What has changed is there, or was.
        require(Set(items.map(\.path)).subtracting(ledger.seen).sorted()) { [unowned self] in
          expect(items, inOrder, wanted.time, at: place)
        }
      case .nothing(let paths): require(paths) { [unowned self] in expectNothing(paths, wanted.time, at: place) }
      }
    }
  }

  /// What is misspelt does not change either, which proves nothing: each path has to be a property or a store, or to have
  /// been one, and each pattern has to choose some.
  private func require(_ patterns: [String], then use: @escaping () -> Void) {
    let patterns = patterns.filter { !$0.hasPrefix("pipe:") }
    guard !patterns.isEmpty else { return use() }
    ask(StoreList.self, .init()) { [unowned self] list in
      let known = ledger.seen.union(
        list.stores.flatMap { [$0.path] + $0.properties.map(\.path) }
          .compactMap { Namespaces.local($0, in: namespace) })
      guard let unknown = patterns.first(where: { PathFilter.named(by: $0, among: known) == nil }) else { return use() }
      let path = unknown.first == "!" ? String(unknown.dropFirst()) : unknown
      guard !PathFilter.isPattern(path) else {
        return fail(UsageError("'\(path)' is the path of nothing", hint: hint(path, known), status: 66))
      }
      // The daemon knows what is meant. What is there all the same changes with something else.
      ask(StoreGet.self, .init(path: absolute(path))) { [unowned self] _ in
        let whole = known.filter { path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") }.max { $0.count < $1.count }
        fail(
          UsageError(
            "'\(path)' is no property, and changes are those of properties",
            hint: whole.map { "it is part of \($0)" }))
      }
    }
  }

  private func hint(_ pattern: String, _ known: Set<String>) -> String? {
    nearest(pattern, among: known.sorted()).map { "did you mean \($0)?" }
      ?? (known.isEmpty
        ? "there are no stores yet"
        : "there is " + known.sorted().prefix(8).joined(separator: ", ") + (known.count > 8 ? ", …" : ""))
  }

  fileprivate func beStrict(_ text: String) throws(UsageError) {
    guard text != "off" else { return ledger.strict = nil }
    let patterns = text.words
    ledger.strict = (PathFilter(patterns), currentPlace)
    // In a test what it is about may be declared behind it; that it is there is seen at the end.
    listen { [unowned self] in if !settings.isTest { require(patterns) {} } }
  }

  /// Has everything that happens come, from the beginning of the session on. Then everything up to here has.
  private func listen(then use: @escaping () -> Void) {
    func sync() {
      ask(SubscriptionSync.self, .init()) { _ in use() }
    }
    guard !ledger.isOpen else { return sync() }
    ledger.isOpen = true
    let params = SubscriptionOpen.Params(
      sub: EventLedger.subscription, paths: [absolute("**")], from: beginning.map { .after($0) } ?? .now,
      initial: .none, old: true, cause: true, deliver: .init(mode: .every))
    open(params) { [unowned self] error in
      if error == nil { sync() } else { ledger.isOpen = false }
    }
  }

  /// Notes an event, if it is one of those that are listened to for expectations.
  func notedForLedger(_ event: SubscriptionEvent, of name: String) -> Bool {
    guard name == EventLedger.subscription else { return false }
    switch event {
    case .change(let change):
      ledger.add(change) { [namespace] in Namespaces.local($0, in: namespace) }
      if case .expectation? = holding { goOn() }
    case .gap(let gap):
      ledger.lost += max(1, gap.lost ?? gap.to - gap.from)
      write([events.line(gap)], to: .diagnostics)
    case .end(let reason, _) where reason.isFinal: ledger.isOpen = false
    default: break
    }
    return true
  }

  // MARK: Changes

  private func expect(_ items: [EventLedger.Item], _ inOrder: Bool, _ limit: WireDuration?, at place: CommandPlace?) {
    let outcome = ledger.take(items, inOrder: inOrder)
    guard case .missing(let missing) = outcome else { return tell(outcome, at: place) }
    ask(ClockGet.self, .init()) { [unowned self] clock in
      guard let limit else { return tell(missing, clock, at: place) }
      if clock.mode == .virtual {
        let end = Timestamp(nanoseconds: clock.now.nanoseconds.addingClamped(limit.nanoseconds))
        letTimePass(until: end, clock) { [unowned self] clock in
          let outcome = ledger.take(items, inOrder: inOrder)
          guard case .missing(let missing) = outcome else {
            tell(outcome, at: place)
            return true
          }
          if clock.now >= end { tell(missing, clock, after: limit, at: place) }
          return clock.now >= end
        }
      } else {
        wait(for: items, inOrder, until: now() + .nanoseconds(limit.nanoseconds), limit, clock, at: place)
      }
    }
  }

  /// On the real clock changes come by themselves.
  private func wait(
    for items: [EventLedger.Item], _ inOrder: Bool, until end: Instant, _ limit: WireDuration, _ clock: ClockGet.Result,
    at place: CommandPlace?
  ) {
    hold(.expectation, until: end) { [unowned self] in
      let outcome = ledger.take(items, inOrder: inOrder)
      guard case .missing(let missing) = outcome else { return tell(outcome, at: place) }
      guard now() < end else { return tell(missing, clock, after: limit, at: place) }
      wait(for: items, inOrder, until: end, limit, clock, at: place)
    }
  }

  /// Moves the virtual clock from timer to timer, as far as `end`, until `isDone`.
  private func letTimePass(
    until end: Timestamp, _ clock: ClockGet.Result, steps: Int = 0, isDone: @escaping (ClockGet.Result) -> Bool
  ) {
    let target = steps < Self.clockStepsMax ? min(clock.next ?? end, end) : end
    ask(ClockAdvance.self, ClockAdvance.Params { $0.to = target }) { [unowned self] moved in
      ask(SubscriptionSync.self, .init()) { [unowned self] _ in
        var clock = clock
        (clock.now, clock.next, clock.timers) = (moved.now, moved.next, moved.timers)
        if !isDone(clock) { letTimePass(until: end, clock, steps: steps + 1, isDone: isDone) }
      }
    }
  }

  /// So many stops on the way; then it goes on in one.
  private static let clockStepsMax = 10_000

  private func tell(_ outcome: EventLedger.Outcome, at place: CommandPlace?) {
    guard case .wrong(let event, let due) = outcome else { return expect(true, at: place, orSay: "") }
    expect(false, at: place, orSay: "expected \(Self.text(due)) next, and \(events.text(event)) came")
    tellHistory(of: [event.path] + due.map(\.path), until: event.rev, at: place)
  }

  /// - Parameter limit: what was waited for it.
  private func tell(
    _ missing: [EventLedger.Item], _ clock: ClockGet.Result, after limit: WireDuration? = nil, at place: CommandPlace?
  ) {
    var hint: String?
    if let next = clock.next, clock.mode == .virtual {
      let distance = WireDuration(nanoseconds: max(0, next.nanoseconds - clock.now.nanoseconds))
      if let limit {
        let whole = WireDuration(nanoseconds: limit.nanoseconds.addingClamped(distance.nanoseconds))
        hint = "the next timer is due \(distance) after that: within \(whole)"
      } else {
        hint = "the next timer is due in \(distance): :clock \(distance) before it, or within \(distance) behind it"
      }
    } else if clock.mode == .virtual {
      hint = "no timer waits: nothing will happen by itself any more"
    } else if limit == nil {
      hint = "within 2s behind it waits for it"
    }
    let time = limit.map { " within \($0)" } ?? ""
    expect(false, at: place, orSay: "expected \(Self.text(missing)) next\(time), and nothing came", hint: hint)
    tellHistory(of: missing.map(\.path), at: place)
  }

  /// - Parameter end: the commit that was not expected, where there is one.
  private func tellHistory(of paths: [String], until end: Int = .max, at place: CommandPlace?) {
    guard place != nil, !settings.isJSON else { return }
    var chosen: [String] = []
    for path in paths where !chosen.contains(path) && !path.hasPrefix("pipe:") { chosen.append(path) }
    tell(ofPaths: chosen.prefix(Self.pathsMax).map(absolute), until: end, isNow: end == .max)
  }

  private static func text(_ items: [EventLedger.Item]) -> String {
    var parts: [(path: String, values: [String])] = []
    for item in items {
      let value = item.value.map(\.text) ?? "gone"
      if parts.last?.path == item.path {
        parts[parts.count - 1].values.append(value)
      } else {
        parts.append((item.path, [value]))
      }
    }
    return parts.map { "\($0.path) \($0.values.joined(separator: " "))" }.joined(separator: ", ")
  }

  // MARK: Nothing

  private func expectNothing(_ paths: [String], _ time: WireDuration?, at place: CommandPlace?) {
    let filter = PathFilter(paths)
    guard let time else {
      return doWhatIsDue { [unowned self] in judge(nothing: filter, requests: [], at: place) }
    }
    ask(HTTPLog.self, .init()) { [unowned self] before in
      let judged = { [unowned self] (_: SubscriptionSync.Result) in
        ask(HTTPLog.self, .init()) { [unowned self] after in
          let made = paths.isEmpty ? after.requests.suffix(max(0, after.total - before.total)) : []
          judge(nothing: filter, requests: Array(made), at: place)
        }
      }
      ask(ClockGet.self, .init()) { [unowned self] clock in
        if clock.mode == .virtual {
          ask(ClockAdvance.self, ClockAdvance.Params { $0.by = time }) { [unowned self] _ in
            ask(SubscriptionSync.self, .init(), then: judged)
          }
        } else {
          hold(.time, until: now() + .nanoseconds(time.nanoseconds)) { [unowned self] in
            ask(SubscriptionSync.self, .init(), then: judged)
          }
        }
      }
    }
  }

  /// On a virtual clock what is due at this moment waits for somebody who moves it, if only by nothing.
  private func doWhatIsDue(then next: @escaping () -> Void) {
    guard settings.isTest else { return next() }
    ask(ClockGet.self, .init()) { [unowned self] clock in
      guard clock.mode == .virtual, let due = clock.next, due <= clock.now else { return next() }
      ask(ClockAdvance.self, ClockAdvance.Params { $0.to = clock.now }) { [unowned self] _ in
        ask(SubscriptionSync.self, .init()) { _ in next() }
      }
    }
  }

  private func judge(nothing filter: PathFilter, requests: [HTTPLogEntry], at place: CommandPlace?) {
    let found = ledger.unexpected(filter)
    ledger.forget(filter)
    guard ledger.lost == 0 || !found.isEmpty else { return tellLost(at: place) }
    let lines =
      found.prefix(Self.toldMax).map { "\n  " + events.line($0) }
      + (found.count > Self.toldMax ? ["\n  … and \(found.count - Self.toldMax) more"] : [])
      + requests.map { "\n  \($0.method) \($0.url)" }
    expect(lines.isEmpty, at: place, orSay: "expected nothing, and this came:" + lines.joined())
    if !lines.isEmpty { tellHistory(of: found.map(\.path), at: place) }
  }

  private func tellLost(at place: CommandPlace?) {
    expect(
      false, at: place, orSay: "\(ledger.lost) changes came too fast to be looked at, so that nothing is known of them")
  }

  private static let toldMax = 10

  /// At the end of a strict test, tells what no `:expect` has had.
  func judgeStrictly() {
    guard let strict = ledger.strict else { return }
    ledger.strict = nil
    commandPlace = strict.place
    ask(SubscriptionSync.self, .init()) { [unowned self] _ in
      require(strict.filter.patterns.filter { $0 != "**" }) { [unowned self] in judge(strict) }
    }
  }

  private func judge(_ strict: (filter: PathFilter, place: CommandPlace?)) {
    let found = ledger.unexpected(strict.filter)
    guard ledger.lost == 0 || !found.isEmpty else { return tellLost(at: strict.place) }
    let lines =
      found.prefix(Self.toldMax).map { "\n  " + events.line($0) }
      + (found.count > Self.toldMax ? ["\n  … and \(found.count - Self.toldMax) more"] : [])
    expect(
      found.isEmpty, at: strict.place,
      orSay: "strict: \(found.count == 1 ? "a change" : "\(found.count) changes") that nothing has expected:"
        + lines.joined(), hint: found.first.map { "\(settings.commandPrefix)expect \($0.path) \($0.spelled)" })
    if !found.isEmpty { tellHistory(of: found.map(\.path), at: strict.place) }
  }
}

extension EventLedger.Event {
  /// As `:expect` takes it.
  fileprivate var spelled: String { value.map(\.text) ?? "gone" }
}

extension EventRenderer {
  /// `form.isValid true (rev 5)`
  fileprivate func text(_ event: EventLedger.Event) -> String {
    "\(event.path) \(event.value.map { text($0) } ?? "gone") (rev \(event.rev))"
  }

  /// `form.isValid  false → true  (rev 5, by timer, via form.isValid)`
  fileprivate func line(_ event: EventLedger.Event) -> String {
    let old = event.old.map { text($0) + " " } ?? ""
    let cause = event.cause.map { ", " + Self.describe($0) } ?? ""
    return "\(event.path)  \(old)→ \(event.value.map { text($0) } ?? "gone")  (rev \(event.rev)\(cause))"
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}

// `watch` and `tail`: a subscription that is printed until it ends, through lost connections.
import ClientConnection
import Glibc
import Wire

/// Follows one subscription. Text for people, or one JSON object per event; each is written as it comes.
final class Follower {
  private let program: Combinectl
  private var params: SubscriptionOpen.Params
  private let options: TailOptions
  private var watching: WatchOptions { options.watching }
  private let isTail: Bool
  private var renderer: TailRenderer
  private var tree: CauseTree?
  private let connection: Connection
  private var core: ClientCore { connection.core }

  /// What has been shown and not been written yet. Nothing else is said before that is.
  private var output = BatchedOutput()
  /// Lines fold at the width of a terminal.
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  private var changes = 0
  /// How many a sample has left out.
  private var unshown = 0
  private var failure: ClientError?
  /// What it exits with, once it is known that it ends.
  private var ended: Int32?
  /// What happens later is not shown: when it is to end, and with which commit.
  private var until: Timestamp?
  private var lastRevision: Int?
  /// What a condition that holds makes of the end, and what is said of it.
  private var outcome: Int32 = 0
  private var reason: (text: String, rev: Int)?
  /// Conditions whose past has not been read.
  private var unread: Set<String> = []
  private var endsAt: ContinuousClock.Instant?
  /// Whether everything that is to be shown has happened by the daemon's clock.
  private var isPast = false
  /// Since the connection came back: what has been shown of what was missed.
  private var caughtUp: (rev: Int, replayed: Int)?
  private var cursor: CursorFile?
  /// How many commits a second are shown where that is not all; how many of the present second were, and when it ends.
  private let sample: Int?
  private var sampled = 0
  /// What was there before the opening costs no demand.
  private var isLive = false
  private var sampleEnd = ContinuousClock.now
  /// Where somebody looks on: keys hold the view.
  private var keys: TerminalKeys?
  /// While it is held: how many commits wait, and when it is asked again.
  private var hold: (waiting: Int, nextLook: ContinuousClock.Instant)?
  /// In a tree: what has come and cannot be shown before what came earlier.
  private var waiting: [Item] = []
  private var firstItem = 0

  private struct Item {
    enum Content {
      case event(SubscriptionEvent)
      case notice(SessionNotice)
    }
    let content: Content
    var step: CauseStep?
    var requests: [HTTPLogEntry]?
    var isReady: Bool { step != nil && requests != nil }
  }

  /// - Parameter isTail: Whether it is about what happens, and not about values.
  init(_ program: Combinectl, _ params: SubscriptionOpen.Params, _ options: TailOptions, isTail: Bool = false) throws {
    self.program = program
    self.params = params
    var options = options
    if program.options.json { options.format = .json }
    self.options = options
    self.isTail = isTail
    // Nobody reads more of a screen. What is written elsewhere is to be complete, and so is what a cursor file is kept of.
    let isLookedAt = isTail && isatty(STDOUT_FILENO) == 1 && options.cursorFile == nil && !options.format.isForPrograms
    let rate = options.watching.sample ?? (isLookedAt ? Self.sampleUsual : 0)
    sample = rate > 0 ? rate : nil
    if let sample {
      self.params.deliver = .init(mode: .every)
      self.params.deliver?.demand = sample
      self.params.deliver?.overflow = .dropOldest
      // Who has not asked for samples is shown in the seconds to come what came in a burst, or while the view was held: as many
      // as the daemon has at hand.
      self.params.deliver?.queue = options.watching.sample ?? 4096
    }
    let events = EventRenderer(style: program.style, valueLengthMax: nil, comparesFrom: nil)
    renderer = TailRenderer(format: options.format, events: events, isTail: isTail, now: Session.wallTime())
    renderer.sample = sample
    tree = options.format == .tree ? CauseTree(events: events) : nil
    cursor = try options.cursorFile.map { path throws(UsageError) in try CursorFile(path) }
    let access = try program.access()
    // What is said of programs belongs to no path.
    let isAboutAll = isTail && params.paths == ["**"]
    let tellsRequests = tree != nil || options.format == .json
    connection = try program.connect(access, features: isAboutAll ? ["tail"] + (tellsRequests ? ["requests"] : []) : [])
    if options.watching.reconnect {
      connection.reconnect = { () throws(ClientError) in try access.connect(mayLaunch: false) }
    }
  }

  private static let sampleUsual = 1000
  private static let stopName = "stop"
  private static let failName = "fail"
  private static let probeName = "probe"

  func run() throws -> Int32 {
    core.onEvent = { [unowned self] in receive($0) }
    try findPlaces()
    program.show(lines: renderer.header)
    if cursor?.isEmpty == true { notice("began", "\(options.cursorFile!) is empty: there was no place in it") }
    if cursor != nil { params.progress = WireDuration("5s") }
    // The conditions first: where they end it is known before that is shown.
    let conditions = [(Self.stopName, options.stop), (Self.failName, options.fail)].filter { $0.1 != nil }
    for (name, condition) in conditions {
      let params = SubscriptionOpen.Params(
        sub: name, paths: params.paths, from: params.from, initial: .none, old: true, deliver: .init(mode: .every),
        when: condition)
      open(params)
      if params.from != .now { unread.insert(name) }
    }
    if unread.isEmpty { open(params) }
    let timeout = program.options.timeout.map { ContinuousClock.now + $0 }
    if !options.format.isForPrograms, !isDumbTerminal(program.environment) { keys = TerminalKeys() }
    keys?.take()
    if canReadLines { core.readLines(of: params.sub) { [unowned self] in show($0) } }
    defer {
      output.flush()
      if hold != nil { writeAll("\r\u{1b}[K", to: STDOUT_FILENO) }
      keys?.giveBack()
    }
    while ended == nil, failure == nil {
      wait(until: [timeout, endsAt, sampled > 0 ? sampleEnd : nil].compactMap { $0 }.min())
      output.flush()
      if let endsAt, ContinuousClock.now >= endsAt {
        self.endsAt = nil
        endWhenAllIsTold()
      }
      if let timeout, ContinuousClock.now >= timeout, ended == nil, failure == nil {
        failure = .notDone(after: program.options.timeout!)
      }
      askForMore()
      try cursor?.save()
    }
    if unshown > 0 {
      let commits = unshown == 1 ? "1 commit is" : "\(unshown) commits are"
      notice(
        "sampled", "\(changes) shown; \(commits) not shown: more than \(sample ?? 0) a second",
        [.init("shown", .int(changes)), .init("lost", .int(unshown))])
      output.flush()
    }
    if let failure { throw failure }
    return ended!
  }

  private func open(_ params: SubscriptionOpen.Params) {
    core.open(params) { [unowned self] result in
      switch result {
      case .success(let opened): if params.sub == self.params.sub { echo(opened) }
      case .failure(let error): failure = error
      }
    }
  }

  /// Says what is let through, as the daemon has taken it, where that is not everything.
  private func echo(_ opened: SubscriptionOpen.Result) {
    // Whose condition was refused follows nothing: that reply comes first, if both come at once or not.
    guard isTail, params.paths != ["**"], failure == nil else { return }
    let filter = opened.when.map { " where \($0)" } ?? ""
    let paths = JSONValue.array(params.paths.map { .string($0) })
    notice(
      "following", "following \(params.paths.joined(separator: " "))\(filter)",
      [.init("paths", paths), .init("when", opened.when.map { .string($0) } ?? .null)])
  }

  /// Where to begin and to end: what people write is made of the daemon's history and clock.
  private func findPlaces() throws {
    if let bookmark = cursor?.bookmark {
      params.from = .after(bookmark)
    } else if let last = options.last {
      params.from = last == 0 ? .now : .last(Last(last))
      // Conditions are another selection, and look at the past from the same place on.
      if last > 0, options.stop != nil || options.fail != nil, let first = try firstShown() {
        params.from = .after(Bookmark(epoch: try status().epoch, rev: first - 1))
      }
    } else if let since = watching.since {
      params.from = try beginning(since)
    } else if !options.follows || options.until != nil {
      params.from = .since(Since("1970-01-01T00:00:00Z"))
    }
    guard let until = options.until else { return }
    let clock = try status().clock
    self.until = until.moment(now: clock.now)!
    if let since = watching.since?.moment(now: clock.now), since > self.until! {
      throw UsageError(
        "nothing happens after --since \(since.inSeconds) and before --until \(self.until!.inSeconds)",
        hint: "--since is the earlier one; times without a date are of today, in UTC")
    }
    // A clock that stands still comes to its end by being moved: then something later happens.
    isPast = self.until!.nanoseconds <= clock.now.nanoseconds
    if !isPast, clock.mode == .real {
      endsAt = .now + .nanoseconds(self.until!.nanoseconds) - .nanoseconds(clock.now.nanoseconds)
    }
  }

  /// The first commit that would be shown; nil if there is none yet.
  private func firstShown() throws -> Int? {
    var probe = params
    (probe.sub, probe.initial, probe.deliver) = (Self.probeName, .none, .init(mode: .every))
    var first: Int?
    var isKnown = false
    core.onEvent = { [unowned self] event in
      switch event {
      case .subscription(Self.probeName, .change(let change)): (first, isKnown) = (first ?? change.rev, true)
      case .subscription(Self.probeName, _): isKnown = true
      default: receive(event)
      }
    }
    defer { core.onEvent = { [unowned self] in receive($0) } }
    core.open(probe) { [unowned self] in if case .failure(let error) = $0 { failure = error } }
    let deadline = program.options.timeout.map { ContinuousClock.now + $0 }
    while !isKnown {
      if let failure { throw failure }
      if let deadline, ContinuousClock.now >= deadline { throw ClientError.notDone(after: program.options.timeout!) }
      connection.wait(until: deadline)
    }
    core.close(Self.probeName)
    return first
  }

  private func beginning(_ since: HistoryPlace) throws -> Start {
    switch since {
    // A revision alone is one of the present history, which the greeting tells.
    case .commit(let rev, let epoch): return .after(Bookmark(epoch: try epoch ?? status().epoch, rev: rev))
    case .ago(let duration): return .since(Since("-\(duration)"))
    case .time(let time): return .since(Since(time.description))
    case .today: return .since(Since(since.moment(now: try status().clock.now)!.description))
    }
  }

  private func status() throws -> ServerStatus.Result {
    try connection.call(ServerStatus.self, .init(), timeout: program.options.timeout)
  }

  // MARK: What comes

  private func receive(_ event: ClientEvent) {
    guard ended == nil else { return }
    switch event {
    case .connected(let hello, let missed, let isReconnect):
      renderer.epoch = hello.epoch
      if isReconnect { cameBack(rev: hello.rev, missed: missed) }
      // It has been opened anew.
      if hold != nil { core.request(SubscriptionPause.self, .init(sub: params.sub)) { _ in } }
    case .greetingRefused(let error): failure = error
    case .lost:
      (isLive, sampled) = (false, 0)
      if watching.reconnect {
        notice("lost", "connection lost; coming back when the daemon does")
      } else {
        failure = .ended
      }
    case .subscription(params.sub, let event):
      if case .ready = event { isLive = true }
      show(event)
    case .subscription(Self.probeName, _): break
    case .subscription(let name, .change(let change)): conditionHolds(name, change)
    case .subscription(let name, .ready): if unread.remove(name) != nil, unread.isEmpty { open(params) }
    case .subscription(_, .failed(let error)): failure = .refused(error)
    case .subscription: break
    case .subscriptionFailed(_, let error): failure = error
    case .notice(let notice): show(notice)
    case .providerRequest: break
    case .violation(let what): failure = .violation(what)
    }
  }

  /// A condition of `--stop` or `--fail` holds: what came before it, and itself, is shown.
  private func conditionHolds(_ name: String, _ change: SubscriptionEvent.Change) {
    guard change.rev < lastRevision ?? .max else { return }
    let isFirst = lastRevision == nil
    (lastRevision, outcome) = (change.rev, 0)
    if name == Self.failName {
      outcome = 2
      let changed = change.changes.map { renderer.events.changed($0) }.joined(separator: ", ")
      reason = ("ended by --fail at rev \(change.rev): \(changed)", change.rev)
    }
    // What is only read yet ends when it has been shown.
    if isFirst, unread.isEmpty { endWhenAllIsTold() }
  }

  /// Ends when everything that has happened so far has come.
  private func endWhenAllIsTold() {
    if hold != nil { goOn() }
    core.request(SubscriptionSync.self, .init()) { [unowned self] _ in end() }
  }

  private func end() {
    guard ended == nil else { return }
    ended = outcome
    if let (text, rev) = reason { notice("ended", text, [.init("rev", .int(rev))]) }
  }

  private func show(_ event: SubscriptionEvent) {
    guard tree != nil, case .change(let change) = event else {
      // What waits in a tree comes first.
      if tree != nil, firstItem < waiting.count {
        waiting.append(Item(content: .event(event), step: CauseStep(), requests: []))
      } else {
        shown(event, lines: renderer.lines(event))
      }
      return
    }
    let place = waiting.count
    waiting.append(Item(content: .event(event), requests: change.cause?.via.isEmpty == false ? nil : []))
    let why = Why.Params {
      $0.rev = change.rev
      $0.depth = 1
    }
    core.request(Why.self, why) { [unowned self] result in
      let step = (try? result.get())?.chain.first ?? CauseStep(change)
      complete(place) { $0.step = step }
    }
    guard waiting[place].requests == nil else { return }
    core.request(HTTPLog.self, .init()) { [unowned self] result in
      let requests = (try? result.get())?.requests ?? []
      complete(place) { $0.requests = requests }
    }
  }

  private func complete(_ place: Int, _ change: (inout Item) -> Void) {
    change(&waiting[place])
    while firstItem < waiting.count, waiting[firstItem].isReady {
      let item = waiting[firstItem]
      firstItem += 1
      switch item.content {
      case .event(.change(let change)):
        shown(
          .change(change), lines: renderer.newDay(change.at) + tree!.lines(item.step!, requests: item.requests!))
      case .event(let event): shown(event, lines: renderer.lines(event))
      case .notice(let notice): write(notice)
      }
    }
    if firstItem == waiting.count { (waiting, firstItem) = ([], 0) }
  }

  /// Writes what is to be said of an event, and what follows from it.
  private func shown(_ event: SubscriptionEvent, lines: [String]) {
    guard ended == nil else { return }
    if case .change(let change) = event {
      if let until, change.at > until { return end() }
      if let lastRevision, change.rev > lastRevision { return end() }
    }
    if isTerminal, !options.format.isForPrograms {
      // Also what was on its way when the view was held.
      if !lines.isEmpty { beside { program.show(folding: lines) } }
    } else {
      output.append(lines)
    }
    switch event {
    case .change(let change):
      if sample != nil, isLive { noteSampled() }
      shown(rev: change.rev, merged: change.merged)
    case .ready(let rev, _):
      cursor?.bookmark = Bookmark(epoch: renderer.epoch, rev: rev)
      sayResumed()
      if !options.follows || lastRevision != nil || isPast { endWhenAllIsTold() }
    case .progress(let rev): cursor?.bookmark = Bookmark(epoch: renderer.epoch, rev: rev)
    case .gap(let gap) where gap.reason == .overflow && sample != nil: unshown += gap.lost ?? 0
    case .complete: end()
    case .end(let reason, _) where reason.isFinal: end()
    case .failed(let error): failure = .refused(error)
    default: break
    }
  }

  private func shown(rev: Int, merged: Int) {
    changes += 1
    caughtUp?.replayed += merged
    cursor?.bookmark = Bookmark(epoch: renderer.epoch, rev: rev)
    if let count = watching.count, changes >= count { end() }
  }

  /// Whether changes can be shown as they are read: where nothing decides but how many there are.
  private var canReadLines: Bool {
    renderer.readsLines && sample == nil && tree == nil && until == nil && options.stop == nil && options.fail == nil
      && (!isTerminal || options.format.isForPrograms)
  }

  private func show(_ change: ChangeLine) -> Bool {
    guard ended == nil, output.append({ renderer.append(change, to: &$0) }) else { return false }
    shown(rev: change.rev, merged: change.merged)
    return true
  }

  private func show(_ notice: SessionNotice) {
    if tree != nil, firstItem < waiting.count {
      waiting.append(Item(content: .notice(notice), step: CauseStep(), requests: []))
    } else {
      write(notice)
    }
  }

  private func write(_ notice: SessionNotice) {
    if case .idle = notice { tree?.interrupt() }
    let line = isTail ? renderer.events.tailLine(notice) : renderer.events.line(notice)
    switch options.format {
    case .json:
      var writer = JSONWriter()
      notice.encode(to: &writer)
      output.append([writer.text])
    case .cloudEvents, .csv, .table, .template: break
    default: if let line { beside { program.show(folding: [line]) } }
    }
  }

  // MARK: Samples

  /// What was taken is asked for again when the second is over: the daemon does no more for who looks on than that.
  private func noteSampled() {
    if sampled == 0 { sampleEnd = .now + .seconds(1) }
    sampled += 1
  }

  private func askForMore() {
    guard sampled > 0, ContinuousClock.now >= sampleEnd else { return }
    core.demand(params.sub, .count(sampled))
    sampled = 0
  }

  // MARK: Holding the view

  private func wait(until deadline: ContinuousClock.Instant?) {
    guard let keys else { return waitWithoutKeys(until: deadline) }
    let arrival = keys.wait(for: connection, until: [deadline, hold?.nextLook].compactMap { $0 }.min())
    for key in arrival.keys {
      switch key {
      case .character(" "), .character("p"): if hold == nil { pause() } else { goOn() }
      case .character("q"): ended = ended ?? 0
      default: break
      }
    }
    if let end = arrival.end { ended = end }
    if let hold, ContinuousClock.now >= hold.nextLook { countWaiting() }
  }

  /// Ends with whoever reads: a write would tell that they have gone, but there may be nothing to write for long.
  private func waitWithoutKeys(until deadline: ContinuousClock.Instant?) {
    connection.flush()
    var wanted = [pollfd(fd: isTerminal ? -1 : STDOUT_FILENO, events: 0, revents: 0)]
    if let descriptor = connection.descriptor {
      let events = POLLIN | (connection.wantsToWrite ? POLLOUT : 0)
      wanted.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }
    let end = [deadline, connection.deadline].compactMap { $0 }.min()
    poll(&wanted, nfds_t(wanted.count), end.map { pollMilliseconds(ContinuousClock.now.duration(to: $0)) } ?? -1)
    if wanted[0].revents & Int16(POLLERR | POLLHUP) != 0 { exit(128 + SIGPIPE) }
    connection.process(now: .now)
  }

  private static let lookInterval = Duration.milliseconds(500)

  /// The daemon keeps its place: nothing is dropped, and nothing is kept here.
  private func pause() {
    hold = (0, .now + Self.lookInterval)
    core.request(SubscriptionPause.self, .init(sub: params.sub)) { _ in }
    sayHeld()
  }

  private func goOn() {
    hold = nil
    writeOutput("\r\u{1b}[K")
    core.request(SubscriptionResume.self, .init(sub: params.sub)) { _ in }
  }

  private func countWaiting() {
    hold?.nextLook = .now + Self.lookInterval
    core.request(SubscriptionList.self, .init()) { [unowned self] result in
      guard hold != nil, let mine = try? result.get().subs.first(where: { $0.sub == params.sub }) else { return }
      if hold?.waiting != mine.queued {
        hold?.waiting = mine.queued
        sayHeld()
      }
    }
  }

  /// In the row in which what comes next will stand.
  private func sayHeld() {
    let text = "-- paused: +\(hold?.waiting ?? 0) while paused; Space goes on, q ends"
    writeOutput("\r" + program.style(cut(text, to: max(1, (terminalSize()?.columns ?? 80) - 1)), .yellow) + "\u{1b}[K")
  }

  // MARK: Beside it

  private func cameBack(rev: Int, missed: Int?) {
    guard missed != nil else {
      caughtUp = nil
      return notice(
        "resumed", "connected again at rev \(rev), and the history is another one",
        [.init("rev", .int(rev)), .init("replayed", .null)])
    }
    caughtUp = (rev, 0)
  }

  /// Everything that happened while there was no connection has been shown.
  private func sayResumed() {
    guard let (rev, replayed) = caughtUp else { return }
    caughtUp = nil
    let count = replayed == 0 ? "nothing" : replayed == 1 ? "1 commit" : "\(replayed) commits"
    notice(
      "resumed", "resumed at rev \(rev), \(count) replayed",
      [.init("rev", .int(rev)), .init("replayed", .int(replayed))])
  }

  /// Says something in its order, and above the line that is held.
  private func beside(_ say: () -> Void) {
    output.flush()
    guard hold != nil else { return say() }
    writeOutput("\r\u{1b}[K")
    say()
    sayHeld()
  }

  /// In JSON it is part of the stream, since whoever reads that must know; for people it is beside it.
  private func notice(_ type: String, _ text: String, _ members: [JSONValue.Member] = []) {
    if options.format == .json {
      output.append([JSONValue.object([.init("type", .string(type))] + members).description])
    } else if !program.options.quiet {
      beside { writeAll("-- \(text)\n", to: STDERR_FILENO) }
    }
  }
}

extension CauseStep {
  /// What a change says of its commit by itself.
  init(_ change: SubscriptionEvent.Change) {
    self.init()
    rev = change.rev
    at = change.at
    cause = change.cause ?? ChangeCause(by: "?")
    changes = change.changes.map(\.path)
    values = change.changes
  }
}

/// A file with the place up to which everything has been shown: `8841@k3f9`. Whoever is killed between showing and saving
/// sees again what it showed last, and misses nothing.
private struct CursorFile {
  private let path: String
  private var saved: Bookmark?
  var bookmark: Bookmark?
  /// It is there, and was never written to.
  private(set) var isEmpty = false

  init(_ path: String) throws(UsageError) {
    self.path = path
    guard fileExists(path) else { return }
    let text = try readFile(path).trimmed
    // As `mktemp` makes it.
    if text.isEmpty { isEmpty = true }
    guard !isEmpty else { return }
    guard case .commit(let rev, let epoch?)? = HistoryPlace(text) else {
      throw UsageError(
        "\(path) is no cursor file: it says '\(text.prefix(40))'", hint: "name another file, or remove it", status: 65)
    }
    bookmark = Bookmark(epoch: epoch, rev: rev)
    saved = bookmark
  }

  mutating func save() throws(UsageError) {
    guard bookmark != saved, let bookmark else { return }
    try writeFile("\(bookmark)\n", to: path)
    saved = bookmark
  }
}

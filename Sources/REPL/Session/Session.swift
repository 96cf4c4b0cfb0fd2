// A conversation with the daemon: lines in, requests out, results and events onto the screen. It neither reads nor waits:
// whoever drives it (a terminal loop, a script, a test) gives it lines, signals and the time.
import ClientConnection
import Wire

/// One session, from its first line to `isFinished`. For one thread.
final class Session {
  typealias Instant = ContinuousClock.Instant

  let core: ClientCore
  let screen: any Screen
  let settings: SessionSettings
  /// Looks at the clock; tests move it by hand.
  let now: () -> Instant
  /// Called when something is asked for while there is no connection: connects at once, starting a daemon if that may be.
  /// Returns why that failed.
  var wake: () -> ClientError? = { nil }
  /// The time of day; tests have their own.
  var wallClock: () -> Timestamp = { Session.wallTime() }
  /// Lets messages arrive, at most until then; completion waits with it.
  var pump: (Instant) -> Void = { _ in }
  /// Whether keys are there that nobody has read yet.
  var isTypedAhead: () -> Bool = { true }
  /// Called with every entry that is complete and names nothing secret, for the history.
  var remember: (String) -> Void = { _ in }

  private(set) var memory = EntryMemory()
  private(set) var isFinished = false
  /// 0, or the class of the first thing that failed.
  private(set) var exitStatus: Int32 = 0

  /// How `#expect`s came out so far.
  private(set) var expectations = (held: 0, failed: 0)
  /// Those of them that held in a text that was evaluated to its end.
  private(set) var heldInReplies = 0
  /// Those of a test that did not hold.
  private(set) var unmet: [Unmet] = []

  /// What each `:clock` has set off.
  var clockMoves: [ClockMove] = []

  /// What the present entry has printed and was not shown yet, in a test.
  private var heldOutput: [String] = []
  /// What was printed where a test says what is: its comments and what they should be.
  private(set) var printed: [Printed] = []

  /// Where a command stands, and its line.
  struct CommandPlace {
    var file: String
    var line: Int
    var text: String
    /// Of its colon, from 1.
    var column: Int
    /// Whether the column is that of what is wrong.
    var isExact = false

    init(_ file: String, _ line: Int, _ text: String) {
      (self.file, self.line, self.text) = (file, line, text)
      column = text.prefix { $0.isWhitespace }.utf8.count + 1
    }

    /// Of what a message quotes, or of the longest word that it names; else of the command.
    func column(of message: String) -> Int {
      if isExact { return column }
      let quoted = message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 && !$0.element.isEmpty }.map { String($0.element) }
      let words = text.words.dropFirst().filter { $0.count > 1 && message.contains($0) }.sorted { $0.count > $1.count }
      let place = (quoted + words).lazy.compactMap { text.firstRange(of: $0) }.first
      if let place { return text[..<place.lowerBound].utf8.count + 1 }
      return column
    }
  }

  /// An expectation of a test that did not hold.
  struct Unmet: Equatable {
    var message: String
    var file: String?
    var line: Int
    var column: Int
  }

  struct Printed {
    /// Where it is expected: the script itself, or a file that it reads.
    var file: String
    var line: Int
    var expected: [String]
    var lines: [String]

    var isAsExpected: Bool { lines == expected }
    /// How many comments say it: one also says that nothing is printed.
    var count: Int { max(1, expected.count) }
  }

  /// What the daemon refused last, with its diagnostics.
  private(set) var refused: Refused?

  private(set) var reader = EntryReader()
  private var work: [Work] = []
  /// Whether something was asked of the daemon that must be answered before the next entry.
  private var isBusy = false
  /// What is asked while something else is: one after the other, before the next entry.
  private var questions: [() -> Void] = []
  private var running: RequestID?
  private var runningMethod = ""
  private var runningDeadline: Instant?
  /// When the session gives up, whatever it is at.
  var limit: Instant?
  private var wasInterrupted = false
  /// No more lines will come; the session ends when all is done.
  private var inputEnded = false
  private var hasHeardAll = false

  var folder = BurstFolder()
  var watches = WatchBook()
  var marbleWatch: MarbleWatch?
  var pins = PinBoard()
  var look = Look()
  /// What was last shown around the prompt, when, and whether there is something newer.
  var drawn = Surroundings()
  var drawnAt: Instant?
  var isDrawingDue = false
  /// The daemon's clock, as it was last said to this session.
  var clock: ClockReading?
  /// The world of names in which source is evaluated and paths begin; `nil` is the one without a name.
  var namespace: String?
  /// What that one ends with, as it was entered.
  var namespaceOwner: NamespaceOwnership?
  private var daemonIsStopping = false
  /// The values of bare expressions, as far as they are known to live.
  var results: [SessionResult] = []
  /// The drafts that this session has open: they end with its connection.
  var drafts: [String] = []
  /// What `:top` was answered last: rates are of the time since.
  var lastStats: ServerStats.Result?

  /// What was evaluated last, which a line like `.map { … }` goes on with.
  private(set) var previous = PreviousEntry()
  /// The Swift that was entered last, also if it was refused.
  private(set) var entered = ""

  /// What :save writes down: what was done, and when something was noted last.
  var record = SessionRecord()
  var recordedAt: Instant?
  /// A command that is noted when it has not failed.
  private var commandUnderWay: String?
  /// What has happened since the session began, while it is asked for.
  var pastCommits: [SubscriptionEvent.Change]?
  /// The names that this session has had in the daemon: a connection that comes back is another one.
  private(set) var ownNames: Set<String> = []
  /// Makes a place where the session can be done again; `nil` where there is none.
  var rehearsalStage: () throws -> RehearsalStage? = { nil }
  /// Whether the user wants what goes on to end; for what does not return to whoever hears of it.
  var isAskedToStop: () -> Bool = { false }
  /// Told what each text gave.
  var onResult: (ProgramEval.Result) -> Void = { _ in }
  /// The number of the last request.
  private(set) var lastRequest: Int?

  /// The file in which the command stands that is being done.
  private(set) var currentFile: String?
  /// The files that are being read there.
  private var reading: Set<String> = []
  /// The files that were read, or should have been.
  private(set) var sources: Set<String> = []
  /// Where the command stands that is being done, if that is in a file.
  private(set) var currentPlace: CommandPlace?
  /// The command that was begun last, or in a test the statements, until the next entry: what is answered later is about it.
  var commandPlace: CommandPlace?
  /// Why a statement of a test was given up.
  private var waitsInVain: String?
  /// The lines of the files that are run.
  private var lines: [String: [String]] = [:]
  /// What is being done, as it was entered.
  private var doing = ""
  /// What is waited for without asking the daemon.
  private var held: (for: Hold, end: Instant, then: () -> Void)?
  var holding: Hold? { held?.for }

  enum Hold {
    case time
    /// Ends with each change, too.
    case expectation
  }

  /// What the next line answers, and what is done if that is yes.
  private var question: (text: String, then: () -> Void)?

  /// What has happened and nothing was expected of yet.
  var ledger = EventLedger()
  /// When the session began, as a place in the daemon's history.
  private(set) var beginning: Bookmark?

  /// Something to do, and what it is part of.
  private struct Work {
    var entry: Entry
    /// More files of the same program.
    var others: [SourceFileText] = []
    var file: String
    /// The files that are being read where it stands: its own, the one that names that, and so on.
    var reading: Set<String> = []
    /// Whether messages should count lines from the beginning of the file.
    var keepsLines: Bool
  }

  static let prompt = "combined> "
  static let continuation = "      ... "

  /// `combined> `, or `red> ` in a namespace.
  var prompt: String { namespace.map { "\($0)> " } ?? Self.prompt }

  /// Asks the person at the prompt before something is done that cannot be taken back.
  func askUser(_ text: String, then body: @escaping () -> Void) {
    let command = commandUnderWay
    commandUnderWay = nil
    question = (
      text + " (y/N) ",
      { [unowned self] in
        commandUnderWay = command
        body()
      }
    )
  }

  /// Whether a text is an answer, and so is no entry.
  private func isAnswer(_ text: String) -> Bool {
    guard let asked = question else { return false }
    question = nil
    if ["y", "yes"].contains(text.trimmed.lowercased()) { asked.then() } else { write("nothing is changed") }
    advance()
    return true
  }

  init(
    core: ClientCore, screen: any Screen, settings: SessionSettings, now: @escaping () -> Instant = { .now }
  ) {
    self.core = core
    self.screen = screen
    self.settings = settings
    self.now = now
    (namespace, namespaceOwner) = (settings.namespace, settings.namespaceOwner)
    core.onEvent = { [unowned self] in receive($0) }
    if let hello = core.hello { begin(hello) }
  }

  // The connection may go on without it, and its handlers refer to it.
  deinit { core.forgetAskers() }

  /// Everything that happens from here on is part of the session.
  private func begin(_ hello: SessionHello.Result) {
    ledger.session = hello.session
    ownNames.insert(hello.session)
    if beginning == nil { beginning = Bookmark(epoch: hello.epoch, rev: hello.rev) }
  }

  var style: Style { settings.style }
  var values: ValueRenderer { ValueRenderer(style: style, width: screen.width) }
  var errors: ErrorRenderer {
    ErrorRenderer(style: style, commandPrefix: settings.stopsAtFailure ? "combinectl " : ":", isOfSession: true)
  }
  var events: EventRenderer { EventRenderer(style: style, valueLengthMax: settings.isInteractive ? 160 : nil) }

  /// When `tick` is due; `nil` when no time is waited for.
  var deadline: Instant? {
    // A script asks for its pictures.
    let drawing = settings.isInteractive ? marbleWatch?.isDue : nil
    return [folder.deadline, drawing, runningDeadline, limit, refreshDeadline, held?.end].compactMap { $0 }.min()
  }

  /// Whether a line is wanted.
  var isReading: Bool { !isFinished && !isBusy && work.isEmpty && !inputEnded }

  // MARK: From outside

  /// Begins: the first prompt.
  func start() { advance() }

  /// Takes what was entered at once: a line, or the several lines of a paste.
  func enter(_ text: String) {
    if isAnswer(text) { return }
    if settings.isInteractive, !reader.isInsideEntry, Self.plainCommand(text) != nil { return enter(whole: text) }
    if reader.isInsideEntry, reader.depth == 0, text.allSatisfy(\.isWhitespace) {
      // An empty line ends what only might go on.
      accept(reader.finish())
    } else {
      let entries = reader.add(text)
      if reader.isDoubtful { return askWhetherWhole(before: entries) }
      // A person may go on with `else`; of a file the next line is known.
      accept(!settings.isInteractive && reader.isExtensible ? entries + reader.finish() : entries)
    }
  }

  /// Takes a whole entry, of any number of lines.
  func enter(whole text: String) {
    if isAnswer(text) { return }
    if let command = Self.plainCommand(text) { return accept([.command(command, line: 1)]) }
    accept(reader.add(text) + reader.finish())
  }

  /// Words that a newcomer tries, which are no Swift: `help`, `help debounce`, `help debounce --run`, `?`, `quit`, `exit` and
  /// `exit()`.
  static func plainCommand(_ text: String) -> String? {
    let words = text.words
    if words == ["exit()"] || words == ["quit()"] { return "quit" }
    let asks = words.first == "help" || words.first == "?"
    guard let first = words.first,
      words.count == 1 || asks && (words.count == 2 || words.count == 3 && words[2] == "--run")
    else { return nil }
    guard ["help", "?", "quit", "exit"].contains(first),
      words.count == 1 || !words[1].contains(where: "=(".contains)
    else {
      return nil
    }
    return words.joined(separator: " ")
  }

  /// Whether a text is all of an entry: no bracket, string or comment is open, and no line says that it goes on. After an
  /// empty line also what only might go on is whole.
  func isWhole(_ text: String) -> Bool {
    if question != nil || Self.plainCommand(text) != nil { return true }
    var reader = EntryReader()
    _ = reader.add(text)
    guard reader.isInsideEntry else { return true }
    if reader.depth == 0, text.last == "\n" { return true }
    guard reader.isDoubtful else { return false }
    let pending = reader.pendingText
    return askNow(ProgramCheck.self, .init(source: pending, namespace: namespace))
      .map { !Self.isCutOff(pending, $0) } ?? true
  }

  /// Takes the text of a file as one program; commands in it are done in their places.
  func run(_ text: String, file: String) {
    var reader = EntryReader(readsPrinted: settings.isTest)
    if !settings.isInteractive {
      lines[file] = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
    let entries = reader.add(text) + reader.finish()
    if let overlooked = reader.overlooked { return refuse(overlooked, in: file) }
    let isMixed = entries.count > 1
    let reading = reading.union([realPath(file)])
    let own = entries.map {
      Work(entry: $0, file: file, reading: reading, keepsLines: isMixed || !settings.isInteractive)
    }
    // A file that is named in another comes before what that one goes on with.
    if currentFile != nil { work.insert(contentsOf: own, at: 0) } else { work += own }
  }

  /// What a test expects is looked at, or the test is none.
  private func refuse(_ overlooked: EntryReader.Overlooked, in file: String) {
    var place = CommandPlace(file, overlooked.line, line(overlooked.line, of: file) ?? "")
    (place.column, place.isExact) = (overlooked.column, true)
    commandPlace = place
    fail(UsageError(overlooked.message, hint: overlooked.hint, status: 65))
  }

  /// Takes the text of a file that a command names. One that is being read has no end if it is read again for itself.
  func source(_ file: String) throws(UsageError) {
    sources.insert(file)
    guard !reading.contains(realPath(file)) else {
      throw UsageError("\(file) is being read already", hint: "a file cannot be a part of itself", status: 65)
    }
    run(try readFile(file, within: settings.timeout), file: file)
  }

  /// Does one command, given without its colon.
  func run(command text: String) {
    work.append(Work(entry: .command(text, line: 1), file: "", keepsLines: false))
  }

  /// Takes the texts of files as one program. Of several none can have commands.
  func run(_ sources: [(text: String, name: String)]) throws(UsageError) {
    guard sources.count > 1 else { return sources.forEach { run($0.text, file: $0.name) } }
    for source in sources {
      var reader = EntryReader()
      for case .command(let command, _) in reader.add(source.text) + reader.finish() {
        throw UsageError(
          "\(source.name) has commands (:\(command)), and files of one program have none",
          hint: "combinectl run \(source.name) runs it by itself", status: 65)
      }
    }
    let files = sources.map { SourceFileText(file: $0.name, source: $0.text) }
    work.append(Work(entry: .swift("", line: 1), others: files, file: files[0].file, keepsLines: false))
  }

  /// Ctrl-C: gives up the entry, or asks the daemon to give up what runs; a second time it is not waited for any more.
  func interrupt() {
    if isBusy, let running {
      guard wasInterrupted else {
        wasInterrupted = true
        return core.cancel(running)
      }
      core.abandon(running)
      (work, questions) = ([], [])
      idle()
      write(errors.sentence("gave up waiting; the daemon may still be at it"), to: .diagnostics)
      return advance()
    }
    if held != nil {
      held = nil
      idle()
    }
    reader.abandon()
    question = nil
    (work, questions) = ([], [])
    advance()
  }

  /// Ctrl-D, or the end of the input: what is unfinished is given as it is when no person can finish it.
  func endOfInput() {
    inputEnded = true
    if settings.isInteractive { return finish() }
    accept(reader.finish())
  }

  /// Ends the session with the first failure's status, or this one.
  func finish(status: Int32 = 0) {
    if exitStatus == 0 { exitStatus = status }
    isFinished = true
    (work, questions) = ([], [])
    write(folder.drain())
    releaseOutput()
  }

  /// Does what is due by now.
  func tick() {
    write(folder.flush(now: now()))
    drawMarblesIfDue()
    refresh(now: now())
    if let held, now() >= held.end { goOn() }
    guard let runningDeadline, now() >= runningDeadline, let running else {
      if let limit, now() >= limit, !isFinished { giveUp() }
      return
    }
    core.cancel(running)
    core.abandon(running)
    idle()
    fail(.timedOut(method: runningMethod, after: settings.timeout ?? .zero))
    advance()
  }

  /// The time of all of it is over while nothing is asked: what was to be followed has not ended.
  private func giveUp() {
    let error = ClientError.notDone(after: settings.timeout ?? .zero)
    fail(error)
    finish(status: error.exitStatus)
  }

  // MARK: Doing

  private func accept(_ entries: [Entry]) {
    for entry in entries {
      switch entry {
      case .swift(let text, _): note(text)
      case .command(let text, _): note(":" + text)
      case .printed: break
      }
    }
    // At a prompt every entry is a text of its own, and its lines count from 1.
    let isInteractive = settings.isInteractive
    work += entries.map { Work(entry: $0, file: isInteractive ? "repl" : "stdin", keepsLines: !isInteractive) }
    advance()
  }

  /// Does what can be done now; asks for a line when nothing is left.
  private func advance() {
    noteCommand()
    while !isBusy, !isFinished, !questions.isEmpty { questions.removeFirst()() }
    while !isBusy, !isFinished, !work.isEmpty {
      perform(work.removeFirst())
      noteCommand()
    }
    guard !isBusy, !isFinished else { return }
    if inputEnded {
      if settings.isTest, !hasHeardAll { return hearAll() }
      // What is left over of a strict test is told when all of it is there.
      if ledger.strict != nil, exitStatus == 0 || exitStatus == 2 { return judgeStrictly() }
      return finish()
    }
    refresh(now: now(), evenIfJustDrawn: true)
    screen.prompt(question?.text ?? (reader.isInsideEntry ? Self.continuation : prompt))
  }

  /// What the last command has set off is told behind its reply; tasks, blocks and values that are due by then come to
  /// their turn before, as they would behind any other command that moves the clock.
  private func hearAll() {
    hasHeardAll = true
    ask(ClockAdvance.self, ClockAdvance.Params { $0.by = WireDuration(nanoseconds: 0) }) { [unowned self] _ in
      // The clock is the real one, or there is always more that is due.
      ask(SubscriptionSync.self, .init()) { _ in }
    } then: { [unowned self] _ in
      ask(SubscriptionSync.self, .init()) { _ in }
    }
  }

  /// Notes the command that was done last, unless it is still under way.
  private func noteCommand() {
    guard !isBusy, let command = commandUnderWay else { return }
    noteEffect(of: command)
  }

  /// What a command does may be heard of before it is answered.
  func noteBegun() { if let command = commandUnderWay { noteEffect(of: command) } }

  private func noteEffect(of command: String) {
    commandUnderWay = nil
    record.add(command: command, request: lastRequest)
    passTime()
  }

  private func perform(_ work: Work) {
    passTime()
    if case .printed(let lines, let line) = work.entry {
      // What timers and pipelines have printed comes behind the reply to what moved the clock.
      return ask(SubscriptionSync.self, .init()) { [unowned self] _ in
        compare(printed: lines, at: line, in: work.file)
      }
    }
    releaseOutput()
    commandPlace = nil
    switch work.entry {
    case .printed: break
    case .command(let text, let line):
      currentFile = work.file
      reading = work.reading
      currentPlace =
        settings.isInteractive || work.file.isEmpty
        ? nil : CommandPlace(work.file, line, self.line(line, of: work.file) ?? ":" + text)
      commandPlace = currentPlace
      doing = text
      if isRecording, memory.isTold(text) { commandUnderWay = text }
      perform(command: text)
      currentFile = nil
      reading = []
      currentPlace = nil
    case .swift(let text, let line):
      let padding = work.keepsLines ? String(repeating: "\n", count: line - 1) : ""
      let source = settings.isInteractive ? previous.continued(by: text) : text
      doing = source
      entered = source
      if settings.isTest { commandPlace = self.line(line, of: work.file).map { CommandPlace(work.file, line, $0) } }
      let params =
        work.others.isEmpty
        ? SourceParams(source: padding + source, file: work.file, namespace: namespace)
        : SourceParams(files: work.others, namespace: namespace)
      let evaluation = EvaluationParams(params, owner: namespaceOwner, wantsSource: settings.wantsSource)
      record.noteAsked()
      ask(ProgramEval.self, evaluation) { [unowned self] error in
        refused = Refused(params, error)
        note(error, of: source, firstLine: work.keepsLines ? line : 1)
        guard !settings.isTest else { return failBehindNotices(error) }
        fail(error)
        if case .refused(let refusal) = error, refusal.known == .diagnostics { hint(atCommandWithoutColon: source) }
      } then: { [unowned self] result in
        refused = Refused(params, warningsOf: result)
        previous = PreviousEntry(text: source, result: result.values.last?.name)
        noteResults(of: result)
        onResult(result)
        note(result, of: source, isWhole: work.others.isEmpty, firstLine: work.keepsLines ? line : 1)
        if settings.isJSON {
          emit(result)
        } else {
          show(result, of: text)
        }
        if let tally = result.expectations { note(tally, in: params.source ?? "", now: result.rev) }
      }
      if settings.isTest, let running { letTimePass(for: running, steps: 0) }
    }
  }

  private func line(_ number: Int, of file: String) -> String? {
    guard let lines = lines[file], lines.indices.contains(number - 1) else { return nil }
    return lines[number - 1]
  }

  /// Expectations that did not hold before a text failed come behind its reply, and are told before it.
  private func failBehindNotices(_ error: ClientError) {
    let vain = waitsInVain.map { UsageError($0, status: ClientError.notDone(after: .zero).exitStatus) }
    waitsInVain = nil
    let give = { [unowned self] in if let vain { fail(vain) } else { fail(error) } }
    ask(SubscriptionSync.self, .init()) { _ in
      give()
    } then: { [unowned self] _ in
      questions.append(give)
    }
  }

  /// Does something that asks the daemon, when nothing is asked any more.
  private func whenFree(_ body: @escaping () -> Void) {
    if isBusy { questions.append(body) } else { body() }
  }

  /// `ls` and `watch signup` are no Swift, but were meant.
  private func hint(atCommandWithoutColon text: String) {
    var words = text.words
    // A line for a shell, with or without its prompt.
    let isOfShell = words.prefix(2).contains("combinectl")
    if isOfShell { words.removeFirst(words[0] == "combinectl" ? 1 : 2) }
    if isOfShell, settings.isInteractive, let first = words.first, Command.named(first) != nil {
      return write(
        [errors.hint("that is a line for a shell; here it is :\(words.joined(separator: " "))")], to: .diagnostics)
    }
    guard settings.isInteractive, !isOfShell, let first = words.first, first != "try",
      !text.contains(where: \.isNewline),
      words.count == 1 || words[1].first.map({ $0.isLetter || $0.isNumber || "$*\"_".contains($0) }) == true
    else { return }
    let meant: String
    if Command.named(first) != nil {
      meant = "did you mean :\(text.trimmed)?"
    } else if Subcommand.named(first) != nil {
      meant = "from a shell: combinectl \(text.trimmed)"
    } else {
      return
    }
    write([errors.hint(meant)], to: .diagnostics)
  }

  private func noteResults(of result: ProgramEval.Result) {
    // What is declared anew ends what was made with the old.
    if !result.redefined.isEmpty { results = [] }
    results += result.values.map { SessionResult(name: $0.name, type: $0.type, text: $0.text) }
  }

  private func show(_ result: ProgramEval.Result, of source: String) {
    let renderer = ResultRenderer(style: style, values: settings.isInteractive ? values : nil)
    writeVerbatim(result.printed)
    if !settings.isTest { write(renderer.warnings(result), to: .diagnostics) }
    guard settings.showsResults else { return }
    guard settings.isInteractive, let path = Namespaces.path(source), let value = result.values.first,
      value.value == nil
    else { return page(renderer.outcome(result)) }
    // An object says no more of itself than its type; a store has properties.
    ask(StoreList.self, .init(pattern: absolute(path), values: true)) { [unowned self] _ in
      page(renderer.outcome(result))
    } then: { [unowned self] list in
      let place = absolute(path)
      gatherComputed(of: list.stores) { [unowned self] computed in
        let tree = values.store(at: place, among: list.stores, now: list.now, computed: computed)
        page(tree.isEmpty ? renderer.outcome(result) : [renderer.head(of: value)] + tree)
      }
    }
  }

  /// In a test a statement that waits moves the virtual clock, from timer to timer, until it is done: nobody else can.
  private func letTimePass(for statement: RequestID, steps: Int) {
    // The clock can be read in the middle of a statement that computes; nothing waits then, and nothing is in vain. What
    // needs the program is answered when the statement is done or waits, and what comes behind it after it.
    if steps == 0 { core.request(DraftList.self, .init()) { _ in } }
    core.request(ClockGet.self, .init()) { [unowned self] result in
      guard running == statement, case .success(let clock) = result, clock.mode == .virtual else { return }
      guard let next = clock.next, steps < Self.stepsMax else {
        return giveUp(statement, clock.next == nil ? "nothing will happen any more" : "\(steps) timers have fired")
      }
      core.request(ClockAdvance.self, ClockAdvance.Params { $0.to = next }) { [unowned self] moved in
        guard running == statement else { return }
        if case .failure(.refused(let error)) = moved, error.known == .notQuiescent {
          return giveUp(
            statement, "time does not pass: what it waits for begins again at once, as Task.yield() in a loop")
        }
        letTimePass(for: statement, steps: steps + 1)
      }
    }
  }

  private func giveUp(_ statement: RequestID, _ why: String) {
    waitsInVain = "a statement from here on still waits, and \(why)"
    core.cancel(statement)
  }

  /// How many times a statement of a test may move the clock.
  private static let stepsMax = 100_000

  /// Asks the daemon; the next entry waits for the answer. `refused` may do without it.
  func ask<M: MethodDefinition>(
    _ method: M.Type, _ params: M.Params, refused: ((ClientError) -> Void)? = nil,
    then use: @escaping (M.Result) -> Void
  ) {
    guard !isBusy else {
      return questions.append { [unowned self] in ask(method, params, refused: refused, then: use) }
    }
    if !core.isConnected, let error = wake() { return fail(error) }
    isBusy = true
    wasInterrupted = false
    runningMethod = M.method.name
    runningDeadline = limit ?? settings.timeout.map { now() + $0 }
    screen.endPrompt()
    let id = core.request(method, params) { [unowned self] result in
      idle()
      switch result {
      case .success(let value): use(value)
      case .failure(let error): refused?(error) ?? fail(error)
      }
      advance()
    }
    if isBusy { running = id }
    if case .number(let number) = id { lastRequest = number }
    ledger.asked(id, for: doing)
  }

  /// Does nothing more until a time, or until `goOn`. Then `use` is called.
  func hold(_ what: Hold, until end: Instant, then use: @escaping () -> Void) {
    isBusy = true
    screen.endPrompt()
    held = (what, end, use)
  }

  /// Ends what `hold` has begun.
  func goOn() {
    guard let use = held?.then else { return }
    held = nil
    idle()
    use()
    advance()
  }

  /// Opens a subscription; the next entry waits until the daemon has taken it. `done` hears of the error, if any.
  func open(_ params: SubscriptionOpen.Params, done: @escaping (ClientError?) -> Void) {
    if !core.isConnected, let error = wake() {
      done(error)
      return fail(error)
    }
    isBusy = true
    screen.endPrompt()
    core.open(params) { [unowned self] result in
      idle()
      if case .failure(let error) = result {
        // Here it is not kept for later: what was asked for did not happen.
        core.close(params.sub)
        done(error)
        fail(error)
      } else {
        done(nil)
      }
      advance()
    }
  }

  /// An expectation that does not hold stops nothing, and is what a script fails with in the end.
  /// - Parameter rev: up to where the text has come.
  private func note(_ tally: ExpectationTally, in source: String, now rev: Int) {
    expectations.held += tally.held
    heldInReplies += tally.held
    for failure in tally.failed { noteUnmet(failure.message, failure.file, failure.line, failure.column) }
    guard !settings.isJSON else { return }
    guard settings.isTest else { return write(tally.failed.flatMap { errors.lines($0) }, to: .diagnostics) }
    tell(of: tally.failed[...], in: source, now: rev)
  }

  func noteUnmet(_ message: String, _ file: String?, _ line: Int = 0, _ column: Int = 1) {
    expectations.failed += 1
    if settings.isTest { unmet.append(Unmet(message: message, file: file, line: line, column: column)) }
    if exitStatus == 0, !settings.isInteractive { exitStatus = 2 }
  }

  private func note(_ entry: String) { memory.offer(entry).forEach(remember) }

  private func idle() {
    isBusy = false
    running = nil
    runningDeadline = nil
  }

  /// Evaluates what was refused again, repaired.
  func evaluate(repaired params: SourceParams) {
    if let source = params.source { note(source) }
    let main = params.source ?? ""
    work.insert(
      Work(entry: .swift(main, line: 1), others: params.files, file: params.file ?? "repl", keepsLines: false), at: 0)
  }

  /// Only the daemon's parser can say whether `class A` is all: it is not when the error is where the text ends.
  private func askWhetherWhole(before entries: [Entry]) {
    let text = reader.pendingText
    isBusy = true
    screen.endPrompt()
    core.request(ProgramCheck.self, .init(source: text, namespace: namespace)) { [unowned self] result in
      idle()
      let isCutOff = (try? result.get()).map { Self.isCutOff(text, $0) } ?? false
      accept(isCutOff ? entries : entries + reader.finish())
    }
  }

  private static func isCutOff(_ text: String, _ checked: ProgramCheck.Result) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return checked.diagnostics.contains {
      $0.severity == .error && $0.line >= lines.count
        // Of a body that is missing the name has the error.
        && ($0.column >= lines.last?.utf8.count ?? 0 || $0.message.hasPrefix("expected '{'"))
    }
  }

  // MARK: Saying

  func write(_ lines: [String], to channel: OutputChannel = .output) { writeVerbatim(folded(lines), to: channel) }

  /// Writes what is somebody else's text: of the program, of a file, or for programs.
  func writeVerbatim(_ lines: [String], to channel: OutputChannel = .output) {
    guard !lines.isEmpty else { return }
    // In a test a comment may say that this was to be printed.
    if settings.isTest, !settings.isJSON, channel == .output { return heldOutput += lines }
    screen.write(lines, to: channel)
  }

  /// Shows what was printed and is expected by nobody.
  private func releaseOutput() {
    guard !heldOutput.isEmpty else { return }
    screen.write(heldOutput, to: .output)
    heldOutput = []
  }

  /// What the entry before has printed is compared with what a test says.
  private func compare(printed expected: [String], at line: Int, in file: String) {
    let actual = heldOutput.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    heldOutput = []
    printed.append(Printed(file: file, line: line, expected: expected, lines: actual))
    guard actual != expected, !settings.updatesPrinted else { return expectations.held += 1 }
    // What printed it stands above.
    let statement = self.line(line - 1, of: file) ?? ""
    let same = zip(actual, expected).prefix { $0 == $1 }.count
    let line = line + min(same, max(1, expected.count) - 1)
    let message = "what was printed is not what is expected here"
    let difference = (expected.map { "- \($0)" }, actual.map { "+ \($0)" })
    let text = self.line(line, of: file) ?? EntryReader.printedMark
    let column = text.prefix { $0.isWhitespace }.utf8.count + 1
    noteUnmet(([message] + difference.0 + difference.1).joined(separator: "\n"), file, line, column)
    guard !settings.isJSON else { return }
    write(
      ["\(file):\(line):\(column): \(errors.mark) \(message)"]
        + ErrorRenderer.excerpt(text, line: line, column: column)
        + difference.0.map { style("  \($0)", .red) } + difference.1.map { style("  \($0)", .green) }, to: .diagnostics)
    tell(ofPathsIn: statement)
  }

  private func folded(_ lines: [String]) -> [String] {
    guard screen.folds, !settings.isJSON else { return lines }
    return cropped(lines, width: screen.width).flatMap { REPL.folded($0, width: screen.width) }
  }

  func write(_ line: String) { write([line]) }

  /// Writes what may be longer than the screen: then a person can look through it.
  func page(_ lines: [String]) { pageVerbatim(folded(lines)) }

  func pageVerbatim(_ lines: [String]) {
    if settings.isInteractive, !lines.isEmpty { screen.page(lines) } else { writeVerbatim(lines) }
  }

  /// Says that something was done, to people who want to see it.
  func confirm(_ line: String) { if settings.showsResults { write(line) } }

  /// What a command expects of the daemon: a test fails where it does not hold.
  /// - Parameter place: where the command stands.
  func expect(_ holds: Bool, at place: CommandPlace?, orSay message: String, hint: String? = nil) {
    guard !holds else {
      expectations.held += 1
      return settings.isInteractive ? confirm(style("as expected", .green)) : ()
    }
    noteUnmet(message, place?.file, place?.line ?? 0, place?.column ?? 1)
    if isRecording {
      // It may have been heard of what it did already.
      if commandUnderWay != nil { noteBegun() }
      record.takeBack(command: doing)
    }
    guard !settings.isJSON else { return }
    let sentence = errors.sentence(message, hint: hint)
    write([(place.map { "\($0.file):\($0.line):\($0.column): " } ?? "") + sentence[0]], to: .diagnostics)
    if let place {
      write(ErrorRenderer.excerpt(place.text, line: place.line, column: place.column), to: .diagnostics)
    }
    write(Array(sentence.dropFirst()), to: .diagnostics)
  }

  /// One JSON object on a line of its own.
  func emit(_ value: some WireEncodable) {
    var writer = JSONWriter()
    value.encode(to: &writer)
    writeVerbatim([writer.text])
  }

  /// Says what went wrong and gives up the rest of what was entered with it.
  func fail(_ error: ClientError) {
    if settings.isInteractive, case .refused(let refusal) = error, refusal.known == .cancelled {
      write(style("cancelled", .dim))
    } else if settings.isJSON {
      write([ErrorObject(error).description], to: .diagnostics)
    } else {
      write(errors.lines(error), at: commandPlace, about: error.message)
    }
    failed(error.exitStatus)
  }

  func fail(_ error: UsageError) {
    var error = error
    if let hint = error.hint, hint.first == ":" { error.hint = settings.commandPrefix + hint.dropFirst() }
    if settings.isJSON {
      write([ErrorObject(error).description], to: .diagnostics)
    } else {
      write(errors.lines(error), at: commandPlace, about: error.message)
    }
    failed(error.status)
  }

  /// Writes an error with the place of the command that it is about, unless it says its place itself.
  private func write(_ lines: [String], at place: CommandPlace?, about message: String) {
    guard let place, let first = lines.first, first.hasPrefix(errors.mark) else {
      return write(lines, to: .diagnostics)
    }
    let column = place.column(of: message)
    write(["\(place.file):\(place.line):\(column): " + first], to: .diagnostics)
    write(ErrorRenderer.excerpt(place.text, line: place.line, column: column), to: .diagnostics)
    write(Array(lines.dropFirst()), to: .diagnostics)
  }

  private func failed(_ status: Int32) {
    (work, questions) = ([], [])
    commandUnderWay = nil
    if exitStatus == 0, !settings.isInteractive { exitStatus = status }
    if settings.stopsAtFailure { finish(status: status) }
  }

  /// A line about the connection, for people who want to know.
  func notice(_ text: String) {
    guard !settings.isQuiet else { return }
    write([style("-- \(text)", .yellow)], to: .diagnostics)
  }

  // MARK: Events

  private func receive(_ event: ClientEvent) {
    switch event {
    case .connected(let hello, let missed, let isReconnect):
      daemonIsStopping = false
      clock = nil
      begin(hello)
      memory.learn(hello.secrets).forEach(remember)
      if isReconnect {
        notice("connected again at rev \(hello.rev), \(Self.describe(missed: missed))")
        if let first = results.first, let last = results.last {
          let names = results.count == 1 ? "\(first.name) has" : "\(first.name) to \(last.name) have"
          notice("\(names) ended with the connection; what has a name of its own is there")
          results = []
        }
        if namespaceOwner == .session, let namespace { notice("the namespace \(namespace) ended with the connection") }
        if !drafts.isEmpty {
          let names = drafts.map { "'\($0)'" }.joined(separator: ", ")
          let what = drafts.count == 1 ? "the draft" : "the drafts"
          notice("\(what) \(names) ended with the connection, and nothing is saved")
          drafts = []
        }
      }
    case .greetingRefused(let error):
      fail(error)
      finish(status: error.exitStatus)
    case .lost:
      if !isFinished {
        notice(daemonIsStopping ? "the daemon has stopped" : "connection lost; coming back when it does")
      }
    case .subscription(let name, let event): show(event, of: name)
    case .subscriptionFailed(let name, let error):
      if let pattern = watches.remove(name) ?? pins.remove(name) {
        notice("no longer watching \(pattern): \(error.message)")
      }
    case .notice(let notice): show(notice)
    // It provides nothing.
    case .providerRequest: break
    case .violation(let what):
      let error = ClientError.violation(what)
      write(errors.sentence(error.message, hint: error.hint), to: .diagnostics)
    }
  }

  /// What happened while there was no connection: what is watched is told it now.
  static func describe(missed: Int?) -> String {
    switch missed {
    case nil: "and the history is another one"
    case 0: "nothing happened meanwhile"
    case 1: "1 commit meanwhile"
    case let count?: "\(count) commits meanwhile"
    }
  }

  private func show(_ notice: SessionNotice) {
    if case .shutdown = notice { daemonIsStopping = true }
    if case .expectation(let failure) = notice {
      noteUnmet(failure.message, failure.file, failure.line, failure.column)
      if settings.isTest, let source = lines[failure.file] {
        return whenFree { [unowned self] in tell(of: [failure], in: source.joined(separator: "\n"), now: .max) }
      }
    }
    // In Swift the process would have died of it, and the script or the test with it.
    if case .fault(let fault) = notice, fault.problem != true, !settings.isInteractive, exitStatus == 0 {
      exitStatus = ErrorCode.trap.exitStatus
    }
    if case .print(let text, _, _) = notice { note(printedLater: text) }
    if settings.isJSON { return emit(notice) }
    let line = watches.isTailing ? events.tailLine(notice) : events.line(notice)
    guard let line else { return }
    if case .print = notice { writeVerbatim([line]) } else { write([line], to: .diagnostics) }
  }
}

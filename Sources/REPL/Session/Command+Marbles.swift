// Marble diagrams: of operators on given inputs, and of what goes through a pipeline.
import ClientConnection
import Marbles
import Wire

extension Command {
  static let marbles: [Command] = [
    Command(
      name: "marbles", synopsis: "[PIPELINE|PROPERTY|off]", summary: "draw what goes through a pipeline, by time",
      details: """
        :marbles search.query draws what has come in and out as history has it, and between them what its operators make \
        of that: the pipeline is run again over it, on a clock of its own. From then on it draws what happens, whenever \
        something comes through. It ends with :marbles off; :marbles alone draws at once. Of several values in one commit \
        history has the last, as :pipe replay has; what happens is drawn with each. A property, as in \
        :marbles search.$text, is a row of its own; :pipe lists pipelines.
        """,
      argument: .path, run: { session, name throws(UsageError) in try session.marbles(name) }),
    Command(
      name: "try", synopsis: "OPERATORS \"DIAGRAM\"…", summary: "run operators on marble diagrams, on virtual time",
      details: """
        :try debounce 300ms "a-bc------d---|"          :try throttle 200ms first "abcdef|"
        :try .map { $0 * 2 }.removeDuplicates() "1-1-2|"   :try merge(with: b) "a--c|" "-b--|"
        A column is 100ms, or what stands first: :try 10ms debounce 30ms "a-b|". Further diagrams are b, c and d.
        Numbers are Int, if all are numbers, else values are texts. :help marbles explains the signs. A long time in which
        nothing happens stands as what it is, as in RxJS: a 9.9s b
        """,
      argument: .none, run: { session, text throws(UsageError) in try session.tryOut(text) }),
  ]
}

/// Words of `:try` or `combinectl try`, as the method takes them.
enum TrialText {
  /// The operators, and the diagrams in quotes at the end.
  static func params(_ text: String) throws(UsageError) -> PipelineTry.Params {
    var rest = text.trimmed
    var diagrams: [String] = []
    while rest.last == "\"" {
      let inner = rest.dropLast()
      guard let open = inner.lastIndex(of: "\""),
        open == inner.startIndex || inner[inner.index(before: open)].isWhitespace
      else { break }
      diagrams.insert(String(inner[inner.index(after: open)...]), at: 0)
      rest = String(inner[..<open]).trimmed
    }
    var params = PipelineTry.Params()
    params.inputs = diagrams
    let first = String(rest.prefix { !$0.isWhitespace })
    if let column = WireDuration(first) {
      params.column = column
      rest = rest.dropFirst(first.count).trimmed
    }
    params.operators = rest
    guard !diagrams.isEmpty, !rest.isEmpty else {
      throw UsageError(
        "try takes operators, and diagrams in quotes behind them", hint: ":try debounce 300ms \"a-bc------d---|\"")
    }
    return params
  }

  /// Of words that a shell has taken the quotes off. The operators are one of them, or two where a time is on its own.
  static func params(words: [String], column: WireDuration?) throws(UsageError) -> PipelineTry.Params {
    var params = PipelineTry.Params()
    var words = words[...]
    params.operators = words.removeFirst()
    while let word = words.first, WireDuration(word) != nil || ["first", "latest"].contains(word) {
      params.operators += " " + word
      words.removeFirst()
    }
    params.inputs = Array(words)
    if let column { params.column = column }
    guard !words.isEmpty else {
      throw UsageError(
        "try takes operators and diagrams", hint: "combinectl try 'debounce 300ms' 'a-bc------d---|'")
    }
    return params
  }
}

/// What `pipe.try` answers, as people read it.
struct TrialRenderer {
  let style: Style

  /// - Parameter width: so many characters a line may have; see `MarbleBoard.lines`.
  func lines(_ result: PipelineTry.Result, column: WireDuration, width: Int = .max) -> [String] {
    let diagrams = result.rows.compactMap { row in (try? MarbleDiagram(row.diagram)).map { (row.name, $0) } }
    var rows: [String] = []
    let isLong = diagrams.contains { $0.1.length > MarbleBoard.columnsMax }
    let silence = isLong ? MarbleBoard.silence(column) : nil
    for length in [MarbleBoard.valueMax, 6, 3, 2] {
      rows = MarbleDiagram.rows(diagrams.map { ($0.0, MarbleBoard.shortened($0.1, to: length)) }, silence: silence)
      if rows.allSatisfy({ $0.count <= width }) { break }
    }
    return [style("\(result.source)  // a column is \(column)", .dim)] + Self.broken(rows, diagrams.map(\.0), width)
  }

  /// Rows that are wider than the terminal stand below each other in parts, each with its names: folded each for itself
  /// they would have no common axis.
  private static func broken(_ rows: [String], _ names: [String], _ width: Int) -> [String] {
    let margin = (names.map(\.count).max() ?? 0) + 2
    let room = width - margin
    guard room >= margin, rows.contains(where: { $0.count > width }) else { return rows }
    var rest = rows.map { $0.dropFirst(margin) }
    var lines: [String] = []
    while rest.contains(where: { !$0.isEmpty }) {
      if !lines.isEmpty { lines.append("") }
      for index in rest.indices where !rest[index].isEmpty {
        lines.append(String(rows[index].prefix(margin) + rest[index].prefix(room)))
        rest[index] = rest[index].dropFirst(room)
      }
    }
    return lines
  }
}

/// A pipeline, or a property, that is being looked at.
struct MarbleWatch {
  var name: String
  var board: MarbleBoard
  /// The subscriptions, each with the row of what it tells.
  var subscriptions: [(name: String, path: String, row: Int)] = []
  /// When what has come since the last picture is drawn.
  var isDue: Session.Instant?

  static let prefix = "marbles"
  /// So long nothing more may come before a picture is drawn.
  static let patience = Duration.milliseconds(700)
}

extension Session {
  fileprivate func tryOut(_ text: String) throws(UsageError) {
    attempt(try TrialText.params(text))
  }

  func attempt(_ params: PipelineTry.Params) {
    ask(PipelineTry.self, params) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      write(TrialRenderer(style: style).lines(result, column: params.column, width: rowWidth))
    }
  }

  fileprivate func marbles(_ name: String) throws(UsageError) {
    guard name.words.count <= 1 else {
      throw UsageError("marbles takes the name of a pipeline", hint: ":pipe lists them")
    }
    switch name {
    case "":
      guard marbleWatch != nil else {
        throw UsageError("no pipeline is being looked at", hint: ":marbles NAME begins; :pipe lists them")
      }
      // What has been sent by now has come when this is answered.
      ask(SubscriptionSync.self, .init()) { [unowned self] _ in drawMarbles() }
    case "off":
      guard marbleWatch != nil else { throw UsageError("no pipeline is being looked at", hint: ":marbles NAME begins") }
      stopMarbles()
    default:
      stopMarbles()
      let name = MarbleName(name)
      if name.isPublisher { return look(atProperty: name) }
      ask(PipelineGet.self, PipelineName(pipe: absolute(name.path))) { [unowned self] error in
        guard error.isNotFound else { return fail(error) }
        look(atProperty: name, orPipeline: error)
      } then: { [unowned self] pipeline in
        ask(PipelineStats.self, PipelineName(pipe: pipeline.name)) { [unowned self] stats in
          look(at: MarbleSubject(pipeline, stats.stages))
        }
      }
    }
  }

  /// - Parameter error: Why no pipeline of this name is looked at.
  private func look(atProperty name: MarbleName, orPipeline error: ClientError? = nil) {
    let path = absolute(name.path)
    ask(StoreHistory.self, MarbleSubject.history(of: path, limit: 1)) { [unowned self] missing in
      // What cannot be looked back at can be listened to.
      guard missing.isNotFound else { return look(at: MarbleSubject(property: path)) }
      fail(name.notFound(missing, error, hint: ":pipe lists pipelines, :ls stores with their properties"))
    } then: { [unowned self] history in
      if let error = name.refusal(of: history, at: path, command: ":marbles") { return fail(error) }
      look(at: MarbleSubject(property: path))
    }
  }

  /// Draws its past, then listens to all of it.
  private func look(at subject: MarbleSubject) {
    let ending = ":marbles off ends it"
    guard let params = subject.replay else { return lookAtProperties(of: subject, then: ending) }
    ask(PipelineReplay.self, params) { [unowned self] error in
      if let text = subject.unreplayed(error), settings.isInteractive { notice(text) }
      lookAtProperties(of: subject, then: ending)
    } then: { [unowned self] replay in
      show(MarbleBoard(replay, of: subject), of: subject.name)
      if settings.isInteractive {
        for text in subject.remarks(on: replay, differing: ":pipe replay \(subject.name)") { notice(text) }
        notice("from now on as it happens; \(ending)")
      }
      listen(to: subject)
    }
  }

  /// Without what its operators have made of them.
  private func lookAtProperties(of subject: MarbleSubject, then ending: String) {
    past(of: subject.properties[...], MarbleBoard(subject.properties)) { [unowned self] board in
      if !board.isEmpty { show(board, of: subject.name) }
      if let operators = subject.operators, settings.isInteractive {
        notice("from now on with \(operators), when something comes through; \(ending)")
      }
      listen(to: subject)
    }
  }

  private func listen(to subject: MarbleSubject) {
    var watch = MarbleWatch(name: subject.name, board: MarbleBoard(subject.taps.map(\.name)))
    watch.subscriptions = subject.taps.enumerated().map { ("\(MarbleWatch.prefix)\($0)", $1.path, $0) }
    marbleWatch = watch
    listen(to: watch.subscriptions[...])
  }

  /// Asks for what the properties have been, one after the other.
  private func past(of paths: ArraySlice<String>, _ board: MarbleBoard, then use: @escaping (MarbleBoard) -> Void) {
    guard let path = paths.first else { return use(board) }
    ask(StoreHistory.self, MarbleSubject.history(of: path)) { [unowned self] _ in
      // What cannot be looked back at has no row that says anything.
      past(of: paths.dropFirst(), board, then: use)
    } then: { [unowned self] result in
      var board = board
      board.add(result, to: board.rows.firstIndex { $0.name == path }!)
      past(of: paths.dropFirst(), board, then: use)
    }
  }

  private func listen(to rest: ArraySlice<(name: String, path: String, row: Int)>) {
    guard let next = rest.first else { return }
    let params = SubscriptionOpen.Params(sub: next.name, paths: [next.path])
    open(params) { [unowned self] error in
      if error == nil { listen(to: rest.dropFirst()) } else { stopMarbles() }
    }
  }

  private func stopMarbles() {
    for subscription in marbleWatch?.subscriptions ?? [] { core.close(subscription.name) }
    marbleWatch = nil
  }

  /// Notes an event of a subscription, if it is one of a pipeline that is looked at.
  func notedMarble(_ event: SubscriptionEvent, of name: String) -> Bool {
    guard name.hasPrefix(MarbleWatch.prefix) else { return false }
    guard let watch = marbleWatch, let row = watch.subscriptions.first(where: { $0.name == name })?.row else {
      return true
    }
    if event.saysGone {
      if watch.isDue != nil { drawMarbles() }
      stopMarbles()
      notice("\(watch.name) is not there any more")
      return true
    }
    let moment = clock.flatMap { $0.mode == .virtual ? $0.now : nil } ?? wallClock()
    marbleWatch?.board.add(event, to: row, now: moment)
    switch event {
    case .change, .complete, .failed: marbleWatch?.isDue = now() + MarbleWatch.patience
    default: break
    }
    return true
  }

  /// Draws what has come since the last picture, when no more comes for a moment.
  func drawMarblesIfDue() {
    guard settings.isInteractive, let due = marbleWatch?.isDue, now() >= due else { return }
    drawMarbles()
  }

  private func drawMarbles() {
    guard let watch = marbleWatch else { return }
    marbleWatch?.isDue = nil
    show(watch.board, of: watch.name)
  }

  private func show(_ board: MarbleBoard, of name: String) {
    write(settings.isJSON ? [board.json(of: name).description] : board.lines(width: rowWidth))
  }

  /// What a row of a picture must not be wider than: a terminal would fold it.
  var rowWidth: Int { settings.isInteractive ? screen.width : .max }
}

/// What a picture is asked for by: the name of a pipeline, or of a property or its publisher.
struct MarbleName {
  let path: String
  /// `search.$text`, which is no pipeline.
  let isPublisher: Bool

  init(_ text: String) {
    // A pipeline may be named as subscriptions name it.
    let name = text.hasPrefix("pipe:") ? text.dropFirst("pipe:".count) : text[...]
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    isPublisher = parts.last?.first == "$"
    path = parts.map { $0.first == "$" ? $0.dropFirst() : $0 }.joined(separator: ".")
  }

  /// There is neither.
  func notFound(_ property: ClientError, _ pipeline: ClientError?, hint: String) -> UsageError {
    let near = (pipeline?.didYouMean ?? []).map { MarbleName($0).path } + property.didYouMean
    return UsageError(
      "no pipeline or property is called '\(path)'",
      hint: near.first.map { "did you mean \($0)?" } ?? hint, status: property.exitStatus)
  }

  /// A store has no history but those of its properties.
  func refusal(of history: StoreHistory.Result, at path: String, command: String) -> UsageError? {
    guard let property = history.entries.first?.path, property.hasPrefix(path + ".") else { return nil }
    return UsageError(
      "'\(self.path)' is a store, and a row is of one property",
      hint: "\(command) \(self.path)\(property.dropFirst(path.count))")
  }
}

extension ClientError {
  var isNotFound: Bool { if case .refused(let refusal) = self { refusal.known == .notFound } else { false } }
  var didYouMean: [String] { if case .refused(let refusal) = self { refusal.didYouMean } else { [] } }
}

extension SubscriptionEvent {
  /// What was listened to has been removed.
  var saysGone: Bool { if case .failed(let error) = self { error.known == .notFound } else { false } }
}

/// What a picture shows.
struct MarbleSubject {
  let name: String
  /// The properties whose past it is.
  let properties: [String]
  /// The one that the pipeline assigns to.
  var output: String?
  /// What is listened to, in the order of the rows.
  let taps: [MarbleTap]
  /// Those between: `map and debounce`.
  var operators: String?
  /// What they have made of the past: it is run again. `nil` where there is nothing between, or nothing is recorded.
  var replay: PipelineReplay.Params?

  init(_ pipeline: PipelineInfo, _ stages: [StageInfo]) {
    name = pipeline.name
    output = pipeline.output
    properties = pipeline.inputs + (output.map { [$0] } ?? []).filter { !pipeline.inputs.contains($0) }
    taps = MarbleTap.all(of: pipeline, stages)
    let names = stages.map(\.name)
    if let last = names.last {
      operators = names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
      if !pipeline.inputs.isEmpty {
        replay = PipelineReplay.Params {
          $0.pipe = pipeline.name
          $0.limit = Self.changesMax
        }
      }
    }
  }

  /// So many of the newest changes a past is drawn from.
  private static let changesMax = 50

  /// What has to be known about a picture.
  /// - Parameter command: What shows where the two differ.
  func remarks(on replay: PipelineReplay.Result, differing command: String) -> [String] {
    var texts = ["\(operators ?? "it"): run again over what came in"]
    if !replay.differences.isEmpty {
      texts.append("run again, it gives other values than then; \(command) shows where")
    }
    return texts
  }

  /// Why it could not be run again, if that is worth saying: nothing has come in yet, or a viewer may not run anything.
  func unreplayed(_ error: ClientError) -> String? {
    guard case .refused(let refusal) = error else { return nil }
    switch refusal.known {
    case .validation, .denied, .notFound: return nil
    default: return "it could not be run again over what came in: \(refusal.message)"
    }
  }

  /// What a past is drawn from.
  static func history(of path: String, limit: Int = changesMax) -> StoreHistory.Params {
    StoreHistory.Params {
      $0.path = path
      $0.limit = limit
    }
  }

  init(property path: String) {
    name = path
    properties = [path]
    taps = [MarbleTap(name: path, path: path)]
  }
}

/// A place that can be listened to.
struct MarbleTap {
  var name: String
  var path: String

  static func all(of pipeline: PipelineInfo, _ stages: [StageInfo]) -> [MarbleTap] {
    let path = "pipe:\(pipeline.name)"
    guard let first = stages.first else { return [MarbleTap(name: pipeline.output ?? "output", path: path)] }
    let input = pipeline.inputs.count == 1 ? pipeline.inputs[0] : "input"
    // What comes out of the last is the pipeline's own end.
    return [MarbleTap(name: input, path: "\(path)#\(first.stage).in")]
      + stages.map { MarbleTap(name: $0.name, path: "\(path)#\($0.stage).out") }
      + [MarbleTap(name: pipeline.output ?? "end", path: path)]
  }
}

extension MarbleBoard {
  /// What came in and went out as history has it, and what the operators make of it when they are run again.
  init(_ replay: PipelineReplay.Result, of subject: MarbleSubject) {
    // What has a commit has happened; what was there at the beginning has not come through.
    var rows = replay.inputs.map { ($0.name, $0.events.filter { $0.rev != nil }) }
    rows += replay.operators.map { ($0.name, $0.events) }
    if let output = subject.output { rows.append((output, replay.then.events.filter { $0.rev != nil })) }
    self.init(rows.map(\.0), inputs: replay.inputs.count)
    for (row, events) in rows.map(\.1).enumerated() {
      for event in events { add(event.value, to: row, at: event.at) }
    }
  }

  /// The values that a property had.
  mutating func add(_ history: StoreHistory.Result, to row: Int) {
    for entry in history.entries.reversed() {
      if let value = entry.value { add(value, to: row, at: entry.at) }
    }
  }

  /// - Parameter now: When what ends has ended, if nothing came before.
  mutating func add(_ event: SubscriptionEvent, to row: Int, now: Timestamp) {
    switch event {
    case .change(let change):
      for each in change.changes {
        if let value = each.value { add(value, to: row, at: change.at) }
      }
    case .complete: add(.finished, to: row, at: latest ?? now)
    case .failed: add(.failure, to: row, at: latest ?? now)
    default: break
    }
  }

  /// When something happened last.
  private var latest: Timestamp? { rows.flatMap(\.moments).map(\.at).max() }
}

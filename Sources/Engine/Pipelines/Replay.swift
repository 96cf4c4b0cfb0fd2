public import Language

/// A pipeline, or another one in its place, over what its input was. It runs in a program of its own that has the
/// namespace's declarations, on a clock of its own: nothing of the daemon changes.
extension Engine {
  public struct Replay {
    public struct Event: Equatable {
      /// Nanoseconds since 1970.
      public var at: Int
      public var value: PortableValue
      /// The commit, of what was recorded.
      public var revision: Int?
      /// The commit of the input that it follows from, if that is known; 0 is what was there at the beginning.
      var origin: Int?
    }

    public struct Row {
      public var name: String
      /// The first one is what was there at the beginning, where something was.
      public var events: [Event] = []
    }

    public enum Difference {
      /// Only the pipeline of then gave it.
      case gone(Event)
      /// Only the one of now does.
      case new(Event)
      /// Both gave it for the same input, at another time.
      case moved(Event, to: Int)
    }

    /// What took the pipeline's place, as Swift.
    public var source: String?
    public var from = 0
    public var until = 0
    public var inputs: [Row] = []
    public var then: Row
    /// Whether `then` is what history has; else it is what the pipeline gives when it is run again.
    public var isRecorded: Bool
    public var now: Row
    /// What came out of each operator of the pipeline of now, in the order of the source.
    public var operators: [Row] = []
    public var differences: [Difference] = []
    /// Whether its input had more changes than these.
    public var hasMore = false
  }

  /// How far it goes.
  public struct ReplayOptions {
    /// What takes the pipeline's place: a publisher, or a chain with its end. `nil` is the pipeline as it is declared now.
    public var source: String?
    /// Only what happened from this time on, in nanoseconds since 1970.
    public var since: Int?
    /// So many of the newest changes of its input.
    public var limit = 200
    /// Times that are no further apart are the same.
    public var tolerance = 10_000_000

    public init() {}
  }

  /// Commits that are looked through for changes of the input.
  private static let replayCommitsMax = 20_000
  /// So long the pipeline has run when its first input comes: what its beginning sets off is over.
  private static let replayLead = 60_000_000_000
  /// So long what comes after the last input is waited for.
  private static let replayTail = 60_000_000_000

  public func replay(_ pipeline: Pipeline, _ options: ReplayOptions) throws(EngineError) -> Replay {
    let recorded = Set(pipeline.inputs)
    guard !recorded.isEmpty else {
      throw .validation(
        path: pipeline.name, rule: "it listens to no property, so that nothing of its input is recorded")
    }
    let past = past(of: recorded, and: pipeline.output, options)
    guard let first = past.records.first(where: { $0.changes.contains { recorded.contains($0.path) } }) else {
      throw .validation(
        path: pipeline.name, rule: "what it listens to has not changed as far back as history was looked through")
    }
    let namespace = resolve(pipeline.name).0
    let host = TrialHost(
      outside.system, at: first.at - Self.replayLead, keeping: past.state.filter { !hasSecrets($0.key) },
      requests: outside.log, random: random.fresh, didRun)
    var limits = limits.language
    limits.stepsPerActivation = min(limits.stepsPerActivation, TrialHost.stepsMax)
    let program = Program(host: host, limits: limits, namespace: namespace.name, library: library)
    let session = program.openResults(of: "replay")
    defer {
      session.close()
      program.close()
    }
    try namespace.declare(again: program, session)
    let stand = ReplayStand(program, host, isDeduplicated: pipeline.output != nil)
    let present = program.pipelines.last { $0.name == pipeline.name }
    for other in program.pipelines where other !== present { program.cancel(other) }
    present.map(stand.listen)
    if options.source == nil, let present { stand.listenToOperators(of: present) }
    host.unheeded = options.source == nil ? nil : present

    var replay = Replay(then: .init(name: "then"), isRecorded: pipeline.output != nil, now: .init(name: "now"))
    var inputs = pipeline.inputs
    if let source = options.source {
      let text = ReplayedSource(source, of: pipeline, in: namespace, program, session).swift
      replay.source = text
      let publisher: StatementValue
      do { publisher = try program.value(of: SourceText(file: "with", text: text), session: session) } catch {
        throw EngineError(error)
      }
      guard let observed = stand.observe(publisher, text, session) else {
        throw .typeMismatch(path: "with", expected: "a chain that is a publisher", got: publisher.typeName)
      }
      inputs += observed.inputs.filter { !inputs.contains($0) }
      stand.listenToOperators(of: observed)
    } else if present == nil {
      throw .validation(path: pipeline.name, rule: "it is not made by a declaration, so that it cannot be made again")
    }

    let isSecret = (inputs + (pipeline.output.map { [$0] } ?? [])).contains { hasSecrets($0) }
    stand.run(past.records, inputs, in: namespace, until: first.at)
    let end = past.records.last { $0.changes.contains { inputs.contains($0.path) } }?.at ?? first.at
    host.advance(to: max(end, min(date, end + Self.replayTail)))
    if options.source != nil, date < end + Self.replayTail { host.advance(to: end + Self.replayTail) }
    stand.stop()
    if var fault = host.fault ?? stand.fault {
      // What it says may quote what it was given.
      if isSecret { fault.message = "it failed over a secret value" }
      throw .trap(fault)
    }

    (replay.from, replay.until, replay.hasMore) = (first.at, date, past.hasMore)
    replay.inputs = inputs.map { rows(of: $0, past, from: first.at, inputs: inputs) }
    let again = stand.rerun.row("then", from: first.at, start: pipeline.output.flatMap { past.state[$0] })
    replay.then = pipeline.output.map { rows(of: $0, past, from: first.at, inputs: inputs) } ?? again
    replay.then.name = "then"
    replay.now =
      options.source == nil
      ? again : stand.observed.row("now", from: first.at, start: pipeline.output.flatMap { past.state[$0] })
    replay.now.name = "now"
    replay.operators = stand.operators.map { $0.output.row($0.name, from: first.at, start: nil, stays: false) }
    replay.compare(tolerance: options.tolerance)
    if isSecret { replay.redact() }
    return replay
  }

  private struct Past {
    /// Oldest first.
    var records: [CommitRecord] = []
    /// What properties had before them.
    var state: [String: PortableValue] = [:]
    var hasMore = false
  }

  /// The newest commits, with as many changes of the paths as are wanted, and what there was before.
  /// - Parameters:
  ///   - paths: those of the input.
  ///   - output: the property that the pipeline assigns to.
  private func past(of paths: Set<String>, and output: String?, _ options: ReplayOptions) -> Past {
    var past = Past()
    for store in stores.all { for property in store.properties { past.state[property.path] = property.value } }
    var wanted = options.limit
    var next = revision
    let oldest = max(delivery.oldestRevision, revision - Self.replayCommitsMax + 1, 1)
    walk: while next >= oldest {
      let first = max(oldest, next - 255)
      for record in records(from: first, through: next).reversed() {
        if let since = options.since, record.at < since { break walk }
        // What the names stood for before these came to be was something else.
        let isBeginning = record.changes.contains {
          (paths.contains($0.path) || $0.path == output) && ($0.old == nil || $0.value == nil)
        }
        if isBeginning { break walk }
        let isInput = record.changes.contains { paths.contains($0.path) }
        if isInput, wanted == 0 {
          past.hasMore = true
          break walk
        }
        if isInput { wanted -= 1 }
        for change in record.changes.reversed() { if let old = change.old { past.state[change.path] = old } }
        past.records.append(record)
      }
      next = first - 1
    }
    past.records.reverse()
    // From the first input on; what was before that is in the state.
    let begin =
      past.records.firstIndex { $0.changes.contains { paths.contains($0.path) } }
      ?? past.records.endIndex
    for record in past.records[..<begin] {
      for change in record.changes { if let value = change.value { past.state[change.path] = value } }
    }
    past.records.removeFirst(begin)
    return past
  }

  /// What a property had at the beginning, and what it was given since.
  private func rows(of path: String, _ past: Past, from: Int, inputs: [String]) -> Replay.Row {
    var row = Replay.Row(name: path)
    if let value = past.state[path] { row.events.append(.init(at: from, value: value, origin: 0)) }
    // Which input each commit goes back to: its own, or that of the commit it follows from.
    var origins: [Int: Int] = [:]
    for record in past.records {
      let isInput = record.changes.contains { inputs.contains($0.path) }
      let origin = isInput ? record.revision : record.cause.of.flatMap { origins[$0] }
      origins[record.revision] = origin
      for change in record.changes where change.path == path {
        guard let value = change.value else { continue }
        row.events.append(.init(at: record.at, value: value, revision: record.revision, origin: origin))
      }
    }
    return row
  }
}

extension Engine.Replay {
  /// What only one of them gave, and what both did for the same input at other times. Equal values of different inputs
  /// have nothing to do with each other.
  mutating func compare(tolerance: Int) {
    var left = now.events
    var missing: [Event] = []
    for event in then.events {
      if let place = left.firstIndex(where: { $0.value.isSame(as: event.value) && abs($0.at - event.at) <= tolerance })
      {
        left.remove(at: place)
      } else {
        missing.append(event)
      }
    }
    for event in missing {
      let place = event.origin.flatMap { origin in
        left.firstIndex { $0.value.isSame(as: event.value) && $0.origin == origin }
      }
      if let place {
        differences.append(.moved(event, to: left.remove(at: place).at))
      } else {
        differences.append(.gone(event))
      }
    }
    // What is yet to come is no difference.
    differences += left.filter { $0.at <= until }.map { .new($0) }
    differences.sort { $0.at < $1.at }
  }

  /// What is made of something secret is secret.
  fileprivate mutating func redact() {
    func hide(_ row: inout Row) { for index in row.events.indices { row.events[index].value = .secret } }
    for index in inputs.indices { hide(&inputs[index]) }
    hide(&then)
    hide(&now)
    for index in operators.indices { hide(&operators[index]) }
    differences = differences.map { difference in
      switch difference {
      case .gone(let event): .gone(Event(at: event.at, value: .secret, revision: event.revision))
      case .new(let event): .new(Event(at: event.at, value: .secret))
      case .moved(let event, let to): .moved(Event(at: event.at, value: .secret, revision: event.revision), to: to)
      }
    }
  }
}

extension Engine.Replay.Difference {
  public var at: Int {
    switch self {
    case .gone(let event), .new(let event), .moved(let event, _): event.at
    }
  }
}

/// The program of a replay, and what comes out of it.
private final class ReplayStand {
  /// What came out of a chain.
  final class Output {
    private(set) var events: [Engine.Replay.Event] = []
    private let isDeduplicated: Bool

    init(isDeduplicated: Bool) { self.isDeduplicated = isDeduplicated }

    func add(_ value: PortableValue, _ host: TrialHost) {
      events.append(.init(at: host.nowNanoseconds, value: value, origin: host.origin))
    }

    /// What came from a time on, and before it what was there then, if it is something that stays.
    func row(_ name: String, from: Int, start: PortableValue?, stays: Bool = true) -> Engine.Replay.Row {
      var row = Engine.Replay.Row(name: name)
      if stays, let value = events.last(where: { $0.at < from })?.value ?? start {
        row.events.append(.init(at: from, value: value, origin: 0))
      }
      for event in events where event.at >= from {
        // A property that is given what it has does not change.
        if isDeduplicated, row.events.last?.value.isSame(as: event.value) == true { continue }
        row.events.append(event)
      }
      return row
    }
  }

  let rerun: Output
  let observed: Output
  /// What comes out of each operator that has been met with, as they stand in the source.
  var operators: [(name: String, output: Output)] { taps.sorted { $0.stage < $1.stage }.map { ($0.name, $0.output) } }
  private var taps: [(stage: Int, name: String, output: Output)] = []
  private var tapped: Pipeline?
  private(set) var fault: Fault?
  private let program: Program
  private let host: TrialHost
  private var observation: Observation?

  init(_ program: Program, _ host: TrialHost, isDeduplicated: Bool) {
    self.program = program
    self.host = host
    rerun = Output(isDeduplicated: isDeduplicated)
    observed = Output(isDeduplicated: isDeduplicated)
  }

  func listen(to pipeline: Pipeline) {
    pipeline.observe(
      for: self, received: { [unowned self] in rerun.add(plain($0), host) }, ended: { _ in })
  }

  func listenToOperators(of pipeline: Pipeline) {
    tapped = pipeline
    listenToOperators()
  }

  /// Some are met with only when a value comes, such as those of the publishers that `flatMap` makes.
  private func listenToOperators() {
    guard let tapped, tapped.stages.count > taps.count else { return }
    for stage in tapped.stages where !taps.contains(where: { $0.stage == stage.number }) {
      let output = Output(isDeduplicated: false)
      taps.append((stage.number, stage.name, output))
      _ = tapped.observe(
        for: output, stage: stage.number, isInput: false, received: { [unowned self] in output.add(plain($0), host) },
        ended: { _ in })
    }
  }

  func observe(_ publisher: StatementValue, _ text: String, _ session: SessionResults) -> Pipeline? {
    observation = program.observe(publisher.value, text: text, session: session, demand: nil) { [unowned self] in
      observed.add(plain($0), host)
    } complete: { [unowned self] end in
      if case .failed(.trap(let fault)) = end { self.fault = fault }
    }
    return observation?.pipeline
  }

  private func plain(_ value: Value) -> PortableValue {
    program.portable(value) ?? .string(program.description(of: value))
  }

  /// Gives the properties what they were given, each at its time.
  func run(_ records: [CommitRecord], _ inputs: [String], in namespace: Namespace, until first: Int) {
    // What the beginning has set off is over when the first one comes.
    host.advance(to: first - 1)
    for record in records where host.fault == nil {
      for change in record.changes where inputs.contains(change.path) {
        guard let value = change.value,
          let (instance, info) = program.counterpart(
            of: change.path.split(separator: ".").map(String.init), in: namespace)
        else { continue }
        host.advance(to: record.at)
        // One of another type, from before a redefinition.
        guard let value = try? program.value(past: value, as: info) else { continue }
        listenToOperators()
        host.origin = record.revision
        defer { host.origin = nil }
        do { try program.write(instance, info, value) } catch {
          if case .trap(let fault) = error { self.fault = self.fault ?? fault }
        }
      }
    }
  }

  func stop() { observation?.cancel() }
}

/// What takes a pipeline's place, as it can stand at top level: without its end, and with the names that it has in its class.
struct ReplayedSource {
  private(set) var swift: String

  init(_ text: String, of pipeline: Pipeline, in namespace: Namespace, _ program: Program, _ session: SessionResults) {
    swift = Self.withoutEnd(text)
    guard let property = pipeline.output ?? pipeline.inputs.first else { return }
    let names = namespace.local(property).split(separator: ".").map(String.init)
    let instance = program.counterpart(of: property.split(separator: ".").map(String.init), in: namespace)?.0
    let properties = Set(instance?.properties.map(\.name) ?? [])
    let store = names.dropLast().joined(separator: ".")
    guard !store.isEmpty else { return }
    swift = Self.spelled(swift, store, properties)
  }

  /// `$name.map { … }.assign(to: &$ok)` up to its `assign`, `a.sink { … }.store(in: &b)` up to its `sink`.
  private static func withoutEnd(_ text: String) -> String {
    var end: String.Index?
    scan(text) { index, depth in
      guard depth == 0, text[index] == "." else { return }
      let name = text[text.index(after: index)...].prefix { $0.isLetter }
      switch name {
      case "sink", "assign": end = end ?? index
      case "store": break
      default: if !name.isEmpty { end = nil }
      }
    }
    return String(end.map { text[..<$0] } ?? text[...]).trimmingSpace
  }

  /// `$name` and `self.name` of the store, as everybody else says it.
  private static func spelled(_ text: String, _ store: String, _ properties: Set<String>) -> String {
    var result = ""
    var index = text.startIndex
    var code: Set<String.Index> = []
    scan(text) { place, _ in code.insert(place) }
    while index < text.endIndex {
      let isWord = text[index].isLetter || text[index] == "_" || text[index] == "$"
      let before = index > text.startIndex ? text[text.index(before: index)] : " "
      guard isWord, code.contains(index), !before.isLetter, !before.isNumber, !"_.$".contains(before) else {
        result.append(text[index])
        index = text.index(after: index)
        continue
      }
      let word = text[index...].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
      if word.first == "$", properties.contains(String(word.dropFirst())) { result += store + "." }
      result += word == "self" ? store : String(word)
      index = word.endIndex
    }
    return result
  }

  /// Calls `visit` for each character that stands in no text and no comment, with the number of brackets around it.
  private static func scan(_ text: String, _ visit: (String.Index, Int) -> Void) {
    var depth = 0
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if character == "\"" {
        index = text.index(after: index)
        while index < text.endIndex, text[index] != "\"" {
          if text[index] == "\\" { index = text.index(after: index) }
          if index < text.endIndex { index = text.index(after: index) }
        }
      } else if text[index...].hasPrefix("//") {
        while index < text.endIndex, !text[index].isNewline { index = text.index(after: index) }
      } else {
        if ")]}".contains(character) { depth -= 1 }
        visit(index, depth)
        if "([{".contains(character) { depth += 1 }
      }
      if index < text.endIndex { index = text.index(after: index) }
    }
  }
}

extension String {
  fileprivate var trimmingSpace: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

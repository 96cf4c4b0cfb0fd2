public import Language

/// A value of a publisher, as a subscription delivers it.
public struct StreamValue: Sendable {
  /// `publisher`, or `pipe:NAME`.
  public let path: String
  /// `nil` where it has no plain form.
  public internal(set) var value: PortableValue?
  /// 1, 2, 3, … of the publisher.
  public let number: Int
  /// The commit of the transaction it came in, or the one before when that changed nothing.
  public internal(set) var revision: Int
  public let at: Int
  /// How many values it stands for.
  public var merged = 1
}

/// What a subscription listens to when that is no property: a publisher of its own, or the end of a pipeline.
///
/// There is no log to fall back on: what cannot be delivered yet waits here, bounded by the subscription's `queue`.
final class StreamSource {
  enum Origin {
    case publisher(String)
    case pipeline(String, tap: Tap?)
  }

  /// One side of an operator of a pipeline.
  struct Tap {
    let stage: Int
    let isInput: Bool

    /// `NAME#2.out` is the name and the tap; a name alone is all of it.
    static func parse(_ text: Substring) -> (name: String, tap: Tap?) {
      guard let dot = text.lastIndex(of: "."), let mark = text[..<dot].lastIndex(of: "#"), mark > text.startIndex,
        let stage = Int(text[text.index(after: mark)..<dot])
      else { return (String(text), nil) }
      switch text[text.index(after: dot)...] {
      case "in": return (String(text[..<mark]), Tap(stage: stage, isInput: true))
      case "out": return (String(text[..<mark]), Tap(stage: stage, isInput: false))
      default: return (String(text), nil)
      }
    }
  }

  let origin: Origin
  let path: String
  var observation: Observation?
  var pipeline: Pipeline?
  var waiting: [StreamValue] = []
  var count = 0
  /// It has taken in something secret.
  var isSecret = false
  /// Values dropped of which the client does not know yet, after and up to these revisions.
  var dropped: (from: Int, to: Int, count: Int)?
  /// As it was before the transaction that is open, in which values came.
  private var before:
    (
      waiting: [StreamValue], count: Int, dropped: (from: Int, to: Int, count: Int)?, lost: Int, end: SubscriptionEvent?
    )?
  /// Whether something came in the transaction that is open.
  var isInDoubt: Bool { before != nil }
  /// How it ended.
  var end: SubscriptionEvent?
  weak var subscription: Subscription?

  init(_ origin: Origin) {
    self.origin = origin
    switch origin {
    case .publisher: path = "publisher"
    case .pipeline(let name, let tap):
      path = "pipe:" + name + (tap.map { "#\($0.stage).\($0.isInput ? "in" : "out")" } ?? "")
    }
  }

  /// Values come in a transaction, which may yet be undone.
  /// - Returns: the revision they have if it changes something.
  func take(part transaction: Transaction?, after revision: Int) -> Int {
    guard let transaction else { return revision }
    if before == nil {
      // Nothing to remember of what is empty, so that it keeps its memory.
      before = (waiting.isEmpty ? [] : waiting, count, dropped, subscription?.lost ?? 0, end)
      transaction.streams.append(self)
    }
    return revision + 1
  }

  /// The transaction is over.
  func settle(at revision: Int) {
    before = nil
    var place = waiting.endIndex
    while place > 0, waiting[place - 1].revision > revision {
      place -= 1
      waiting[place].revision = revision
    }
    if let dropped, dropped.to > revision { self.dropped = (min(dropped.from, revision), revision, dropped.count) }
  }

  /// The transaction is undone, and nothing came.
  func undo() {
    guard let before else { return }
    self.before = nil
    (waiting, count, dropped, end) = (before.waiting, before.count, before.dropped, before.end)
    subscription?.overflow.lost = before.lost
  }
}

extension Delivery {
  func streamSource(_ options: SubscriptionOptions) throws(EngineError) -> StreamSource? {
    if let source = options.publisher {
      guard options.paths.isEmpty else {
        throw .malformedPath(path: options.paths[0], reason: "a subscription has paths or a publisher, not both")
      }
      return StreamSource(.publisher(source))
    }
    guard let path = options.paths.first(where: { $0.hasPrefix("pipe:") }) else { return nil }
    guard options.paths.count == 1 else {
      throw .malformedPath(path: path, reason: "a subscription watches one pipeline, and nothing beside it")
    }
    let (name, tap) = StreamSource.Tap.parse(path.dropFirst("pipe:".count))
    return StreamSource(.pipeline(name, tap: tap))
  }

  func openStream(
    _ name: String, _ session: SessionState, _ options: SubscriptionOptions, _ source: StreamSource
  ) throws(EngineError) -> Subscription {
    guard options.condition == nil else {
      throw .validation(path: source.path, rule: "a publisher is filtered with 'filter', not with 'when'")
    }
    let subscription = Subscription(
      name: name, session: session.id, options: options, filter: PathFilter.nothing, phase: .ready,
      cursor: engine.revision,
      stream: source)
    source.subscription = subscription
    try connect(source, subscription, session)
    return subscription
  }

  private func connect(_ source: StreamSource, _ subscription: Subscription, _ session: SessionState)
    throws(EngineError)
  {
    switch source.origin {
    case .publisher(let text):
      _ = try engine.transactions.transact(Cause(by: session.id)) { () throws(EngineError) in
        let namespace = try engine.namespace(making: subscription.options.namespace)
        let results = engine.results(of: session, in: namespace)
        let value = try engine.expression(SourceText(file: "publisher", text: text), in: namespace, session: results)
        source.observation = namespace.program.observe(
          value.value, text: text, session: results, demand: subscription.gate.credit
        ) { [link = engine.link, weak source] in
          if let source { link.engine?.delivery.received($0, source) }
        } complete: { [link = engine.link, weak source] in
          if let source { link.engine?.delivery.ended(source, $0) }
        }
        guard source.observation != nil else {
          throw .typeMismatch(path: "publisher", expected: "a publisher", got: value.typeName)
        }
      }
    case .pipeline(let name, let tap):
      let pipeline = try engine.pipelines.named(name)
      source.pipeline = pipeline
      let received = { [link = engine.link, weak source] (value: Value) in
        if let source { link.engine?.delivery.received(value, source) }
      }
      let ended = { [link = engine.link, weak source] (state: Pipeline.State) in
        guard let source else { return }
        switch state {
        case .failed(let fault): link.engine?.delivery.ended(source, .failed(.trap(fault)))
        default: link.engine?.delivery.ended(source, .finished)
        }
      }
      guard let tap else { return pipeline.observe(for: source, received: received, ended: ended) }
      let isThere = pipeline.observe(
        for: source, stage: tap.stage, isInput: tap.isInput, received: received, ended: ended)
      guard isThere else {
        throw .notFound(
          path: source.path, known: pipeline.stages.map { "pipe:\(name)#\($0.number).\(tap.isInput ? "in" : "out")" })
      }
    }
  }

  private func received(_ value: Value, _ source: StreamSource) {
    guard let subscription = source.subscription else { return }
    let revision = source.take(part: engine.transactions.current, after: engine.revision)
    source.count += 1
    let next = StreamValue(
      path: source.path, value: engine.root.program.portable(value), number: source.count, revision: revision,
      at: engine.date)
    if let settle = subscription.options.settle { subscription.gate.settledAt = engine.moment(in: settle) }
    subscription.makeReady()
    if let last = source.waiting.last,
      subscription.options.mode.conflates
        || (subscription.options.overflow == .conflate && source.waiting.count >= subscription.options.queue)
    {
      source.waiting[source.waiting.count - 1] = next.conflated(with: last)
      return
    }
    guard source.waiting.count >= subscription.options.queue else { return source.waiting.append(next) }
    switch subscription.options.overflow {
    case .close: end(subscription, .slow)
    case .dropNewest: drop(next, source, subscription)
    default:
      drop(source.waiting.removeFirst(), source, subscription)
      source.waiting.append(next)
    }
  }

  private func drop(_ value: StreamValue, _ source: StreamSource, _ subscription: Subscription) {
    subscription.overflow.lost += value.merged
    source.dropped =
      source.dropped.map { ($0.from, value.revision, $0.count + value.merged) }
      ?? (value.revision, value.revision, value.merged)
  }

  private func ended(_ source: StreamSource, _ end: Observation.End) {
    // What the program that goes has ended is opened again in the one that takes its place, and nobody is to hear of that.
    guard source.end == nil, !(engine.rebuilt.map { isFed(source, by: $0) } ?? false) else { return }
    _ = source.take(part: engine.transactions.current, after: engine.revision)
    switch end {
    case .finished: source.end = .complete
    case .failed(.trap(let fault)): source.end = .failed(.trap(fault))
    case .failed(.thrown(let thrown)): source.end = .failed(.thrown(thrown))
    }
    if let subscription = source.subscription { subscription.makeReady() }
  }

  /// What a subscription of a publisher says next.
  func nextOfStream(_ subscription: Subscription) -> SubscriptionEvent? {
    guard let source = subscription.stream else { return nil }
    if let dropped = source.dropped, subscription.options.overflow != .dropNewest || source.waiting.isEmpty {
      source.dropped = nil
      return .gap(from: dropped.from, to: dropped.to, reason: .overflow, lost: dropped.count)
    }
    if let first = source.waiting.first {
      guard subscription.gate.credit != 0, isAllowed(subscription) else { return nil }
      source.waiting.removeFirst()
      subscription.cursor = max(subscription.cursor, first.revision)
      noteDelivered(subscription)
      var value = first
      if engine.isSecret(source) { value.value = .secret }
      return .value(value)
    }
    if subscription.progress.isDue {
      subscription.progress.isDue = false
      return .progress(revision: engine.revision)
    }
    guard let end = source.end else { return nil }
    source.end = nil
    if case .failed = end { self.end(subscription, .error) } else { self.end(subscription, .closed) }
    return end
  }

  func closeStream(_ subscription: Subscription) {
    guard let source = subscription.stream else { return }
    source.pipeline?.stopObserving(for: source)
    source.pipeline = nil
    guard let observation = source.observation else { return }
    source.observation = nil
    engine.transactions.perform(Cause(by: subscription.session)) { observation.cancel() }
  }

  /// Whether what a subscription listens to is made by the program of this namespace.
  func isFed(_ source: StreamSource, by namespace: Namespace) -> Bool {
    switch source.origin {
    case .publisher: source.subscription?.options.namespace == namespace.name
    case .pipeline(let name, _): engine.resolve(name).0 === namespace
    }
  }

  /// The program is another one.
  func reopenStream(_ subscription: Subscription, _ session: SessionState) {
    guard let source = subscription.stream else { return }
    _ = engine.isSecret(source)
    source.observation = nil
    source.pipeline = nil
    source.end = nil
    do throws(EngineError) { try connect(source, subscription, session) } catch {
      source.end = .failed(error)
      subscription.makeReady()
    }
  }
}

extension StreamValue {
  /// It, standing for an earlier one too.
  fileprivate func conflated(with earlier: StreamValue) -> StreamValue {
    var value = self
    value.merged += earlier.merged
    return value
  }
}

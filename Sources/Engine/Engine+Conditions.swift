import Language

/// A condition in Swift over `value` and `old`, checked when it was made.
struct Predicate {
  enum Kind {
    /// Over the value of each property.
    case property(PropertyInfo)
    /// Over all properties of a store, in this order.
    case store([Property])
  }
  let kind: Kind
  let namespace: Namespace
  let function: Value
}

extension Engine {
  /// Checks a condition for what the subscription listens to.
  func attachCondition(_ text: String, to subscription: Subscription) throws(EngineError) {
    let predicate = try predicate(text, for: subscription.filter, session: subscription.session)
    subscription.predicate = predicate
    guard case .store(let properties) = predicate.kind, case .replay(let until) = subscription.phase else { return }
    // What the store held where the replay begins: the present, undone.
    var state = Dictionary(properties.map { ($0.path, $0.value) }, uniquingKeysWith: { $1 })
    var seen: Set<String> = []
    var revision = subscription.cursor
    while revision < until, let record = record(of: revision + 1) {
      revision += 1
      for change in record.changes where state[change.path] != nil && seen.insert(change.path).inserted {
        state[change.path] = change.old ?? change.value
      }
    }
    subscription.stateAtCursor = state
  }

  private func predicate(_ text: String, for filter: PathFilter, session id: String) throws(EngineError) -> Predicate {
    let found = filter.included.map { stores.property(at: $0.text) }
    if let first = found[0],
      found.allSatisfy({ $0?.info.typeName == first.info.typeName && $0?.store.namespace === first.store.namespace })
    {
      let type = first.info.typeName
      let function = try condition(
        text, within: ("{ (value: \(type), old: \(type)) -> Bool in", "}"), in: first.store.namespace, session: id)
      return Predicate(kind: .property(first.info), namespace: first.store.namespace, function: function)
    }
    guard filter.included.count == 1, let store = stores[filter.included[0].stem] else {
      throw .validation(
        path: filter.included.map(\.text).joined(separator: ", "),
        rule: "a condition needs one store, or properties of one type")
    }
    let properties = store.properties.filter { $0.isVisible && $0.isWatchable }
    // A tuple of one element has no label; further ones that nobody asks for make it a tuple.
    let fillers = (0..<max(0, 2 - properties.count)).map { "_\($0)" }
    func tuple(_ letter: String) -> String {
      (properties.enumerated().map { "\($1.info.name): \(letter)\($0)" } + fillers.map { $0 + ": 0" })
        .joined(separator: ", ")
    }
    func parameters(_ letter: String) -> [String] {
      properties.enumerated().map { "\(letter)\($0): \($1.info.typeName)" }
    }
    let type =
      (properties.map { "\($0.info.name): \($0.info.typeName)" } + fillers.map { $0 + ": Int" })
      .joined(separator: ", ")
    return Predicate(
      kind: .store(properties), namespace: store.namespace,
      function: try condition(
        text,
        within: (
          "{ (\((parameters("v") + parameters("o")).joined(separator: ", "))) -> Bool in let value = (\(tuple("v"))); "
            + "let old = (\(tuple("o"))); return (", ") }"
        ), in: store.namespace, session: id, spelling: ["(\(type))": store.className]))
  }

  private func condition(
    _ text: String, within closure: (head: String, tail: String), in namespace: Namespace, session id: String,
    spelling: [String: String] = [:]
  ) throws(EngineError) -> Value {
    let session = results(of: session(id), in: namespace)
    do {
      return try namespace.program.closure(
        "(" + closure.head, SourceText(file: "when", text: text), closure.tail + ")", session: session,
        spelling: spelling)
    } catch { throw EngineError(error) }
  }

  func expression(_ source: SourceText, in namespace: Namespace, session: Session) throws(EngineError)
    -> StatementValue
  {
    do { return try namespace.program.value(of: source, session: session) } catch { throw EngineError(error) }
  }

  // MARK: Testing

  /// Whether a commit that is just being published passes. A condition that fails is told as a gap.
  func passes(_ subscription: Subscription, _ commit: Commit, _ position: Int) -> Bool {
    guard let predicate = subscription.predicate else { return true }
    switch predicate.kind {
    case .property(let info):
      let change = commit.record.changes[position]
      guard let value = change.value else { return true }
      return holds(subscription, commit, predicate, [(value, info)], [(change.old ?? value, info)])
    case .store(let properties):
      if let verdict = subscription.verdict, verdict.revision == commit.revision { return verdict.holds }
      var old: [String: PortableValue] = [:]
      for change in commit.record.changes { old[change.path] = change.old }
      let passes = holds(
        subscription, commit, predicate, properties.map { ($0.value, $0.info) },
        properties.map { (old[$0.path] ?? $0.value, $0.info) })
      subscription.verdict = (commit.revision, passes)
      if passes, !subscription.options.mode.folds { subscription.accepted.append(commit.revision) }
      return passes
    }
  }

  /// The same for a commit that is read from the log: positions of the changes that pass.
  func replayed(_ commit: Commit, _ subscription: Subscription) -> [Int] {
    guard let predicate = subscription.predicate else { return [] }
    let heard = heard(commit, by: subscription)
    switch predicate.kind {
    case .property(let info):
      return heard.filter { position in
        let change = commit.record.changes[position]
        guard let value = change.value else { return true }
        return holds(subscription, commit, predicate, [(value, info)], [(change.old ?? value, info)])
      }
    case .store(let properties):
      guard let before = subscription.stateAtCursor else {
        subscription.accepted.removeAll { $0 < commit.revision }
        return subscription.accepted.first == commit.revision ? heard : []
      }
      guard case .replay = subscription.phase else {
        subscription.stateAtCursor = nil
        return replayed(commit, subscription)
      }
      var after = before
      for change in commit.record.changes where after[change.path] != nil { after[change.path] = change.value }
      subscription.stateAtCursor = after
      guard !heard.isEmpty else { return [] }
      return holds(
        subscription, commit, predicate, properties.map { (after[$0.path] ?? $0.value, $0.info) },
        properties.map { (before[$0.path] ?? $0.value, $0.info) }) ? heard : []
    }
  }

  private typealias Typed = (PortableValue, PropertyInfo)

  private func holds(
    _ subscription: Subscription, _ commit: Commit, _ predicate: Predicate, _ values: [Typed], _ old: [Typed]
  ) -> Bool {
    do throws(EngineError) { return try test(predicate, values, old) } catch {
      if let onVerdict = subscription.onVerdict {
        onVerdict(.failure(error))
        return false
      }
      // What waited to be told is part of the gap: the snapshot that follows is newer.
      let waits = subscription.newestPending != nil || subscription.dropped != nil
      let from = waits ? min(subscription.cursor, commit.revision - 1) : commit.revision - 1
      subscription.settle()
      subscription.phase = .gap(from: from, to: commit.revision, reason: .filterError)
      enqueue(subscription)
      return false
    }
  }

  /// Whatever a condition writes is undone: it only looks.
  private func test(_ predicate: Predicate, _ values: [Typed], _ old: [Typed]) throws(EngineError) -> Bool {
    var arguments: [Value] = []
    for (value, info) in values + old {
      do { arguments.append(try root.program.value(value, as: info)) } catch { throw EngineError(error, at: "when") }
    }
    let outer = transaction
    let scratch = open(Cause(by: "condition"))
    defer {
      rollBack(scratch)
      transaction = outer
    }
    let result = try attempt { () throws(RunFailure) in
      try predicate.namespace.program.call(predicate.function, arguments)
    }
    return root.program.portable(result) == .bool(true)
  }

  // MARK: Waiting

  /// Calls `completion` with the first commit for which a condition over a path holds, or at once with `nil` if it holds
  /// now; without a condition, with the next commit that changes the path. A condition that fails while running ends the
  /// wait. At the end of the turn, never within this call.
  ///
  /// - Parameter evenAbsent: a path at which nothing is yet is waited for; that something comes to be there is a change.
  /// - Returns: gives up waiting.
  public func wait(
    path: String, condition: String?, evenAbsent: Bool = false, session id: String, timeout: Int?,
    _ completion: @escaping (Result<Met, EngineError>) -> Void
  ) throws(EngineError) -> () -> Void {
    try requireHealthy()
    let wait = Subscription(
      name: "", session: id, options: SubscriptionOptions(paths: [path]), filter: try PathFilter([path]), phase: .live,
      cursor: revision)
    var isAwaited = false
    do throws(EngineError) {
      if try begin(wait, condition) {
        completions.append { [met = met(wait)] in completion(.success(met)) }
        return {}
      }
    } catch {
      guard evenAbsent, case .notFound = error else { throw error }
      isAwaited = true
      awaited.append(wait)
    }
    let session = session(id)
    session.waits.append(wait)
    audienceMayHaveChanged()
    var timer: TimerQueue.Timer?
    let close = { [link, weak session, weak wait] in
      timer?.cancel()
      guard let wait else { return }
      session?.waits.removeAll { $0 === wait }
      link.engine?.detach(wait)
    }
    func finish(_ result: Result<Met, EngineError>) {
      guard wait.onVerdict != nil else { return }
      wait.onVerdict = nil
      wait.phase = .ended
      completions.append { [wait] in
        withExtendedLifetime(wait) { close() }
        completion(result)
      }
    }
    // Who waits holds the engine until then; `detach` lets go of both closures.
    wait.onVerdict = { [self, wait] verdict in
      finish(verdict.map { met(wait, $0.commit.revision, $0.commit.record.changes[$0.position].path) })
    }
    wait.look = { [self, wait] in
      guard wait.onVerdict != nil else { return }
      do throws(EngineError) {
        let holds = try begin(wait, condition)
        let hasCome = isAwaited
        if hasCome {
          isAwaited = false
          awaited.removeAll { $0 === wait }
          audienceMayHaveChanged()
        }
        if holds || (hasCome && condition == nil) {
          finish(.success(met(wait, (try? read(path))?.revision ?? revision)))
        }
      } catch {
        if isAwaited, case .notFound = error { return }
        finish(.failure(error))
      }
    }
    if let timeout {
      timer = chores.insert(deadline: moment(in: timeout)) { [self] in
        finish(
          .failure(
            isAwaited
              ? .neverCame(path: path, after: timeout, known: visiblePaths + stores.order)
              : .timedOut(path: path, after: timeout, last: (try? self.get(path))?.value ?? .null)))
      }
    }
    return { [wait] in
      guard wait.onVerdict != nil else { return }
      wait.onVerdict = nil
      close()
    }
  }

  /// What has been waited for.
  public struct Met {
    /// Where: the path that was asked for; of a pattern the store that the condition is about, or what changed.
    public let path: String
    /// The commit that made it so; `nil` if it was so already.
    public let revision: Int?
  }

  private func met(_ wait: Subscription, _ revision: Int? = nil, _ changed: String? = nil) -> Met {
    let pattern = wait.filter.included[0]
    if pattern.isExact { return Met(path: pattern.text, revision: revision) }
    return Met(path: wait.predicate == nil ? changed ?? pattern.text : pattern.stem, revision: revision)
  }

  /// Lets a wait listen to what is at its path now.
  /// - Returns: whether its condition holds already.
  private func begin(_ wait: Subscription, _ condition: String?) throws(EngineError) -> Bool {
    for pattern in wait.filter.included where pattern.isExact { try requireWatchable(pattern) }
    // What was listened to with the condition of a program that is gone may have failed.
    wait.phase = .live
    if let condition {
      wait.predicate = try predicate(condition, for: wait.filter, session: wait.session)
      if try holdsNow(wait) { return true }
    }
    for property in watched(by: wait.filter) { wait.attach(property) }
    return false
  }

  /// Stores have come to be.
  func lookForAwaited() {
    for wait in awaited { wait.look?() }
  }

  private func holdsNow(_ wait: Subscription) throws(EngineError) -> Bool {
    guard let predicate = wait.predicate else { return false }
    switch predicate.kind {
    case .property(let info):
      for property in watched(by: wait.filter)
      where try test(predicate, [(property.value, info)], [(property.value, info)]) { return true }
      return false
    case .store(let properties):
      let present = properties.map { ($0.value, $0.info) }
      return try test(predicate, present, present)
    }
  }

  // MARK: Redefinition

  /// The program of a namespace is another one: conditions and publishers are made again from their source.
  func renewExpressions(of namespace: Namespace) {
    for session in sessions.values {
      for subscription in Array(session.subscriptions.values) {
        if let source = subscription.stream {
          if isFed(source, by: namespace) { reopenStream(subscription, session) }
        } else if let condition = subscription.options.condition, subscription.predicate?.namespace === namespace {
          subscription.predicate = nil
          do throws(EngineError) { try attachCondition(condition, to: subscription) } catch {
            subscription.urgent.append(.failed(error))
            end(subscription, .error)
          }
        }
      }
      for wait in session.waits where wait.predicate?.namespace === namespace {
        wait.predicate = nil
        wait.look?()
      }
    }
  }
}

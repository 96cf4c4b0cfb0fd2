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

/// The condition of a subscription, and what is known of how it came out.
struct SubscriptionCondition {
  let predicate: Predicate
  /// Over a store, while history is read: its values at the cursor, by path.
  var stateAtCursor: [String: PortableValue]?
  /// Over a store, mode `every`: commits that have passed and have not been delivered yet.
  var accepted: [Int] = []
  /// What came out for the last commit, of a condition over a store.
  var verdict: (revision: Int, holds: Bool)?
}

extension Delivery {
  /// Checks a condition for what the subscription listens to.
  func attachCondition(_ source: String, to subscription: Subscription) throws(EngineError) {
    let predicate = try predicate(source, for: subscription.filter, session: subscription.session)
    subscription.condition = SubscriptionCondition(predicate: predicate)
    switch subscription.phase {
    case .replay(let until):
      guard case .store = predicate.kind else { return }
      // What the store held where the replay begins: the present, undone.
      findState(of: subscription, at: subscription.cursor, until: until)
    case .backwards:
      guard let search = subscription.backwards else { return }
      if case .last(let count) = subscription.options.start, search.left != nil {
        goBack(subscription, commits: count)
        subscription.settle()
      } else {
        findState(of: subscription, at: search.floor, until: search.until)
      }
    default: return
    }
  }

  func predicate(_ source: String, for filter: PathFilter, session id: String) throws(EngineError) -> Predicate {
    let found = filter.included.map { engine.stores.property(at: $0.root) }
    if let first = found[0],
      found.allSatisfy({ $0?.info.typeName == first.info.typeName && $0?.store.namespace === first.store.namespace })
    {
      let function = try condition(
        source, over: first.info.typeName, in: first.store.namespace, session: id)
      return Predicate(kind: .property(first.info), namespace: first.store.namespace, function: function)
    }
    guard filter.included.count == 1, let store = engine.stores[filter.included[0].stem] else {
      throw .validation(
        path: filter.included.map(\.text).joined(separator: ", "),
        rule: "a condition needs one store, or properties of one type")
    }
    let properties = store.visibleProperties.filter(\.isWatchable)
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
        source,
        within: (
          "{ (\((parameters("v") + parameters("o")).joined(separator: ", "))) -> Bool in let value = (\(tuple("v"))); "
            + "let old = (\(tuple("o"))); return (", ") }"
        ), in: store.namespace, session: id, spelling: ["(\(type))": store.className]))
  }

  /// A condition over one value, now and before.
  func condition(_ source: String, over type: String, in namespace: Namespace, session id: String)
    throws(EngineError) -> Value
  {
    try condition(source, within: ("{ (value: \(type), old: \(type)) -> Bool in", "}"), in: namespace, session: id)
  }

  private func condition(
    _ source: String, within closure: (head: String, tail: String), in namespace: Namespace, session id: String,
    spelling: [String: String] = [:]
  ) throws(EngineError) -> Value {
    let session = engine.results(of: engine.session(id), in: namespace)
    do {
      return try namespace.program.closure(
        "(" + closure.head, SourceText(file: "when", text: source), closure.tail + ")", session: session,
        spelling: spelling)
    } catch { throw EngineError(error) }
  }

  // MARK: Testing

  /// Whether a change of a commit that is just being published passes. A condition that fails makes a gap.
  func passes(_ subscription: Subscription, _ commit: Commit, _ position: Int) -> Bool {
    guard let condition = subscription.condition else { return true }
    if let verdict = condition.verdict, verdict.revision == commit.revision { return verdict.holds }
    let passes: Bool
    do throws(EngineError) { passes = try test(condition.predicate, commit, position) } catch {
      noteFailure(of: subscription, at: commit)
      passes = false
    }
    guard case .store = condition.predicate.kind else { return passes }
    subscription.condition?.verdict = (commit.revision, passes)
    if passes, !subscription.options.mode.conflates { subscription.condition?.accepted.append(commit.revision) }
    return passes
  }

  /// Whether a change of a commit that is just being published makes a condition true.
  func test(_ predicate: Predicate, _ commit: Commit, _ position: Int) throws(EngineError) -> Bool {
    switch predicate.kind {
    case .property(let info):
      let change = commit.record.changes[position]
      guard let value = change.value else { return true }
      return try test(predicate, [(value, info)], [(change.old ?? value, info)])
    case .store(let properties):
      var old: [String: PortableValue] = [:]
      for change in commit.record.changes { old[change.path] = change.old }
      return try test(
        predicate, properties.map { ($0.value, $0.info) }, properties.map { (old[$0.path] ?? $0.value, $0.info) })
    }
  }

  /// The same for a commit that is read from the log: positions of the changes that pass.
  func replayed(_ commit: Commit, _ subscription: Subscription) -> [Int] {
    guard let condition = subscription.condition else { return [] }
    let concerning = concerning(subscription, in: commit)
    switch condition.predicate.kind {
    case .property(let info):
      return concerning.filter { position in
        let change = commit.record.changes[position]
        guard let value = change.value else { return true }
        return holds(subscription, commit, condition.predicate, [(value, info)], [(change.old ?? value, info)])
      }
    case .store(let properties):
      guard let before = condition.stateAtCursor else {
        subscription.condition?.accepted.removeAll { $0 < commit.revision }
        return subscription.condition?.accepted.first == commit.revision ? concerning : []
      }
      guard subscription.isReadingHistory else {
        subscription.condition?.stateAtCursor = nil
        return replayed(commit, subscription)
      }
      var after = before
      for change in commit.record.changes where after[change.path] != nil { after[change.path] = change.value }
      subscription.condition?.stateAtCursor = after
      guard !concerning.isEmpty else { return [] }
      return holds(
        subscription, commit, condition.predicate, properties.map { (after[$0.path] ?? $0.value, $0.info) },
        properties.map { (before[$0.path] ?? $0.value, $0.info) }) ? concerning : []
    }
  }

  typealias Typed = (PortableValue, PropertyInfo)

  private func holds(
    _ subscription: Subscription, _ commit: Commit, _ predicate: Predicate, _ values: [Typed], _ old: [Typed]
  ) -> Bool {
    do throws(EngineError) { return try test(predicate, values, old) } catch {
      noteFailure(of: subscription, at: commit)
      return false
    }
  }

  /// A condition has failed while running.
  private func noteFailure(of subscription: Subscription, at commit: Commit) {
    // What waited is part of the gap: the snapshot that follows is newer.
    let isWaiting = !subscription.pending.isEmpty || !subscription.overflow.isEmpty
    let from = isWaiting ? min(subscription.place, commit.revision - 1) : commit.revision - 1
    subscription.settle()
    subscription.phase = .gap(from: from, to: commit.revision, reason: .filterError)
    subscription.makeReady()
  }

  /// Whatever a condition writes is undone: it only looks.
  func test(_ predicate: Predicate, _ values: [Typed], _ old: [Typed]) throws(EngineError) -> Bool {
    var arguments: [Value] = []
    for (value, info) in values + old {
      do { arguments.append(try engine.root.program.value(value, as: info)) } catch {
        throw EngineError(error, at: "when")
      }
    }
    return try holds(predicate.function, in: predicate.namespace, arguments)
  }

  func holds(_ function: Value, in namespace: Namespace, _ arguments: [Value]) throws(EngineError) -> Bool {
    try engine.transactions.look(Cause(by: "condition")) { () throws(EngineError) in
      let result = try engine.attempt { () throws(RunFailure) in try namespace.program.call(function, arguments) }
      return engine.root.program.portable(result) == .bool(true)
    }
  }

  // MARK: Redefinition

  /// The program of a namespace is another one: conditions and publishers are made again from their source.
  func renewExpressions(of namespace: Namespace) {
    for session in engine.sessions.values {
      for subscription in Array(session.subscriptions.values) {
        engine.lookAfterOthers()
        if let source = subscription.stream {
          if isFed(source, by: namespace) { reopenStream(subscription, session) }
        } else if let source = subscription.options.condition,
          subscription.condition?.predicate.namespace === namespace
        {
          do throws(EngineError) { try attachCondition(source, to: subscription) } catch { fail(subscription, error) }
        }
      }
      for wait in session.waits where wait.predicate?.namespace === namespace || wait.part != nil {
        wait.predicate = nil
        lookAgain(wait)
      }
    }
  }
}

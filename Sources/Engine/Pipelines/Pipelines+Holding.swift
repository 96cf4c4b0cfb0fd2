public import Language

/// Holding pipelines at their ends: stepping, breakpoints, slow motion. All others go on meanwhile.
extension Pipelines {
  /// Stops a pipeline before a value for which a condition holds, Swift over `value`. Whoever asked is told each time.
  public func stop(_ pipeline: Pipeline, before condition: String, session id: String) throws(EngineError) {
    let namespace = engine.resolve(pipeline.name).0
    let results = engine.results(of: engine.session(id), in: namespace)
    let test: Value
    do {
      test = try namespace.program.closure(
        "({ (value: \(namespace.program.valueType(of: pipeline))) -> Bool in",
        SourceText(file: "when", text: condition), "})",
        session: results)
    } catch { throw EngineError(error) }
    let breakpoint = Breakpoint(condition) { [link = engine.link, weak namespace, weak pipeline] value in
      guard let engine = link.engine, let namespace, let pipeline else { return false }
      return engine.pipelines.holds(test, value, of: pipeline, in: namespace, session: id)
    } stopped: { [link = engine.link, weak pipeline] in
      guard let engine = link.engine, let pipeline else { return }
      engine.pipelines.tell(id, of: pipeline, "paused", "it stops before a value for which \(condition)")
    }
    engine.transactions.perform(Cause(by: id)) {
      pipeline.pause(at: breakpoint)
      rememberOrigins(of: pipeline)
    }
  }

  /// A condition that fails stops nothing. Whatever it writes is undone: it only looks.
  private func holds(
    _ test: Value, _ value: Value, of pipeline: Pipeline, in namespace: Namespace, session: String
  ) -> Bool {
    do throws(RunFailure) {
      return try engine.transactions.look(Cause(by: "condition")) { () throws(RunFailure) in
        let result = try namespace.program.call(test, [value])
        return namespace.program.portable(result) == .bool(true)
      }
    } catch {
      let reason =
        switch error {
        case .trap(let fault): fault.message
        case .thrown(let thrown): thrown.description
        }
      tell(session, of: pipeline, "live", "the condition of its breakpoint failed: \(reason)")
      return false
    }
  }

  /// Tells whoever asked for the breakpoint; when they have gone, as with one that was set from a shell, everybody who listens
  /// for what nobody else hears.
  private func tell(_ session: String, of pipeline: Pipeline, _ state: String, _ text: String) {
    let asker = engine.sessions[session]?.id
    engine.notices.append(
      Engine.Notice(
        kind: .pipeline(state: state, text: text), pipeline: pipeline.name, session: asker, revision: engine.revision,
        isUnowned: asker == nil))
  }

  /// Lets values wait at its end. Whoever defined it is told, if somebody else asks.
  public func pause(_ pipeline: Pipeline, session: String) {
    guard !pipeline.isPaused else { return }
    pipeline.pause()
    rememberOrigins(of: pipeline)
    let owner = engine.sessions[pipeline.definedIn]?.id
    engine.notices.append(
      Engine.Notice(
        kind: .pipeline(state: "paused", text: "its values wait; \(session) has asked for that"),
        pipeline: pipeline.name, session: owner, revision: engine.revision, isUnowned: owner == nil, knownTo: session))
  }

  /// Lets values through one by one, each so many nanoseconds after the one before.
  public func slowDown(_ pipeline: Pipeline, to interval: Int, session: String) {
    var isTiming = false
    func next() {
      guard !isTiming, pipeline.waiting > 0, pipeline.slowMotion?.interval == interval else { return }
      isTiming = true
      _ = engine.schedule(at: engine.moment(in: interval)) {
        isTiming = false
        guard pipeline.slowMotion?.interval == interval else { return }
        pipeline.step(1)
        next()
      }
    }
    engine.transactions.perform(Cause(by: session)) {
      pipeline.slowDown(SlowMotion(interval: interval, held: next))
      rememberOrigins(of: pipeline)
    }
  }

  /// What comes of a value that has waited follows from what it came of, whoever lets it through.
  private func rememberOrigins(of pipeline: Pipeline) {
    final class Origin {
      let consequence: Consequence
      init(_ consequence: Consequence) { self.consequence = consequence }
    }
    let program = engine.resolve(pipeline.name).0.program
    pipeline.remember(
      HeldOrigins { [link = engine.link, weak program] in
        Origin(Consequence(of: link.engine, within: program))
      } recall: { [link = engine.link] origin in
        guard let transaction = link.engine?.transactions.current, let origin = origin as? Origin else { return }
        transaction.cause = origin.consequence.cause(transaction.cause)
      })
  }

  /// - Parameter forGood: Whether a breakpoint goes, too.
  public func resume(_ pipeline: Pipeline, forGood: Bool = false, session: String) {
    engine.transactions.perform(Cause(by: session)) { pipeline.resume(forGood: forGood) }
  }

  public func step(_ pipeline: Pipeline, _ count: Int, session: String) {
    engine.transactions.perform(Cause(by: session)) { pipeline.step(count) }
  }

  /// The value that waits first, as clients may see it.
  public func next(of pipeline: Pipeline) -> PortableValue? {
    guard let value = pipeline.next else { return nil }
    if pipeline.inputs.contains(where: { engine.hasSecrets($0) }) { return .secret }
    return engine.root.program.portable(value)
  }
}

import Language

/// The engine as its program sees it. What the program has begun may outlive both the engine and the namespace: then
/// nothing comes of it.
final class EngineHost: Host {
  private let link: Engine.Link
  /// Takes itself out when it goes, as the engine does: a weak reference would make every retain of it slow.
  unowned var namespace: Namespace?
  private var engine: Engine? { link.engine }

  init(engine: Engine, namespace: Namespace) {
    link = engine.link
    self.namespace = namespace
  }

  var random: RandomSource { engine?.random ?? RandomSource() }

  private func notify(_ kind: Engine.Notice.Kind, _ pipeline: Pipeline?) {
    engine?.notify(kind, pipeline, session: namespace?.program.currentSession ?? "")
  }

  var nowNanoseconds: Int { engine?.now ?? 0 }

  var dateNanoseconds: Int { engine?.date ?? 0 }

  func schedule(atNanoseconds deadline: Int, _ action: @escaping () -> Void) -> any HostTimer {
    engine?.schedule(at: deadline, within: namespace?.program, action) ?? NothingUnderWay()
  }

  func load(
    _ request: HTTPRequest, for pipeline: Pipeline?, at location: Location, _ receive: @escaping (HTTPOutcome) -> Void
  ) -> any HostWork {
    engine?.outside.load(request, for: pipeline, at: location, within: namespace?.program, receive)
      ?? NothingUnderWay()
  }

  func allows(_ access: Access) -> Bool { engine?.outside.system?.allows(access) ?? false }

  func lines(
    of source: LineSource, for pipeline: Pipeline?, _ receive: @escaping (LineEvent) -> Void
  ) -> any LineWork { engine?.outside.lines(of: source, within: namespace?.program, receive) ?? NothingUnderWay() }

  func perform(_ effect: Effect, for pipeline: Pipeline?, at location: Location) {
    guard let engine else { return }
    engine.outside.effects.append(
      PendingEffect(
        effect: effect, pipeline: pipeline, location: location, transaction: engine.transactions.current?.number))
  }

  func ask(
    _ object: Instance, _ request: ProvidedRequest, for pipeline: Pipeline?, at location: Location,
    _ receive: ((ProvidedAnswer) -> Void)?
  ) throws(ProvidedRefusal) -> any HostWork {
    guard let engine else { throw ProvidedRefusal("the daemon is gone") }
    return try engine.ask(object, request, for: pipeline, at: location, receive)
  }

  func toldChanges(of object: Instance) -> Int {
    guard let engine, let tag = object.hostTag else { return 0 }
    return engine.providing.provider(of: unsafeDowncast(tag, to: Store.self))?.changes ?? 0
  }

  func troubled(_ pipeline: Pipeline?, by fault: Fault) { notify(.trouble(fault), pipeline) }

  func warned(_ pipeline: Pipeline?, of fault: Fault) { notify(.warning(fault), pipeline) }

  private final class Origin {
    let consequence: Consequence
    let transaction: Transaction?
    init(_ consequence: Consequence, _ transaction: Transaction?) {
      (self.consequence, self.transaction) = (consequence, transaction)
    }
  }

  func origin() -> AnyObject? {
    Origin(Consequence(of: engine, within: namespace?.program, isAwaited: false), engine?.transactions.current)
  }

  func follows(from origin: AnyObject) {
    guard let transaction = engine?.transactions.current, let origin = origin as? Origin,
      origin.transaction !== transaction
    else { return }
    transaction.cause = origin.consequence.cause(transaction.cause)
  }

  func goesOn(taskAt location: Location) {
    guard let transaction = engine?.transactions.current, transaction.cause.task == nil else { return }
    transaction.cause.task = location
  }

  func ended(_ state: String, taskAt location: Location) {
    notify(.task(state: state, location), nil)
  }

  func observeAudience(of object: Instance, _ changed: @escaping (Bool) -> Void) -> any HostWork {
    engine?.delivery.observeAudience(of: object, changed) ?? NothingUnderWay()
  }

  func printed(_ text: String, endsLine: Bool, by pipeline: Pipeline?) {
    guard let engine else { return }
    guard engine.evaluations.output != nil else { return notify(.print(text), pipeline) }
    if let pipeline {
      // What belongs to somebody else who is there is none of this reply.
      let asker = engine.transactions.current?.cause.by
      let owner = engine.sessions[pipeline.definedIn]?.id
      if let owner, owner != asker { return notify(.print(text), pipeline) }
      engine.notices.append(
        Engine.Notice(
          kind: .print(text), pipeline: pipeline.name, unnamed: pipeline, session: nil, revision: engine.revision,
          isUnowned: owner == nil, knownTo: asker))
    }
    engine.evaluations.output?.print(text, endsLine: endsLine)
  }

  func wrote(_ object: Instance, slot: Int, old: Value, as kind: WriteKind, begun: Int) {
    engine?.transactions.noteWrite(
      object, slot: slot, .value(old), as: kind, begun: begun, in: namespace?.program)
  }

  func edited(_ object: Instance, slot: Int, _ edit: ElementEdit, as kind: WriteKind, begun: Int) {
    engine?.transactions.noteWrite(
      object, slot: slot, .edit(edit), as: kind, begun: begun, in: namespace?.program)
  }

  func willWrite(_ variable: VariableState) {
    guard let namespace else { return }
    engine?.transactions.noteWrite(variable, in: namespace)
  }

  func didInitialize(_ before: VariableState) {
    guard let namespace else { return }
    engine?.transactions.noteInitialization(before, in: namespace)
  }

  func calledOff() { namespace?.hasCalledOff = true }

  func overWork(of owner: String) -> OverWork? { engine?.restoration.overWork[owner] }

  func held(at place: String) -> HeldValue? { engine?.restoration.held[place] }

  var memoryInUse: Int { engine?.outside.system?.memoryInUse ?? 0 }

  func didRun(canPause: Bool) -> Bool {
    guard let engine else { return false }
    return engine.didRun(canPause && engine.canPause)
  }

  func pause(_ goOn: @escaping (String?) -> Void) { engine?.pause(goOn) }

  func giveBackMemory() { engine?.outside.system?.giveBackMemory() }

  func failed(_ pipeline: Pipeline, with fault: Fault) {
    engine?.pipelines.failures?.append((pipeline, fault))
    notify(.fault(fault), pipeline)
  }

  func failed(with fault: Fault) { notify(.fault(fault), nil) }

  func noted(_ state: String, _ text: String, by pipeline: Pipeline?) {
    notify(.pipeline(state: state, text: text), pipeline)
  }

  func expected(_ failure: Fault?, by pipeline: Pipeline?) {
    guard let engine else { return }
    if failure == nil { engine.counts.expectations += 1 }
    let failure = failure.map { fault in
      let hasWritten = engine.transactions.current.map { !$0.isUntouched } ?? false
      return Engine.UnmetExpectation(fault: fault, revision: engine.revision + (hasWritten ? 1 : 0))
    }
    guard engine.evaluations.output != nil else {
      if pipeline == nil, let namespace, let evaluating = engine.evaluations.waiting(in: namespace) {
        return evaluating.expect(failure)
      }
      if let failure { notify(.expectation(failure), pipeline) }
      return
    }
    if let failure {
      engine.evaluations.output?.expectations.failures.append(failure)
    } else {
      engine.evaluations.output?.expectations.held += 1
    }
  }

  func finished(_ pipeline: Pipeline) {
    notify(.pipeline(state: "finished", text: ""), pipeline)
  }

  func keptValue(store: String, property: String, schema: Schema) -> PortableValue? {
    engine?.restoration.values[store + "." + property]?.kept.value
  }
}

/// What comes of a request to an engine that is gone.
private final class NothingUnderWay: HostTimer, LineWork {
  func request(_ lines: Int?) {}
  func cancel() {}
}

extension Engine {
  /// Tells whoever defined the pipeline; when they have gone, whoever set it going, and all who listen for that.
  func notify(_ kind: Notice.Kind, _ pipeline: Pipeline?, session: String = "") {
    let owner = sessions[pipeline?.definedIn ?? session]
    let listener = owner ?? transactions.current.flatMap { sessions[$0.cause.by] }
    notices.append(
      Notice(
        kind: kind, pipeline: pipeline?.name, unnamed: pipeline, session: listener?.id, revision: revision,
        isUnowned: owner == nil))
  }
}

internal import Combine

/// What running code has of its program: the host, the declarations in force, the register of pipelines.
///
/// Timers, tasks, requests, closures and objects all refer to it, and some of them outlive the program, in whose place
/// another one may be at any time. So it is an object of its own, which stays as long as anything refers to it. Once the
/// program is closed, nothing that was to happen later happens any more.
final class ProgramCore {
  let host: any Host
  let shared: SharedLibrary
  let services: any MachineServices
  var library: Library { shared.library }
  let home = Home()
  /// What has been executed.
  let environment: TypeEnvironment
  let registry: PipelineRegistry
  let output: ProgramOutput
  let ledger: WorkLedger
  /// The store that the initialiser being run is making.
  var construction: Construction?
  /// The elements that the binding which is being made again meant before.
  var rebinding: Rebinding?
  private(set) var isClosed = false

  /// What the host was asked for and has not done yet, by number: given up with the program.
  private var expected: [Int: Expected] = [:]
  private var expectedCount = 0
  /// As many may wait at once: work that makes more of itself each time would fill the memory in half a minute.
  static let expectedMax = 250_000
  private var hasSaidTooMuch = false

  init(host: any Host, namespace: String, library shared: SharedLibrary, services: any MachineServices) {
    let registry = PipelineRegistry(prefix: namespace.isEmpty ? "" : namespace + ".")
    self.host = host
    self.shared = shared
    self.services = services
    self.registry = registry
    ledger = WorkLedger(known: { host.overWork(of: $0) }, told: { host.calledOff() })
    environment = TypeEnvironment(library: shared.library, parent: shared.library.environment, home: home)
    output = ProgramOutput { text, endsLine in host.printed(text, endsLine: endsLine, by: registry.current) }
  }

  /// The pipeline whose `sink` or `assign` is running.
  var currentPipeline: Pipeline? { registry.current }
  var currentSession: String { registry.session }

  // MARK: What happens later

  /// Has something of the program run at that time on behalf of the present session, unless the program is closed by then.
  func schedule(atNanoseconds deadline: Int, _ action: @escaping () -> Void) -> any HostTimer {
    let scheduled = Expected(self, action)
    scheduled.begin { ScheduledWork(host.schedule(atNanoseconds: deadline, $0)) }
    return scheduled
  }

  /// The same for what an activation begins, such as a block: if that is undone, it does not happen.
  func begin(atNanoseconds deadline: Int, _ action: @escaping () -> Void) -> any HostTimer {
    let begun = schedule(atNanoseconds: deadline, action)
    UndoLog.current?.began(begun) { begun.cancel() }
    return begun
  }

  /// Sends a request on behalf of the present session. Nobody hears of the answer once the program is closed.
  func load(
    _ request: HTTPRequest, for pipeline: Pipeline?, at location: Location, _ receive: @escaping (HTTPOutcome) -> Void
  ) -> any HostWork {
    var outcome = HTTPOutcome.failure(code: 0)
    let loading = Expected(self) { receive(outcome) }
    loading.begin { arrived in
      host.load(request, for: pipeline, at: location) {
        outcome = $0
        arrived()
      }
    }
    UndoLog.current?.note { loading.cancel() }
    return loading
  }

  /// What comes when too much waits is dropped, and that is said once until half of it is done.
  private func hasRoom() -> Bool {
    if expected.count < Self.expectedMax {
      if hasSaidTooMuch, expected.count < Self.expectedMax / 2 { hasSaidTooMuch = false }
      return true
    }
    if !hasSaidTooMuch {
      hasSaidTooMuch = true
      host.failed(
        with: Fault(
          message: "more than \(Self.expectedMax) timers, tasks and blocks wait; what comes now is dropped",
          location: .unknown))
    }
    return false
  }

  /// Something that the host will do once, unless it is cancelled before. It holds its action no longer than that.
  private final class Expected: HostTimer, HostWork {
    private var core: ProgramCore?
    private var action: (() -> Void)?
    private var work: (any HostWork)?
    private let session: String
    private let number: Int
    /// The log that was open when it began.
    private let birth = UndoLog.birth
    /// It is cancelled when that is sure to stand.
    private var isCalledOff = false

    init(_ core: ProgramCore, _ action: @escaping () -> Void) {
      self.core = core
      self.action = action
      session = core.registry.session
      core.expectedCount += 1
      number = core.expectedCount
    }

    /// - Parameter ask: asks the host, which calls back when it is done.
    func begin(_ ask: (_ done: @escaping () -> Void) -> any HostWork) {
      guard let core, !core.isClosed, core.hasRoom() else { return end() }
      core.expected[number] = self
      work = ask { [self] in perform() }
    }

    func cancel() {
      if let present = UndoLog.current(for: birth), core != nil, work is ScheduledWork {
        // Nothing is due before the log is closed.
        guard !isCalledOff else { return }
        isCalledOff = true
        present.note { self.isCalledOff = false }
        present.atEnd { if self.isCalledOff { self.cancelNow() } }
        return
      }
      cancelNow()
    }

    func cancelNow() {
      let work = work
      if birth != 0, birth == UndoLog.birth { UndoLog.current?.ended(self) }
      if let log = UndoLog.current(for: birth), let core {
        log.note { [action] in
          (self.core, self.action, self.work) = (core, action, work)
          core.expected[self.number] = self
        }
      }
      end()
      work?.cancel()
    }

    private func perform() {
      guard let registry = core?.registry, var action else { return }
      end()
      registry.inSession(session) {
        action()
        // What goes with the action, a `deinit` that prints, is the session's too.
        action = {}
      }
    }

    private func end() {
      // What goes with the action may cancel this.
      let held = (core, action, work)
      (core, action, work) = (nil, nil, nil)
      held.0?.expected[number] = nil
      withExtendedLifetime(held) {}
    }
  }

  // MARK: The end

  /// From now on nothing begins any more.
  func close() {
    isClosed = true
    ledger.close()
  }

  /// Gives up what was to happen later, and lets go of all that held.
  func giveUp() {
    while let (_, next) = expected.first { next.cancelNow() }
  }

  // MARK: For running code

  /// The environment in which a type's members are looked for while running.
  func environment(for nominal: Nominal, _ preferred: TypeEnvironment) -> TypeEnvironment { preferred }

  func scratchSystem(_ context: FunctionContext) -> ConstraintSystem {
    let checker = Checker(environment: context.environment, diagnostics: Diagnostics(), stack: .current, session: nil)
    return ConstraintSystem(checker, context, context.environment)
  }

  /// The default value of a library parameter, checked when a call first needs it.
  func checkDefault(_ value: Expr, _ type: Type, _ declaration: Declaration) {
    let file = declaration.declaredIn ?? SourceFile(SourceText(file: "library", text: ""), isLibrary: true)
    let context = FunctionContext(
      .initialValue, name: "default", parent: nil, file: file, environment: library.environment, nominal: nil)
    let checker = Checker(environment: library.environment, diagnostics: Diagnostics(), stack: .current, session: nil)
    checker.solve(value, checker.bodyScope(context), to: type, .initialization)
  }

  // MARK: Work

  /// Something is about to begin: a subscription, a timer, a task. Nil where no initial value and no `init` begins it.
  func begin(_ call: NativeCall) -> BegunWork? { ledger.begin(call.site.digest, in: registry.current) }

  /// Who begins what the initial value of a variable does.
  func workOwner(_ variable: GlobalVariable) -> WorkOwner {
    WorkOwner(place: registry.prefix + (variable.place ?? variable.name), ledger)
  }

  // MARK: Stores

  /// The first object of the variable's class that is made from now on is the store of its name.
  func constructs(_ variables: [GlobalVariable]) {
    construction = nil
    guard variables.count == 1 else { return }
    construction = Construction(at: registry.prefix + variables[0].name, variables[0].type, host)
  }

  /// The same for one that is initialised when it is first used; unless that is to be the object of a name at top level, and
  /// was not before.
  func constructs(_ variable: GlobalVariable) {
    guard variable.declaration?.owner != nil else { return constructs([variable]) }
    guard let place = variable.place.map({ registry.prefix + $0 }) else { return }
    if host.held(at: place).map({ if case .object = $0 { false } else { true } }) ?? true,
      let nominal = variable.type.strippingOptionals.0.nominal, construction?.fits(nominal) ?? false
    {
      return
    }
    construction = Construction(at: place, variable.type, host)
  }

  /// The first object of a class that a top-level initialiser makes is the store it is bound to.
  func takeConstruction(_ type: Nominal) -> Construction? {
    guard let making = construction, making.fits(type) else { return nil }
    construction = nil
    return making
  }

  /// What the host kept for a store's property, as a value; nil where it does not fit any more.
  func keptValue(_ store: String, _ property: StoredProperty, of instance: Instance) -> Value? {
    guard !property.isLazy, !property.isWeak else { return nil }
    // `R.State` is what it stands for.
    let declared = property.declaration.result
    let type = environment.resolve(
      declared.hasParameters ? declared.substituting(instance.substitution) : declared, [])
    var (store, name) = (store, instance.type.keptNames[property.slot])
    if property.isPublished || property.isTracked, let wrapped = instance.wrappedPlace(of: property.name),
      let dot = wrapped.lastIndex(of: ".")
    {
      (store, name) = (String(wrapped[..<dot]), String(wrapped[wrapped.index(after: dot)...]))
    }
    guard let portable = host.keptValue(store: store, property: name, schema: type.schema) else { return nil }
    return type.isLoading(portable) ? nil : services.kept(portable, as: type)
  }
}

extension Machine {
  /// The value that a variable had, as long as it still fits.
  func keptValue(of variable: GlobalVariable) -> Value? {
    guard !variable.isWeak, let place = variable.place,
      let held = program.host.held(at: program.registry.prefix + place)
    else { return nil }
    switch held {
    case .data(let portable): return program.services.kept(portable, as: variable.type)
    case .object, .same, .bound, .tooLarge, .tooDeep: return nil
    }
  }

  /// The same for all of them; nil unless all have one.
  func keptValues(of variables: [GlobalVariable]) -> [Value]? {
    let kept = variables.compactMap { keptValue(of: $0) }
    return kept.isEmpty || kept.count < variables.count ? nil : kept
  }
}

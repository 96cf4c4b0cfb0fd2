/// One world: the declarations so far, the values at top level, the live pipelines.
///
/// Not Sendable; everything happens on the thread that owns it. Checking never runs anything and never changes the
/// program; executing runs one top-level statement at a time.
public final class Program {
  /// What stays of it for what it has begun, which may outlive it.
  let core: ProgramCore
  let machine: Machine
  /// What each activation from now on may use.
  public var limits: Limits { didSet { machine.limits = limits } }
  /// The variables at top level.
  var topLevel = GlobalTable()
  /// Units of which it has declarations.
  var units: [UnitContents] = []
  /// The syntax of the text that was completed last.
  let unfinished = UnfinishedSyntax()
  /// Checks that have begun and not ended.
  var checks: [CheckRun] = []

  var library: Library { core.library }
  /// What has been executed.
  var environment: TypeEnvironment { core.environment }
  /// Another one whenever something more is declared.
  public var version: Int { environment.version }
  var registry: PipelineRegistry { core.registry }
  /// The pipeline whose `sink` or `assign` is running.
  public var currentPipeline: Pipeline? { core.currentPipeline }
  /// The write in the middle of which code is running, or around the one that the host is being told of.
  public var ongoingWrite: OngoingWrite? { machine.writing }
  /// The session on whose behalf code is running; empty for a client's write.
  public var currentSession: String { core.currentSession }

  public init(
    host: any Host, limits: Limits = .standard, namespace: String = "", library: SharedLibrary = SharedLibrary()
  ) {
    self.limits = limits
    core = ProgramCore(
      host: host, namespace: namespace, library: library, services: ProgramServices())
    machine = Machine(program: core, limits: limits)
    link.program = self
  }

  deinit {
    link.program = nil
    close()
  }

  /// The way back for what may outlive it. Not a weak reference, whose side table would make every retain of the program
  /// slow; the program takes itself out.
  final class Link {
    fileprivate(set) unowned var program: Program?
  }

  let link = Link()

  /// - Parameter earlier: the session whose place it takes: results are numbered on from there.
  public func openResults(of id: String, after earlier: SessionResults? = nil) -> SessionResults {
    SessionResults(id: id, after: earlier)
  }

  /// What `body` does is done for the session: it is sent what that prints.
  public func onBehalf(of session: String, _ body: () -> Void) { registry.inSession(session, body) }

  /// Lets go of everything: stores, subscriptions, pipelines, and what was to happen later. Nothing of it runs any more, no
  /// `deinit` either: mostly another program takes its place, and what it holds goes on there. Idempotent.
  public func close() {
    guard !core.isClosed else { return }
    for check in checks { check.abandon() }
    core.close()
    machine.isOver = true
    machine.abandonFibers()
    for variable in topLevel.all.reversed() { variable.value = .void }
    for pipeline in registry.live { registry.cancel(pipeline) }
    core.giveUp()
    machine.forget()
    core.home.letGoOfParts()
    topLevel.removeAll()
    for unit in units.reversed() { unit.dismantle() }
    units = []
    environment.dismantle()
    core.home.searchAgain()
  }

  // MARK: Checking

  /// Looks at a text without running it. Never throws.
  public func check(_ source: SourceText, session: SessionResults) -> Checked { check([source], session: session) }

  /// Looks at several texts as one unit, in order.
  public func check(_ sources: [SourceText], session: SessionResults) -> Checked {
    var checked: Checked?
    beginCheck(sources, session: session) { checked = $0 }.finish()
    return checked!
  }

  // MARK: Globals

  /// The named values at top level, in the order of declaration.
  public var globals: [Global] { topLevel.all.map { Global($0, self) } }

  public func global(_ name: String) -> Global? { topLevel[name].map { Global($0, self) } }

  /// The live pipelines in the order they were made.
  public var pipelines: [Pipeline] { registry.live }
}

/// A named value at top level.
public struct Global {
  private let variable: GlobalVariable
  private let program: Program

  init(_ variable: GlobalVariable, _ program: Program) {
    self.variable = variable
    self.program = program
  }

  public var name: String { variable.name }
  var machine: Machine { program.machine }
  public var isMutable: Bool { !variable.isLet }
  var type: Type { variable.type }
  public var typeName: String { type.description }
  public var schema: Schema { type.schema }
  public var value: Value { variable.value }
  /// It keeps an object whose class is an `ObservableObject`.
  public var isStore: Bool { !variable.isWeak && variable.value.object?.type.isObservableObject ?? false }
  public var instance: Instance? { variable.value.object }
  /// The one whose subscription it keeps, be it over or not.
  public var pipeline: Pipeline? {
    guard case .native(let object) = variable.value else { return nil }
    return (object as? CancellableObject)?.pipeline
  }
}

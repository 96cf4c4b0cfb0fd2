/// One world: the declarations so far, the values at top level, the live pipelines.
///
/// Not Sendable; everything happens on the thread that owns it. Checking never runs anything and never changes the
/// program; executing runs one top-level statement at a time.
public final class Program {
  let host: any Host
  /// What each activation from now on may use.
  public var limits: Limits { didSet { machine.limits = limits } }
  /// The name in front of those of its stores and pipelines; empty for none.
  let namespace: String
  let library = Library()
  /// What has been executed.
  let environment: TypeEnvironment
  private(set) var machine: Machine!
  var globalOrder: [GlobalVariable] = []
  var kept: [Keep] = []
  /// The store that the initialiser being run is making.
  var construction: (name: String, type: Nominal)?
  private(set) var isClosed = false

  let registry: PipelineRegistry
  private(set) lazy var output = ProgramOutput { [unowned self] text, endsLine in
    host.printed(text, endsLine: endsLine, by: registry.current)
  }
  /// The pipeline whose `sink` or `assign` is running.
  public var currentPipeline: Pipeline? { registry.current }
  /// The session on whose behalf code is running; empty for a client's write.
  public var currentSession: String { registry.session }

  public init(host: any Host, limits: Limits = .standard, namespace: String = "") {
    self.host = host
    self.limits = limits
    self.namespace = namespace
    registry = PipelineRegistry(prefix: namespace.isEmpty ? "" : namespace + ".")
    environment = TypeEnvironment(library: library, parent: library.environment)
    machine = Machine(program: self, library: library, limits: limits)
    library.machine = machine
  }

  /// - Parameter earlier: the session whose place it takes: results are numbered on from there.
  public func openSession(_ id: String, after earlier: Session? = nil) -> Session { Session(id: id, after: earlier) }

  /// Has something of the program run at that time, unless the program is gone by then: it is not kept for that.
  func schedule(atNanoseconds deadline: Int, _ action: @escaping () -> Void) -> any HostTimer {
    host.schedule(atNanoseconds: deadline) { [weak self] in
      if let self, !self.isClosed { action() }
    }
  }

  /// Lets go of everything: stores, subscriptions, pipelines. The program cannot be used any more.
  public func close() {
    isClosed = true
    machine.abandonStrands()
    for variable in globalOrder.reversed() { variable.value = .void }
    globalOrder = []
    environment.values = [:]
    kept = []
  }

  // MARK: Checking

  /// Looks at a text without running it. Never throws.
  public func check(_ source: SourceText, session: Session) -> Checked { check([source], session: session) }

  /// Looks at several texts as one unit, in order.
  public func check(_ sources: [SourceText], session: Session) -> Checked {
    UnitChecker(program: environment, session: session).check(sources, limits: limits)
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

  /// The first object of a class that a top-level initialiser makes is the store it is bound to.
  func takeConstruction(_ type: Nominal) -> String? {
    guard let making = construction, making.type === type else { return nil }
    construction = nil
    return making.name
  }

  /// What the host kept for a store's property, as a value; nil where it does not fit any more.
  func keptValue(_ store: String, _ property: StoredProperty) -> Value? {
    guard !property.isLazy, !property.isWeak else { return nil }
    let type = property.declaration.result
    guard let portable = host.keptValue(store: store, property: property.name, schema: type.schema) else { return nil }
    return try? Value(portable, as: type)
  }

  // MARK: Globals

  /// The named values at top level, in the order of declaration.
  public var globals: [Global] { globalOrder.map { Global($0, self) } }

  public func global(_ name: String) -> Global? {
    globalOrder.last { $0.name == name }.map { Global($0, self) }
  }

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
  public var isMutable: Bool { !variable.isLet }
  public var typeName: String { variable.type.description }
  public var schema: Schema { variable.type.schema }
  public var value: Value { variable.value }
  /// It holds an object whose class is an `ObservableObject`.
  public var isStore: Bool { variable.value.object?.type.isObservableObject ?? false }
  public var instance: Instance? { variable.value.object }
}

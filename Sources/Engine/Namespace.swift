import Language

/// A world of names of its own: a program and what it is made of. Two of them may hold stores of the same name.
///
/// The paths of its stores, and the names of its pipelines, begin with its name; those of the first namespace, which has
/// none, do not.
final class Namespace {
  /// Empty for the one without a name.
  let name: String
  private(set) var host: EngineHost!
  private(set) var program: Program!
  var declarations = DeclarationList()
  /// What those refer to.
  let references: KnownReferences
  /// What it ends with; it stays if that is nil.
  var owner: NamespaceOwner?
  /// Those of them that could not be evaluated, in order.
  var failed: [FailedDeclaration] = []
  /// What was said of those, by their order: it is said once, however often they are tried again.
  var toldFailures: [Int: String] = [:]

  init(_ name: String, _ engine: Engine) {
    self.name = name
    references = KnownReferences { [link = engine.link] in _ = link.engine?.didRun(false) }
    host = EngineHost(engine: engine, namespace: self)
    program = makeProgram(engine)
  }

  deinit { host.namespace = nil }

  var isNamed: Bool { !name.isEmpty }

  /// Where a name of it stands in the tree of paths: one at top level, or a static variable's, `Model.shared`.
  func segments(of place: String) -> [String] {
    let names = place.contains(".") ? place.split(separator: ".").map(String.init) : [place]
    return isNamed ? [name] + names : names
  }

  func path(of place: String) -> String { isNamed ? name + "." + place : place }

  /// A path of the namespace as its own source says it.
  func local(_ path: String) -> String { isNamed ? String(path.dropFirst(name.count + 1)) : path }

  /// The names that are declared and not there, so that a checker does not know them.
  var failedNames: Set<String> { Set(failed.flatMap(\.names)) }

  /// Those of its declarations that nobody tries to evaluate, but for some that are declared anew.
  func omitted(unless anew: [DeclarationRecord] = []) -> [FailedDeclaration] {
    let renewed = Set(anew.map(\.order))
    return failed.filter { $0.omission != nil && !renewed.contains($0.order) }
  }

  /// The names that the last redefinition had to do with: what pipelines derive in these stores is derived anew.
  var touchedNames: Set<String> = []
  /// Its variables that were written since the last look.
  var touched: [GlobalVariable] = []
  /// Work was called off since then that an initial value or an `init` had begun.
  var hasCalledOff = false

  func touch(_ variable: GlobalVariable) {
    guard !variable.isTouched, variable.place != nil else { return }
    variable.isTouched = true
    touched.append(variable)
  }

  /// A program without declarations that could take the place of the present one.
  func makeProgram(_ engine: Engine) -> Program {
    Program(
      host: host, limits: engine.limits.language, namespace: name, library: engine.library)
  }

  func exchange(_ next: Program) {
    program.close()
    program = next
  }
}

extension Engine {
  /// The one without a name.
  var root: Namespace { namespaces[0] }

  /// The names of the namespaces that hold something; the one without a name is not among them.
  public var namespaceNames: [String] { namespaces.dropFirst().map(\.name).sorted() }

  func namespace(_ name: String) -> Namespace? { namespaces.first { $0.name == name } }

  /// The names of a namespace that are declared and not there: they could not be evaluated, or are on their way.
  func absentNames(in namespace: Namespace) -> Set<String> {
    namespace.failedNames.union(evaluations.restoring(in: namespace)?.pendingNames ?? [])
  }

  /// The namespace of that name, made if it is new.
  func namespace(making name: String) throws(EngineError) -> Namespace {
    if let found = namespace(name) { return found }
    try requireFree(name)
    let made = Namespace(name, self)
    namespaces.append(made)
    return made
  }

  /// The same for who only looks: what is not there is empty, and leaves nothing behind.
  func namespace(lookingFor name: String) throws(EngineError) -> Namespace {
    if let found = namespace(name) { return found }
    try requireFree(name)
    return Namespace(name, self)
  }

  private func requireFree(_ name: String) throws(EngineError) {
    guard let first = name.first, first.isLetter || first == "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { throw .validation(path: name, rule: "the name of a namespace is a Swift identifier") }
    if root.program.global(name) != nil || root.program.declaresType(name) { throw .exists(name) }
  }

  /// The namespace that a path leads into, and the path as that one's source says it.
  func resolve(_ path: String) -> (Namespace, local: String) {
    if let dot = path.firstIndex(of: "."), let found = namespace(String(path[..<dot])) {
      return (found, String(path[path.index(after: dot)...]))
    }
    return (root, path)
  }

  /// A session's unnamed results in a namespace.
  func results(of session: SessionState, in namespace: Namespace) -> SessionResults {
    if let found = session.results[namespace.name] { return found }
    let made = namespace.program.openResults(of: session.id)
    if namespaces.contains(where: { $0 === namespace }) { session.results[namespace.name] = made }
    return made
  }

  /// Namespaces in which nothing is left go.
  func pruneNamespaces() {
    for namespace in namespaces.dropFirst() where isEmpty(namespace) {
      for session in sessions.values { session.results[namespace.name] = nil }
      namespaces.removeAll { $0 === namespace }
      transactions.perform(Cause(by: "engine")) { namespace.program.close() }
    }
  }

  private func isEmpty(_ namespace: Namespace) -> Bool {
    namespace.owner == nil && namespace.declarations.records.isEmpty
      && !evaluations.waiting.contains { $0.namespace === namespace }
      && sessions.values.allSatisfy { session in
        (session.results[namespace.name]?.isEmpty ?? true)
          && !session.subscriptions.values.contains {
            $0.options.publisher != nil && $0.options.namespace == namespace.name && !$0.isEnding
          }
      }
  }

  /// Its place in the order of all declarations.
  var nextOrder: Int { (namespaces.compactMap { $0.declarations.records.last?.order }.max() ?? 0) + 1 }
}

public import Language

/// Declarations that are checked together, to be evaluated again: those that check, and those that do not, or that need
/// one that does not.
struct DeclarationCheck {
  /// In the order in which they are evaluated, with the record each comes from.
  private(set) var statements: [(statement: CheckedStatement, record: DeclarationRecord)] = []
  private(set) var failed: [FailedDeclaration] = []
  /// What the statements have to do with each other; most starts never ask.
  private lazy var ties = DeclarationTies(statements.map(\.statement), references)
  private let references: KnownReferences
  /// All diagnostics, those on what does not check first.
  private(set) var diagnostics: [Diagnostic] = []

  /// Checks records until what is left checks as a whole: each round leaves out those with an error, and so the next finds
  /// those that need them.
  ///
  /// - Parameters:
  ///   - omitted: those of the records that are left out as they are, without being checked.
  ///   - mayFail: the orders of those that may be left out; nil for all. An error in another one is thrown.
  ///   - removed: what was among them before, so that an error is one of what needs it.
  ///   - ahead: what has been found of them before.
  init(
    _ records: [DeclarationRecord], without omitted: [FailedDeclaration], mayFail: Set<Int>? = nil,
    removed: String? = nil, ahead: CheckedAhead? = nil, by program: Program, _ session: SessionResults,
    _ references: KnownReferences
  ) throws(EngineError) {
    self.references = references
    let left = Set(omitted.map(\.order))
    var rest = records.filter { !left.contains($0.order) }
    failed = omitted.filter { omission in records.contains { $0.order == omission.order } }
    while true {
      let sources = rest.map(\.source)
      let checked = ahead?.sources == sources ? ahead!.checked : program.check(sources, session: session)
      diagnostics += checked.diagnostics
      if let unit = checked.unit {
        // The order of the records is that in which they ran first, and what is in a file that is no script is made
        // when it is needed: nothing has to be put in another order.
        statements = unit.statements.enumerated().sorted {
          ($0.element.source, $0.offset) < ($1.element.source, $1.offset)
        }.map { ($0.element, rest[$0.element.source]) }
        return
      }
      let errors = checked.diagnostics.filter { $0.severity == .error }
      var places = Set(errors.map(\.source))
      if let mayFail, places.contains(where: { !mayFail.contains(rest[$0].order) }) {
        guard let removed else { throw .refusedSource(checked.diagnostics, rendered: checked.rendered) }
        throw .stillNeeded(
          name: removed, by: places.sorted().flatMap { rest[$0].names }, checked.diagnostics, rendered: checked.rendered
        )
      }
      // What only needs another one that fails gets its message in the next round, in better words.
      let needy = places.filter { place in
        let words = rest[place].source.words
        return places.contains { $0 != place && !words.isDisjoint(with: rest[$0].names) }
      }
      if needy.count < places.count { places.subtract(needy) }
      for place in places.sorted() {
        let record = rest[place]
        let error = errors.first { $0.source == place }!
        failed.append(
          FailedDeclaration(
            record, message: error.message,
            at: Location(in: record.source, line: error.start.line, column: error.start.column)))
      }
      rest = rest.indices.filter { !places.contains($0) }.map { rest[$0] }
    }
  }
}

/// The check of a whole program as it will be, made in parts while it is as it was.
struct CheckedAhead {
  /// The program that is to take the place of the present one.
  let program: Program
  let scratch: SessionResults
  let sources: [SourceText]
  var checked: Checked
}

extension DeclarationCheck {
  /// The orders of those that stand before a value that they come to since these were declared with another text, and of
  /// what comes to them: `let n = 1`, `let m = 5`, `let n = m`, or a function that uses what was declared after its users.
  mutating func early(_ changed: [DeclarationRecord]) -> Set<Int> {
    let orders = Set(changed.map(\.order))
    let scripts = statements.indices.filter { statements[$0].record.isScript }
    let moved = ties.early(of: scripts, sinceChanged: scripts.filter { orders.contains(statements[$0].record.order) })
    return Set(moved.map { statements[$0].record.order })
  }

  /// The names whose values do not stay when declarations are changed: those that are declared with another text, and each
  /// `let` that comes to one of them. A `var` keeps what it was given.
  /// - Parameter failed: names that had no value; what is kept of them is still theirs.
  mutating func anew(_ changed: [DeclarationRecord], unless failed: Set<String>) -> Set<String> {
    let names = Set(changed.flatMap(\.names).map { String($0.prefix { $0 != "(" }) })
    var result = names
    for (number, (statement, _)) in statements.enumerated()
    where statement.isConstant && ties.comes(number, to: names) { result.formUnion(statement.names) }
    return result.subtracting(failed)
  }

  /// The names that have to do with changed or removed ones: these, and whatever comes to them.
  mutating func touched(by changed: [DeclarationRecord]) -> Set<String> {
    let names = Set(changed.flatMap(\.names).map { String($0.prefix { $0 != "(" }) })
    var result = names
    for (number, (statement, _)) in statements.enumerated() where ties.comes(number, to: names) {
      result.formUnion(statement.names)
    }
    return result
  }
}

extension DeclarationCheck {
  /// Whether a name that is there when a store is made again may hold an object of a class.
  fileprivate func holds(_ className: String, before name: String) -> Bool {
    let place = statements.firstIndex { $0.statement.names.contains(name) } ?? statements.endIndex
    return statements[..<place].contains { $0.statement.classesHeld?.contains(className) ?? true }
  }

  func mayHold(_ className: String, before store: Store) -> Bool {
    holds(className, before: String(store.localPath.prefix { $0 != "." }))
  }
}

/// A declaration that could not be evaluated again. It stays in the journal, and its values with it.
public struct FailedDeclaration {
  public let namespace: String
  public let names: [String]
  /// Why, and where.
  public let fault: Fault
  /// Its names as everybody else finds them.
  let paths: [String]
  let order: Int
  /// Why nobody tried; nil where that was tried.
  let omission: Omission?

  init(_ record: DeclarationRecord, _ omission: Omission) {
    let fault = Fault(message: omission.reason, location: Location(in: record.source, line: record.line, column: 1))
    self.init(record, fault, omission)
  }

  init(_ record: DeclarationRecord, message: String, at location: Location) {
    self.init(record, Fault(message: message, location: location))
  }

  init(_ record: DeclarationRecord, _ fault: Fault, _ omission: Omission? = nil) {
    self.omission = omission
    namespace = record.namespace
    names = record.names
    paths = record.paths
    order = record.order
    self.fault = fault
  }

  /// For people who read it without having asked.
  var problem: Problem {
    var reported = fault
    let what = paths.map { "'\($0)'" }.joined(separator: ", ")
    let why =
      omission.map { "was not evaluated, because \($0.reason)" } ?? "could not be evaluated again: \(fault.message)"
    reported.message =
      "\(what) \(why); the declaration and its values are kept: "
      + (omission?.remedy ?? "declare it anew, or remove it")
    return Problem(names: paths, fault: reported)
  }
}

/// Something that a restart or a redefinition could not bring back.
public struct Problem: Sendable {
  /// What is declared there; empty for what is no declaration.
  public let names: [String]
  /// Why, where, and what to do.
  public let fault: Fault

  public init(names: [String], fault: Fault) {
    self.names = names
    self.fault = fault
  }

  /// It is about what is kept, not about what was declared.
  init(ofStorage message: String) {
    self.init(names: [], fault: Fault(message: message, location: Location(file: "journal", line: 1, column: 1)))
  }
}

extension Engine {
  /// The declarations that could not be evaluated again, at the start or at a redefinition since.
  public var failedDeclarations: [FailedDeclaration] { namespaces.flatMap(\.failed) }

  /// Everything that is not there and should be, for whoever comes later.
  public var problems: [Problem] {
    storageProblems + failureProblems
      + restoration.unmade.sorted { $0.key < $1.key }.map { Problem(names: [], fault: $0.value) }
  }

  /// Keeps in mind that a declaration has no value, and tells everybody.
  func note(_ failure: FailedDeclaration, in namespace: Namespace) {
    namespace.failed.removeAll { $0.order == failure.order }
    namespace.failed.append(failure)
    namespace.failed.sort { $0.order < $1.order }
    let message = failure.problem.fault.message
    if namespace.toldFailures.updateValue(message, forKey: failure.order) == message { return }
    notices.append(Notice(failure.problem, revision: revision))
  }
}

extension Engine.Notice {
  init(_ provider: String, _ state: String, _ text: String, revision: Int) {
    self.init(
      kind: .provider(name: provider, state: state, text: text), pipeline: nil, session: nil, revision: revision)
  }

  public init(_ problem: Problem, revision: Int) {
    self.init(kind: .problem(problem.fault), pipeline: nil, session: nil, revision: revision)
  }
}

extension Namespace {
  /// Has another program make what this one declares, as it would be made after a restart; what fails is left out.
  func declare(again program: Program, _ session: SessionResults) throws(EngineError) {
    let whole = try DeclarationCheck(declarations.records, without: omitted(), by: program, session, references)
    for (statement, _) in whole.statements { _ = try? program.execute(statement, session: session) }
  }
}

/// What the compiler has made of a body: `CompiledFunction`. Here it is only kept.
class CompiledBody {}

/// A body with variables of its own: a function, an accessor, a closure, a statement at top level.
///
/// The checker fills it in; the compiler makes a `CompiledFunction` of it when it is first called.
final class FunctionContext {
  enum Kind {
    case function, initializer, deinitializer, getter, setter, observer, closure, initialValue, topLevel
  }

  let kind: Kind
  let name: String
  let parent: FunctionContext?
  let file: SourceFile
  let environment: TypeEnvironment
  /// The type the body belongs to.
  let nominal: Nominal?
  var declaration: Declaration?
  var generics: [GenericParameter] = []
  var requirements: [Requirement] = []
  var isStatic = false
  var isMutating = false
  var selfVariable: LocalVariable?
  var parameters: [LocalVariable] = []
  /// What is behind its opaque result, once a `return` has said it.
  var underlyingResult: Type?
  var result: Type = .void
  var isThrowing = false
  /// The type of what it throws, if it says more than `any Error`.
  var thrownType: Type?
  var isAsync = false
  /// A closure given for a function that may wait: it waits as soon as it says so.
  var mayBeAsync = false
  /// Computes the value of an `async let`, and what else is known of that.
  weak var asyncLet: LocalVariable.AsyncLet?
  /// A child task runs it: the value of an `async let` at top level.
  var isChildTask = false

  /// Makes the value of a variable at top level one that a child task computes.
  func becomeChildTask() -> LocalVariable.AsyncLet {
    let child = LocalVariable.AsyncLet(self)
    (isChildTask, isOfScript, isThrowing, isAsync, ownIsolation) = (true, false, true, true, false)
    asyncLet = child
    return child
  }
  /// A statement at top level, or the value of a variable there.
  var isOfScript = false
  /// Set for closures that say so, or that leave their surroundings' actor.
  var ownIsolation: Bool?
  /// Runs on the main actor. Closures stay where they are written; so do local functions.
  var isMainActor: Bool {
    if isOfScript { return true }
    if let ownIsolation { return ownIsolation }
    if let declaration, parent == nil || declaration.isMainActor { return declaration.isMainActor }
    return parent?.isMainActor ?? nominal?.isMainActor ?? false
  }
  /// Whether it is code of the actor's, for its own object: a member that belongs to it, what makes and ends it, and
  /// closures in them that stay there.
  func isIsolated(to actor: Nominal?) -> Bool {
    var function = self
    while let outer = function.parent {
      if function.ownIsolation == false { return false }
      function = outer
    }
    guard let actor, function.nominal === actor, !function.isStatic else { return false }
    switch function.kind {
    case .initializer, .deinitializer, .initialValue, .observer: return true
    default: return function.declaration?.isActorIsolated ?? false
    }
  }
  var span = Span.none
  var bodyEnd = Span.none

  /// What runs: statements, or one expression whose value is the result.
  var body: [Stmt] = []
  var expression: Expr?
  /// The variables of enclosing bodies that this one uses, in the order of first use.
  private(set) var captures: [LocalVariable] = []
  /// The copies a capture list makes, by name.
  var captureCopies: [String: LocalVariable] = [:]
  /// The same, in the order in which a closure's value carries them.
  var copyOrder: [LocalVariable] = []
  /// What it uses of its surroundings, also by way of the local functions that it calls.
  var allCaptures: [LocalVariable] {
    var found: [LocalVariable] = []
    var functions = [self]
    var next = 0
    while next < functions.count {
      for variable in functions[next].captures {
        guard let function = variable.function else {
          found.append(variable)
          continue
        }
        if !functions.contains(where: { $0 === function }) { functions.append(function) }
      }
      next += 1
    }
    return found
  }
  /// What a value of it carries: what it captures, and what the local functions carry that it captures.
  var carried: [LocalVariable] {
    var found = captures
    var known = Set(found.map { ObjectIdentifier($0) })
    var next = 0
    while next < found.count {
      for variable in found[next].function?.captures ?? [] where known.insert(ObjectIdentifier(variable)).inserted {
        found.append(variable)
      }
      next += 1
    }
    return found
  }
  var capturesSelf: Bool { captures.contains { $0.isSelf } }
  var isChecked = false
  /// Its body is what a result builder has made of it.
  var isBuilt = false
  /// The value of a parameter that is not given.
  var isDefaultArgument = false
  /// It, or a body inside it, declares variables without values.
  private(set) var hasDeferredVariables = false
  /// A closure that may outlive the call it is passed to; not said of closures inside it.
  var isEscapingClosure = false
  /// `self` need not be spelled inside, although it escapes.
  var impliesSelf = false
  /// Kept for what is declared: it can be called from anywhere. The code of any other body belongs to the code around it.
  var compiled: CompiledBody?
  var isDeclared: Bool { parent == nil && kind != .topLevel }
  /// What it is called where somebody asks who called whom.
  var displayName: String {
    switch kind {
    case .closure: "a closure"
    case .initialValue: "the initial value of \(name)"
    default: name
    }
  }

  init(
    _ kind: Kind, name: String, parent: FunctionContext?, file: SourceFile, environment: TypeEnvironment,
    nominal: Nominal?
  ) {
    self.kind = kind
    self.name = name
    self.parent = parent
    self.file = file
    self.environment = environment
    self.nominal = nominal
    if kind == .topLevel {
      isAsync = true
      isOfScript = true
    }
    environment.contents?.add(self)
    if let parent {
      generics = parent.generics
      requirements = parent.requirements
      isStatic = parent.isStatic
    }
  }

  /// Lets go of everything that may lead back to it.
  func release() {
    (body, expression, compiled, declaration, selfVariable) = ([], nil, nil, nil, nil)
    (captures, captureCopies, copyOrder, parameters) = ([], [:], [], [])
  }

  /// Notes that `variable`, which lives further out, is used here; every body in between captures it too.
  func capture(_ variable: LocalVariable) {
    var context: FunctionContext? = self
    while let current = context, current !== variable.owner {
      if !current.captures.contains(where: { $0 === variable }) { current.captures.append(variable) }
      variable.isCaptured = true
      if current.kind == .function, !variable.isSelf, !variable.owner.parameters.contains(where: { $0 === variable }) {
        variable.isNeededEarly = true
      }
      context = current.parent
    }
  }

  func noteDeferredVariable() {
    var context: FunctionContext? = self
    while let current = context, !current.hasDeferredVariables {
      current.hasDeferredVariables = true
      context = current.parent
    }
  }
}

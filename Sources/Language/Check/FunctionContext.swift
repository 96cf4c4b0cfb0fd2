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
  var result: Type = .void
  var isThrowing = false
  /// The type of what it throws, if it says more than `any Error`.
  var thrownType: Type?
  var isAsync = false
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
  /// The value of a parameter that is not given.
  var isDefaultArgument = false
  /// It, or a body inside it, declares variables without values.
  private(set) var hasDeferredVariables = false
  /// A closure that may outlive the call it is passed to; not said of closures inside it.
  var isEscapingClosure = false
  /// `self` need not be spelled inside, although it escapes.
  var impliesSelf = false
  /// Kept for what is declared: it can be called from anywhere. The code of any other body belongs to the code around it.
  var compiled: CompiledFunction?
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

  func resolver(_ diagnostics: Diagnostics) -> TypeResolver {
    TypeResolver(
      environment: environment, file: file, diagnostics: diagnostics, nominal: nominal, generics: generics)
  }
}

/// A variable of a body: parameter, `let`, `var`, pattern binding, captured copy, `self`.
final class LocalVariable {
  let name: String
  var type: Type
  let isLet: Bool
  unowned let owner: FunctionContext
  let span: Span
  var isSelf = false
  var isInout = false
  /// `T!`: unwrapped where it is used, if it has to be.
  var isUnwrapped = false
  var isCaptured = false
  /// Assigned after it was made, or changed in place.
  var isMutated = false
  var isWeak = false
  var isUnowned = false
  /// Declared without a value.
  var isDeferred = false
  /// What it is made with, if it is one name.
  var initial: Expr?
  /// A parameter that is a function which stays with the call.
  var isNonEscaping = false
  /// The type as written; of a parameter.
  var typeSpan: Span?
  /// A local function uses it: functions are there from the beginning of their block, before the variable's place.
  var isNeededEarly = false
  /// `var x: T?` without a value is nil from the start.
  var isOptionalVariable = false
  /// Another name for a member of another variable: what a property wrapper wraps or projects.
  var standsFor: (storage: String, member: String)?
  /// Computed: nothing is stored.
  var accessors: LocalAccessors?
  /// Lazy or observed.
  var hooks: LocalHooks?
  /// A local function: closures may use it before its place.
  var function: FunctionContext?
  /// An `async let`: its value comes from a child task.
  final class AsyncLet {
    /// The body of the child task.
    let body: FunctionContext
    var isThrowing = false
    init(_ body: FunctionContext) { self.body = body }
  }
  var asyncLet: AsyncLet?
  var declaration: Declaration?
  var slot = -1
  /// Evaluated at first use, then kept; a top-level or local `lazy`.
  var isUsed = false

  init(_ name: String, _ type: Type, isLet: Bool, owner: FunctionContext, span: Span = .none) {
    self.name = name
    self.type = type
    self.isLet = isLet
    self.owner = owner
    self.span = span
  }

  /// Shared between bodies by reference, because one of them changes it or it is captured before it has its value.
  var isBoxed: Bool { isCaptured && function == nil && (isMutated || isDeferred || isNeededEarly) }
}

/// A variable at top level. Its cell outlives the statement that made it.
public final class GlobalVariable {
  public let name: String
  var type: Type
  let isLet: Bool
  /// It does not keep what it refers to.
  var isWeak = false
  private var stored: Value = .void
  var value: Value {
    get {
      if case .weak(let reference) = stored { return reference.value }
      return stored
    }
    set {
      // What was there goes when the new value is in its place: its end may run code that looks here.
      var outgoing = isWeak ? .weak(WeakReference(newValue)) : newValue
      swap(&stored, &outgoing)
    }
  }
  var isInitialized = false
  /// It is being changed where it is: nobody else uses it meanwhile.
  var isAccessed = false
  var declaration: Declaration?
  /// The body of its initial value.
  var initial: FunctionContext?
  /// Observers of a static or global variable.
  var willSet: FunctionContext?
  var didSet: FunctionContext?
  /// Computed at first use: a static variable.
  var isLazy = false
  /// Bound to an object whose class is an `ObservableObject`.
  var isStore = false
  /// The activation that has told the host of what was here before.
  var toldIn = 0
  /// The host's own: it has been written since the host looked last.
  public var isTouched = false
  /// Its value is data through and through.
  private(set) lazy var isPlain = type.schema.isPlain
  private(set) lazy var mayBeStore =
    switch type.strippingOptionals.0 {
    case .nominal(let nominal, _): nominal.kind == .classType && nominal.isUserType
    case .existential: true
    default: false
    }

  init(_ name: String, _ type: Type, isLet: Bool) {
    self.name = name
    self.type = type
    self.isLet = isLet
  }

  /// It goes with its program, its unit or its session: the declaration and the variable know each other.
  func release() {
    (value, declaration, initial, willSet, didSet) = (.void, nil, nil, nil, nil)
  }
}

/// What a variable held before somebody wrote it.
///
/// It keeps no object alive: when the last reference to an object goes is the program's to see.
public struct VariableState {
  private enum Content {
    case data(Value)
    case object(WeakReference)
    /// What may hold objects deep inside is not taken back.
    case deep
  }

  public let variable: GlobalVariable
  private let content: Content
  private let isInitialized: Bool

  /// Whether the value can be an object by itself, and with it a store.
  public var mayBeStore: Bool { variable.mayBeStore }

  init(_ variable: GlobalVariable) {
    if variable.isPlain || !variable.isInitialized || variable.value.isNull {
      content = .data(variable.value)
    } else if variable.value.object != nil {
      content = .object(WeakReference(variable.value))
    } else {
      content = .deep
    }
    self.variable = variable
    isInitialized = variable.isInitialized
  }

  /// Puts it back, without telling observers. An object that has gone does not come back.
  public func restore() {
    switch content {
    case .data(let value): variable.value = value
    case .deep: return
    case .object(let reference):
      guard let object = reference.instance else { return }
      variable.value = .instance(object)
    }
    variable.isInitialized = isInitialized
  }
}

extension Schema {
  /// There is no object in it, and nothing that may hold one.
  fileprivate var isPlain: Bool {
    switch self {
    case .bool, .int, .double, .string, .date, .data, .uuid, .url, .decimal, .coded: true
    case .optional(let wrapped), .list(let wrapped): wrapped.isPlain
    case .dictionary(let key, let value): key.isPlain && value.isPlain
    case .tuple(let fields), .record(_, let fields, _): fields.allSatisfy(\.schema.isPlain)
    case .enumeration(_, let cases): cases.allSatisfy { $0.payload.allSatisfy(\.schema.isPlain) }
    case .object, .opaque: false
    }
  }
}

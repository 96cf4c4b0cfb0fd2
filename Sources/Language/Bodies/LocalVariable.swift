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
  /// Which element of the child task's value is its own, of one in another, where the pattern is a tuple.
  var asyncPath: [Int] = []
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

/// The functions behind a computed local variable.
final class LocalAccessors {
  let getter: FunctionNode
  let setter: FunctionNode?

  init(getter: FunctionNode, setter: FunctionNode?) {
    self.getter = getter
    self.setter = setter
  }

  var functions: [FunctionNode] { [getter] + (setter.map { [$0] } ?? []) }
}

/// The functions behind a local variable that is lazy or observed.
final class LocalHooks {
  /// What makes a lazy variable's value.
  let initial: FunctionNode?
  let willSet: FunctionNode?
  let didSet: FunctionNode?

  init(initial: FunctionNode?, willSet: FunctionNode?, didSet: FunctionNode?) {
    self.initial = initial
    self.willSet = willSet
    self.didSet = didSet
  }

  var functions: [FunctionNode] { [initial, willSet, didSet].compactMap { $0 } }
}

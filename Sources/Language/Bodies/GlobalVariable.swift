/// A variable at top level. Its cell outlives the statement that made it.
public final class GlobalVariable {
  public internal(set) var name: String
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
  public internal(set) var isInitialized = false
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
  /// Who is computing that now.
  var initialization: Initialization?
  /// That of a type which a body declares.
  var isOfLocalType = false
  /// Declared without a value: statements further down give it one.
  var isDeferred = false
  /// An `async let`: a child task computes its value, and reading it waits for that.
  var asyncLet: LocalVariable.AsyncLet?
  /// What computes it, as long as that is under way or has failed.
  var child: AnyObject?
  /// Bound to an object whose class is an `ObservableObject`.
  var isStore = false
  /// The activation that has reported to the host what was here before.
  var toldIn = 0
  /// The host's own: it has been written since the host looked last.
  public var isTouched = false
  /// Its value is data through and through.
  private(set) lazy var isPlain = type.schema.isPlain
  /// There is a `Binding` in it, or may be.
  private(set) lazy var holdsBindings = type.holdsBindings
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
    (value, declaration, initial, willSet, didSet, asyncLet, child) = (.void, nil, nil, nil, nil, nil, nil)
  }
}

/// The first use of a static variable, while its initial value is computed. Others that use it meanwhile wait for that.
final class Initialization {
  /// What computes it, if that may be left before it is done.
  let fiber: AnyObject?
  /// Called when it is over.
  var waiters: [() -> Void] = []

  init(by fiber: AnyObject?) { self.fiber = fiber }
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
  /// A pipeline assigns to it.
  public let isDerived: Bool

  /// Whether the value can be an object by itself, and with it a store.
  public var mayBeStore: Bool { variable.mayBeStore }

  /// Whether it held nothing: nil, or no value at all.
  public var isEmpty: Bool {
    guard isInitialized, case .data(let value) = content else { return !isInitialized }
    return value.isNull
  }

  init(_ variable: GlobalVariable, isDerived: Bool = false) {
    self.isDerived = isDerived
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
  public var isPlain: Bool {
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

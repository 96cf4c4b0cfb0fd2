/// Everything a name can refer to: variables, functions, initialisers, subscripts, enum cases, library members.
final class Declaration {
  enum Kind { case variable, function, initializer, subscripted, enumCase }

  struct Parameter {
    var label: String?
    var name: String
    var type: Type
    var isInout = false
    var isVariadic = false
    var isAutoclosure = false
    var isEscaping = false
    /// A function that may be called from elsewhere: a closure given for it does not stay on the caller's actor.
    var isSendable = false
    /// A function that is called on the main actor: `@MainActor () -> Void`.
    var isMainActor = false
    /// The result builder that makes the value of a closure given for it.
    var builder: Type?
    /// A property wrapper is around it: the body has a variable of its name that is given what is passed.
    var isWrapped = false
    /// `T!`
    var isUnwrapped = false
    var hasDefault = false
    var defaultValue: Expr?
    /// `#function` and its like as defaults are the caller's.
    var span = Span.none
    var typeSpan: Span?

    /// The variable of the body that has what is passed.
    var variableName: String { isWrapped ? "#" + name : name }
  }

  enum Implementation {
    case none
    case native(Native)
    /// A function of the program.
    case function(FunctionContext)
    /// A stored property of an instance or a record.
    case stored(slot: Int)
    case accessors(getter: FunctionContext, setter: FunctionContext?)
    case global(GlobalVariable)
    case local(LocalVariable)
    case enumCase(EnumCase)
    case memberwise
    /// `init()` that only runs the properties' initial values, or the superclass' inherited one.
    case implicitInit
    /// The superclass' initialiser, run for this class.
    case inheritedInit(Declaration)
    /// `$x` of a `@Published` property: the slot's publisher.
    case projected(slot: Int)
    /// A member of a protocol without implementation: found by the receiver's type at run time.
    case requirement
    /// A top-level function's name is not a value of its own.
    case builtin(Builtin)
    case derived(Derived)
  }

  /// What the compiler makes itself.
  enum Builtin: Hashable {
    case tupleElement(Int)
  }

  /// What the language derives for a type.
  enum Derived { case rawValue, initRawValue, allCases }

  let kind: Kind
  let name: String
  weak var owner: Nominal?
  var isStatic = false
  var isMutating = false
  var isSettable = false
  var isLet = false
  var isFailable = false
  var isOverride = false
  var isRequired = false
  var isConvenience = false
  var isFinal = false
  /// `class func`: unlike a static one it can be overridden.
  var isClassMember = false
  /// Of an operator with one operand.
  var fixity: Modifiers.Fixity?
  var access: Modifiers.Access = .internal
  var setterAccess: Modifiers.Access = .internal
  var generics: [GenericParameter] = []
  /// Of the declaration and of the constrained extension it stands in.
  var requirements: [Requirement] = []
  var parameters: [Parameter] = []
  /// A variable's type, a function's result.
  var result: Type = .hole
  var isThrowing = false
  /// The type in `throws(E)`.
  var thrownType: Type?
  var isRethrowing = false
  var isAsync = false
  /// Belongs to the main actor.
  var isMainActor = false
  /// Belongs to the actor that its owner's object is.
  var isActorIsolated = false
  var isDiscardable = false
  /// A class' member whose result is `Self`: the type it is called on.
  var givesOwnType = false
  /// `some P` as it is written, if that is the result.
  var opaqueResult: String?
  /// What the body of one with an opaque result gives.
  var bodyResult: Type?
  /// The result builder that makes its value, or that of what meets the requirement.
  var builder: Type?
  /// `T!`: unwrapped where it is used, if it has to be.
  var isUnwrapped = false
  /// Of a wrapped property: what holds the wrapper.
  var storage: StoredProperty?
  var implementation: Implementation = .none
  var declaredIn: SourceFile?
  /// Private to its file, and others declare the same: it is known there alone.
  var isOfFile = false
  var span = Span.none
  /// Stands in an extension of a protocol, or of a constrained type; ranks lower.
  var extensionDepth = 0
  var order = 0
  /// Fills in the signature on first use.
  var resolve: ((Declaration) -> Void)?
  private var isResolving = false
  /// Of the library's: the signature as its table has it.
  var documentation: String?

  init(_ kind: Kind, _ name: String, owner: Nominal?) {
    self.kind = kind
    self.name = name
    self.owner = owner
  }

  /// Makes the signature complete. False while it is being worked out further up the stack.
  @discardableResult
  func resolved() -> Bool {
    if isResolving { return false }
    guard let resolve else { return true }
    isResolving = true
    self.resolve = nil
    resolve(self)
    isResolving = false
    return true
  }

  /// The type of a reference to the member of a given base: a variable's type, or a function type.
  var valueType: Type {
    switch kind {
    case .variable: result
    case .enumCase where parameters.isEmpty: result
    default: .function(functionType)
    }
  }

  var functionType: FunctionType {
    FunctionType(
      parameters.map {
        FunctionType.Parameter(
          type: $0.type, isInout: $0.isInout, isVariadic: $0.isVariadic, isAutoclosure: $0.isAutoclosure)
      }, result, isThrowing: isThrowing, thrown: thrownType, isAsync: isAsync)
  }

  var labels: [String?] { parameters.map(\.label) }

  /// `insert(_:at:)`
  var fullName: String {
    switch kind {
    case .variable: name
    case .enumCase where parameters.isEmpty: name
    default: name + "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
    }
  }

  var describedKind: String {
    switch kind {
    case .variable: owner == nil ? (isLet ? "let" : "var") : isStatic ? "static property" : "property"
    case .function:
      owner == nil
        ? (name.first?.isLetter == true ? "global function" : "operator function")
        : isStatic ? "static method" : "instance method"
    case .initializer: "initializer"
    case .subscripted: "subscript"
    case .enumCase: "enum case"
    }
  }
}

/// Which declaration a use refers to, and with which types.
struct Choice {
  var declaration: Declaration
  /// The receiver's type; `nil` for what is not a member.
  var base: Type?
  var substitution: Substitution = [:]
  /// Optionals that were looked through to find it, for `.shown` with `Visibility?`.
  var throughOptional = false
  /// The unapplied form of a method: `Type.method`.
  var isUnapplied = false
  /// The member was found on a metatype.
  var isOnMetatype = false
  /// A key path literal's member through a dynamic lookup.
  var type: Type = .hole
}

/// How one parameter of a call is filled.
enum BoundArgument {
  case given(Expr)
  case variadic([Expr])
  case defaulted
}

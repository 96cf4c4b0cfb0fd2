/// What must hold between types, and where in the text it comes from.
struct Constraint {
  indirect enum Kind {
    case equal(Type, Type)
    /// A value of the first type can stand where the second is wanted.
    case convert(Type, Type)
    case conforms(Type, Nominal)
    case subclass(Type, Type)
    /// `base.name` has the type `result`.
    case member(base: Type, name: Name, result: Type)
    /// `.name` of a base that the context must tell; `result` is the whole chain's type.
    case implicitMember(base: Type, name: Name, result: Type)
    /// Calling `callee` with the call's arguments gives `result`.
    case apply(callee: Type, arguments: [Type], result: Type)
    case overload(type: Type, candidates: [Candidate])
    /// `base.name` as a type is `result`.
    case dependent(base: Type, name: String, result: Type)
    /// The first is an optional of the second.
    case optionalObject(Type, Type)
    /// What is declared as `T!` is used: as the optional (the first), or as what is in it.
    case unwrapped(Type, result: Type)
    /// What a chain with `?` gives: the inside's type, made optional if it is not.
    case chain(inside: Type, result: Type)
    case closure(Type, ClosureNode, Scope)
    case keyPath(Type, root: Type, value: Type)
    /// A key path literal that stands for one of a writable kind.
    case writable(Expr, String)
    /// Array, set and dictionary literals: the collection and its element, or key and value.
    case arrayLiteral(Type, element: Type)
    case dictionaryLiteral(Type, key: Type, value: Type)
    case subscripted(base: Type, arguments: [Type], result: Type)
    case applySubscript(Type, [Type], Type)
    /// The condition of `is`, `as?`: only that the first becomes known.
    case known(Type)
    /// A value in a text: rather one that is no optional.
    case interpolated(Type)
  }

  var kind: Kind
  let expression: Expr
  let role: Role
  /// Constraints are looked at in the order of their places; what one leads to stands where it stood.
  var place = 0
  /// Its own, in the whole search.
  var number = 0
  /// How many conformances it is a condition of, one on account of the other. A conformance may be a condition of larger
  /// and larger ones without end.
  var derivation = 0
  static let derivationMax = 100
  /// It says nothing new as long as these are open.
  var watched: [Int]?

  init(_ kind: Kind, _ expression: Expr, _ role: Role = .plain) {
    self.kind = kind
    self.expression = expression
    self.role = role
  }
}

/// The part a value plays, for messages.
enum Role {
  case plain
  /// `let x: T = value`
  case initialization
  case assignment
  case returned
  /// The body's one expression, which is returned without saying so.
  case impliedReturn
  case closureResult
  case condition
  case argument(index: Int, call: Expr)
  case operand(of: Expr, index: Int)
  case ternary(Expr)
  case element
  case dictionaryKey, dictionaryValue
  case callee
  case inoutArgument
  case keyPathValue
  case coercion
  case sequence
  case caught
  case thrown
  case defaultArgument
  case interpolation
}

extension Role {
  var isImplicitReturn: Bool {
    switch self {
    case .returned, .closureResult: true
    default: false
    }
  }
}

/// One thing a name may refer to.
struct Candidate {
  var declaration: Declaration
  /// The receiver's type, for members.
  var base: Type?
  var isOnMetatype = false
  var throughOptional = false
  /// `Type.method` without an instance.
  var isUnapplied = false
  /// A global function that a member hides; meant only where no member can be.
  var isHidden = false
}

/// What a literal can become.
enum LiteralKind {
  case integer, floating, string, boolean, null, array, dictionary
  /// A string literal of one character, without interpolation: it can be a `Character` too.
  case character
}

extension LiteralKind {
  /// Literals of one family have a default type in common.
  var family: Int {
    switch self {
    case .integer, .floating: 0
    case .string, .character: 1
    case .boolean: 2
    case .null: 3
    case .array: 4
    case .dictionary: 5
    }
  }
}

/// How far a solution is from what the text says plainly; the least wins. In the order of weight.
struct Score: Comparable {
  var fixes = 0
  var forced = 0
  var optionals = 0
  var existentials = 0
  var functions = 0
  var literals = 0
  var rank = 0

  static func < (left: Score, right: Score) -> Bool {
    if left.fixes != right.fixes { return left.fixes < right.fixes }
    if left.forced != right.forced { return left.forced < right.forced }
    if left.optionals != right.optionals { return left.optionals < right.optionals }
    if left.existentials != right.existentials { return left.existentials < right.existentials }
    if left.functions != right.functions { return left.functions < right.functions }
    if left.literals != right.literals { return left.literals < right.literals }
    return left.rank < right.rank
  }
}

/// A constraint that cannot hold, kept while looking for the explanation with the fewest of them.
struct Fix {
  enum Reason {
    case mismatch(Type, Type)
    case unwrap(Type, Type)
    case noMember(base: Type, name: Name)
    case optionalMember(base: Type, name: Name)
    case noContext(Name)
    case nonConforming(Type, Nominal)
    case notSubclass(Type, Type)
    case notCallable(Type)
    /// Of a `@dynamicCallable` type: it takes no labels.
    case takesNoKeywords(Type)
    case arguments(ArgumentFailure, Declaration?)
    case noOverload([Candidate])
    case notOptional(Type)
    case nullMismatch(Type)
    case closureParameters(expected: Int, got: Int, implicit: Bool, Type)
    case throwingClosure(Type, Type)
    case asynchronousFunction(Type, Type)
    case keyPathRoot
    case instanceOnType(Declaration, Type)
    case staticOnInstance(Declaration, Type)
    case inaccessible(Declaration)
    case notSubscriptable(Type)
    case unresolved
    case notInout(Type)
    case needless(Type)
    case needsExplicitClosureTypes
    case emptyCollection
    case ambiguous([Candidate])
    case noAssociatedType(Type, String)
  }
  var reason: Reason
  var expression: Expr
  var role: Role
}

enum ArgumentFailure {
  case missing(parameter: Int)
  case extra(argument: Int)
  case label(argument: Int, have: String?, expected: String?)
}

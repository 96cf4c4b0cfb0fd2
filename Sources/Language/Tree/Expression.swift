/// Expressions, as the checker sees them: operators folded, sugar kept where messages need it.
///
/// The translator makes them, the checker fills in what it found out, the compiler reads both.
final class Expr {
  indirect enum Kind {
    /// `nil` if the digits do not fit 128 bits; whether they fit the type is seen when that is known.
    case integer(Int128?)
    case floating(Double)
    case boolean(Bool)
    case string([StringSegment])
    case nilLiteral
    /// `/…/`
    case regex(String)
    case array([Expr])
    case dictionary([(key: Expr, value: Expr)])
    /// Also `()` and parentheses around one expression.
    case tuple([TupleItem])
    case name(Name)
    case member(Expr, Name)
    case implicitMember(Name)
    case call(Expr, [Argument])
    case subscripted(Expr, [Argument])
    case closure(ClosureNode)
    case prefix(Name, Expr)
    case postfix(Name, Expr)
    case binary(Name, Expr, Expr)
    case assign(Expr, Expr)
    case ternary(Expr, Expr, Expr)
    case isType(Expr, TypeNode)
    case asType(Expr, CastKind, TypeNode)
    case inoutReference(Expr)
    /// The `?` in `a?.b`.
    case bindOptional(Expr)
    /// Around a whole chain with `?` in it.
    case optionalChain(Expr)
    case forceUnwrap(Expr)
    case keyPath(KeyPathNode)
    case superReference
    case attempt(TryKind, Expr)
    case await(Expr)
    case ifExpression(IfNode)
    case switchExpression(SwitchNode)
    case type(TypeNode)
    case discard
    /// `#function`, `#line` and their like, resolved where they stand; as default arguments they are the caller's.
    case magic(MagicLiteral)
    /// Stands for what could not be translated; a diagnostic has been given.
    case invalid
  }

  var kind: Kind
  let span: Span
  /// Where swiftc would put the caret, if not at the start.
  var anchor: Span { Span(start: caret ?? span.start, end: span.end) }
  var caret: Int?

  // What the checker found out.
  var type: Type = .hole
  var choice: Choice?
  var arguments: [BoundArgument]?
  var local: LocalVariable?
  var note: CheckedNote?
  /// What it calls or reads belongs to an actor, and this place does not: it goes there and comes back.
  var crossing: Crossing?
  enum Crossing { case toMain, toActor }

  init(_ kind: Kind, _ span: Span, caret: Int? = nil) {
    self.kind = kind
    self.span = span
    self.caret = caret
  }
}

extension Expr {
  /// Becomes `self!`, where it was declared as `T!`.
  func unwrap(_ optional: Type) {
    let inner = Expr(kind, span, caret: caret)
    inner.type = optional
    inner.choice = choice
    inner.arguments = arguments
    inner.local = local
    inner.note = note
    inner.crossing = crossing
    kind = .forceUnwrap(inner)
    choice = nil
    arguments = nil
    local = nil
    note = nil
    crossing = nil
  }

  var isOperation: Bool {
    switch kind {
    case .binary, .prefix, .postfix: true
    default: false
    }
  }

  /// `??` behind it would be about a part of it.
  var bindsLessThanCoalescing: Bool {
    switch kind {
    case .ternary, .assign, .attempt(.optional, _): true
    default: false
    }
  }

  /// `!` behind it would be about a part of it.
  var bindsLessThanPostfix: Bool {
    switch kind {
    case .binary, .prefix, .isType, .asType: true
    default: bindsLessThanCoalescing
    }
  }

  /// A step of a key path literal, which has no place of its own in the text's tree.
  var isKeyPathStep: Bool {
    switch kind {
    case .member(let base, _), .subscripted(let base, _): if case .keyPath = base.kind { true } else { false }
    default: false
    }
  }

  /// `object[keyPath: path]` by a path that leads through an object: what it starts from does not change.
  var goesThroughReference: Bool {
    guard case .subscripted(_, let arguments) = kind, choice == nil, let path = arguments.first?.value else {
      return false
    }
    return path.type.nominal?.name == "ReferenceWritableKeyPath"
  }

  /// A literal that says nothing about its type by itself.
  var needsContext: Bool {
    switch kind {
    case .nilLiteral, .implicitMember: true
    case .array(let elements): elements.isEmpty
    case .dictionary(let pairs): pairs.isEmpty
    default: false
    }
  }
}

/// Facts of single kinds of expression that the compiler needs.
enum CheckedNote {
  /// What a closure's body became.
  case closure(ClosureNode)
  /// Components of a key path, resolved.
  case keyPath([ResolvedComponent])
  /// The literal's value is made by this type's initialiser.
  case isTypeReference(Type)
}

struct ResolvedComponent {
  var choice: Choice?
  var isOptionalChain = false
  var isForce = false
  var arguments: [BoundArgument]?
  var type: Type
}

/// A name with the spelled labels and generic arguments it may carry: `f`, `f(label:)`, `Set<Int>`.
struct Name {
  var text: String
  var span: Span
  var labels: [String]?
  var genericArguments: [TypeNode] = []
  /// Spelled with its module, `Swift.print`: the library's, whatever the program calls so.
  var isOfLibrary = false
}

/// A literal that names the place where it stands.
enum MagicLiteral {
  case function(String)
  case file(String)
  case fileID(String)
  case line(Int)
  case column(Int)
}

enum StringSegment {
  case text(String)
  case expression(Expr)
}

struct TupleItem {
  var label: String?
  var value: Expr
}

struct Argument {
  var label: String?
  var value: Expr
  var isTrailingClosure = false
  var labelSpan: Span?
  /// The text is being completed in it: what comes behind it in the call may be missing still.
  var isUnfinished = false
}

enum CastKind { case coerce, conditional, forced }
enum TryKind { case plain, optional, forced }

final class ClosureNode {
  struct Parameter {
    var name: String
    var type: TypeNode?
    var span: Span
    var isInout = false
  }
  struct Capture {
    enum Strength { case strong, weak, unowned }
    var strength: Strength
    var name: String
    var value: Expr
    var span: Span
  }
  var captures: [Capture] = []
  /// `nil` if the closure uses `$0`, `$1`, …, or takes nothing.
  var parameters: [Parameter]?
  var resultType: TypeNode?
  var isThrowing = false
  var thrownType: TypeNode?
  var isAsync = false
  /// `{ @MainActor in … }`
  var isMainActor = false
  var body: [Stmt] = [] {
    didSet { singleExpression = Self.single(body) }
  }
  let span: Span
  let openBrace: Span
  /// The highest `$n` used, plus one.
  var anonymousCount = 0
  /// The text is being completed in it, so that what it takes may not have been typed yet.
  var isUnfinished = false
  /// From here on `$N` is a name like any other, and none that is known.
  static let anonymousCountMax = 256
  /// The function the checker made of it.
  var function: FunctionContext?
  /// An `if` or `switch` in a closure without result: nobody wants its value.
  var isStatement = false

  init(span: Span, openBrace: Span) {
    self.span = span
    self.openBrace = openBrace
  }

  /// The body if it is one expression, whose type then takes part in inference; an `if` or `switch` whose branches are
  /// expressions counts as one.
  private(set) var singleExpression: Expr?

  /// The body as it stands in the text.
  var written: [Stmt] { original ?? body }
  /// Set while a result builder's body takes the place of the written one.
  private var original: [Stmt]?
  /// What result builders have made of it, so that one that is tried again gives the same expressions.
  private var made: [BuiltBody] = []
  /// The one whose body it is.
  private(set) var built: BuiltBody?

  /// Takes the body that a result builder makes of the written one, or that one itself.
  func use(_ builder: Type?, _ make: (Type) -> BuiltBody) {
    guard let builder else {
      if let original { body = original }
      (original, built) = (nil, nil)
      function?.body = body
      return
    }
    if built?.type == builder { return }
    original = written
    let known = made.first { $0.type == builder }
    let taken = known ?? make(builder)
    if known == nil { made.append(taken) }
    (body, built) = (taken.statements, taken)
    function?.body = body
  }

  private static func single(_ body: [Stmt]) -> Expr? {
    guard body.count == 1 else { return nil }
    switch body[0].kind {
    case .expression(let expression): return expression
    case .returns(let expression?): return expression
    case .ifElse(let node) where node.isExpression: return Expr(.ifExpression(node), node.span)
    case .switching(let node) where node.isExpression: return Expr(.switchExpression(node), node.span)
    default: return nil
    }
  }
}

/// A body as a result builder has made it.
struct BuiltBody {
  let type: Type
  let statements: [Stmt]
  /// The first statement that the builder can do nothing with, and the method that would help.
  let refused: Refusal?
  struct Refusal {
    let span: Span
    let missing: (method: String, purpose: String)?
  }
}

struct KeyPathNode {
  enum Component {
    case member(Name)
    case subscripted([Argument], Span)
    case optionalChain(Span)
    case force(Span)
  }
  var root: TypeNode?
  var components: [Component]
}

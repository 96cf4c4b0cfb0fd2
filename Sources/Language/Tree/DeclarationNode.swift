/// Declarations as written; the checker makes `Nominal`s and `Declaration`s of them.
final class Decl {
  indirect enum Kind {
    case variable(VariableNode)
    case function(FunctionNode)
    case nominal(NominalNode)
    case `extension`(ExtensionNode)
    case alias(AliasNode)
    case cases([CaseNode])
    case associatedType(AssociatedTypeNode)
    /// Accepted and left out, with a notice: views, previews, imports.
    case skipped(String, ScreenPart)
    /// An operator or a precedence group, with what it is known under: `infix operator <+>`. The parser has read it.
    case operators(String)
  }

  let kind: Kind
  let span: Span
  let modifiers: Modifiers
  /// The word after the modifiers: `let`, `func`.
  let keyword: Span

  init(_ kind: Kind, _ span: Span, modifiers: Modifiers = Modifiers(), keyword: Span? = nil) {
    self.keyword = keyword ?? span
    self.kind = kind
    self.span = span
    self.modifiers = modifiers
  }
}

struct Modifiers {
  enum Access: Int { case `private`, `fileprivate`, `internal`, `public`, open }
  var access: Access = .internal
  var setterAccess: Access?
  var isStatic = false
  var isClassMember = false
  var isMutating = false
  var isNonmutating = false
  var isLazy = false
  var isWeak = false
  var isUnowned = false
  var isOverride = false
  var isRequired = false
  var isConvenience = false
  var isFinal = false
  var isIndirect = false
  /// Of an operator function; `nil` for those between two operands.
  var fixity: Fixity?
  enum Fixity { case prefix, postfix }
  var isNonisolated = false
  var attributes: [Attribute] = []
  /// The words as written.
  var words: [Word] = []

  struct Word {
    var name: String
    /// What stands in parentheses behind it: `set`, `unsafe`.
    var detail: String?
    var span: Span

    var isOfSetter: Bool { detail == "set" }
    var text: String { detail.map { "\(name)(\($0))" } ?? name }
  }

  /// Where a word stands.
  func span(of word: String) -> Span? { words.first { $0.name == word && !$0.isOfSetter }?.span }

  struct Attribute {
    var name: String
    var arguments: [Argument]
    var genericArguments: [TypeNode]
    var span: Span

    /// The type that it names, if it is none of the language's own.
    var type: TypeNode {
      let names = name.split(separator: ".")
      return TypeNode(
        .named(
          names.indices.map { (String(names[$0]), $0 == names.count - 1 ? genericArguments : [], span) }), span)
    }
  }

  /// What the members of an extension are, if nothing is written at them. Private at top level is private to the file.
  var accessOfMembers: Access { access == .private ? .fileprivate : access }

  func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
}

final class VariableNode {
  struct Binding {
    var pattern: Pattern
    var type: TypeNode?
    var value: Expr?
    var accessors: Accessors?
    var span: Span
  }
  let isLet: Bool
  var bindings: [Binding]
  /// The name of a local variable with a property wrapper; its binding has become that of the storage.
  var wrapped: String?
  /// Of computed local variables, by name.
  var accessors: [String: LocalAccessors] = [:]
  /// Of lazy and observed local variables, by name.
  var hooks: [String: LocalHooks] = [:]
  /// `async let`.
  let isAsync: Bool
  /// The child task of `async let _ = …`.
  var discarded: LocalVariable.AsyncLet?

  init(isLet: Bool, bindings: [Binding], isAsync: Bool = false) {
    self.isLet = isLet
    self.bindings = bindings
    self.isAsync = isAsync
  }
}

final class Accessors {
  struct Accessor {
    var parameter: String?
    var body: [Stmt]
    var span: Span
    var isThrowing = false
    var isAsync = false
    var isMutating = false
    var isNonmutating = false
  }
  var getter: Accessor?
  var setter: Accessor?
  var willSet: Accessor?
  var didSet: Accessor?
  /// `{ get set }` of a protocol requirement: bodies are missing on purpose.
  var isRequirement = false
  var isComputed: Bool { getter != nil || setter != nil || isRequirement }
}

final class FunctionNode {
  enum Kind { case function, initializer(isFailable: Bool), deinitializer, subscripted(Accessors) }
  struct Parameter {
    /// `nil` for `_`.
    var label: String?
    var name: String
    var type: TypeNode
    var defaultValue: Expr?
    var isVariadic: Bool
    var span: Span
    var attributes: [Modifiers.Attribute] = []
  }
  let kind: Kind
  let name: String
  let nameSpan: Span
  let generics: GenericsNode
  let parameters: [Parameter]
  let resultType: TypeNode?
  let isThrowing: Bool
  let isRethrowing: Bool
  let isAsync: Bool
  let thrownType: TypeNode?
  /// `nil` for a requirement.
  let body: [Stmt]?
  let bodyEnd: Span
  var isOperator: Bool {
    guard case .function = kind, let first = name.first else { return false }
    return !first.isLetter && first != "_" && first != "`"
  }
  /// The variable that a local function is.
  var variable: LocalVariable?

  init(
    kind: Kind, name: String, nameSpan: Span, generics: GenericsNode, parameters: [Parameter], resultType: TypeNode?,
    isThrowing: Bool = false, isRethrowing: Bool = false, isAsync: Bool = false, thrownType: TypeNode? = nil,
    body: [Stmt]?, bodyEnd: Span
  ) {
    self.kind = kind
    self.name = name
    self.nameSpan = nameSpan
    self.generics = generics
    self.parameters = parameters
    self.resultType = resultType
    self.isThrowing = isThrowing
    self.isRethrowing = isRethrowing
    self.isAsync = isAsync
    self.thrownType = thrownType
    self.body = body
    self.bodyEnd = bodyEnd
  }
}

struct GenericsNode {
  struct Parameter {
    var name: String
    var bound: TypeNode?
    var span: Span
  }
  enum Requirement {
    case conforms(TypeNode, TypeNode)
    case same(TypeNode, TypeNode)
  }
  var parameters: [Parameter] = []
  var requirements: [Requirement] = []
}

final class NominalNode {
  let kind: Nominal.Kind
  let name: String
  let nameSpan: Span
  let generics: GenericsNode
  let inherited: [TypeNode]
  let members: [Decl]
  let isActor: Bool
  /// The brace after the members.
  let end: Span

  init(
    kind: Nominal.Kind, name: String, nameSpan: Span, generics: GenericsNode, inherited: [TypeNode], members: [Decl],
    isActor: Bool = false, end: Span
  ) {
    self.isActor = isActor
    self.end = end
    self.kind = kind
    self.name = name
    self.nameSpan = nameSpan
    self.generics = generics
    self.inherited = inherited
    self.members = members
  }
}

extension NominalNode {
  /// Whether one of its variables has the name.
  func declares(_ name: String) -> Bool {
    members.contains { member in
      guard case .variable(let node) = member.kind else { return false }
      return node.bindings.contains { if case .binding(name, _) = $0.pattern.kind { true } else { false } }
    }
  }
}

final class ExtensionNode {
  let extended: TypeNode
  let inherited: [TypeNode]
  let requirements: [GenericsNode.Requirement]
  let members: [Decl]

  /// `extension [Book]`, `extension Array where Element == Book`
  var isConcrete: Bool {
    switch extended.kind {
    case .array, .dictionary, .optional: true
    case .named(let path):
      path.contains { !$0.arguments.isEmpty }
        || requirements.contains { if case .same = $0 { true } else { false } }
    default: false
    }
  }

  init(extended: TypeNode, inherited: [TypeNode], requirements: [GenericsNode.Requirement], members: [Decl]) {
    self.extended = extended
    self.inherited = inherited
    self.requirements = requirements
    self.members = members
  }
}

final class AliasNode {
  let name: String
  let nameSpan: Span
  let generics: GenericsNode
  let type: TypeNode

  init(name: String, nameSpan: Span, generics: GenericsNode, type: TypeNode) {
    self.name = name
    self.nameSpan = nameSpan
    self.generics = generics
    self.type = type
  }
}

struct CaseNode {
  var name: String
  var parameters: [FunctionNode.Parameter]
  var hasPayload: Bool
  var rawValue: Expr?
  var span: Span
}

struct AssociatedTypeNode {
  var name: String
  var bounds: [TypeNode]
  var requirements: [GenericsNode.Requirement]
  var defaultType: TypeNode?
}

/// A type as written.
final class TypeNode {
  indirect enum Kind {
    case named([Step])
    /// `[Int].Index`: what is inside a type that has no name of its own.
    case member(TypeNode, [Step])
    case array(TypeNode)
    case dictionary(TypeNode, TypeNode)
    case optional(TypeNode)
    case unwrappedOptional(TypeNode)
    case tuple([(label: String?, type: TypeNode)])
    case function([FunctionParameter], TypeNode, isThrowing: Bool, thrown: TypeNode?, isAsync: Bool)
    case metatype(TypeNode)
    /// `any P & Q`, `P & Q`.
    case composition([TypeNode])
    case existential(TypeNode)
    case opaque(TypeNode)
    case inoutParameter(TypeNode)
    case attributed([String], TypeNode)
    /// `_`
    case inferred
    /// Nobody wrote it: of what the language makes itself.
    case known(Type)
    case invalid
  }
  /// One name of a path, with its generic arguments.
  typealias Step = (name: String, arguments: [TypeNode], span: Span)

  struct FunctionParameter {
    var type: TypeNode
    var isVariadic = false
  }

  let kind: Kind
  let span: Span

  init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }
}

extension TypeNode {
  /// The type of that name inside it.
  func member(_ step: Step, _ span: Span) -> TypeNode {
    switch kind {
    case .named(let path): TypeNode(.named(path + [step]), span)
    case .member(let base, let path): TypeNode(.member(base, path + [step]), span)
    default: TypeNode(.member(self, [step]), span)
    }
  }

  /// What parentheses are around.
  var parenthesized: TypeNode {
    if case .tuple(let elements) = kind, elements.count == 1 { elements[0].type.parenthesized } else { self }
  }

  /// `some P`, also as `inout some P`.
  var isOpaque: Bool {
    switch kind {
    case .opaque: true
    case .inoutParameter(let inner), .attributed(_, let inner): inner.isOpaque
    default: false
    }
  }

  /// `T!`
  var isUnwrapped: Bool {
    switch kind {
    case .unwrappedOptional: true
    case .inoutParameter(let inner), .attributed(_, let inner): inner.isUnwrapped
    default: false
    }
  }

  /// `Self`
  var isOwnType: Bool {
    if case .named(let path) = kind { return path.count == 1 && path[0].name == "Self" }
    return false
  }
}

/// Why a declaration is skipped.
enum ScreenPart {
  case view, preview, app

  var text: String {
    switch self {
    case .view: "a view"
    case .preview: "a preview"
    case .app: "an app"
    }
  }
}

/// Stands at the cursor of a text that is to be completed: a name that nothing has. The parser takes it for a name; the
/// checker finds out what is wanted where it stands.
enum CompletionToken {
  static let text = "__completion__"
}

/// What the grammar has at the cursor.
enum CompletionPlace: Equatable {
  /// A value, or a name of one behind a dot.
  case expression(startsStatement: Bool, wish: CompletionWish)
  /// A type; `path` is what stands before the last dot.
  case type(path: [String], use: TypeUse)
  case attribute(AttributeUse)
  /// Behind `#`.
  case macro
  case module
  /// A declaration among the members of a type.
  case memberDeclaration
  /// The name of a function or property that a type is given; `type` is where the type is found.
  case newMember(of: [String], isFunction: Bool, isOverride: Bool, isStatic: Bool)
  /// Behind the parameters of a function that has no body yet.
  case signature
  /// Behind the brace of a variable that has a value: `didSet`.
  case observers
  /// `private(`
  case setter
  /// A comment, a text, a new name.
  case none
}

/// What a type is named for.
enum TypeUse: Equatable {
  case value
  /// What a type conforms to or inherits from, beside what is said of it already.
  case inherited(by: Inheritor, besides: [String])
  /// `some`, `any`, `<T: …>`, `where T: …`
  case constraint
  /// What a requirement behind `where` is about: one of the generic parameters around it, or what an extended type has of
  /// that kind.
  case requirement(of: [String], extending: [String])
  /// One of the arguments in `Result<Int, …>`.
  case argument(of: [String], index: Int)

  enum Inheritor { case structure, classType, enumeration, other }
}

/// What an attribute says something of.
enum AttributeUse { case declaration, member, parameter }

/// What the words before an expression say of it: such values are wanted first.
struct CompletionWish: OptionSet {
  let rawValue: Int

  /// `if let name =`
  static let optional = CompletionWish(rawValue: 1)
  /// `try`
  static let throwing = CompletionWish(rawValue: 2)
  /// `await`
  static let asynchronous = CompletionWish(rawValue: 4)
  /// `for x in`
  static let sequence = CompletionWish(rawValue: 8)
  /// `throw`
  static let error = CompletionWish(rawValue: 16)
  /// Behind the brace of a variable without a value: what follows may be what computes it, or `get`.
  static let accessor = CompletionWish(rawValue: 32)
}

extension Name {
  var isCompletionToken: Bool { text == CompletionToken.text }
}

extension Expr {
  /// The cursor itself, with or without a dot before it.
  var isCompletionToken: Bool {
    switch kind {
    case .name(let name), .implicitMember(let name): name.isCompletionToken
    default: false
    }
  }
}

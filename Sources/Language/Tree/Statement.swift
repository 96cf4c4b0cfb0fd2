/// Statements, conditions and patterns.
final class Stmt {
  indirect enum Kind {
    case expression(Expr)
    case declaration(Decl)
    case returns(Expr?)
    case ifElse(IfNode)
    case guarding([Condition], [Stmt])
    case whileLoop(label: String?, [Condition], [Stmt])
    case repeatLoop(label: String?, [Stmt], Expr)
    case forIn(ForNode)
    case switching(SwitchNode)
    case breaking(label: String?)
    case continuing(label: String?)
    case fallThrough
    case throwing(Expr)
    case deferred([Stmt])
    case doCatch(DoNode)
    case invalid
  }

  let kind: Kind
  let span: Span

  init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }
}

final class IfNode {
  enum Else {
    case block([Stmt])
    case chained(IfNode)
  }
  let conditions: [Condition]
  let then: [Stmt]
  let otherwise: Else?
  let span: Span

  init(conditions: [Condition], then: [Stmt], otherwise: Else?, span: Span) {
    self.conditions = conditions
    self.then = then
    self.otherwise = otherwise
    self.span = span
  }
}

enum Condition {
  case expression(Expr)
  /// `if let x`, `if let x = e`, `if case p = e`; optional binding has an `.optionalSome` pattern.
  case binding(Pattern, Expr, Span)
}

final class ForNode {
  let label: String?
  let pattern: Pattern
  let sequence: Expr
  let condition: Expr?
  let body: [Stmt]
  /// `for await`.
  let isAsync: Bool
  /// `for try await`.
  let isTrying: Bool
  let span: Span
  /// How to walk the sequence; the checker's finding.
  var elementType: Type = .hole

  init(
    label: String?, pattern: Pattern, sequence: Expr, condition: Expr?, body: [Stmt], isAsync: Bool, isTrying: Bool,
    span: Span
  ) {
    self.label = label
    self.pattern = pattern
    self.sequence = sequence
    self.condition = condition
    self.body = body
    self.isAsync = isAsync
    self.isTrying = isTrying
    self.span = span
  }
}

final class SwitchNode {
  struct Label {
    var pattern: Pattern
    var guardExpression: Expr?
  }
  struct Case {
    /// Empty for `default`.
    var labels: [Label]
    var isDefault: Bool
    var body: [Stmt]
    var span: Span
  }
  let subject: Expr
  let cases: [Case]
  let label: String?
  let span: Span
  /// The cases' scopes, once checked.
  var scopes: [Scope] = []

  init(subject: Expr, cases: [Case], label: String?, span: Span) {
    self.subject = subject
    self.cases = cases
    self.label = label
    self.span = span
  }
}

final class DoNode {
  struct Clause {
    /// Empty catches everything and binds `error`.
    var patterns: [SwitchNode.Label]
    var body: [Stmt]
    var span: Span
    var errorVariable: LocalVariable?
  }
  let label: String?
  let body: [Stmt]
  var clauses: [Clause]
  /// `do throws(E)`
  let thrownType: TypeNode?

  init(label: String?, body: [Stmt], clauses: [Clause], thrownType: TypeNode?) {
    self.thrownType = thrownType
    self.label = label
    self.body = body
    self.clauses = clauses
  }
}

final class Pattern {
  indirect enum Kind {
    case wildcard
    case binding(name: String, isLet: Bool)
    case tuple([(label: String?, pattern: Pattern)])
    /// `.row(let id)`, `Focus.row(let id)`; the payload is `nil` without parentheses.
    case enumCase(base: TypeNode?, name: Name, payload: [(label: String?, pattern: Pattern)]?)
    case optionalSome(Pattern)
    case isType(TypeNode)
    case asType(Pattern, TypeNode)
    case expression(Expr)
    case typed(Pattern, TypeNode)
    case invalid
  }

  var kind: Kind
  let span: Span

  // The checker's findings.
  var type: Type = .hole
  var variable: LocalVariable?
  var enumCase: EnumCase?
  /// Optionals between the subject's type and the case's enum.
  var optionalDepth = 0
  var castType: Type?
  /// `~=` for an expression pattern, and the variable that holds what is matched.
  var match: Expr?
  var subject: LocalVariable?

  init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }
}

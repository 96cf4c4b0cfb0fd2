/// What a result builder makes of a body: statements whose values its static methods put together
/// (SE-0289, with `buildPartialBlock` of SE-0348; each statement's type is found by itself, as SE-0373 says).
///
/// The new body is made of the old one's expressions and of calls of the builder, and is then checked like any other.
struct ResultBuilder {
  /// The type with `@resultBuilder`.
  let type: Type
  /// The names of its methods.
  private let methods: Set<String>
  private var count = 0
  /// The first statement that it can do nothing with.
  private var refused: BuiltBody.Refusal?

  private static let known = [
    "buildBlock", "buildPartialBlock", "buildExpression", "buildOptional", "buildEither", "buildArray",
    "buildFinalResult", "buildLimitedAvailability",
  ]

  init(_ type: Type, _ environment: TypeEnvironment) {
    self.type = type
    guard let nominal = type.nominal else {
      methods = []
      return
    }
    methods = Set(
      Self.known.filter { name in
        environment.members(of: nominal, named: name).contains(where: \.isStatic)
          || environment.protocols(of: nominal).contains { conformance in
            environment.members(of: conformance.proto, named: name).contains { $0.isStatic }
          }
      })
  }

  /// The body that takes the place of what is written, which has no `return`. The last statement gives the value; a body
  /// of one value is that one expression.
  static func build(_ body: [Stmt], _ span: Span, with type: Type, _ environment: TypeEnvironment) -> BuiltBody {
    var builder = ResultBuilder(type, environment)
    var (statements, value) = builder.block(body, span)
    if builder.methods.contains("buildFinalResult") {
      value = builder.call("buildFinalResult", [Argument(label: nil, value: value)], value.span)
    }
    statements.append(Stmt(statements.isEmpty ? .expression(value) : .returns(value), value.span))
    return BuiltBody(type: type, statements: statements, refused: builder.refused)
  }

  // MARK: Blocks

  /// The statements that come before the block's value, and the value.
  private mutating func block(_ body: [Stmt], _ span: Span) -> (before: [Stmt], value: Expr) {
    var before: [Stmt] = []
    var components: [Expr] = []
    let isAlone = body.count == 1
    for statement in body {
      guard let component = component(statement) else {
        if refused == nil { before.append(statement) }
        continue
      }
      components.append(isAlone ? component : keep(component, &before))
    }
    let value = combine(components, span, &before)
    return (before, value)
  }

  private mutating func combine(_ components: [Expr], _ span: Span, _ before: inout [Stmt]) -> Expr {
    guard methods.contains("buildPartialBlock"), let first = components.first else {
      return call("buildBlock", components.map { Argument(label: nil, value: $0) }, span)
    }
    var whole = call("buildPartialBlock", [Argument(label: "first", value: first)], first.span)
    for next in components.dropFirst() {
      let accumulated = keep(whole, &before)
      whole = call(
        "buildPartialBlock",
        [Argument(label: "accumulated", value: accumulated), Argument(label: "next", value: next)], next.span)
    }
    return whole
  }

  /// Gives the value a name, so that its type is found by itself.
  private mutating func keep(_ value: Expr, _ before: inout [Stmt]) -> Expr {
    let name = "#\(count)"
    count += 1
    let pattern = Pattern(.binding(name: name, isLet: true), value.span)
    let node = VariableNode(
      isLet: true, bindings: [.init(pattern: pattern, type: nil, value: value, accessors: nil, span: value.span)])
    before.append(Stmt(.declaration(Decl(.variable(node), value.span)), value.span))
    return Expr(.name(Name(text: name, span: value.span)), value.span)
  }

  // MARK: Statements

  /// What a statement adds to its block; `nil` for those that add nothing and stay as they are.
  private mutating func component(_ statement: Stmt) -> Expr? {
    switch statement.kind {
    case .expression(let value):
      return methods.contains("buildExpression")
        ? call("buildExpression", [Argument(label: nil, value: value)], value.span) : value
    case .declaration, .throwing, .invalid: return nil
    case .ifElse(let node): return choice(node)
    case .switching(let node): return choice(node)
    case .forIn(let node): return array(node, statement.span)
    case .doCatch(let node) where node.clauses.isEmpty: return branch(node.body, statement.span)
    default:
      refuse(statement.span)
      return nil
    }
  }

  /// - Parameter missing: the method that would be needed, and for what.
  private mutating func refuse(_ span: Span, missing: (method: String, purpose: String)? = nil) {
    if refused == nil { refused = .init(span: span, missing: missing) }
  }

  /// `if` with its `else if`s: one branch of them all.
  private mutating func choice(_ node: IfNode) -> Expr? {
    var steps: [(conditions: [Condition], body: [Stmt], span: Span)] = []
    var otherwise: [Stmt]?
    var current: IfNode? = node
    while let step = current {
      steps.append((step.conditions, step.then, step.span))
      current = nil
      switch step.otherwise {
      case .chained(let next)?: current = next
      case .block(let block)?: otherwise = block
      case nil: break
      }
    }
    let isOptional = otherwise == nil
    let count = steps.count + (isOptional ? 0 : 1)
    if isOptional, !methods.contains("buildOptional") {
      refuse(node.span, missing: ("buildOptional(_:)", "'if' statements without an 'else'"))
      return nil
    }
    if count > 1, !methods.contains("buildEither") {
      refuse(node.span, missing: ("buildEither(first:)' and 'buildEither(second:)", "'if'-'else' and 'switch'"))
      return nil
    }
    var last: Expr
    if let otherwise {
      last = inject(branch(otherwise, node.span), count - 1, of: count)
    } else {
      last = Expr(.nilLiteral, node.span)
    }
    for index in steps.indices.reversed() {
      let step = steps[index]
      let value = inject(branch(step.body, step.span), index, of: count)
      let whole = IfNode(
        conditions: step.conditions, then: [Stmt(.expression(value), value.span)],
        otherwise: .block([Stmt(.expression(last), last.span)]), span: step.span)
      last = Expr(.ifExpression(whole), step.span)
    }
    return isOptional ? call("buildOptional", [Argument(label: nil, value: last)], node.span) : last
  }

  private mutating func choice(_ node: SwitchNode) -> Expr? {
    guard node.cases.count == 1 || methods.contains("buildEither") else {
      refuse(node.span, missing: ("buildEither(first:)' and 'buildEither(second:)", "'if'-'else' and 'switch'"))
      return nil
    }
    var cases = node.cases
    for index in cases.indices {
      let value = inject(branch(cases[index].body, cases[index].span), index, of: cases.count)
      cases[index].body = [Stmt(.expression(value), value.span)]
    }
    return Expr(
      .switchExpression(SwitchNode(subject: node.subject, cases: cases, label: nil, span: node.span)), node.span)
  }

  /// Of so many branches one: a tree of `buildEither`, whose left side has as many leaves as a power of two can.
  private func inject(_ value: Expr, _ index: Int, of count: Int) -> Expr {
    guard count > 1 else { return value }
    var left = 1
    while left * 2 < count { left *= 2 }
    let isFirst = index < left
    let inner = isFirst ? inject(value, index, of: left) : inject(value, index - left, of: count - left)
    return call("buildEither", [Argument(label: isFirst ? "first" : "second", value: inner)], value.span)
  }

  /// The value of a block inside: its expression, or a closure that is called on the spot.
  private mutating func branch(_ body: [Stmt], _ span: Span) -> Expr {
    let (before, value) = block(body, span)
    if before.isEmpty { return value }
    let node = ClosureNode(span: span, openBrace: span)
    node.body = before + [Stmt(.returns(value), value.span)]
    let called = Expr(.call(Expr(.closure(node), span), []), span)
    return marked(called, node)
  }

  /// With the `try` and `await` that calling the closure needs.
  private func marked(_ call: Expr, _ node: ClosureNode) -> Expr {
    let effects = Effects.of(node)
    let waiting = effects.isAsync ? Expr(.await(call), call.span) : call
    return effects.isThrowing ? Expr(.attempt(.plain, waiting), call.span) : waiting
  }

  /// `for x in xs { … }`: what the block gives for each element.
  private mutating func array(_ node: ForNode, _ span: Span) -> Expr? {
    guard methods.contains("buildArray") else {
      refuse(span, missing: ("buildArray(_:)", "'for'..'in' loops"))
      return nil
    }
    guard !node.isAsync, node.pattern.isIrrefutable else {
      refuse(span)
      return nil
    }
    var elements = node.sequence
    if let condition = node.condition {
      let test = each(node.pattern, [Stmt(.returns(condition), condition.span)], span)
      elements = transformed(elements, "filter", test)
    }
    let (before, value) = block(node.body, span)
    let body = each(node.pattern, before + [Stmt(.returns(value), value.span)], span)
    return call("buildArray", [Argument(label: nil, value: transformed(elements, "map", body))], span)
  }

  private func transformed(_ elements: Expr, _ method: String, _ body: ClosureNode) -> Expr {
    let callee = Expr(.member(elements, Name(text: method, span: elements.span)), elements.span)
    let argument = Argument(label: nil, value: Expr(.closure(body), body.span), isTrailingClosure: true)
    return marked(Expr(.call(callee, [argument]), elements.span), body)
  }

  /// A closure that takes what the pattern takes apart.
  private mutating func each(_ pattern: Pattern, _ body: [Stmt], _ span: Span) -> ClosureNode {
    let node = ClosureNode(span: span, openBrace: span)
    switch pattern.kind {
    case .binding(let name, _): node.parameters = [.init(name: name, type: nil, span: pattern.span)]
    case .wildcard: node.parameters = [.init(name: "_", type: nil, span: pattern.span)]
    default:
      let name = "#\(count)"
      count += 1
      node.parameters = [.init(name: name, type: nil, span: pattern.span)]
      let whole = Expr(.name(Name(text: name, span: pattern.span)), pattern.span)
      let taken = VariableNode(
        isLet: true,
        bindings: [.init(pattern: pattern, type: nil, value: whole, accessors: nil, span: pattern.span)])
      node.body = [Stmt(.declaration(Decl(.variable(taken), pattern.span)), pattern.span)]
    }
    node.body += body
    return node
  }

  /// `Builder.method(arguments)`
  private func call(_ method: String, _ arguments: [Argument], _ span: Span) -> Expr {
    let builder = Expr(.type(TypeNode(.known(type), span)), span)
    return Expr(.call(Expr(.member(builder, Name(text: method, span: span)), span), arguments), span)
  }
}

extension BuiltBody {
  func say(_ diagnostics: Diagnostics, _ file: SourceFile) {
    guard let refused else { return }
    var notes: [(String, Span)] = []
    if let nominal = type.nominal, nominal.file === file {
      if let missing = refused.missing {
        notes = [
          (
            "add '\(missing.method)' to the result builder '\(type)' to add support for \(missing.purpose)",
            nominal.span
          )
        ]
      }
      notes.append(("\(nominal.describedKind) '\(nominal.name)' declared here", nominal.span))
    }
    diagnostics.add(
      .error, "closure containing control flow statement cannot be used with result builder '\(type)'", file,
      refused.span, notes: notes)
  }
}

extension [Stmt] {
  /// Whether there is a `return` of this very body: then no result builder changes it.
  var hasReturn: Bool {
    contains { statement in
      switch statement.kind {
      case .returns: return true
      case .ifElse(let node): return node.hasReturn
      case .guarding(_, let body), .whileLoop(_, _, let body), .repeatLoop(_, let body, _), .deferred(let body):
        return body.hasReturn
      case .forIn(let node): return node.body.hasReturn
      case .switching(let node): return node.cases.contains { $0.body.hasReturn }
      case .doCatch(let node): return node.body.hasReturn || node.clauses.contains { $0.body.hasReturn }
      default: return false
      }
    }
  }
}

extension IfNode {
  fileprivate var hasReturn: Bool {
    var current: IfNode? = self
    while let step = current {
      if step.then.hasReturn { return true }
      current = nil
      switch step.otherwise {
      case .block(let block)?: if block.hasReturn { return true }
      case .chained(let next)?: current = next
      case nil: break
      }
    }
    return false
  }
}

// MARK: Where builders are named

extension Declarer {
  /// The result builder among the attributes of a declaration or parameter.
  func builder(among attributes: [Modifiers.Attribute], _ resolver: TypeResolver) -> Type? {
    for attribute in attributes where attribute.name.first?.isUppercase == true {
      var quiet = resolver
      quiet.diagnostics = Diagnostics()
      let type = quiet.resolve(attribute.type)
      if type.nominal?.isResultBuilder == true { return type }
    }
    return nil
  }
}

extension Checker {
  /// Lets the result builder of a function or getter make its body, if it has one: its own, or that of the requirement
  /// that it meets.
  func applyBuilder(to context: FunctionContext) {
    guard context.kind == .function || context.kind == .getter, !context.isBuilt,
      let declaration = context.declaration, declaration.resolved(),
      let type = declaration.builder ?? builderOfRequirement(declaration, context.environment),
      !context.body.hasReturn
    else { return }
    let end = context.bodyEnd == .none ? context.span : context.bodyEnd
    let built = ResultBuilder.build(context.body, end, with: type, context.environment)
    built.say(diagnostics, context.file)
    if built.refused != nil, isQuiet { return }
    context.body = built.statements
    context.isBuilt = true
  }

  private func builderOfRequirement(_ declaration: Declaration, _ environment: TypeEnvironment) -> Type? {
    guard let owner = declaration.owner, owner.kind != .protocolType else { return nil }
    for conformance in environment.protocols(of: owner) where conformance.proto.library == nil {
      for requirement in conformance.proto.members[declaration.name] ?? [] {
        guard requirement.resolved(), requirement.kind == declaration.kind,
          requirement.isStatic == declaration.isStatic, requirement.labels == declaration.labels,
          let type = requirement.builder
        else { continue }
        return type
      }
    }
    return nil
  }
}

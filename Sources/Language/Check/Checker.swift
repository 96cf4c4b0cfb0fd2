/// Checks bodies: statement by statement, each expression with a constraint system of its own.
///
/// It never runs anything and changes nothing outside the unit being checked. What it finds is written into the tree.
final class Checker {
  /// The unit's, over the program's.
  let environment: TypeEnvironment
  private(set) var diagnostics: Diagnostics
  let stack: StackGuard
  let session: SessionResults?
  var library: Library { environment.library }
  /// Where a closure's `return`s go while its result is being inferred.
  private var returnCollectors: [ObjectIdentifier: (Expr?, Scope) -> Void] = [:]
  /// What looks at each expression of a body before it is checked.
  private var expressionCollector: ((Expr, Scope) -> Void)?
  private var pendingInference: Set<ObjectIdentifier> = []
  /// How many arguments have been looked at to find out which parameters they are for.
  var argumentsPlaced = 0
  /// What is asked of an unfinished text.
  var completion: CompletionQuery?

  /// Questions about the course of a body, asked once types have nothing against the whole text.
  private var flowChecks: [() -> Void] = []

  init(environment: TypeEnvironment, diagnostics: Diagnostics, stack: StackGuard, session: SessionResults?) {
    self.environment = environment
    self.diagnostics = diagnostics
    self.stack = stack
    self.session = session
  }

  func error(_ message: String, _ file: SourceFile, _ span: Span) { diagnostics.error(message, file, span) }

  /// Without a word: for looking ahead.
  func quietly(_ body: () -> Void) {
    let outer = diagnostics
    diagnostics = Diagnostics()
    quietDepth += 1
    body()
    quietDepth -= 1
    diagnostics = outer
  }

  /// Nothing said now is heard: it will be said again.
  var isQuiet: Bool { quietDepth > 0 }
  private var quietDepth = 0

  func afterTypes(_ check: @escaping () -> Void) {
    if !isQuiet { flowChecks.append(check) }
  }

  /// A body whose course is to be looked at with those inside it.
  func checkFlow(of context: FunctionContext) {
    afterTypes { [unowned self] in
      EarlyCaptures.check(context, diagnostics)
      DefiniteInitialization.check(context, library, diagnostics)
      ConstantArithmetic.check(context, library, diagnostics)
      Exclusivity.check(context, diagnostics)
      BodyWarnings.check(context, library, diagnostics)
    }
  }

  func checkFlows() {
    if !diagnostics.hasErrors {
      for check in flowChecks {
        diagnostics.progress?.advance()
        check()
      }
    }
    flowChecks = []
  }

  // MARK: Expressions

  /// Finds the types of an expression, reports what is wrong, and checks what types do not say.
  @discardableResult
  func solve(
    _ expression: Expr, _ scope: Scope, to wanted: Type? = nil, _ role: Role = .plain,
    isOpen: Bool = false, child: LocalVariable.AsyncLet? = nil
  )
    -> Type
  {
    if diagnostics.progress?.isAbandoned == true { return .hole }
    expressionCollector?(expression, scope)
    let system = ConstraintSystem(self, scope.context, scope.environment)
    let errors = diagnostics.errorCount
    system.root = expression
    system.wanted = wanted
    system.rootRole = role
    let type = system.generate(expression, scope)
    // `let tags: Set = …`: what the annotation leaves open is found with the value.
    let wanted = wanted.map { wanted in
      isOpen ? wanted.replacing(.holes) { _ in system.fresh(expression) } : wanted
    }
    if let wanted { system.add(.convert(type, wanted), expression, role) }
    guard let solution = system.solve() else {
      if diagnostics.errorCount == errors {
        if system.isTooComplex {
          system.explainComplexity(nil)
        } else {
          error("type of expression is ambiguous without a type annotation", scope.context.file, expression.span)
        }
      }
      return .hole
    }
    if completion != nil, solution.completeClosures() {
      return solve(expression, scope, to: wanted, role, isOpen: isOpen, child: child)
    }
    system.write(solution)
    if diagnostics.errorCount == errors || solution.fixes.isEmpty { system.explain(solution) }
    let known = wanted.flatMap { $0.hasVariables ? $0 : nil } ?? type
    let result = scope.environment.resolve(system.full(known), scope.context.requirements)
    guard !result.isLarger(than: Type.namesMax) else {
      error(Type.tooLarge, scope.context.file, expression.span)
      return .hole
    }
    if !solution.closures.isEmpty {
      isolateClosures(in: expression)
      noteEscaping(expression)
    }
    finishClosures(solution)
    if solution.fixes.isEmpty, !isQuiet {
      var verifier = Verifier(self, scope, expression)
      if let child {
        child.isThrowing = verifier.verifyChild(expression)
      } else {
        verifier.verify(expression)
      }
      verifier.finish()
      switch role {
      case .returned, .closureResult: verifier.keep(expression, "using")
      default: break
      }
      for (path, kind) in system.keyPathsToCheck { checkWritable(path, kind, system, scope, role) }
    }
    return result
  }

  /// A part of an expression that nothing else of it has a say in. What types do not say is checked with the whole.
  func solvePart(_ expression: Expr, _ scope: Scope) {
    quietDepth += 1
    defer { quietDepth -= 1 }
    solve(expression, scope, .interpolation)
  }

  private func checkWritable(
    _ path: Expr, _ kind: String, _ system: ConstraintSystem, _ scope: Scope, _ role: Role
  ) {
    let actual = system.keyPathClass(path)
    let rank = ["KeyPath": 0, "WritableKeyPath": 1, "ReferenceWritableKeyPath": 2]
    guard rank[actual, default: 0] < rank[kind, default: 0], case .nominal(_, let arguments) = path.type else { return }
    let have = arguments.map(\.description).joined(separator: ", ")
    let (given, wanted) = ("'\(actual)<\(have)>'", "'\(kind)<\(have)>'")
    if case .initialization = role {
      return error(
        "cannot convert key path type \(given) to contextual type \(wanted)", scope.context.file, path.span)
    }
    error("cannot convert value of type \(given) to expected argument type \(wanted)", scope.context.file, path.span)
  }

  /// Bodies of several statements are checked for good once their parameters are known.
  private func finishClosures(_ solution: ConstraintSystem.State) {
    let several = solution.closures.filter { $0.0.singleExpression == nil || $0.0.isStatement }
    let bodies = Set(several.compactMap { $0.0.function.map(ObjectIdentifier.init) })
    for (node, _, scope) in several {
      guard let function = node.function else { continue }
      // What stands in one of these is checked with it: the variables it was looked at with were those of a look ahead.
      var around = function.parent
      while let body = around, !bodies.contains(ObjectIdentifier(body)) { around = body.parent }
      if around != nil { continue }
      checkStatements(of: function, node.body, scope)
      checkFallThrough(function, node.body, "closure", node.span)
    }
  }

  /// The `return`s of a closure's body, in order, with the scopes they stand in.
  func collectReturns(
    _ node: ClosureNode, _ function: FunctionContext, _ scope: Scope, _ collect: @escaping (Expr?, Scope) -> Void
  ) {
    returnCollectors[ObjectIdentifier(function)] = collect
    checkStatements(of: function, node.body, scope)
    returnCollectors[ObjectIdentifier(function)] = nil
  }

  /// The expressions of a closure's body, in order, with the scopes they stand in.
  func collectExpressions(
    _ node: ClosureNode, _ function: FunctionContext, _ scope: Scope, _ collect: @escaping (Expr, Scope) -> Void
  ) {
    let outer = expressionCollector
    expressionCollector = collect
    checkStatements(of: function, node.body, scope)
    expressionCollector = outer
  }

  // MARK: Types

  func resolve(
    _ node: TypeNode, _ context: FunctionContext, _ system: ConstraintSystem?, environment: TypeEnvironment? = nil,
    isOpen: Bool = false
  ) -> Type {
    var resolver = TypeResolver(
      environment: environment ?? context.environment, file: context.file, diagnostics: diagnostics,
      nominal: context.nominal, generics: context.generics)
    resolver.concrete = context.requirements.concrete
    resolver.known = context.requirements.aboutParameters
    if let system {
      let origin = Expr(.type(node), node.span)
      resolver.placeholder = { system.fresh(origin) }
    } else if isOpen {
      resolver.placeholder = { .hole }
    }
    return resolver.resolve(node)
  }

  func resolveParameter(
    _ node: TypeNode, _ context: FunctionContext, _ system: ConstraintSystem?, environment: TypeEnvironment
  ) -> (Type, Bool) {
    if case .attributed(_, let inner) = node.kind {
      return resolveParameter(inner, context, system, environment: environment)
    }
    if case .inoutParameter(let inner) = node.kind {
      return (resolve(inner, context, system, environment: environment), true)
    }
    return (resolve(node, context, system, environment: environment), false)
  }

  // MARK: Bodies

  /// Checks a function, an accessor, an initial value.
  func check(_ context: FunctionContext) {
    guard !context.isChecked else { return }
    context.isChecked = true
    applyBuilder(to: context)
    let scope = bodyScope(context)
    checkFlow(of: context)
    if let expression = context.expression {
      if pendingInference.contains(ObjectIdentifier(context)) { return }
      solve(
        expression, scope, to: context.result,
        context.isDefaultArgument ? .defaultArgument : .initialization, child: context.asyncLet)
      return
    }
    if context.kind == .function || context.kind == .getter, let single = singleExpression(context) {
      context.expression = single
      let isVoid = context.result.isVoid
      solve(single, scope, to: isVoid ? nil : context.result, .impliedReturn)
      if isVoid { checkUnused(single, scope) }
      return
    }
    checkStatements(of: context, context.body, scope)
    checkFallThrough(
      context, context.body, kindName(context), context.bodyEnd == .none ? context.span : context.bodyEnd)
  }

  func bodyScope(_ context: FunctionContext, parent: Scope? = nil) -> Scope {
    let scope = Scope(parent: parent, context: context)
    if let own = context.selfVariable { scope.add(own) }
    for parameter in context.parameters {
      if parameter.type == .hole, let declaration = parameter.declaration {
        declaration.resolved()
        parameter.type = declaration.result
      }
      if parameter.name != "_" { scope.add(parameter) }
    }
    return scope
  }

  /// A body that is one expression returns it.
  func singleExpression(_ context: FunctionContext) -> Expr? {
    guard context.body.count == 1 else { return nil }
    switch context.body[0].kind {
    case .expression(let expression): return expression
    case .ifElse(let node) where !context.result.isVoid && node.isExpression:
      return Expr(.ifExpression(node), node.span)
    case .switching(let node) where !context.result.isVoid && node.isExpression:
      return Expr(.switchExpression(node), node.span)
    default: return nil
    }
  }

  func checkStatements(of context: FunctionContext, _ body: [Stmt], _ scope: Scope) {
    check(block: body, scope)
  }

  /// The statements of a block in a scope of its own.
  func check(block: [Stmt], _ scope: Scope) {
    let inner = blockScope(block, scope)
    for statement in block { check(statement, inner) }
    inner.checkPostponed()
  }

  func collector(for context: FunctionContext) -> ((Expr?, Scope) -> Void)? {
    returnCollectors[ObjectIdentifier(context)]
  }

  func checkFallThrough(_ context: FunctionContext, _ body: [Stmt], _ what: String, _ end: Span) {
    guard collector(for: context) == nil else { return }
    guard context.kind != .initializer, context.kind != .deinitializer, context.kind != .topLevel else { return }
    afterTypes { [unowned self] in
      let result = context.result
      if result.isVoid || result == .hole || Exits.always(body, library) { return }
      // It is never called: there is no value to call it with.
      if context.parameters.contains(where: { $0.type == library.never }) { return }
      let place = Span(start: max(end.end - 1, end.start), end: end.end)
      if result == library.never {
        error(
          "\(what) with uninhabited return type 'Never' is missing call to another never-returning function on all paths",
          context.file, place)
      } else {
        var fixIts: [Repair] = []
        if case .expression(let last)? = body.last?.kind, last.type == result {
          fixIts = [("return the last expression", [(last.span.front, "return ")])]
        }
        diagnostics.add(
          .error, "missing return in \(what) expected to return '\(result)'", context.file, place, fixIts: fixIts)
      }
    }
  }

  private func kindName(_ context: FunctionContext) -> String {
    switch context.kind {
    case .getter: return "getter"
    case .setter: return "setter"
    case .closure: return "closure"
    default: break
    }
    if context.parent != nil { return "local function" }
    guard context.nominal != nil else { return "global function" }
    return context.isStatic ? "static method" : "instance method"
  }

  // MARK: Inference of properties

  /// The type of a property or global without annotation, from its value.
  func infer(_ declaration: Declaration, _ binding: VariableNode.Binding, _ context: FunctionContext) -> Type {
    guard let value = binding.value, pendingInference.insert(ObjectIdentifier(context)).inserted else {
      error("circular reference", context.file, binding.pattern.span)
      return .hole
    }
    defer { pendingInference.remove(ObjectIdentifier(context)) }
    context.isChecked = true
    checkFlow(of: context)
    let scope = bodyScope(context)
    var annotation: Type?
    if let node = binding.type {
      var resolver = context.resolver(diagnostics)
      resolver.placeholder = { .hole }
      annotation = resolver.resolve(node)
    }
    let type = solve(
      value, scope, to: annotation, .initialization, isOpen: annotation != .hole, child: context.asyncLet)
    context.result = type
    return type
  }
}

extension IfNode {
  /// Every branch is one expression: `if` can be a value.
  var isExpression: Bool {
    guard then.isSingleExpression else { return false }
    switch otherwise {
    case .block(let block)?: return block.isSingleExpression
    case .chained(let next)?: return next.isExpression
    case nil: return false
    }
  }
}

extension SwitchNode {
  var isExpression: Bool { cases.allSatisfy { $0.body.isSingleExpression } && !cases.isEmpty }
}

extension [Stmt] {
  fileprivate var isSingleExpression: Bool {
    guard count == 1 else { return false }
    switch self[0].kind {
    case .expression(let expression):
      if case .assign = expression.kind { return false }
      return true
    case .ifElse(let node): return node.isExpression
    case .switching(let node): return node.isExpression
    case .throwing: return true
    default: return false
    }
  }
}

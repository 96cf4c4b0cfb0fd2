/// What calls and accesses may do beside giving a value: throw, wait, need the main actor.

/// Findings about waiting that belong to a whole expression: one missing `await` covers all that waits in it.
final class Waits {
  /// Something waited since the nearest `await`.
  var isUsed = false
  /// Something threw since the nearest `try`, or in the value of an `async let`.
  var hasThrown = false
  /// The same, of what is known to throw.
  var surelyThrows = false
  fileprivate var missing: [(place: Expr, notes: [(String, Span)])] = []
  /// What throws without a `try`, and where that would be written.
  fileprivate var untried: [(expression: Expr, message: String, place: Expr)] = []
}

extension Verifier {
  // MARK: Effects of one expression

  mutating func effects(
    _ expression: Expr, _ declaration: Declaration?, _ arguments: [Expr], callee: Expr? = nil, isAssigned: Bool = false
  ) {
    throwing(expression, declaration, arguments, callee)
    waiting(expression, declaration, callee, isAssigned)
  }

  private func throwing(_ expression: Expr, _ declaration: Declaration?, _ arguments: [Expr], _ callee: Expr?) {
    var isThrowing = false
    if let declaration {
      isThrowing = declaration.isThrowing && (declaration.kind != .function || isApplied(expression))
      if declaration.isRethrowing {
        isThrowing = arguments.contains(where: mayThrow)
      }
      if declaration.kind == .variable, let function = callee?.type.asFunction { isThrowing = function.isThrowing }
      if declaration.kind == .variable, callee == nil, isThrowing { isThrowing = !cannotFail(expression) }
    } else if let function = callee?.type.asFunction {
      isThrowing = function.isThrowing
    }
    guard isThrowing else {
      // What a value that is called, or a sequence that is walked through, may throw is not always known here.
      if declaration == nil || declaration?.isRethrowing == true && declaration?.isAsync == true {
        waits.hasThrown = true
      }
      return
    }
    let thrown = thrownType(expression, declaration, callee)
    if thrown == library.never { return }
    waits.hasThrown = true
    waits.surelyThrows = true
    let what = declaration?.kind == .variable && callee == nil ? "property access" : "call"
    canThrow(expression, "\(what) can throw but is not marked with 'try'", thrown)
  }

  /// What a call throws, if it says more than `any Error`.
  private func thrownType(_ expression: Expr, _ declaration: Declaration?, _ callee: Expr?) -> Type? {
    if let declaration, declaration.kind != .variable {
      let choice = callee?.choice ?? expression.choice
      return declaration.thrownType.map { type in
        scope.environment.resolve(type.substituting(choice?.substitution ?? [:]), context.requirements)
      }
    }
    return callee?.type.asFunction?.thrown
  }

  /// `value` of a task whose `Failure` is `Never`.
  private func cannotFail(_ expression: Expr) -> Bool {
    guard case .member(let base, _) = expression.kind, base.type.nominal?.library != nil else { return false }
    return base.type.genericArguments.last == library.never
  }

  private func canThrow(_ expression: Expr, _ message: String, _ thrown: Type? = nil) {
    if !isTrying {
      waits.untried.append((expression, message, outermost))
      return
    }
    if catching == 0, !handlesErrors || context === scope.context && scope.throwsOutOfDefer {
      let place = trying ?? expression.span
      if context === scope.context, scope.throwsOutOfDefer {
        let what = message.replacing(" but is not marked with 'try'", with: "")
        error("\(what), but errors cannot be thrown out of a defer body", expression.span)
      } else if context === scope.context, scope.isInPartialCatch {
        error("errors thrown from here are not handled because the enclosing catch is not exhaustive", place)
      } else {
        error("errors thrown from here are not handled", place, fixIts: checker.throwing(context))
      }
    }
    guard catching == 0 else { return }
    let type = thrown ?? library.anyError
    let wanted = context === scope.context ? scope.wantedError : context.thrownType
    if context === scope.context { scope.catching?.note(type) }
    if let wanted, wanted != type, wanted != library.anyError, !type.hasHoles {
      error("thrown expression type '\(type)' cannot be converted to error type '\(wanted)'", expression.span)
    }
  }

  /// Whether a function passed as an argument can throw: what it is counts, not what is taken.
  private func mayThrow(_ argument: Expr) -> Bool {
    guard let function = argument.type.strippingOptionals.0.asFunction else { return false }
    switch argument.kind {
    case .closure(let node): return node.function?.isThrowing ?? function.isThrowing
    case .keyPath: return false
    case .tuple(let items) where items.count == 1: return mayThrow(items[0].value)
    default: break
    }
    if let declaration = argument.choice?.declaration, declaration.kind != .variable { return declaration.isThrowing }
    return function.isThrowing
  }

  private func isApplied(_ expression: Expr) -> Bool {
    switch expression.kind {
    case .call, .binary, .prefix, .postfix: true
    default: false
    }
  }

  private var handlesErrors: Bool {
    if context !== scope.context { return context.isThrowing }
    return scope.handlesErrors
  }

  // MARK: Waiting

  private func waiting(_ expression: Expr, _ declaration: Declaration?, _ callee: Expr?, _ isAssigned: Bool) {
    var isAsync = false
    var noun = "call"
    if let declaration {
      isAsync = declaration.isAsync && (declaration.kind != .function || isApplied(expression))
      switch declaration.kind {
      case .variable:
        if let callee { isAsync = callee.type.asFunction?.isAsync ?? false } else { noun = "property access" }
      case .subscripted: noun = "subscript access"
      default: break
      }
    } else {
      isAsync = callee?.type.asFunction?.isAsync ?? false
    }
    if isAsync {
      suspends(expression, "\(noun) is 'async'", noun: noun)
    } else if let declaration, declaration.isMainActor, !context.isMainActor,
      declaration.kind != .function || isApplied(expression), declaration.kind != .variable || callee == nil
    {
      crosses(expression, declaration, callee, isAssigned)
    } else if let declaration, declaration.isActorIsolated,
      declaration.kind != .function || isApplied(expression), declaration.kind != .variable || callee == nil,
      !isOnOwnActor(callee ?? expression, declaration)
    {
      entersActor(expression, declaration, callee, isAssigned)
    } else if let owner = declaration?.owner, owner.kind == .protocolType,
      scope.environment.closure(of: owner).contains(where: { $0.name == "Actor" })
    {
      // Behind it is an actor, which may be another one.
      waits.isUsed = true
    }
  }

  private var canWait: Bool { context.isAsync || context.mayBeAsync }

  /// Something that waits has been met.
  private func suspends(_ expression: Expr, _ note: String, noun: String) {
    waits.isUsed = true
    if !canWait { return cannotWait("'async' \(noun)", expression.span) }
    if isAwaiting { return }
    if let index = waits.missing.firstIndex(where: { $0.place === outermost }) {
      waits.missing[index].notes.append((note, expression.anchor))
    } else {
      waits.missing.append((outermost, [(note, expression.anchor)]))
    }
  }

  private func cannotWait(_ what: String, _ span: Span) {
    error(
      "\(what) in a function that does not support concurrency", span, notes: addAsync,
      fixIts: checker.waiting(context))
  }

  /// The note that says which function to make asynchronous.
  private var addAsync: [(String, Span)] { checker.addAsync(to: context) }

  /// One error for each expression that lacks its `await`.
  func finish() {
    // One edit for both words, in their order.
    func word(_ own: String, at place: Expr) -> [Repair] {
      let isUntried = waits.untried.contains { $0.place.span.start == place.span.start }
      let isUnawaited = waits.missing.contains { $0.place.span.start == place.span.start }
      return [(own, [(place.span.front, (isUntried ? "try " : "") + (isUnawaited ? "await " : ""))])]
    }
    for (expression, message, place) in waits.untried {
      error(
        message, expression.span,
        notes: [
          ("did you mean to use 'try'?", expression.span),
          ("did you mean to handle error as optional value?", expression.span),
          ("did you mean to disable error propagation?", expression.span),
        ], fixIts: word("did you mean to use 'try'?", at: place))
    }
    for (place, notes) in waits.missing {
      error(
        "expression is 'async' but is not marked with 'await'", place.span, notes: notes,
        fixIts: word("add 'await'", at: place))
    }
    waits.untried = []
    waits.missing = []
  }

  /// A variable of `async let`: reading it waits for the child task.
  func reads(_ name: String, _ task: LocalVariable.AsyncLet, _ expression: Expr) {
    if task.isThrowing {
      waits.hasThrown = true
      waits.surelyThrows = true
      canThrow(expression, "reading 'async let' can throw but is not marked with 'try'")
    }
    suspends(expression, "reference to async let '\(name)' is 'async'", noun: "let")
  }

  // MARK: The main actor

  /// What belongs to the main actor is used from elsewhere: with `await` it goes there and comes back.
  private func crosses(_ expression: Expr, _ declaration: Declaration, _ callee: Expr?, _ isAssigned: Bool) {
    let what = described(declaration)
    let place = callee.map { memberSpan($0) } ?? memberSpan(expression)
    let isCall = declaration.kind != .variable
    if isAssigned {
      error(
        "main actor-isolated \(what) can not be mutated from a nonisolated context", place,
        notes: [("mutation of this \(declaration.describedKind) is only permitted within the actor", declaration.span)])
    } else if !canWait {
      error(
        isCall
          ? "call to main actor-isolated \(what) in a synchronous nonisolated context [#ActorIsolatedCall]"
          : "main actor-isolated \(what) can not be referenced from a nonisolated context", place,
        notes: [
          isCall
            ? ("calls to \(what) from outside of its actor context are implicitly asynchronous", declaration.span)
            : ("\(declaration.describedKind) declared here", declaration.span)
        ])
    } else if !isAwaiting {
      error(
        "main actor-isolated \(what) cannot be \(isCall ? "called" : "accessed") from outside of the actor", place,
        fixIts: [("add 'await'", [(outermost.span.front, "await ")])])
    } else {
      waits.isUsed = true
      expression.crossing = .toMain
    }
  }

  // MARK: Actors

  /// Whether a member is used on `self`, by code that belongs to the actor.
  private func isOnOwnActor(_ use: Expr, _ declaration: Declaration) -> Bool {
    switch use.kind {
    case .name: break
    case .member(let base, _), .subscripted(let base, _):
      guard case .name(let name) = base.kind, name.text == "self" else { return false }
    default: return false
    }
    return context.isIsolated(to: declaration.owner)
  }

  /// What belongs to an actor is used from elsewhere: with `await` it goes there and comes back.
  private func entersActor(_ expression: Expr, _ declaration: Declaration, _ callee: Expr?, _ isAssigned: Bool) {
    let what = described(declaration)
    let place = callee.map { memberSpan($0) } ?? memberSpan(expression)
    let isCall = declaration.kind == .function
    let isOnActor = context.nominal?.isActor == true && context.isIsolated(to: context.nominal)
    if isAssigned {
      error(
        "actor-isolated \(what) can not be mutated from a nonisolated context", place,
        notes: [
          (
            "consider declaring an isolated method on '\(declaration.owner?.name ?? "")' to perform the mutation", place
          ), ("mutation of this \(declaration.describedKind) is only permitted within the actor", declaration.span),
        ])
    } else if !canWait, isCall {
      error(
        "call to actor-isolated \(what) in a synchronous \(isOnActor ? "actor-isolated" : "nonisolated") context "
          + "[#ActorIsolatedCall]", place,
        notes: [("calls to \(what) from outside of its actor context are implicitly asynchronous", declaration.span)])
    } else if !canWait {
      error(
        "actor-isolated \(what) can not be referenced "
          + (isOnActor ? "on a nonisolated actor instance" : "from a nonisolated context"), place,
        notes: [("\(declaration.describedKind) declared here", declaration.span)])
    } else if !isAwaiting, isCall {
      error(
        "actor-isolated \(what) cannot be called from outside of the actor", place,
        fixIts: [("add 'await'", [(outermost.span.front, "await ")])])
    } else if !isAwaiting {
      suspends(expression, "\(declaration.describedKind) access is 'async'", noun: declaration.describedKind)
    } else {
      waits.isUsed = true
      expression.crossing = .toActor
    }
  }

  private func described(_ declaration: Declaration) -> String {
    "\(declaration.describedKind) '\(declaration.fullName)'"
  }

  /// The name of a member, where swiftc points.
  private func memberSpan(_ expression: Expr) -> Span {
    if case .member(_, let name) = expression.kind { return name.span }
    return expression.span
  }
}

extension Checker {
  /// The note that goes with waiting where that cannot be done.
  func addAsync(to context: FunctionContext) -> [(String, Span)] {
    var function: FunctionContext? = context
    while let current = function {
      if current.kind == .function, let declaration = current.declaration {
        return [("add 'async' to function '\(declaration.fullName)' to make it asynchronous", declaration.span)]
      }
      // Inside a closure that does not wait there is nothing to add.
      if current.kind == .closure { return [] }
      function = current.parent
    }
    return []
  }

  func cannotWait(_ what: String, _ context: FunctionContext, _ span: Span) {
    diagnostics.add(
      .error, "\(what) in a function that does not support concurrency", context.file, span,
      notes: addAsync(to: context), fixIts: waiting(context))
  }

  /// Closures that may be called from elsewhere leave the actor they are written on.
  func isolateClosures(in expression: Expr) {
    for (index, bound) in (expression.arguments ?? []).enumerated() {
      guard case .given(let value) = bound, case .closure(let node) = value.kind, let function = node.function else {
        continue
      }
      guard let parameters = callee(of: expression)?.choice?.declaration.parameters, parameters.indices.contains(index),
        !node.isMainActor
      else { continue }
      if parameters[index].isMainActor { function.ownIsolation = true }
      if parameters[index].isSendable { function.ownIsolation = false }
    }
    for child in expression.children {
      isolateClosures(in: child)
    }
    if case .closure(let node) = expression.kind, let single = node.singleExpression { isolateClosures(in: single) }
  }

  private func callee(of expression: Expr) -> Expr? {
    guard case .call(let callee, _) = expression.kind else { return nil }
    return callee
  }
}

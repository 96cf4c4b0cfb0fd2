/// `async let` and `for await`.
extension Checker {
  /// The value is the body of a child task; the variable waits for it where it is read.
  func checkAsyncLet(_ node: VariableNode, _ scope: Scope) {
    let context = scope.context
    for binding in node.bindings {
      guard node.isLet else {
        error("'async' can only be used with 'let' declarations", context.file, binding.span)
        continue
      }
      guard let value = binding.value else {
        error("'async let' binding requires an initializer expression", context.file, binding.span)
        continue
      }
      guard context.isAsync else {
        cannotWait("'async let'", context, binding.pattern.span)
        bind(binding.pattern, .hole, scope)
        continue
      }
      let body = FunctionContext(
        .closure, name: "async let", parent: context, file: context.file, environment: scope.environment,
        nominal: context.nominal)
      body.isAsync = true
      body.isThrowing = true
      body.ownIsolation = false
      body.expression = value
      body.span = value.span
      let child = LocalVariable.AsyncLet(body)
      let annotation = binding.type.map { resolve($0, context, nil, environment: scope.environment) }
      let found = solve(value, Scope(parent: scope, context: body), to: annotation, .initialization, child: child)
      body.result = annotation ?? found
      bind(binding.pattern, annotation ?? found, scope)
      if let variable = binding.pattern.simpleVariable {
        variable.asyncLet = child
      } else if case .wildcard = binding.pattern.kind {
        node.discarded = child
      } else if !share(child, binding.pattern, []) {
        error(
          "'async let' with this pattern is not supported here; name the values", context.file, binding.pattern.span)
      }
    }
  }

  /// The names in a tuple have elements of one child task's value.
  private func share(_ child: LocalVariable.AsyncLet, _ pattern: Pattern, _ path: [Int]) -> Bool {
    switch pattern.kind {
    case .wildcard: return true
    case .binding:
      pattern.variable?.asyncLet = child
      pattern.variable?.asyncPath = path
      return true
    case .typed(let inner, _): return share(child, inner, path)
    case .tuple(let elements):
      return elements.enumerated().allSatisfy { share(child, $1.pattern, elements.count == 1 ? path : path + [$0]) }
    default: return false
    }
  }

  /// The element's type of `for await`; reports what cannot be walked, or not here.
  func asyncElement(_ node: ForNode, _ type: Type, _ scope: Scope) -> Type {
    let context = scope.context
    guard context.isAsync else {
      cannotWait("'async' call", context, node.sequence.span)
      return .hole
    }
    guard type != .hole, let proto = library.type(named: "AsyncSequence") else { return .hole }
    guard
      case .yes = scope.environment.conformance(of: type, to: proto, context: context.requirements)
    else {
      error("for-in loop requires '\(type)' to conform to 'AsyncSequence'", context.file, node.sequence.span)
      return .hole
    }
    if !node.isTrying, canThrow(type, scope) {
      error("call can throw, but it is not marked with 'try' and the error is not handled", context.file, node.span)
    } else if node.isTrying, !scope.handlesErrors {
      error("errors thrown from here are not handled", context.file, node.span)
    }
    return scope.environment.memberType(of: type, named: "Element", context: context.requirements) ?? .hole
  }

  /// Whether walking the sequence can end with an error.
  private func canThrow(_ type: Type, _ scope: Scope) -> Bool {
    let type = type.strippingOptionals.0
    guard let nominal = type.nominal else { return true }
    if nominal.isUserType { return nextOfOwn(type, scope).map(\.isThrowing) ?? true }
    switch nominal.name {
    case "TaskGroup", "AsyncStream", "AsyncPublisher": return false
    case "AsyncThrowingPublisher": return true
    case "ThrowingTaskGroup", "AsyncThrowingStream", "AnyAsyncIterator":
      return type.genericArguments.last != library.never
    // An operator's sequence fails as what it is made from does.
    default: return type.genericArguments.first.map { canThrow($0, scope) } ?? true
    }
  }

  /// `next()` of the iterator of a sequence of the program's own.
  private func nextOfOwn(_ type: Type, _ scope: Scope) -> Declaration? {
    guard let nominal = type.nominal else { return nil }
    let make = scope.environment.members(of: nominal, named: "makeAsyncIterator").first {
      !$0.implementation.isRequirement
    }
    make?.resolved()
    guard let walker = make.map({ $0.result.nominal }) ?? nominal else { return nil }
    let next = scope.environment.members(of: walker, named: "next").first { !$0.implementation.isRequirement }
    next?.resolved()
    return next
  }
}

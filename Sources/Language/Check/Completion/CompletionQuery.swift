/// The cursor of an unfinished text as one constraint system sees it.
final class CompletionPoint {
  enum Kind {
    case name
    /// Behind a dot; a metatype is that of the type that stands before it.
    case member(of: Type)
    case implicitMember
    /// Behind a dot in a key path.
    case keyPathStep(of: Type)
    /// Behind the dot that begins a pattern.
    case pattern

    /// What stands before the dot.
    var base: Type? {
      switch self {
      case .member(let base), .keyPathStep(let base): base
      case .name, .implicitMember, .pattern: nil
      }
    }
  }

  let kind: Kind
  let scope: Scope
  let expression: Expr
  /// What stands at the cursor, as far as it is known.
  let type: Type

  init(_ kind: Kind, _ expression: Expr, _ scope: Scope, _ type: Type) {
    self.kind = kind
    self.expression = expression
    self.scope = scope
    self.type = type
  }
}

/// What a check finds out about the cursor of an unfinished text.
final class CompletionQuery {
  /// A value or a member is wanted.
  struct Found {
    var kind: CompletionPoint.Kind
    var scope: Scope
    /// The local names that are there at the cursor, nearest first; more are added to the scope further down.
    var locals: [LocalVariable]
    /// What its surroundings want of it; `.hole` where they want nothing in particular.
    var expected: Type
    /// The call whose argument it is, with the declarations that may be called.
    var call: Call?
  }

  struct Call {
    var arguments: [Argument]
    /// Which of them the cursor is.
    var index: Int
    var candidates: [Candidate]
    var chosen: Choice?

    /// Which parameter of a declaration the cursor is for.
    func parameter(of declaration: Declaration) -> Int? {
      let given = Array(arguments.prefix(index + 1))
      guard case .matched(let matched) = ArgumentMatching.match(given, declaration.parameters) else { return nil }
      return matched.firstIndex { $0.contains(index) }
    }
  }

  private(set) var found: Found?

  /// Takes what a system has found; a later one knows more.
  func note(_ point: CompletionPoint, _ system: ConstraintSystem) {
    func known(_ type: Type) -> Type {
      let full = system.full(type)
      return system.environment.resolve(full.withHoles, system.context.requirements)
    }
    var kind = point.kind
    switch kind {
    case .member(let base): kind = .member(of: known(base))
    case .keyPathStep(let base): kind = .keyPathStep(of: known(base))
    case .name, .implicitMember, .pattern: break
    }
    found = Found(
      kind: kind, scope: point.scope, locals: point.scope.visibleLocals,
      expected: Self.key(system).map(known) ?? known(point.type), call: system.completedCall(known))
  }

  /// `let colors: [Theme: String] = [.`, which is an array until there is a colon: what is wanted is a key.
  private static func key(_ system: ConstraintSystem) -> Type? {
    guard case .array(let elements)? = system.root?.kind, elements.count == 1, elements[0].isCompletionToken,
      let wanted = system.wanted?.strippingOptionals.0, wanted.nominal?.sugar == .dictionary
    else { return nil }
    return wanted.genericArguments.first
  }

  /// A pattern that begins with a dot.
  func note(patternOf type: Type, _ scope: Scope) {
    found = Found(kind: .pattern, scope: scope, locals: [], expected: type)
  }
}

extension ConstraintSystem.State {
  /// Gives closures that are being typed the parameters that are wanted of them. False if they have them.
  func completeClosures() -> Bool {
    var isChanged = false
    for fix in fixes {
      guard case .closureParameters(let expected, _, _, _) = fix.reason, case .closure(let node) = fix.expression.kind,
        node.isUnfinished, node.parameters == nil, node.anonymousCount < expected
      else { continue }
      node.anonymousCount = expected
      node.function = nil
      isChanged = true
    }
    return isChanged
  }
}

extension ConstraintSystem {
  /// Notes where the cursor is. Anything may stand there.
  func completionToken(_ kind: CompletionPoint.Kind, _ expression: Expr, _ scope: Scope) -> Type {
    let type = fresh(expression, fallback: .hole)
    // What stands before the dot has a type of its own, whatever is made of it.
    if let base = kind.base, base.isVariable { add(.known(base), expression) }
    state.completion = CompletionPoint(kind, expression, scope, type)
    return type
  }

  /// The call of which the cursor is an argument.
  fileprivate func completedCall(_ known: (Type) -> Type) -> CompletionQuery.Call? {
    for (call, _) in state.types.values {
      let arguments = callArguments(call)
      guard let index = arguments.firstIndex(where: { $0.value.isCompletionToken }) else { continue }
      if case .subscripted(let base, _) = call.kind {
        return CompletionQuery.Call(
          arguments: arguments, index: index,
          candidates: lookup(known(self.type(of: base)), Name(text: "subscript", span: call.span)), chosen: nil)
      }
      guard case .call(let callee, _) = call.kind else { return nil }
      let target = stripped(callee)
      var candidates: [Candidate] = []
      switch target.kind {
      case .member(let base, let name):
        let type = known(self.type(of: base))
        if case .metatype(let instance) = known(self.type(of: target)) {
          candidates = lookup(.metatype(instance), Name(text: "init", span: name.span))
        } else {
          candidates = lookup(type, name)
        }
      case .implicitMember(let name): candidates = lookup(.metatype(known(self.type(of: call))), name)
      case .name(let name):
        guard let scope = state.completion?.scope else { return nil }
        switch checker.lookup(name, scope) {
        case .declarations(let declarations): candidates = declarations.map { Candidate(declaration: $0) }
        case .members(let members, _): candidates = members
        case .type(let type): candidates = lookup(.metatype(type), Name(text: "init", span: name.span))
        case .local(let variable): candidates = (variable.declaration.map { [Candidate(declaration: $0)] }) ?? []
        case .nothing: break
        }
      default: break
      }
      // What is still open in its type belongs to this search, and is nothing to whoever asks afterwards.
      let choice = state.choices[ObjectIdentifier(target)]
      var chosen = choice
      chosen?.base = choice?.base.map(known)
      return CompletionQuery.Call(
        arguments: arguments, index: index, candidates: candidates.filter { isAccessible($0.declaration) },
        chosen: chosen)
    }
    return nil
  }
}

extension Candidate {
  /// The type of the member as it is seen through what it is a member of.
  func seenType(_ environment: TypeEnvironment, _ context: [Requirement]) -> Type {
    var type = declaration.valueType
    if let owner = declaration.owner, let base {
      if let own = owner.selfParameter {
        type = type.substituting([own: base])
      } else if let seen = environment.upcast(base, to: owner) {
        type = type.substituting(owner.substitution(seen.genericArguments))
      }
    }
    return environment.resolve(type, context)
  }
}

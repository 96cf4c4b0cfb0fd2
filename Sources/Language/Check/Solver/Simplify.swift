/// One constraint at a time: solved, broken, or waiting to know more.
extension ConstraintSystem {
  func simplify(_ constraint: Constraint) -> Answer {
    switch constraint.kind {
    case .equal(let left, let right):
      return unify(left, right) ? .solved : .failed(.mismatch(full(left), full(right)))
    case .convert(let from, let to): return convert(from, to, constraint)
    case .conforms(let type, let proto): return conforms(type, proto, constraint)
    case .subclass(let type, let base):
      let type = head(type)
      if type.isVariable { return .waiting }
      if type == .hole { return .solved }
      if case .existential = base {
        return full(type).isReference(environment, context.requirements)
          ? .solved : .failed(.notSubclass(full(type), base))
      }
      guard let nominal = full(base).nominal, environment.upcast(full(type), to: nominal) != nil else {
        return .failed(.notSubclass(full(type), full(base)))
      }
      return .solved
    case .member(let base, let name, let result): return member(base, name, result, constraint)
    case .implicitMember(let base, let name, let result): return implicitMember(base, name, result, constraint)
    case .apply(let callee, let arguments, let result): return apply(callee, arguments, result, constraint)
    case .overload(let type, let candidates): return overload(type, candidates, constraint)
    case .dependent(let base, let name, let result): return dependent(base, name, result)
    case .optionalObject(let optional, let object): return optionalObject(optional, object)
    case .chain(let inside, let result): return chain(inside, result)
    // Tried by `nextStep`.
    case .unwrapped(let optional, let result):
      guard head(optional) == .hole else { return .waiting }
      hole(result)
      return .solved
    // Opened by `nextStep`, when what its parameters are is known.
    case .closure: return .waiting
    case .keyPath(let type, let root, let value): return keyPath(type, root, value, constraint)
    case .writable(let path, let kind): return writable(path, kind)
    case .arrayLiteral(let type, let element): return arrayLiteral(type, element, constraint)
    case .dictionaryLiteral(let type, let key, let value): return dictionaryLiteral(type, key, value, constraint)
    case .subscripted(let base, let arguments, let result): return subscripted(base, arguments, result, constraint)
    case .applySubscript(let callee, let arguments, let result):
      return applySubscript(callee, arguments, result, constraint)
    case .known(let type): return head(type).isVariable ? .waiting : .solved
    case .interpolated(let type):
      if head(type).isVariable { return .waiting }
      if head(type).wrapped != nil { state.score.optionals += 1 }
      return .solved
    }
  }

  // MARK: Equality

  func unify(_ left: Type, _ right: Type) -> Bool {
    let left = head(left)
    let right = head(right)
    if case .variable(let a) = left {
      if case .variable(let b) = right {
        if a == b { return true }
        return join(a, b)
      }
      return bindChecked(a, right)
    }
    if case .variable(let b) = right { return bindChecked(b, left) }
    switch (left, right) {
    case (.hole, _), (_, .hole): return true
    case (.nominal(let a, let first), .nominal(let b, let second)):
      return a === b && first.count == second.count && zip(first, second).allSatisfy { unify($0, $1) }
    case (.tuple(let first), .tuple(let second)):
      return first.count == second.count
        && zip(first, second).allSatisfy {
          ($0.label == $1.label || $0.label == nil || $1.label == nil) && unify($0.type, $1.type)
        }
    case (.function(let a), .function(let b)):
      return a.parameters.count == b.parameters.count && a.isAsync == b.isAsync
        && zip(a.parameters, b.parameters).allSatisfy { $0.isInout == $1.isInout && unify($0.type, $1.type) }
        && unify(a.result, b.result)
    case (.metatype(let a), .metatype(let b)): return unify(a, b)
    case (.member(let a, let first), .member(let b, let second))
    where first == second && (a.hasVariables || b.hasVariables):
      return unify(a, b)
    default:
      let (left, right) = (full(left), full(right))
      return left == right || areKnownToBeSame(left, right)
    }
  }

  /// Dependent types that the context says are equal: `where Other.Failure == Failure`.
  private func areKnownToBeSame(_ left: Type, _ right: Type) -> Bool {
    switch (left, right) {
    case (.member, _), (_, .member):
      let context = context.requirements
      return environment.resolve(left, context) == environment.resolve(right, context)
    default: return false
    }
  }

  private func join(_ a: Int, _ b: Int) -> Bool {
    let first = state.variables[a]
    let second = state.variables[b]
    switch (first.literal, second.literal) {
    case (nil, _): bind(a, to: .variable(b))
    case (_, nil): bind(b, to: .variable(a))
    case (let x?, let y?) where x == y: bind(a, to: .variable(b))
    case (.integer, .floating): bind(a, to: .variable(b))
    case (.floating, .integer): bind(b, to: .variable(a))
    case (.character, .string): bind(a, to: .variable(b))
    case (.string, .character): bind(b, to: .variable(a))
    default: return false
    }
    if case .variable(let target)? = state.variables[a].binding, target == b, state.variables[b].parameter == nil {
      change(b) { $0.parameter = first.parameter }
    }
    if case .variable(let target)? = state.variables[a].binding, target == b, state.variables[b].fallback == nil {
      change(b) { $0.fallback = first.fallback }
    }
    if case .variable(b)? = state.variables[a].binding, let collection = first.collection {
      change(b) { if $0.collection == nil { $0.collection = collection } }
    } else if case .variable(a)? = state.variables[b].binding, let collection = second.collection {
      change(a) { if $0.collection == nil { $0.collection = collection } }
    }
    return true
  }

  private func bindChecked(_ id: Int, _ type: Type) -> Bool {
    if occurs(id, in: type) { return false }
    if let literal = state.variables[id].literal, !accepts(literal, type) { return false }
    if let literal = state.variables[id].literal { noteLiteral(literal, type) }
    bind(id, to: type)
    return true
  }

  // MARK: Conversion

  func convert(_ from: Type, _ to: Type, _ constraint: Constraint) -> Answer {
    let from = head(from)
    let to = head(to)
    if from == .hole || to == .hole { return .solved }
    // What does not come back gives whatever is wanted: `func load() -> Int { fatalError() }`.
    if from == library.never, constraint.role.isImplicitReturn { return .solved }
    // A branch of a value that is left says nothing about the others.
    if from == library.never, case .ternary(let whole) = constraint.role, whole.isBranching {
      return .solved
    }
    if to.isVoid, !from.isVoid, case .closureResult = constraint.role,
      bareResults.contains(ObjectIdentifier(constraint.expression))
    {
      // What the closure gives is open until its body is looked at.
      if case .closure = constraint.expression.kind, case .variable(let id) = from {
        return convertVariable(id, to, constraint)
      }
      state.score.functions += 1
      return .solved
    }
    switch (from, to) {
    case (.variable(let a), .variable(let b)): return a == b ? .solved : .waiting
    case (.variable(let a), _): return convertVariable(a, to, constraint)
    case (_, .variable(let b)):
      if state.variables[b].literal != nil {
        return unify(from, to) ? .solved : .failed(.mismatch(full(from), full(to)))
      }
      return .waiting
    default: return convertKnown(from, to, constraint)
    }
  }

  private func convertVariable(_ id: Int, _ to: Type, _ constraint: Constraint) -> Answer {
    // Whatever it will be, it converts to an optional of itself.
    if let wrapped = to.wrapped, head(wrapped) == .variable(id) {
      state.score.optionals += 1
      return .solved
    }
    let mismatch = mismatch(literalDefault(id) ?? .variable(id), to)
    if let literal = state.variables[id].literal {
      if literal == .null {
        if bindChecked(id, to) { return .solved }
        return .failed(.nullMismatch(full(to)))
      }
      if let wrapped = to.wrapped {
        state.score.optionals += 1
        add(.convert(.variable(id), wrapped), constraint.expression, constraint.role)
        return .solved
      }
      if case .existential = to { return .waiting }
      if to == library.anyHashable, !accepts(literal, to) { return .waiting }
      if to.isVariable { return .waiting }
      return bindChecked(id, to) ? .solved : mismatch
    }
    // Only the type itself converts to a struct or an enum that is not a collection or an optional.
    if case .nominal(let nominal, _) = to {
      if nominal.isOptional || nominal.kind == .classType || nominal === library.arrayNominal
        || nominal === library.dictionaryNominal || nominal === library.setNominal || to == library.anyHashable
      {
        return .waiting
      }
      return bindChecked(id, to) ? .solved : mismatch
    }
    if case .parameter = to { return bindChecked(id, to) ? .solved : mismatch }
    if to.isVoid { return bindChecked(id, to) ? .solved : mismatch }
    return .waiting
  }

  private func convertKnown(_ from: Type, _ to: Type, _ constraint: Constraint) -> Answer {
    let expression = constraint.expression
    let mismatch = mismatch(from, to)
    if case .coercion = constraint.role, library.bridges(from, to) { return .solved }
    if case .coercion = constraint.role, case .parameter = from, case .existential(let wanted) = to, wanted.isAnyObject,
      wanted.protocols.isEmpty
    {
      return .solved
    }
    if from == library.never, to != library.never, isBodyOfItsOwn(constraint) { return .solved }
    switch (from, to) {
    case (_, .existential(let existential)): return convert(from, toExistential: existential, to, constraint)
    case (.existential(let given), .nominal)
    where environment.classes(of: given).contains(where: { isSubclass($0, of: full(to)) }):
      return .solved
    case (.nominal(let a, let first), .nominal(let b, let second)) where a === b:
      if first.isEmpty { return .solved }
      if a.isOptional {
        // `Int?` for a `T??`: prefer the deeper reading only if the depths tell.
        let (_, inner) = full(first[0]).strippingOptionals
        let (base, outer) = full(second[0]).strippingOptionals
        if outer > inner, !full(first[0]).strippingOptionals.0.isVariable {
          state.score.optionals += 1
          add(.convert(from, second[0]), expression, constraint.role)
          return .solved
        }
        _ = base
        add(.convert(first[0], second[0]), expression, constraint.role)
        return .solved
      }
      if a === library.arrayNominal || a === library.setNominal {
        if unifiable(first[0], second[0]), unify(first[0], second[0]) { return .solved }
        if head(first[0]).isVariable || head(second[0]).isVariable {
          return unify(first[0], second[0]) ? .solved : mismatch
        }
        return nested(.convert(first[0], second[0]), constraint) ? .solved : mismatch
      }
      if a === library.dictionaryNominal {
        guard unify(first[0], second[0]) else { return mismatch }
        if head(first[1]).isVariable || head(second[1]).isVariable {
          return unify(first[1], second[1]) ? .solved : mismatch
        }
        return nested(.convert(first[1], second[1]), constraint) ? .solved : mismatch
      }
      return attempt { zip(first, second).allSatisfy { unify($0, $1) } } ? .solved : mismatch
    case (_, .nominal(let b, let second)) where b.isOptional:
      state.score.optionals += 1
      add(.convert(from, second[0]), expression, constraint.role)
      return .solved
    case (.nominal(let a, let first), _) where a.isOptional:
      if nestedConverts(first[0], to) { return .failed(.unwrap(full(from), full(to))) }
      return mismatch
    case (.nominal(_, _), .nominal(let b, _)):
      if let upcast = environment.upcast(full(from), to: b) { return unify(upcast, to) ? .solved : mismatch }
      if to == library.anyHashable {
        if case .yes = environment.conformance(of: full(from), to: library.hashable, context: context.requirements) {
          state.score.existentials += 1
          return .solved
        }
      }
      return mismatch
    case (.tuple(let first), .tuple(let second)):
      guard first.count == second.count,
        zip(first, second).allSatisfy({ $0.label == $1.label || $0.label == nil || $1.label == nil })
      else { return mismatch }
      if !isDiagnosing || first.count == 0 {
        for (a, b) in zip(first, second) { add(.convert(a.type, b.type), expression, constraint.role) }
        return .solved
      }
      return zip(first, second).allSatisfy { nested(.convert($0.type, $1.type), constraint) } ? .solved : mismatch
    case (.function(let a), .function(let b)): return convert(a, b, constraint)
    case (.metatype(let a), .metatype(let b)):
      if unify(a, b) { return .solved }
      return nested(.convert(a, b), constraint) ? .solved : mismatch
    case (.parameter, .parameter), (.parameter, .nominal), (.nominal, .parameter), (.member, _), (_, .member):
      if unify(from, to) { return .solved }
      for case .subclass(from, let base) in context.requirements {
        return nested(.convert(base, to), constraint) ? .solved : mismatch
      }
      return mismatch
    default: return unify(from, to) ? .solved : mismatch
    }
  }

  /// The types as they are before an attempt at them: only messages want to know.
  private func mismatch(_ from: Type, _ to: Type) -> Answer {
    .failed(isDiagnosing ? .mismatch(full(from), full(to)) : .unresolved)
  }

  /// A body that is one call of something that never returns gives whatever is wanted.
  private func isBodyOfItsOwn(_ constraint: Constraint) -> Bool {
    switch constraint.role {
    case .impliedReturn: return true
    case .ternary(let whole): return whole.isBranching
    case .closureResult:
      switch constraint.expression.kind {
      case .name, .member, .implicitMember: return false
      default: return true
      }
    default: return false
    }
  }

  private func unifiable(_ left: Type, _ right: Type) -> Bool {
    let (a, b) = (full(left), full(right))
    return a == b || a.hasVariables || b.hasVariables
  }

  /// Simplifies a part of a constraint at once; false if the part is broken.
  private func nested(_ kind: Constraint.Kind, _ constraint: Constraint) -> Bool {
    switch simplify(Constraint(kind, constraint.expression, constraint.role)) {
    case .solved: return true
    case .waiting:
      add(kind, constraint.expression, constraint.role)
      return true
    case .failed: return false
    }
  }

  /// Whether a conversion would hold, without doing it.
  func nestedConverts(_ from: Type, _ to: Type) -> Bool {
    let probe = Constraint(.convert(from, to), state.variables.first?.origin ?? Expr(.invalid, .none))
    var holds = false
    _ = attempt {
      if case .failed = simplify(probe) {} else { holds = true }
      return false
    }
    return holds
  }

  private func convert(_ from: Type, toExistential existential: ExistentialType, _ to: Type, _ constraint: Constraint)
    -> Answer
  {
    if full(from) == full(to) { return .solved }
    if case .function = from, !existential.protocols.isEmpty { return .failed(.mismatch(full(from), full(to))) }
    if case .existential(let given) = from {
      let available = Set(
        given.protocols.flatMap { environment.closure(of: $0) }
          + given.base.compactMap(\.nominal).flatMap { environment.protocols(of: $0).map(\.proto) })
      guard existential.protocols.allSatisfy({ available.contains($0) }) else {
        return .failed(.mismatch(full(from), full(to)))
      }
      for wanted in existential.base where !given.base.contains(where: { isSubclass($0, of: wanted) }) {
        return .failed(.mismatch(full(from), full(to)))
      }
      return .solved
    }
    for wanted in existential.base where !isSubclass(full(from), of: wanted) {
      return .failed(.mismatch(full(from), full(to)))
    }
    if existential.isAnyObject, !full(from).isReference(environment, context.requirements) {
      return .failed(.mismatch(full(from), full(to)))
    }
    for proto in existential.protocols {
      switch environment.conformance(of: full(from), to: proto, context: context.requirements) {
      case .no: return .failed(.nonConforming(full(from), proto))
      case .yes(let conditions): add(requirements: conditions, constraint)
      }
    }
    for (name, argument) in existential.arguments {
      add(.dependent(base: from, name: name, result: argument), constraint.expression, constraint.role)
    }
    state.score.existentials += 1
    return .solved
  }

  private func isSubclass(_ type: Type, of base: Type) -> Bool {
    if let nominal = base.nominal, environment.upcast(type, to: nominal) == base { return true }
    return context.requirements.contains { requirement in
      if case .subclass(type, let known) = requirement { isSubclass(known, of: base) } else { false }
    }
  }

  private func convert(_ from: FunctionType, _ to: FunctionType, _ constraint: Constraint) -> Answer {
    let mismatch = mismatch(.function(from), .function(to))
    if let failure = convertThrown(from, to, constraint) { return failure }
    if from.isThrowing, !to.isThrowing, from.thrown.map(head) != library.never {
      return .failed(.throwingClosure(full(.function(from)), full(.function(to))))
    }
    if from.isAsync && !to.isAsync {
      return .failed(.asynchronousFunction(full(.function(from)), full(.function(to))))
    }
    if from.parameters.count != to.parameters.count {
      // A function of several parameters serves where one tuple is passed: `.map(==)` on a pair.
      if from.parameters.count > 1, to.parameters.count == 1 {
        switch head(to.parameters[0].type) {
        case .tuple(let elements) where elements.count == from.parameters.count:
          for (element, parameter) in zip(elements, from.parameters) {
            add(.convert(element.type, parameter.type), constraint.expression, constraint.role)
          }
          add(.convert(from.result, to.result), constraint.expression, constraint.role)
          return .solved
        case .variable: return .waiting
        default: return closureMismatch(from, to, constraint) ?? mismatch
        }
      }
      // Nothing passed where `Void` is expected: `{ … }` for `(Void) -> T`.
      if from.parameters.isEmpty, to.parameters.count == 1, head(to.parameters[0].type).isVoid {
        add(.convert(from.result, to.result), constraint.expression, constraint.role)
        return .solved
      }
      if from.parameters.isEmpty, to.parameters.count == 1, head(to.parameters[0].type).isVariable, !isDiagnosing,
        case .closure(let node) = constraint.expression.kind, node.parameters == nil
      {
        return .waiting
      }
      return closureMismatch(from, to, constraint) ?? mismatch
    }
    for (index, (a, b)) in zip(from.parameters, to.parameters).enumerated() {
      if case .closure(let node) = constraint.expression.kind, b.isInout, node.parameters?[index].type == nil {
        // A parameter without a written type is `inout` where the context says so.
        takeInout(index, of: constraint.expression)
      } else if a.isInout != b.isInout {
        return mismatch
      }
      if case .closure = constraint.expression.kind {
        // A closure's parameters are what the context says.
        if !unify(a.type, b.type) { return mismatch }
      } else {
        add(.convert(b.type, a.type), constraint.expression, constraint.role)
      }
    }
    add(.convert(from.result, to.result), constraint.expression, .closureResult)
    if from.isThrowing != to.isThrowing { state.score.functions += 0 }
    return .solved
  }

  /// `throws(E)`: what is thrown must be what may be; a closure says with it what `E` is.
  private func convertThrown(_ from: FunctionType, _ to: FunctionType, _ constraint: Constraint) -> Answer? {
    guard to.isThrowing, let wanted = to.thrown else { return nil }
    let isOpen = head(wanted).isVariable
    if !from.isThrowing, !isOpen { return nil }
    if case .closure(let node) = constraint.expression.kind, from.isThrowing, from.thrown == nil, !isOpen {
      // What the closure throws is checked in its body.
      node.function?.thrownType = full(wanted)
      return nil
    }
    let given = from.isThrowing ? from.thrown ?? library.anyError : library.never
    return unify(given, wanted) ? nil : .failed(.mismatch(full(.function(from)), full(.function(to))))
  }

  private func takeInout(_ index: Int, of closure: Expr) {
    guard !trail.isRecording, case (let expression, .function(var type))? = state.types[ObjectIdentifier(closure)]
    else { return }
    type.parameters[index].isInout = true
    state.types[ObjectIdentifier(closure)] = (expression, .function(type))
  }

  private func closureMismatch(_ from: FunctionType, _ to: FunctionType, _ constraint: Constraint) -> Answer? {
    guard case .closure(let node) = constraint.expression.kind else { return nil }
    return .failed(
      .closureParameters(
        expected: to.parameters.count, got: from.parameters.count,
        implicit: node.parameters == nil && node.anonymousCount == 0, full(.function(to))))
  }
}

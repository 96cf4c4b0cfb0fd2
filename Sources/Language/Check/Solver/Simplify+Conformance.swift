/// Constraints on what a type conforms to, and the types that its conformances name.
extension ConstraintSystem {
  func add(requirements: [Requirement], _ constraint: Constraint) {
    guard constraint.derivation < Constraint.derivationMax else { return giveUp() }
    let first = state.constraints.count
    defer {
      for index in first..<state.constraints.count { state.constraints[index].derivation = constraint.derivation + 1 }
    }
    for requirement in requirements {
      switch requirement {
      case .conforms(let type, let proto): add(.conforms(type, proto), constraint.expression, constraint.role)
      case .same(let left, let right): add(.equal(left, right), constraint.expression, constraint.role)
      case .subclass(let type, let base): add(.subclass(type, base), constraint.expression, constraint.role)
      }
    }
  }

  func conforms(_ type: Type, _ proto: Nominal, _ constraint: Constraint) -> Answer {
    let type = head(type)
    if case .variable(let id) = type {
      guard library.isMarker(proto) else { return .waiting }
      if let fallback = library.fallback(of: proto) { change(id) { $0.fallback = fallback } }
      return .solved
    }
    if case .member(let base, _) = type, head(base).isVariable { return .waiting }
    switch environment.conformance(of: full(type), to: proto, context: context.requirements) {
    case .yes(let conditions):
      // What is a condition of itself holds if the others do.
      let others = conditions.filter { condition in
        if case .conforms(let other, let needed) = condition, needed === proto {
          full(other) != full(type)
        } else {
          true
        }
      }
      add(requirements: others, constraint)
      return .solved
    case .no:
      if environment.isOf(type, proto), isOpened(type, constraint) { return .solved }
      return .failed(.nonConforming(full(type), proto))
    }
  }

  /// Whether the existential is what a loop goes through, the receiver, or the one value that is passed for a generic parameter:
  /// nothing else has to be of its type.
  private func isOpened(_ type: Type, _ constraint: Constraint) -> Bool {
    if case .sequence = constraint.role { return true }
    guard let choice = state.choices[ObjectIdentifier(constraint.expression)] else { return false }
    if let base = choice.base, full(base) == full(type) { return true }
    let parameters = choice.declaration.parameters
    return choice.declaration.generics.contains { generic in
      guard let given = choice.substitution[generic], full(given) == full(type) else { return false }
      let own = Type.parameter(generic)
      return parameters.filter { parameter in
        let type = parameter.type.wrapped ?? parameter.type
        return (type == own || type == .metatype(own)) && !parameter.isVariadic
      }.count == 1 && parameters.filter { $0.type.contains { $0 == own } }.count == 1
    }
  }

  func dependent(_ base: Type, _ name: String, _ result: Type) -> Answer {
    let base = head(base)
    if base.isVariable { return .waiting }
    if base == .hole {
      hole(result)
      return .solved
    }
    guard let found = environment.memberType(of: base, named: name, context: context.requirements) else {
      return .failed(.noAssociatedType(full(base), name))
    }
    let opened = openDependents(found)
    return unify(opened, result) ? .solved : .failed(.mismatch(full(found), full(result)))
  }

  /// Dependent types on variables become variables of their own, resolved when the base is known.
  func openDependents(_ type: Type, _ origin: Expr? = nil) -> Type {
    guard !isTooComplex, openingDepth < Self.openingDepthMax, StackGuard.hasRoom else {
      giveUp()
      return .hole
    }
    openingDepth += 1
    defer { openingDepth -= 1 }
    return type.replacing(.members) { leaf in
      guard case .member(let base, let name) = leaf else { return nil }
      let opened = openDependents(base, origin)
      let origin = origin ?? state.variables.first?.origin ?? Expr(.invalid, .none)
      switch head(opened) {
      case .variable:
        let result = fresh(origin)
        add(.dependent(base: opened, name: name, result: result), origin)
        return result
      case let known:
        if let found = environment.memberType(of: known, named: name, context: context.requirements) {
          if case .member(let inner, name) = found, inner == known { return found }
          return openDependents(found)
        }
        return .hole
      }
    }
  }
}

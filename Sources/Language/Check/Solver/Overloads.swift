/// Which of several declarations a name can mean, and which is preferred.
extension ConstraintSystem {
  /// Leaves out what cannot be meant; binds if one is left.
  func overload(_ type: Type, _ candidates: [Candidate], _ constraint: Constraint) -> Answer {
    // Whatever is made of something that is wrong is not known either.
    if constraint.expression.isOperation, let shape = callShapes[ObjectIdentifier(constraint.expression)],
      shape.types.contains(where: { head($0) == .hole })
    {
      hole(type)
      return .solved
    }
    let viable = viable(candidates, constraint)
    if viable.count == 1 { return bindOnly(viable[0], type, constraint) }
    if let exact = exactOperator(viable, constraint.expression) { return bind(exact, type, constraint) }
    if viable.isEmpty {
      let byLabels = candidates.filter { !$0.isHidden && fitsLabels($0, constraint.expression) }
      if byLabels.count == 1 { return bind(byLabels[0], type, constraint) }
      if candidates.count == 1 { return bind(candidates[0], type, constraint) }
      // Nothing fits; the search for the best explanation tries them all.
      return isDiagnosing ? .waiting : .failed(.noOverload(candidates))
    }
    return .waiting
  }

  /// Binds what alone can be meant. Where that is a method which nobody calls, the alternative at work is rather not meant:
  /// of `texts.joined(separator: ",").count` it is not the one with `count(where:)` only.
  func bindOnly(_ candidate: Candidate, _ type: Type, _ constraint: Constraint) -> Answer {
    if callShapes[ObjectIdentifier(constraint.expression)] == nil, candidate.declaration.kind == .function {
      state.score.rank += Candidate.uncalledRank
    }
    return bind(candidate, type, constraint)
  }

  /// The alternatives in the order of preference.
  func viable(_ candidates: [Candidate], _ constraint: Constraint) -> [Candidate] {
    let key = ObjectIdentifier(constraint.expression)
    let shape = callShapes[key]
    let types = (shape?.types ?? []).map(full) + candidates.prefix(1).compactMap { $0.base.map(full) }
    if let known = viableOverloads[key], known.types == types, known.candidates.count == candidates.count,
      zip(known.candidates, candidates).allSatisfy({ $0.declaration === $1.declaration && $0.base == $1.base })
    {
      return known.result
    }
    let result = sifted(candidates, shape, hasLabels: constraint.expression.hasLabels)
    viableOverloads[key] = (types, candidates, result)
    return result
  }

  private func sifted(_ candidates: [Candidate], _ shape: CallShape?, hasLabels: Bool) -> [Candidate] {
    let fitting = candidates.filter { candidate in
      guard candidate.declaration.resolved(), isAccessible(candidate.declaration) else { return false }
      guard let shape, !hasLabels else { return fitsRequirements(candidate) }
      return fits(candidate, shape) && fitsRequirements(candidate)
    }
    var open = fitting.filter { !$0.isHidden }
    // `map(\.name)`: the literal is a function where one is taken, as everywhere.
    if let shape, shape.arguments.count == 1, case .keyPath = shape.arguments[0].value.kind,
      open.contains(where: { $0.declaration.parameters.first?.type.asFunction != nil })
    {
      open.removeAll { candidate in
        guard case .native = candidate.declaration.implementation else { return false }
        return candidate.declaration.parameters.first?.type.asFunction == nil
      }
    }
    return (open.isEmpty ? fitting : open).enumerated().sorted { left, right in
      let isCalled = shape != nil
      let (a, b) = (left.element.rank(isCalled: isCalled), right.element.rank(isCalled: isCalled))
      if a != b { return a < b }
      let (c, d) = (refinement(of: left.element), refinement(of: right.element))
      return c == d ? left.offset < right.offset : c > d
    }.map(\.element)
  }

  /// How far down the protocols stand that it asks for: what takes any `BidirectionalCollection` is meant rather than what
  /// takes any `Collection`.
  private func refinement(of candidate: Candidate) -> Int {
    candidate.declaration.requirements.map { requirement in
      if case .conforms(_, let proto) = requirement { environment.protocols(of: proto).count } else { 0 }
    }.max() ?? 0
  }

  private func fitsLabels(_ candidate: Candidate, _ expression: Expr) -> Bool {
    guard let shape = callShapes[ObjectIdentifier(expression)], !expression.hasLabels else { return true }
    guard candidate.declaration.resolved(), candidate.declaration.kind != .variable, !candidate.isUnapplied else {
      return true
    }
    if case .matched = ArgumentMatching.match(shape.arguments, candidate.declaration.parameters) { return true }
    return false
  }

  private func fits(_ candidate: Candidate, _ shape: CallShape) -> Bool {
    let declaration = candidate.declaration
    if declaration.kind == .variable || candidate.isUnapplied { return true }
    if declaration.kind == .enumCase && declaration.parameters.isEmpty { return false }
    guard case .matched(let matched) = ArgumentMatching.match(shape.arguments, declaration.parameters) else {
      return false
    }
    for (parameter, indices) in zip(declaration.parameters, matched) {
      for index in indices {
        if !couldTake(shape.arguments[index].value, shape.types[index], parameter) { return false }
        if !canBeNumber(shape.types[index], parameter.type, declaration) { return false }
      }
    }
    return true
  }

  /// No number is a range, say: `list[0]` is an element, whatever else subscripts take.
  private func canBeNumber(_ given: Type, _ wanted: Type, _ declaration: Declaration) -> Bool {
    guard case .parameter = wanted, case .variable(let id) = head(given), let literal = state.variables[id].literal,
      literal == .integer || literal == .floating
    else { return true }
    return declaration.requirements.allSatisfy { requirement in
      guard case .conforms(wanted, let proto) = requirement, proto.library != nil, !library.isMarker(proto) else {
        return true
      }
      return [library.int, library.double].contains {
        if case .no = environment.conformance(of: $0, to: proto, context: []) { false } else { true }
      }
    }
  }

  /// A quick look whether an argument could ever be passed; doubtful ones pass.
  private func couldTake(_ argument: Expr, _ given: Type, _ parameter: Declaration.Parameter) -> Bool {
    var wanted = parameter.type
    if case .inoutReference = argument.kind {
      if !parameter.isInout { return false }
    } else if parameter.isInout {
      return true
    }
    while let wrapped = wanted.wrapped { wanted = wrapped }
    switch argument.kind {
    case .closure(let node) where node.isUnfinished && node.parameters == nil: return wanted.nominal == nil
    case .closure(let node):
      switch wanted {
      case .function(let function):
        let own = node.parameters?.count ?? node.anonymousCount
        let expected = function.parameters.count
        if own == expected || expected == 1 && own >= 1 { return true }
        return own == 0 && (expected == 0 || node.parameters == nil)
      case .nominal: return false
      default: return true
      }
    // A function that must not escape is not passed for one that may.
    case .name where parameter.isEscaping && argument.local?.isNonEscaping == true: return false
    case .keyPath:
      switch wanted {
      case .nominal(let nominal, _): return nominal.has(.keyPath)
      case .tuple: return false
      default: return true
      }
    default: break
    }
    let given = head(given)
    if case .variable(let id) = given, let literal = state.variables[id].literal {
      switch wanted {
      case .nominal:
        if literal == .null { return parameter.type.wrapped != nil || accepts(.null, parameter.type) }
        return wanted.hasParameters || accepts(literal, wanted)
      case .function, .metatype: return false
      default: return literal != .null || !(wanted == parameter.type && wanted.hasParameters == false)
      }
    }
    guard case .nominal(let have, _) = given, case .nominal(let want, _) = wanted else {
      switch (given, wanted) {
      case (.function, .nominal), (.tuple, .nominal), (.nominal, .function), (.metatype, .nominal): return false
      default: return true
      }
    }
    if have === want { return true }
    if have.isOptional { return parameter.type.wrapped != nil }
    return environment.upcast(given, to: want) != nil || want.name == "AnyHashable"
  }

  /// Requirements that can be decided already.
  func fitsRequirements(_ candidate: Candidate) -> Bool {
    guard let base = candidate.base, let owner = candidate.declaration.owner else { return true }
    var substitution: Substitution = [:]
    if let own = owner.selfParameter {
      substitution[own] = base
    } else if let seen = environment.upcast(base, to: owner) {
      substitution = owner.substitution(seen.genericArguments)
    }
    for requirement in candidate.declaration.requirements {
      switch requirement.substituting(substitution) {
      case .same(let left, let right):
        let a = full(environment.resolve(left, context.requirements))
        let b = full(environment.resolve(right, context.requirements))
        if !a.isOpen, !b.isOpen, a != b { return false }
      case .conforms(let subject, let proto):
        let type = full(environment.resolve(subject, context.requirements))
        if !type.isOpen, case .no = environment.conformance(of: type, to: proto, context: context.requirements) {
          return false
        }
      case .subclass: break
      }
    }
    return true
  }
}

extension Type {
  /// Not decided yet: variables, or parameters of the candidate itself.
  fileprivate var isOpen: Bool {
    contains { type in
      switch type {
      case .variable, .member, .hole: true
      case .parameter: true
      default: false
      }
    }
  }
}

extension Requirement {
  /// It asks for a protocol that refines others.
  fileprivate var isRefined: Bool {
    if case .conforms(_, let proto) = self { return !proto.conformances.isEmpty }
    return false
  }

  /// It says which type it is.
  fileprivate var isExact: Bool {
    if case .same(_, let type) = self { return !type.hasParameters }
    return false
  }
}

extension Candidate {
  fileprivate static let uncalledRank = 64

  /// Smaller is preferred: concrete before generic, a type's own before a protocol's. A name alone is rather a property
  /// than a method that nobody calls.
  func rank(isCalled: Bool) -> Int {
    var rank = declaration.extensionDepth * 8
    if !isCalled, declaration.kind == .function { rank += Self.uncalledRank }
    if let owner = declaration.owner, owner.kind == .protocolType {
      // What computes its elements when they are asked for is preferred to what makes a list of them.
      rank += owner.has(.lazy) ? 8 : 16
    }
    rank += min(declaration.generics.count, 3) * 2
    if declaration.parameters.contains(where: \.isVariadic) { rank += 1 }
    rank += declaration.parameters.filter(\.hasDefault).count
    if declaration.declaredIn?.isLibrary != false { rank += 4 }
    if throughOptional { rank += 2 }
    // A constrained member is there because it does better, the more it asks for.
    if !declaration.requirements.isEmpty { rank -= 1 }
    if declaration.requirements.contains(where: \.isRefined) { rank -= 2 }
    if declaration.requirements.contains(where: \.isExact) { rank -= 3 }
    return rank
  }
}

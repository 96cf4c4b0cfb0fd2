/// What `base.name` can be, and what type a reference has once it is decided.
extension ConstraintSystem {
  func member(_ base: Type, _ name: Name, _ result: Type, _ constraint: Constraint) -> Answer {
    let base = head(base)
    switch base {
    case .variable: return .waiting
    case .hole:
      hole(result)
      return .solved
    case .metatype(let instance) where head(instance).isVariable: return .waiting
    default: break
    }
    if name.text == "self" {
      return unify(base, result) ? .solved : .failed(.mismatch(full(base), full(result)))
    }
    if base.libraryName == "Regex.Match", let answer = capture(base, name, result, constraint) { return answer }
    if case .tuple(let elements) = base {
      let index = Int(name.text) ?? elements.firstIndex { $0.label == name.text }
      guard let index, elements.indices.contains(index) else { return .failed(.noMember(base: full(base), name: name)) }
      let declaration = Declaration(.variable, name.text, owner: nil)
      declaration.implementation = .builtin(.tupleElement(index))
      declaration.isSettable = true
      declaration.result = elements[index].type
      state.choices[ObjectIdentifier(constraint.expression)] = Choice(declaration: declaration, base: base)
      return unify(elements[index].type, result)
        ? .solved : .failed(.mismatch(full(elements[index].type), full(result)))
    }
    if case .metatype(let instance) = base, let nested = nestedType(instance, name) {
      return unify(.metatype(nested), result) ? .solved : .failed(.mismatch(.metatype(nested), full(result)))
    }
    var candidates: [Candidate] = []
    for candidate in lookup(full(base), name) {
      guard let isOwn = isOwn(candidate, of: base) else { return .waiting }
      if isOwn { candidates.append(candidate) }
    }
    guard !candidates.isEmpty else {
      if let answer = dynamicMember(base, name, result, constraint) { return answer }
      if let wrapped = base.wrapped, !lookup(full(wrapped), name).isEmpty {
        return .failed(.optionalMember(base: full(base), name: name))
      }
      if case .function(let function) = base, name.text == "callAsFunction" {
        return unify(.function(function), result) ? .solved : .failed(.notCallable(base))
      }
      return .failed(.noMember(base: full(base), name: name))
    }
    return refer(to: candidates, result, constraint)
  }

  /// `match.1`, `match.name`: the parts of a match's output.
  private func capture(_ base: Type, _ name: Name, _ result: Type, _ constraint: Constraint) -> Answer? {
    let output = full(base.argument(0))
    if output.isVariable { return .waiting }
    let index: Int
    let type: Type
    if case .tuple(let elements) = output {
      guard let found = Int(name.text) ?? elements.firstIndex(where: { $0.label == name.text }),
        elements.indices.contains(found)
      else { return nil }
      (index, type) = (found, elements[found].type)
    } else {
      guard name.text == "0" else { return nil }
      (index, type) = (0, output)
    }
    let declaration = Declaration(.variable, name.text, owner: nil)
    declaration.implementation = .builtin(.tupleElement(index))
    declaration.result = type
    state.choices[ObjectIdentifier(constraint.expression)] = Choice(declaration: declaration, base: base)
    return unify(type, result) ? .solved : .failed(.mismatch(full(type), full(result)))
  }

  /// Of a type whose members can be those of what it wraps: whether a member is one of its own there. Those of a protocol are
  /// if it conforms to that: a binding has a `count` of its own if it leads to a list.
  /// - Returns: nil where that is not known yet.
  private func isOwn(_ candidate: Candidate, of base: Type) -> Bool? {
    guard let owner = candidate.declaration.owner, let nominal = base.nominal, nominal.hasDynamicMembers else {
      return true
    }
    var conditions: [Requirement] = []
    if owner === nominal {
      conditions = candidate.declaration.requirements.map {
        $0.substituting(nominal.substitution(full(base).genericArguments))
      }
    } else if owner.kind == .protocolType,
      case .yes(let found) = environment.conformance(of: full(base), to: owner, context: context.requirements)
    {
      conditions = found
    }
    var isKnown = true
    for case .conforms(let type, let proto) in conditions {
      let subject = full(type)
      if subject.hasVariables {
        isKnown = false
      } else if case .no = environment.conformance(of: subject, to: proto, context: context.requirements) {
        return false
      }
    }
    return isKnown ? true : nil
  }

  /// A member that a `subscript(dynamicMember:)` stands for, by its name or by a key path.
  private func dynamicMember(_ base: Type, _ name: Name, _ result: Type, _ constraint: Constraint) -> Answer? {
    let type = if case .metatype(let instance) = base { head(instance) } else { base }
    guard let nominal = type.nominal, nominal.lineage.contains(where: \.hasDynamicMembers), name.text != "init" else {
      return nil
    }
    let candidates = lookup(full(base), Name(text: "subscript", span: name.span)).filter {
      $0.declaration.resolved() && $0.declaration.labels == ["dynamicMember"]
    }
    let expression = constraint.expression
    let byName = candidates.first { $0.declaration.parameters[0].type.nominal?.has(.keyPath) != true }
    guard let chosen = byName ?? candidates.first else { return nil }
    let argument: Expr
    if byName != nil {
      argument = Expr(.string([.text(name.text)]), name.span)
    } else {
      argument = Expr(.keyPath(KeyPathNode(root: nil, components: [.member(name)])), name.span)
    }
    let given = generate(argument, Scope(parent: nil, context: context))
    state.arguments[ObjectIdentifier(expression)] = [.given(argument)]
    let function = fresh(expression)
    guard case .solved = bind(chosen, function, constraint), case .function(let type) = head(function) else {
      return .failed(.noMember(base: full(base), name: name))
    }
    add(.convert(given, type.parameters[0].type), argument)
    return unify(type.result, result) ? .solved : .failed(.mismatch(full(type.result), full(result)))
  }

  private func nestedType(_ instance: Type, _ name: Name) -> Type? {
    let instance = head(instance)
    guard case .nominal(let nominal, let arguments) = instance else {
      // `Request.Response.self` where `Request` is a generic parameter.
      let known = environment.knownProtocols(of: instance, context.requirements)
      guard known.contains(where: { $0.associatedTypes[name.text] != nil }) else { return nil }
      return environment.memberType(of: instance, named: name.text, context: context.requirements)
        ?? .member(instance, name.text)
    }
    for ancestor in nominal.lineage {
      switch environment.typeMember(of: ancestor, named: name.text) {
      case .nominal(let nested)?:
        var given = Array(arguments.prefix(ancestor.genericParameters.count))
        while given.count < nested.genericParameters.count {
          let index = given.count - ancestor.genericParameters.count
          if name.genericArguments.indices.contains(index) {
            given.append(checker.resolve(name.genericArguments[index], context, self))
          } else {
            given.append(
              fresh(
                state.variables.first?.origin ?? Expr(.invalid, .none), parameter: nested.genericParameters[given.count]
              ))
          }
        }
        return .nominal(nested, given)
      case .alias(let type, _)?:
        return environment.resolve(type.substituting(ancestor.substitution(arguments)), context.requirements)
      case nil: continue
      }
    }
    // `Model.State()`: what it is follows from a member that meets a requirement.
    guard environment.protocols(of: nominal).contains(where: { $0.proto.associatedTypes[name.text] != nil }) else {
      return nil
    }
    return environment.memberType(of: full(instance), named: name.text, context: context.requirements)
  }

  /// Binds a single candidate at once; several wait for the rest of the expression.
  func refer(to candidates: [Candidate], _ result: Type, _ constraint: Constraint) -> Answer {
    if candidates.count == 1 { return bindOnly(candidates[0], result, constraint) }
    add(.overload(type: result, candidates: candidates), constraint.expression, constraint.role)
    return .solved
  }

  // MARK: Lookup

  /// Every member a name can mean on a value (or, for a metatype, on a type), the most specific first.
  func lookup(_ base: Type, _ name: Name) -> [Candidate] {
    var found: [Candidate] = []
    switch base {
    case .metatype(let instance): lookupStatic(instance, name.text, &found)
    case .nominal, .existential, .parameter, .member: lookupInstance(base, name.text, &found)
    default: break
    }
    if let labels = name.labels {
      found = found.filter { candidate in
        candidate.declaration.resolved()
        return candidate.declaration.parameters.map { $0.label ?? "_" } == labels
      }
    }
    return found
  }

  private func lookupInstance(_ base: Type, _ name: String, _ found: inout [Candidate]) {
    for declaration in declarations(of: base, name) where !declaration.isStatic && declaration.kind != .initializer {
      found.append(Candidate(declaration: declaration, base: base))
    }
  }

  private func lookupStatic(_ instance: Type, _ name: String, _ found: inout [Candidate]) {
    for declaration in declarations(of: instance, name) {
      if declaration.isStatic || declaration.kind == .initializer || declaration.kind == .enumCase {
        found.append(Candidate(declaration: declaration, base: instance, isOnMetatype: true))
      } else if declaration.kind == .function {
        found.append(Candidate(declaration: declaration, base: instance, isOnMetatype: true, isUnapplied: true))
      }
    }
  }

  /// Members by base name: own and inherited ones, overridden ones left out, then those of protocols.
  func declarations(of type: Type, _ name: String) -> [Declaration] {
    var result: [Declaration] = []
    func add(_ declarations: [Declaration]) {
      for declaration in declarations
      where !result.contains(where: { $0 === declaration || $0.isOverriding(declaration) }) {
        result.append(declaration)
      }
    }
    var protocols: [Nominal] = []
    switch type {
    case .nominal(let nominal, _):
      for (depth, ancestor) in nominal.lineage.enumerated() {
        // Initialisers are not inherited, except as the declarer has arranged.
        if name == "init", depth > 0, nominal.isUserType { break }
        add(environment.members(of: ancestor, named: name))
      }
      protocols = environment.protocols(of: nominal).map(\.proto)
      // The library's own sets have all of it themselves.
      if nominal.library != nil { protocols.removeAll { $0.name == "SetAlgebra" && $0.library != nil } }
      if nominal.kind == .enumeration, nominal.isUserType {
        for implied in nominal.cases.allSatisfy({ $0.payload.isEmpty }) ? ["Hashable", "RawRepresentable"] : [] {
          if implied == "RawRepresentable", nominal.rawType == nil { continue }
          if let proto = library.type(named: implied) { protocols += environment.closure(of: proto) }
        }
      }
    case .existential(let existential):
      for base in environment.classes(of: existential) { add(declarations(of: base, name)) }
      protocols = existential.protocols.flatMap { environment.closure(of: $0) }
    case .parameter, .member:
      for case .subclass(type, let base) in context.requirements { add(declarations(of: base, name)) }
      protocols = environment.knownProtocols(of: type, context.requirements)
    default: return []
    }
    var seen: Set<Nominal> = []
    for proto in protocols where seen.insert(proto).inserted { add(environment.members(of: proto, named: name)) }
    return result
  }

  // MARK: Binding

  func isAccessible(_ declaration: Declaration) -> Bool {
    switch declaration.access {
    case .private: return checker.isInside(context, declaration.owner, declaration)
    case .fileprivate: return declaration.declaredIn?.name == context.file.name
    default: return true
    }
  }

  /// The reference's type with fresh variables for what is generic, and its requirements as constraints.
  func bind(_ candidate: Candidate, _ result: Type, _ constraint: Constraint) -> Answer {
    let declaration = candidate.declaration
    guard declaration.resolved() else { return .failed(.unresolved) }
    let expression = constraint.expression
    if !isAccessible(declaration) {
      if !isDiagnosing { return .failed(.inaccessible(declaration)) }
      state.fixes.append(Fix(reason: .inaccessible(declaration), expression: expression, role: constraint.role))
      state.score.fixes += 1
    }
    var substitution: Substitution = [:]
    var base = candidate.base
    if let owner = declaration.owner {
      if base == nil {
        // An operator declared in a type: the type's own parameters are open.
        base =
          owner.selfParameter.map { fresh(expression, parameter: $0) }
          ?? .nominal(owner, owner.genericParameters.map { fresh(expression, parameter: $0) })
      }
      if let own = owner.selfParameter {
        substitution[own] = base
        if candidate.base == nil, let base { add(.conforms(base, owner), expression, constraint.role) }
      } else if let base, let seen = environment.upcast(base, to: owner) {
        substitution.merge(owner.substitution(seen.genericArguments)) { first, _ in first }
      }
    }
    // In `Set<Int>(…)` they are the type's.
    let explicit: [TypeNode] =
      if declaration.kind == .initializer, !expression.isMember { [] } else { genericArguments(of: expression) }
    for (index, generic) in declaration.generics.enumerated() {
      if explicit.indices.contains(index) {
        substitution[generic] = checker.resolve(explicit[index], context, self)
      } else {
        substitution[generic] = fresh(expression, parameter: generic)
      }
    }
    var type = declaration.valueType.substituting(substitution)
    if declaration.givesOwnType, let base = candidate.base, base.isClass, case .function(var function) = type {
      function.result = base
      type = .function(function)
    }
    if declaration.kind == .initializer, let base = candidate.base, case .parameter = base,
      case .function(var function) = type
    {
      // `T(name:)` where `T` is a class or below it.
      function.result = declaration.isFailable ? library.optional(base) : base
      type = .function(function)
    }
    if candidate.isUnapplied, let base {
      type = .function(FunctionType([.init(type: base, isInout: declaration.isMutating)], type))
    }
    type = openDependents(type)
    for requirement in declaration.requirements {
      switch requirement.substituting(substitution) {
      case .conforms(let subject, let proto):
        add(.conforms(openDependents(subject), proto), expression, constraint.role)
      case .same(let left, let right):
        add(.equal(openDependents(left, expression), openDependents(right, expression)), expression, constraint.role)
      case .subclass(let subject, let ancestor):
        add(.subclass(openDependents(subject), ancestor), expression, constraint.role)
      }
    }
    if declaration.kind == .initializer, let owner = declaration.owner {
      for requirement in owner.requirements {
        if case .conforms(let subject, let proto) = requirement.substituting(substitution) {
          add(.conforms(openDependents(subject), proto), expression, constraint.role)
        }
      }
    }
    state.choices[ObjectIdentifier(expression)] = Choice(
      declaration: declaration, base: base, substitution: substitution, throughOptional: candidate.throughOptional,
      isUnapplied: candidate.isUnapplied, isOnMetatype: candidate.isOnMetatype, type: type)
    if declaration.isUnwrapped, declaration.kind == .variable, !expression.isKeyPathStep {
      add(.unwrapped(type, result: result), expression, constraint.role)
      return .solved
    }
    return unify(type, result) ? .solved : .failed(.mismatch(full(type), full(result)))
  }

  private func genericArguments(of expression: Expr) -> [TypeNode] {
    switch expression.kind {
    case .name(let name), .member(_, let name), .implicitMember(let name): name.genericArguments
    default: []
    }
  }

  // MARK: Implicit members

  func implicitMember(_ base: Type, _ name: Name, _ result: Type, _ constraint: Constraint) -> Answer {
    let base = head(base)
    switch base {
    case .variable: return .waiting
    case .hole:
      hole(result)
      return .solved
    default: break
    }
    var candidates = lookup(.metatype(full(base)), name).filter { !$0.isUnapplied }
    if let wrapped = base.wrapped {
      let inner = full(wrapped)
      if inner.hasVariables, candidates.isEmpty, case .variable = head(wrapped) { return .waiting }
      let found = lookup(.metatype(inner), name).filter { !$0.isUnapplied }.map { candidate in
        var candidate = candidate
        candidate.throughOptional = true
        return candidate
      }
      candidates += found
    }
    guard !candidates.isEmpty else {
      if case .existential(let existential) = base, existential.protocols.isEmpty {
        return .failed(.noContext(name))
      }
      return .failed(.noMember(base: .metatype(full(base)), name: name))
    }
    return refer(to: candidates, result, constraint)
  }
}

extension Declaration {
  func isOverriding(_ other: Declaration) -> Bool {
    guard name == other.name, kind == other.kind, isStatic == other.isStatic, !isApart(from: other) else {
      return false
    }
    // One for some of the types and one for all: `where Failure == Never`.
    if kind == .variable {
      if owner === other.owner { return !other.isConditionalTwin(of: self) }
      return requirements.isEmpty || owner?.kind == .protocolType
    }
    guard owner?.kind != .protocolType || other.implementation.isRequirement, owner !== other.owner else {
      return false
    }
    resolved()
    other.resolved()
    return labels == other.labels && parameters.count == other.parameters.count
      && (parameters.map(\.type) == other.parameters.map(\.type) || other.implementation.isRequirement)
  }
}

extension Declaration {
  fileprivate func isConditionalTwin(of other: Declaration) -> Bool {
    !implementation.isRequirement && !other.implementation.isRequirement && requirements != other.requirements
  }
}

extension Declaration.Implementation {
  var isRequirement: Bool {
    if case .requirement = self { return true }
    return false
  }
}

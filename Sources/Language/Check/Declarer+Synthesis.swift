/// Members nobody writes: memberwise and default initialisers, raw values, all cases.
extension Declarer {
  func synthesize(_ nominal: Nominal, _ node: NominalNode) {
    let hasInitializer = nominal.members["init"] != nil
    switch nominal.kind {
    case .structure where !hasInitializer: addMemberwise(nominal)
    case .classType:
      addClassInitializers(nominal)
      // A superclass that is identifiable has its identity.
      let isInherited = nominal.superclass?.nominal?.declaring == .done
      addIdentity(nominal, environment.protocols(of: nominal, own: isInherited).map(\.proto))
    case .enumeration: addEnumMembers(nominal)
    default: break
    }
  }

  private func synthetic(_ kind: Declaration.Kind, _ name: String, _ nominal: Nominal) -> Declaration {
    let declaration = Declaration(kind, name, owner: nominal)
    declaration.declaredIn = file
    declaration.span = nominal.span
    return declaration
  }

  private func addMemberwise(_ nominal: Nominal) {
    let declaration = synthetic(.initializer, "init", nominal)
    declaration.isStatic = true
    declaration.implementation = .memberwise
    declaration.result = nominal.selfType
    declaration.resolve = { declaration in
      guard let nominal = declaration.owner else { return }
      declaration.parameters = nominal.memberwiseProperties.map {
        property in
        property.declaration.resolved()
        var type = property.type == .hole ? property.declaration.result : property.type
        if property.wrapping != nil, let name = property.wrapped,
          let wrapped = nominal.members[name]?.first(where: { $0.storage === property }), wrapped.resolved()
        {
          type = wrapped.result
        }
        var parameter = Declaration.Parameter(
          label: property.wrapped ?? property.name, name: property.name, type: type)
        parameter.builder = property.declaration.builder
        parameter.hasDefault =
          property.initial != nil
          || !property.isLet && (property.wrapping == nil ? property.type : type).wrapped != nil
        return parameter
      }
    }
    declaration.access = nominal.memberwiseAccess
    nominal.members["init", default: []].append(declaration)
    let properties = nominal.storedProperties
    guard !properties.isEmpty,
      properties.allSatisfy({ $0.initial != nil || $0.isLazy || (!$0.isLet && $0.type.wrapped != nil) })
    else { return }
    let empty = synthetic(.initializer, "init", nominal)
    empty.isStatic = true
    empty.implementation = .memberwise
    empty.result = nominal.selfType
    nominal.members["init", default: []].append(empty)
  }

  /// A class without designated initialisers of its own gets the superclass', or an empty one, if every property has a
  /// value without help.
  private func addClassInitializers(_ nominal: Nominal) {
    let own = nominal.members["init"] ?? []
    if own.contains(where: { !$0.isConvenience }) { return inheritConvenience(nominal, own) }
    let inheritedCount = nominal.superclass?.nominal?.storedProperties.count ?? 0
    let unset = nominal.storedProperties.dropFirst(inheritedCount).filter { property in
      property.initial == nil && !property.isLazy && !(property.type.wrapped != nil && !property.isLet)
        && !property.isWeak
    }
    if !unset.isEmpty {
      // One that is decoded is made that way.
      let isDecoded = nominal.conformances.contains { conformance in
        environment.closure(of: conformance.proto).contains { $0.name == "Decodable" && $0.library != nil }
      }
      if own.isEmpty, !isDecoded {
        diagnostics.add(
          .error, "class '\(nominal.name)' has no initializers", file, nominal.span,
          notes: unset.map {
            (
              "stored property '\($0.name)' without initial value prevents synthesized initializers",
              $0.declaration.span
            )
          },
          fixIts: nominal.superclass == nil ? Stubs.initializer(of: unset, nominal, file) : [])
      }
      return
    }
    if let base = nominal.superclass?.nominal, base.isUserType {
      for inherited in environment.members(of: base, named: "init") { inherit(inherited, nominal, from: base) }
      return
    }
    addImplicitInitializer(nominal)
  }

  /// `init()` that only runs the properties' initial values.
  func addImplicitInitializer(_ nominal: Nominal) {
    let declaration = synthetic(.initializer, "init", nominal)
    declaration.isStatic = true
    declaration.implementation = .implicitInit
    declaration.result = nominal.selfType
    nominal.members["init", default: []].append(declaration)
  }

  /// An `Identifiable` class without `id` is identified by its object.
  func addIdentity(_ nominal: Nominal, _ protocols: [Nominal]) {
    guard nominal.kind == .classType, protocols.contains(where: { $0.name == "Identifiable" && $0.library != nil }),
      nominal.lineage.allSatisfy({ environment.members(of: $0, named: "id").isEmpty }),
      let identifier = library.type(named: "ObjectIdentifier")
    else { return }
    let declaration = synthetic(.variable, "id", nominal)
    declaration.result = .nominal(identifier, [])
    declaration.implementation = .native(
      .contextual { call in .native(IdentityObject(call[0], type: call.result)) })
    nominal.members["id", default: []].append(declaration)
    identities.append((nominal, declaration))
  }

  /// The identity of objects gives way to one that an extension of the program's own protocols has.
  func settleIdentities() {
    for (nominal, declaration) in identities {
      let hasNearer = environment.protocols(of: nominal).contains { conformance in
        conformance.proto.library == nil
          && environment.members(of: conformance.proto, named: "id").contains { !$0.implementation.isRequirement }
      }
      if hasNearer { nominal.members["id"]?.removeAll { $0 === declaration } }
    }
    identities = []
  }

  /// The superclass' initialiser as one of the class' own.
  private func inherit(_ inherited: Declaration, _ nominal: Nominal, from base: Nominal) {
    let declaration = synthetic(.initializer, "init", nominal)
    declaration.isStatic = true
    declaration.implementation = .inheritedInit(inherited)
    declaration.isConvenience = inherited.isConvenience
    declaration.isFailable = inherited.isFailable
    declaration.access = inherited.access
    declaration.resolve = { [self] declaration in
      guard let nominal = declaration.owner else { return }
      inherited.resolved()
      let substitution =
        environment.upcast(nominal.selfType, to: base).map { base.substitution($0.genericArguments) } ?? [:]
      declaration.parameters = inherited.parameters.map { parameter in
        var result = parameter
        result.type = parameter.type.substituting(substitution)
        return result
      }
      declaration.isThrowing = inherited.isThrowing
      declaration.generics = inherited.generics
      declaration.result = inherited.isFailable ? library.optional(nominal.selfType) : nominal.selfType
    }
    nominal.members["init", default: []].append(declaration)
  }

  /// A class that overrides all designated initialisers of its superclass has the convenience ones too.
  private func inheritConvenience(_ nominal: Nominal, _ own: [Declaration]) {
    guard let base = nominal.superclass?.nominal, base.isUserType else { return }
    let inherited = environment.members(of: base, named: "init")
    func isOverridden(_ declaration: Declaration) -> Bool {
      own.contains {
        $0.resolved() && declaration.resolved() && $0.labels == declaration.labels
          && $0.parameters.map(\.type) == declaration.parameters.map(\.type)
      }
    }
    guard inherited.filter({ !$0.isConvenience }).allSatisfy(isOverridden) else { return }
    for declaration in inherited where declaration.isConvenience && !isOverridden(declaration) {
      inherit(declaration, nominal, from: base)
    }
  }

  func addEnumMembers(_ nominal: Nominal) {
    if let raw = nominal.rawType {
      let value = synthetic(.variable, "rawValue", nominal)
      value.result = raw
      value.implementation = .derived(.rawValue)
      nominal.members["rawValue", default: []].append(value)
      let initializer = synthetic(.initializer, "init", nominal)
      initializer.isStatic = true
      initializer.isFailable = true
      initializer.result = library.optional(nominal.selfType)
      initializer.parameters = [Declaration.Parameter(label: "rawValue", name: "rawValue", type: raw)]
      initializer.implementation = .derived(.initRawValue)
      nominal.members["init", default: []].append(initializer)
    }
    if environment.protocols(of: nominal).contains(where: { $0.proto.name == "CaseIterable" && $0.proto.library != nil }
    ),
      nominal.members["allCases"] == nil
    {
      let all = synthetic(.variable, "allCases", nominal)
      all.isStatic = true
      all.result = library.array(nominal.selfType)
      all.implementation = .derived(.allCases)
      nominal.members["allCases", default: []].append(all)
    }
  }
}

extension Nominal {
  /// The derived initialiser is seen as far as what it sets.
  fileprivate var memberwiseAccess: Modifiers.Access {
    let levels = memberwiseProperties.map { property in
      property.wrapped.flatMap { members[$0]?.first?.access } ?? property.declaration.access
    }
    return levels.contains(.private) ? .private : levels.contains(.fileprivate) ? .fileprivate : .internal
  }
}

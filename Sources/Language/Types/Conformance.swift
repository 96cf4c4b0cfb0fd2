extension Type {
  /// Values of the type are objects: what they hold can change though they do not.
  func isReference(_ environment: TypeEnvironment, _ context: [Requirement]) -> Bool {
    switch self {
    case .nominal: isClass
    case .existential(let existential):
      existential.isAnyObject || existential.protocols.contains { environment.isClassBound($0) }
    case .parameter, .member:
      context.contains { if case .subclass(self, _) = $0 { true } else { false } }
        || environment.knownProtocols(of: self, context).contains { environment.isClassBound($0) }
    default: false
    }
  }
}

extension ExistentialType {
  static func cannotConform(_ type: Type, _ proto: Nominal) -> String {
    "type '\(type)' cannot conform to '\(proto.name)' [#ProtocolTypeNonConformance]"
  }
}

/// Which types conform to which protocols, and what their associated types are.
extension TypeEnvironment {
  enum ConformanceAnswer {
    case no
    /// It does if these hold.
    case yes([Requirement])
  }

  /// - Parameter context: what is known of the generic parameters in scope.
  func conformance(of type: Type, to proto: Nominal, context: [Requirement]) -> ConformanceAnswer {
    if library.isMarker(proto) { return .yes([]) }
    switch type {
    case .hole: return .yes([])
    case .nominal(let nominal, let arguments):
      for found in protocols(of: nominal) where found.proto === proto {
        // Conditions of an inherited conformance speak of the superclass' parameters; those have none here.
        return .yes(found.conditions.map { $0.substituting(nominal.substitution(arguments)) })
      }
      return derivedConformance(nominal, proto)
    case .parameter(let parameter):
      if parameter.isSelf, let owner = parameter.proto, closure(of: owner).contains(proto) {
        return .yes([])
      }
      return known(type, proto, context) ? .yes([]) : .no
    case .member:
      if known(type, proto, context) { return .yes([]) }
      // What the protocol says of its associated type, or of one that is equal.
      for case .member(let base, let name) in equal(to: type, context) {
        for candidate in knownProtocols(of: base, context) {
          guard let associated = candidate.associatedTypes[name] else { continue }
          if associated.bounds.contains(where: { closure(of: $0).contains(proto) }) { return .yes([]) }
        }
      }
      return .no
    case .existential(let existential):
      // `any Error` is the one existential that conforms to its protocol; `Any` to none.
      if proto === library.errorProtocol, existential.protocols.contains(where: { closure(of: $0).contains(proto) }) {
        return .yes([])
      }
      return .no
    case .tuple(let elements):
      return elements.isEmpty && proto.library != nil && proto.name == "Sendable" ? .yes([]) : .no
    default: return .no
    }
  }

  /// Enums without payload are equatable and hashable without saying so; the rest must be declared.
  private func derivedConformance(_ nominal: Nominal, _ proto: Nominal) -> ConformanceAnswer {
    guard nominal.kind == .enumeration, proto.library != nil else { return .no }
    if proto === library.equatable || proto === library.hashable,
      nominal.cases.allSatisfy({ $0.payload.isEmpty })
    {
      return .yes([])
    }
    return nominal.rawType != nil && proto.name == "RawRepresentable" ? .yes([]) : .no
  }

  private func known(_ type: Type, _ proto: Nominal, _ context: [Requirement]) -> Bool {
    let names = equal(to: type, context)
    for requirement in context {
      switch requirement {
      case .conforms(let subject, let bound) where names.contains(subject):
        if closure(of: bound).contains(proto) { return true }
      case .subclass(let subject, let base) where names.contains(subject):
        if case .yes = conformance(of: base, to: proto, context: []) { return true }
      default: break
      }
    }
    return false
  }

  /// The protocols that a generic parameter or a dependent type is known to conform to.
  func knownProtocols(of type: Type, _ context: [Requirement]) -> [Nominal] {
    var result: [Nominal] = []
    if case .parameter(let parameter) = type, parameter.isSelf, let owner = parameter.proto {
      result += closure(of: owner)
    }
    if case .member(let base, let name) = type {
      for candidate in knownProtocols(of: base, context) {
        for bound in candidate.associatedTypes[name]?.bounds ?? [] { result += closure(of: bound) }
      }
    }
    // `associatedtype Time: Strideable where Time.Stride: Convertible` says it of a member of a member.
    if case .member(.member(let root, let associated), _) = type {
      for candidate in knownProtocols(of: root, context) {
        guard let own = candidate.selfParameter, let requirements = candidate.associatedTypes[associated]?.requirements
        else { continue }
        for case .conforms(let subject, let bound) in requirements where subject.substituting([own: root]) == type {
          result += closure(of: bound)
        }
      }
    }
    let names = equal(to: type, context)
    for case .conforms(let subject, let bound) in context where names.contains(subject) {
      result += closure(of: bound)
    }
    var seen: Set<Nominal> = []
    return result.filter { seen.insert($0).inserted }
  }

  /// The type, and the dependent types that the context says are equal to it.
  private func equal(to type: Type, _ context: [Requirement]) -> [Type] {
    var equal = [type]
    var index = 0
    while index < equal.count {
      for case .same(let left, let right) in context {
        if left == equal[index], !equal.contains(right) { equal.append(right) }
        if right == equal[index], !equal.contains(left) { equal.append(left) }
      }
      index += 1
    }
    return equal
  }

  /// One stands for all that are equal, a known one if there is one.
  private func representative(of type: Type, _ context: [Requirement]) -> Type {
    let equal = equal(to: type, context)
    if equal.count == 1 { return type }
    let known = equal.first { if case .member = $0 { false } else { true } }
    // What is said by way of another type may be said by way of this one there.
    let plain = equal.filter { if case .member(.nominal, _) = $0 { false } else { true } }
    return known ?? plain.min { "\($0)" < "\($1)" } ?? type
  }

  /// What a protocol says of its associated type: `where ObjectWillChangePublisher.Failure == Never`, or of one that it
  /// inherits: `protocol Relay: Publisher where Failure == Never`.
  private func stated(_ member: Type, _ context: [Requirement]) -> Type? {
    if case .member(.parameter(let parameter), _) = member, !parameter.isSelf {
      for proto in knownProtocols(of: .parameter(parameter), context) {
        guard let own = proto.selfParameter else { continue }
        for requirement in proto.requirements {
          switch requirement.substituting([own: .parameter(parameter)]) {
          case .same(member, let type) where !type.hasParameters || type == .parameter(parameter),
            .same(let type, member) where !type.hasParameters || type == .parameter(parameter):
            return type
          default: break
          }
        }
      }
    }
    guard case .member(.member(let root, let associated), _) = member else { return nil }
    for proto in knownProtocols(of: root, context) {
      guard let own = proto.selfParameter else { continue }
      for requirement in proto.associatedTypes[associated]?.requirements ?? [] {
        switch requirement.substituting([own: root]) {
        case .same(member, let type), .same(let type, member):
          // Another associated type of the same one says more; what is further away says nothing.
          if case .member(let base, _) = type, base != root { continue }
          return type
        default: break
        }
      }
    }
    return nil
  }

  /// `base.name` as a type, where the base is known well enough.
  func memberType(of base: Type, named name: String, context: [Requirement]) -> Type? {
    // Types can be declared by way of themselves, each time with larger arguments.
    guard memberDepth < Self.memberDepthMax, StackGuard.hasRoom else { return nil }
    if memberDepth % 8 == 7 { library.progress?.lookAfterOthers() }
    if memberDepth % 8 == 7, base.isLarger(than: Type.namesMax) { return nil }
    memberDepth += 1
    defer { memberDepth -= 1 }
    switch base {
    case .nominal(let nominal, let arguments):
      var current: Type? = base
      while let step = current, case .nominal(let owner, let given) = step {
        if let parameter = owner.genericParameters.first(where: { $0.name == name }) {
          return owner.substitution(given)[parameter]
        }
        switch typeMember(of: owner, named: name) {
        case .alias(let type, _)?: return resolve(type.substituting(owner.substitution(given)), context)
        case .nominal(let nested)?:
          return .nominal(nested, Array(given.prefix(nested.genericParameters.count)))
        case nil: break
        }
        current = owner.superclass.map { $0.substituting(owner.substitution(given)) }
      }
      if name == "RawValue", let raw = nominal.rawType { return raw }
      if let found = inferredAssociatedType(nominal, base, name, context) { return found }
      for conformance in protocols(of: nominal) {
        if let type = conformance.proto.associatedTypes[name]?.defaultType, let own = conformance.proto.selfParameter {
          return resolve(type.substituting([own: base]), context)
        }
      }
      _ = arguments
      return alias(named: name, of: protocols(of: nominal).map(\.proto), for: base, context)
    case .parameter, .member:
      if let alias = alias(named: name, of: knownProtocols(of: base, context), for: base, context) { return alias }
      let member = Type.member(base, name)
      guard let stated = stated(member, context) else { return representative(of: member, context) }
      // What is stated of a member may be said of another one, of which more may be known here.
      if case .member(let root, let name) = stated, root != base {
        return memberType(of: root, named: name, context: context) ?? stated
      }
      return stated
    case .existential(let existential):
      if let given = existential.arguments[name] { return given }
      for proto in existential.protocols {
        if let type = proto.associatedTypes[name]?.defaultType { return type }
      }
      for proto in existential.protocols.flatMap({ closure(of: $0) }) where proto.isUserType {
        if let bound = bound(of: name, in: proto, for: base, context) { return bound }
      }
      return nil
    case .hole: return .hole
    default: return nil
    }
  }

  /// A `typealias` in one of a type's protocols.
  private func alias(named name: String, of protocols: [Nominal], for base: Type, _ context: [Requirement]) -> Type? {
    for proto in protocols where proto.associatedTypes[name] == nil {
      guard let own = proto.selfParameter, case .alias(let alias, _)? = typeMember(of: proto, named: name) else {
        continue
      }
      return resolve(alias.substituting([own: base]), context)
    }
    return nil
  }

  /// `ID` from the type of `id`, `Element` from what `next()` gives: what a type's own members say of the associated
  /// types of its protocols.
  private func inferredAssociatedType(_ nominal: Nominal, _ base: Type, _ name: String, _ context: [Requirement])
    -> Type?
  {
    guard inferredDepth < Self.inferredDepthMax else { return nil }
    inferredDepth += 1
    defer { inferredDepth -= 1 }
    ensureMembers(of: nominal)
    func own(
      _ member: String, isStatic: Bool = false, _ test: (Declaration) -> Bool = { _ in true }
    ) -> Declaration? {
      for ancestor in nominal.lineage {
        for declaration in members(of: ancestor, named: member)
        where declaration.isStatic == isStatic && !declaration.implementation.isRequirement && declaration.resolved()
          && test(declaration)
        {
          return declaration
        }
      }
      return nil
    }
    for conformance in protocols(of: nominal)
    where conformance.proto.associatedTypes[name] != nil && (nominal.isUserType || conformance.proto.isUserType) {
      var found: Type?
      switch (conformance.proto.name, name) {
      case ("Identifiable", "ID"):
        found = own("id")?.result
        if found == nil {
          // What an extension of the program's own protocols has.
          found =
            protocols(of: nominal).lazy.filter { $0.proto.library == nil }.compactMap { conformance in
              self.members(of: conformance.proto, named: "id").first {
                !$0.implementation.isRequirement && $0.resolved()
              }?.result
            }.first
        }
        if found == nil, nominal.kind == .classType {
          found = library.type(named: "ObjectIdentifier").map { .nominal($0, []) }
        }
      case ("IteratorProtocol", "Element"): found = own("next") { $0.parameters.isEmpty }?.result.wrapped
      case ("Sequence", "Iterator"):
        found = own("makeIterator") { $0.parameters.isEmpty }?.result ?? (own("next") == nil ? nil : base)
      case ("Sequence", "Element"), ("Collection", "Element"):
        // What is its own iterator says it in `next()`.
        if protocols(of: nominal).contains(where: { $0.proto.name == "IteratorProtocol" && $0.proto.library != nil }),
          let element = own("next", { $0.parameters.isEmpty })?.result.wrapped
        {
          found = element
        } else if let iterator = own("makeIterator", { $0.parameters.isEmpty })?.result {
          found = memberType(of: iterator, named: "Element", context: context) ?? iterator.genericArguments.last
        } else {
          found = own("next")?.result.wrapped ?? own("subscript") { $0.parameters.count == 1 }?.result
        }
      case ("AsyncSequence", "Element"):
        if protocols(of: nominal).contains(where: {
          $0.proto.name == "AsyncIteratorProtocol" && $0.proto.library != nil
        }),
          let element = own("next", { $0.parameters.isEmpty })?.result.wrapped
        {
          found = element
        } else if let iterator = own("makeAsyncIterator", { $0.parameters.isEmpty })?.result {
          found = memberType(of: iterator, named: "Element", context: context)
        }
      case ("AsyncIteratorProtocol", "Element"): found = own("next") { $0.parameters.isEmpty }?.result.wrapped
      case ("Collection", "Index"): found = own("startIndex")?.result
      case ("SetAlgebra", "Element"): found = own("contains") { $0.labels == [nil] }?.parameters[0].type
      case ("SortComparator", "Compared"): found = own("compare") { $0.labels == [nil, nil] }?.parameters[0].type
      case ("Strideable", "Stride"): found = own("distance") { $0.labels == ["to"] }?.result
      case ("ExpressibleByArrayLiteral", "ArrayLiteralElement"): found = literalParameter(nominal, "arrayLiteral")
      case ("ExpressibleByDictionaryLiteral", "Key"): found = literalParameter(nominal, "dictionaryLiteral")?.element(0)
      case ("ExpressibleByDictionaryLiteral", "Value"):
        found = literalParameter(nominal, "dictionaryLiteral")?.element(1)
      case ("TopLevelDecoder", "Input"): found = own("decode") { $0.labels == [nil, "from"] }?.parameters[1].type
      case ("TopLevelEncoder", "Output"): found = own("encode") { $0.labels == [nil] }?.result
      default:
        found = witnessed(conformance.proto, name, own)
        if found == nil, conformance.proto.library == nil {
          found = said(of: name, by: conformance.proto, base, context)
        }
      }
      if let found, found != .hole {
        return resolve(found.substituting(nominal.substitution(base.genericArguments)), context)
      }
    }
    return nil
  }

  private func ensureMembers(of nominal: Nominal) {
    if nominal.declaring == .waiting { lineage.lazy.compactMap(\.declareMembers).first?(nominal) }
  }

  /// What an initialiser for literals takes.
  private func literalParameter(_ nominal: Nominal, _ label: String) -> Type? {
    for ancestor in nominal.lineage {
      for declaration in members(of: ancestor, named: "init") where declaration.resolved() {
        if declaration.labels == [label] { return declaration.parameters[0].type }
      }
    }
    return nil
  }

  private func witnessed(
    _ proto: Nominal, _ name: String, _ own: (String, Bool, (Declaration) -> Bool) -> Declaration?
  ) -> Type? {
    ensureMembers(of: proto)
    guard let parameter = proto.selfParameter else { return nil }
    let wanted = Type.member(.parameter(parameter), name)
    func match(_ pattern: Type, _ given: Type) -> Type? {
      if pattern == wanted { return given }
      switch (pattern, given) {
      case (.nominal(let a, let first), .nominal(let b, let second)) where a === b:
        return zip(first, second).lazy.compactMap { match($0, $1) }.first
      case (.function(let a), .function(let b)):
        return zip(a.parameters, b.parameters).lazy.compactMap { match($0.type, $1.type) }.first
          ?? match(a.result, b.result)
      case (.tuple(let a), .tuple(let b)): return zip(a, b).lazy.compactMap { match($0.type, $1.type) }.first
      default: return nil
      }
    }
    for requirement in proto.memberOrder where requirement.implementation.isRequirement && requirement.resolved() {
      let types = requirement.parameters.map(\.type) + [requirement.result]
      guard types.contains(where: { $0.contains { $0 == wanted } }),
        let witness = own(
          requirement.name, requirement.isStatic,
          { witness in
            // What speaks of no associated type is the same in both.
            witness.labels == requirement.labels
              && zip(witness.parameters, requirement.parameters).allSatisfy { own, asked in
                asked.type == own.type || asked.type.contains { if case .nominal = $0 { false } else { true } }
              }
          })
      else { continue }
      let given = witness.parameters.map(\.type) + [witness.result]
      if let found = zip(types, given).lazy.compactMap({ match($0, $1) }).first { return found }
    }
    return nil
  }

  /// Whether the type is that of any value that conforms to the protocol, which does not conform to it for that.
  func isOf(_ type: Type, _ proto: Nominal) -> Bool {
    guard case .existential(let existential) = type else { return false }
    return existential.protocols.contains { closure(of: $0).contains(proto) }
  }

  /// What another associated type says of one: `Item` of a protocol that has `associatedtype Items: Collection<Item>`.
  private func said(of name: String, by proto: Nominal, _ base: Type, _ context: [Requirement]) -> Type? {
    guard let own = proto.selfParameter else { return nil }
    for (other, associated) in proto.associatedTypes where other != name {
      for case .same(.member(.member(.parameter(own), other), let part), .member(.parameter(own), name))
        in associated.requirements
      {
        guard let type = memberType(of: base, named: other, context: context) else { continue }
        return memberType(of: type, named: part, context: context)
      }
    }
    return nil
  }

  /// What is known of an associated type of a value of which only a protocol is known: `any Collection<Int>`.
  private func bound(of name: String, in proto: Nominal, for base: Type, _ context: [Requirement]) -> Type? {
    guard let own = proto.selfParameter, let associated = proto.associatedTypes[name], !associated.bounds.isEmpty else {
      return nil
    }
    var arguments: [String: Type] = [:]
    for case .same(.member(.member(.parameter(own), name), let part), let type) in associated.requirements {
      let known = resolve(type.substituting([own: base]), context)
      if case .member = known { continue }
      arguments[part] = known
    }
    return .existential(ExistentialType(protocols: associated.bounds, arguments: arguments))
  }

  /// Only classes conform to it, because it says so or what it inherits from does.
  func isClassBound(_ proto: Nominal) -> Bool {
    closure(of: proto).contains(where: \.isClassBound)
      || !classes(of: ExistentialType(protocols: [proto])).isEmpty
  }

  /// The classes that a value of the type is of, because it says so or one of its protocols does.
  func classes(of existential: ExistentialType) -> [Type] {
    existential.base
      + existential.protocols.flatMap { closure(of: $0) }.flatMap { proto in
        proto.requirements.compactMap { requirement -> Type? in
          guard case .subclass(.parameter(let own), let base) = requirement, own.isSelf, base.isClass else {
            return nil
          }
          return base
        }
      }
  }

  /// Resolves dependent members whose bases are known; leaves the others.
  func resolve(_ type: Type, _ context: [Requirement]) -> Type {
    type.replacing(.members) { leaf in
      guard case .member(let base, let name) = leaf else { return nil }
      let resolved = resolve(base, context)
      switch resolved {
      case .variable: return .member(resolved, name)
      default: return memberType(of: resolved, named: name, context: context) ?? .member(resolved, name)
      }
    }
  }

  /// The type as its ancestor sees it: `Dog` as `Animal`, with the generic arguments that leads to.
  func upcast(_ type: Type, to ancestor: Nominal) -> Type? {
    var current: Type? = type
    while let step = current, case .nominal(let nominal, let arguments) = step {
      if nominal === ancestor { return step }
      current = nominal.superclass.map { $0.substituting(nominal.substitution(arguments)) }
    }
    return nil
  }
}

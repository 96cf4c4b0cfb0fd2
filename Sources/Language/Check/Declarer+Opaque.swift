/// `some P` as a result: a type of its own for each declaration, of which others know what it conforms to and nothing else.
///
/// Bodies give the existential, whose values have their type with them; callers see the type that is made here.
extension Declarer {
  func hide(_ declaration: Declaration, _ written: TypeNode, owner: Nominal?, outer: [GenericParameter] = []) {
    guard written.isOpaque else { return }
    declaration.opaqueResult = file.slice(written.span)
    guard case .existential(let bound) = declaration.result, let opaque = opaque(bound, file.slice(written.span)) else {
      return
    }
    opaque.genericParameters =
      (owner?.selfParameter.map { [$0] } ?? owner?.genericParameters ?? []) + outer + declaration.generics
    declaration.bodyResult = declaration.result
    declaration.result = opaque.selfType
  }

  /// `nil` where more is known than protocols: a superclass, or that values are objects.
  private func opaque(_ bound: ExistentialType, _ name: String) -> Nominal? {
    guard bound.base.isEmpty, !bound.isAnyObject, !bound.protocols.isEmpty,
      !bound.protocols.contains(where: environment.isClassBound)
    else { return nil }
    let opaque = Nominal(name, .structure)
    opaque.isOpaque = true
    opaque.conformances = bound.protocols.map { Conformance(proto: $0) }
    for (name, type) in bound.arguments { opaque.typeMembers[name] = .alias(type, []) }
    for proto in bound.protocols.flatMap({ environment.closure(of: $0) }) {
      for (name, associated) in proto.associatedTypes
      where opaque.typeMembers[name] == nil && associated.defaultType == nil {
        let part = Nominal("(\(opaque.name)).\(name)", .structure)
        part.isOpaque = true
        part.conformances = associated.bounds.map { Conformance(proto: $0) }
        opaque.typeMembers[name] = .alias(.nominal(part, []), [])
      }
    }
    return opaque
  }
}

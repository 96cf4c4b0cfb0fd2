/// What cannot be used of a value of which only a protocol is known: what takes `Self` or an associated type that it does
/// not name.
extension Verifier {
  func checkExistential(_ base: Expr, _ declaration: Declaration, _ expression: Expr) {
    guard case .existential(let existential) = base.type.strippingOptionals.0, let proto = declaration.owner,
      proto.isUserType, proto.kind == .protocolType, let own = proto.selfParameter
    else { return }
    let known = Set(existential.arguments.keys)
    let isTaken =
      declaration.parameters.contains { $0.type.takes(own, known, isInput: true) }
      || declaration.result.takes(own, known, isInput: false)
    guard isTaken else { return }
    error(
      "member '\(declaration.name)' cannot be used on value of type '\(base.type.strippingOptionals.0)'; consider using a "
        + "generic constraint instead [#ExistentialMemberAccess]", expression.span)
  }
}

extension Type {
  /// Whether a value of the parameter's type, or of an associated one that is not known, has to be given.
  fileprivate func takes(_ own: GenericParameter, _ known: Set<String>, isInput: Bool) -> Bool {
    switch self {
    case .parameter(let parameter): isInput && parameter == own
    case .member(.parameter(let parameter), let name): isInput && parameter == own && !known.contains(name)
    case .member(let base, _): base.takes(own, known, isInput: isInput)
    case .tuple(let elements): elements.contains { $0.type.takes(own, known, isInput: isInput) }
    case .nominal(_, let arguments): arguments.contains { $0.takes(own, known, isInput: isInput) }
    case .function(let function):
      function.parameters.contains { $0.type.takes(own, known, isInput: !isInput) }
        || function.result.takes(own, known, isInput: isInput)
    default: false
    }
  }
}

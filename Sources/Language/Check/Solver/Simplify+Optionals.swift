/// What `?` and `!` ask of types.
extension ConstraintSystem {
  func optionalObject(_ optional: Type, _ object: Type) -> Answer {
    switch head(optional) {
    case .variable: return .waiting
    case .hole:
      hole(object)
      return .solved
    case let type:
      guard let wrapped = type.wrapped else { return .failed(.notOptional(full(type))) }
      return unify(wrapped, object) ? .solved : .failed(.mismatch(full(wrapped), full(object)))
    }
  }

  func chain(_ inside: Type, _ result: Type) -> Answer {
    switch head(inside) {
    case .variable: return .waiting
    case .hole:
      hole(result)
      return .solved
    case let type:
      let whole = type.wrapped == nil ? library.optional(type) : type
      return unify(whole, result) ? .solved : .failed(.mismatch(full(whole), full(result)))
    }
  }
}

/// What the generic parameters of running code stand for.
///
/// Code is compiled once for all types. Where a type matters while running (`T.self`, a decoder's `T`), a generic
/// function finds it in a slot of its frame that its caller fills in, a method of a generic type in its object or record.
final class TypeArguments: NativeObject {
  let substitution: Substitution

  init(_ substitution: Substitution) {
    self.substitution = substitution
    super.init(type: .hole)
  }

  /// The arguments of a generic type and of what it inherits from; `nil` for other types, and where they are not all
  /// known.
  static func of(_ type: Type?) -> TypeArguments? {
    var substitution: Substitution = [:]
    var current = type
    while case .nominal(let nominal, let arguments)? = current {
      if arguments.contains(where: { $0.hasParameters || $0.hasHoles }) { return nil }
      let own = nominal.substitution(arguments)
      substitution.merge(own) { first, _ in first }
      current = nominal.superclass?.substituting(own)
    }
    return substitution.isEmpty ? nil : TypeArguments(substitution)
  }
}

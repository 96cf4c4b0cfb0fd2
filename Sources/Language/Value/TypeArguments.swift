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

  /// The arguments of a generic type; `nil` for other types, and where they are not all known.
  static func of(_ type: Type?) -> TypeArguments? {
    guard case .nominal(let nominal, let arguments)? = type, !arguments.isEmpty,
      !arguments.contains(where: { $0.hasParameters || $0.hasHoles })
    else { return nil }
    return TypeArguments(nominal.substitution(arguments))
  }
}

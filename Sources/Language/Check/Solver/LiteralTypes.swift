/// Literals: what they can become, and what they are when nothing says otherwise.
extension ConstraintSystem {
  /// Counts literals that became something else than they are by default.
  func noteLiteral(_ literal: LiteralKind, _ type: Type) {
    switch literal {
    case .integer where type != library.int, .floating where type != library.double: state.score.literals += 1
    case .string where type != library.string, .character where type != library.string: state.score.literals += 1
    case .array where type.nominal !== library.arrayNominal: state.score.literals += 1
    default: break
    }
  }

  /// Whether a literal can be a value of the type.
  func accepts(_ literal: LiteralKind, _ type: Type) -> Bool {
    switch type {
    case .hole, .variable: return true
    case .nominal(let nominal, _):
      switch literal {
      case .null where nominal.isOptional || nominal.name == "_OptionalNilComparisonType": return true
      case .array where nominal === library.arrayNominal || nominal === library.setNominal: return true
      case .dictionary where nominal === library.dictionaryNominal: return true
      default: break
      }
      return literal.protocols.contains { name in
        library.type(named: name).map { proto in
          if case .yes = environment.conformance(of: type, to: proto, context: context.requirements) { return true }
          return false
        } ?? false
      }
    case .parameter, .member:
      return literal.protocols.contains { name in
        library.type(named: name).map { environment.knownProtocols(of: type, context.requirements).contains($0) }
          ?? false
      }
    default: return false
    }
  }

  func arrayLiteral(_ type: Type, _ element: Type, _ constraint: Constraint) -> Answer {
    switch head(type) {
    case .variable: return .waiting
    case .hole:
      hole(element)
      return .solved
    case .nominal(let nominal, let arguments)
    where nominal === library.arrayNominal || nominal === library.setNominal:
      if unify(arguments[0], element) {
        if nominal === library.setNominal { askHashable(arguments[0], constraint) }
        return .solved
      }
      // Elements of a subclass, decided before it was known what for.
      if let ancestor = full(arguments[0]).nominal, ancestor.kind == .classType,
        environment.upcast(full(element), to: ancestor) == full(arguments[0])
      {
        return .solved
      }
      return .failed(.mismatch(full(element), full(arguments[0])))
    case let other:
      guard let inner = environment.memberType(of: other, named: "ArrayLiteralElement", context: context.requirements)
      else {
        return .failed(.mismatch(library.array(full(element)), full(other)))
      }
      return unify(inner, element) ? .solved : .failed(.mismatch(full(element), inner))
    }
  }

  /// A key, or an element of a set, that nobody has written the type of: written ones have been asked where they stand.
  private func askHashable(_ type: Type, _ constraint: Constraint) {
    if type.isVariable { add(.conforms(type, library.hashable), constraint.expression) }
  }

  func dictionaryLiteral(_ type: Type, _ key: Type, _ value: Type, _ constraint: Constraint) -> Answer {
    switch head(type) {
    case .variable: return .waiting
    case .hole:
      hole(key)
      hole(value)
      return .solved
    case .nominal(let nominal, let arguments) where nominal === library.dictionaryNominal:
      guard unify(arguments[0], key) else { return .failed(.mismatch(full(key), full(arguments[0]))) }
      askHashable(arguments[0], constraint)
      return unify(arguments[1], value) ? .solved : .failed(.mismatch(full(value), full(arguments[1])))
    case let other:
      guard let ownKey = environment.memberType(of: other, named: "Key", context: context.requirements),
        let ownValue = environment.memberType(of: other, named: "Value", context: context.requirements)
      else { return .failed(.mismatch(library.dictionary(full(key), full(value)), full(other))) }
      return unify(ownKey, key) && unify(ownValue, value)
        ? .solved : .failed(.mismatch(library.dictionary(full(key), full(value)), full(other)))
    }
  }

  /// What a literal is when nothing says otherwise.
  func literalDefault(_ id: Int) -> Type? {
    switch state.variables[id].literal {
    case .integer: library.int
    case .floating: library.double
    case .string, .character: library.string
    case .boolean: library.bool
    default: nil
    }
  }
}

extension LiteralKind {
  /// A type that conforms to one of these can be written so.
  var protocols: [String] {
    switch self {
    case .integer: ["ExpressibleByIntegerLiteral"]
    case .floating: ["ExpressibleByFloatLiteral"]
    case .string: ["ExpressibleByStringLiteral"]
    case .character: ["ExpressibleByExtendedGraphemeClusterLiteral", "ExpressibleByUnicodeScalarLiteral"]
    case .boolean: ["ExpressibleByBooleanLiteral"]
    case .null: ["ExpressibleByNilLiteral"]
    case .array: ["ExpressibleByArrayLiteral"]
    case .dictionary: ["ExpressibleByDictionaryLiteral"]
    }
  }
}

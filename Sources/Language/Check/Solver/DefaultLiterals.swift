/// Literals become what they are by default where nothing else says what they are.
extension ConstraintSystem {
  /// `[1, 2].map { $0 * factor }`: what literals say of a closure's parameter is tried before its body is looked at.
  func chooseParameter(of closure: Constraint, _ bounds: [Int: Bounds]) -> Step? {
    guard case .closure(let type, _, _) = closure.kind, let function = full(type).asFunction else { return nil }
    for parameter in function.parameters {
      guard case .variable(let id) = parameter.type, !state.parked.contains(id) else { continue }
      let bound = bounds[id]
      guard bound?.lower.isEmpty != false, bound?.upper.isEmpty != false, bound?.isIncomplete != true else { continue }
      let types = defaults(of: (bound?.literals.map(\.1) ?? []) + (literal(of: parameter.type).map { [$0] } ?? []))
      guard let first = types.first else { continue }
      if isDiagnosing { return .go { if !self.unify(parameter.type, first) { self.open(closure) } } }
      return .guessing(
        types.map { type in { if !self.unify(parameter.type, type) { self.refuse(closure.expression) } } },
        otherwise: { self.open(closure) })
    }
    return nil
  }

  /// What literals of one kind are, the likeliest first.
  private func defaults(of literals: [LiteralKind]) -> [Type] {
    guard let family = literals.first?.family, literals.allSatisfy({ $0.family == family }) else { return [] }
    if literals.contains(.floating) { return [library.double] }
    return switch literals[0] {
    case .integer: [library.int, library.double]
    case .string, .character: [library.string]
    case .boolean: [library.bool]
    default: []
    }
  }

  func defaultLiteral(_ bounds: [Int: Bounds]) -> Step? {
    if let step = openAwaitedArray() { return step }
    if let step = openSubscriptedDictionary() { return step }
    if let step = joinNestedLiterals(bounds) { return step }
    // A variable that several literals feed takes the widest of their defaults.
    for id in bounds.keys.sorted() {
      let bound = bounds[id]!
      guard state.variables[id].literal == nil, !bound.literals.isEmpty else { continue }
      let kinds = bound.literals.map(\.1)
      // Each side of `isWhole ? 1 : 2.5` is what it is by itself where any value is taken.
      // Beside others `nil` makes an optional of what they are.
      let valued = kinds.filter { $0 != .null }
      let differ =
        state.variables[id].origin.isTernary ? Set(kinds).count > 1 : Set(valued.map(\.family)).count > 1
      if let upper = bound.upper.first, case .existential = upper, differ {
        return .go { if !self.unify(.variable(id), upper) { self.bind(id, to: .hole) } }
      }
      if Set(kinds.filter { $0 != .null }.map(\.family)).count > 1, bound.upper.isEmpty, let open = openArray(of: id) {
        // What is done with the array may say what its elements are.
        return .go { self.bind(open, to: self.library.array(.variable(id))) }
      }
      if let step = openArraysOfClasses(bound.literals.map(\.0)) { return step }
      if let any = anyElement(id, bound) { return .go { self.bind(id, to: any) } }
      var type: Type?
      if kinds.contains(.floating) { type = library.double } else if kinds.contains(.integer) { type = library.int }
      if type == nil {
        for (literal, kind) in bound.literals where kind != .null {
          type = literalDefault(literal) ?? .variable(literal)
          break
        }
      }
      guard var type else { continue }
      // `stride(from: 0, to: 1, by: 0.25)`: a whole number next to one that is not may be a `Double`.
      if type == library.int, !kinds.contains(.null), bound.upper.isEmpty,
        openVariables.contains(where: { $0.element.literal == .floating })
      {
        return .branch(
          [library.int, library.double].map { type in
            { if !self.unify(.variable(id), type) { self.bind(id, to: .hole) } }
          })
      }
      if kinds.contains(.null) { type = library.optional(type) }
      // What it must convert to may rule the default out.
      if let upper = bound.upper.first, !nestedConverts(type, upper) { type = upper }
      return .go { if !self.unify(.variable(id), type) { self.bind(id, to: .hole) } }
    }
    let lonely = lonelyLiterals()
    if !lonely.isEmpty { return .go { for (id, type) in lonely { self.bind(id, to: type) } } }
    for (id, info) in openVariables {
      guard let literal = info.literal else { continue }
      if let type = literalDefault(id) {
        return .go { self.bind(id, to: type) }
      }
      switch literal {
      case .array:
        if let type = arrayDefault(id) { return .go { self.bind(id, to: type) } }
      case .dictionary:
        for constraint in state.constraints {
          if case .dictionaryLiteral(let type, let key, let value) = constraint.kind, head(type) == .variable(id) {
            return .go { self.bind(id, to: self.library.dictionary(key, value)) }
          }
        }
      default: break
      }
    }
    return nil
  }

  /// Literals that become `Any` or of which nothing speaks at all, all at once: what one is does not matter to another.
  private func lonelyLiterals() -> [(Int, Type)] {
    var spoken: Set<Int> = []
    for constraint in state.constraints + state.sleepers.all {
      if case .convert(let from, let to) = constraint.kind, literal(of: head(from)) != nil,
        case .existential(let existential) = head(to), existential.arguments.isEmpty
      {
        continue
      }
      spoken.formUnion(openVariables(in: constraint) ?? [])
    }
    return openVariables.compactMap { id, info in
      guard info.literal != nil, !spoken.contains(id), let type = literalDefault(id) else { return nil }
      return (id, type)
    }
  }

  func arrayDefault(_ id: Int) -> Type? {
    for constraint in state.constraints {
      if case .arrayLiteral(let type, let element) = constraint.kind, head(type) == .variable(id) {
        return library.array(element)
      }
    }
    return nil
  }

  /// The literal whose elements a variable stands for, if it is not known yet to be an array.
  private func openArray(of element: Int) -> Int? {
    for constraint in state.constraints {
      if case .arrayLiteral(let type, let wanted) = constraint.kind, head(wanted) == .variable(element),
        case .variable(let id) = head(type)
      {
        return id
      }
    }
    return nil
  }

  /// `["(": ")"][c]`: it is a dictionary, and what it is asked for says what its keys are.
  private func openSubscriptedDictionary() -> Step? {
    let bases = state.constraints.compactMap { constraint -> Type? in
      if case .subscripted(let base, _, _) = constraint.kind { head(base) } else { nil }
    }
    guard !bases.isEmpty else { return nil }
    for constraint in state.constraints {
      guard case .dictionaryLiteral(let type, let key, let value) = constraint.kind,
        case .variable(let id) = head(type),
        bases.contains(.variable(id))
      else { continue }
      return .go { self.bind(id, to: self.library.dictionary(key, value)) }
    }
    return nil
  }

  /// An array literal passed for a generic parameter whose element something speaks of: `S.Element == UInt8`.
  private func openAwaitedArray() -> Step? {
    let bases = state.constraints.compactMap { constraint -> Type? in
      if case .dependent(let base, "Element", _) = constraint.kind { return head(base) }
      return nil
    }
    guard !bases.isEmpty else { return nil }
    for constraint in state.constraints {
      guard case .arrayLiteral(let type, let element) = constraint.kind, case .variable(let id) = head(type) else {
        continue
      }
      let isAwaited = state.constraints.contains { other in
        guard case .convert(let from, let to) = other.kind, head(from) == .variable(id) else { return false }
        return bases.contains(head(to))
      }
      if isAwaited || bases.contains(.variable(id)) { return .go { self.bind(id, to: self.library.array(element)) } }
    }
    return nil
  }
}

extension Expr {
  fileprivate var isTernary: Bool { if case .ternary = kind { true } else { false } }
}

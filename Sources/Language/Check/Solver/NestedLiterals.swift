/// Literals of collections that stand side by side: `[[1, 2.5], [3]]` holds arrays of one type.
extension ConstraintSystem {
  /// What elements of a literal are: one variable for arrays, two for dictionaries.
  private typealias Parts = [Type]

  /// Nothing converts an array of whole numbers to one of fractions, so what one of them has as elements the others have,
  /// as long as nothing but literals speaks of it.
  func joinNestedLiterals(_ bounds: [Int: Bounds]) -> Step? {
    let collections = bounds.filter { _, bound in
      bound.lower.isEmpty && bound.upper.isEmpty && !bound.isIncomplete && bound.literals.count > 1
        && Set(bound.literals.map(\.1)).isSubset(of: [.array, .dictionary, .null])
    }
    guard !collections.isEmpty else { return nil }
    let parts = partsOfLiterals()
    for id in collections.keys.sorted() {
      let literals = collections[id]!.literals.filter { $0.1 != .null }.map { head(.variable($0.0)) }
      let known = literals.map { literal -> Parts? in
        guard case .variable(let id) = literal, let parts = parts[id], parts.allSatisfy({ isOfLiterals($0, bounds) })
        else { return nil }
        return parts
      }
      guard known.count > 1, let first = known.first ?? nil, known.allSatisfy({ $0?.count == first.count }),
        known.contains(where: { !areSame($0!, first) })
      else { continue }
      let join = { [self] in
        zip(literals, known).allSatisfy { literal, parts in
          unify(literals[0], literal) && zip(first, parts!).allSatisfy { unify($0, $1) }
        }
      }
      // They have nothing in common, which is said where it is seen.
      guard holds(join) else { continue }
      return .go { _ = join() }
    }
    return nil
  }

  private func holds(_ body: @escaping () -> Bool) -> Bool {
    var holds = false
    _ = attempt {
      holds = body()
      return false
    }
    return holds
  }

  private func areSame(_ left: Parts, _ right: Parts) -> Bool { left.map(head) == right.map(head) }

  /// Literals convert to it and nothing else, or it is a value's type that literals can be.
  private func isOfLiterals(_ type: Type, _ bounds: [Int: Bounds]) -> Bool {
    switch head(type) {
    case .variable(let id):
      guard let bound = bounds[id] else { return false }
      return bound.lower.isEmpty && bound.upper.isEmpty && !bound.isIncomplete && !bound.isAwaited
        && !bound.literals.isEmpty
    case .nominal(let nominal, _): return nominal.kind != .classType
    default: return false
    }
  }

  private func partsOfLiterals() -> [Int: Parts] {
    var result: [Int: Parts] = [:]
    for constraint in state.constraints {
      switch constraint.kind {
      case .arrayLiteral(let type, let element):
        if case .variable(let id) = head(type) { result[id] = [element] }
      case .dictionaryLiteral(let type, let key, let value):
        if case .variable(let id) = head(type) { result[id] = [key, value] }
      default: break
      }
    }
    return result
  }
}

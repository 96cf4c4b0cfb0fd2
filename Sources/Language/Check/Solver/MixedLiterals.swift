/// Collections whose elements have nothing in common but that they are values: `print([1, "a"])`.
extension ConstraintSystem {
  private static let alternativesMax = 6

  /// What stands for an element of a literal, or for a value of a dictionary's.
  func elementOfAnyKind(_ collection: Expr) -> Type {
    let type = fresh(collection)
    if case .variable(let id) = type { state.variables[id].collection = collection }
    return type
  }

  /// What an element is where literals of several kinds are all that is known of it.
  func anyElement(_ id: Int, _ bound: Bounds) -> Type? {
    let kinds = bound.literals.map(\.1)
    guard !isDiagnosing, let collection = state.variables[id].collection, bound.upper.isEmpty,
      Set(kinds.filter { $0 != .null }.map(\.family)).count > 1, !wantsType(collection)
    else { return nil }
    return kinds.contains(.null) ? library.optional(.any) : .any
  }

  /// One that is the whole expression, for which the compiler wants a type written.
  private func wantsType(_ collection: Expr) -> Bool { isWithoutContext(collection) && !rootRole.isOfLoop }

  /// What may be `Any` where nothing else holds: the elements of one literal that mixes them, or of all.
  func mixedElements(of start: State) -> [[Type]] {
    let elements = start.constraints.reversed().compactMap { constraint -> Type? in
      if wantsType(constraint.expression) { return nil }
      return switch (constraint.kind, constraint.expression.kind) {
      case (.arrayLiteral(_, let element), .array(let elements)) where Self.areMixed(elements): element
      case (.dictionaryLiteral(_, _, let value), .dictionary(let pairs)) where Self.areMixed(pairs.map(\.value)): value
      default: nil
      }
    }
    if elements.isEmpty { return [] }
    return elements.prefix(Self.alternativesMax).map { [$0] } + (elements.count > 1 ? [elements] : [])
  }

  /// Literals of several kinds, or something besides literals.
  private static func areMixed(_ elements: [Expr]) -> Bool {
    guard elements.count > 1 else { return false }
    var kinds: Set<Int> = []
    for element in elements {
      switch element.kind {
      case .integer, .floating: kinds.insert(0)
      case .string: kinds.insert(1)
      case .boolean: kinds.insert(2)
      case .array: kinds.insert(3)
      case .dictionary: kinds.insert(4)
      case .nilLiteral: continue
      default: return true
      }
    }
    return kinds.count > 1
  }
}

extension Role {
  /// What a loop goes through.
  fileprivate var isOfLoop: Bool { if case .sequence = self { true } else { false } }
}

extension [Expr] {
  /// One of them is written `nil`.
  var haveNil: Bool {
    contains { element in
      if case .nilLiteral = element.kind { true } else { false }
    }
  }
}

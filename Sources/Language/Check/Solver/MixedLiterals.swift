/// Collections whose elements have nothing in common but that they are values: `print([1, "a"])`.
extension ConstraintSystem {
  private static let alternativesMax = 6

  /// What may be `Any` where nothing else holds: the elements of one literal that mixes them, or of all. Not of one that is the
  /// whole expression, for which the compiler wants a type written.
  func mixedElements(of start: State) -> [[Type]] {
    let elements = start.constraints.reversed().compactMap { constraint -> Type? in
      if isWithoutContext(constraint.expression), !rootRole.isOfLoop { return nil }
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

/// Long chains are gone through from their beginning.
extension ConstraintSystem {
  /// Generates what a chain begins with, so that its length is not the depth of the stack.
  func generateInnerLinks(of expression: Expr, _ generate: (Expr) -> Type) {
    for link in expression.innerLinks.reversed() { generatedLinks[ObjectIdentifier(link)] = generate(link) }
  }
}

extension Expr {
  /// The links of a chain of calls or of operators that are generated before this one, the innermost last.
  fileprivate var innerLinks: [Expr] {
    var result: [Expr] = []
    var current = self
    while let next = current.innerLink {
      result.append(next)
      current = next
    }
    return result
  }

  private var innerLink: Expr? {
    switch kind {
    case .call(let callee, _):
      guard case .member(let base, _) = callee.kind, case .call = base.kind else { return nil }
      return base
    case .binary(_, let left, _):
      guard case .binary = left.kind else { return nil }
      return left
    default: return nil
    }
  }
}

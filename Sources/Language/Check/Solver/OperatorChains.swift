/// Operators between operands of one type: `60 * 60 * 24`, `width * 2.5 - margin`. Most are, and they need no search.
extension ConstraintSystem {
  /// The one overload of an operator for just the types that the operands have; literals go along. Nothing can do better,
  /// so that a long sum is not a long search.
  func exactOperator(_ viable: [Candidate], _ expression: Expr) -> Candidate? {
    guard !viable.isEmpty, expression.isOperation, let shape = callShapes[ObjectIdentifier(expression)]
    else { return nil }
    let types = shape.types.map(full)
    guard types.contains(where: { !$0.hasVariables }) else { return nil }
    var found: Candidate?
    for candidate in viable where candidate.declaration.generics.isEmpty {
      let fits = zip(candidate.declaration.parameters, types).allSatisfy { parameter, type in
        if let literal = literal(of: type) { return accepts(literal, parameter.type) }
        return type == parameter.type && !type.hasParameters
      }
      guard fits else { continue }
      if found != nil { return nil }
      found = candidate
    }
    return found
  }

  // MARK: Chains of literals

  /// An undecided operator, and where its constraint is.
  private struct Link {
    let index: Int
    let constraint: Constraint
    let candidates: [Candidate]
    let shape: CallShape
  }

  /// Operators that feed one another, decided together: all of them for the one type that their operands suggest.
  func chooseLinkedOperators() -> Step? {
    var links: [ObjectIdentifier: Link] = [:]
    for (index, constraint) in state.constraints.enumerated() {
      guard case .overload(_, let candidates) = constraint.kind, constraint.expression.isArithmetic,
        let shape = callShapes[ObjectIdentifier(constraint.expression)]
      else { continue }
      links[ObjectIdentifier(constraint.expression)] = Link(
        index: index, constraint: constraint, candidates: viable(candidates, constraint), shape: shape)
    }
    guard links.count > 1 else { return nil }
    let inner = Set(
      links.values.flatMap { $0.shape.arguments.map { ObjectIdentifier(stripped($0.value)) } }.filter {
        links[$0] != nil
      })
    for top in links.values.sorted(by: { $0.index < $1.index }) {
      let expression = top.constraint.expression
      guard !inner.contains(ObjectIdentifier(expression)) else { continue }
      var chain: [Link] = []
      var leaves = Leaves()
      gather(top, links, &chain, &leaves)
      guard chain.count > 1, !leaves.isOpen else { continue }
      let alternatives = types(leaves, wanted: upperType(of: expression)).compactMap { alternative(chain, $0) }
      if !alternatives.isEmpty { return .preferring(alternatives + [{ self.state.linksOperators = false }]) }
    }
    return nil
  }

  private struct Leaves {
    var known: [Type] = []
    var literals: Set<Int> = []
    var hasFraction = false
    /// An operand of which nothing is known yet.
    var isOpen = false
  }

  private func gather(
    _ link: Link, _ links: [ObjectIdentifier: Link], _ chain: inout [Link], _ leaves: inout Leaves
  ) {
    chain.append(link)
    for (argument, type) in zip(link.shape.arguments, link.shape.types) {
      if let next = links[ObjectIdentifier(stripped(argument.value))] {
        gather(next, links, &chain, &leaves)
        continue
      }
      let type = full(type)
      if let literal = literal(of: type) {
        leaves.literals.insert(literal.family)
        if literal == .floating { leaves.hasFraction = true }
      } else if type.hasVariables {
        leaves.isOpen = true
      } else if !leaves.known.contains(type) {
        leaves.known.append(type)
      }
    }
  }

  /// The type that a known one is wanted for where the chain's value goes.
  private func upperType(of expression: Expr) -> Type? {
    let result = head(type(of: expression))
    for constraint in state.constraints {
      guard case .convert(let from, let to) = constraint.kind, head(from) == result else { continue }
      let wanted = full(to).strippingOptionals.0
      if wanted.nominal != nil, !wanted.hasVariables { return wanted }
    }
    return nil
  }

  private func types(_ leaves: Leaves, wanted: Type?) -> [Type] {
    if leaves.known.count > 1 || leaves.literals.count > 1 { return [] }
    if let known = leaves.known.first { return [known] }
    var result = wanted.map { [$0] } ?? []
    switch leaves.literals.first {
    case LiteralKind.integer.family: result += leaves.hasFraction ? [library.double] : [library.int, library.double]
    case LiteralKind.string.family: result += [library.string]
    default: break
    }
    return result.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Binds all operators of the chain to the overload for the type; `nil` if one of them has none.
  private func alternative(_ chain: [Link], _ type: Type) -> (() -> Void)? {
    var choices: [(Link, Candidate)] = []
    for link in chain {
      let fitting = link.candidates.filter { candidate in
        candidate.declaration.generics.isEmpty && candidate.declaration.parameters.allSatisfy { $0.type == type }
      }
      guard fitting.count == 1 else { return nil }
      choices.append((link, fitting[0]))
    }
    return { [self] in
      for (link, _) in choices.sorted(by: { $0.0.index > $1.0.index }) { state.constraints.remove(at: link.index) }
      state.changes += 1
      for (link, candidate) in choices {
        guard case .overload(let function, _) = link.constraint.kind else { continue }
        state.score.rank += candidate.rank(isCalled: true)
        if case .failed = bind(candidate, function, link.constraint) {
          refuse(link.constraint.expression)
        }
      }
    }
  }
}

extension Expr {
  fileprivate var isArithmetic: Bool {
    switch kind {
    case .binary(let name, _, _): ["+", "-", "*", "/", "%"].contains(name.text)
    case .prefix(let name, _): name.text == "-"
    default: false
    }
  }
}

/// The parts of an expression that nothing connects: the arguments of `print`, the elements of `[Any]`.
extension ConstraintSystem {
  /// What is still open, divided by the variables that constraints have in common; `nil` if it hangs together.
  func independentParts() -> [(constraints: [Constraint], variables: Set<Int>)]? {
    // What hung together again and again is looked at more rarely: it costs as much as the expression is long.
    guard state.wholeness.skip == 0 else {
      state.wholeness.skip -= 1
      return nil
    }
    let parts = findParts()
    state.wholeness.found = parts == nil ? state.wholeness.found + 1 : 0
    state.wholeness.skip = state.wholeness.found / 8
    return parts
  }

  private func findParts() -> [(constraints: [Constraint], variables: Set<Int>)]? {
    let constraints = (state.constraints + state.sleepers.all).sorted { $0.isBefore($1) }
    let open = state.variables.indices.filter { state.variables[$0].binding == nil && !state.parked.contains($0) }
    guard constraints.count > 1, open.count > 1 else { return nil }
    var sets = DisjointSets(count: state.variables.count)
    var owners: [Int] = []
    // A closure's body may speak of everything around it: what closures see is one part, joined once for all of them.
    var visible: [Int] = []
    if constraints.contains(where: { if case .closure = $0.kind { true } else { false } }) {
      for type in state.localTypes.values { collect(type, into: &visible) }
      for other in visible.dropFirst() { sets.join(visible[0], other) }
    }
    for constraint in constraints {
      var variables: [Int] = []
      for type in types(in: constraint) { collect(type, into: &variables) }
      if case .closure = constraint.kind, let first = visible.first { variables.append(first) }
      guard let first = variables.first else { return nil }
      for other in variables.dropFirst() { sets.join(first, other) }
      owners.append(first)
    }
    var parts: [Int: Int] = [:]
    var result: [(constraints: [Constraint], variables: Set<Int>)] = []
    for (constraint, owner) in zip(constraints, owners) {
      let root = sets.root(owner)
      if parts[root] == nil {
        parts[root] = result.count
        result.append(([], []))
      }
      result[parts[root]!].constraints.append(constraint)
    }
    guard result.count > 1 else { return nil }
    var rest: Set<Int> = []
    for variable in open {
      if let part = parts[sets.root(variable)] {
        result[part].variables.insert(variable)
      } else {
        rest.insert(variable)
      }
    }
    if !rest.isEmpty { result.append(([], rest)) }
    return result
  }

  /// The variables that a waiting constraint may be waiting for; `nil` if it waits for a choice.
  func openVariables(in constraint: Constraint) -> [Int]? {
    if case .writable = constraint.kind { return nil }
    var variables: [Int] = []
    for type in types(in: constraint) { collect(type, into: &variables) }
    return variables
  }

  private func collect(_ type: Type, into variables: inout [Int]) {
    _ = type.contains { leaf in
      guard case .variable(let id) = leaf else { return false }
      if let bound = state.variables[id].binding { collect(bound, into: &variables) } else { variables.append(id) }
      return false
    }
  }

  /// Every type that takes part in what a constraint says, or in how it is decided.
  private func types(in constraint: Constraint) -> [Type] {
    switch constraint.kind {
    case .equal(let a, let b), .convert(let a, let b), .subclass(let a, let b), .optionalObject(let a, let b):
      [a, b]
    case .conforms(let type, _), .known(let type), .interpolated(let type): [type]
    case .member(let base, _, let result), .implicitMember(let base, _, let result): [base, result]
    case .apply(let callee, let arguments, let result), .applySubscript(let callee, let arguments, let result):
      [callee, result] + arguments
    case .subscripted(let base, let arguments, let result): [base, result] + arguments
    case .overload(let type, let candidates):
      [type] + candidates.compactMap(\.base) + (callShapes[ObjectIdentifier(constraint.expression)]?.types ?? [])
    case .dependent(let base, _, let result): [base, result]
    case .unwrapped(let optional, let result): [optional, result]
    case .chain(let inside, let result): [inside, result]
    case .closure(let type, _, _): [type]
    case .keyPath(let type, let root, let value): [type, root, value]
    case .writable(let path, _): [type(of: path)] + (keyPathSteps[ObjectIdentifier(path)] ?? [:]).values.map(type(of:))
    case .arrayLiteral(let type, let element): [type, element]
    case .dictionaryLiteral(let type, let key, let value): [type, key, value]
    }
  }
}

private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func root(_ element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[parents[element]]
      element = parents[element]
    }
    return element
  }

  mutating func join(_ a: Int, _ b: Int) { parents[root(a)] = root(b) }
}

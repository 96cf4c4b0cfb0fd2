/// What an alternative leaves open, to compare it with what another has left: `Double($0)` of an `Int` gives a `Double`
/// whichever initialiser is meant, and the rest of a long chain need not be gone through for each of them.
struct Residue {
  fileprivate let constraints: [Shape]
  fileprivate let sleepers: UInt64
  /// The variables of before, and what they are now.
  fileprivate let bound: [Int: Type]
  fileprivate let open: [Open]
  fileprivate let linksOperators: Bool
  let score: Score

  fileprivate struct Open: Equatable {
    let id: Int
    let literal: LiteralKind?
    let fallback: Type?
  }

  /// A constraint with what is known now.
  fileprivate struct Shape: Equatable {
    let tag: Int
    var types: [Type] = []
    var name = ""
    var nominal: Nominal?
    var expression: ObjectIdentifier?
  }

  func leavesSame(_ other: Residue) -> Bool {
    sleepers == other.sleepers && linksOperators == other.linksOperators && constraints == other.constraints
      && open == other.open && bound == other.bound
  }
}

extension ConstraintSystem {
  /// What is open now, after an alternative was taken in the given state; `nil` where that cannot be compared.
  func residue(since before: State, _ lastNumber: Int) -> Residue? {
    var shapes: [Residue.Shape] = []
    for constraint in state.constraints {
      guard let shape = shape(constraint, lastNumber) else { return nil }
      shapes.append(shape)
    }
    var bound: [Int: Type] = [:]
    for id in state.bound[before.bound.count...] where id < before.variables.count { bound[id] = full(.variable(id)) }
    var open: [Residue.Open] = []
    for id in before.variables.count..<state.variables.count where state.variables[id].binding == nil {
      open.append(.init(id: id, literal: state.variables[id].literal, fallback: state.variables[id].fallback))
    }
    return Residue(
      constraints: shapes, sleepers: state.sleepers.digest, bound: bound, open: open,
      linksOperators: state.linksOperators, score: state.score)
  }

  private func shape(_ constraint: Constraint, _ lastNumber: Int) -> Residue.Shape? {
    // It looks at what was chosen.
    if case .writable = constraint.kind { return nil }
    // One of before: its variables are compared by themselves.
    if constraint.number <= lastNumber { return .init(tag: constraint.number) }
    func shape(_ tag: Int, _ types: [Type], name: String = "", nominal: Nominal? = nil) -> Residue.Shape {
      .init(
        tag: -tag, types: types.map(full), name: name, nominal: nominal,
        expression: ObjectIdentifier(constraint.expression))
    }
    return switch constraint.kind {
    case .equal(let a, let b): shape(1, [a, b])
    case .convert(let a, let b): shape(2, [a, b])
    case .conforms(let type, let proto): shape(3, [type], nominal: proto)
    case .subclass(let a, let b): shape(4, [a, b])
    case .dependent(let base, let name, let result): shape(5, [base, result], name: name)
    case .known(let type): shape(6, [type])
    default: nil
    }
  }
}

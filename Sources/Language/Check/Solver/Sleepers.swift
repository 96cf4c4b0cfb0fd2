/// Constraints that wait for one type variable, and the variables that they will say something about.
struct Sleepers {
  private var byVariable: [Int: [Constraint]] = [:]
  /// How many will say what a variable is.
  private var promises: [Int: Int] = [:]
  private(set) var count = 0
  /// The sum of their numbers, scattered: tells two sets apart without going through them.
  private(set) var digest: UInt64 = 0

  var isEmpty: Bool { count == 0 }
  var all: [Constraint] { byVariable.values.flatMap { $0 } }

  /// Whether one of them will say what the variable is.
  func promise(_ id: Int) -> Bool { promises[id] != nil }

  mutating func add(_ constraint: Constraint, waitingFor id: Int, promising result: Int?) {
    byVariable[id, default: []].append(constraint)
    note(constraint, 1)
    if let result { promises[result, default: 0] += 1 }
  }

  mutating func remove(waitingFor id: Int) -> [Constraint] {
    guard let woken = byVariable.removeValue(forKey: id) else { return [] }
    for constraint in woken { note(constraint, -1) }
    return woken
  }

  mutating func remove(_ constraint: Constraint) {
    for (id, waiting) in byVariable {
      guard let index = waiting.firstIndex(where: { $0.number == constraint.number }) else { continue }
      if waiting.count == 1 { byVariable[id] = nil } else { byVariable[id]!.remove(at: index) }
      note(constraint, -1)
      return
    }
  }

  mutating func keep(promiseOf result: Int) {
    guard let count = promises[result] else { return }
    promises[result] = count == 1 ? nil : count - 1
  }

  /// The first variable has become the second, or a type.
  mutating func pass(_ id: Int, to other: Int?) {
    guard let count = promises.removeValue(forKey: id), let other else { return }
    promises[other, default: 0] += count
  }

  private mutating func note(_ constraint: Constraint, _ sign: Int) {
    count += sign
    var scattered = UInt64(constraint.number) &* 0x9E37_79B9_7F4A_7C15
    scattered = (scattered ^ scattered >> 29) &* 0xBF58_476D_1CE4_E5B9
    digest &+= sign > 0 ? scattered : 0 &- scattered
  }
}

extension ConstraintSystem {
  /// Puts a constraint to sleep that has nothing to say before one variable is known.
  func fallAsleep(_ constraint: Constraint) -> Bool {
    guard let id = awaited(by: constraint), state.variables[id].literal == nil else { return false }
    state.sleepers.add(constraint, waitingFor: id, promising: promise(of: constraint))
    return true
  }

  private func awaited(by constraint: Constraint) -> Int? {
    switch constraint.kind {
    case .member(let base, _, _), .implicitMember(let base, _, _), .subscripted(let base, _, _),
      .apply(let base, _, _), .optionalObject(let base, _), .chain(let base, _):
      if case .variable(let id) = head(base) { return id }
      return nil
    case .closure(let type, _, _):
      guard case .function(let function) = head(type) else { return nil }
      for parameter in function.parameters {
        if let id = firstVariable(parameter.type) { return id }
      }
      return nil
    default: return nil
    }
  }

  private func firstVariable(_ type: Type) -> Int? {
    var found: Int?
    _ = full(type).contains { leaf in
      if case .variable(let id) = leaf { found = id }
      return found != nil
    }
    return found
  }

  private func promise(of constraint: Constraint) -> Int? {
    switch constraint.kind {
    case .member(_, _, let result), .implicitMember(_, _, let result), .subscripted(_, _, let result),
      .apply(_, _, let result), .optionalObject(_, let result), .chain(_, let result):
      if case .variable(let id) = head(result) { return id }
      return nil
    default: return nil
    }
  }

  /// A variable is known now: what waited for it is looked at in this round if its place is still to come.
  func wake(_ id: Int) {
    var other: Int?
    if case .variable(let next) = head(.variable(id)) { other = next }
    state.sleepers.pass(id, to: other)
    for constraint in state.sleepers.remove(waitingFor: id) { wake(constraint) }
  }

  private func wake(_ constraint: Constraint) {
    if let result = promise(of: constraint) { state.sleepers.keep(promiseOf: result) }
    if let place, constraint.place > place {
      awoken.insert(constraint, at: awoken.place(of: constraint))
    } else {
      state.constraints.insert(constraint, at: state.constraints.place(of: constraint))
    }
    state.changes += 1
  }

  func wakeAll() {
    for constraint in state.sleepers.all {
      guard let id = awaited(by: constraint) else { continue }
      for other in state.sleepers.remove(waitingFor: id) { wake(other) }
    }
  }
}

/// The constraints of one round: those that were awake at its beginning, and those that wake before their turn.
struct Pending {
  private let constraints: [Constraint]
  private var index = 0

  init(_ constraints: [Constraint]) { self.constraints = constraints }

  var count: Int { constraints.count }

  mutating func next(_ awoken: inout [Constraint]) -> Constraint? {
    if let first = awoken.first, index == constraints.count || first.isBefore(constraints[index]) {
      return awoken.removeFirst()
    }
    guard index < constraints.count else { return nil }
    index += 1
    return constraints[index - 1]
  }
}

extension Constraint {
  func isBefore(_ other: Constraint) -> Bool {
    place == other.place ? number < other.number : place < other.place
  }
}

extension [Constraint] {
  /// Where one belongs among these, which are in order.
  fileprivate func place(of constraint: Constraint) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if constraint.isBefore(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

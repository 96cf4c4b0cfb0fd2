/// What variables were before an attempt that may be taken back.
struct Trail {
  fileprivate var entries: [(id: Int, info: ConstraintSystem.VariableInfo)] = []
  fileprivate var depth = 0

  var isRecording: Bool { depth > 0 }
}

extension ConstraintSystem {
  func change(_ id: Int, _ body: (inout VariableInfo) -> Void) {
    if trail.isRecording { trail.entries.append((id, state.variables[id])) }
    body(&state.variables[id])
  }

  /// Does what may fail; if it does, the variables, the constraints and the score are what they were.
  func attempt(_ body: () -> Bool) -> Bool {
    let mark = (entries: trail.entries.count, variables: state.variables.count, bound: state.bound.count)
    let constraints = state.constraints.count
    let (score, changes) = (state.score, state.changes)
    trail.depth += 1
    let holds = body()
    trail.depth -= 1
    if !holds {
      while trail.entries.count > mark.entries {
        let entry = trail.entries.removeLast()
        if entry.id < mark.variables { state.variables[entry.id] = entry.info }
      }
      state.variables.removeLast(state.variables.count - mark.variables)
      state.bound.removeLast(state.bound.count - mark.bound)
      state.constraints.removeLast(state.constraints.count - constraints)
      (state.score, state.changes) = (score, changes)
    } else if !trail.isRecording {
      trail.entries = []
      for id in state.bound[mark.bound...] { wake(id) }
    }
    return holds
  }
}

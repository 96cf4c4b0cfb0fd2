/// Patterns to closures that match a value and bind variables.
extension FunctionCompiler {
  typealias Match = (Frame, Value) throws(Abort) -> Bool

  func match(_ pattern: Pattern) -> Match {
    switch pattern.kind {
    case .wildcard, .invalid: return { _, _ throws(Abort) in true }
    case .binding:
      guard let variable = pattern.variable else { return { _, _ throws(Abort) in true } }
      let store = initialize(variable)
      return { frame, value throws(Abort) in
        store(frame, value)
        return true
      }
    case .typed(let inner, _): return match(inner)
    case .optionalSome(let inner):
      let match = match(inner)
      return { frame, value throws(Abort) in
        guard let inside = value.unwrapped else { return false }
        return try match(frame, inside)
      }
    case .tuple(let elements):
      let matches = elements.map { match($0.pattern) }
      return { frame, value throws(Abort) in
        guard case .tuple(let tuple) = value, tuple.elements.count == matches.count else { return matches.isEmpty }
        for (match, part) in zip(matches, tuple.elements) where !(try match(frame, part)) { return false }
        return true
      }
    case .enumCase(_, _, let payload): return matchCase(pattern, payload)
    case .isType:
      guard let type = pattern.castType else { return { _, _ throws(Abort) in false } }
      let cast = caster(from: pattern.type, to: type)
      return { frame, value throws(Abort) in cast(frame, value) != nil }
    case .asType(let inner, _):
      guard let type = pattern.castType else { return { _, _ throws(Abort) in false } }
      let match = match(inner)
      let cast = caster(from: pattern.type, to: type)
      return { frame, value throws(Abort) in
        guard let found = cast(frame, value) else { return false }
        return try match(frame, found)
      }
    case .expression:
      guard let expression = pattern.match, let subject = pattern.subject else {
        return { _, _ throws(Abort) in false }
      }
      let store = initialize(subject)
      let test = test(expression)
      return { frame, value throws(Abort) in
        store(frame, value)
        return try test(frame)
      }
    }
  }

  private func matchCase(_ pattern: Pattern, _ payload: [(label: String?, pattern: Pattern)]?) -> Match {
    guard let wanted = pattern.enumCase else { return { _, _ throws(Abort) in false } }
    let depth = pattern.optionalDepth
    let machine = machine
    let cast = pattern.castType.map { (pattern.type, $0) }
    let count = wanted.payload.count
    // One pattern for several parts takes them as a tuple.
    let isWhole = payload?.count == 1 && count > 1
    let labels = wanted.payload.contains { $0.label != nil } ? wanted.payload.map(\.label) : []
    let matches = (payload ?? []).map { match($0.pattern) }
    return { frame, value throws(Abort) in
      var value = value
      if let (from, to) = cast {
        guard let found = machine.cast(value, from: from, to: to) else { return false }
        value = found
      }
      for _ in 0..<depth {
        guard let inside = value.unwrapped else { return false }
        value = inside
      }
      switch value {
      case .choice(let found): return found === wanted
      case .payload(let found):
        guard found.enumCase === wanted else { return false }
        if isWhole { return try matches[0](frame, .tuple(Tuple(found.values, labels: labels))) }
        for (match, part) in zip(matches, found.values) where !(try match(frame, part)) { return false }
        return true
      default: return false
      }
    }
  }
}

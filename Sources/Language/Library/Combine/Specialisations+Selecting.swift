/// Operators of the four known publishers that take some values, ask something of them, or put others beside them.
internal import Combine

extension Specialisations {
  static let selectingRules: [String: Rule] = [
    "prefix(_:)": { source, operands throws(Abort) in
      let count = try CombineLibrary.count(operands[1])
      return source.kept(operands, ifFirst: count > 0) { $0.prefix(count) }
    },
    "dropFirst(_:)": { source, operands throws(Abort) in
      let count = try CombineLibrary.count(operands[1])
      return source.kept(operands, ifFirst: count == 0) { $0.dropFirst(count) }
    },
    "drop(while:)": { source, operands throws(Abort) in
      guard case .sequence(let elements) = source else {
        return try source.selected(operands) { value throws(Abort) in try operands.call(1, value).flag ? nil : value }
      }
      var rest = try elements.list()[...]
      while let first = rest.first, try operands.call(1, first).flag { rest.removeFirst() }
      return operands.sequence(Array(rest))
    },
    "output(at:)": { source, operands throws(Abort) in
      let index = try CombineLibrary.count(operands[1])
      guard case .sequence(let elements) = source else { return source.kept(operands, ifFirst: index == 0) { $0 } }
      guard let items = elements.items else { return nil }
      return .optional(items.indices.contains(index) ? items[index] : nil)
    },
    "output(in:)": { source, operands throws(Abort) in
      let (lower, upper) = try CombineLibrary.bounds(operands[1])
      return source.kept(operands, ifFirst: lower == 0 && upper > 0) { $0.prefix(upper).dropFirst(lower) }
    },
    "last(where:)": { source, operands throws(Abort) in
      guard case .sequence(let elements) = source else {
        return try source.selected(operands) { value throws(Abort) in try operands.call(1, value).flag ? value : nil }
      }
      guard let items = elements.items else { return nil }
      for element in items.reversed() where try operands.call(1, element).flag { return .optional(element) }
      return .optional(nil)
    },
    "contains(_:)": { source, operands throws(Abort) in
      try source.asked(until: true) { value throws(Abort) in try operands.stage.call.areEqual(value, operands[1]) }
    },
    "contains(where:)": { source, operands throws(Abort) in
      try source.asked(until: true) { value throws(Abort) in try operands.call(1, value).flag }
    },
    "allSatisfy(_:)": { source, operands throws(Abort) in
      try source.asked(until: false) { value throws(Abort) in try operands.call(1, value).flag }
    },
    "append(_:)": { source, operands throws(Abort) in
      guard case .just(let value) = source else { return nil }
      return operands.sequence([value] + (try Elements.list(operands[1])))
    },
    "prepend(_:)": { source, operands throws(Abort) in
      guard case .just(let value) = source else { return nil }
      return operands.sequence(try Elements.list(operands[1]) + [value])
    },
  ]
}

extension ValueSequence {
  /// The elements of an array; other sequences may have no end.
  fileprivate var items: [Value]? {
    if case .array(let items) = value { return items }
    return nil
  }
}

extension KnownSource {
  /// One value or none, if it is the first that is wanted; a part of an array. `nil` for what has no such operator.
  fileprivate func kept(
    _ operands: Specialisations.Operands, ifFirst isWanted: Bool, _ part: (ArraySlice<Value>) -> ArraySlice<Value>
  ) -> KnownSource? {
    switch self {
    case .just(let value): .optional(isWanted ? value : nil)
    case .optional(let value): .optional(isWanted ? value : nil)
    case .result: nil
    case .sequence(let elements): elements.items.map { operands.sequence(Array(part($0[...]))) }
    }
  }

  /// Whether one of the values gets this answer; the others are not asked then.
  fileprivate func asked(
    until answer: Bool, _ ask: (Value) throws(Abort) -> Bool
  ) throws(Abort) -> KnownSource? {
    switch self {
    case .just(let value): return .just(.bool(try ask(value)))
    case .optional(let value?): return .optional(.bool(try ask(value)))
    case .result(.success(let value)): return .result(.success(.bool(try ask(value))))
    case .optional, .result: return self
    case .sequence(let elements):
      for element in try elements.list() where try ask(element) == answer { return .result(.success(.bool(answer))) }
      return .result(.success(.bool(!answer)))
    }
  }
}

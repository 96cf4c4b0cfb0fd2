/// What operators on `Just`, `Optional.Publisher`, `Result.Publisher` and `Publishers.Sequence` do at once.
///
/// Combine has operators of its own for these: they work on the value when the chain is built, not when it is subscribed,
/// and what they give is again one of the four. Where that can be seen (closures run early, `print` shows the
/// subscription) a program must not tell the difference.
internal import Combine

/// The four publishers whose values are known.
enum KnownSource {
  case just(Value)
  case optional(Value?)
  case result(Result<Value, Abort>)
  case sequence(ValueSequence)
}

/// One of the four.
class KnownObject: SourceObject {
  let known: KnownSource

  init(_ known: KnownSource, type: Type) {
    self.known = known
    super.init(known.stream, type: type)
  }

  override var mayFault: Bool {
    if case .sequence = known { return true }
    return false
  }

  override func isEqual(to other: NativeObject) -> Bool {
    guard let other = other as? KnownObject else { return false }
    return switch (known, other.known) {
    case (.just(let a), .just(let b)): a == b
    case (.optional(let a), .optional(let b)): a == b
    case (.sequence(let a), .sequence(let b)): a.value == b.value
    default: self === other
    }
  }

  override func hash(into hasher: inout Hasher) { hasher.combine(0) }
}

extension KnownSource {
  fileprivate var stream: ValuePublisher {
    switch self {
    case .just(let value): Just(value).failable.eraseToAnyPublisher()
    case .optional(let value): Optional<Value>.Publisher(value).failable.eraseToAnyPublisher()
    case .result(let result): result.mapError { $0 as any Error }.publisher.eraseToAnyPublisher()
    case .sequence(let elements):
      Publishers.Sequence<ValueSequence, any Error>(sequence: elements).eraseToAnyPublisher()
    }
  }
}

/// The operators that the four have of their own.
enum Specialisations {
  /// What an operator gives at once; `nil` where the general operator is meant.
  static func apply(_ signature: String, _ stage: StageCall) throws(Abort) -> Value? {
    guard let source = stage.source as? KnownObject else { return nil }
    // In generic code the general operators are called, whatever the publisher is.
    guard !stage.call.site.isGeneric, stage.isSettled, let rule = rules[signature] else { return nil }
    guard let result = try rule(source.known, Operands(stage)) else { return nil }
    return .native(KnownObject(result, type: stage.call.result))
  }

  typealias Rule = @Sendable (KnownSource, Operands) throws(Abort) -> KnownSource?

  /// The operands of the call, and the program's closures among them, run at once.
  struct Operands {
    let stage: StageCall
    init(_ stage: StageCall) { self.stage = stage }

    subscript(index: Int) -> Value { stage[index] }

    func call(_ index: Int, _ values: Value...) throws(Abort) -> Value {
      do throws(Abort) { return try stage[index].closure.call(values) } catch { throw error.at(stage.call.location) }
    }

    /// A list as the sequence that the operator gives.
    func sequence(_ values: [Value]) -> KnownSource {
      let element = stage.machine.library.output(of: stage.call.result)
      return .sequence(
        ValueSequence(value: .array(values), call: stage.call.bare, type: stage.machine.library.array(element)))
    }
  }

  /// By the name and the labels of the operator.
  private static let rules = changingRules.merging(selectingRules) { own, _ in own }

  private static let changingRules: [String: Rule] = [
    "map(_:)": { source, operands throws(Abort) in
      try source.changed(operands) { value throws(Abort) in try operands.call(1, value) }
    },
    "filter(_:)": { source, operands throws(Abort) in
      try source.selected(operands) { value throws(Abort) in
        try operands.call(1, value).flag ? value : nil
      }
    },
    "compactMap(_:)": { source, operands throws(Abort) in
      try source.selected(operands) { value throws(Abort) in try operands.call(1, value).unwrapped }
    },
    "tryMap(_:)": { source, operands throws(Abort) in
      try source.attempted { value throws(Abort) in try operands.call(1, value) }
    },
    "setFailureType(to:)": { source, operands throws(Abort) in
      switch source {
      case .just(let value): .result(.success(value))
      case .sequence: source
      default: nil
      }
    },
    "mapError(_:)": { source, operands throws(Abort) in
      switch source {
      case .just(let value): return .result(.success(value))
      case .result(.failure(.thrown(let error, let location))):
        return .result(.failure(.thrown(try operands.call(1, error.value), at: location)))
      case .result: return source
      default: return nil
      }
    },
    "replaceError(with:)": { source, operands throws(Abort) in
      switch source {
      case .just, .optional: return source
      case .result(.failure): return .result(.success(operands[1]))
      case .result: return source
      default: return nil
      }
    },
    "replaceEmpty(with:)": { source, operands throws(Abort) in
      switch source {
      case .just, .result: return source
      case .optional(let value): return .just(value ?? operands[1])
      default: return nil
      }
    },
    "retry(_:)": { source, _ throws(Abort) in
      if case .sequence = source { return nil }
      return source
    },
    "removeDuplicates()": { source, operands throws(Abort) in
      guard case .sequence(let elements) = source else { return source }
      let call = operands.stage.call
      return operands.sequence(try distinct(try elements.list()) { a, b throws(Abort) in try call.areEqual(a, b) })
    },
    "collect()": { source, _ throws(Abort) in
      switch source {
      case .just(let value): return .just(.array([value]))
      case .optional(let value): return .optional(.array(value.map { [$0] } ?? []))
      case .result(.success(let value)): return .result(.success(.array([value])))
      case .result: return source
      case .sequence(let elements): return .result(.success(.array(try elements.list())))
      }
    },
    "count()": { source, operands throws(Abort) in
      switch source {
      case .just: return .just(.int(1))
      case .optional(let value): return .optional(value.map { _ in .int(1) })
      case .result(.success): return .result(.success(.int(1)))
      case .result: return source
      case .sequence(let elements):
        let count = Value.int(try elements.list().count)
        return .just(count)
      }
    },
    "first()": { source, _ throws(Abort) in
      guard case .sequence(let elements) = source else { return source }
      return .optional(try elements.list().first)
    },
    "last()": { source, _ throws(Abort) in
      guard case .sequence(let elements) = source else { return source }
      return .optional(try elements.list().last)
    },
    "first(where:)": { source, operands throws(Abort) in
      switch source {
      case .result: return nil
      case .sequence(let elements):
        for element in try elements.list() where try operands.call(1, element).flag { return .optional(element) }
        return .optional(nil)
      default:
        return try source.selected(operands) { value throws(Abort) in try operands.call(1, value).flag ? value : nil }
      }
    },
    "reduce(_:_:)": { source, operands throws(Abort) in
      switch source {
      case .just(let value): return .result(.success(try operands.call(2, operands[1], value)))
      case .optional(let value?): return .optional(try operands.call(2, operands[1], value))
      case .optional: return source
      case .result(.success(let value)): return .result(.success(try operands.call(2, operands[1], value)))
      case .result: return source
      case .sequence(let elements):
        var result = operands[1]
        for element in try elements.list() { result = try operands.call(2, result, element) }
        return .result(.success(result))
      }
    },
    "scan(_:_:)": { source, operands throws(Abort) in
      switch source {
      case .just(let value): return .result(.success(try operands.call(2, operands[1], value)))
      case .optional(let value?): return .optional(try operands.call(2, operands[1], value))
      case .optional: return source
      case .result(.success(let value)): return .result(.success(try operands.call(2, operands[1], value)))
      case .result: return source
      case .sequence(let elements):
        var result = operands[1]
        var values: [Value] = []
        for element in try elements.list() {
          result = try operands.call(2, result, element)
          values.append(result)
        }
        return operands.sequence(values)
      }
    },
    "replaceNil(with:)": { source, operands throws(Abort) in
      guard case .sequence(let elements) = source else { return nil }
      return operands.sequence(try elements.list().map { $0.unwrapped ?? operands[1] })
    },
    "prefix(while:)": { source, operands throws(Abort) in
      switch source {
      case .result: return nil
      case .sequence(let elements):
        var values: [Value] = []
        for element in try elements.list() {
          guard try operands.call(1, element).flag else { break }
          values.append(element)
        }
        return operands.sequence(values)
      default:
        return try source.selected(operands) { value throws(Abort) in try operands.call(1, value).flag ? value : nil }
      }
    },
  ]

  private static func distinct(
    _ values: [Value], _ same: (Value, Value) throws(Abort) -> Bool
  ) throws(Abort) -> [Value] {
    var result: [Value] = []
    for value in values {
      if let last = result.last, try same(last, value) { continue }
      result.append(value)
    }
    return result
  }
}

extension ValueSequence {
  func list() throws(Abort) -> [Value] { try Elements.list(value) }
}

extension KnownSource {
  /// Each value changed.
  fileprivate func changed(
    _ operands: Specialisations.Operands, _ change: (Value) throws(Abort) -> Value
  ) throws(Abort) -> KnownSource {
    switch self {
    case .just(let value): return .just(try change(value))
    case .optional(let value?): return .optional(try change(value))
    case .optional: return self
    case .result(.success(let value)): return .result(.success(try change(value)))
    case .result: return self
    case .sequence(let elements):
      var values: [Value] = []
      for element in try elements.list() { values.append(try change(element)) }
      return operands.sequence(values)
    }
  }

  /// Some values left out.
  func selected(
    _ operands: Specialisations.Operands, _ change: (Value) throws(Abort) -> Value?
  ) throws(Abort) -> KnownSource? {
    switch self {
    case .just(let value): return .optional(try change(value))
    case .optional(let value?): return .optional(try change(value))
    case .optional: return self
    case .result: return nil
    case .sequence(let elements):
      var values: [Value] = []
      for element in try elements.list() {
        if let value = try change(element) { values.append(value) }
      }
      return operands.sequence(values)
    }
  }

  /// One value changed by what may throw.
  fileprivate func attempted(_ change: (Value) throws(Abort) -> Value) throws(Abort) -> KnownSource? {
    let value: Value
    switch self {
    case .just(let only): value = only
    case .result(.success(let only)): value = only
    case .result: return self
    default: return nil
    }
    do throws(Abort) { return .result(.success(try change(value))) } catch {
      if case .thrown = error { return .result(.failure(error)) }
      throw error
    }
  }
}

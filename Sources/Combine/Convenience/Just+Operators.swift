// Operators that are done at once when there is exactly one value: they call their closure when they are applied, not
// when somebody subscribes, and say in their type what is left.

/// Values are asked for by position; a negative position or number is a bug of the caller.
@inlinable
func requirePosition(_ position: Int, _ what: String) {
  if position < 0 {
    violation("\(what) \(position) was asked for", remedy: "Positions and numbers of values are not negative")
  }
}

extension Range where Bound == Int {
  /// The positions that `range` names, which must not be negative.
  @inlinable
  static func positions<R: RangeExpression>(_ range: R) -> Range where R.Bound == Int {
    let positions = range.relative(to: 0..<Int.max)
    requirePosition(positions.lowerBound, "position")
    return positions
  }
}

extension Just where Output: Equatable {
  /// Whether the value is `output`.
  @inlinable
  public func contains(_ output: Output) -> Just<Bool> { Just<Bool>(self.output == output) }

  /// The value: a single one has no duplicates.
  @inlinable
  public func removeDuplicates() -> Just<Output> { self }
}

extension Just where Output: Comparable {
  /// The value, which is the least.
  @inlinable
  public func min() -> Just<Output> { self }

  /// The value, which is the greatest.
  @inlinable
  public func max() -> Just<Output> { self }
}

// MARK: One value of another kind

extension Just {
  /// Whether `predicate` holds for the value. Called at once.
  @inlinable
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { Just<Bool>(predicate(output)) }

  /// Whether `predicate` holds for the value; fails with what it throws. Called at once.
  @inlinable
  public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result { try predicate(output) }.publisher
  }

  /// Whether `predicate` holds for the value. Called at once.
  @inlinable
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { Just<Bool>(predicate(output)) }

  /// Whether `predicate` holds for the value; fails with what it throws. Called at once.
  @inlinable
  public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result { try predicate(output) }.publisher
  }

  /// The value in an array.
  @inlinable
  public func collect() -> Just<[Output]> { Just<[Output]>([output]) }

  /// One.
  @inlinable
  public func count() -> Just<Int> { Just<Int>(1) }

  /// The value changed by `transform`, which is called at once.
  @inlinable
  public func map<T>(_ transform: (Output) -> T) -> Just<T> { Just<T>(transform(output)) }

  /// The value changed by `transform`, which is called at once; fails with what it throws.
  @inlinable
  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result { try transform(output) }.publisher
  }

  /// The value changed by `transform`, which is called at once, unless it is nil.
  @inlinable
  public func compactMap<T>(_ transform: (Output) -> T?) -> T?.Publisher { transform(output).publisher }

  /// What `nextPartialResult` makes of `initialResult` and the value. Called at once.
  @inlinable
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Never>.Publisher {
    .init(nextPartialResult(initialResult, output))
  }

  /// What `nextPartialResult` makes of `initialResult` and the value; fails with what it throws. Called at once.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result { try nextPartialResult(initialResult, output) }.publisher
  }

  /// What `nextPartialResult` makes of `initialResult` and the value. Called at once.
  @inlinable
  public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Never>.Publisher {
    .init(nextPartialResult(initialResult, output))
  }

  /// What `nextPartialResult` makes of `initialResult` and the value; fails with what it throws. Called at once.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result { try nextPartialResult(initialResult, output) }.publisher
  }

  /// Nothing but the end.
  @inlinable
  public func ignoreOutput() -> Empty<Output, Never> { Empty() }
}

// MARK: The same value, or none

extension Just {
  /// The value, which is the least. The closure is not called.
  @inlinable
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }

  /// The value, which is the greatest. The closure is not called.
  @inlinable
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }

  /// The value: a single one has no duplicates. The closure is not called.
  @inlinable
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> { self }

  /// The value: a single one has no duplicates. The closure is called once, with the value twice; what it throws is the
  /// failure.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { value in
      _ = try predicate(value, value)
      return value
    }
  }

  /// The value.
  @inlinable
  public func first() -> Just<Output> { self }

  /// The value.
  @inlinable
  public func last() -> Just<Output> { self }

  /// The value, if `predicate` holds for it. Called at once.
  @inlinable
  public func first(where predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }

  /// The value, if `predicate` holds for it. Called at once.
  @inlinable
  public func last(where predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }

  /// The value, if `isIncluded` holds for it. Called at once.
  @inlinable
  public func filter(_ isIncluded: (Output) -> Bool) -> Output?.Publisher {
    .init(isIncluded(output) ? output : nil)
  }

  /// The value, if `count` is 0.
  /// - Precondition: `count` is not negative.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Output?.Publisher {
    requirePosition(count, "number")
    return .init(count == 0 ? output : nil)
  }

  /// The value, unless `predicate` holds for it. Called at once.
  @inlinable
  public func drop(while predicate: (Output) -> Bool) -> Output?.Publisher {
    .init(predicate(output) ? nil : output)
  }

  /// The value, if `index` is 0.
  /// - Precondition: `index` is not negative.
  @inlinable
  public func output(at index: Int) -> Output?.Publisher {
    requirePosition(index, "position")
    return .init(index == 0 ? output : nil)
  }

  /// The value, if `range` begins with 0.
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Output?.Publisher where R.Bound == Int {
    let positions = range.relative(to: 0..<Int.max)
    return .init(positions.lowerBound == 0 && !positions.isEmpty ? output : nil)
  }

  /// The value, unless `maxLength` is 0.
  /// - Precondition: `maxLength` is not negative.
  @inlinable
  public func prefix(_ maxLength: Int) -> Output?.Publisher {
    requirePosition(maxLength, "number")
    return .init(maxLength > 0 ? output : nil)
  }

  /// The value, if `predicate` holds for it. Called at once.
  @inlinable
  public func prefix(while predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }
}

// MARK: More values, and failures

extension Just {
  /// `elements`, then the value.
  @inlinable
  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { prepend(elements) }

  /// `elements`, then the value.
  @inlinable
  public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    .init(sequence: Array(elements) + [output])
  }

  /// The value, then `elements`.
  @inlinable
  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { append(elements) }

  /// The value, then `elements`.
  @inlinable
  public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    .init(sequence: [output] + elements)
  }

  /// The value, with another failure type. The closure is not called: there is no failure.
  @inlinable
  public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher { .init(output) }

  /// The value, with another failure type.
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher { .init(output) }

  /// The value: there is no failure to replace.
  @inlinable
  public func replaceError(with output: Output) -> Just<Output> { self }

  /// The value: there is one, so nothing is replaced.
  @inlinable
  public func replaceEmpty(with output: Output) -> Just<Output> { self }

  /// The value: there is no failure to try again after.
  @inlinable
  public func retry(_ times: Int) -> Just<Output> { self }
}

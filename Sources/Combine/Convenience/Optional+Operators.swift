// Operators that are done at once when there is at most one value: they call their closure when they are applied, not
// when somebody subscribes. Without a value the closure is not called and nothing but the end is delivered.

extension Optional.Publisher where Wrapped: Equatable {
  /// Whether the value is `output`.
  @inlinable
  public func contains(_ output: Wrapped) -> Bool?.Publisher { .init(self.output.map { $0 == output }) }

  /// The same: a single value has no duplicates.
  @inlinable
  public func removeDuplicates() -> Wrapped?.Publisher { self }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// The same: a single value is the least.
  @inlinable
  public func min() -> Wrapped?.Publisher { self }

  /// The same: a single value is the greatest.
  @inlinable
  public func max() -> Wrapped?.Publisher { self }
}

extension Optional.Publisher {
  /// Whether `predicate` holds for the value. Called at once.
  @inlinable
  public func allSatisfy(_ predicate: (Wrapped) -> Bool) -> Bool?.Publisher { .init(output.map(predicate)) }

  /// Whether `predicate` holds for the value. Called at once.
  @inlinable
  public func contains(where predicate: (Wrapped) -> Bool) -> Bool?.Publisher { .init(output.map(predicate)) }

  /// The value in an array; an empty array without a value.
  @inlinable
  public func collect() -> [Wrapped]?.Publisher { .init(output.map { [$0] } ?? []) }

  /// One; nothing, and not zero, without a value.
  @inlinable
  public func count() -> Int?.Publisher { .init(output.map { _ in 1 }) }

  /// The value changed by `transform`, which is called at once.
  @inlinable
  public func map<T>(_ transform: (Wrapped) -> T) -> T?.Publisher { .init(output.map(transform)) }

  /// The value changed by `transform`, which is called at once, unless it is nil.
  @inlinable
  public func compactMap<T>(_ transform: (Wrapped) -> T?) -> T?.Publisher { .init(output.flatMap(transform)) }

  /// What `nextPartialResult` makes of `initialResult` and the value, at once; nothing, and not `initialResult`, without
  /// a value.
  @inlinable
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T) -> T?.Publisher {
    .init(output.map { nextPartialResult(initialResult, $0) })
  }

  /// What `nextPartialResult` makes of `initialResult` and the value, at once.
  @inlinable
  public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T) -> T?.Publisher {
    .init(output.map { nextPartialResult(initialResult, $0) })
  }

  /// Nothing but the end.
  @inlinable
  public func ignoreOutput() -> Empty<Wrapped, Never> { Empty() }

  /// The value, or `output` in its place.
  @inlinable
  public func replaceEmpty(with output: Wrapped) -> Just<Wrapped> { Just(self.output ?? output) }
}

// MARK: The same value, or none

extension Optional.Publisher {
  /// The same: a single value is the least. The closure is not called.
  @inlinable
  public func min(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Wrapped?.Publisher { self }

  /// The same: a single value is the greatest. The closure is not called.
  @inlinable
  public func max(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Wrapped?.Publisher { self }

  /// The same: a single value has no duplicates. The closure is not called.
  @inlinable
  public func removeDuplicates(by predicate: (Wrapped, Wrapped) -> Bool) -> Wrapped?.Publisher { self }

  /// The same.
  @inlinable
  public func first() -> Wrapped?.Publisher { self }

  /// The same.
  @inlinable
  public func last() -> Wrapped?.Publisher { self }

  /// The value, if `predicate` holds for it. Called at once.
  @inlinable
  public func first(where predicate: (Wrapped) -> Bool) -> Wrapped?.Publisher { filter(predicate) }

  /// The value, if `predicate` holds for it. Called at once.
  @inlinable
  public func last(where predicate: (Wrapped) -> Bool) -> Wrapped?.Publisher { filter(predicate) }

  /// The value, if `isIncluded` holds for it. Called at once.
  @inlinable
  public func filter(_ isIncluded: (Wrapped) -> Bool) -> Wrapped?.Publisher {
    .init(output.flatMap { isIncluded($0) ? $0 : nil })
  }

  /// The value, if `count` is 0.
  /// - Precondition: `count` is not negative.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Wrapped?.Publisher {
    requirePosition(count, "number")
    return .init(count == 0 ? output : nil)
  }

  /// The value, unless `predicate` holds for it. Called at once.
  @inlinable
  public func drop(while predicate: (Wrapped) -> Bool) -> Wrapped?.Publisher { filter { !predicate($0) } }

  /// The value, if `index` is 0.
  /// - Precondition: `index` is not negative.
  @inlinable
  public func output(at index: Int) -> Wrapped?.Publisher {
    requirePosition(index, "position")
    return .init(index == 0 ? output : nil)
  }

  /// The value, if `range` contains 0.
  /// - Precondition: `range` is not negative.
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Wrapped?.Publisher where R.Bound == Int {
    .init(Range.positions(range).contains(0) ? output : nil)
  }

  /// The value, unless `maxLength` is 0.
  /// - Precondition: `maxLength` is not negative.
  @inlinable
  public func prefix(_ maxLength: Int) -> Wrapped?.Publisher {
    requirePosition(maxLength, "number")
    return .init(maxLength > 0 ? output : nil)
  }

  /// The value, if `predicate` holds for it. Called at once.
  @inlinable
  public func prefix(while predicate: (Wrapped) -> Bool) -> Wrapped?.Publisher { filter(predicate) }

  /// The same: there is no failure to replace.
  @inlinable
  public func replaceError(with output: Wrapped) -> Wrapped?.Publisher { self }

  /// The same: there is no failure to try again after.
  @inlinable
  public func retry(_ times: Int) -> Wrapped?.Publisher { self }
}

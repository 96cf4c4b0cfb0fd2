// Operators that are done at once when there is one value or a failure: they call their closure when they are applied,
// not when somebody subscribes. A failure stays what it is unless the operator is about failures.

extension Result.Publisher where Success: Equatable {
  /// Whether the value is `output`.
  @inlinable
  public func contains(_ output: Success) -> Result<Bool, Failure>.Publisher { map { $0 == output } }

  /// The same: a single value has no duplicates.
  @inlinable
  public func removeDuplicates() -> Result<Success, Failure>.Publisher { self }
}

extension Result.Publisher where Success: Comparable {
  /// The same: a single value is the least.
  @inlinable
  public func min() -> Result<Success, Failure>.Publisher { self }

  /// The same: a single value is the greatest.
  @inlinable
  public func max() -> Result<Success, Failure>.Publisher { self }
}

// MARK: One value of another kind

extension Result.Publisher {
  /// Whether `predicate` holds for the value. Called at once.
  @inlinable
  public func allSatisfy(_ predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }

  /// Whether `predicate` holds for the value; fails with what it throws. Called at once.
  @inlinable
  public func tryAllSatisfy(_ predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  /// Whether `predicate` holds for the value. Called at once.
  @inlinable
  public func contains(where predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }

  /// Whether `predicate` holds for the value; fails with what it throws. Called at once.
  @inlinable
  public func tryContains(where predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  /// The value in an array.
  @inlinable
  public func collect() -> Result<[Success], Failure>.Publisher { map { [$0] } }

  /// One.
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }

  /// The value changed by `transform`, which is called at once.
  @inlinable
  public func map<T>(_ transform: (Success) -> T) -> Result<T, Failure>.Publisher { .init(result.map(transform)) }

  /// The value changed by `transform`, which is called at once; fails with what it throws.
  @inlinable
  public func tryMap<T>(_ transform: (Success) throws -> T) -> Result<T, any Error>.Publisher {
    .init(Result<T, any Error> { try transform(try result.get()) })
  }

  /// What `nextPartialResult` makes of `initialResult` and the value. Called at once.
  @inlinable
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Success) -> T) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// What `nextPartialResult` makes of `initialResult` and the value; fails with what it throws. Called at once.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// What `nextPartialResult` makes of `initialResult` and the value. Called at once.
  @inlinable
  public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Success) -> T) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// What `nextPartialResult` makes of `initialResult` and the value; fails with what it throws. Called at once.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Nothing but the end, also in place of a failure.
  @inlinable
  public func ignoreOutput() -> Empty<Success, Failure> { Empty() }
}

// MARK: The same value

extension Result.Publisher {
  /// The same: a single value is the least. The closure is not called.
  @inlinable
  public func min(by areInIncreasingOrder: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher { self }

  /// The same: a single value is the least. The closure is called once, with the value twice; what it
  /// throws is the failure.
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryMap { value in
      _ = try areInIncreasingOrder(value, value)
      return value
    }
  }

  /// The same: a single value is the greatest. The closure is not called.
  @inlinable
  public func max(by areInIncreasingOrder: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher { self }

  /// The same: a single value is the greatest. The closure is called once, with the value twice; what it
  /// throws is the failure.
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryMap { value in
      _ = try areInIncreasingOrder(value, value)
      return value
    }
  }

  /// The same: a single value has no duplicates. The closure is not called.
  @inlinable
  public func removeDuplicates(by predicate: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher { self }

  /// The same: a single value has no duplicates. The closure is called once, with the value twice; what it throws is
  /// the failure.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryMap { value in
      _ = try predicate(value, value)
      return value
    }
  }

  /// The same.
  @inlinable
  public func first() -> Result<Success, Failure>.Publisher { self }

  /// The same.
  @inlinable
  public func last() -> Result<Success, Failure>.Publisher { self }

  /// The same: a value is there, or a failure.
  @inlinable
  public func replaceEmpty(with output: Success) -> Result<Success, Failure>.Publisher { self }
}

// MARK: Failures

extension Result.Publisher {
  /// The failure changed by `transform`, which is called at once.
  @inlinable
  public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
    .init(result.mapError(transform))
  }

  /// The value, or `output` in place of the failure.
  @inlinable
  public func replaceError(with output: Success) -> Result<Success, Never>.Publisher {
    switch result {
    case .success(let value): return .init(value)
    case .failure: return .init(output)
    }
  }

  /// The same: trying again gives the same result.
  @inlinable
  public func retry(_ times: Int) -> Result<Success, Failure>.Publisher { self }
}

extension Result.Publisher where Failure == Never {
  /// The value, with another failure type.
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Success, E>.Publisher {
    switch result {
    case .success(let value): return .init(value)
    }
  }
}

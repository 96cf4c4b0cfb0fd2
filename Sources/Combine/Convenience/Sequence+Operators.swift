// Operators that are done at once on the sequence itself: they call their closure when they are applied, not when
// somebody subscribes, and say in their type what is left.

// MARK: Another sequence

extension Publishers.Sequence {
  /// The elements changed by `transform`. Called at once.
  @inlinable
  public func map<T>(_ transform: (Elements.Element) -> T) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.map(transform))
  }

  /// The elements changed by `transform`, without nil. Called at once.
  @inlinable
  public func compactMap<T>(_ transform: (Elements.Element) -> T?) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.compactMap(transform))
  }

  /// The elements for which `isIncluded` holds. Called at once.
  @inlinable
  public func filter(_ isIncluded: (Elements.Element) -> Bool) -> Publishers.Sequence<[Elements.Element], Failure> {
    .init(sequence: sequence.filter(isIncluded))
  }

  /// What `nextPartialResult` makes of what it made before and the next element. Called at once.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) -> T
  ) -> Publishers.Sequence<[T], Failure> {
    var result = initialResult
    return .init(
      sequence: sequence.map { element in
        result = nextPartialResult(result, element)
        return result
      })
  }

  /// The elements after those for which `predicate` holds. Called at once.
  @inlinable
  public func drop(
    while predicate: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    .init(sequence: sequence.drop(while: predicate))
  }

  /// The elements after the first `count`.
  /// - Precondition: `count` is not negative.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
    requirePosition(count, "number")
    return .init(sequence: sequence.dropFirst(count))
  }

  /// The first elements, at most `maxLength`.
  /// - Precondition: `maxLength` is not negative.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
    requirePosition(maxLength, "number")
    return .init(sequence: sequence.prefix(maxLength))
  }

  /// The first elements, as long as `predicate` holds. Called at once.
  @inlinable
  public func prefix(
    while predicate: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<[Elements.Element], Failure> {
    .init(sequence: sequence.prefix(while: predicate))
  }

  /// The elements, with `output` in place of nil. Their type stays optional.
  @inlinable
  public func replaceNil<T>(with output: T) -> Publishers.Sequence<[Elements.Element], Failure>
  where Elements.Element == T? {
    .init(sequence: sequence.map { $0 ?? output })
  }

  /// The elements, with another failure type.
  @inlinable
  public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> {
    .init(sequence: sequence)
  }

  /// Nothing but the end.
  @inlinable
  public func ignoreOutput() -> Empty<Elements.Element, Failure> { Empty() }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// The elements without those that equal the one before.
  @inlinable
  public func removeDuplicates() -> Publishers.Sequence<[Elements.Element], Failure> {
    var result: [Elements.Element] = []
    for element in sequence where result.last != element { result.append(element) }
    return .init(sequence: result)
  }
}

// MARK: One result

extension Publishers.Sequence {
  /// All elements in an array.
  @inlinable
  public func collect() -> Result<[Elements.Element], Failure>.Publisher { .init(Array(sequence)) }

  /// Whether `predicate` holds for all elements. Called at once.
  @inlinable
  public func allSatisfy(_ predicate: (Elements.Element) -> Bool) -> Result<Bool, Failure>.Publisher {
    .init(sequence.allSatisfy(predicate))
  }

  /// Whether `predicate` holds for all elements; fails with what it throws. Called at once.
  @inlinable
  public func tryAllSatisfy(_ predicate: (Elements.Element) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result { try sequence.allSatisfy(predicate) }.publisher
  }

  /// Whether `predicate` holds for any element. Called at once.
  @inlinable
  public func contains(where predicate: (Elements.Element) -> Bool) -> Result<Bool, Failure>.Publisher {
    .init(sequence.contains(where: predicate))
  }

  /// Whether `predicate` holds for any element; fails with what it throws. Called at once.
  @inlinable
  public func tryContains(
    where predicate: (Elements.Element) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result { try sequence.contains(where: predicate) }.publisher
  }

  /// What `nextPartialResult` makes of all elements, beginning with `initialResult`. Called at once.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) -> T
  ) -> Result<T, Failure>.Publisher {
    .init(sequence.reduce(initialResult, nextPartialResult))
  }

  /// What `nextPartialResult` makes of all elements; fails with what it throws. Called at once.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result { try sequence.reduce(initialResult, nextPartialResult) }.publisher
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// Whether `output` is among the elements.
  @inlinable
  public func contains(_ output: Elements.Element) -> Result<Bool, Failure>.Publisher {
    .init(sequence.contains(output))
  }
}

extension Publishers.Sequence where Failure == Never {
  /// The least element by `areInIncreasingOrder`, if there is any. Called at once.
  @inlinable
  public func min(by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool) -> Elements.Element?.Publisher
  {
    .init(sequence.min(by: areInIncreasingOrder))
  }

  /// The greatest element by `areInIncreasingOrder`, if there is any; the first of equals. Called at once.
  @inlinable
  public func max(by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool) -> Elements.Element?.Publisher
  {
    .init(sequence.max(by: areInIncreasingOrder))
  }

  /// The first element for which `predicate` holds, if there is any. Called at once.
  @inlinable
  public func first(where predicate: (Elements.Element) -> Bool) -> Elements.Element?.Publisher {
    .init(sequence.first(where: predicate))
  }
}

extension Publishers.Sequence where Failure == Never, Elements.Element: Comparable {
  /// The least element, if there is any.
  @inlinable
  public func min() -> Elements.Element?.Publisher { .init(sequence.min()) }

  /// The greatest element, if there is any.
  @inlinable
  public func max() -> Elements.Element?.Publisher { .init(sequence.max()) }
}

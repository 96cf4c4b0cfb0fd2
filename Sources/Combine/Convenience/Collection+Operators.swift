// Operators of a sequence publisher that are done at once because the sequence is a collection: by position, from the
// end, by number, and longer at either end.

extension Publishers.Sequence where Elements: Collection {
  /// How many elements there are.
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher { .init(sequence.count) }

  /// The elements at the positions in `range`, counted from 0.
  /// - Precondition: `range` is not negative.
  @inlinable
  public func output<R: RangeExpression>(
    in range: R
  ) -> Publishers.Sequence<[Elements.Element], Failure> where R.Bound == Int {
    .init(sequence: sequence.elements(at: range))
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// The first element, if there is any.
  @inlinable
  public func first() -> Elements.Element?.Publisher { .init(sequence.first) }

  /// The element at position `index`, counted from 0, if there are that many.
  @inlinable
  public func output(at index: Int) -> Elements.Element?.Publisher { .init(sequence.element(at: index)) }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// The last element, if there is any.
  @inlinable
  public func last() -> Elements.Element?.Publisher { .init(sequence.last) }

  /// The last element for which `predicate` holds, if there is any. Called at once, from the end on.
  @inlinable
  public func last(where predicate: (Elements.Element) -> Bool) -> Elements.Element?.Publisher {
    .init(sequence.last(where: predicate))
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
  /// How many elements there are. O(1).
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher { .init(sequence.count) }

  /// The elements at the positions in `range`, counted from 0.
  /// - Precondition: `range` is not negative.
  @inlinable
  public func output<R: RangeExpression>(
    in range: R
  ) -> Publishers.Sequence<[Elements.Element], Failure> where R.Bound == Int {
    .init(sequence: sequence.elements(at: range))
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  /// How many elements there are. O(1).
  @inlinable
  public func count() -> Just<Int> { Just(sequence.count) }

  /// The element at position `index`, counted from 0, if there are that many. O(1).
  @inlinable
  public func output(at index: Int) -> Elements.Element?.Publisher { .init(sequence.element(at: index)) }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// `elements`, then these.
  @inlinable
  public func prepend(_ elements: Elements.Element...) -> Publishers.Sequence<Elements, Failure> {
    prepend(elements)
  }

  /// `elements`, then these.
  @inlinable
  public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where S.Element == Elements.Element {
    .init(sequence: Elements(elements) + sequence)
  }

  /// The elements of `publisher`, then these.
  @inlinable
  public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
    .init(sequence: publisher.sequence + sequence)
  }

  /// These, then `elements`.
  @inlinable
  public func append(_ elements: Elements.Element...) -> Publishers.Sequence<Elements, Failure> {
    append(elements)
  }

  /// These, then `elements`.
  @inlinable
  public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where S.Element == Elements.Element {
    .init(sequence: sequence + elements)
  }

  /// These, then the elements of `publisher`.
  @inlinable
  public func append(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
    .init(sequence: sequence + publisher.sequence)
  }
}

extension Collection {
  /// The element that is `position` after the first.
  @inlinable
  func element(at position: Int) -> Element? {
    guard position >= 0, let index = index(startIndex, offsetBy: position, limitedBy: endIndex), index < endIndex else {
      return nil
    }
    return self[index]
  }

  /// The elements at the positions that `range` names, as far as they are there.
  @inlinable
  func elements<R: RangeExpression>(at range: R) -> [Element] where R.Bound == Int {
    let positions = Range.positions(range)
    let start = index(startIndex, offsetBy: positions.lowerBound, limitedBy: endIndex) ?? endIndex
    let end = index(start, offsetBy: positions.count, limitedBy: endIndex) ?? endIndex
    return Array(self[start..<end])
  }
}

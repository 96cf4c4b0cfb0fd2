// Sequences of one's own around others: their iterators have the type that the other's parameter says.
struct Pairs<Base: Sequence>: Sequence {
  let base: Base
  struct Iterator: IteratorProtocol {
    var base: Base.Iterator
    var previous: Base.Element?
    mutating func next() -> (Base.Element, Base.Element)? {
      if previous == nil { previous = base.next() }
      guard let first = previous, let second = base.next() else { return nil }
      previous = second
      return (first, second)
    }
  }
  func makeIterator() -> Iterator { Iterator(base: base.makeIterator(), previous: nil) }
}
print(Pairs(base: [1, 2, 3]).map { "\($0)" }, Pairs(base: "ab").map { $0.0 })

struct Chain<First: Sequence, Second: Sequence>: Sequence, IteratorProtocol where First.Element == Second.Element {
  var first: First.Iterator
  var second: Second.Iterator
  init(_ first: First, _ second: Second) {
    self.first = first.makeIterator()
    self.second = second.makeIterator()
  }
  mutating func next() -> First.Element? { first.next() ?? second.next() }
}
print(Array(Chain([1, 2], 5...6)), Array(Chain(Chain([1], [2]), Set([3]))))

struct Product<S: Sequence>: IteratorProtocol, Sequence {
  private let sequences: [S]
  private var iterators: [S.Iterator]
  private var current: [S.Iterator.Element] = []
  init(_ sequences: [S]) {
    self.sequences = sequences
    iterators = sequences.map { $0.makeIterator() }
  }
  mutating func next() -> [S.Iterator.Element]? {
    guard !current.isEmpty else {
      for index in iterators.indices {
        guard let value = iterators[index].next() else { return nil }
        current.append(value)
      }
      return current
    }
    for index in current.indices.reversed() {
      if let value = iterators[index].next() {
        current[index] = value
        return current
      }
      guard index != 0 else { return nil }
      iterators[index] = sequences[index].makeIterator()
      current[index] = iterators[index].next()!
    }
    return nil
  }
}
print(Product([[1, 2], [3, 4]]).map { $0 })

struct Down: Sequence, IteratorProtocol {
  var n = 3
  mutating func next() -> Int? {
    n -= 1
    return n < 0 ? nil : n
  }
}
func first<S: Sequence>(_ sequence: S) -> S.Element? {
  var iterator = sequence.makeIterator()
  _ = iterator.next()
  return iterator.next()
}
print(first(Down())!, first([7, 8])!, first("xyz")!, Array(Pairs(base: Down())).count)

extension BidirectionalCollection where Element: Equatable {
  func ends<Suffix: BidirectionalCollection>(with suffix: Suffix) -> Bool where Suffix.Element == Element {
    ends(with: suffix, by: ==)
  }
}
extension BidirectionalCollection {
  func ends<Suffix: BidirectionalCollection>(
    with suffix: Suffix, by areEquivalent: (Element, Suffix.Element) throws -> Bool
  ) rethrows -> Bool {
    try reversed().starts(with: suffix.reversed(), by: areEquivalent)
  }
  func lastNonNil<T>() -> Index? where Element == T? { self[startIndex..<endIndex].lastIndex(where: { $0 != nil }) }
}
print([1, 2, 3].ends(with: [2, 3]), "abc".ends(with: "bd"), [1, nil, 2, nil].lastNonNil()!)
print([1, 2].elementsEqual([2, 4], by: { $0 * 2 == $1 }), "ab".lexicographicallyPrecedes("ac", by: <))
func next<I: IteratorProtocol>(_ iterator: inout I) -> I.Element? { iterator.next() }
var list = [1, 2].makeIterator()
print(next(&list)!, next(&list)!, next(&list) as Any)
func positions<R: RangeExpression, C: Collection>(_ range: R, in collection: C) -> Range<R.Bound>
where R.Bound == C.Index {
  range.relative(to: collection)
}
print(positions(1..., in: [1, 2, 3]), positions(...1, in: [1, 2, 3]), positions(0..<2, in: [1, 2, 3]))

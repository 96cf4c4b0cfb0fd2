/// Help: sequences, lazy ones too. See `Documentation` for how it is written.
extension Documentation {
  static let sequences = #"""
    # Sequence
    Anything whose elements can be walked with for. A type of your own needs makeIterator() and next().
    for n in [1, 2, 3] where n != 2 { print(n) }
    => 1
    => 3

    # Sequence.map
    A list with another value made of each element.
    print([1, 2, 3].map { $0 * 10 })
    print(["a", "bc"].map(\.count))
    => [10, 20, 30]
    => [1, 2]

    # Sequence.filter
    The elements that the closure is true for.
    print((1...6).filter { $0.isMultiple(of: 2) })
    => [2, 4, 6]

    # Sequence.compactMap
    Another value made of each element, without those that become nil.
    print(["1", "x", "3"].compactMap { Int($0) })
    => [1, 3]

    # Sequence.flatMap
    The elements of all the lists that are made of the elements, as one list.
    print([1, 2].flatMap { [$0, $0 * 10] })
    => [1, 10, 2, 20]

    # Sequence.forEach
    Calls a closure with each element.
    ["a", "b"].forEach { print($0) }
    => a
    => b

    # Sequence.enumerated, EnumeratedSequence
    The elements with their numbers, from 0.
    for (index, word) in ["a", "b"].enumerated() { print(index, word) }
    => 0 a
    => 1 b

    # Sequence.makeIterator, IteratorProtocol, IteratorProtocol.next
    What gives out one element after another, and nil at the end.
    var iterator = [1, 2].makeIterator()
    while let n = iterator.next() { print(n) }
    => 1
    => 2

    # Sequence.underestimatedCount
    How many elements there are at least.
    print([1, 2, 3].underestimatedCount)
    => 3

    # Sequence.reduce
    One value made of all elements, from a first value on; with into, a value that is changed in place.
    print([1, 2, 3].reduce(0, +))
    print("hello".reduce(into: [:]) { counts, letter in counts[letter, default: 0] += 1 }["l"] ?? 0)
    => 6
    => 2

    # Sequence.contains
    Whether an element is there, or one that the closure is true for.
    print([1, 2, 3].contains(2), [1, 2, 3].contains { $0 > 5 })
    => true false

    # Sequence.allSatisfy
    Whether the closure is true for every element.
    print([2, 4].allSatisfy { $0.isMultiple(of: 2) })
    => true

    # Sequence.first
    The first element that the closure is true for, or nil.
    print([3, 8, 9].first { $0 > 5 } ?? 0)
    => 8

    # Sequence.count
    How many elements the closure is true for.
    print([3, 8, 9].count { $0 > 5 })
    => 2

    # Sequence.starts
    Whether it begins with these elements.
    print([1, 2, 3].starts(with: [1, 2]))
    => true

    # Sequence.elementsEqual
    Whether another sequence has the same elements in the same order.
    print([1, 2].elementsEqual(1...2))
    => true

    # Sequence.lexicographicallyPrecedes
    Whether it comes before another sequence, as words do in a dictionary.
    print([1, 2].lexicographicallyPrecedes([1, 3]))
    => true

    # Sequence.sorted
    The elements in order, the least first, or by a closure that says which of two comes first.
    print([3, 1, 2].sorted(), [3, 1, 2].sorted(by: >))
    print(["ccc", "a"].sorted { $0.count < $1.count })
    => [1, 2, 3] [3, 2, 1]
    => ["a", "ccc"]

    # Sequence.min, Sequence.max
    The least and the greatest element, or nil if there is none; by a closure that says which of two is less.
    print([3, 1, 2].min() ?? 0, [3, 1, 2].max() ?? 0)
    print(["ccc", "a"].min { $0.count < $1.count } ?? "")
    => 1 3
    => a

    # Sequence.reversed
    The elements from the last to the first.
    print([1, 2, 3].reversed() as [Int])
    for n in (1...2).reversed() { print(n) }
    => [3, 2, 1]
    => 2
    => 1

    # Sequence.shuffled
    The elements in a random order.
    print([1, 2, 3].shuffled().sorted())
    => [1, 2, 3]

    # Sequence.prefix
    The first elements: so many, or while the closure is true.
    print([1, 2, 3].prefix(2), [1, 5, 2].prefix { $0 < 4 })
    => [1, 2] [1]

    # Sequence.suffix
    The last elements, so many.
    print([1, 2, 3].suffix(2))
    => [2, 3]

    # Sequence.dropFirst, Sequence.dropLast
    All elements but the first, or the last, so many.
    print([1, 2, 3].dropFirst(), [1, 2, 3].dropLast(2))
    => [2, 3] [1]

    # Sequence.drop
    The elements from the first one on that the closure is false for.
    print([1, 5, 2].drop { $0 < 4 })
    => [5, 2]

    # Sequence.joined, JoinedSequence, FlattenSequence
    Texts as one text, or lists as one list, with a separator between them if you like.
    print(["a", "b"].joined(separator: ", "))
    print(Array([[1, 2], [3]].joined()))
    => a, b
    => [1, 2, 3]

    # Sequence.publisher, Publishers.Sequence, Publishers.Sequence.sequence
    The elements as a publisher.
    [1, 2].publisher.sink { print($0) }
    => 1
    => 2

    # zip, Zip2Sequence
    Pairs of the elements of two sequences, as many as the shorter one has.
    for (n, word) in zip(1..., ["one", "two"]) { print(n, word) }
    => 1 one
    => 2 two

    # stride, StrideTo, StrideThrough
    Values at equal distances, up to a bound, or through it.
    print(Array(stride(from: 0, to: 10, by: 5)), Array(stride(from: 0, through: 10, by: 5)))
    => [0, 5] [0, 5, 10]

    # sequence, UnfoldFirstSequence, UnfoldSequence, UnfoldSequence.next
    Values, each made of the one before or of a state, until nil.
    print(Array(sequence(first: 1) { $0 < 50 ? $0 * 3 : nil }))
    => [1, 3, 9, 27, 81]

    # repeatElement, Repeated
    One value so many times.
    print(Array(repeatElement("x", count: 3)))
    => ["x", "x", "x"]

    # AnySequence
    Any sequence, by its element type only.
    print(AnySequence([1, 2]).map { $0 + 1 })
    => [2, 3]

    # AnyIterator, AnyIterator.next
    An iterator by its element type only, or one that a closure makes.
    var n = 0
    let three = AnyIterator { () -> Int? in
      n += 1
      return n <= 3 ? n : nil
    }
    print(Array(three))
    => [1, 2, 3]

    # CollectionOfOne
    A collection of one element.
    print(Array(CollectionOfOne(7)))
    => [7]

    # Sequence.lazy, LazySequence, LazySequenceProtocol, LazySequenceProtocol.lazy
    The elements, so that map and filter work only on what is asked for.
    let found = (1...1_000_000).lazy.map { $0 * $0 }.first { $0 > 50 }
    print(found ?? 0)
    => 64

    # LazySequenceProtocol.map, LazyMapSequence
    Another value made of each element when it is asked for.
    print(Array([1, 2].lazy.map { $0 * 10 }))
    => [10, 20]

    # LazySequenceProtocol.filter, LazyFilterSequence
    The elements that the closure is true for, looked for when they are asked for.
    print(Array((1...6).lazy.filter { $0.isMultiple(of: 3) }))
    => [3, 6]

    # LazySequenceProtocol.compactMap
    Another value made of each element when it is asked for, without those that become nil.
    print(Array(["1", "x"].lazy.compactMap { Int($0) }))
    => [1]

    # LazySequenceProtocol.flatMap
    The elements of the lists that are made of the elements, when they are asked for.
    print(Array([1, 2].lazy.flatMap { [$0, $0] }))
    => [1, 1, 2, 2]

    # LazySequenceProtocol.prefix, LazyPrefixWhileSequence
    The first elements, without looking at the others.
    print(Array((1...100).lazy.map { $0 * 2 }.prefix(2)))
    => [2, 4]

    # LazySequenceProtocol.dropFirst
    All elements but the first, so many.
    print(Array([1, 2, 3].lazy.map { $0 * 2 }.dropFirst()))
    => [4, 6]

    # LazySequenceProtocol.drop, LazyDropWhileSequence
    The elements from the first one on that the closure is false for.
    print(Array([1, 5, 2].lazy.drop { $0 < 4 }))
    => [5, 2]

    # LazySequenceProtocol.enumerated
    The elements with their numbers, when they are asked for.
    for (index, word) in ["a", "b"].lazy.enumerated() { print(index, word) }
    => 0 a
    => 1 b
    """#
}

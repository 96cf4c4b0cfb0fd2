/// Help: collections, arrays and ranges. See `Documentation` for how it is written.
extension Documentation {
  static let collections = #"""
    # Collection
    Elements that can be walked as often as you like and are found by their indices.
    print([1, 2].count, "ab".count, [1: "x"].count)
    => 2 2 1

    # Collection.count
    How many elements there are.
    print([4, 5].count, "äh".count)
    => 2 2

    # Collection.isEmpty
    Whether there are no elements.
    print([Int]().isEmpty, "".isEmpty)
    => true true

    # Collection.first
    The first element, or nil if there is none.
    print([4, 5].first ?? 0)
    => 4

    # BidirectionalCollection.last
    The last element, or nil; or the last one that the closure is true for.
    print([4, 5].last ?? 0, [4, 5, 6].last { $0 < 6 } ?? 0)
    => 5 5

    # Collection.startIndex, Collection.endIndex
    The index of the first element, and the one behind the last.
    let word = "abc"
    print(word[word.startIndex], word.endIndex == word.index(word.startIndex, offsetBy: 3))
    => a true

    # Collection.indices, Array.indices
    The indices of all elements.
    for index in ["a", "b"].indices { print(index) }
    => 0
    => 1

    # Collection.index, BidirectionalCollection.index, Collection.formIndex
    The index after another one, before it, or so many places on; with limitedBy, nil when there are not so many.
    let word = "Swift"
    let second = word.index(after: word.startIndex)
    print(word[second], word[word.index(before: word.endIndex)], word[word.index(second, offsetBy: 2)])
    => w t f

    # Collection.distance
    How many places it is from one index to another.
    let word = "Swift"
    print(word.distance(from: word.startIndex, to: word.firstIndex(of: "f")!))
    => 3

    # Collection.firstIndex, BidirectionalCollection.lastIndex
    Where an element is, or the first or last one that the closure is true for; nil if there is none.
    let list = [3, 8, 3]
    print(list.firstIndex(of: 3)!, list.lastIndex(of: 3)!, list.firstIndex { $0 > 5 }!, list.firstIndex(of: 9) ?? -1)
    => 0 2 1 -1

    # Collection.subscript, Array.subscript
    The element at an index, or those in a range of indices. An index that is not there is a trap.
    var list = [1, 2, 3, 4]
    list[0] = 9
    print(list[0], list[1...2], list[2...])
    => 9 [2, 3] [3, 4]

    # Collection.randomElement
    Any of the elements, or nil if there are none.
    print([1, 1, 1].randomElement() ?? 0)
    => 1

    # Collection.prefix
    The first elements: so many, while the closure is true, or up to an index.
    print([1, 2, 3].prefix(2), [1, 5, 2].prefix { $0 < 4 }, "Swift".prefix(2))
    => [1, 2] [1] Sw

    # Collection.suffix
    The last elements: so many, or from an index on.
    print([1, 2, 3].suffix(2), [1, 2, 3].suffix(from: 2))
    => [2, 3] [3]

    # Collection.dropFirst, Collection.dropLast
    All elements but the first, or the last, so many.
    print([1, 2, 3].dropFirst(), "Swift".dropLast(2))
    => [2, 3] Swi

    # Collection.drop
    The elements from the first one on that the closure is false for.
    print([1, 5, 2].drop { $0 < 4 })
    => [5, 2]

    # Collection.split
    The parts between separators: an element, several, or what a closure is true for.
    print("a,b,,c".split(separator: ","))
    print([1, 0, 2].split { $0 == 0 })
    => ["a", "b", "c"]
    => [ArraySlice([1]), ArraySlice([2])]

    # BidirectionalCollection
    A collection that can be walked backwards, too.
    print("abc".last!, String("abc".reversed()))
    => c cba

    # RandomAccessCollection
    A collection whose elements are all found at once.
    print([1, 2, 3][2])
    => 3

    # MutableCollection, RangeReplaceableCollection
    Collections whose elements can be changed, and that can grow and shrink.
    var list = [1, 2]
    list[0] = 5
    list.append(7)
    print(list)
    => [5, 2, 7]

    # Array, Array.init, ArraySlice, ContiguousArray
    A list of elements in order, found by their numbers from 0.
    var list = [1, 2]
    list.append(3)
    print(list, list.count, Array(1...3), Array(repeating: 0, count: 2))
    => [1, 2, 3] 3 [1, 2, 3] [0, 0]

    # Array.capacity, Array.reserveCapacity
    How many elements fit without more memory, and making room for so many.
    var list: [Int] = []
    list.reserveCapacity(10)
    list.append(1)
    print(list.capacity >= 1)
    => true

    # Array.append
    Adds an element, or many, at the end.
    var list = [1]
    list.append(2)
    list.append(contentsOf: [3, 4])
    print(list)
    => [1, 2, 3, 4]

    # Array.insert
    Adds an element, or many, at a position.
    var list = [1, 4]
    list.insert(contentsOf: [2, 3], at: 1)
    print(list)
    => [1, 2, 3, 4]

    # Array.replaceSubrange
    Puts other elements in the place of some.
    var list = [1, 2, 3]
    list.replaceSubrange(0...1, with: [9])
    print(list)
    => [9, 3]

    # Array.remove
    Takes out the element at a position, and gives it.
    var list = [1, 2, 3]
    print(list.remove(at: 0), list)
    => 1 [2, 3]

    # Array.removeSubrange
    Takes out the elements in a range of positions.
    var list = [1, 2, 3, 4]
    list.removeSubrange(1...2)
    print(list)
    => [1, 4]

    # Array.removeFirst, Array.removeLast
    Take out the first and the last element, or so many. There must be some.
    var list = [1, 2, 3]
    print(list.removeFirst(), list.removeLast(), list)
    => 1 3 [2]

    # Array.popFirst
    Takes out the first element of a slice, or gives nil if there is none.
    var rest = [1, 2][...]
    while let next = rest.popFirst() { print(next) }
    => 1
    => 2

    # Array.popLast
    Takes out the last element, or gives nil if there is none.
    var list = [1, 2]
    while let last = list.popLast() { print(last) }
    => 2
    => 1

    # Array.removeAll
    Takes out all elements, or those that the closure is true for.
    var list = [1, 2, 3, 4]
    list.removeAll { $0.isMultiple(of: 2) }
    print(list)
    => [1, 3]

    # Array.sort
    Puts the elements in order, by a closure that says which of two comes first if you like.
    var list = [3, 1, 2]
    list.sort()
    print(list)
    list.sort(by: >)
    print(list)
    => [1, 2, 3]
    => [3, 2, 1]

    # Array.swapAt
    Exchanges two elements.
    var list = ["a", "b", "c"]
    list.swapAt(0, 2)
    print(list)
    => ["c", "b", "a"]

    # Array.reverse
    Turns the order round.
    var list = [1, 2, 3]
    list.reverse()
    print(list)
    => [3, 2, 1]

    # Array.shuffle
    Puts the elements in a random order.
    var list = [1, 2, 3]
    list.shuffle()
    print(list.sorted())
    => [1, 2, 3]

    # Array.partition
    Puts the elements that the closure is true for behind the others, and says where they begin.
    var list = [1, 9, 2, 8]
    let border = list.partition { $0 > 5 }
    print(border, list[..<border].sorted())
    => 2 [1, 2]

    # Range, ClosedRange
    Values from a lower bound up to an upper one, which belongs to the closed range only.
    print((1..<3).count, (1...3).count, (0...1.5).contains(1.2))
    for n in 1...2 { print(n) }
    => 2 3 true
    => 1
    => 2

    # Range.lowerBound, Range.upperBound, ClosedRange.lowerBound, ClosedRange.upperBound
    Where a range begins, and where it ends.
    print((1...5).lowerBound, (1..<5).upperBound)
    => 1 5

    # Range.isEmpty, ClosedRange.isEmpty
    Whether nothing is in the range.
    print((3..<3).isEmpty)
    => true

    # RangeExpression, RangeExpression.contains, Range.contains, ClosedRange.contains, PartialRangeFrom.contains
    Whether a value lies in the range.
    print((1...5).contains(5), (1..<5).contains(5), (3...).contains(9))
    => true false true

    # Range.overlaps, ClosedRange.overlaps
    Whether two ranges have a value in common.
    print((1...5).overlaps(5...9), (1..<5).overlaps(5..<9))
    => true false

    # Range.clamped, ClosedRange.clamped
    The part of a range that lies in another one.
    print((1...9).clamped(to: 3...5))
    => 3...5

    # PartialRangeFrom, PartialRangeUpTo, PartialRangeThrough
    A range with one bound, for parts of a collection and for patterns.
    let list = [1, 2, 3, 4]
    print(list[2...], list[..<2], list[...2])
    => [3, 4] [1, 2] [1, 2, 3]
    """#
}

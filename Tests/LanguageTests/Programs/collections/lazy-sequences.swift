// Lazy sequences compute what is asked for; sequences and collections of one's own in the library's functions.
var calls = 0
let firstBig = (1...).lazy.map { n -> Int in
  calls += 1
  return n * n
}.first { $0 > 50 }
print(firstBig!, calls)
let evens = [1, 2, 3, 4, 5, 6].lazy.filter { $0 % 2 == 0 }
print(evens.map { $0 * 10 }.reduce(0, +), Array(evens), evens.first ?? 0, evens.contains(4))
print(Array((1...).lazy.filter { $0 % 3 == 0 }.map { "\($0)" }.prefix(3)))
for (index, word) in ["a", "b"].lazy.map({ $0 + "!" }).enumerated() { print(index, word) }
print(Array([[1], [], [2, 3]].lazy.flatMap { $0 }), Array(["1", "x", "3"].lazy.compactMap { Int($0) }))
print(Array((1...5).lazy.drop { $0 < 3 }), Array((1...5).lazy.prefix { $0 < 3 }), Array((1...9).lazy.dropFirst(7)))

struct Ring: Collection {
  let items: [String]
  var startIndex: Int { 0 }
  var endIndex: Int { items.count * 2 }
  func index(after i: Int) -> Int { i + 1 }
  subscript(position: Int) -> String { items[position % items.count] }
}
let ring = Ring(items: ["a", "b"])
print(ring.count, ring.first!, ring.map { $0 }, ring.joined(), Array(ring.prefix(3)), ring.contains("b"))
for item in ring { print(item, terminator: " ") }
print(ring.firstIndex(of: "b")!, ring[3], ring.isEmpty, ring.reversed().joined(), ring.enumerated().map { $0.offset })

struct Tree: Sequence {
  let value: Int
  var children: [Tree] = []
  func makeIterator() -> TreeIterator { TreeIterator(stack: [self]) }
}
struct TreeIterator: IteratorProtocol {
  var stack: [Tree]
  mutating func next() -> Int? {
    guard let top = stack.popLast() else { return nil }
    stack.append(contentsOf: top.children.reversed())
    return top.value
  }
}
let tree = Tree(value: 1, children: [Tree(value: 2, children: [Tree(value: 3)]), Tree(value: 4)])
print(tree.map { $0 * 2 }, tree.max()!, tree.sorted(by: >), Set(tree).count, tree.reduce(0, +))
print(zip(tree, ["a", "b"]).map { "\($0)\($1)" }, tree.min { $0 % 3 < $1 % 3 }!, tree.first { $0 > 2 } ?? 0)
let countdown = sequence(state: 3) { (n: inout Int) -> Int? in
  defer { n -= 1 }
  return n > 0 ? n : nil
}
print(Array(countdown), AnySequence { [7, 8].makeIterator() }.map { $0 + 1 })

// Collections of one's own with indices of their own; changing and growing ones; their slices and indices.
struct Ring<T>: BidirectionalCollection {
  struct Index: Comparable {
    var position: Int
    static func < (left: Index, right: Index) -> Bool { left.position < right.position }
  }
  var items: [T]
  var startIndex: Index { Index(position: 0) }
  var endIndex: Index { Index(position: items.count) }
  func index(after i: Index) -> Index { Index(position: i.position + 1) }
  func index(before i: Index) -> Index { Index(position: i.position - 1) }
  subscript(i: Index) -> T { items[i.position] }
}
let ring = Ring(items: ["a", "b", "c"])
print(ring.count, ring.first!, ring.last!, Array(ring), ring.map { $0 + "!" }, ring.reversed().map { $0 })
print(ring.indices.map { $0.position }, Array(ring[ring.startIndex...]), ring.dropFirst().first!)
print(ring.firstIndex(of: "b")!.position, ring.index(ring.startIndex, offsetBy: 2).position, ring.lastIndex(of: "c")!)
print(ring.distance(from: ring.startIndex, to: ring.endIndex), Array(ring.prefix(2)), Array(ring.suffix(2)))
let part = ring[ring.index(after: ring.startIndex)..<ring.endIndex]
print(part.count, part.startIndex.position, part.first!, part[part.startIndex], Array(part.dropFirst()))
for (index, element) in zip(ring.indices, ring) { print(index.position, element) }
print(ring.indices.suffix(from: ring.index(after: ring.startIndex)).map { $0.position })
var index = ring.endIndex
ring.formIndex(before: &index)
print(ring[index])
ring.formIndex(&index, offsetBy: -2)
ring.formIndex(after: &index)
print(ring[index])

struct Stack<E>: MutableCollection, RandomAccessCollection, RangeReplaceableCollection {
  private var storage: [E] = []
  init() {}
  var startIndex: Int { storage.startIndex }
  var endIndex: Int { storage.endIndex }
  subscript(i: Int) -> E {
    get { storage[i] }
    set { storage[i] = newValue }
  }
  mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with elements: C) where C.Element == E {
    storage.replaceSubrange(range, with: elements)
  }
}
var stack = Stack<Int>()
stack.append(3)
stack.append(1)
stack.append(contentsOf: [2, 5])
stack.sort()
print(Array(stack))
stack.swapAt(0, 3)
stack.removeFirst()
stack.insert(9, at: 0)
stack[1] = 7
print(Array(stack), stack.last!, stack.reversed().map { $0 }, stack.indices, stack.count, stack.remove(at: 1))
stack.removeAll { $0 > 6 }
stack.reverse()
print(Array(stack), stack.popLast() as Any, Array(stack + [4]), Array(Stack([1, 2]).filter { $0 > 1 }))
stack.removeAll()
print(stack.isEmpty)

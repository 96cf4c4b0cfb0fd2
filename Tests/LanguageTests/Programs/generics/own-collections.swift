// A generic queue and a cache, with subscripts and conditional members.
struct Queue<Element> {
  private var items: [Element] = []
  var count: Int { items.count }
  mutating func enqueue(_ item: Element) { items.append(item) }
  mutating func dequeue() -> Element? { items.isEmpty ? nil : items.removeFirst() }
}
extension Queue where Element: Equatable {
  func contains(_ item: Element) -> Bool { items.contains(item) }
}
var queue = Queue<Int>()
queue.enqueue(1)
queue.enqueue(2)
print(queue.contains(2), queue.dequeue()!, queue.count, queue.dequeue() as Any, queue.dequeue() as Any)
final class Cache<Key: Hashable, Value> {
  private var storage: [Key: Value] = [:]
  private(set) var misses = 0
  subscript(key: Key, make: () -> Value) -> Value {
    if let known = storage[key] { return known }
    misses += 1
    let made = make()
    storage[key] = made
    return made
  }
}
let cache = Cache<String, Int>()
print(cache["a", { 1 }], cache["a", { 2 }], cache["b", { 3 }], cache.misses)

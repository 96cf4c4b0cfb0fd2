// Mutating methods: of the value itself, of its parts, replacing self, with results.
struct Stack<Element> {
  private(set) var items: [Element] = []
  mutating func push(_ item: Element) { items.append(item) }
  @discardableResult
  mutating func pop() -> Element? { items.popLast() }
  mutating func clear() { self = Stack() }
  var top: Element? { items.last }
}
var stack = Stack<String>()
stack.push("a")
stack.push("b")
stack.pop()
print(stack.top ?? "none", stack.items.count)
stack.clear()
print(stack.pop() as Any, stack.items)
struct Counter {
  var count = 0
  mutating func next() -> Int {
    defer { count += 1 }
    return count
  }
}
var counter = Counter()
print(counter.next(), counter.next(), counter.count)

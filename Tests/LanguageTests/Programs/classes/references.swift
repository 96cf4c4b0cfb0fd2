// A class is a reference: two names for one object, identity, changes seen through let.
class Counter {
  var count = 0
  func increment(by amount: Int = 1) { count += amount }
}
let a = Counter()
let b = a
b.increment()
b.increment(by: 5)
print(a.count, a === b, a !== Counter())

func reset(_ counter: Counter) { counter.count = 0 }
reset(a)
print(b.count)

struct Wrapper {
  let counter: Counter
  var label: String
}
var first = Wrapper(counter: a, label: "one")
let second = first
first.label = "changed"
first.counter.increment(by: 3)
print(second.label, second.counter.count)

class Node {
  let value: Int
  var next: Node?
  init(_ value: Int, next: Node? = nil) {
    self.value = value
    self.next = next
  }
}
let list = Node(1, next: Node(2, next: Node(3)))
var current: Node? = list
var sum = 0
while let node = current {
  sum += node.value
  current = node.next
}
print(sum, list.next?.next?.value as Any, list.next?.next?.next?.value as Any)
let counters = [Counter(), Counter()]
counters.forEach { $0.increment() }
counters[1].count = 9
print(counters.map { $0.count }, counters.contains { $0 === a })
print(ObjectIdentifier(a) == ObjectIdentifier(b))

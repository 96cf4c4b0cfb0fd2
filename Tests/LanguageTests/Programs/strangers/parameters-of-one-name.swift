// A generic type inside another one whose parameter has the same name; properties that may be Void.
final class List<T> {
  class Node<T> {
    var value: T
    var next: Node?
    init(value: T) { self.value = value }
  }
  typealias Entry = Node<T>
  var head: Entry?
  func push(_ value: T) {
    let node = Entry(value: value)
    node.next = head
    head = node
  }
  func push(_ entry: Entry) {
    let copy = Node(value: entry.value)
    copy.next = head
    head = copy
  }
}
let list = List<Int>()
list.push(1)
list.push(List<Int>.Entry(value: 2))
print(list.head!.value, list.head!.next!.value)

struct Edge<Value>: CustomStringConvertible {
  var value: Value
  var description: String { type(of: value) == Void.self ? "plain" : "with \(value)" }
}
print(Edge(value: ()), Edge(value: 3))

// A list of nodes made of references; walking it, reversing it, and deinit all along it.
final class Node {
  let value: Int
  var next: Node?
  init(_ value: Int, next: Node? = nil) {
    self.value = value
    self.next = next
  }
  deinit { print("drop \(value)") }
}
func values(_ head: Node?) -> [Int] {
  var result: [Int] = []
  var node = head
  while let current = node {
    result.append(current.value)
    node = current.next
  }
  return result
}
var head: Node? = Node(1, next: Node(2, next: Node(3)))
print(values(head))
var reversed: Node?
while let node = head {
  head = node.next
  node.next = reversed
  reversed = node
}
print(values(reversed))
reversed = nil

// What would be assigned is not computed when there is nothing to assign to; parts of a tuple that are thrown away.
class Node {
  var count = 0
  var next: Node?
}
func made() -> Int {
  print("made")
  return 5
}
var node: Node?
node?.count = made()
node?.count += made()
node = Node()
node?.count = made()
node?.next?.count = made()
print(node!.count)
var list: [Int]?
list?[0] = made()
list?.append(made())
list = [1]
list?[0] += made()
list?.append(made())
print(list!)
var table: [String: [Int]] = [:]
table["a"]?.append(made())
table["b", default: []].append(made())
table["b"]?[0] = made()
print(table)
var (x, y) = (0, 0)
(x, _) = (1, 2)
(_, y) = (x, x + 1)
((x, _), y) = ((y, 0), x)
print(x, y)

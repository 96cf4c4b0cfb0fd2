// An Identifiable class without an id is identified by its object; ObjectIdentifier of objects and types.
class Node: Identifiable {}
let n1 = Node(), n2 = Node()
print(n1.id == n1.id, n1.id == n2.id, ObjectIdentifier(n1) == n1.id, Set([n1.id, n2.id, n1.id]).count)
print(
  ObjectIdentifier(Int.self) == ObjectIdentifier(Int.self), ObjectIdentifier(Int.self) == ObjectIdentifier(String.self))

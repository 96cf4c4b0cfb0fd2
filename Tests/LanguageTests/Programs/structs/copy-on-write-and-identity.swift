// Values that contain references: copies share the object; isKnownUniquelyReferenced; equality of arrays of objects.
final class Storage {
  var values: [Int]
  init(_ values: [Int]) { self.values = values }
}
struct Stack {
  private var storage = Storage([])
  private(set) var copies = 0
  var values: [Int] { storage.values }
  mutating func push(_ value: Int) {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(storage.values)
      copies += 1
    }
    storage.values.append(value)
  }
}
var a = Stack()
a.push(1)
a.push(2)
var b = a
b.push(3)
b.push(4)
a.push(5)
print(a.values, b.values, a.copies, b.copies)
struct Shallow { let storage = Storage([1]) }
let first = Shallow()
let second = first
second.storage.values.append(2)
print(first.storage.values, first.storage === second.storage)
final class Person: Hashable {
  let name: String
  init(_ name: String) { self.name = name }
  static func == (a: Person, b: Person) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
let ann = Person("Ann")
print([ann, Person("Ann")].filter { $0 == ann }.count, Set([ann, ann, Person("Ann")]).count, [ann].contains(ann))
var arrays = [[1], [2]]
let kept = arrays
arrays[0].append(9)
print(arrays, kept)

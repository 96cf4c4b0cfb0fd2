// sorted and sort: ascending, descending, by key, by several keys, stable; min, max, reversed.
struct Person: Comparable {
  let name: String
  let age: Int
  static func < (a: Person, b: Person) -> Bool { a.name < b.name }
}
let people = [Person(name: "Zoe", age: 20), Person(name: "Ann", age: 31), Person(name: "Bob", age: 20)]
print(people.sorted().map(\.name), people.sorted(by: >).map(\.name))
print(people.sorted { $0.age < $1.age }.map(\.name))
print(people.sorted { ($0.age, $0.name) < ($1.age, $1.name) }.map(\.name))
print(
  people.sorted { a, b in
    if a.age != b.age { return a.age > b.age }
    return a.name < b.name
  }.map(\.name))
print(people.min()!.name, people.max { $0.age < $1.age }!.name)
var numbers = [5, 3, 9, 1]
numbers.sort()
print(numbers)
numbers.sort(by: >)
print(numbers, numbers.sorted(), Array(numbers.reversed()))
print(["banana", "Apple", "cherry"].sorted(), ["bb", "a", "ccc"].sorted { $0.count > $1.count })
print([2.5, -1, 0].sorted(), "hello".sorted(), String("hello".sorted()))
let counts = ["b": 2, "a": 2, "c": 5]
for (key, value) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) { print(key, value) }
print(counts.keys.sorted(), counts.values.sorted(), counts.max { $0.value < $1.value }!.key)

// Sorting by several criteria, with tuples and with closures of closures.
struct Person { let first: String, last: String, age: Int }
let people = [
  Person(first: "Zoe", last: "Adams", age: 20), Person(first: "Ann", last: "Baker", age: 31),
  Person(first: "Bob", last: "Adams", age: 20),
]
print(people.sorted { ($0.last, $0.first) < ($1.last, $1.first) }.map(\.first))
typealias Order = (Person, Person) -> Bool
func by<T: Comparable>(_ key: @escaping (Person) -> T) -> Order { { key($0) < key($1) } }
func then(_ first: @escaping Order, _ second: @escaping Order) -> Order {
  { a, b in first(a, b) ? true : first(b, a) ? false : second(a, b) }
}
print(people.sorted(by: then(by { $0.age }, by { $0.first })).map(\.first))
print(people.max { $0.age < $1.age }!.first, people.min { $0.first < $1.first }!.first)

// people and lenses, as one page of a program.
import Foundation
struct Person {
  var name: String; var age: Int; var address: Address; var pets: [Pet] = []
  struct Address { var city: String; var zip: String? }
}
struct Pet: Equatable { var name: String; var kind: Kind; enum Kind: String { case dog, cat } }
extension Sequence {
  func sorted<T: Comparable>(by keyPath: KeyPath<Element, T>, descending: Bool = false) -> [Element] {
    sorted { descending ? $0[keyPath: keyPath] > $1[keyPath: keyPath] : $0[keyPath: keyPath] < $1[keyPath: keyPath] }
  }
  func grouped<K: Hashable>(by kp: KeyPath<Element, K>) -> [K: [Element]] {
    Dictionary(grouping: self, by: { $0[keyPath: kp] })
  }
  func sum<N: AdditiveArithmetic>(_ kp: KeyPath<Element, N>) -> N { reduce(.zero) { $0 + $1[keyPath: kp] } }
}
var people = [
  Person(name: "Zoe", age: 31, address: .init(city: "Bonn", zip: "53111"), pets: [Pet(name: "Rex", kind: .dog)]),
  Person(name: "Al", age: 45, address: .init(city: "Ulm", zip: nil)),
  Person(name: "Max", age: 22, address: .init(city: "Bonn")),
]
print(people.sorted(by: \.age).map(\.name), people.sorted(by: \.name, descending: true).map(\.age))
let byCity = people.grouped(by: \.address.city)
for (city, ps) in byCity.sorted(by: { $0.key < $1.key }) { print(city, ps.count, ps.sum(\.age)) }
let kp: WritableKeyPath<Person, String> = \.address.city
people[0][keyPath: kp] = "Köln"
people[1][keyPath: \.address.zip] = "89073"
print(people[0].address.city, people[1].address.zip ?? "none", people[2].address.zip?.count as Any)
let first = \Person.pets[0].name
people[0][keyPath: first].append("!")
print(people[0].pets)
let chained = (\Person.address).appending(path: \.zip)
print(people.map { $0[keyPath: chained] })
func update<Root, V>(_ r: Root, _ kp: WritableKeyPath<Root, V>, _ v: V) -> Root {
  var c = r; c[keyPath: kp] = v; return c
}
print(update(people[2], \.age, 23).age, people[2].age)
let paths: [PartialKeyPath<Person>] = [\.name, \.age]
print(paths.map { people[1][keyPath: $0] })
class Node { var value: Int; var next: Node?; init(_ v: Int, _ n: Node? = nil) { value = v; next = n } }
let n = Node(1, Node(2))
let rk: ReferenceWritableKeyPath<Node, Int> = \.value
n[keyPath: rk] = 7
print(n.value, n[keyPath: \.next?.value] ?? 0, n[keyPath: \.next?.next?.value] as Any)
print(people.map(\.self.name.count), ["a": 1].map(\.value), [[1, 2], []].map(\.first), ["x"].map(\.isEmpty))
print(people.filter(\.pets.isEmpty).count, people.compactMap(\.address.zip))
@dynamicMemberLookup
struct Lens<T> {
  var value: T
  subscript<V>(dynamicMember kp: WritableKeyPath<T, V>) -> V {
    get { value[keyPath: kp] }
    set { value[keyPath: kp] = newValue }
  }
}
var lens = Lens(value: people[1])
lens.age += 1
lens.address.city = "Rom"
print(lens.age, lens.value.address)
print(\Person.age == \Person.age)

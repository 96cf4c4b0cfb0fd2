// All ways to open an optional: if let, guard let, ??, !, chaining, map, flatMap, switch, optional patterns.
struct Address {
  var street: String?
  var zip: Int
}
struct Person {
  var name: String
  var address: Address?
  func greeting() -> String { "Hi, \(name)" }
}
var ann: Person? = Person(name: "Ann", address: Address(street: "Main St", zip: 12345))
let bob: Person? = Person(name: "Bob", address: nil)
let nobody: Person? = nil

print(ann?.name as Any, ann?.address?.street ?? "no street", bob?.address?.zip as Any, nobody?.greeting() as Any)
print(ann!.address!.zip + 1)
print(ann?.address?.street?.count as Any, ann?.greeting().uppercased() ?? "-")
ann?.address?.street = "Side St"
ann?.address?.zip += 1
print(ann!.address!)
if let street = ann?.address?.street, !street.isEmpty { print(street) }

let number: Int? = 4
print(number.map { $0 * 2 } as Any, number.flatMap { $0 > 5 ? $0 : nil } as Any, Int?.none.map { $0 + 1 } as Any)
switch number {
case .some(let value): print("some \(value)")
case .none: print("none")
}
switch number {
case 4?: print("four")
case let other?: print(other)
case nil: print("nil")
}
print(nobody == nil, number != nil, number == 4, number ?? 0 > 3)
let nested: Int?? = .some(nil)
print(nested as Any, nested == nil, nested ?? 1 as Any)
let first = Int("x") ?? Int("12") ?? 0
print(first)
let implicit: String! = "implicit"
print(implicit.count)

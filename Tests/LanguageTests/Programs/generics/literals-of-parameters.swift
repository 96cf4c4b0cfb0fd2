// A generic parameter is made of a literal where a protocol says that it can be.
// swift-format-ignore-file
struct Tagged<Tag, Raw: Hashable>: Hashable, ExpressibleByIntegerLiteral where Raw: ExpressibleByIntegerLiteral {
  let raw: Raw
  init(_ raw: Raw) { self.raw = raw }
  init(integerLiteral value: Raw.IntegerLiteralType) { raw = Raw(integerLiteral: value) }
}
struct Person: Identifiable { typealias ID = Tagged<Person, Int>; let id: ID; var friends: Set<ID> = [] }
let person = Person(id: 4, friends: [5, 6, 5])
print(person.id.raw, person.friends.count, person.friends.contains(5))
struct Meters: ExpressibleByFloatLiteral, Equatable { var value: Double; init(floatLiteral value: Double) { self.value = value } }
func made<T: ExpressibleByFloatLiteral>(_ type: T.Type) -> T where T.FloatLiteralType == Double { T(floatLiteral: 2.5) }
print(made(Double.self), made(Meters.self).value)
func named<T: ExpressibleByStringLiteral>() -> T where T.StringLiteralType == String { T(stringLiteral: "x") }
let name: String = named()
print(name, Int(integerLiteral: 3), Bool(booleanLiteral: true))

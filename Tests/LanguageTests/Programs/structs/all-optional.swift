// Structs whose properties are all optional variables, made without arguments.
struct One { var c: Int? }
struct Two: Equatable, Codable { var name: String?; var age: Int? }
struct Nested { var one: One?; var two: Two? }
struct Generic<T> { var value: T? }
class Thing { let name: String; init(_ name: String) { self.name = name }; deinit { print("gone", name) } }
struct Holder { var thing: Thing? }
var one = One()
print(one)
one.c = 3
print(one, One().c as Any, One(c: 4))
var two = Two()
print(two, two == Two(), two == Two(name: "a"))
two.age = 3
print(two, Two(age: 5))
var nested = Nested()
nested.one = One()
nested.one?.c = 7
print(nested.one?.c ?? 0, nested.two as Any)
var generic = Generic<String>()
print(generic.value as Any)
generic.value = "x"
print(generic)
var holder = Holder()
holder.thing = Thing("a")
holder.thing = Thing("b")
holder.thing = nil
var tuple = (1, Holder())
tuple.1.thing = Thing("c")
tuple.1.thing = nil
print([One(), One(c: 1)].map { $0.c ?? 0 })
let make: () -> Two = { Two() }
print(make())
let all: [Holder] = .init(repeating: .init(), count: 2)
print(all.count, all[1].thing == nil)

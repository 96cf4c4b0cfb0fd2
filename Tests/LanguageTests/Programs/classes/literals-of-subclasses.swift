// Literals of objects of several classes: what the classes have in common.
class Animal { func say() -> String { "?" } }
class Cat: Animal { override func say() -> String { "meow" } }
class Dog: Animal { override func say() -> String { "woof" } }
let zoo = [Cat(), Dog()]
print(zoo.map { $0.say() }, type(of: zoo))
let dict = ["c": Cat(), "d": Dog()]
print(dict["c"]!.say(), type(of: dict))
let pick = true ? Cat() : Dog()
print(pick.say())
print([Cat(), Animal(), Dog()].map { $0.say() })
for a in [Cat(), Dog()] { print(a.say()) }
let o = [Cat(), nil, Dog()]; print(o.compactMap { $0?.say() })
let nested = [[Cat()], [Dog()]]; print(nested.flatMap { $0 }.map { $0.say() })

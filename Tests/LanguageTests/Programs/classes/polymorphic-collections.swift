// Objects of several classes in one array: dynamic dispatch, casts, identity.
class Animal {
  let name: String
  init(_ name: String) { self.name = name }
  func speak() -> String { "\(name) is silent" }
}
class Dog: Animal {
  override func speak() -> String { "\(name) barks" }
  func fetch() -> String { "\(name) fetches" }
}
class Puppy: Dog {
  override func speak() -> String { super.speak() + " softly" }
}
let animals: [Animal] = [Animal("fish"), Dog("rex"), Puppy("bit")]
for animal in animals { print(animal.speak()) }
print(animals.compactMap { $0 as? Dog }.map { $0.fetch() })
print(animals.filter { $0 is Puppy }.count, animals[0] === animals[0], animals[0] === animals[1])
print(animals.map { type(of: $0) == Dog.self })
for case let dog as Dog in animals { print(dog.name) }

// An initializer gives its class' properties their values without a word to observers, a subclass' own ones included.
// swift-format-ignore-file
class Animal {
  var age: Int
  var name = "a"
  init(_ age: Int) {
    self.age = age
    self.age += 1
    name += "b"
  }
  convenience init(named name: String) {
    self.init(1)
    self.name = name
  }
  init(like other: Animal) {
    age = other.age
    other.age = 0
  }
}
class Dog: Animal {
  var log: [String] = []
  override var age: Int { didSet { log.append("age \(oldValue)") } }
  override var name: String { willSet { log.append("name \(newValue)") } }
  override init(_ age: Int) {
    super.init(age)
    self.age += 1
  }
  override init(like other: Animal) { super.init(like: other) }
}
let dog = Dog(1)
print(dog.age, dog.log)
dog.age = 7
(dog as Animal).name = "z"
print(dog.log)
let named = Dog(named: "n")
print(named.log)
let twin = Dog(like: dog)
print(twin.log, dog.log)

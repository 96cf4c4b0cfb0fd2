// Values of type Any: mixed arrays and dictionaries, casts with is, as?, as!, as.
class Animal {}
class Dog: Animal { let name = "Rex" }

let mixed: [Any] = [1, "two", 3.0, true, [4], Dog(), ("a", 1)]
for value in mixed {
  switch value {
  case let number as Int: print("Int \(number)")
  case let text as String: print("String \(text)")
  case is Double: print("a Double")
  case let list as [Int]: print("list of \(list.count)")
  case let dog as Dog: print("dog \(dog.name)")
  case is Bool: print("Bool")
  default: print("something else")
  }
}
let userInfo: [String: Any] = ["name": "olives", "vegan": true, "price": 2]
let name = userInfo["name"] as? String ?? "none"
let vegan = userInfo["vegan"] as? Bool ?? false
let price = userInfo["price"] as? Double
print(name, vegan, price as Any, userInfo["missing"] as? String as Any)
let animal: Animal = Dog()
print(animal is Dog, (animal as! Dog).name, (animal as? Dog)?.name ?? "-", Animal() is Dog)
let wide = 5 as Double
print(wide, (1 as Any) is Int, ("x" as Any) as? Int as Any)

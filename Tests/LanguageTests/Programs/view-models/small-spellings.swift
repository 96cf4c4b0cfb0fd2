// What sample code writes here and there.
import Combine
import Foundation

let nothing: Void = Void()
let token = Just(Void()).sink { print("void") }
func call(_ body: (@escaping (Int) -> Void)) { body(1) }
call { print($0) }

@propertyWrapper struct Kept<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
struct User {
  @Kept var id: String?
  var age = 1
}
print(User(age: 2).id as Any, User(id: "a").id ?? "-")

let publisher = NotificationCenter.Publisher(center: .default, name: .init("changed"), object: nil)
let heard = publisher.sink { print($0.name.rawValue) }
NotificationCenter.default.post(name: .init("changed"), object: nil)

print(CommandLine.arguments.count, NSLocalizedString("Save", comment: "button"), arc4random_uniform(1))
print(NSLocalizedString("key", value: "Value", comment: ""))

// Members that a subscript finds: by name, by key path into what is wrapped, in classes and their subclasses.
struct Person {
  var name: String
  var age: Int
}
@dynamicMemberLookup
struct Editable<Value> {
  private(set) var value: Value
  private(set) var changes = 0
  init(_ value: Value) { self.value = value }
  subscript<T>(dynamicMember path: WritableKeyPath<Value, T>) -> T {
    get { value[keyPath: path] }
    set {
      value[keyPath: path] = newValue
      changes += 1
    }
  }
}
var person = Editable(Person(name: "Ann", age: 30))
person.name = "Bob"
person.age += 1
print(person.name, person.age, person.changes, person.name.count)

@dynamicMemberLookup
class Settings {
  var storage: [String: Any] = ["theme": "dark", "size": 12]
  var title = "settings"
  subscript(dynamicMember name: String) -> Any? { storage[name] }
}
class AppSettings: Settings {}
let settings = AppSettings()
print(settings.title, settings.theme as? String ?? "-", settings.size as? Int ?? 0, settings.missing == nil)

// Chains of optionals: properties, methods, subscripts, assignments, calls of optional closures.
final class Person {
  var name: String
  var friend: Person?
  var pets: [String: [String]] = [:]
  var greet: ((String) -> String)?
  init(_ name: String) { self.name = name }
}
let ann = Person("Ann")
print(ann.friend?.name as Any, ann.friend?.friend?.name.count ?? -1)
ann.friend = Person("Bob")
ann.friend?.pets["cats"] = ["Tom"]
ann.friend?.pets["cats"]?.append("Kit")
print(ann.friend?.pets["cats"]?.last?.uppercased() ?? "none", ann.friend?.pets["dogs"]?.count as Any)
print(ann.greet?("hi") as Any)
ann.greet = { "\($0), I am Ann" }
print(ann.greet?("hi") ?? "silence", ann.friend?.greet?("x") == nil)
ann.friend?.friend = ann
print(ann.friend?.friend?.friend?.name ?? "nobody", (ann.friend?.name = "Rob") != nil, ann.friend!.name)
ann.friend?.friend = nil

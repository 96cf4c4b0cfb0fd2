// Protocols: requirements, default implementations in extensions, overriding them, conformance added later.
protocol Greeter {
  var name: String { get }
  func greet() -> String
  func leave() -> String
}
extension Greeter {
  func greet() -> String { "Hello, \(name)" }
  func leave() -> String { "Bye, \(name)" }
  func extra() -> String { "extra of the protocol" }
}
struct Friend: Greeter {
  let name: String
}
struct Pirate: Greeter {
  let name: String
  func greet() -> String { "Arr, \(name)" }
  func extra() -> String { "extra of the pirate" }
}
let all: [any Greeter] = [Friend(name: "Ann"), Pirate(name: "Jack")]
for greeter in all {
  print(greeter.greet(), greeter.leave(), greeter.extra())
}
print(Pirate(name: "J").extra())

protocol Resettable {
  mutating func reset()
  init()
}
extension Resettable {
  mutating func reset() { self = Self() }
}
struct Score: Resettable {
  var points = 0
  init() {}
}
var score = Score()
score.points = 9
score.reset()
print(score.points)

extension Int: Greeter {
  var name: String { "number \(self)" }
}
print(5.greet())
func welcome(_ greeter: some Greeter) -> String { greeter.greet() + "!" }
print(welcome(Friend(name: "Bob")), welcome(7))

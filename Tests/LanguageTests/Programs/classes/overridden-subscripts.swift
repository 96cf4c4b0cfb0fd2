// What overrides takes effect behind the superclass, too: subscripts, and members that take generic parameters.
// swift-format-ignore-file
class Animal {
  var age: Int
  init(_ age: Int) { self.age = age }
  subscript(n: Int) -> Int { get { age + n } set { age = newValue } }
  subscript(name name: String) -> String { name + "\(age)" }
  class subscript(text: String) -> String { "animal " + text }
  func read(_ n: Int) -> Int { self[n] }
}
class Cat: Animal {
  override subscript(n: Int) -> Int { get { super[n] - 1 } set { super[n] = newValue + 10 } }
  override class subscript(text: String) -> String { "cat " + super[text] }
}
final class Kitten: Cat {
  override subscript(name name: String) -> String { "<" + super[name: name] + ">" }
}
let cat: Animal = Kitten(5)
cat[2] = 7
print(cat.age, cat[1], cat[name: "k"], cat.read(1))
cat[0] += 1
print(cat.age)
let type: Animal.Type = Kitten.self
print(type["t"], Animal["t"])
class Store<Item> {
  func told(_ item: Item) -> String { "store" }
  func pair<Other>(_ item: Item, _ other: Other) -> String { "pair" }
  func many<A, B>(_ a: [A], _ b: B, _ items: Item...) -> String { "many" }
  subscript(item: Item) -> String { "item" }
  init() {}
}
class Numbers: Store<Int> {
  override func told(_ item: Int) -> String { "number \(item), " + super.told(item) }
  override func pair<Other>(_ item: Int, _ other: Other) -> String { "numbers \(other)" }
  override func many<X, Y>(_ a: [X], _ b: Y, _ items: Int...) -> String { "\(items.count) numbers" }
  override subscript(item: Int) -> String { "numbers " + super[item] }
}
class Lists<Value>: Store<[Value]> {
  override func told(_ item: [Value]) -> String { "list \(item)" }
}
final class Texts: Lists<String> {
  override subscript(item: [String]) -> String { item.joined() }
}
let store: Store<Int> = Numbers()
print(store.told(1), store.pair(1, "b"), store.many([1], 2.5, 3, 4), store[3])
let lists: Store<[String]> = Texts()
print(lists.told(["a"]), lists[["b", "c"]], lists.pair([], 1))
print(Numbers().told(1), Numbers().pair(1, 2), Numbers()[1], Texts()[["x"]], Texts().told([]), Kitten[""])

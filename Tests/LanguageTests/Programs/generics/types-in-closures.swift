// The parameters of a generic type are known in the closures of its methods.
struct Stack<Element> {
  var items: [Element] = []
  func typeNames() -> [String] { items.map { _ in "\(Element.self)" } }
  func doubled() -> Stack<Element> {
    let make = { (xs: [Element]) in Stack<Element>(items: xs + xs) }; return make(items)
  }
}
print(Stack(items: [1, 2]).typeNames(), Stack(items: ["a"]).doubled().items)
final class Cache<Key: Hashable, Value> {
  private var store: [Key: Value] = [:]
  func value(for key: Key, make: () -> Value) -> Value {
    if let v = store[key] { return v }
    let v = make(); store[key] = v; return v
  }
  lazy var describe: () -> String = { [unowned self] in "\(Key.self) \(Value.self) \(store.count)" }
}
let cache = Cache<String, Int>()
_ = cache.value(for: "a") { 1 }
print(cache.describe())

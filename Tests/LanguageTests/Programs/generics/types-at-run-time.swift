// What T stands for while generic code runs: T.self, T in calls of other generic code, in closures, in generic types.
protocol Named { static var label: String { get } }
struct Cat: Named { static let label = "cat" }
struct Dog: Named { static let label = "dog" }
func name<T>(of type: T.Type) -> String { "\(T.self)" }
func twice<T>(_ value: T) -> String { name(of: T.self) + "/" + name(of: [T].self) }
func later<T>(_ type: T.Type) -> () -> String { { name(of: T.self) } }
print(name(of: Int.self), twice("x"), twice([1]), later(Double.self)())
func label<T: Named>(_ type: T.Type) -> String { T.label }
func labels<A: Named, B: Named>(_ a: A.Type, _ b: B.Type) -> [String] { [label(A.self), label(B.self), A.label] }
print(label(Cat.self), labels(Dog.self, Cat.self))
struct Box<Value> {
  var value: Value
  func describe() -> String { "Box of \(Value.self)" }
  func mapped<Other>(_ change: (Value) -> Other) -> Box<Other> { Box<Other>(value: change(value)) }
}
print(Box(value: 1).describe(), Box(value: "a").describe())
final class Cache<Key: Hashable, Value> {
  var items: [Key: Value] = [:]
  init() {}
  var title: String { "\(Key.self) to \(Value.self)" }
}
print(Cache<String, [Int]>().title)
protocol Loader { func load<T>(_ type: T.Type) -> String }
struct TextLoader: Loader { func load<T>(_ type: T.Type) -> String { "loads \(T.self)" } }
let loader: any Loader = TextLoader()
print(loader.load(Bool.self))

// Type aliases, also generic ones; metatypes as values; type(of:); passing Type.self.
typealias Handler<Value> = (Result<Value, any Error>) -> Void
typealias Toppings = [String]
typealias Point = (x: Int, y: Int)

let handler: Handler<Int> = { result in
  switch result {
  case .success(let value): print("value \(value)")
  case .failure(let error): print("error \(error)")
  }
}
handler(.success(3))
let toppings: Toppings = ["olives"]
let point: Point = (1, 2)
print(toppings.count, point.x)

func decode<T: LosslessStringConvertible>(_ type: T.Type, from text: String) -> T? { T(text) }
print(decode(Int.self, from: "12") as Any, decode(Double.self, from: "1.5") as Any, decode(Bool.self, from: "x") as Any)
func filter<T>(_ values: [Any], of type: T.Type) -> [T] { values.compactMap { $0 as? T } }
print(filter([1, "a", 2, "b"], of: String.self), filter([1, "a", 2], of: Int.self))
class Base {
  class func name() -> String { "base" }
  required init() {}
}
class Derived: Base {
  override class func name() -> String { "derived" }
}
let kinds: [Base.Type] = [Base.self, Derived.self]
print(kinds.map { $0.name() }, kinds.map { type(of: $0.init()) }, kinds[1] == Derived.self)
print(Int.self, type(of: 1.5), [Int].self, (Int, String).self, type(of: toppings), Optional<Int>.self)
let object: Base = Derived()
print(type(of: object), type(of: object) == Base.self, String(describing: type(of: object)))

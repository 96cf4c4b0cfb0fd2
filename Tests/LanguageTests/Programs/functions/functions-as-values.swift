// Functions as values: types, references, operators as functions, methods, initialisers, function results.
func double(_ x: Int) -> Int { x * 2 }
func apply(_ f: (Int) -> Int, to x: Int) -> Int { f(x) }
print(apply(double, to: 5), [1, 2].map(double))
let operation: (Int, Int) -> Int = (+)
print(operation(2, 3), [1, 2, 3].reduce(1, *), zip([1, 2], [1, 3]).map(==))
print([3, 1, 2].sorted(by: >), ["b", "a"].sorted(by: <))

func makeAdder(_ amount: Int) -> (Int) -> Int {
  func add(_ x: Int) -> Int { x + amount }
  return add
}
let addTen = makeAdder(10)
print(addTen(1), makeAdder(1)(1))

func compose<A, B, C>(_ f: @escaping (A) -> B, _ g: @escaping (B) -> C) -> (A) -> C {
  { g(f($0)) }
}
print(compose(double, String.init)(21) + "!")

struct Topping {
  let name: String
  func isMild() -> Bool { name.count < 6 }
}
let make = Topping.init(name:)
print(make("olives").name, ["ham", "salami"].map(Topping.init).map { $0.isMild() })
let mild = Topping(name: "ham").isMild
print(mild())
print(["a", "b"].map { $0.uppercased() }, ["1", "x"].map(Int.init))
let handlers: [String: (Double, Double) -> Double] = ["+": (+), "-": (-), "max": max]
print(handlers["-"]!(5, 3), handlers["max"]!(2, 7))
var callback: (() -> Void)?
callback?()
callback = { print("called") }
callback?()

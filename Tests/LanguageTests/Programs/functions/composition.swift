// Functions put together: composition, partial application, a pipeline of closures.
func compose<A, B, C>(_ f: @escaping (A) -> B, _ g: @escaping (B) -> C) -> (A) -> C { { g(f($0)) } }
let length = compose({ (text: String) in text.count }, { $0 * 10 })
print(length("four"))
func adder(_ n: Int) -> (Int) -> Int { { $0 + n } }
let steps = [adder(1), adder(10), { $0 * 2 }]
print(steps.reduce(1) { $1($0) })
let operations: [String: (Double, Double) -> Double] = ["+": (+), "-": (-), "max": { max($0, $1) }]
print(operations["+"]!(1, 2), operations["-"]!(1, 2), operations["max"]!(1, 2), operations["?"] == nil)
infix operator |> : AdditionPrecedence
func |> <A, B>(value: A, f: (A) -> B) -> B { f(value) }
print(3 |> adder(4) |> String.init |> { $0 + "!" })

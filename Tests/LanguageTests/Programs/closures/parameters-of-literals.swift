let f: Float = 2
let u: UInt8 = 3
print([1, 2].map { $0 * f })
print([1, 2].map { $0 + u })
print([1.5, 2].map { $0 * f })
func g<T, U>(_ x: T, _ g: (T) -> U) -> U { g(x) }
print(g(1) { $0 * f })
print(g(1) { $0 + u })
print(g("a") { $0 == Character("a") })
let prices = [1.5].map { $0 + 0 }.map { $0 + 1 }.filter { $0 > 0 }
print(prices)
print([1, 2, 3].reduce(0) { $0 + Double($1) })
print([1.5, 2].reduce(0) { $0 + $1 }, [1, 2].reduce("") { $0 + "\($1)" })
print(["a", "b"].map { $0 + "c" }.map { $0.count }.map { Double($0) * 0.5 })
print([1].map { n in n + 1 }.flatMap { [$0, $0 + 0.5] })
print(g(2) { $0 / 4 }, g(2) { $0 / 4.0 })

// Functions that make functions: currying, memoising with inout, debouncing by count, pipelines of closures.
func curry<A, B, C>(_ f: @escaping (A, B) -> C) -> (A) -> (B) -> C { { a in { b in f(a, b) } } }
let plus: (Int) -> (Int) -> Int = curry { $0 + $1 }
print(plus(3)(4), [1, 2].map(plus(10)))
func memoized<Key: Hashable, Value>(_ f: @escaping (Key) -> Value) -> (Key) -> Value {
  var cache: [Key: Value] = [:]
  return { key in
    if let known = cache[key] { return known }
    let value = f(key)
    cache[key] = value
    return value
  }
}
var calls = 0
let slow = memoized { (n: Int) -> Int in
  calls += 1
  return n * n
}
print(slow(4), slow(4), slow(5), calls)
func every(_ n: Int, _ action: @escaping (Int) -> Void) -> () -> Void {
  var count = 0
  return {
    count += 1
    if count % n == 0 { action(count) }
  }
}
let third = every(3) { print("called at \($0)") }
for _ in 1...7 { third() }
let steps: [(String) -> String] = [{ $0.uppercased() }, { String($0.reversed()) }, { $0 + "?" }]
print(steps.reduce("abc") { text, step in step(text) })
struct Validator<Value> {
  let check: (Value) -> String?
  static func && (a: Validator, b: Validator) -> Validator { Validator { a.check($0) ?? b.check($0) } }
}
let notEmpty = Validator<String> { $0.isEmpty ? "empty" : nil }
let short = Validator<String> { $0.count > 5 ? "too long" : nil }
print(["", "abc", "abcdef"].map { (notEmpty && short).check($0) ?? "ok" })
func with<T>(_ value: T, _ change: (inout T) -> Void) -> T {
  var copy = value
  change(&copy)
  return copy
}
print(with([3, 1, 2]) { $0.sort() }, with((name: "a", age: 1)) { $0.age += 1 })
var fibonacci: (Int) -> Int = { _ in 0 }
fibonacci = { $0 < 2 ? $0 : fibonacci($0 - 1) + fibonacci($0 - 2) }
print(fibonacci(15), { (a: Int, b: Int) in a * b }(6, 7))

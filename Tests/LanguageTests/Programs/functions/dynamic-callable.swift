// A type whose values are called like functions, with whatever arguments.
// swift-format-ignore-file
@dynamicCallable struct Caller {
  func dynamicallyCall(withArguments args: [Int]) -> Int { args.reduce(0, +) }
  func dynamicallyCall(withKeywordArguments args: KeyValuePairs<String, Int>) -> String { args.map { "\($0.key)=\($0.value)" }.joined(separator: " ") }
}
let c = Caller()
print(c(1, 2, 3))
print(c(a: 1, 2, b: 3))
print(c())
@dynamicCallable class Log { func dynamicallyCall(withArguments args: [String]) { print(args) } }
Log()("a", "b")
Log()()
@dynamicCallable enum E { case a; func dynamicallyCall(withKeywordArguments args: [String: Int]) -> Int { args["x"] ?? 0 } }
print(E.a(x: 3, y: 4))
print(c.dynamicallyCall(withArguments: [7]))
@dynamicCallable struct Any2 {
  func dynamicallyCall(withArguments args: [Any]) -> String { "\(args)" }
  func dynamicallyCall(withKeywordArguments args: KeyValuePairs<String, Any>) throws -> Int { args.count }
}
print(Any2()(1, "a", 2.5), try Any2()(x: 1, y: "b"))
@dynamicCallable struct Generic<T> { func dynamicallyCall(withArguments args: [T]) -> T? { args.last } }
print(Generic<String>()("a", "b") as Any)
let n = 3
print(c(n, n * 2, [1, 2].count), [4, 5].map { c($0, 1) })

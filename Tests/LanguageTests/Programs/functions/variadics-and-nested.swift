// Variadic parameters, nested functions that capture, recursion, discardable results.
func sum(_ numbers: Int..., start: Int = 0) -> Int {
  numbers.reduce(start, +)
}
print(sum(), sum(1, 2, 3), sum(1, start: 10))

func join(_ parts: String..., with separator: String) -> String {
  parts.joined(separator: separator)
}
print(join("a", "b", "c", with: "/"))

func makeReport(_ values: [Int]) -> String {
  var lines: [String] = []
  func add(_ name: String, _ value: Int) {
    lines.append("\(name)=\(value)")
  }
  add("count", values.count)
  add("sum", values.reduce(0, +))
  return lines.joined(separator: " ")
}
print(makeReport([3, 4]))

func factorial(_ n: Int) -> Int { n <= 1 ? 1 : n * factorial(n - 1) }
func fibonacci(_ n: Int) -> Int {
  guard n > 1 else { return n }
  return fibonacci(n - 1) + fibonacci(n - 2)
}
print(factorial(10), fibonacci(12))

@discardableResult
func save(_ text: String) -> Bool {
  print("saved \(text)")
  return true
}
save("draft")
print(save("final"))
_ = sum(1)

func isEven(_ n: Int) -> Bool { n == 0 ? true : isOdd(n - 1) }
func isOdd(_ n: Int) -> Bool { n == 0 ? false : isEven(n - 1) }
print(isEven(10), isOdd(7))

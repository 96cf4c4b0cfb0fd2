// Argument labels, unlabelled parameters, defaults, and overloads chosen by label.
func greet(_ name: String) -> String { "Hello, \(name)!" }
func greet(name: String, politely: Bool = true) -> String {
  politely ? "Dear \(name)" : "Hey \(name)"
}
func greet(_ first: String, and second: String) -> String { "Hello, \(first) and \(second)!" }
print(greet("Ann"))
print(greet(name: "Ann"), greet(name: "Ann", politely: false))
print(greet("Ann", and: "Bob"))

func toast(_ slices: Int = 2, for seconds: Int = 60, at level: Double = 3) -> String {
  "\(slices) slices, \(seconds) s, level \(level)"
}
print(toast())
print(toast(4))
print(toast(for: 90))
print(toast(1, at: 5))
print(toast(3, for: 30, at: 0.5))

func remove(at index: Int, from list: [String]) -> [String] {
  var list = list
  list.remove(at: index)
  return list
}
print(remove(at: 0, from: ["a", "b"]))

func move(from start: Int, to end: Int) -> Int {
  return end - start
}
print(move(from: 3, to: 10))
func log(_ message: String, file: String = "app", line: Int = 7) { print("\(file):\(line) \(message)") }
log("started")
log("stopped", line: 9)

// Closures capture variables by reference, capture lists by value; each call of a maker has its own variable.
func makeCounter(from start: Int = 0) -> () -> Int {
  var count = start
  return {
    count += 1
    return count
  }
}
let first = makeCounter()
let second = makeCounter(from: 10)
print(first(), first(), second(), first())

var value = 1
let byReference = { value }
let byValue = { [value] in value }
let renamed = { [old = value, twice = value * 2] in "\(old) \(twice)" }
value = 5
print(byReference(), byValue(), renamed())

var actions: [() -> Int] = []
for i in 1...3 {
  actions.append { i * 10 }
}
print(actions.map { $0() })

var log: [String] = []
let record: (String) -> Void = { log.append($0) }
record("a")
record("b")
print(log)

func repeatTask(_ times: Int, _ task: (Int) -> Void) {
  for i in 0..<times { task(i) }
}
var sum = 0
repeatTask(4) { sum += $0 }
print(sum)
func run(after condition: @autoclosure () -> Bool) -> String { condition() ? "yes" : "no" }
print(run(after: sum > 3))

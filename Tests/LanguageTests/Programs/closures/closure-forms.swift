// One closure in all the ways it can be written, from the longest to the shortest.
let numbers = [3, 1, 2]
print(numbers.sorted(by: { (a: Int, b: Int) -> Bool in return a > b }))
print(numbers.sorted(by: { (a, b) -> Bool in a > b }))
print(numbers.sorted(by: { (a, b) in a > b }))
print(numbers.sorted(by: { a, b in return a > b }))
print(numbers.sorted(by: { $0 > $1 }))
print(numbers.sorted { $0 > $1 })
print(numbers.sorted(by: >))

let greet = { (name: String) -> String in
  let text = "Hello, " + name
  return text + "!"
}
print(greet("Ann"))
let nothing = { print("side effect") }
nothing()
let answer: () -> Int = { 42 }
print(answer() + 1)
print({ $0 * 2 }(21))
let lengths = ["a", "bb"].map { word -> Int in
  let count = word.count
  return count * 10
}
print(lengths)
let ignore: (Int, String) -> String = { _, text in text }
print(ignore(1, "kept"))
let pairs = [(1, "one"), (2, "two")].map { number, name in "\(name)=\(number)" }
print(pairs)
let more = ["x": 1].map { key, value in "\(key)\(value)" }
print(more)

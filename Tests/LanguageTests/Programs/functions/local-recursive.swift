// Local functions that call themselves and each other, used as values, generic, and after their surroundings are gone.
func make(_ step: Int) -> (Int) -> [Int] {
  var seen: [Int] = []
  let limit = 100
  func down(_ n: Int) -> [Int] {
    seen.append(n)
    return n <= 0 || n > limit ? seen : up(n - step)
  }
  func up(_ n: Int) -> [Int] {
    [n].reduce([]) { _, next in down(next) }
  }
  return up
}
let f = make(3)
print(f(7))
print(f(1))

func walk<T>(_ values: [T]) -> String {
  func rest(_ i: Int) -> String { i < values.count ? "\(values[i])," + rest(i + 1) : "" }
  func typed<U>(_ u: U, _ n: Int) -> String { n == 0 ? "\(T.self) \(U.self)" : typed(u, n - 1) }
  return rest(0) + typed(1.5, 2)
}
print(walk(["a", "b"]))

func traverse(_ n: Int) -> Int {
  func visit(_ n: Int, _ then: (Int) -> Int) -> Int { n == 0 ? then(0) : visit(n - 1) { then($0 + n) } }
  let asValue = visit
  return asValue(n) { $0 * 2 } + visit(2) { $0 }
}
print(traverse(4))

struct Counter {
  var count = 0
  mutating func run(_ n: Int) {
    func again(_ n: Int, _ total: inout Int) {
      if n == 0 { return }
      total += n
      again(n - 1, &total)
    }
    again(n, &count)
  }
}
var counter = Counter()
counter.run(4)
print(counter.count)

class Node {
  var children: [Node] = []
  let name: String
  init(_ name: String) { self.name = name }
  deinit { print("gone", name) }
  func all() -> [String] {
    var found: [String] = []
    func add(_ node: Node) {
      found.append(node.name + (node === self ? "*" : ""))
      node.children.forEach { add($0) }
    }
    add(self)
    return found
  }
}
do {
  let root = Node("root")
  root.children = [Node("left"), Node("right")]
  print(root.all())
}
for i in 1...2 {
  var text: String { i == 1 ? "one" : twice(i) }
  func twice(_ n: Int) -> String { n == 0 ? text0 : twice(n - 1) }
  var text0: String { "zero" }
  print(text)
}

func types() {
  func name<T>(_ value: T) -> String { "\(T.self)" }
  func fill<T>(_ values: inout [T], _ value: T) { values.append(value); print(values, T.self) }
  let ofNumbers: (Int) -> String = name
  print(name("a"), name(1.5), ofNumbers(1), [true].map(name))
  var numbers = [1]
  fill(&numbers, 2)
}
types()

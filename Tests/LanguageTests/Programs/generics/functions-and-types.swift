// Generic functions and types: inference, constraints, where clauses, generic methods, static members.
struct Stack<Element> {
  private var elements: [Element] = []
  var isEmpty: Bool { elements.isEmpty }
  var count: Int { elements.count }
  mutating func push(_ element: Element) { elements.append(element) }
  mutating func pop() -> Element? { elements.popLast() }
  func map<T>(_ transform: (Element) -> T) -> Stack<T> {
    var result = Stack<T>()
    for element in elements { result.push(transform(element)) }
    return result
  }
}
var stack = Stack<Int>()
stack.push(1)
stack.push(2)
var texts = stack.map { "#\($0)" }
print(texts.pop() as Any, stack.pop() as Any, stack.count, stack.isEmpty)

func firstIndex<T: Equatable>(of value: T, in list: [T]) -> Int? {
  for (index, element) in list.enumerated() where element == value { return index }
  return nil
}
print(firstIndex(of: "b", in: ["a", "b"]) as Any, firstIndex(of: 9, in: [1]) as Any)

func largest<C: Collection>(_ values: C) -> C.Element? where C.Element: Comparable {
  values.reduce(nil) { best, value in
    guard let best else { return value }
    return value > best ? value : best
  }
}
print(largest([3, 7, 5]) as Any, largest("swift") as Any, largest([Double]()) as Any)

struct Pair<A, B> {
  let first: A
  let second: B
  func swapped() -> Pair<B, A> { Pair<B, A>(first: second, second: first) }
}
extension Pair: Equatable where A: Equatable, B: Equatable {}
extension Pair where A == B { var both: [A] { [first, second] } }
let pair = Pair(first: 1, second: "one")
print(pair, pair.swapped(), pair == Pair(first: 1, second: "one"), Pair(first: 2, second: 3).both)
func make<T>(_ type: T.Type, _ build: () -> T) -> T { build() }
print(make(Int.self) { 5 }, make([String].self) { ["x"] })
func identity<T>(_ value: T) -> T { value }
print(identity(3.5), identity("s"), identity([1: "a"]))

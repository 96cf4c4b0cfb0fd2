// Escaping autoclosures are evaluated when the call is over: with what they speak of, shared where it changes.
// swift-format-ignore-file
func later<T>(_ make: @autoclosure @escaping () -> T) -> () -> T { make }
@propertyWrapper final class Later<T> {
  private var make: (() -> T)?
  private var kept: T?
  init(wrappedValue: @autoclosure @escaping () -> T) { make = wrappedValue }
  var wrappedValue: T {
    if let kept { return kept }
    let value = make!()
    (kept, make) = (value, nil)
    return value
  }
}
func expensive(_ n: Int) -> Int { print("made", n); return n * n }
func counters(_ start: Int) -> (() -> Int, () -> Int) {
  var n = start
  let text = "n"
  let read = later(n + text.count)
  n += 10
  return (read, { n += 1; return n })
}
let (read, bump) = counters(1)
print(read(), bump(), read())
struct Box { var items = [1]; func sum(_ more: Int) -> () -> Int { later(items.reduce(0, +) + more) } }
var box = Box()
let sum = box.sum(5)
box.items.append(100)
print(sum(), box.sum(1)())
final class Counter { var n = 0; func next() -> () -> Int { later({ self.n += 1; return self.n }()) }; deinit { print("gone") } }
do { let next = Counter().next(); print(next(), next()) }
struct Screen { @Later var size = expensive(4); let name: String }
print(Screen(name: "t").size)
func mutual() {
  func even(_ n: Int) -> () -> Bool { later(n == 0 || odd(n - 1)()) }
  func odd(_ n: Int) -> () -> Bool { later(n != 0 && even(n - 1)()) }
  print(even(10)(), odd(10)())
}
mutual()
struct Parser { let run: (Int) -> Int; func or(_ other: @autoclosure @escaping () -> Parser) -> Parser { Parser { run($0) + ($0 > 0 ? other().run($0 - 1) : 0) } } }
let parser: Parser = {
  func value() -> Parser { Parser { $0 }.or(array()).or(object()) }
  func array() -> Parser { Parser { value().run($0 - 1) } }
  func object() -> Parser { Parser { n in value().run(n - 2) } }
  return value()
}()
print(parser.run(5))
func generic<T: CustomStringConvertible>(_ value: T) -> () -> String { later("\(T.self) \(value)") }
print(generic(4)(), generic("a")())
var tasks: [() -> Void] = []
func schedule(_ work: @autoclosure @escaping () -> Void) { tasks.append(work) }
for i in 1...3 { schedule(print("task", i)) }
tasks.forEach { $0() }

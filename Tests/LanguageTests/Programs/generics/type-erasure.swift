// A box that hides which type is inside, by closures.
protocol Source {
  associatedtype Value
  func read() -> Value
}
struct Constant<Value>: Source {
  let value: Value
  func read() -> Value { value }
}
struct Counting: Source {
  let start: Int
  func read() -> Int { start + 1 }
}
struct AnySource<Value>: Source {
  private let body: () -> Value
  init<S: Source>(_ source: S) where S.Value == Value { body = source.read }
  func read() -> Value { body() }
}
let sources = [AnySource(Constant(value: 5)), AnySource(Counting(start: 9))]
print(sources.map { $0.read() })
extension Source { func map<T>(_ f: @escaping (Value) -> T) -> AnySource<T> { AnySource(Constant(value: f(read()))) } }
print(Counting(start: 1).map { "<\($0)>" }.read())

// Generic enums: a loading state, a tree, an optional of one's own.
enum Loading<Value> {
  case idle, loading(progress: Double), loaded(Value), failed(String)
  func map<T>(_ transform: (Value) -> T) -> Loading<T> {
    switch self {
    case .idle: .idle
    case .loading(let progress): .loading(progress: progress)
    case .loaded(let value): .loaded(transform(value))
    case .failed(let reason): .failed(reason)
    }
  }
  var value: Value? {
    if case .loaded(let value) = self { return value }
    return nil
  }
}
let states: [Loading<Int>] = [.idle, .loading(progress: 0.5), .loaded(4), .failed("no")]
for state in states { print(state.map { "#\($0)" }, state.value as Any) }
enum Maybe<T> {
  case nothing
  case just(T)
  init(_ value: T?) { self = value.map { .just($0) } ?? .nothing }
}
print(Maybe(3), Maybe<Int>(nil))

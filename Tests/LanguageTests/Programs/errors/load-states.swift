// Loading states as view models have them: generic enums, Result, map on values, retry by recursion, closures stored.
enum LoadState<Value> {
  case idle, loading
  case loaded(Value)
  case failed(any Error)

  var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }
  var isLoading: Bool {
    guard case .loading = self else { return false }
    return true
  }
  func map<T>(_ transform: (Value) throws -> T) rethrows -> LoadState<T> {
    switch self {
    case .idle: .idle
    case .loading: .loading
    case .loaded(let value): .loaded(try transform(value))
    case .failed(let error): .failed(error)
    }
  }
}
struct Failure: Error, CustomStringConvertible {
  let attempt: Int
  var description: String { "attempt \(attempt) failed" }
}
final class Loader<Value> {
  typealias Fetch = (Int) throws -> Value
  private let fetch: Fetch
  private(set) var state: LoadState<Value> = .idle {
    didSet { onChange?(state) }
  }
  var onChange: ((LoadState<Value>) -> Void)?
  init(fetch: @escaping Fetch) { self.fetch = fetch }
  func load(retries: Int = 0) {
    state = .loading
    var last: (any Error)?
    for attempt in 0...retries {
      do {
        state = .loaded(try fetch(attempt))
        return
      } catch {
        last = error
      }
    }
    if let last { state = .failed(last) }
  }
}
let loader = Loader<[Int]> { attempt in
  if attempt < 2 { throw Failure(attempt: attempt) }
  return [1, 2, 3]
}
loader.onChange = { state in
  switch state {
  case .loaded(let values) where values.isEmpty: print("nothing")
  case .loaded(let values): print("loaded \(values.count)")
  case .failed(let error): print("failed:", error)
  case .idle, .loading: print(state.isLoading ? "loading" : "idle")
  }
}
loader.load(retries: 1)
loader.load(retries: 2)
print(loader.state.map { $0.reduce(0, +) }.value ?? -1)
print(loader.state.map(String.init(describing:)).value?.count ?? 0)
let results: [Result<Int, Failure>] = [.success(1), .failure(Failure(attempt: 7))]
print(results.map { $0.map { $0 * 2 } }.compactMap { try? $0.get() })
for result in results {
  switch result {
  case .success(let n): print("ok", n)
  case .failure(let failure): print(failure.attempt, "\(failure)")
  }
}
func attempt<T>(_ times: Int, _ body: (Int) throws -> T) throws -> T {
  do { return try body(times) } catch  where times > 0 { return try attempt(times - 1, body) }
}
print(
  try attempt(3) { n in
    if n > 1 { throw Failure(attempt: n) }
    return "done at \(n)"
  })
do { _ = try attempt(1) { n -> Int in throw Failure(attempt: n) } } catch { print("gave up:", error) }

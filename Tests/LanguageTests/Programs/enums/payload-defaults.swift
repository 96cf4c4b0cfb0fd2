// Defaults of payloads: a case called with none, some or all of its values; cases as functions.
enum RetryStrategy {
  case retry(retries: Int = 2, delay: Double = 3)
  case skip
  case wait(seconds: Int = 10)
}
func describe(_ strategy: RetryStrategy) -> String {
  switch strategy {
  case .retry(let retries, let delay): return "\(retries) times after \(delay)"
  case .skip: return "skip"
  case .wait(let seconds): return "wait \(seconds)"
  }
}
print(describe(.retry()))
print(describe(.retry(retries: 5)))
print(describe(.retry(delay: 0.5)))
print(describe(.retry(retries: 1, delay: 1)))
print(describe(.skip), describe(.wait()), describe(RetryStrategy.wait(seconds: 1)))
print(RetryStrategy.retry())

enum Row {
  case text(String)
  case count(Int)
}
let rows = ["a", "b"].map(Row.text) + [1, 2].map(Row.count)
print(rows)
let make: (Int) -> Row = Row.count
print(make(7))
print(Optional(3).map(Row.count) as Any)

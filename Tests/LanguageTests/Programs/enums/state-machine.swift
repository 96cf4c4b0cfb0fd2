// A state machine as a reducer: states and events with payloads, illegal transitions refused, a log of the way.
enum State: Equatable {
  case idle
  case loading(attempt: Int)
  case loaded([String])
  case failed(message: String, attempts: Int)
}
enum Event {
  case load, retry
  case answer(Result<[String], Failure>)
  struct Failure: Error { let text: String }
}
func reduce(_ state: State, _ event: Event) -> State? {
  switch (state, event) {
  case (.idle, .load), (.loaded, .load): return .loading(attempt: 1)
  case (.failed(_, let attempts), .retry) where attempts < 3: return .loading(attempt: attempts + 1)
  case (.loading, .answer(.success(let items))): return .loaded(items)
  case let (.loading(attempt), .answer(.failure(failure))):
    return .failed(message: failure.text, attempts: attempt)
  default: return nil
  }
}
var state = State.idle
let events: [Event] = [
  .retry, .load, .answer(.failure(.init(text: "offline"))), .retry, .load, .answer(.success(["a", "b"])), .load,
  .answer(.failure(Event.Failure(text: "busy"))),
]
for event in events {
  guard let next = reduce(state, event) else {
    print("ignored \(event) in \(state)")
    continue
  }
  state = next
  print(state)
}
print(state == .failed(message: "busy", attempts: 1))

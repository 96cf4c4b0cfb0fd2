// handleEvents with all closures, some, and the first one as a trailing closure.
import Combine

_ = [1, 2].publisher
  .handleEvents(
    receiveSubscription: { _ in print("subscription") },
    receiveOutput: { print("output", $0) },
    receiveCompletion: { print("completion", $0) },
    receiveCancel: { print("cancel") },
    receiveRequest: { print("request", $0) }
  )
  .sink { print("sink", $0) }
let subject = PassthroughSubject<Int, Never>()
var isLoading = false
let token =
  subject
  .handleEvents { _ in
    isLoading = true
  } receiveOutput: { _ in
    isLoading = false
  } receiveCancel: {
    print("cancelled")
  }
  .sink { print("value", $0, isLoading) }
print(isLoading)
subject.send(1)
print(isLoading)
token.cancel()
_ = Just(1).handleEvents().sink { print($0) }
_ = Just("x").handleEvents(receiveOutput: { print("side effect", $0) }).map { $0 + "y" }.sink { print($0) }

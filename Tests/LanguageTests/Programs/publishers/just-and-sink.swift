// Just and sink in all their forms; nothing happens without a subscriber; a value, then finished.
import Combine

Just(42)
let publisher = Just("Hello")
print("nothing yet")
_ = publisher.sink { print($0) }
_ = publisher.sink(receiveValue: { value in print("again", value) })
_ = Just(1).sink { completion in
  print(completion)
} receiveValue: { value in
  print(value)
}
_ = Just(1.5).sink(
  receiveCompletion: { completion in
    switch completion {
    case .finished: print("finished")
    case .failure: print("failed")
    }
  },
  receiveValue: { print("value \($0)") })
let cancellable: AnyCancellable = Just([1, 2]).sink { print($0) }
cancellable.cancel()
Just(true)
  .sink { print("kept nowhere, but synchronous: \($0)") }
  .cancel()
print(Just(5).output, Just(5) == Just(5))

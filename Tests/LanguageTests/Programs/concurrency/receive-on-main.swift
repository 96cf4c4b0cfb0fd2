// receive(on:) and subscribe(on:) hand values over to the main queue or run loop: later, in order.
import Combine
import Foundation

var tokens = Set<AnyCancellable>()
[1, 2, 3].publisher.receive(on: RunLoop.main).sink {
  print("done", $0)
} receiveValue: {
  print("got", $0)
}
.store(in: &tokens)
let subject = PassthroughSubject<String, Never>()
subject.receive(on: DispatchQueue.main).sink { print("text", $0) }.store(in: &tokens)
subject.send("a")
print("first")
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))
Just("b").subscribe(on: DispatchQueue.global()).receive(on: DispatchQueue.main).sink { print("last", $0) }
  .store(in: &tokens)
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))

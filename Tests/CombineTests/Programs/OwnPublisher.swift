// A publisher, a subscription and a subscriber made by hand, mixed with the library's.

import Combine
import Foundation

/// Counts down to one, as far as it is asked to.
private struct Countdown: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let start: Int

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Inner(left: start, subscriber))
  }

  private final class Inner<S: Subscriber>: Subscription where S.Input == Int, S.Failure == Never {
    private var left: Int
    private var subscriber: S?

    init(left: Int, _ subscriber: S) {
      self.left = left
      self.subscriber = subscriber
    }

    func request(_ demand: Subscribers.Demand) {
      var demand = demand
      while demand > 0, left > 0, let subscriber {
        demand -= 1
        left -= 1
        demand += subscriber.receive(left + 1)
      }
      if left == 0, let subscriber {
        self.subscriber = nil
        subscriber.receive(completion: .finished)
      }
    }

    func cancel() { subscriber = nil }
  }
}

/// Asks for two, and for one more at each even number.
private final class Careful: Subscriber {
  typealias Input = Int
  typealias Failure = Never
  let print: Transcript

  init(_ print: Transcript) { self.print = print }

  func receive(subscription: any Subscription) { subscription.request(.max(2)) }

  func receive(_ input: Int) -> Subscribers.Demand {
    print("careful got", input)
    return input.isMultiple(of: 2) ? .max(1) : .none
  }

  func receive(completion: Subscribers.Completion<Never>) { print("careful is done") }
}

let ownPublisher = Program(
  "own publisher and subscriber",
  prints: """
    careful got 6
    careful got 5
    careful got 4
    careful got 3
    collected [6, 5, 4, 3, 2, 1]
    zipped 6a 5b 4c
    careful got 7
    careful got 8
    careful got 9
    """
) { print in
  Countdown(start: 6).subscribe(Careful(print))
  var cancellables = Set<AnyCancellable>()
  Countdown(start: 6).collect().sink { print("collected", $0) }.store(in: &cancellables)
  Countdown(start: 6).zip("abc".publisher) { "\($0)\($1)" }.collect()
    .sink { print("zipped", $0.joined(separator: " ")) }.store(in: &cancellables)
  let subject = PassthroughSubject<Int, Never>()
  subject.subscribe(Careful(print))
  for value in 7...12 { subject.send(value) }
}

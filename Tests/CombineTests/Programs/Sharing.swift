// One upstream, many listeners; a timer made of a sequence; work on other queues.

import Combine
import Foundation

let fanOut = Program(
  "sharing",
  prints: """
    work 1
    first 10
    second 10
    work 2
    first 20
    second 20
    merged: a1 b1 a2 b2
    late: finished
    """
) { print in
  let source = PassthroughSubject<Int, Never>()
  let shared =
    source
    .map { value in
      print("work", value)
      return value * 10
    }
    .share()
  var cancellables = Set<AnyCancellable>()
  shared.sink { print("first", $0) }.store(in: &cancellables)
  shared.sink { print("second", $0) }.store(in: &cancellables)
  source.send(1)
  source.send(2)

  let letters = PassthroughSubject<String, Never>()
  letters.map { "a" + $0 }.merge(with: letters.map { "b" + $0 }).collect()
    .sink { print("merged:", $0.joined(separator: " ")) }.store(in: &cancellables)
  letters.send("1")
  letters.send("2")
  letters.send(completion: .finished)
  letters.sink {
    print("late:", $0)
  } receiveValue: {
    print("late value", $0)
  }.store(in: &cancellables)
}

let stopwatch = Program(
  "stopwatch",
  prints: """
    tick 1
    tick 2
    tick 3
    stopped
    """
) { print in
  let queue = DispatchQueue(label: "clock")
  let ticks = (1...9).publisher
    .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: .milliseconds(1), scheduler: queue) }
    .timeout(.seconds(100_000), scheduler: queue)
    .prefix(3)
  for await tick in ticks.values { print("tick", tick) }
  print("stopped")
}

let twoBackgroundQueues = Program(
  "background work",
  prints: """
    subscribed on background
    work on background
    result on foreground
    finished on foreground
    """
) { print in
  let key = DispatchSpecificKey<String>()
  func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: key, value: name)
    return queue
  }
  func place() -> String { DispatchQueue.getSpecific(key: key) ?? "somewhere" }

  let (background, foreground) = (queue("background"), queue("foreground"))
  let work = Deferred { () -> Just<Int> in
    print("subscribed on", place())
    return Just(42)
  }
  var cancellable: AnyCancellable?
  await withCheckedContinuation { done in
    cancellable =
      work
      .map { value -> Int in
        print("work on", place())
        return value * 2
      }
      .subscribe(on: background)
      .receive(on: foreground)
      .sink { _ in
        print("finished on", place())
        done.resume()
      } receiveValue: { _ in
        print("result on", place())
      }
  }
  withExtendedLifetime(cancellable) {}
}

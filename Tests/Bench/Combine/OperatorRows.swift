// Subjects and operators with one upstream.

import Combine

/// A subject, some operators, a sink; `elements` values are sent.
private func through(
  _ elements: Int, _ build: (PassthroughSubject<Int, Never>) -> AnyCancellable
) {
  let subject = PassthroughSubject<Int, Never>()
  let cancellable = build(subject)
  for index in 0..<elements { subject.send(index) }
  cancellable.cancel()
}

private func plainly(_ elements: Int, _ first: @escaping Action) {
  let outlet = opaque(first)
  for index in 0..<elements { outlet(index) }
}

/// `count` closures, each of which calls the next one.
private func nested(_ count: Int, _ total: Total) -> Action {
  var next: Action = { total.value &+= $0 }
  for _ in 0..<count {
    let outlet = opaque(next)
    next = { outlet($0 &+ 1) }
  }
  return next
}

func operatorRows(_ total: Total) -> [Row] {
  [
    Row("subject, no subscriber", goal: 6) { elements in
      let subject = PassthroughSubject<Int, Never>()
      for index in 0..<elements { subject.send(index) }
    } plain: {
      plainly($0) { _ in }
    },
    Row("subject, sink", goal: 37) { elements in
      through(elements) { $0.sink { total.value &+= $0 } }
    } plain: {
      plainly($0, nested(0, total))
    },
    Row("subject, erased, sink", goal: 37) { elements in
      through(elements) { $0.eraseToAnyPublisher().sink { total.value &+= $0 } }
    } plain: {
      plainly($0, nested(0, total))
    },
    Row("map x 1", goal: 37) { elements in
      through(elements) { $0.map { $0 &+ 1 }.sink { total.value &+= $0 } }
    } plain: {
      plainly($0, nested(1, total))
    },
    Row("map x 3", goal: 43) { elements in
      through(elements) { $0.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.sink { total.value &+= $0 } }
    } plain: {
      plainly($0, nested(3, total))
    },
    Row("map x 20, erased in between", goal: 123) { elements in
      through(elements) { subject in
        var publisher = subject.eraseToAnyPublisher()
        for _ in 0..<20 { publisher = publisher.map { $0 &+ 1 }.eraseToAnyPublisher() }
        return publisher.sink { total.value &+= $0 }
      }
    } plain: {
      plainly($0, nested(20, total))
    },
    Row("map, filter, map", goal: 43) { elements in
      through(elements) { $0.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &* 2 }.sink { total.value &+= $0 } }
    } plain: { elements in
      let last = opaque(nested(1, total))
      let filter = opaque { if $0 & 1 == 0 { last($0 &* 2) } }
      plainly(elements) { filter($0 &+ 1) }
    },
    Row("scan", goal: 43) { elements in
      through(elements) { $0.scan(0, &+).sink { total.value &+= $0 } }
    } plain: { elements in
      let sum = Total()
      let last = opaque(nested(0, total))
      plainly(elements) {
        sum.value &+= $0
        last(sum.value)
      }
    },
    Row("removeDuplicates, every value twice", goal: 136) { elements in
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.removeDuplicates().sink { total.value &+= $0 }
      for index in 0..<elements { subject.send(index >> 1) }
      cancellable.cancel()
    } plain: { elements in
      let previous = Total()
      let last = opaque(nested(0, total))
      let first = opaque { value in
        if value != previous.value {
          previous.value = value
          last(value)
        }
      }
      for index in 0..<elements { first(index >> 1) }
    },
    Row("receive(on: ImmediateScheduler)", goal: 73) { elements in
      through(elements) { $0.receive(on: ImmediateScheduler.shared).sink { total.value &+= $0 } }
    } plain: {
      plainly($0, nested(1, total))
    },
    Row("CurrentValueSubject, sink", goal: 39) { elements in
      let subject = CurrentValueSubject<Int, Never>(0)
      let cancellable = subject.sink { total.value &+= $0 }
      for index in 0..<elements { subject.send(index) }
      cancellable.cancel()
    } plain: { elements in
      let value = Total()
      let last = opaque(nested(0, total))
      plainly(elements) {
        value.value = $0
        last($0)
      }
    },
    Row("CurrentValueSubject, set and get", goal: 17) { elements in
      let subject = CurrentValueSubject<Int, Never>(0)
      for index in 0..<elements {
        subject.value = index
        total.value &+= subject.value
      }
    } plain: { elements in
      let value = Total()
      plainly(elements) {
        value.value = $0
        total.value &+= value.value
      }
    },
    Row("a million through map and reduce, erased", goal: 95) { elements in
      let cancellable = (0..<elements).publisher.eraseToAnyPublisher()
        .map { $0 &+ 1 }.reduce(0, &+).sink { total.value &+= $0 }
      cancellable.cancel()
    } plain: { elements in
      let sum = Total()
      let last = opaque { sum.value &+= $0 }
      plainly(elements) { last($0 &+ 1) }
      total.value &+= sum.value
    },
    Row("a million through map and reduce", goal: 26) { elements in
      let cancellable = (0..<elements).publisher.map { $0 &+ 1 }.reduce(0, &+).sink { total.value &+= $0 }
      cancellable.cancel()
    } plain: { elements in
      let sum = Total()
      let last = opaque { sum.value &+= $0 }
      plainly(elements) { last($0 &+ 1) }
      total.value &+= sum.value
    },
    Row("buffer, keepFull, 1024", goal: 148) { elements in
      through(elements) {
        $0.buffer(size: 1024, prefetch: .keepFull, whenFull: .dropOldest).sink { total.value &+= $0 }
      }
    } plain: {
      plainly($0, nested(1, total))
    },
    Row("sequence, demand of one each time", goal: 44) { elements in
      let subscriber = OneByOne(total)
      (0..<elements).publisher.subscribe(subscriber)
    } plain: {
      plainly($0, nested(0, total))
    },
  ]
}

/// Asks for each value by itself.
private final class OneByOne: Subscriber {
  typealias Input = Int
  typealias Failure = Never

  private let total: Total

  init(_ total: Total) {
    self.total = total
  }

  func receive(subscription: any Subscription) { subscription.request(.max(1)) }

  func receive(_ input: Int) -> Subscribers.Demand {
    total.value &+= input
    return .max(1)
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}

// Running a pipeline against marble diagrams.

public import Combine
// Whoever tests with diagrams has their notation, too.
@_exported public import Marbles

/// Feeds the diagrams `inputs` to the publisher that `build` makes of them, on virtual time, and compares what comes out
/// with the diagram `expected`. One column is one second. A `!` in `expected` cancels the subscription in that column,
/// before anything else happens there.
///
/// Values are strings; the output's values are compared by their descriptions. A failure is `#` whatever it is.
/// - Throws: `MarbleMismatch` with all diagrams, or `MarbleSyntaxError`.
public func marbles<P: Publisher>(
  _ inputs: [String], _ build: ([AnyPublisher<String, TestFailure>], TestScheduler) -> P, _ expected: String
) throws {
  let diagrams = try inputs.map { try MarbleDiagram($0) }
  let wanted = try MarbleDiagram(expected)
  let scheduler = TestScheduler()
  let subjects = diagrams.map { _ in PassthroughSubject<String, TestFailure>() }
  let publisher = build(subjects.map { $0.eraseToAnyPublisher() }, scheduler)

  var seen: [TimedMarble] = []
  func record(_ event: MarbleEvent) {
    seen.append(TimedMarble(scheduler.now.nanoseconds / 1_000_000_000, event))
  }

  var subscription: AnyCancellable?
  // Scheduled first, so that it comes first in its column.
  for event in wanted.events where event.event == .cancel {
    scheduler.schedule(after: .init(nanoseconds: event.column * 1_000_000_000)) {
      record(.cancel)
      subscription?.cancel()
    }
  }
  subscription = publisher.sink {
    switch $0 {
    case .finished: record(.finished)
    case .failure: record(.failure)
    }
  } receiveValue: {
    record(.value(String(describing: $0)))
  }
  for (subject, diagram) in zip(subjects, diagrams) {
    for event in diagram.events {
      scheduler.schedule(after: .init(nanoseconds: event.column * 1_000_000_000)) {
        switch event.event {
        case .value(let value): subject.send(value)
        case .finished: subject.send(completion: .finished)
        case .failure: subject.send(completion: .failure(TestFailure()))
        case .cancel: subscription?.cancel()
        }
      }
    }
  }
  let length = max(wanted.length, diagrams.map(\.length).max() ?? 0)
  scheduler.advance(to: .init(nanoseconds: length * 1_000_000_000))
  subscription?.cancel()

  let actual = MarbleDiagram(events: seen, length: wanted.length)
  if actual.text != wanted.text {
    throw MarbleMismatch(inputs: inputs, expected: wanted.text, actual: actual.text)
  }
}

/// `marbles` with one input.
public func marbles<P: Publisher>(
  _ input: String, _ build: (AnyPublisher<String, TestFailure>, TestScheduler) -> P, _ expected: String
) throws {
  try marbles([input], { build($0[0], $1) }, expected)
}

/// `marbles` with two inputs.
public func marbles<P: Publisher>(
  _ first: String, _ second: String,
  _ build: (AnyPublisher<String, TestFailure>, AnyPublisher<String, TestFailure>, TestScheduler) -> P,
  _ expected: String
) throws {
  try marbles([first, second], { build($0[0], $0[1], $1) }, expected)
}

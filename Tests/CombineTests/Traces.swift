// What passes on both sides of an operator: print("up"), the operator, print("down"), behind eight kinds of source and in
// front of five kinds of subscriber, on virtual time.

import Combine
import CombineTesting
import Testing

/// An operator whose traces are recorded.
struct Trace: Sendable, CustomTestStringConvertible {
  typealias Upstream = AnyPublisher<Int, TestFailure>

  /// Also the name of its file.
  let name: String
  private let play: @Sendable (TraceSource, TraceDemand) -> [String]

  /// What becomes of a value, and of another end, that a misbehaving upstream sends after its end.
  let afterTheEnd: @Sendable () -> String

  init<P: Publisher & SendableMetatype>(
    _ name: String, _ build: @escaping @Sendable (Upstream, TraceScene) -> P
  ) {
    self.name = name
    play = { source, demand in
      let scene = TraceScene()
      let subscriber = RecordingSubscriber<P.Output, P.Failure>(demand: demand.atFirst) { _ in demand.perValue }
      subscriber.onValue = { [weak subscriber] _ in
        if subscriber?.values.count == demand.cancelsAfter { subscriber?.cancel() }
      }
      let (upstream, send) = source.make()
      build(upstream.print("up", to: scene.transcript).eraseToAnyPublisher(), scene)
        .print("down", to: scene.transcript).subscribe(subscriber)
      for second in 0...12 {
        scene.scheduler.advance(by: second == 0 ? 0 : 1)
        send(second)
        if let more = demand.later[second], subscriber.completions.isEmpty { subscriber.request(more) }
      }
      subscriber.cancel()
      scene.scheduler.advance()
      return scene.transcript.lines
    }
    afterTheEnd = {
      let scene = TraceScene()
      let upstream = ManualPublisher<Int, TestFailure>()
      upstream.keepsSubscriber = true
      let subscriber = RecordingSubscriber<P.Output, P.Failure>()
      build(upstream.eraseToAnyPublisher(), scene).subscribe(subscriber)
      func passes(_ send: () -> Void) -> String {
        let before = subscriber.history.count
        send()
        scene.scheduler.advance(by: 50)
        return subscriber.history.count == before ? "dropped" : "passed"
      }
      scene.scheduler.advance()
      _ = passes { upstream.send(1) }
      _ = passes { upstream.send(completion: .finished) }
      let value = passes { upstream.send(4) }
      let end = passes { upstream.send(completion: .finished) }
      subscriber.cancel()
      scene.scheduler.advance()
      return "value \(value), end \(end)"
    }
  }

  /// The traces of all pairs. Subscribers for whom a source gives the same trace share it.
  var text: String {
    var sections: [String] = []
    for source in TraceSource.all {
      var traces: [(demands: [String], lines: [String])] = []
      for demand in TraceDemand.all {
        let lines = play(source, demand)
        if let index = traces.firstIndex(where: { $0.lines == lines }) {
          traces[index].demands.append(demand.name)
        } else {
          traces.append(([demand.name], lines))
        }
      }
      for trace in traces {
        sections.append(
          (["\(source.name) / \(trace.demands.joined(separator: ", "))"] + trace.lines).joined(separator: "\n  "))
      }
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  var testDescription: String { name }
}

/// A publisher of Ints, and what it sends at which second.
struct TraceSource {
  typealias Made = (publisher: Trace.Upstream, send: (Int) -> Void)

  let name: String
  let make: () -> Made

  init<P: Publisher>(_ name: String, _ build: @escaping () -> P) where P.Output == Int, P.Failure == TestFailure {
    self.name = name
    make = { (build().eraseToAnyPublisher(), { _ in }) }
  }

  init<S: Subject<Int, TestFailure>>(
    _ name: String, _ build: @escaping () -> S, at times: [Int: Int],
    _ completion: Subscribers.Completion<TestFailure>, at end: Int
  ) {
    self.name = name
    make = {
      let subject = build()
      return (
        subject.eraseToAnyPublisher(),
        { second in
          if let value = times[second] { subject.send(value) }
          if second == end { subject.send(completion: completion) }
        }
      )
    }
  }

  static var all: [TraceSource] {
    [
      TraceSource("nothing") { Empty() },
      TraceSource("never") { Empty(completeImmediately: false) },
      TraceSource("failure") { Fail(error: "bad") },
      TraceSource("one value") { Just(1).setFailureType(to: TestFailure.self) },
      TraceSource("sequence") { [1, 2, 2, 3].publisher.setFailureType(to: TestFailure.self) },
      TraceSource("record that fails") { Record(output: [1, 2, 3], completion: .failure("bad")) },
      TraceSource("subject", { PassthroughSubject() }, at: [1: 1, 2: 2, 3: 2, 6: 3], .finished, at: 8),
      TraceSource("current value that fails", { CurrentValueSubject(1) }, at: [2: 2, 5: 3], .failure("bad"), at: 7),
    ]
  }
}

/// What a subscriber asks for, and when it has had enough.
struct TraceDemand {
  let name: String
  var atFirst = Subscribers.Demand.none
  var perValue = Subscribers.Demand.none
  /// By second.
  var later: [Int: Subscribers.Demand] = [:]
  var cancelsAfter: Int?

  static var all: [TraceDemand] {
    [
      TraceDemand(name: "everything", atFirst: .unlimited),
      TraceDemand(name: "two", atFirst: .max(2)),
      TraceDemand(name: "one by one", atFirst: .max(1), perValue: .max(1)),
      TraceDemand(name: "late", later: [4: .max(1), 9: .unlimited]),
      TraceDemand(name: "everything, cancelling at the first", atFirst: .unlimited, cancelsAfter: 1),
    ]
  }
}

/// What a trace is played with: the clock, the transcript, and another publisher for operators that need one.
final class TraceScene {
  let scheduler = TestScheduler()
  let transcript: TraceTranscript

  init() {
    transcript = TraceTranscript(scheduler)
  }

  /// Two values at once.
  var other: Trace.Upstream {
    [10, 20].publisher.setFailureType(to: TestFailure.self).print("other", to: transcript).eraseToAnyPublisher()
  }

  /// One value after so many seconds.
  func other(after delay: TestScheduler.Stride) -> Trace.Upstream {
    Just(0).delay(for: delay, scheduler: scheduler).setFailureType(to: TestFailure.self)
      .print("other", to: transcript).eraseToAnyPublisher()
  }
}

/// The lines that were printed, with the time where it has moved.
final class TraceTranscript: TextOutputStream {
  private(set) var lines: [String] = []
  private let scheduler: TestScheduler
  private var last = TestScheduler.SchedulerTimeType(nanoseconds: 0)

  init(_ scheduler: TestScheduler) {
    self.scheduler = scheduler
  }

  func write(_ string: String) {
    if string.isEmpty || string == "\n" { return }
    if scheduler.now != last { lines.append("at \(scheduler.now.nanoseconds / 1_000_000_000) s") }
    last = scheduler.now
    lines.append(string)
  }
}

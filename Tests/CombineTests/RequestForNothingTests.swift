// Who stops the program when somebody asks for nothing (a bug of the subscriber, Reactive Streams 3.9), and who lets it
// pass.

import Combine
import CombineTesting
import Foundation
import Testing

private struct Request: Sendable, CustomTestStringConvertible {
  let name: String
  let traps: Bool
  let play: @Sendable () -> Void

  init<P: Publisher & SendableMetatype>(_ name: String, traps: Bool, _ build: @escaping @Sendable () -> P) {
    self.name = name
    self.traps = traps
    play = {
      let subscriber = RecordingSubscriber<P.Output, P.Failure>(demand: .none)
      build().subscribe(subscriber)
      subscriber.request(.none)
      subscriber.cancel()
    }
  }

  var testDescription: String { name }
}

private func numbers() -> AnyPublisher<Int, TestFailure> {
  [1].publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
}

private let requests: [Request] = [
  Request("Just", traps: true) { Just(1) },
  Request("Optional", traps: true) { Optional(1).publisher },
  Request("Result", traps: true) { Result<Int, TestFailure>.success(1).publisher },
  Request("Future", traps: true) { Future<Int, Never> { $0(.success(1)) } },
  Request("PassthroughSubject", traps: true) { PassthroughSubject<Int, Never>() },
  Request("CurrentValueSubject", traps: true) { CurrentValueSubject<Int, Never>(1) },
  Request("Published", traps: true) {
    final class Model { @Published var value = 1 }
    return Model().$value
  },
  Request("tryFilter", traps: true) { numbers().tryFilter { _ in true } },
  Request("tryCompactMap", traps: true) { numbers().tryCompactMap { $0 } },
  Request("removeDuplicates", traps: true) { numbers().removeDuplicates() },
  Request("prefix(while:)", traps: true) { numbers().prefix { _ in true } },
  Request("collect", traps: true) { numbers().collect() },
  Request("count", traps: true) { numbers().count() },
  Request("reduce", traps: true) { numbers().reduce(0, +) },
  Request("min", traps: true) { numbers().min() },
  Request("contains", traps: true) { numbers().contains(1) },
  Request("allSatisfy", traps: true) { numbers().allSatisfy { _ in true } },
  Request("first", traps: true) { numbers().first() },
  Request("last", traps: true) { numbers().last() },
  Request("collect(2)", traps: true) { numbers().collect(2) },
  Request("dropFirst", traps: true) { numbers().dropFirst() },
  Request("drop(while:)", traps: true) { numbers().drop { _ in false } },
  Request("flatMap", traps: true) { numbers().flatMap { Just($0) } },
  Request("switchToLatest", traps: true) { numbers().map { Just($0) }.switchToLatest() },
  Request("catch", traps: true) { numbers().catch { _ in Just(1) } },
  Request("replaceEmpty", traps: true) { numbers().replaceEmpty(with: 1) },
  Request("replaceError", traps: true) { numbers().replaceError(with: 1) },
  Request("zip", traps: true) { numbers().zip(numbers()) },
  Request("combineLatest", traps: true) { numbers().combineLatest(numbers()) },

  Request("Sequence", traps: false) { [1].publisher },
  Request("map", traps: false) { numbers().map { $0 } },
  Request("tryMap", traps: false) { numbers().tryMap { $0 } },
  Request("scan", traps: false) { numbers().scan(0, +) },
  Request("tryScan", traps: false) { numbers().tryScan(0, +) },
  Request("encode", traps: false) { numbers().encode(encoder: JSONEncoder()) },
  Request("decode", traps: false) {
    numbers().map { Data("\($0)".utf8) }.decode(type: Int.self, decoder: JSONDecoder())
  },
  Request("output(in:)", traps: false) { numbers().output(in: 1..<3) },
  Request("prefix", traps: false) { numbers().prefix(1) },
  Request("prefix(untilOutputFrom:)", traps: false) { numbers().prefix(untilOutputFrom: numbers()) },
  Request("drop(untilOutputFrom:)", traps: false) { numbers().drop(untilOutputFrom: numbers()) },
  Request("append", traps: false) { numbers().append(2) },
  Request("prepend", traps: false) { numbers().prepend(2) },
  Request("retry", traps: false) { numbers().retry(1) },
  Request("ignoreOutput", traps: false) { numbers().ignoreOutput() },
  Request("handleEvents", traps: false) { numbers().handleEvents() },
  Request("print", traps: false) { numbers().print("", to: Discarded()) },
  Request("merge", traps: false) { numbers().merge(with: Empty<Int, TestFailure>()) },
  Request("throttle", traps: false) { numbers().throttle(for: 1, scheduler: TestScheduler(), latest: true) },
  Request("buffer", traps: false) { numbers().buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest) },
  Request("receive(on:)", traps: false) { numbers().receive(on: TestScheduler()) },
  Request("subscribe(on:)", traps: false) { numbers().subscribe(on: ImmediateScheduler.shared) },
  Request("delay", traps: false) { numbers().delay(for: 1, scheduler: TestScheduler()) },
  Request("NotificationCenter", traps: false) {
    NotificationCenter().publisher(for: Notification.Name("something"))
  },
  Request("Timer", traps: false) { Timer.publish(every: 1, on: .main, in: .default) },
]

@Suite(.leavesNothing) struct RequestForNothingTests {
  /// Who does not count hands such a request on: what it is worth is for the upstream to say.
  @Test func requestsForNothingGoUp() {
    func passedOn<P: Publisher>(
      _ build: (ManualPublisher<Int, TestFailure>) -> P
    ) -> [ManualPublisher<Int, TestFailure>.Event] {
      let upstream = ManualPublisher<Int, TestFailure>()
      let subscriber = RecordingSubscriber<P.Output, P.Failure>(demand: .none)
      build(upstream).subscribe(subscriber)
      subscriber.request(.none)
      subscriber.request(.max(2))
      return upstream.history
    }
    let never = Empty<Int, TestFailure>(completeImmediately: false)
    let all: [ManualPublisher<Int, TestFailure>.Event] = [.request(.none), .request(.max(2))]
    #expect(passedOn { $0.append(1) } == all)
    #expect(passedOn { $0.prefix(untilOutputFrom: never) } == all)
    #expect(passedOn { $0.drop(untilOutputFrom: never) } == all)
    #expect(passedOn { $0.retry(1) } == all)
    #expect(passedOn { $0.prefix(2) } == all)
    #expect(passedOn { $0.tryMap { $0 } } == all)
  }

  @Test(arguments: requests)
  fileprivate func asking(_ request: Request) async {
    let name = request.name
    if request.traps {
      await #expect(processExitsWith: .failure) { [name = name as String] in requests.first { $0.name == name }?.play()
      }
    } else {
      request.play()
    }
  }
}

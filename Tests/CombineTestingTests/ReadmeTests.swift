// The examples of the kit's README.

import Combine
import CombineTesting
import Testing

extension Publisher where Output == Int {
  fileprivate func everyOther() -> some Publisher<Int, Failure> & SendableMetatype {
    scan((0, 0)) { ($0.0 + 1, $1) }.filter { $0.0 % 2 == 1 }.map(\.1)
  }
}

@Suite struct ReadmeTests {
  @Test func marbleDiagrams() throws {
    try marbles(
      "abcd----e---f-g----",
      { $0.debounce(for: 3, scheduler: $1) },
      "------d----e-----g-")
  }

  @Test func virtualTime() {
    let scheduler = TestScheduler()
    let subscriber = RecordingSubscriber<Int, Never>()
    Just(1).delay(for: 5, scheduler: scheduler).subscribe(subscriber)
    scheduler.advance(by: 4)
    #expect(subscriber.transcript == ["subscription Delay"])
    scheduler.advance(by: 1)
    #expect(subscriber.transcript == ["subscription Delay", "value 1", "finished"])
  }

  @Test func bothEndsByHand() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(1)) { _ in .max(2) }
    upstream.filter { $0 > 1 }.subscribe(subscriber)
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(2) == .max(2))
    #expect(upstream.history == [.request(.max(1))])
  }

  @Test func theContract() {
    #expect(PublisherContract("every other") { $0.everyOther() }.violations() == [])
  }
}

// Publishers in `for await`, and breakpoints.

import Combine
import CombineTesting
import Dispatch
import Foundation
import Testing

/// Lets a test hand over what is not Sendable.
private struct Sent<Value>: @unchecked Sendable {
  let value: Value
}

@Suite(.leavesNothing) struct AsyncValuesTests {
  @Test func deliversEverythingOneByOne() async {
    var seen: [Int] = []
    let requests = Lines()
    for await value in (1...4).publisher.print(to: requests).values { seen.append(value) }
    #expect(seen == [1, 2, 3, 4])
    #expect(requests.lines.filter { $0.hasPrefix("request") && !$0.hasSuffix("(synchronous)") }.count == 4)
    #expect(requests.lines.contains("request max: (1)"))
  }

  @Test func throwsTheFailureOnce() async throws {
    let record = Record<Int, TestFailure>(output: [1], completion: .failure("end"))
    var iterator = record.values.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await #expect(throws: TestFailure("end")) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func subscribesWithTheIterator() async {
    let upstream = ManualPublisher<Int, Never>()
    let sequence = upstream.values
    #expect(upstream.subscriberCount == 0)
    _ = sequence.makeAsyncIterator()
    #expect(upstream.subscriberCount == 1)
    #expect(upstream.history == [.cancel])
  }

  @Test func asksForOneAndKeepsNothingBetween() async {
    let subject = PassthroughSubject<Int, Never>()
    var iterator = subject.values.makeAsyncIterator()
    subject.send(1)
    subject.send(completion: .finished)
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func waitsForValuesFromOtherThreads() async {
    let subject = CurrentValueSubject<Int, Never>(0)
    let sent = Sent(value: subject)
    var seen: [Int] = []
    for await value in subject.values {
      seen.append(value)
      DispatchQueue.global().async {
        if value < 50 { sent.value.send(value + 1) } else { sent.value.send(completion: .finished) }
      }
    }
    // A subject keeps its current value, so nothing was missed.
    #expect(seen == Array(0...50))
  }

  @Test func cancellingTheTaskCancelsTheSubscription() async {
    let cancels = Lines()
    let sent = Sent(value: PassthroughSubject<Int, Never>().print(to: cancels))
    let task = Task {
      for await _ in sent.value.values {}
      return Task.isCancelled
    }
    task.cancel()
    #expect(await task.value)
    #expect(cancels.lines.last == "receive cancel")
  }

  @Test func leavingTheLoopCancelsTheSubscription() async {
    let lines = Lines()
    for await value in (1...9).publisher.print(to: lines).values where value == 2 { break }
    #expect(lines.lines.last == "receive cancel")
    #expect(!lines.lines.contains("receive value: (3)"))
  }

  @Test @MainActor func staysOnTheCallersActor() async {
    final class Model {
      @Published var value = 1
    }
    let model = Model()
    for await value in model.$value.values {
      MainActor.assertIsolated()
      if value == 3 { break }
      model.value += 1
    }
    #expect(model.value == 3)
  }

  @Test func valuesBeyondTheDemandTrap() async {
    await #expect(processExitsWith: .failure) {
      let upstream = ManualPublisher<Int, Never>()
      let iterator = upstream.values.makeAsyncIterator()
      upstream.send(1)
      withExtendedLifetime(iterator) {}
    }
  }
}

@Suite(.leavesNothing) struct BreakpointTests {
  @Test func passesEverythingThatDoesNotMatch() {
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(1)) { _ in .max(2) }
    let upstream = ManualPublisher<Int, TestFailure>()
    upstream.breakpoint(
      receiveSubscription: { _ in false }, receiveOutput: { $0 == 7 }, receiveCompletion: { _ in false }
    ).subscribe(subscriber)
    #expect(upstream.send(1) == .max(2))
    upstream.send(completion: .failure("end"))
    #expect(subscriber.transcript == ["subscription ManualSubscription", "value 1", "failure end"])
    #expect(values([1, 2].publisher.breakpointOnError()) == [1, 2])
  }

  @Test func stopsAtWhatMatches() async {
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      withExtendedLifetime([1, 7].publisher.breakpoint(receiveOutput: { $0 == 7 }).sink { _ in }) {}
    }
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      withExtendedLifetime(Just(1).breakpoint(receiveSubscription: { _ in true }).sink { _ in }) {}
    }
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      let publisher = Fail<Int, TestFailure>(error: "no").breakpointOnError()
      withExtendedLifetime(publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })) {}
    }
  }
}

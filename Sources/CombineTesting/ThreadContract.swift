// The rule of the contract that needs several threads.

import Combine
import Dispatch
import Synchronization

extension ContractPlay {
  /// Two threads send through a subject, one asks, one cancels or completes; in every round a little differently. What
  /// the sanitizers see in this play is what they know about an operator.
  func standsThreads() -> String? {
    for round in 0..<12 {
      if let problem = threads(round: round) { return "round \(round): \(problem)" }
    }
    return nil
  }

  private func threads(round: Int) -> String? {
    weak var released: ThreadedSubscriber<P.Output, P.Failure>?
    do {
      // The parts of a pipeline are not Sendable: keeping them safe is what the operator is tested for.
      nonisolated(unsafe) let subject = PassthroughSubject<Int, TestFailure>()
      let subscriber = ThreadedSubscriber<P.Output, P.Failure>(
        demand: round % 2 == 0 ? .unlimited : .max(2), returns: round % 3 == 0 ? .max(1) : .none)
      build(subject.eraseToAnyPublisher()).subscribe(subscriber)
      nonisolated(unsafe) let subscription = subscriber.subscription
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        switch thread {
        case 0, 1:
          for value in input { subject.send(value) }
        case 2:
          for _ in 0..<4 { subscription?.request(.max(1)) }
        default:
          switch round % 4 {
          case 0: subscription?.cancel()
          case 1: subject.send(completion: .finished)
          case 2: subject.send(completion: .failure("end"))
          default: break
          }
        }
      }
      subscription?.cancel()
      let before = subscriber.events
      subject.send(1)
      subject.send(completion: .finished)
      if let problem = subscriber.problem { return problem }
      if subscriber.events != before { return "an event came after cancellation" }
      subscriber.letGo()
      released = subscriber
    }
    return released == nil ? nil : "the subscriber is still there"
  }
}

/// Counts what comes, and notices when two threads are inside at once, or when something follows the completion.
private final class ThreadedSubscriber<Input, Failure: Error>: Subscriber {
  private let initialDemand: Subscribers.Demand
  private let returned: Subscribers.Demand
  private let inside = Atomic<Int>(0)
  private let received = Atomic<Int>(0)
  private let completions = Atomic<Int>(0)
  private let firstProblem = Mutex<String?>(nil)
  private let isEnded = Atomic<Bool>(false)
  private(set) var subscription: (any Subscription)?

  init(demand: Subscribers.Demand, returns returned: Subscribers.Demand) {
    initialDemand = demand
    self.returned = returned
  }

  /// How many values and completions have come.
  var events: Int { received.load(ordering: .acquiring) + completions.load(ordering: .acquiring) }

  var problem: String? { firstProblem.withLock { $0 } }

  /// A subscriber and its subscription may hold each other while it runs; it does not run any more.
  func letGo() {
    subscription = nil
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(initialDemand)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    visit { if isEnded.load(ordering: .acquiring) { report("a value came after the completion") } }
    received.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return returned
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    visit { if isEnded.exchange(true, ordering: .acquiringAndReleasing) { report("a second completion came") } }
    completions.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  private func visit(_ body: () -> Void) {
    if inside.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue != 1 { report("two events came at once") }
    body()
    inside.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }

  private func report(_ problem: String) {
    firstProblem.withLock { $0 = $0 ?? problem }
  }
}

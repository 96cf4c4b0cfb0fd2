// The rules that every operator keeps, as checks that can be run on any of them.

public import Combine

/// An operator under test: a name, and how to put it behind a hand-driven upstream.
///
/// A new operator is one line: `PublisherContract("map") { $0.map { $0 + 1 } }`. `violations()` then plays every rule
/// and returns a sentence for each that is broken.
public struct PublisherContract: Sendable, CustomStringConvertible {
  /// What the operator is put behind: a hand-driven publisher, or a subject that several threads use.
  public typealias Upstream = AnyPublisher<Int, TestFailure>

  /// The operator's name in reports.
  public let name: String

  private let rules: [(name: String, check: @Sendable () -> String?)]
  private let subscribe: @Sendable () -> any Subscription
  private let listen: @Sendable (Upstream, TextSubscriber) -> Void

  /// An operator that makes one publisher of one upstream.
  /// - Parameter input: the values that the upstream sends, in turn.
  public init<P: Publisher & SendableMetatype>(
    _ name: String, input: [Int] = [1, 2, 2, 3, 5, 8], _ build: @escaping @Sendable (Upstream) -> P
  ) {
    self.name = name
    let play = ContractPlay(input: input, build: build)
    rules = [
      ("a subscriber gets exactly one subscription, and first", { play.subscribesOnce() }),
      ("a second subscription is cancelled", { play.refusesSecondSubscription() }),
      ("the upstream is kept until the end", { play.keepsUpstream() }),
      ("nothing comes without demand", { play.sendsNothingUnasked() }),
      ("never more values than were asked for", { play.keepsToDemand() }),
      ("nothing comes after the completion", { play.isSilentAfterCompletion() }),
      ("a normal end does not cancel the upstream", { play.doesNotCancelFinishedUpstream() }),
      ("an early end cancels the upstream before the downstream hears of it", { play.cancelsBeforeAnEarlyEnd() }),
      ("cancelling cancels the upstream once, and silences", { play.cancels() }),
      ("cancelling inside a value is safe and final", { play.cancelsInsideValue() }),
      ("requesting inside a value is safe and counts", { play.requestsInsideValue() }),
      ("sending inside a value is safe", { play.sendsInsideValue() }),
      ("everything is released after cancellation", { play.releasesAfterCancel() }),
      ("everything is released after the end", { play.releasesAfterFinish() }),
      ("everything is released after a failure", { play.releasesAfterFailure() }),
      ("what is let go of may call back in", { play.standsCallsFromDeinit() }),
      ("several threads may send, request and cancel at once", { play.standsThreads() }),
    ]
    subscribe = { play.subscription() }
    listen = { upstream, subscriber in subscriber.listen(to: build(upstream)) }
  }

  /// Puts the operator behind a publisher, for plays other than the rules.
  package func attach(_ subscriber: TextSubscriber, to upstream: Upstream) { listen(upstream, subscriber) }

  /// What a subscriber of the operator gets as its subscription: for tests of its description and its mirror.
  public func subscription() -> any Subscription { subscribe() }

  /// The operator's name.
  public var description: String { name }

  /// Plays the rules; a sentence for each that is broken.
  /// - Parameter isChosen: picks rules by their sentences; all, if it is left out.
  public func violations(where isChosen: (String) -> Bool = { _ in true }) -> [String] {
    rules.filter { isChosen($0.name) }.compactMap { rule in rule.check().map { "\(name): \(rule.name): \($0)" } }
  }
}

/// The plays. Each makes a fresh chain and returns what went wrong, or nil.
struct ContractPlay<P: Publisher & SendableMetatype>: Sendable {
  typealias Upstream = ManualPublisher<Int, TestFailure>
  typealias Recorder = RecordingSubscriber<P.Output, P.Failure>

  let input: [Int]
  let build: @Sendable (PublisherContract.Upstream) -> P

  /// A chain: upstream, operator, recorder. The upstream keeps to the demand it has seen, as a good one does.
  private final class Chain {
    let upstream: Upstream
    let recorder: Recorder
    private var input: ArraySlice<Int>
    private var outstanding = Subscribers.Demand.none

    init(_ play: ContractPlay, _ recorder: Recorder) {
      upstream = Upstream()
      self.recorder = recorder
      input = play.input[...]
      upstream.onEvent = { [weak self] event in
        if case .request(let demand) = event { self?.outstanding += demand }
      }
      play.build(upstream.eraseToAnyPublisher()).subscribe(recorder)
    }

    /// Sends the next value if it is wanted. False if not, or if there is none left.
    @discardableResult
    func sendNext() -> Bool {
      guard outstanding > 0, let value = input.popFirst() else { return false }
      outstanding -= 1
      outstanding += upstream.send(value)
      return true
    }

    func sendAll() {
      while sendNext() {}
    }
  }

  func subscription() -> any Subscription {
    Chain(self, Recorder(demand: .none)).recorder.subscription ?? Subscriptions.empty
  }

  func subscribesOnce() -> String? {
    let chain = Chain(self, Recorder())
    chain.sendAll()
    chain.upstream.send(completion: .finished)
    guard case .subscription? = chain.recorder.history.first else {
      return "the first event was \(chain.recorder.transcript.first ?? "nothing")"
    }
    let count = chain.recorder.subscriptionCount
    return count == 1 ? nil : "it got \(count)"
  }

  func refusesSecondSubscription() -> String? {
    let chain = Chain(self, Recorder(demand: .max(1)))
    guard chain.upstream.hasSubscriber else { return nil }
    let second = chain.upstream.sendSubscription()
    // Operators that keep no state hand every subscription through; then the subscriber decides.
    if chain.recorder.subscriptionCount == 2 { return nil }
    return second.cancelCount == 1 ? nil : "it was cancelled \(second.cancelCount) times"
  }

  func keepsUpstream() -> String? {
    let chain = Chain(self, Recorder())
    chain.sendAll()
    guard chain.recorder.completions.isEmpty else { return nil }
    if chain.upstream.cancelCount > 0 { return "it was cancelled" }
    return chain.upstream.hasSubscriber ? nil : "it has no subscriber"
  }

  func sendsNothingUnasked() -> String? {
    let chain = Chain(self, Recorder(demand: .none))
    chain.sendAll()
    return chain.recorder.values.isEmpty ? nil : "\(chain.recorder.values.count) values came"
  }

  func keepsToDemand() -> String? {
    for first in 1...3 {
      let chain = Chain(self, Recorder(demand: .max(first)))
      var asked = first
      for round in 0..<4 {
        chain.sendAll()
        if round == 3 { chain.upstream.send(completion: .finished) }
        if chain.recorder.values.count > asked { return "\(chain.recorder.values.count) came for \(asked)" }
        guard chain.recorder.completions.isEmpty else { break }
        chain.recorder.request(.max(1))
        asked += 1
      }
    }
    return nil
  }

  func isSilentAfterCompletion() -> String? {
    for completion: Subscribers.Completion<TestFailure> in [.finished, .failure("end")] {
      let chain = Chain(self, Recorder())
      chain.upstream.keepsSubscriber = true
      chain.sendNext()
      chain.upstream.send(completion: completion)
      guard chain.recorder.completions.count == 1 else { continue }
      let before = chain.recorder.history.count
      // Operators that keep no state rely on a polite upstream.
      guard chain.recorder.transcript.first != "subscription ManualSubscription" else { continue }
      chain.upstream.send(7)
      chain.upstream.send(completion: .finished)
      if chain.recorder.history.count != before { return "got \(chain.recorder.transcript.dropFirst(before))" }
    }
    return nil
  }

  func doesNotCancelFinishedUpstream() -> String? {
    let chain = Chain(self, Recorder())
    chain.sendNext()
    guard chain.upstream.cancelCount == 0 else { return nil }
    chain.upstream.send(completion: .finished)
    return chain.upstream.cancelCount == 0 ? nil : "it did"
  }

  func cancelsBeforeAnEarlyEnd() -> String? {
    let recorder = Recorder()
    let chain = Chain(self, recorder)
    var cancelsAtEnd: Int?
    recorder.onCompletion = { [unowned chain] _ in cancelsAtEnd = chain.upstream.cancelCount }
    chain.sendAll()
    guard let cancelsAtEnd else { return nil }
    return cancelsAtEnd == 1 ? nil : "it was cancelled \(cancelsAtEnd) times by then"
  }

  func cancels() -> String? {
    let chain = Chain(self, Recorder())
    chain.sendNext()
    let ended = !chain.recorder.completions.isEmpty
    let cancelledBefore = chain.upstream.cancelCount
    chain.upstream.keepsSubscriber = true
    chain.recorder.cancel()
    chain.recorder.cancel()
    let count = chain.upstream.cancelCount
    let isTransparent = chain.recorder.transcript.first == "subscription ManualSubscription"
    if !ended, !isTransparent, cancelledBefore == 0, count != 1 { return "it was cancelled \(count) times" }
    if isTransparent { return nil }
    let before = chain.recorder.history.count
    chain.upstream.send(8)
    chain.upstream.send(completion: .finished)
    return chain.recorder.history.count == before ? nil : "got \(chain.recorder.transcript.dropFirst(before))"
  }

  func cancelsInsideValue() -> String? {
    let recorder = Recorder()
    recorder.onValue = { [weak recorder] _ in recorder?.cancel() }
    let chain = Chain(self, recorder)
    chain.sendAll()
    chain.upstream.send(completion: .finished)
    return recorder.values.count <= 1 ? nil : "\(recorder.values.count) values came"
  }

  func requestsInsideValue() -> String? {
    let recorder = Recorder(demand: .max(1))
    recorder.onValue = { [weak recorder] _ in recorder?.request(.max(1)) }
    let chain = Chain(self, recorder)
    chain.sendAll()
    chain.upstream.send(completion: .finished)
    let everything = Chain(self, Recorder())
    everything.sendAll()
    everything.upstream.send(completion: .finished)
    let (got, all) = (recorder.values.count, everything.recorder.values.count)
    return got == all ? nil : "\(got) values came instead of \(all)"
  }

  func sendsInsideValue() -> String? {
    let recorder = Recorder()
    let chain = Chain(self, recorder)
    var depth = 0
    recorder.onValue = { [weak chain] _ in
      guard depth < 3 else { return }
      depth += 1
      chain?.sendNext()
    }
    chain.sendAll()
    chain.upstream.send(completion: .finished)
    return recorder.completions.count <= 1 ? nil : "\(recorder.completions.count) completions came"
  }

  func releasesAfterCancel() -> String? {
    releases { $0.recorder.cancel() }
  }

  func releasesAfterFinish() -> String? {
    releases { $0.upstream.send(completion: .finished) }
  }

  func releasesAfterFailure() -> String? {
    releases { $0.upstream.send(completion: .failure("end")) }
  }

  /// The subscriber's end asks, sends and cancels: nothing may hold a lock while it lets go.
  func standsCallsFromDeinit() -> String? {
    for ending in 0..<3 {
      let subject = PassthroughSubject<Int, TestFailure>()
      var subscription: (any Subscription)?
      do {
        let last = LastWords {
          subscription?.request(.max(1))
          subject.send(2)
          subscription?.cancel()
          subject.send(completion: .finished)
        }
        build(subject.eraseToAnyPublisher()).subscribe(
          AnySubscriber(
            receiveSubscription: {
              subscription = $0
              $0.request(.unlimited)
            }, receiveValue: { _ in withExtendedLifetime(last) { .none } },
            receiveCompletion: { _ in withExtendedLifetime(last) {} }))
      }
      subject.send(1)
      switch ending {
      case 0: subscription?.cancel()
      case 1: subject.send(completion: .finished)
      default: subject.send(completion: .failure("end"))
      }
    }
    return nil
  }

  /// The subscriber is careless: it keeps its subscription for good. Nothing may keep the subscriber in turn.
  private func releases(_ end: (Chain) -> Void) -> String? {
    weak var recorder: Recorder?
    weak var upstream: Upstream?
    do {
      let chain = Chain(self, Recorder())
      chain.sendNext()
      end(chain)
      // Not the end for every operator; some go on with another upstream.
      if chain.recorder.completions.isEmpty { chain.recorder.cancel() }
      recorder = chain.recorder
      upstream = chain.upstream
    }
    if recorder != nil { return "the subscriber is still there" }
    if upstream != nil { return "the upstream is still there" }
    return nil
  }
}

/// Runs a closure when it goes.
private final class LastWords {
  private let words: () -> Void

  init(_ words: @escaping () -> Void) {
    self.words = words
  }

  deinit { words() }
}

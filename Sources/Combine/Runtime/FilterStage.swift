// Operators that answer each value at once: pass it on (changed perhaps), swallow it, or end.
//
// An operator of this kind is a `FilterLogic`: one function from a value to a `FilterStep`. The rest is here: a
// swallowed value is made up for by a demand of one, an early end cancels the upstream before the downstream hears of it.

/// What becomes of one value.
@usableFromInline
enum FilterStep<Output, Failure: Error> {
  /// Goes on to the downstream, whose demand goes back to the upstream.
  case pass(Output)
  /// Swallowed; the upstream is asked for one more.
  case skip
  /// Swallowed; nothing is asked.
  case drop
  /// Goes on, and is the last.
  case last(Output)
  /// Swallowed, and the end.
  case finish
  /// Swallowed, and the end by a failure.
  case fail(Failure)
}

@usableFromInline
protocol FilterLogic {
  associatedtype Input
  associatedtype UpstreamFailure: Error
  associatedtype Output
  associatedtype Failure: Error

  /// The way up.
  var stage: Stage { get }

  /// What to do with events that come before the subscription.
  static var early: EarlyEvents { get }

  /// Decides about one value. Called by one thread at a time, but may be entered again from the user's closure: read
  /// and write the memory in single assignments around calls to closures.
  func step(_ input: Input) -> FilterStep<Output, Failure>
  func failure(_ error: UpstreamFailure) -> Failure
}

/// What an operator does with events before its subscription. A publisher that sends any breaks the rules.
@usableFromInline
enum EarlyEvents {
  /// Values and completions are traps.
  case trap
  /// Values are handled all the same, a completion is dropped.
  case handleValues
  /// Both are handled all the same.
  case handle
  /// Both are dropped.
  case ignore
}

extension FilterLogic {
  @inlinable
  static var early: EarlyEvents { .trap }
}

extension FilterLogic where UpstreamFailure == Failure {
  @inlinable
  func failure(_ error: Failure) -> Failure { error }
}

extension FilterLogic where Failure == any Error {
  @inlinable
  func failure(_ error: UpstreamFailure) -> any Error { error }
}

extension FilterLogic where Failure == any Error, UpstreamFailure == any Error {
  @inlinable
  func failure(_ error: any Error) -> any Error { error }
}

@usableFromInline
struct FilterReceiver<Logic: FilterLogic, Downstream: Subscriber>: Subscriber
where Downstream.Input == Logic.Output, Downstream.Failure == Logic.Failure {
  @usableFromInline typealias Input = Logic.Input
  @usableFromInline typealias Failure = Logic.UpstreamFailure

  @usableFromInline let downstream: Downstream
  @usableFromInline let logic: Logic

  @inlinable
  init(_ downstream: Downstream, _ logic: Logic) {
    self.downstream = downstream
    self.logic = logic
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { logic.stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    let stage = logic.stage
    if stage.begin(subscription) { downstream.receive(subscription: stage) }
  }

  @inlinable
  func receive(_ input: Logic.Input) -> Subscribers.Demand {
    let stage = logic.stage
    switch Logic.early {
    case .trap: guard stage.isActive else { return .none }
    case .handleValues, .handle: if stage.isEnded { return .none }
    case .ignore: if stage.isAwaiting || stage.isEnded { return .none }
    }
    switch logic.step(input) {
    case .pass(let output):
      return downstream.receive(output)
    case .skip:
      return .max(1)
    case .drop:
      return .none
    case .last(let output):
      _ = downstream.receive(output)
      if stage.stop() { downstream.receive(completion: .finished) }
      return .none
    case .finish:
      if stage.stop() { downstream.receive(completion: .finished) }
      return .none
    case .fail(let error):
      if stage.stop() { downstream.receive(completion: .failure(error)) }
      return .none
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Logic.UpstreamFailure>) {
    let stage = logic.stage
    switch Logic.early {
    case .trap, .handle: break
    case .handleValues, .ignore: if stage.isAwaiting { return }
    }
    guard stage.complete(early: Logic.early == .handle) else { return }
    downstream.receive(completion: completion.mapFailure(logic.failure))
  }
}

extension FilterReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { logic.stage.name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

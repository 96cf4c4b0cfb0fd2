// Operators that make one result of all values: the reducing family.
//
// The subscription goes down first, then the upstream is asked for everything, once. Values are taken in silence. The
// result comes at the end, or earlier if it is certain (then the upstream is cancelled first), and waits for demand, also
// where it is nothing but the finish; a failure does not wait.

/// What one value does.
@usableFromInline
enum ReduceStep<Output, Failure: Error> {
  /// Taken in.
  case more
  /// Settles the result.
  case conclude(Output)
  /// Ends everything.
  case fail(Failure)
}

@usableFromInline
protocol ReduceLogic {
  associatedtype Input
  associatedtype UpstreamFailure: Error
  associatedtype Output
  associatedtype Failure: Error

  /// The way up, and the place where the result waits.
  var stage: HeldResultStage { get }

  /// Takes one value in. Read and write memory in single assignments around calls to closures.
  func step(_ input: Input) -> ReduceStep<Output, Failure>

  /// The result when there are no more values; nil for a bare finish. Called once; hands its memory over.
  func conclusion() -> Output?
  func failure(_ error: UpstreamFailure) -> Failure
}

extension ReduceLogic where UpstreamFailure == Failure {
  @inlinable
  func failure(_ error: Failure) -> Failure { error }
}

extension ReduceLogic where Failure == any Error {
  @inlinable
  func failure(_ error: UpstreamFailure) -> any Error { error }
}

extension ReduceLogic where Failure == any Error, UpstreamFailure == any Error {
  @inlinable
  func failure(_ error: any Error) -> any Error { error }
}

@usableFromInline
struct ReduceReceiver<Logic: ReduceLogic, Downstream: Subscriber>: Subscriber
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
    guard logic.stage.begin(subscription) else { return }
    downstream.receive(subscription: logic.stage)
    logic.stage.requestUpstream(.unlimited)
  }

  @inlinable
  func receive(_ input: Logic.Input) -> Subscribers.Demand {
    let stage = logic.stage
    if stage.isAwaiting || stage.isEnded { return .none }
    switch logic.step(input) {
    case .more:
      break
    case .conclude(let output):
      if stage.stop() { stage.deliver(output, to: downstream) }
    case .fail(let error):
      if stage.stop() { downstream.receive(completion: .failure(error)) }
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Logic.UpstreamFailure>) {
    let stage = logic.stage
    if stage.isAwaiting { return }
    guard stage.complete() else { return }
    switch completion {
    case .finished:
      if let output = logic.conclusion() {
        stage.deliver(output, to: downstream)
      } else {
        stage.deliverWhenDemanded { downstream.receive(completion: .finished) }
      }
    case .failure(let error):
      downstream.receive(completion: .failure(logic.failure(error)))
    }
  }
}

extension ReduceReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { logic.stage.name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

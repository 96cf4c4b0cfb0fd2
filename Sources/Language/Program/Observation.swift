internal import Combine

/// Somebody outside who listens to a publisher of the program, with demand.
public final class Observation {
  public enum End {
    case finished
    case failed(RunFailure)
  }

  public let pipeline: Pipeline
  private let machine: Machine
  private var upstream: (any Subscription)?
  private var demand: Subscribers.Demand
  private let onValue: (Value) -> Void
  private let onEnd: (End) -> Void
  private var isDone = false
  private var registry: PipelineRegistry { machine.program.registry }

  init(
    _ pipeline: Pipeline, _ machine: Machine, _ demand: Int?, _ receive: @escaping (Value) -> Void,
    _ complete: @escaping (End) -> Void
  ) {
    self.pipeline = pipeline
    self.machine = machine
    self.demand = demand.map { $0 > 0 ? .max($0) : .none } ?? .unlimited
    onValue = receive
    onEnd = complete
  }

  /// Allows more values; `nil` allows all.
  public func request(_ count: Int?) {
    guard !isDone, count != 0 else { return }
    let more = count.map { Subscribers.Demand.max($0) } ?? .unlimited
    guard let upstream else {
      demand += more
      return
    }
    machine.enter({ [self] in registry.run(pipeline) { upstream.request(more) } }) { [self] in fail($0) }
  }

  public func cancel() {
    guard !isDone else { return }
    isDone = true
    registry.end(pipeline, .cancelled)
    guard let upstream else { return }
    self.upstream = nil
    machine.enter { upstream.cancel() }
  }

  /// Subscribing or asking for more has failed, and no value tells of it.
  func fail(_ fault: Fault) {
    guard !isDone else { return }
    let upstream = upstream
    end(.failed(fault), .failed(.trap(fault)))
    upstream?.cancel()
  }

  // MARK: Events

  fileprivate func begin(_ subscription: any Subscription) {
    guard upstream == nil, !isDone else { return subscription.cancel() }
    upstream = subscription
    pipeline.canceller = { [weak self] in
      guard let self, !isDone else { return }
      cancel()
      onEnd(.finished)
    }
    if demand > 0 { subscription.request(demand) }
  }

  fileprivate func receive(_ input: Value) {
    guard !isDone else { return }
    if case .fault(let box) = input { return fail(box.fault) }
    pipeline.count(input, at: machine.program.host.dateNanoseconds)
    onValue(input)
  }

  fileprivate func complete(_ completion: Subscribers.Completion<any Error>) {
    guard !isDone else { return }
    guard case .failure(let error) = completion else { return end(.finished, .finished) }
    if let fault = error.fault { return end(.failed(fault), .failed(.trap(fault))) }
    end(.finished, .failed(machine.outside(error as? Abort ?? .fault("\(error)"))))
  }

  private func end(_ state: Pipeline.State, _ end: End) {
    isDone = true
    upstream = nil
    registry.end(pipeline, state)
    onEnd(end)
  }
}

/// What the chain sees of an observation.
final class ObservationSubscriber: Subscriber {
  typealias Input = Value
  typealias Failure = any Error

  private let observation: Observation

  init(_ observation: Observation) { self.observation = observation }

  func receive(subscription: any Subscription) { observation.begin(subscription) }

  func receive(_ input: Value) -> Subscribers.Demand {
    observation.receive(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) { observation.complete(completion) }
}

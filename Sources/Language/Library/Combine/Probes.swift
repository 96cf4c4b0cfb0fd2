/// Counting what comes through each operator of a pipeline.
internal import Combine

/// Counts values on behalf of the pipeline that subscribes; for anybody else it is not there.
struct ProbedPublisher<Upstream: Publisher>: Publisher
where Upstream.Output == Value, Upstream.Failure == any Error {
  typealias Output = Value
  typealias Failure = any Error

  let upstream: Upstream
  let site: OperatorSite
  let place: ProbePlace
  let program: ProgramCore

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    guard Machine.current?.takesSubscription() ?? true else { return }
    guard let pipeline = program.registry.current else { return upstream.receive(subscriber: subscriber) }
    upstream.receive(
      subscriber: ProbingSubscriber(subscriber, pipeline.stage(site), place, program.host))
  }
}

/// Where a probe counts.
enum ProbePlace {
  /// What comes in from elsewhere than the operator it was called on.
  case entry
  case exit
}

private final class ProbingSubscriber<Downstream: Subscriber>: Subscriber
where Downstream.Input == Value, Downstream.Failure == any Error {
  typealias Input = Value
  typealias Failure = any Error

  private let downstream: Downstream
  private let stage: PipelineStage
  private let place: ProbePlace
  private let host: any Host

  init(_ downstream: Downstream, _ stage: PipelineStage, _ place: ProbePlace, _ host: any Host) {
    self.downstream = downstream
    self.stage = stage
    self.place = place
    self.host = host
  }

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

  func receive(_ value: Value) -> Subscribers.Demand {
    if !value.isFault {
      switch place {
      case .entry: stage.came(value)
      case .exit: stage.left(value, at: host.dateNanoseconds)
      }
    }
    return downstream.receive(value)
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    if place == .exit {
      switch completion {
      case .finished: stage.completed(isFailure: false)
      case .failure: stage.completed(isFailure: true)
      }
    }
    downstream.receive(completion: completion)
  }
}

/// Counts what comes from one property, for the pipeline that has subscribed to it.
struct CountedPublisher<Upstream: Publisher>: Publisher
where Upstream.Output == Value, Upstream.Failure == any Error {
  typealias Output = Value
  typealias Failure = any Error

  let upstream: Upstream
  /// `nil` where nobody asks.
  let count: InputCount?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    guard let count else { return upstream.receive(subscriber: subscriber) }
    upstream.receive(subscriber: CountingSubscriber(downstream: subscriber, count: count))
  }
}

private struct CountingSubscriber<Downstream: Subscriber>: Subscriber
where Downstream.Input == Value, Downstream.Failure == any Error {
  typealias Input = Value
  typealias Failure = any Error

  let downstream: Downstream
  let count: InputCount
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

  func receive(_ value: Value) -> Subscribers.Demand {
    count.values += 1
    return downstream.receive(value)
  }

  func receive(completion: Subscribers.Completion<any Error>) { downstream.receive(completion: completion) }
}

extension StageCall {
  /// The upstream of the first operator of a chain: what comes in is counted there, otherwise where it comes out.
  func counted(_ stream: ValuePublisher) -> ValuePublisher {
    guard source.site == nil, !isTransparent else { return stream }
    return ProbedPublisher(upstream: stream, site: site, place: .entry, program: machine.program).eraseToAnyPublisher()
  }

  /// A publisher among its operands that it joins with its upstream.
  func joined(_ index: Int, isAlert: Bool = false) throws(Abort) -> ValuePublisher {
    joined(try publisher(index), isAlert: isAlert)
  }

  func joined(_ operand: PublisherObject, isAlert: Bool = false) -> ValuePublisher {
    if let other = operand.site { site.joined.append(other) }
    return ProbedPublisher(
      upstream: isAlert ? operand.alert : operand.stream, site: site, place: .entry, program: machine.program
    ).eraseToAnyPublisher()
  }

  /// A scheduler whose timers are the operator's.
  func scheduler(_ index: Int) throws(Abort) -> HostScheduler {
    var scheduler = try call.scheduler(index)
    scheduler.site = site
    return scheduler
  }
}

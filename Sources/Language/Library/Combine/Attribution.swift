/// Which pipeline work belongs to: also what begins long after its subscription, inside a `flatMap` or after a pause.
internal import Combine

/// Subscribes on behalf of a pipeline.
private struct AttributedPublisher: Publisher {
  typealias Output = Value
  typealias Failure = any Error

  let upstream: ValuePublisher
  let pipeline: Pipeline
  let registry: PipelineRegistry

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    registry.run(pipeline) { upstream.receive(subscriber: subscriber) }
  }
}

extension ValuePublisher {
  /// The same, as work of the pipeline, whoever subscribes to it when.
  func attributed(to pipeline: Pipeline?, _ machine: Machine) -> ValuePublisher {
    guard let pipeline else { return self }
    return AttributedPublisher(upstream: self, pipeline: pipeline, registry: machine.program.registry)
      .eraseToAnyPublisher()
  }
}

extension Value {
  /// A publisher inside a stream, as work of the pipeline that the stream is for. Those whose values are there already
  /// do no work.
  func inner(for pipeline: Pipeline?, _ machine: Machine) -> ValuePublisher {
    if case .native(let object) = unboxed, object is KnownObject { return inner }
    return inner.attributed(to: pipeline, machine)
  }
}

extension StageCall {
  /// A stream that needs to know, when it is subscribed to, for which pipeline that is.
  func forPipeline(_ make: @escaping (Pipeline?) -> ValuePublisher) -> Deferred<ValuePublisher> {
    let machine = machine
    return Deferred { make(machine.program.currentPipeline) }
  }
}

// Publishers whose whole result is known without subscribing: one value, nothing, or a failure.
//
// flatMap and switchToLatest get such publishers all the time (`flatMap { Just($0) }`, often erased), and nobody can see
// whether they were subscribed to, but who looks on (`_Introspection`). Where everything is wanted anyway, the result is delivered straight away, which saves
// the subscription's allocations and its way through several locks. An erased one (`AnyPublisher`) subscribes without a
// box for the subscriber.

public import Synchronization

@usableFromInline
enum KnownResult<Output, Failure: Error> {
  /// It has to be subscribed to.
  case unknown
  /// One value, then the end. The name is that of the subscription.
  case value(Output, name: StaticString)
  /// The end, without a value.
  case finished
  /// The end, by a failure.
  case failure(Failure)
}

/// What `publisher` will deliver to whoever asks for everything. The comparisons of types are decided when the caller is
/// compiled for a type of publisher.
@inlinable
func knownResult<P: Publisher>(of publisher: P) -> KnownResult<P.Output, P.Failure> {
  if Onlookers.isAny.load(ordering: .relaxed) { return .unknown }
  if P.self == Just<P.Output>.self {
    return .value((publisher as! Just<P.Output>).output, name: "Just")
  }
  if P.self == Publishers.SetFailureType<Just<P.Output>, P.Failure>.self {
    return .value((publisher as! Publishers.SetFailureType<Just<P.Output>, P.Failure>).upstream.output, name: "Just")
  }
  if P.self == Optional<P.Output>.Publisher.self {
    return (publisher as! Optional<P.Output>.Publisher).output.map { .value($0, name: "Optional") } ?? .finished
  }
  if P.self == Result<P.Output, P.Failure>.Publisher.self {
    switch (publisher as! Result<P.Output, P.Failure>.Publisher).result {
    case .success(let value): return .value(value, name: "Once")
    case .failure(let error): return .failure(error)
    }
  }
  if P.self == Fail<P.Output, P.Failure>.self {
    return .failure((publisher as! Fail<P.Output, P.Failure>).error)
  }
  if P.self == Empty<P.Output, P.Failure>.self {
    return (publisher as! Empty<P.Output, P.Failure>).completeImmediately ? .finished : .unknown
  }
  if P.self == AnyPublisher<P.Output, P.Failure>.self {
    let box = (publisher as! AnyPublisher<P.Output, P.Failure>).box
    return box.known(box)
  }
  return .unknown
}

/// Faults on their way through a pipeline.
///
/// A closure that traps makes its stage emit a fault in place of a value. Every later stage passes it on without running
/// code. Stages that keep values back, and those that count or compare them, get it as a failure instead, which nothing
/// holds up. Whatever ends the pipeline takes both forms.
internal import Combine

extension Value {
  var isFault: Bool {
    if case .fault = self { return true }
    return false
  }
}

extension Error {
  /// The fault in the form of a failure.
  var fault: Fault? {
    if case .fault(let fault)? = self as? Abort { return fault }
    return nil
  }
}

/// A closure of the program as a stage calls it.
struct StageClosure {
  let function: FunctionValue
  let machine: Machine
  let location: Location

  /// A trap becomes the result; a fault is passed on without a call.
  func callAsFunction(_ value: Value) -> Value {
    if value.isFault { return value }
    do throws(Abort) {
      return try machine.activate { () throws(Abort) in try function.call(value) }
    } catch {
      return .fault(FaultBox(error.fault(at: location)))
    }
  }

  func callAsFunction(_ first: Value, _ second: Value) -> Value {
    if first.isFault { return first }
    if second.isFault { return second }
    do throws(Abort) {
      return try machine.activate { () throws(Abort) in try function.call(first, second) }
    } catch {
      return .fault(FaultBox(error.fault(at: location)))
    }
  }

  func callAsFunction(all values: [Value]) -> Value {
    if let fault = values.first(where: \.isFault) { return fault }
    do throws(Abort) {
      return try machine.activate { () throws(Abort) in try function.call(values) }
    } catch {
      return .fault(FaultBox(error.fault(at: location)))
    }
  }

  /// For operators whose closure may throw: what it throws is thrown, a trap is a result all the same.
  func trying(_ values: Value...) throws -> Value {
    if let fault = values.first(where: \.isFault) { return fault }
    do throws(Abort) {
      return try machine.activate { () throws(Abort) in try function.call(values) }
    } catch {
      if case .thrown = error { throw error }
      return .fault(FaultBox(error.fault(at: location)))
    }
  }

  /// For closures whose result nobody waits for. A trap ends the activation.
  func run(_ values: Value...) {
    do throws(Abort) {
      _ = try machine.activate { () throws(Abort) in try function.call(values) }
    } catch {
      machine.raise(error.fault(at: location))
    }
  }
}

/// The faults of a predicate, which has no other way to tell: it lets the value pass, and the stage behind puts the
/// fault in its place.
final class PredicateFault {
  private var fault: Value?

  /// The predicate's answer; after a trap, the one that lets the value pass.
  func answer(_ result: Value, passing: Bool) -> Bool {
    if result.isFault {
      fault = result
      return passing
    }
    return result.flag
  }

  func replacing(_ value: Value) -> Value {
    guard let fault else { return value }
    self.fault = nil
    return fault
  }
}

extension Publisher where Output == Value, Failure == any Error {
  /// Puts the predicate's fault in the place of the value that it let pass.
  func replacing(_ fault: PredicateFault) -> Publishers.Map<Self, Value> {
    map { fault.replacing($0) }
  }
}

extension PublisherObject {
  /// Faults as failures.
  var alert: ValuePublisher {
    mayFault ? AlertPublisher(upstream: stream, judge: { $0 }).eraseToAnyPublisher() : stream
  }
}

extension Publisher where Output == Value, Failure == any Error {
  /// Each value with what the closure says of it; a trap is a failure.
  func judged(by closure: StageClosure) -> AlertPublisher<Self> {
    AlertPublisher(upstream: self) { value in
      if value.isFault { return value }
      let verdict = closure(value)
      return verdict.isFault ? verdict : .pair(value, verdict)
    }
  }
}

/// Changes values; a fault cancels the upstream and is the end.
struct AlertPublisher<Upstream: Publisher>: Publisher where Upstream.Output == Value, Upstream.Failure == any Error {
  typealias Output = Value
  typealias Failure = any Error

  let upstream: Upstream
  let judge: (Value) -> Value

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    upstream.subscribe(AlertReceiver(subscriber, judge))
  }
}

/// Its subscription is its own, but looks like the upstream's: once that is cancelled nothing may hold it any more, since it
/// may hold whoever subscribed to it.
private final class AlertReceiver<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible
where Downstream.Input == Value, Downstream.Failure == any Error {
  private let downstream: Downstream
  private let judge: (Value) -> Value
  private var upstream: (any Subscription)?
  private(set) var description = ""
  private var isEnded = false
  private let birth = UndoLog.birth

  init(_ downstream: Downstream, _ judge: @escaping (Value) -> Value) {
    self.downstream = downstream
    self.judge = judge
  }

  func receive(subscription: any Subscription) {
    upstream = subscription
    description = "\(subscription)"
    downstream.receive(subscription: self)
  }

  func receive(_ value: Value) -> Subscribers.Demand {
    if isEnded { return .none }
    let result = judge(value)
    guard case .fault(let box) = result else { return downstream.receive(result) }
    note()
    isEnded = true
    upstream.take()?.cancel()
    downstream.receive(completion: .failure(Abort.fault(box.fault)))
    return .none
  }

  private func note() {
    UndoLog.current(for: birth)?.note { [isEnded, upstream] in (self.isEnded, self.upstream) = (isEnded, upstream) }
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    if isEnded { return }
    note()
    isEnded = true
    upstream = nil
    downstream.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }

  func cancel() {
    note()
    isEnded = true
    upstream.take()?.cancel()
  }
}

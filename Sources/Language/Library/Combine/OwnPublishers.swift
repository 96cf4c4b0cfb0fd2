/// Publishers and subscriptions that a program declares itself.
///
/// The library's operators see them as publishers of values: subscribing calls the program's `receive(subscriber:)` with
/// an `AnySubscriber`, and its subscription is asked and cancelled through the program's own methods.
internal import Combine

/// A publisher that the program declares, as the library's operators see it.
struct ProgramPublisher: Publisher {
  typealias Output = Value
  typealias Failure = any Error

  let value: Value
  let machine: Machine

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    let object = SubscriberObject(
      AnySubscriber(OrderlySubscriber(subscriber)), type: machine.library.combineType("AnySubscriber"))
    do throws(Abort) {
      _ = try machine.perform("receive", ["subscriber"], of: value, [.native(object)])
    } catch {
      // Whoever has no subscription yet gets one, so that the fault can be heard.
      subscriber.receive(subscription: Subscriptions.empty)
      subscriber.receive(completion: .failure(Abort.fault(error.fault(at: .unknown))))
    }
  }
}

/// A subject that the program declares, as the library's operators see it.
final class ProgramSubject: Subject {
  typealias Output = Value
  typealias Failure = any Error

  private let value: Value
  private let machine: Machine

  init(_ value: Value, _ machine: Machine) {
    self.value = value
    self.machine = machine
  }

  func send(_ value: Value) { perform([nil], value) }
  func send(completion: Subscribers.Completion<any Error>) {
    perform(["completion"], machine.library.value(of: completion))
  }
  func send(subscription: any Subscription) { perform(["subscription"], machine.value(subscription)) }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    ProgramPublisher(value: value, machine: machine).receive(subscriber: subscriber)
  }

  private func perform(_ labels: [String?], _ argument: Value) {
    do throws(Abort) {
      _ = try machine.perform("send", labels, of: value, [argument])
    } catch {
      machine.raise(error.fault(at: .unknown))
    }
  }
}

/// A subscription that the program declares, as the library's subscribers see it.
final class ProgramSubscription: Subscription, CustomStringConvertible {
  let value: Value
  private let machine: Machine

  init(_ value: Value, _ machine: Machine) {
    self.value = value
    self.machine = machine
  }

  func request(_ demand: Subscribers.Demand) { perform("request", [nil], [machine.value(demand)]) }
  func cancel() { perform("cancel", [], []) }

  private func perform(_ name: String, _ labels: [String?], _ arguments: [Value]) {
    do throws(Abort) {
      _ = try machine.perform(name, labels, of: value, arguments)
    } catch {
      machine.raise(error.fault(at: .unknown))
    }
  }

  var description: String {
    do throws(Abort) { return try machine.describe(value, .hole) } catch { return "" }
  }
}

extension Machine {
  /// Calls a method of the program's own type, in an activation of its own if nothing is running.
  func perform(_ name: String, _ labels: [String?], of value: Value, _ arguments: [Value]) throws(Abort) -> Value {
    guard let method = ownMethod(name, labels, of: value) else {
      throw .trap("\(dynamicType(value, .hole)) has no '\(name)(\(labels.map { ($0 ?? "_") + ":" }.joined()))'")
    }
    return try activate { () throws(Abort) in try invoke(method, receiver: value, arguments) }
  }

  /// The method with this name and these labels that the type of the value, or what it inherits from, declares.
  func ownMethod(_ name: String, _ labels: [String?], of value: Value) -> Declaration? {
    guard let nominal = dynamicType(value, .hole).nominal else { return nil }
    let environment = program.environment
    var candidates = nominal.lineage.flatMap { environment.members(of: $0, named: name) }
    for conformance in environment.protocols(of: nominal) where conformance.proto.isUserType {
      candidates += environment.members(of: conformance.proto, named: name)
    }
    return candidates.first { candidate in
      candidate.resolved()
      return candidate.kind == .function && !candidate.isStatic && candidate.labels == labels
        && !candidate.implementation.isRequirement
    }
  }

  /// A subscription as a program sees it: its own comes back as what it is.
  func value(_ subscription: any Subscription) -> Value {
    if let own = subscription as? ProgramSubscription { return own.value }
    return .native(SubscriptionObject(subscription, type: library.combineType("Subscription")))
  }

  /// The subscription behind a value of the program.
  func subscription(_ value: Value) throws(Abort) -> any Subscription {
    switch value.unboxed {
    case .native(let object as SubscriptionObject): return object.subscription
    case .instance, .record: return ProgramSubscription(value.unboxed, self)
    default: throw .trap("this is no subscription")
    }
  }
}

extension PublisherObject {
  /// The publisher that a value is; one that the program declares is wrapped.
  static func read(_ value: Value) throws(Abort) -> PublisherObject {
    switch value.unboxed {
    case .native(let object as PublisherObject): return object
    case .instance(let instance):
      if let machine = instance.machine { return PublisherObject(own: .instance(instance), machine) }
    case .record(let record):
      if let machine = record.type.home?.machine { return PublisherObject(own: .record(record), machine) }
    default: break
    }
    throw .trap("this is no publisher")
  }

  private convenience init(own value: Value, _ machine: Machine) {
    self.init(
      ProgramPublisher(value: value, machine: machine).eraseToAnyPublisher(), type: machine.dynamicType(value, .hole))
  }
}

extension Value {
  /// The publisher that the program gave for a value; a fault in its place is emitted.
  var inner: ValuePublisher {
    if case .fault = self { return Just(self).failable.eraseToAnyPublisher() }
    do throws(Abort) { return try PublisherObject.read(self).stream } catch {
      return Just(.fault(FaultBox(error.fault(at: .unknown)))).failable.eraseToAnyPublisher()
    }
  }
}

extension Value {
  /// A value of a type that the program declares.
  var isOwn: Bool {
    switch unboxed {
    case .instance, .record: true
    default: false
    }
  }
}

/// The small values that go with publishers: completions, demands, subscriptions.
internal import Combine

extension Library {
  /// A type inside `Subscribers`.
  private func subscribers(_ name: String) -> Nominal? {
    type(named: "Subscribers").flatMap { nestedType(of: $0, named: name) }
  }

  func combineType(_ path: String) -> Type {
    let parts = path.split(separator: ".").map(String.init)
    guard var nominal = type(named: parts[0]) else { return .hole }
    for part in parts.dropFirst() {
      guard let inner = nestedType(of: nominal, named: part) else { return .hole }
      nominal = inner
    }
    return .nominal(nominal, [])
  }

  func value(of completion: Subscribers.Completion<any Error>) -> Value {
    guard let cases = subscribers("Completion")?.cases, cases.count == 2 else { return .void }
    switch completion {
    case .finished: return .choice(cases[0])
    case .failure(let error): return .payload(Payload(cases[1], [error.value]))
    }
  }
}

extension Error {
  /// What the program threw.
  var value: Value {
    switch self as? Abort {
    case .thrown(let thrown, _)?: thrown.value
    case .fault(let fault)?: .fault(FaultBox(fault))
    default: .string("\(self)")
    }
  }
}

extension Value {
  /// A `Subscribers.Completion`.
  func completion(at location: Location) -> Subscribers.Completion<any Error> {
    guard case .payload(let payload) = unboxed, let error = payload.values.first else { return .finished }
    return .failure(error.failure(at: location))
  }

  /// An error of the program as a failure.
  func failure(at location: Location) -> Abort {
    if case .fault(let box) = self { return .fault(box.fault) }
    return .thrown(self, at: location)
  }

  var demand: Subscribers.Demand { (object(DemandObject.self))?.content ?? .none }
}

/// A `Subscribers.Demand`.
final class DemandObject: ValueObject<Subscribers.Demand>, OrderedObject, Quantity {

  func precedes(_ other: NativeObject) -> Bool { (other as? DemandObject).map { content < $0.content } ?? false }

  func combined(_ operation: Arithmetic.Operator, _ other: Value) throws(Abort) -> Value {
    switch (operation, other.unboxed) {
    case (.add, .native(let object as DemandObject)): return made(content + object.content)
    case (.subtract, .native(let object as DemandObject)): return try less(object.content)
    case (.add, .int(let count)): return try more(count)
    case (.subtract, .int(let count)):
      // What `Int.min` takes away is more than there can be.
      return try count == .min ? more(.max) : more(-count)
    case (.multiply, .int(let count)):
      guard count >= 0 else { throw .trap("a demand cannot be negative") }
      return made(content * count)
    default: throw .trap("a Demand cannot be calculated with like this")
    }
  }

  private func more(_ count: Int) throws(Abort) -> Value {
    try count < 0 ? less(.max(count == .min ? .max : -count)) : made(content + count)
  }

  private func less(_ other: Subscribers.Demand) throws(Abort) -> Value {
    if content < other, other != .unlimited { throw .trap("a demand cannot be negative") }
    return made(content - other)
  }

  private func made(_ demand: Subscribers.Demand) -> Value { .native(DemandObject(demand, type: type)) }
}

/// A `CombineIdentifier`.
final class IdentifierObject: ValueObject<CombineIdentifier> {}

/// A subscription, as closures and hand-made subscribers get it.
final class SubscriptionObject: NativeObject {
  let subscription: any Subscription

  init(_ subscription: any Subscription, type: Type) {
    self.subscription = subscription
    super.init(type: type)
  }

  override var text: String { "\(subscription)" }
}

/// A cancellable: what keeps a chain alive, or a closure of the program that is to be called once.
final class CancellableObject: NativeObject {
  let token: AnyCancellable
  /// The chain it belongs to, if it is the end of one.
  let pipeline: Pipeline?

  init(_ token: AnyCancellable, type: Type, pipeline: Pipeline? = nil) {
    self.token = token
    self.pipeline = pipeline
    super.init(type: type)
  }

  /// One that was cancelled before a restart or a redefinition.
  init(calledOff type: Type) {
    token = AnyCancellable {}
    pipeline = nil
    super.init(type: type)
  }

  deinit { StackGuard.postpone(token) }

  override var isPlainKey: Bool { true }
}

/// Something that the program can call off, and whose end is told.
struct EndingWork: Cancellable {
  let work: BegunWork?
  let inner: any Cancellable

  func cancel() {
    work?.end()
    inner.cancel()
  }
}

/// A cancellable that does not cancel when it goes: what `connect()` gives.
final class ConnectionObject: NativeObject {
  let connection: any Cancellable

  init(_ connection: any Cancellable, type: Type) {
    self.connection = connection
    super.init(type: type)
  }
}

extension Machine {
  func value(_ demand: Subscribers.Demand) -> Value {
    .native(DemandObject(demand, type: library.combineType("Subscribers.Demand")))
  }
}

extension CombineLibrary {
  static func subscribers() -> [String: Table] {
    [
      "Subscribers": { LibraryType("enum Subscribers {}") },
      "Subscribers.Completion": {
        LibraryType(
          """
          enum Completion<Failure: Error>: Sendable { case finished; case failure(Failure) }
          extension Subscribers.Completion: Equatable where Failure: Equatable {}
          extension Subscribers.Completion: Hashable where Failure: Hashable {}
          """, [], .values)
      },
      "Subscribers.Demand": {
        LibraryType("struct Demand: Comparable, Hashable, CustomStringConvertible, Codable, Sendable {}", demand())
      },
      "CombineIdentifier": {
        LibraryType(
          "struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {}",
          [
            contextual("init()") { call in .native(IdentifierObject(CombineIdentifier(), type: call.result)) },
            unary("var description: String { get }") { .string($0.object(IdentifierObject.self)?.text ?? "") },
          ])
      },
      "CustomCombineIdentifierConvertible": {
        LibraryType(
          "protocol CustomCombineIdentifierConvertible { var combineIdentifier: CombineIdentifier { get } }")
      },
      "Subscriptions": {
        LibraryType(
          "enum Subscriptions {}",
          [
            contextual("static var empty: any Subscription { get }") { call in
              call.machine.value(Subscriptions.empty)
            }
          ])
      },
      "Subscription": {
        LibraryType(
          "protocol Subscription: Cancellable {}",
          [
            contextual("func request(_ demand: Subscribers.Demand)") { call throws(Abort) in
              guard call[1].demand > .none || call[0].isOwn else {
                throw .trap("a demand must be greater than zero")
              }
              try call.machine.subscription(call[0]).request(call[1].demand)
              try call.machine.raisePending()
              return .void
            },
            contextual("func cancel()") { call throws(Abort) in
              try call.machine.subscription(call[0]).cancel()
              try call.machine.raisePending()
              return .void
            },
            contextual("var combineIdentifier: CombineIdentifier { get }") { call throws(Abort) in
              .native(
                IdentifierObject(try call.machine.subscription(call[0]).combineIdentifier, type: call.result))
            },
          ])
      },
    ]
  }

  private static func demand() -> [LibraryEntry] {
    func constant(_ name: String, _ demand: Subscribers.Demand) -> LibraryEntry {
      contextual("static var \(name): Subscribers.Demand { get }") { .native(DemandObject(demand, type: $0.result)) }
    }
    return [
      constant("unlimited", .unlimited), constant("none", .none),
      contextual("static func max(_ value: Int) -> Subscribers.Demand") { call throws(Abort) in
        guard call[0].integer >= 0 else { throw .trap("a demand cannot be negative") }
        return .native(DemandObject(.max(call[0].integer), type: call.result))
      },
      unary("var max: Int? { get }") { $0.demand.max.map { .int($0) } ?? .null },
      unary("var description: String { get }") { .string($0.demand.description) },
    ]
  }

  /// Operators of demands, alone and beside numbers.
  static func globals() -> [LibraryEntry] {
    func combined(_ name: String, _ operation: Arithmetic.Operator, _ other: String) -> [LibraryEntry] {
      [
        binary("func \(name) (lhs: Subscribers.Demand, rhs: \(other)) -> Subscribers.Demand") {
          left, right throws(Abort) in try Arithmetic.apply(operation, left, right, as: nil)
        },
        mutating("func \(name)= (lhs: inout Subscribers.Demand, rhs: \(other))") { value, operands throws(Abort) in
          value = try Arithmetic.apply(operation, value, operands[0], as: nil)
          return .void
        },
      ]
    }
    func compared(
      _ name: String, _ compare: @escaping (Subscribers.Demand, Int) -> Bool
    ) -> LibraryEntry {
      binary("func \(name) (lhs: Subscribers.Demand, rhs: Int) -> Bool") { demand, count in
        .bool(compare(demand.demand, count.integer))
      }
    }
    return combined("+", .add, "Subscribers.Demand") + combined("+", .add, "Int")
      + combined("-", .subtract, "Subscribers.Demand") + combined("-", .subtract, "Int")
      + combined("*", .multiply, "Int")
      + [
        compared(">", >), compared("<", <), compared("==", ==), compared("!=", !=), compared(">=", >=),
        compared("<=", <=),
      ]
  }
}

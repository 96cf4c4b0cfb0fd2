/// Publishers as values of a program.
///
/// All publishers carry `Value`, whatever a program's types say, and may fail with any error: a failure of the program is
/// an `Abort` on its way. Stages are the library's own, so that demand, completion and transcripts are those of the
/// compiled program.
internal import Combine

/// What flows in a pipeline of a program.
typealias ValuePublisher = AnyPublisher<Value, any Error>

/// A publisher.
class PublisherObject: NativeObject {
  let stream: ValuePublisher
  /// What it was made from, if its values are those of another: they have the same type.
  let source: PublisherObject?
  /// The operator whose values come out of it, if it is one's.
  private(set) var site: OperatorSite?
  /// How many publishers it is made of, one on top of the other.
  private let height: Int

  /// - Parameter operands: what else it is made from, where that may be publishers.
  init(_ stream: ValuePublisher, type: Type, source: PublisherObject? = nil, operands: [Value] = []) {
    let below = operands.reduce(source?.height ?? 0) { max($0, Self.height(of: $1)) }
    height = below + 1
    self.stream =
      height / StackCheckpoint.distance > below / StackCheckpoint.distance
      ? StackCheckpoint(stream).eraseToAnyPublisher() : stream
    self.source = source
    super.init(type: type)
  }

  /// The publisher of an operator.
  convenience init<P: Publisher>(
    _ publisher: P, of site: OperatorSite?, type: Type, source: PublisherObject?, operands: [Value]
  ) where P.Output == Value, P.Failure == any Error {
    self.init(publisher.eraseToAnyPublisher(), type: type, source: source, operands: operands)
    self.site = site
  }

  deinit { StackGuard.postpone(source.map { ($0, stream) }) }

  private static func height(of value: Value) -> Int {
    switch value.unboxed {
    case .native(let object as PublisherObject): object.height
    case .array(let elements): elements.reduce(0) { max($0, height(of: $1)) }
    default: 0
    }
  }

  /// Whether a fault can come out of it: not before some code of the program has run.
  var mayFault: Bool { true }

  /// The static type of its values, as far as it is known outside of generic code.
  func output(_ library: Library) -> Type {
    let type = library.output(of: type)
    if type.isSettled { return type }
    return source?.output(library) ?? type
  }

}

/// A publisher that runs no code of the program: a subject, a property.
class SourceObject: PublisherObject {
  override var mayFault: Bool { false }
}

/// A publisher that can be started by hand.
class ConnectableObject: PublisherObject {
  let connect: () -> any Cancellable

  init<P: ConnectablePublisher>(_ publisher: P, type: Type, source: PublisherObject?)
  where P.Output == Value, P.Failure == any Error {
    connect = { publisher.connect() }
    autoconnected = { publisher.autoconnect().eraseToAnyPublisher() }
    super.init(publisher.eraseToAnyPublisher(), type: type, source: source)
  }

  let autoconnected: () -> ValuePublisher
}

extension Library {
  /// The type of a publisher's values.
  func output(of publisher: Type) -> Type {
    environment.memberType(of: publisher, named: "Output", context: []) ?? .hole
  }
}

extension Type {
  /// Nothing is left open: what it says holds for the values of this very publisher.
  var isSettled: Bool {
    !contains { type in
      switch type {
      case .parameter, .member, .variable, .hole: true
      default: false
      }
    }
  }
}

extension NativeCall {
  /// An operand that is a publisher.
  func publisher(_ index: Int) throws(Abort) -> PublisherObject { try PublisherObject.read(self[index]) }

  /// A closure among the operands, as stages call it.
  func closure(_ index: Int) -> StageClosure {
    StageClosure(function: self[index].closure, machine: machine, location: location)
  }

  /// A closure that may have been left out.
  func optionalClosure(_ index: Int) -> StageClosure? {
    guard case .function(let function) = self[index].unboxed else { return nil }
    return StageClosure(function: function, machine: machine, location: location)
  }

  /// The call without its operands: what a stage may keep.
  var bare: NativeCall { NativeCall(machine: machine, arguments: [], site: site) }

  func made<P: Publisher>(_ publisher: P, from source: PublisherObject? = nil) -> Value
  where P.Output == Value, P.Failure == any Error {
    .native(
      PublisherObject(publisher.eraseToAnyPublisher(), type: result, source: source, operands: arguments))
  }
}

/// A member of `Publisher` that gives a publisher.
/// - Parameter known: the operator's name, if publishers whose values are known have one of their own.
func publishing<P: Publisher>(
  _ signature: String, known: String? = nil, _ make: @escaping (StageCall) throws(Abort) -> P
) -> LibraryEntry where P.Output == Value, P.Failure == any Error {
  let name = String(
    signature.split(separator: "func ", maxSplits: 1).last!.drop { $0 == "`" }.prefix { $0.isLetter })
  // What changes nothing but a type is no stage of a pipeline.
  let isTransparent = ["eraseToAnyPublisher", "setFailureType", "autoconnect"].contains(name)
  let isNesting = ["flatMap", "switchToLatest", "catch", "tryCatch"].contains(name)
  return contextual(signature) { call throws(Abort) in
    let source = try call.publisher(0)
    let site = OperatorSite(name, call.location, upstream: source.site)
    let stage = StageCall(call: call, source: source, site: site, isTransparent: isTransparent)
    if let known, let value = try Specialisations.apply(known, stage) { return value }
    let publisher = try make(stage)
    let operands = call.arguments
    if isTransparent {
      return .native(
        PublisherObject(publisher, of: source.site, type: call.result, source: source, operands: operands))
    }
    let probed = ProbedPublisher(upstream: publisher, site: site, place: .exit, program: call.machine.program)
    // How many publishers come one inside the other is seen when they do.
    let stream =
      isNesting ? StackCheckpoint(probed.eraseToAnyPublisher()).eraseToAnyPublisher() : probed.eraseToAnyPublisher()
    return .native(PublisherObject(stream, of: site, type: call.result, source: source, operands: operands))
  }
}

/// The call of an operator.
struct StageCall {
  let call: NativeCall
  let source: PublisherObject
  let site: OperatorSite
  /// It is no stage of its own.
  var isTransparent = false

  var upstream: ValuePublisher { counted(source.stream) }
  /// The upstream for stages that may keep a value back: a fault comes as a failure, which nothing holds up.
  var alert: ValuePublisher { counted(source.alert) }
  var machine: Machine { call.machine }
  subscript(index: Int) -> Value { call[index] }

  /// Which publisher it is called on is known: by its type, or by the result where it is a member of `Just`.
  var isSettled: Bool {
    call.site.types["Self"]?.isSettled ?? (call.result.nominal?.name == "Just" && call.result.isSettled)
  }

  func closure(_ index: Int) -> StageClosure { call.closure(index) }
  func publisher(_ index: Int) throws(Abort) -> PublisherObject { try call.publisher(index) }
}

extension Publisher where Failure == Never {
  /// The same where failures are possible. The upstream's own subscription goes down.
  var failable: Publishers.SetFailureType<Self, any Error> { setFailureType(to: (any Error).self) }
}

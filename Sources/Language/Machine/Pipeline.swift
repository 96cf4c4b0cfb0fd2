internal import Combine

/// One live chain, seen from its end: a `sink` or an `assign` and what feeds it.
public final class Pipeline {
  public enum State {
    case live
    case finished
    case cancelled
    case failed(Fault)
  }

  /// Unique in its program, in the order of creation.
  public let id: Int
  /// Where the chain's terminal stands in the source.
  public let location: Location
  /// The id of the session whose statement made it; empty for one that a timer or a client's write made.
  public let definedIn: String
  /// The chain as written.
  public let text: String
  public internal(set) var state: State = .live
  private var sources: [Source] = []
  /// The type of the chain that its end was called on.
  var chainType: Type = .hole
  /// Values that its end has dealt with, and when it did so last.
  public private(set) var values = 0
  public private(set) var lastAt: Int?
  /// As what it was begun, where it is begun again.
  var work: BegunWork?
  /// What holds values back while it is paused.
  var gate: PipelineGate?
  var observers: [PipelineObserver] = []
  /// The operators it has been met with so far; `stages` has them in order.
  var known: [PipelineStage] = []
  /// The last operator of its own chain.
  var last: OperatorSite?
  /// Ends it from outside, while it is live.
  var canceller: (() -> Void)?

  /// `signup.isValid` for a chain that assigns to a property of a store, `signup.isValid/2` for the second that does, the variable's name for a named
  /// subscription, `$R0` for an unnamed one, else what the chain ends in and its number.
  public var name: String {
    if let givenName { return givenName }
    if let output { return ordinal == 1 ? output : "\(output)/\(ordinal)" }
    return "\(terminal)#\(id)"
  }

  /// The property it assigns to, as a path.
  public var output: String? {
    guard let owner, let property = ownerProperty else { return nil }
    return owner.displayPath(of: property)
  }

  /// A property that it has subscribed to.
  private final class Source {
    weak var object: Instance?
    let property: String
    let count = InputCount()
    private var lastPath: String

    init(_ property: String, of object: Instance) {
      (self.property, self.object) = (property, object)
      lastPath = object.displayPath(of: property)
    }

    /// The one it has now: an object that `init` makes has its place only when it is done. Of one that is gone the last.
    var path: String {
      if let object { lastPath = object.displayPath(of: property) }
      return lastPath
    }
  }

  /// The objects whose properties it has subscribed to.
  var sourceObjects: [Instance] { sources.compactMap(\.object) }

  /// The properties it has subscribed to, by their paths, at most 64. They are looked up each time.
  public var inputs: [String] {
    var paths: [String] = []
    for path in sources.lazy.map(\.path) where !paths.contains(path) { paths.append(path) }
    return paths
  }

  /// - Returns: where the values are counted that come from there.
  func listens(to property: String, of object: Instance) -> InputCount? {
    if let known = sources.first(where: { $0.object === object && $0.property == property }) { return known.count }
    guard sources.count < 64 else { return nil }
    let source = Source(property, of: object)
    sources.append(source)
    UndoLog.current?.note { self.sources.removeAll { $0 === source } }
    return source.count
  }

  /// How many values have come from a property that it has subscribed to.
  public func received(from input: String) -> Int {
    sources.reduce(0) { $1.path == input ? $0 + $1.count.values : $0 }
  }

  /// Values that its operators have taken in, all of them together: what it costs.
  public var operations: Int { known.reduce(0) { $0 + $1.received } }

  /// Whether it has added to something: what it assigns may follow from that, and not from what it is given alone.
  private(set) var adds = false

  /// What has become of a property that it writes.
  public func making(of known: WrittenByPipelines?, by kind: WriteKind) -> WrittenByPipelines {
    let made = WrittenByPipelines(known, then: adds ? .edit : kind)
    if made == .added { adds = true }
    return made
  }

  /// It writes a variable.
  /// - Returns: whether that follows from what it is given.
  func derivesVariable(isEdited: Bool) -> Bool {
    if isEdited { adds = true }
    return !adds
  }

  func count(_ value: Value, at now: Int) {
    values += 1
    lastAt = now
    if !observers.isEmpty { for observer in observers { observer.received(value) } }
  }

  /// A name of its own: a variable's, or a result's.
  public internal(set) var givenName: String?
  weak var owner: Instance?
  private var ownerProperty: String?
  /// Its number among those that assign to the same property.
  private(set) var ordinal = 1
  fileprivate(set) var target: PipelineTarget?
  let terminal: String
  /// The log that was open when it began.
  let birth = UndoLog.birth

  init(id: Int, location: Location, text: String, terminal: String, definedIn: String) {
    self.id = id
    self.definedIn = definedIn
    self.location = location
    self.text = text
    self.terminal = terminal
  }
}

extension Pipeline {
  /// Makes it one that assigns to a property, beside others that do.
  func assigns(to property: String?, of object: Instance?, among others: inout PipelineTargets) {
    (owner, ownerProperty) = (object, property)
    guard let object, let property else { return }
    let target = PipelineTarget(object: ObjectIdentifier(object), property: property)
    self.target = target
    ordinal = others.take(target)
  }

  /// It assigns there again, as it did before it left.
  func returns(to target: PipelineTarget?, _ targets: inout PipelineTargets) {
    self.target = target
    if let target { targets.take(target, ordinal) }
  }

  func leaves(_ targets: inout PipelineTargets) {
    if let target { targets.free(target, ordinal) }
    target = nil
  }
}

/// A property that pipelines assign to.
struct PipelineTarget: Hashable {
  var object: ObjectIdentifier
  var property: String
}

/// Which numbers those that assign to each property have.
struct PipelineTargets {
  private var taken: [PipelineTarget: Set<Int>] = [:]

  /// The lowest that is free.
  mutating func take(_ target: PipelineTarget) -> Int {
    var number = 1
    while taken[target]?.contains(number) == true { number += 1 }
    taken[target, default: []].insert(number)
    return number
  }

  mutating func take(_ target: PipelineTarget, _ number: Int) { taken[target, default: []].insert(number) }

  mutating func free(_ target: PipelineTarget, _ number: Int) {
    taken[target]?.remove(number)
    if taken[target]?.isEmpty == true { taken[target] = nil }
  }
}

/// The values that come into one pipeline from one property.
final class InputCount {
  var values = 0
}

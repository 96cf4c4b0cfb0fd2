/// One operator of a pipeline: a place in the source that its values come through.
///
/// Counted always, which costs a call an operator and value; values are handed on only while somebody looks.
public final class PipelineStage {
  let site: OperatorSite
  /// 1, 2, 3, …: in the order in which they stand in the source; those that are met only later come after.
  public fileprivate(set) var number = 0
  /// Values that have come out, and when the last one did.
  public private(set) var values = 0
  public private(set) var lastAt: Int?
  /// The stage that it was called on, whose values come in; what comes from elsewhere is counted here.
  fileprivate weak var source: PipelineStage?
  fileprivate weak var next: PipelineStage?
  /// Whether something has come in since something went out.
  public private(set) var isHolding = false
  private var taken = 0
  private var inObservers: [PipelineObserver] = []
  private var outObservers: [PipelineObserver] = []

  init(_ site: OperatorSite) { self.site = site }

  /// `debounce`.
  public var name: String { site.name }
  public var location: Location { site.location }
  /// Values that have come in.
  public var received: Int { (source?.values ?? 0) + taken }
  /// When it lets something out, if it holds something back for a time.
  public var due: Int? { site.due }

  func came(_ value: Value) {
    isHolding = true
    taken += 1
    if !inObservers.isEmpty { for observer in inObservers { observer.received(value) } }
  }

  func left(_ value: Value, at now: Int) {
    isHolding = false
    next?.isHolding = true
    values += 1
    lastAt = now
    if !outObservers.isEmpty { for observer in outObservers { observer.received(value) } }
  }

  func completed(isFailure: Bool) {
    if !outObservers.isEmpty { for observer in outObservers { observer.completed?(isFailure) } }
  }

  fileprivate func observe(_ observer: PipelineObserver, isInput: Bool) {
    guard isInput else { return outObservers.append(observer) }
    source?.outObservers.append(observer)
    inObservers.append(observer)
  }

  fileprivate func forget(_ owner: AnyObject) {
    inObservers.removeAll { $0.owner === owner }
    outObservers.removeAll { $0.owner === owner }
  }
}

/// The call of an operator, as it made its publisher.
final class OperatorSite {
  let name: String
  let location: Location
  /// The operator whose publisher it was called on.
  let upstream: OperatorSite?
  /// The operators whose publishers it joins with that.
  var joined: [OperatorSite] = []
  /// When the timer that it set last is due.
  var due: Int?

  init(_ name: String, _ location: Location, upstream: OperatorSite?) {
    self.name = name
    self.location = location
    self.upstream = upstream
  }
}

extension Pipeline {
  /// Its operators, in the order of their numbers.
  public var stages: [PipelineStage] {
    // Those that are there when it has been connected, in the order of the source.
    let new = known.filter { $0.number == 0 }.sorted {
      ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
    }
    let numbered = known.count - new.count
    for (index, stage) in new.enumerated() { stage.number = numbered + index + 1 }
    if !new.isEmpty { known.sort { $0.number < $1.number } }
    return known
  }

  /// Those of its own chain. The others are of publishers that come and go within it, several at a time perhaps.
  public var ownStages: [PipelineStage] {
    var (sites, open) = ([OperatorSite](), last.map { [$0] } ?? [])
    while let site = open.popLast() {
      sites.append(site)
      open += site.joined + (site.upstream.map { [$0] } ?? [])
    }
    return stages.filter { stage in sites.contains { $0.location == stage.location && $0.name == stage.name } }
  }

  /// The stage for a place in the source; what is made there again and again is one stage.
  func stage(_ site: OperatorSite) -> PipelineStage {
    if let found = known.first(where: { $0.location == site.location && $0.name == site.name }) { return found }
    let made = PipelineStage(site)
    known.append(made)
    made.source = site.upstream.map { stage($0) }
    made.source?.next = made
    for other in site.joined { stage(other).next = made }
    return made
  }

  /// Tells `owner` each value that comes out of an operator, or into it, and how the pipeline ended.
  /// - Returns: whether there is such an operator.
  public func observe(
    for owner: AnyObject, stage number: Int, isInput: Bool, received: @escaping (Value) -> Void,
    completed: ((_ isFailure: Bool) -> Void)? = nil, ended: @escaping (State) -> Void
  ) -> Bool {
    guard let stage = stages.first(where: { $0.number == number }) else { return false }
    let observer = PipelineObserver(owner: owner, received: received, ended: { _ in }, completed: completed)
    stage.observe(observer, isInput: isInput)
    observe(for: owner, received: { _ in }, ended: ended)
    return true
  }

  func forgetStages(_ owner: AnyObject) { for stage in known { stage.forget(owner) } }
}

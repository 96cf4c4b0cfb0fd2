internal import Combine

/// The live pipelines of one program, and which of them is running.
final class PipelineRegistry {
  /// What stands before the names of pipelines: the namespace.
  let prefix: String
  private var byID: [Int: Pipeline] = [:]
  private var nextID = 1
  private var targets = PipelineTargets()
  /// The pipeline whose terminal is being called, or being connected.
  private(set) var current: Pipeline?
  /// The id of the session whose statement is being executed.
  var session = ""

  init(prefix: String) { self.prefix = prefix }

  /// In the order in which they were made.
  var live: [Pipeline] { byID.values.sorted { $0.id < $1.id } }

  /// Cancels a pipeline from outside.
  func cancel(_ pipeline: Pipeline) { pipeline.canceller?() }

  func begin(location: Location, text: String, terminal: String) -> Pipeline {
    let pipeline = Pipeline(
      id: nextID, location: location, text: text, terminal: prefix + terminal, definedIn: session)
    nextID += 1
    byID[pipeline.id] = pipeline
    return pipeline
  }

  /// Says what a pipeline assigns to.
  func assign(_ pipeline: Pipeline, to property: String?, of object: Instance?) {
    pipeline.assigns(to: property, of: object, among: &targets)
  }

  /// The first end counts.
  /// - Returns: whether this was it.
  @discardableResult
  func end(_ pipeline: Pipeline, _ state: Pipeline.State) -> Bool {
    guard case .live = pipeline.state else { return false }
    // One that has begun and ended within it has never been.
    if let log = UndoLog.current(for: pipeline.birth) {
      log.note { [gate = pipeline.gate, canceller = pipeline.canceller, observers = pipeline.observers] in
        pipeline.state = .live
        self.byID[pipeline.id] = pipeline
        (pipeline.gate, pipeline.canceller, pipeline.observers) = (gate, canceller, observers)
      }
      log.note { [work = pipeline.work, target = pipeline.target] in
        pipeline.work = work
        pipeline.returns(to: target, &self.targets)
      }
    }
    pipeline.state = state
    byID[pipeline.id] = nil
    pipeline.leaves(&targets)
    pipeline.gate = nil
    pipeline.canceller = nil
    let observers = pipeline.observers
    pipeline.observers = []
    for observer in observers { observer.ended(state) }
    if case .cancelled = state { pipeline.work?.end() }
    pipeline.work = nil
    return true
  }

  /// What runs now belongs to this pipeline again: an activation that left in the middle of another has no say in it.
  func restore(_ pipeline: Pipeline?) { current = pipeline }

  /// What `body` makes belongs to the session.
  func inSession(_ session: String, _ body: () -> Void) {
    let outer = self.session
    self.session = session
    body()
    self.session = outer
  }

  func run<T>(_ pipeline: Pipeline, _ body: () -> T) -> T {
    let outer = current
    current = pipeline
    defer { current = outer }
    return body()
  }
}

/// `whileWatched`: work of an observable object that goes on as long as somebody outside watches it, as SwiftUI's `task`
/// goes on as long as its view is on screen.
internal import Combine

extension ExtrasLibrary {
  static func watchedTasks() -> [LibraryEntry] {
    [
      contextual(
        "func whileWatched(priority: TaskPriority? = nil, _ action: @escaping @MainActor () async -> Void) "
          + "-> AnyCancellable"
      ) { call throws(Abort) in
        guard case .instance(let instance) = call[0].unboxed else { throw .trap("only an object can be watched") }
        return WatchedTask.start(call, instance) { [action = call[2].closure] _ throws(Abort) in try action.call([]) }
      }
    ]
  }
}

/// A task that begins with the first watcher and is cancelled with the last; the next one to watch starts it again.
final class WatchedTask {
  private let pipeline: Pipeline
  private let machine: Machine
  private let action: (TaskState) throws(Abort) -> Value
  private let priority: Int
  private let origin: Location
  private var running: TaskState?
  private var audience: (any HostWork)?

  /// - Returns: what gives it up.
  static func start(
    _ call: NativeCall, _ instance: Instance, _ action: @escaping (TaskState) throws(Abort) -> Value
  ) -> Value {
    let work = call.machine.program.begin(call)
    if work?.isOver ?? false { return .native(CancellableObject(calledOff: call.result)) }
    let task = WatchedTask(call, instance, action)
    task.pipeline.work = work
    return .native(CancellableObject(AnyCancellable { task.cancel() }, type: call.result, pipeline: task.pipeline))
  }

  private init(_ call: NativeCall, _ instance: Instance, _ action: @escaping (TaskState) throws(Abort) -> Value) {
    machine = call.machine
    origin = call.location
    priority = call.priority
    self.action = action
    pipeline = machine.program.registry.begin(location: origin, text: call.site.text, terminal: "whileWatched")
    pipeline.owner = instance
    pipeline.canceller = { [weak self] in self?.cancel() }
    audience = machine.program.host.observeAudience(of: instance) { [weak self] isWatched in
      if isWatched { self?.begin() } else { self?.stop("nobody watches any more") }
    }
  }

  private func begin() {
    stop("it begins again")
    let state = TaskState(machine, priority: priority)
    running = state
    let (registry, action) = (machine.program.registry, action)
    machine.program.host.noted("started", "somebody watches", by: pipeline)
    state.onEnd = { [weak self] state in
      guard let self, running === state else { return }
      running = nil
      if case .failed(let abort) = state.outcome, case .fault = abort { machine.report(abort) }
    }
    registry.run(pipeline) {
      state.start(on: machine.main) { [pipeline] () throws(Abort) in
        registry.restore(pipeline)
        return try action(state)
      }
    }
  }

  private func stop(_ why: String) {
    guard let running else { return }
    self.running = nil
    machine.program.host.noted("cancelled", why, by: pipeline)
    running.cancel()
  }

  func cancel() {
    guard machine.program.registry.end(pipeline, .cancelled) else { return }
    audience?.cancel()
    audience = nil
    stop("it was given up")
  }
}

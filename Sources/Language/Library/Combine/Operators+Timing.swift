/// Operators that take their time, or somebody else's turn.
internal import Combine

extension CombineLibrary {
  static func timing() -> [LibraryEntry] { moving() + spacing() + measuring() }

  private static func moving() -> [LibraryEntry] {
    [
      publishing(
        "func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil) "
          + "-> Publishers.ReceiveOn<Self, S>"
      ) { stage throws(Abort) in stage.upstream.receive(on: try stage.scheduler(1)) },
      publishing(
        "func subscribe<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil) "
          + "-> Publishers.SubscribeOn<Self, S>"
      ) { stage throws(Abort) in stage.upstream.subscribe(on: try stage.scheduler(1)) },
      publishing(
        "func delay<S: Scheduler>(for interval: S.SchedulerTimeType.Stride, "
          + "tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S, options: S.SchedulerOptions? = nil) "
          + "-> Publishers.Delay<Self, S>"
      ) { stage throws(Abort) in
        stage.upstream.delay(for: stage[1].stride, scheduler: try stage.scheduler(3))
      },
    ]
  }

  private static func spacing() -> [LibraryEntry] {
    [
      publishing(
        "func debounce<S: Scheduler>(for dueTime: S.SchedulerTimeType.Stride, scheduler: S, "
          + "options: S.SchedulerOptions? = nil) -> Publishers.Debounce<Self, S>"
      ) { stage throws(Abort) in
        stage.alert.debounce(for: stage[1].stride, scheduler: try stage.scheduler(2))
      },
      publishing(
        "func throttle<S: Scheduler>(for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool) "
          + "-> Publishers.Throttle<Self, S>"
      ) { stage throws(Abort) in
        let scheduler = try stage.scheduler(2)
        guard stage[3].flag else {
          return stage.alert.throttle(for: stage[1].stride, scheduler: scheduler, latest: false).eraseToAnyPublisher()
        }
        // The timer began with another value than the one that is given.
        let origins = LastOrigin(stage.machine.program.host)
        return stage.alert.handleEvents(receiveOutput: { _ in origins.note() })
          .throttle(for: stage[1].stride, scheduler: scheduler, latest: true)
          .map { value in
            origins.take()
            return value
          }.eraseToAnyPublisher()
      },
      publishing(
        """
        func timeout<S: Scheduler>(
          _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
          customError: (() -> Failure)? = nil) -> Publishers.Timeout<Self, S>
        """
      ) { stage throws(Abort) in
        let scheduler = try stage.scheduler(2)
        let error = stage.call.optionalClosure(4)
        return stage.upstream.timeout(
          stage[1].stride, scheduler: scheduler,
          customError: error.map { error in { error(all: []).failure(at: error.location) } })
      },
    ]
  }

  private static func measuring() -> [LibraryEntry] {
    [
      contextual(
        "func measureInterval<S: Scheduler>(using scheduler: S, options: S.SchedulerOptions? = nil) "
          + "-> Publishers.MeasureInterval<Self, S>"
      ) { call throws(Abort) in
        let scheduler = try call.scheduler(1)
        let source = try call.publisher(0)
        let library = call.machine.library
        let type = call.type("S").nominal
          .flatMap { library.nestedType(of: $0, named: "SchedulerTimeType") }
          .flatMap { library.nestedType(of: $0, named: "Stride") }
        return call.made(
          source.alert.measureInterval(using: scheduler).map {
            .native(StrideObject($0, type: type.map { .nominal($0, []) } ?? .hole))
          })
      },
      publishing(
        "func collect<S: Scheduler>(_ strategy: Publishers.TimeGroupingStrategy<S>, "
          + "options: S.SchedulerOptions? = nil) -> Publishers.CollectByTime<Self, S>"
      ) { stage throws(Abort) in
        guard case .payload(let payload) = stage[1].unboxed, payload.values.count >= 2 else { return stage.upstream }
        let call = NativeCall(machine: stage.machine, arguments: payload.values, site: stage.call.site)
        let scheduler = try call.scheduler(0)
        let stride = payload.values[1].stride
        let strategy: Publishers.TimeGroupingStrategy<HostScheduler> =
          payload.values.count == 2
          ? .byTime(scheduler, stride) : .byTimeOrCount(scheduler, stride, payload.values[2].integer)
        // The timer of an interval began before what came in it.
        let origins = LastOrigin(stage.machine.program.host)
        return stage.alert.handleEvents(receiveOutput: { _ in origins.note() }).collect(strategy)
          .map { values in
            origins.take()
            return .array(values)
          }.eraseToAnyPublisher()
      },
    ]
  }
}

/// What the value that came in last followed from: what a timer gives out later follows from the same.
private final class LastOrigin {
  private weak var host: (any Host)?
  private var origin: AnyObject?

  init(_ host: any Host) { self.host = host }

  func note() { origin = host?.origin() }
  func take() {
    if let origin { host?.follows(from: origin) }
    origin = nil
  }
}

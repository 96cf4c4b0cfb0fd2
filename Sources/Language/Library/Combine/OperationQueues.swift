/// `OperationQueue`: a scheduler, and blocks that begin in their order as soon as there is room for them.
internal import Combine

extension CombineLibrary {
  static func operationQueues() -> [String: Table] {
    [
      "OperationQueue": {
        LibraryType("final class OperationQueue: Scheduler {}", makingOperations() + operations())
      },
      "OperationQueue.SchedulerOptions": { LibraryType("struct SchedulerOptions {}") },
      "QualityOfService": {
        LibraryType(
          """
          enum QualityOfService: Int, Hashable {
            case userInteractive = 33; case userInitiated = 25; case utility = 17; case background = 9; case `default` = -1
          }
          """)
      },
    ]
  }

  private static func makingOperations() -> [LibraryEntry] {
    func made(_ call: NativeCall, _ target: Executor, limit: Int) -> Value {
      let scheduler = HostScheduler(machine: call.machine, isImmediate: false, target: target)
      return .native(OperationQueueObject(scheduler, limit: limit, type: call.result))
    }
    return [
      contextual("static var main: OperationQueue { get }") { made($0, $0.machine.main, limit: 1) },
      contextual("init()") { made($0, $0.machine.global, limit: -1) },
      nullary("static var defaultMaxConcurrentOperationCount: Int { get }") { .int(-1) },
    ]
  }

  private static func operations() -> [LibraryEntry] {
    func queue(_ call: NativeCall) throws(Abort) -> OperationQueueObject {
      guard let queue = call[0].object(OperationQueueObject.self) else { throw .trap("this is no operation queue") }
      return queue
    }
    return [
      contextual("func addOperation(_ block: @escaping () -> Void)") { call throws(Abort) in
        try queue(call).add(call[1].closure)
        return .void
      },
      contextual("func cancelAllOperations()") { call throws(Abort) in
        try queue(call).cancel()
        return .void
      },
      contextual("func waitUntilAllOperationsAreFinished()") { call throws(Abort) in
        _ = try queue(call).done.wait(call, until: nil)
        return .void
      },
      contextual("var operationCount: Int { get }") { call throws(Abort) in .int(try queue(call).count) },
      reference("var name: String? { get set }") { call throws(Abort) in
        try queue(call).label
      } set: { call, value throws(Abort) in
        try queue(call).label = value
      },
      reference("var maxConcurrentOperationCount: Int { get set }") { call throws(Abort) in
        .int(try queue(call).limit)
      } set: { call, value throws(Abort) in
        try queue(call).limit = value.integer
      },
      reference("var isSuspended: Bool { get set }") { call throws(Abort) in
        .bool(try queue(call).isSuspended)
      } set: { call, value throws(Abort) in
        try queue(call).isSuspended = value.flag
      },
      reference("var qualityOfService: QualityOfService { get set }") { call throws(Abort) in
        try queue(call).quality ?? call.result.nominal?.cases.last.map { .choice($0) } ?? .void
      } set: { call, value throws(Abort) in
        try queue(call).quality = value
      },
    ]
  }
}

/// The blocks of an `OperationQueue`.
final class OperationQueueObject: SchedulerObject {
  var label: Value = .null
  var quality: Value?
  /// How many run at a time; as many as there are if it is below 0.
  var limit: Int { didSet { begin() } }
  var isSuspended = false { didSet { begin() } }
  let done = DispatchGroupObject(type: .hole)

  /// One of them, which does nothing when its turn comes if what added it has been undone.
  private final class Block {
    var function: FunctionValue?
    init(_ function: FunctionValue) { self.function = function }
  }

  private var waiting: [Block] = []
  private var running = 0
  var count: Int { waiting.count + running }

  init(_ scheduler: HostScheduler, limit: Int, type: Type) {
    self.limit = limit
    super.init(scheduler, name: "OperationQueue", type: type)
  }

  func add(_ block: FunctionValue) {
    done.enter()
    let block = Block(block)
    UndoLog.current?.note { block.function = nil }
    waiting.append(block)
    begin()
  }

  func cancel() {
    for _ in waiting { done.leave() }
    waiting = []
  }

  private func begin() {
    while !isSuspended, !waiting.isEmpty, limit < 0 || running < limit {
      let block = waiting.removeFirst()
      running += 1
      let machine = scheduler.machine
      let target = scheduler.target ?? machine.main
      _ = machine.program.schedule(atNanoseconds: machine.program.host.nowNanoseconds) { [self] in
        target.begin(machine) { () throws(Abort) in
          _ = try block.function?.call([])
        } completion: { [self] _ in
          running -= 1
          done.leave()
          begin()
        }
      }
    }
  }
}

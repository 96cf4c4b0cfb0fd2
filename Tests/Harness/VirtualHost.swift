/// A host for tests: time moves only when it is told to, output is text, faults are remembered.
public import Language

public final class VirtualHost: Host {
  public private(set) var nowNanoseconds = 1_800_000_000_000_000_000
  /// What was printed, byte for byte.
  public private(set) var output = ""
  /// Faults of pipelines.
  public private(set) var faults: [Fault] = []
  private var timers: [Timer] = []
  private var order = 0
  /// Writing more than this is taken for a loop without end.
  private let outputLimit: Int

  public init(outputLimit: Int = 16 << 20) { self.outputLimit = outputLimit }

  private final class Timer: HostTimer {
    let deadline: Int
    let order: Int
    var action: (() -> Void)?

    init(_ deadline: Int, _ order: Int, _ action: @escaping () -> Void) {
      self.deadline = deadline
      self.order = order
      self.action = action
    }

    func cancel() { action = nil }
  }

  public func schedule(atNanoseconds deadline: Int, _ action: @escaping () -> Void) -> any HostTimer {
    let timer = Timer(max(deadline, nowNanoseconds), order, action)
    order += 1
    let place = timers.firstIndex { $0.deadline > timer.deadline } ?? timers.endIndex
    timers.insert(timer, at: place)
    return timer
  }

  /// Runs what is due in the next so many nanoseconds, each at its time.
  ///
  /// - Parameter isDone: asked before each timer; time stands still once it holds.
  /// - Returns: whether it held.
  @discardableResult
  public func advance(by nanoseconds: Int, until isDone: () -> Bool = { false }) -> Bool {
    let (sum, isOverflown) = nowNanoseconds.addingReportingOverflow(nanoseconds)
    let end = isOverflown ? .max : sum
    while true {
      if isDone() { return true }
      guard let timer = timers.first, timer.deadline <= end else { break }
      timers.removeFirst()
      guard let action = timer.action else { continue }
      nowNanoseconds = timer.deadline
      action()
    }
    nowNanoseconds = end
    return isDone()
  }

  public func printed(_ text: String, endsLine: Bool, by pipeline: Pipeline?) {
    guard output.utf8.count < outputLimit else { return }
    output += endsLine ? text + "\n" : text
  }

  public func wrote(_ object: Instance, slot: Int, old: Value) {}
  public func failed(_ pipeline: Pipeline, with fault: Fault) { faults.append(fault) }
  public func noted(_ state: String, _ text: String, by pipeline: Pipeline?) {}
  public func expected(_ failure: Fault?, by pipeline: Pipeline?) {
    if let failure { faults.append(failure) }
  }
  public func keptValue(store: String, property: String, schema: Schema) -> PortableValue? { nil }
}

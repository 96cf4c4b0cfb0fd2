/// A host for tests: time moves only when it is told to, output is text, faults are remembered.
public import Language

public final class VirtualHost: Host {
  /// How often what runs could have been left.
  public private(set) var offers = 0
  /// Called whenever others could be looked after.
  public var looked: () -> Void = {}
  public private(set) var nowNanoseconds = 1_800_000_000_000_000_000
  /// What was printed, byte for byte.
  public private(set) var output = ""
  /// Faults of pipelines.
  public private(set) var faults: [Fault] = []
  /// In the order in which they are due, from `next` on; those before are done.
  private var timers: [Timer] = []
  private var next = 0
  private var order = 0
  /// Writing more than this is taken for a loop without end.
  private let outputLimit: Int
  /// More than this at one instant is taken for work that never lets the time go on: a task that makes the next one.
  private let actionsMax: Int
  /// Whether it was given up for that reason. Nothing happens any more.
  public private(set) var isStuck = false

  public init(outputLimit: Int = 16 << 20, actionsMax: Int = 100_000) {
    self.outputLimit = outputLimit
    self.actionsMax = actionsMax
  }

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
    var (low, high) = (next, timers.count)
    while low < high {
      let middle = (low + high) / 2
      if timers[middle].deadline > timer.deadline { high = middle } else { low = middle + 1 }
    }
    timers.insert(timer, at: low)
    return timer
  }

  private func takeFirst() {
    next += 1
    guard next > 1_000, next > timers.count / 2 else { return }
    timers.removeFirst(next)
    next = 0
  }

  /// Runs what is due in the next so many nanoseconds, each at its time.
  ///
  /// - Parameter isDone: asked before each timer; time stands still once it holds.
  /// - Returns: whether it held.
  @discardableResult
  public func advance(by nanoseconds: Int, until isDone: () -> Bool = { false }) -> Bool {
    let (sum, isOverflown) = nowNanoseconds.addingReportingOverflow(nanoseconds)
    let end = isOverflown ? .max : sum
    var actions = 0
    while !isStuck {
      if isDone() { return true }
      guard next < timers.count, timers[next].deadline <= end else { break }
      let timer = timers[next]
      takeFirst()
      guard let action = timer.action else { continue }
      actions = timer.deadline == nowNanoseconds ? actions + 1 : 0
      if actions > actionsMax {
        isStuck = true
        return isDone()
      }
      nowNanoseconds = timer.deadline
      action()
    }
    if isStuck { return isDone() }
    nowNanoseconds = end
    return isDone()
  }

  public func didRun(canPause: Bool) -> Bool {
    if canPause { offers += 1 }
    looked()
    return false
  }

  public func printed(_ text: String, endsLine: Bool, by pipeline: Pipeline?) {
    guard output.utf8.count < outputLimit else { return }
    output += endsLine ? text + "\n" : text
  }

  public func wrote(_ object: Instance, slot: Int, old: Value, as kind: WriteKind, begun: Int) {}
  public func edited(_ object: Instance, slot: Int, _ edit: ElementEdit, as kind: WriteKind, begun: Int) {}
  public func failed(_ pipeline: Pipeline, with fault: Fault) { faults.append(fault) }
  public func noted(_ state: String, _ text: String, by pipeline: Pipeline?) {}
  public func expected(_ failure: Fault?, by pipeline: Pipeline?) {
    if let failure { faults.append(failure) }
  }
  public func keptValue(store: String, property: String, schema: Schema) -> PortableValue? { nil }
}

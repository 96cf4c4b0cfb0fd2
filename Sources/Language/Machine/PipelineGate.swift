/// Holding a pipeline at its end, and looking on.
internal import Combine

/// What hears of a pipeline's values and of its end.
public struct PipelineObserver {
  let owner: AnyObject
  let received: (Value) -> Void
  let ended: (Pipeline.State) -> Void
  /// Told when a publisher that the operator made has completed, and whether with a failure; one within `flatMap` makes
  /// many.
  var completed: ((_ isFailure: Bool) -> Void)?
}

/// A condition on the values at the end of a pipeline: it stops before one for which that holds.
public struct Breakpoint {
  /// The condition as it was written.
  public let source: String
  let holds: (Value) -> Bool
  let stopped: () -> Void

  /// - Parameter stopped: Told each time it has stopped there.
  public init(_ source: String, holds: @escaping (Value) -> Bool, stopped: @escaping () -> Void) {
    self.source = source
    self.holds = holds
    self.stopped = stopped
  }
}

/// Letting values through one by one.
public struct SlowMotion {
  /// Nanoseconds from one to the next.
  public let interval: Int
  let held: () -> Void

  /// - Parameter held: Told of each value that has begun to wait; whoever hears of it calls `step`.
  public init(interval: Int, held: @escaping () -> Void) {
    self.interval = interval
    self.held = held
  }
}

/// What whoever holds a pipeline remembers of each value that begins to wait.
public struct HeldOrigins {
  let remember: () -> AnyObject
  let recall: (AnyObject) -> Void

  /// - Parameter recall: Told of what was remembered of a value before that is let through.
  public init(remember: @escaping () -> AnyObject, recall: @escaping (AnyObject) -> Void) {
    self.remember = remember
    self.recall = recall
  }
}

/// Holds values that have arrived at the end of a pipeline, in order.
///
/// Upstream has been asked for everything and cannot be stopped, so what comes is kept, and of too much the oldest is
/// dropped and counted.
final class PipelineGate: Undoable {
  static let waitingMax = 1024
  private var waiting: [(value: Value, pass: (Value) -> Void, origin: AnyObject?)] = []
  fileprivate var origins: HeldOrigins?
  private var end: (() -> Void)?
  fileprivate(set) var dropped = 0
  /// The log that what waits is noted in.
  var mark = UndoLog.birth
  /// Nothing waits here any more.
  private var isOpen = false
  /// Everything waits; else what does not come through at once has to be let through.
  fileprivate(set) var isShut = true
  fileprivate var breakpoint: Breakpoint?
  fileprivate var slowMotion: SlowMotion?

  var count: Int { waiting.count }
  var next: Value? { waiting.first?.value }

  func restoring() -> () -> Void {
    let (waiting, dropped, end, isShut) = (waiting, dropped, end, isShut)
    return { (self.waiting, self.dropped, self.end, self.isShut) = (waiting, dropped, end, isShut) }
  }

  func holds(_ value: Value, _ pass: @escaping (Value) -> Void) -> Bool {
    guard !isOpen else { return false }
    let stops = !isShut && breakpoint?.holds(value) == true
    // What comes while others are being let through comes after them.
    guard isShut || stops || slowMotion != nil || !waiting.isEmpty else { return false }
    note()
    if waiting.count == Self.waitingMax {
      waiting.removeFirst()
      dropped += 1
    }
    waiting.append((value, pass, origins?.remember()))
    if stops, waiting.count == 1 { stop() }
    slowMotion?.held()
    return true
  }

  private func stop() {
    isShut = true
    breakpoint?.stopped()
  }

  func holdsEnd(_ end: @escaping () -> Void) -> Bool {
    guard !isOpen, isShut || !waiting.isEmpty else { return false }
    note()
    self.end = end
    return true
  }

  /// Lets the first values through; the end follows the last.
  func release(_ count: Int) {
    // Not `for … where`: that counts on when nothing waits any more, and a client says how far.
    var left = count
    while left > 0, !waiting.isEmpty {
      left -= 1
      passFirst()
    }
    guard waiting.isEmpty, let end else { return }
    self.end = nil
    isOpen = true
    end()
  }

  private func passFirst() {
    let (value, pass, origin) = waiting.removeFirst()
    if let origin { origins?.recall(origin) }
    pass(value)
  }

  /// Lets through what waits up to the next value that it stops before. The first one it has stopped before already.
  fileprivate func goOn() {
    isShut = false
    if !waiting.isEmpty { passFirst() }
    while !isShut, let next {
      if breakpoint?.holds(next) == true { return stop() }
      passFirst()
    }
    if !isShut { release(0) }
  }

  func open() {
    // What a value causes may arrive here as well: it comes after those that waited.
    while !waiting.isEmpty { release(waiting.count) }
    release(0)
    isOpen = true
  }

  fileprivate func arm(_ breakpoint: Breakpoint) {
    (self.breakpoint, slowMotion, isShut) = (breakpoint, nil, false)
    if let next, breakpoint.holds(next) { stop() } else { goOn() }
  }

  fileprivate func slow(_ motion: SlowMotion) {
    (breakpoint, slowMotion, isShut) = (nil, motion, false)
    if !waiting.isEmpty { motion.held() }
  }

  fileprivate func shut() { (breakpoint, slowMotion, isShut) = (nil, nil, true) }
}

extension Pipeline {
  public var isPaused: Bool { gate?.isShut ?? false }
  public var waiting: Int { gate?.count ?? 0 }
  public var dropped: Int { gate?.dropped ?? 0 }
  /// The value that waits first.
  public var next: Value? { gate?.next }
  /// Before which values it stops.
  public var breakpoint: Breakpoint? { gate?.breakpoint }
  public var slowMotion: SlowMotion? { gate?.slowMotion }

  private func makeGate() -> PipelineGate? {
    guard gate == nil, case .live = state else { return gate }
    let made = PipelineGate()
    gate = made
    return made
  }

  /// What is remembered of the values that wait at its end from now on. Comes behind what holds it.
  public func remember(_ origins: HeldOrigins) { gate?.origins = origins }

  /// From now on values wait at its end.
  public func pause() { makeGate()?.shut() }

  /// From now on it stops before a value for which the condition holds; what waits and does not stop it is let through.
  public func pause(at breakpoint: Breakpoint) { makeGate()?.arm(breakpoint) }

  /// From now on each value waits until it is let through.
  public func slowDown(_ motion: SlowMotion) { makeGate()?.slow(motion) }

  /// Lets waiting values through.
  public func step(_ count: Int) { gate?.release(count) }

  /// Goes on from where a breakpoint has stopped it, up to the next; from any other hold, or if it is `forGood`, lets
  /// everything through that waits, and what comes from now on.
  public func resume(forGood: Bool = false) {
    guard let gate else { return }
    if gate.breakpoint != nil, gate.isShut, !forGood { return gate.goOn() }
    gate.open()
    self.gate = nil
  }

  /// Tells `owner` each value that arrives at the end from now on, and how it ended.
  public func observe(
    for owner: AnyObject, received: @escaping (Value) -> Void, ended: @escaping (State) -> Void
  ) {
    observers.append(PipelineObserver(owner: owner, received: received, ended: ended))
  }

  public func stopObserving(for owner: AnyObject) {
    observers.removeAll { $0.owner === owner }
    forgetStages(owner)
  }
}

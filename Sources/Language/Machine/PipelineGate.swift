/// Holding a pipeline at its end, and looking on.

/// What hears of a pipeline's values and of its end.
public struct PipelineObserver {
  let owner: AnyObject
  let received: (Value) -> Void
  let ended: (Pipeline.State) -> Void
}

/// Values that have arrived at the end of a paused pipeline, in order.
///
/// Upstream has been asked for everything and cannot be stopped, so what comes is kept, and of too much the oldest is
/// dropped and counted.
final class PipelineGate {
  static let waitingMax = 1024
  private var waiting: [(value: Value, pass: (Value) -> Void)] = []
  private var end: (() -> Void)?
  fileprivate(set) var dropped = 0
  private var isOpen = false

  var count: Int { waiting.count }

  func holds(_ value: Value, _ pass: @escaping (Value) -> Void) -> Bool {
    guard !isOpen else { return false }
    if waiting.count == Self.waitingMax {
      waiting.removeFirst()
      dropped += 1
    }
    waiting.append((value, pass))
    return true
  }

  func holdsEnd(_ end: @escaping () -> Void) -> Bool {
    guard !isOpen else { return false }
    self.end = end
    return true
  }

  /// Lets the first values through; the end follows the last.
  func release(_ count: Int) {
    for _ in 0..<count {
      guard !waiting.isEmpty else { break }
      let (value, pass) = waiting.removeFirst()
      pass(value)
    }
    guard waiting.isEmpty, let end else { return }
    self.end = nil
    isOpen = true
    end()
  }

  func open() {
    // What a value causes may arrive here as well: it comes after those that waited.
    while !waiting.isEmpty { release(waiting.count) }
    release(0)
    isOpen = true
  }
}

extension Pipeline {
  public var isPaused: Bool { gate != nil }
  public var waiting: Int { gate?.count ?? 0 }
  public var dropped: Int { gate?.dropped ?? 0 }

  /// From now on values wait at its end.
  public func pause() {
    if gate == nil, case .live = state { gate = PipelineGate() }
  }

  /// Lets waiting values through.
  public func step(_ count: Int) { gate?.release(count) }

  /// Lets everything through that waits, and what comes from now on.
  public func resume() {
    guard let gate else { return }
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

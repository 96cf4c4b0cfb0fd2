// Large buffers go back when they are not used any more. Busy connections keep theirs, since getting memory anew each turn
// costs more than the turn itself; so it is looked after from time to time, and only while there is something to look after.

internal import EventLoop

/// The connections that have used large buffers lately.
final class MemorySweep {
  private let loop: EventLoop
  private let interval: Duration
  private var connections: [Connection] = []
  private var timer: LoopTimer?
  /// How often it has been looked; uses are counted in looks.
  private var looks = 0

  init(_ loop: EventLoop, every interval: Duration) {
    self.loop = loop
    self.interval = interval
  }

  /// The connection uses large buffers now.
  func noteUse(by connection: Connection) {
    if connection.lastLargeUse == nil { connections.append(connection) }
    connection.lastLargeUse = looks
    if timer == nil { arm() }
  }

  private func arm() {
    timer = loop.after(interval) { [weak self] in
      guard let self else { return }
      timer = nil
      look()
    }
  }

  /// Takes back what was not used during a whole interval.
  private func look() {
    connections.removeAll { connection in
      guard connection.isOpen else { return true }
      guard let last = connection.lastLargeUse, last < looks else { return false }
      connection.lastLargeUse = nil
      connection.shrink()
      return true
    }
    looks += 1
    if !connections.isEmpty { arm() }
  }
}

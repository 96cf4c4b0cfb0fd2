// The order of stopping: a notice to everybody ─► `end` with a resume point for each subscription ─► what was owed is sent
// ─► each connection ends ─► the journal is closed ─► the socket goes away ─► the loop stops.

internal import Engine
internal import EventLoop
internal import Wire

/// A server that is stopping.
final class Shutdown {
  /// Its only owner: timers and posts refer to this object weakly.
  private unowned let server: Server
  private var deadline: LoopTimer?
  private var isAnnounced = false
  private var isDone = false
  private let grace: Duration

  /// Does nothing yet but refuse newcomers: the request that asked for this is answered first.
  init(of server: Server, grace: Duration) {
    self.server = server
    self.grace = grace
    server.loop.post { [weak self] in self?.announce() }
  }

  private func announce() {
    isAnnounced = true
    server.syncAtOnce()
    let milliseconds = Int(grace.wholeNanoseconds / 1_000_000)
    for connection in server.connections.values {
      connection.notify(.shutdown(graceMs: milliseconds))
      connection.failPending(.shuttingDown(resume: server.bookmark))
      for feed in connection.session.feedsByName {
        server.close(feed, .shutdown)
      }
      connection.finish()
    }
    // From here on: however short it is, everybody is told first.
    deadline = server.loop.after(grace) { [weak self] in
      self?.deadline = nil
      self?.complete()
    }
  }

  /// A connection has ended.
  func noteEnd() {}

  /// Completes once nobody is left.
  func endTurn() {
    if isAnnounced, server.connections.isEmpty { complete() }
  }

  private func complete() {
    guard !isDone else { return }
    isDone = true
    if let deadline { server.loop.cancel(deadline) }
    server.finishStopping()
  }
}

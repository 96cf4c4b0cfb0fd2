// When commits reach the disk itself: soon after they were made, and before the replies that promise it. Nobody else waits for
// the disk, which takes its time: it is waited for on a thread of its own.

internal import Dispatch
internal import Engine
internal import EventLoop
internal import Journal

/// How far the journal is on the disk, and who waits for that.
struct Syncing {
  /// The last revision that is known to be on the disk itself, in a file that can be found again.
  var revision: Int
  /// Why the journal could not do what had waited.
  var failure: JournalError?
  /// When it gets there by itself.
  fileprivate var timer: LoopTimer?
  fileprivate var running: Run?
  fileprivate var runs = 0
  fileprivate var arrivals: Mailbox<Outcome>?
  /// Replies that promise it for what the running one does not have.
  fileprivate var promised: [() -> Void] = []

  /// One that is waited for elsewhere.
  fileprivate struct Run {
    let number: Int
    let sync: JournalSync
    /// What is there when it is over.
    let revision: Int
    let answers: [() -> Void]
    let isForRest: Bool
  }

  /// How it ended.
  fileprivate struct Outcome: Sendable {
    let run: Int
    let failure: JournalError?
  }

  init(upTo revision: Int) { self.revision = revision }
}

extension Server {
  /// From now on the disk is waited for on a thread of its own. Without this it is on the loop, as time is that is moved by hand.
  public func waitForDiskElsewhere() {
    let disk = DispatchQueue(label: "combined.journal")
    waitsForDisk = { disk.async(execute: $0) }
  }

  /// Calls `answer` when everything that is committed by the end of this turn is on the disk itself. Never, if it cannot get there:
  /// then all replies that wait are refused.
  func whenDurable(_ answer: @escaping () -> Void) { syncing.promised.append(answer) }

  /// At the end of a turn, when what it committed has been handed to the journal.
  func syncIfPromised() throws(EngineError) {
    guard !syncing.promised.isEmpty, syncing.running == nil else { return }
    let promised = syncing.promised
    syncing.promised = []
    do { try beginSync(answering: promised) } catch { throw engine.fail(error, keptUpTo: syncing.revision) }
  }

  /// After a commit the journal gets a quiet moment for what can wait. At most one is due at a time, so that commits are
  /// on the disk itself soon after this long, whatever else there is to do.
  func restJournal() {
    guard syncing.timer == nil else { return }
    syncing.timer = loop.after(settings.journalRest) { [link] in
      guard let server = link.server else { return }
      server.syncing.timer = nil
      // Whoever is waited for has what was there before; what came since is due after that.
      guard server.syncing.running == nil else { return server.restJournal() }
      // Nobody is answered by it: what this turn has committed so far has not been handed to the journal.
      do throws(JournalError) { try server.beginSync(answering: [], isForRest: true) } catch {
        server.syncing.failure = error
      }
    }
  }

  private func beginSync(answering answers: [() -> Void], isForRest: Bool = false) throws(JournalError) {
    let sync = try journal.beginSync()
    if let sync, let elsewhere = waitsForDisk, let sender = syncArrivals() {
      syncing.runs += 1
      let number = syncing.runs
      syncing.running = .init(
        number: number, sync: sync, revision: engine.durableRevision, answers: answers, isForRest: isForRest)
      return elsewhere { sender.post(.init(run: number, failure: sync.wait())) }
    }
    try journal.sync()
    syncing.revision = engine.durableRevision
    for answer in answers { answer() }
    if isForRest { try journal.tidy() }
  }

  private func syncArrivals() -> Mailbox<Syncing.Outcome>.Sender? {
    if syncing.arrivals == nil {
      syncing.arrivals = try? Mailbox(on: loop) { [link] in link.server?.endSync($0) }
    }
    return syncing.arrivals?.sender
  }

  private func endSync(_ outcome: Syncing.Outcome) {
    // Else everything was brought to the disk at once meanwhile.
    guard let run = syncing.running, run.number == outcome.run else { return }
    syncing.running = nil
    do throws(JournalError) {
      try journal.endSync(run.sync, outcome.failure)
      syncing.revision = max(syncing.revision, run.revision)
      for answer in run.answers { answer() }
      if run.isForRest { try journal.tidy() }
    } catch {
      // This turn fails of it, at its end, and with it everybody who waits.
      syncing.failure = error
    }
  }

  /// Brings everything to the disk before anything else happens, and answers those who wait for that.
  func syncAtOnce() {
    commit()
    guard syncing.failure == nil, engine.poison == nil else { return }
    do throws(JournalError) { try journal.sync() } catch {
      syncing.failure = error
      return
    }
    syncing.revision = engine.durableRevision
    let answers = (syncing.running?.answers ?? []) + syncing.promised
    (syncing.running, syncing.promised) = (nil, [])
    for answer in answers { answer() }
  }

  /// The journal is to be closed.
  func stopSyncing() {
    if let timer = syncing.timer { loop.cancel(timer) }
    syncing.timer = nil
    syncing.running = nil
    syncing.arrivals?.close()
  }
}

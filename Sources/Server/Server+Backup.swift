// A copy of the journal while it is in use. A few pages are copied in each turn of the loop, others are served between two;
// looking through the copy and bringing it to the disk can take long, and is done on another thread, which gets a path and
// gives back what it found.

internal import Dispatch
internal import Engine
internal import EventLoop
internal import Journal
internal import Wire

/// A backup that is being made. There is one at a time.
final class BackupRun {
  /// 256 KiB: well below a millisecond.
  private static let pagesPerTurn = 64

  private unowned let server: Server
  private let reply: Reply<ServerBackup.Result>
  /// While pages are copied.
  private var backup: Backup?
  private var arrivals: Mailbox<Result<JournalSummary, CopyError>>?
  private let path: String

  init(_ backup: Backup, of server: Server, _ reply: Reply<ServerBackup.Result>) {
    self.backup = backup
    self.server = server
    self.reply = reply
    path = backup.path
    reply.onCancel { [weak self] in self?.giveUp() }
  }

  /// Copies some pages, and goes on in the next turn.
  func step() {
    guard let backup else { return }
    do throws(CopyError) {
      guard try backup.step(pages: Self.pagesPerTurn) else {
        return server.loop.post { [weak self] in self?.step() }
      }
      self.backup = nil
      try finish()
    } catch {
      end(.failure(error))
    }
  }

  private func finish() throws(CopyError) {
    let arrivals: Mailbox<Result<JournalSummary, CopyError>>
    do throws(SystemError) {
      arrivals = try Mailbox(on: server.loop) { [weak self] in self?.end($0) }
    } catch {
      throw CopyError(.disk, "\(error) · \(path)")
    }
    self.arrivals = arrivals
    let (sender, path) = (arrivals.sender, path)
    DispatchQueue.global().async {
      sender.post(Result { () throws(CopyError) in try Backup.finish(path) })
    }
  }

  private func end(_ result: Result<JournalSummary, CopyError>) {
    arrivals?.close()
    server.backup = nil
    switch result {
    case .success(let summary):
      reply(
        ServerBackup.Result {
          $0.file = path
          $0.rev = summary.revision
          $0.declarations = summary.declarations
          $0.bytes = summary.bytes
        })
    case .failure(let error): reply.fail(RPCError(error))
    }
  }

  /// Its client has gone, or the daemon stops: what was copied so far goes away. The other thread, if it is at work, finds
  /// that at its end; until then no other backup begins, since it may be of the same name.
  func giveUp() {
    Backup.remove(path)
    guard backup != nil else { return }
    backup = nil
    server.backup = nil
  }
}

extension Server {
  /// Copies everything that is kept, this turn's commits included.
  func backUp(to path: String, _ reply: Reply<ServerBackup.Result>) throws(RPCError) {
    guard path.hasPrefix("/") else {
      throw RPCError(
        .validation, "The daemon needs the whole path of a backup, not '\(path)'.", ["path": .string(path)],
        hint: "Begin it with a /.")
    }
    guard backup == nil else {
      throw RPCError(.limit, "A backup is being made already.", ["limit": 1, "setting": ""], hint: "Ask again.")
    }
    commit()
    if let reason = engine.poison { throw RPCError(EngineError.poisoned(reason)) }
    do throws(CopyError) {
      let run = BackupRun(try journal.beginBackup(to: path), of: self, reply)
      backup = run
      loop.post { [weak run] in run?.step() }
    } catch {
      throw RPCError(error)
    }
  }
}

extension RPCError {
  fileprivate init(_ error: CopyError) {
    let text = "The backup could not be made: \(error)"
    switch error.kind {
    case .place, .exists, .missing: self.init(.validation, text)
    case .unusable, .inUse, .disk: self.init(.internal, text, ["report": .string("\(error)")])
    }
  }
}

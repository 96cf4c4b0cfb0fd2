internal import CLinux
internal import Dispatch
internal import EventLoop
internal import Glibc
internal import Language

/// Adds lines to files, in order, on a queue per file. What is waiting for a disk is bounded: more is lost, and said so.
final class FileWriters {
  /// Bytes that wait for one file.
  static let waitingMax = 8 << 20
  /// How long the end waits for disks.
  static let patience = DispatchTimeInterval.seconds(2)

  private final class Writer {
    let queue = DispatchQueue(label: "combined.append")
    /// Not handed to the queue yet.
    var waiting: [UInt8] = []
    var lost = 0
    var isWriting = false
    /// Called with the next failure: the handler of whoever wrote last.
    var failed: (String) -> Void = { _ in }
  }

  private struct Written: Sendable {
    let path: String
    let problem: String?
  }

  private let grants: Grants
  private let written: Mailbox<Written>
  private let writing = DispatchGroup()
  private let shelf = Shelf()

  /// The files that are written, by path.
  private final class Shelf {
    var writers: [String: Writer] = [:]
    weak var owner: FileWriters?
  }

  init(on loop: EventLoop, granting grants: Grants, turn: @escaping (() -> Void) -> Void) throws(SystemError) {
    self.grants = grants
    written = try Mailbox(on: loop) { [shelf] message in
      guard let writer = shelf.writers[message.path] else { return }
      writer.isWriting = false
      var problem = message.problem
      if writer.lost > 0 {
        problem = "\(writer.lost) lines for '\(message.path)' were lost: it cannot be written that fast"
        writer.lost = 0
      }
      if let problem { turn { writer.failed(problem) } }
      shelf.owner?.write(writer, message.path)
    }
    shelf.owner = self
  }

  func append(_ line: String, to path: String, _ failed: @escaping (String) -> Void) {
    let writer = shelf.writers[path] ?? Writer()
    shelf.writers[path] = writer
    writer.failed = failed
    guard writer.waiting.count + line.utf8.count < Self.waitingMax else {
      writer.lost += 1
      return
    }
    writer.waiting.append(contentsOf: line.utf8)
    writer.waiting.append(UInt8(ascii: "\n"))
    if !writer.isWriting { write(writer, path) }
  }

  func close() {
    for (path, writer) in shelf.writers where !writer.waiting.isEmpty { write(writer, path) }
    _ = writing.wait(timeout: .now() + Self.patience)
    written.close()
    shelf.writers = [:]
  }

  /// Hands over what is waiting; lets go of a writer for whom nothing is.
  private func write(_ writer: Writer, _ path: String) {
    guard !writer.waiting.isEmpty else {
      shelf.writers[path] = nil
      return
    }
    let bytes = writer.waiting
    writer.waiting = []
    writer.isWriting = true
    let (grants, sender) = (grants, written.sender)
    writer.queue.async(group: writing) {
      sender.post(Written(path: path, problem: Self.append(bytes, to: path, grants)))
    }
  }

  /// Opens the file anew each time, so that one that was moved away is made again. Says what went wrong.
  private static func append(_ bytes: [UInt8], to path: String, _ grants: Grants) -> String? {
    func problem(_ text: String) -> String { "'\(path)' cannot be written: \(text)" }
    let slash = path.lastIndex(of: "/")!
    let (place, name) = (String(path[...slash]), String(path[path.index(after: slash)...]))
    let number = clinux_open(place, O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { return problem(reason(errno)) }
    let directory = Descriptor(number)
    guard grants.allowsWriting(in: directory, name: name) else {
      return problem("a link on the way leads to where writing is not granted")
    }
    let opened = clinux_open_at(
      directory.number, name, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0o600)
    guard opened >= 0 else { return problem(errno == ELOOP ? "it is a link" : reason(errno)) }
    let file = Descriptor(opened)
    return bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(file.number, bytes.baseAddress! + done, bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return problem(reason(errno)) }
        done += count
      }
      return nil
    }
  }
}

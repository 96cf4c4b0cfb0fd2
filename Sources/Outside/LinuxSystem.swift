// Files and commands for the engine's programs. Pipes, watches and the ends of processes are descriptors of the loop; what
// can wait for a disk runs on queues and comes back through mailboxes of the loop.

public import Engine
internal import CLinux
public import EventLoop
internal import Glibc
public import Language

/// Reads files, runs commands and does effects, as far as it is granted. Loop thread only.
public final class LinuxSystem: System {
  let loop: EventLoop
  let turn: (() -> Void) -> Void
  let children: Children
  private let grants: Grants
  private var files: [Int: FileLines] = [:]
  private var fileCount = 0
  private let watches: FileWatches
  private let arrivals: Mailbox<Read>
  private let writers: FileWriters
  private let starter: Starter
  private let residence = ResidentMemory()

  /// Those that are read from.
  private var commands: [ObjectIdentifier: CommandLines] = [:]
  static let commandsMax = 256

  /// What a step of a file came to.
  struct Read: Sendable {
    let number: Int
    let cursor: FileCursor
    let found: FileCursor.Found
    let watching: [FileCursor.Watching]
  }

  /// - Parameter turn: what is called around everything that arrives, for the engine to be brought up to the present.
  public init(
    on loop: EventLoop, granting grants: Grants, turn: @escaping (() -> Void) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.grants = grants
    self.turn = turn
    children = Children(on: loop)
    let files = Files()
    arrivals = try Mailbox(on: loop) { files.owner?.files[$0.number]?.arrived($0) }
    watches = try FileWatches(on: loop) {
      files.owner?.files[$0]?.poke()
    } pokeReaders: {
      files.owner?.pokeReaders()
    }
    writers = try FileWriters(on: loop, granting: grants, turn: turn)
    starter = Starter(children, turn: turn)
    files.owner = self
  }

  public var memoryInUse: Int { residence.bytes }
  public func giveBackMemory() { malloc_trim(0) }

  /// Small pieces of memory are joined when they are let go of, and not all of them at one go when a large one is wanted: after
  /// a hundred thousand subscriptions that took a tenth of a second or more, in which nobody was served. For the whole process.
  public static func joinFreeMemoryAtOnce() { mallopt(M_MXFAST, 0) }

  public func allows(_ access: Access) -> Bool { grants.allows(access) }

  public func lines(of source: LineSource, _ receive: @escaping (LineEvent) -> Void) -> any LineWork {
    switch source {
    case .command(let words):
      let isTooMuch = commands.count >= Self.commandsMax
      let lines = CommandLines(isTooMuch ? nil : words, of: self, receive)
      commands[ObjectIdentifier(lines)] = lines
      return lines
    case .file(let path, let onlyNew):
      fileCount += 1
      let cursor = FileCursor(
        path: Grants.absolute(path), onlyNew: onlyNew, grants: grants, inotify: watches.inotify)
      let lines = FileLines(cursor, number: fileCount, of: self, receive)
      files[fileCount] = lines
      return lines
    }
  }

  public func perform(_ effect: Effect, failed: @escaping (String) -> Void) {
    switch effect {
    case .append(let line, let path): writers.append(line, to: Grants.absolute(path), failed)
    case .run(let words): starter.run(words, failed)
    }
  }

  /// What was to be written is written, what runs is ended with its group, and both are waited for; at most as long as
  /// that can take. Nothing arrives any more.
  public func close() {
    for file in files.values { file.cancel() }
    for command in commands.values { command.cancel() }
    starter.close()
    children.endAll()
    writers.close()
    watches.close()
    arrivals.close()
  }

  /// How many sources are open and how many children are left.
  public var running: (files: Int, commands: Int, children: Int) { (files.count, commands.count, children.count) }

  func forget(_ command: CommandLines) { commands[ObjectIdentifier(command)] = nil }

  // MARK: Files

  var reads: Mailbox<Read>.Sender { arrivals.sender }

  func forget(_ file: FileLines) {
    files[file.number] = nil
    watches.exchange(file.watching, for: [], of: file.number)
  }

  func exchange(_ old: [FileCursor.Watching], for new: [FileCursor.Watching], of file: FileLines) {
    if old != new { watches.exchange(old, for: new, of: file.number) }
  }

  /// Whether a file is being looked at.
  var isReading: Bool { files.values.contains(where: \.isReading) }

  private func pokeReaders() {
    for file in files.values where file.isReading { file.poke() }
  }
}

/// Whose files a mailbox's messages are for: known only when the mailbox is.
private final class Files {
  weak var owner: LinuxSystem?
}

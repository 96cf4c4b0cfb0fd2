// Journals as files: copied, looked at, put in the place of another. Nobody may be at work on what is read or replaced here;
// a journal that is in use is copied by who uses it (`Journal.beginBackup`).
//
// A copy is made under another name, found to be whole, brought to the disk and only then renamed: whatever has the name that
// was asked for is a whole journal at any moment. It is a single file, without a log beside it, and it is marked as one whose
// last commits may be missing: whoever goes on from it gives its revisions a second time, so it is another history.

internal import CSQLite
internal import Glibc
internal import Language

/// Why a journal could not be copied or put back.
public struct CopyError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    /// Nothing is there to be read.
    case missing
    /// What is there is no journal, or damaged, or of a newer program.
    case unusable
    /// A daemon works on it.
    case inUse
    /// Something is there already.
    case exists
    /// A file cannot be made there, because of where it is.
    case place
    /// Reading or writing failed.
    case disk
  }

  public let kind: Kind
  /// What happened, where, and what to do.
  public let description: String

  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// A call of the system failed over a file.
  init(_ call: String, _ path: String, code: Int32 = errno) {
    let isPlace = [ENOENT, ENOTDIR, EACCES, EPERM, EROFS, EISDIR, ELOOP, ENAMETOOLONG].contains(code)
    self.init(isPlace ? .place : .disk, "\(call): \(String(cString: strerror(code))) · \(path)")
  }

  /// What SQLite says of a copy, in words about what it was made from.
  init(_ error: JournalError, of path: String) {
    switch error {
    case .newerFormat(_, let found, let known):
      self.init(
        .unusable, "It was made by a newer combined (format \(found), this one knows up to \(known)) · \(path)")
    case .notAJournal: self.init(.unusable, "It is not a journal of combined · \(path)")
    case .corrupt(_, let detail): self.init(.unusable, "It is damaged: \(detail) · \(path)")
    case .diskFull: self.init(.disk, "There is no room on the disk · \(path)")
    case .inUse: self.init(.inUse, "It is in use by another process · \(path)")
    case .cannotOpen(_, let detail), .failed(_, let detail): self.init(.disk, "\(detail) · \(path)")
    case .gone, .valueTooDeep: self.init(.disk, "\(error)")
    }
  }
}

/// What a journal's copy holds.
public struct JournalSummary: Equatable, Sendable {
  public var revision = 0
  public var declarations = 0
  public var bytes = 0
  /// Where what was in its place is kept now.
  public var kept: String?
}

public enum JournalFile {
  /// Everything that SQLite and the journal keep under a journal's name.
  static let suffixes = ["", "-wal", "-shm", "-journal", "-mark"]

  /// What a copy is called until it is whole.
  static func unfinished(_ path: String) -> String { path + ".part" }

  // MARK: Copying

  /// Copies the journal at `source`, on which nobody works, to `target`. The source is only read.
  public static func copy(_ source: String, to target: String) throws(CopyError) -> JournalSummary {
    let file = try LockedFile(source)
    defer { file.close() }
    try refuse(target, ifItIs: source)
    let part = try makeUnfinished(target)
    do throws(CopyError) {
      try copyBytes(of: file, to: part)
      let summary = try seal(part, copyOf: source)
      try publish(part, as: target)
      return summary
    } catch {
      removeUnfinished(target)
      throw error
    }
  }

  /// Puts a copy of the journal at `source` where the one at `target` is, on which nobody may work. What was there is kept
  /// under another name.
  ///
  /// - Parameters:
  ///   - others: files that belong to the journal that is replaced, and are put aside with it.
  ///   - replaces: whether something may be there.
  ///   - suffix: of the names under which it is kept, such as the time.
  public static func restore(
    _ source: String, to target: String, with others: [String] = [], replaces: Bool, suffix: String
  ) throws(CopyError) -> JournalSummary {
    guard access(source, F_OK) == 0 else { throw CopyError(.missing, "Nothing is there · \(source)") }
    let target = (try? Journal.resolved(target)) ?? target
    // Held until the other one is in its place: whoever starts meanwhile finds the journal in use.
    let present = Database.exists(at: target) ? try LockedFile(target) : nil
    defer { present?.close() }
    guard present == nil || replaces else {
      throw CopyError(.exists, "A journal is there · \(target) · with --force it is kept under another name")
    }
    let part = try makeUnfinished(target)
    do throws(CopyError) {
      try refuse(target, ifItIs: source)
      let file = try LockedFile(source)
      defer { file.close() }
      try copyBytes(of: file, to: part)
      var summary = try seal(part, copyOf: source)
      guard present != nil else {
        try publish(part, as: target)
        return summary
      }
      let aside = Aside(of: target, others, suffix)
      do throws(CopyError) {
        try aside.put()
        try publish(part, as: target)
      } catch {
        aside.putBack()
        throw error
      }
      summary.kept = aside.kept
      return summary
    } catch {
      removeUnfinished(target)
      throw error
    }
  }

  /// A journal that makes room for another one.
  private struct Aside {
    let target: String
    /// What the journal is called now.
    let kept: String
    /// Old and new names of what belongs to it. A log that stayed would be taken for that of the journal to come.
    private let beside: [(old: String, new: String)]

    init(of target: String, _ others: [String], _ suffix: String) {
      self.target = target
      var name = suffix
      var number = 1
      while access("\(target).\(name)", F_OK) == 0 {
        number += 1
        name = "\(suffix)-\(number)"
      }
      kept = "\(target).\(name)"
      let kept = kept
      beside = suffixes.dropFirst().map { (target + $0, kept + $0) } + others.map { ($0, "\($0).\(name)") }
    }

    /// The journal itself gets a second name: it has its own until another file takes that.
    func put() throws(CopyError) {
      guard link(target, kept) == 0 else { throw CopyError("link", kept) }
      for (old, new) in beside where rename(old, new) != 0 && errno != ENOENT { throw CopyError("rename", old) }
    }

    func putBack() {
      for (old, new) in beside { rename(new, old) }
      rename(kept, target)
    }
  }

  /// Byte by byte, with the log: what the log holds belongs to it.
  private static func copyBytes(of file: LockedFile, to part: String) throws(CopyError) {
    try copy(file.descriptor, file.path, to: part)
    let log = open(file.path + "-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard log >= 0 else { return }
    defer { close(log) }
    try copy(log, file.path + "-wal", to: part + "-wal")
  }

  private static func copy(_ from: Int32, _ path: String, to part: String) throws(CopyError) {
    let to = open(part, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard to >= 0 else { throw CopyError("open", part) }
    defer { close(to) }
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    var offset = 0
    while true {
      let count = pread(from, &chunk, chunk.count, offset)
      guard count >= 0 else { throw CopyError("read", path) }
      if count == 0 { return }
      // A write that is cut short is followed by one that says why.
      var written = 0
      while written < count {
        let more = chunk.withUnsafeBytes { pwrite(to, $0.baseAddress! + written, count - written, offset + written) }
        guard more > 0 else { throw CopyError("write", part) }
        written += more
      }
      offset += count
    }
  }

  // MARK: The copy

  /// Makes the empty file that becomes the copy.
  static func makeUnfinished(_ target: String) throws(CopyError) -> String {
    var found = stat()
    // The copy takes the place of what has the name; what a link leads to would be left as it is.
    if lstat(target, &found) == 0, found.st_mode & S_IFMT != S_IFREG {
      let isLink = found.st_mode & S_IFMT == S_IFLNK
      throw CopyError(.place, "It is \(isLink ? "a link: name the file itself" : "no file") · \(target)")
    }
    removeUnfinished(target)
    let part = unfinished(target)
    let descriptor = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CopyError("open", part) }
    close(descriptor)
    return part
  }

  static func removeUnfinished(_ target: String) {
    for suffix in suffixes { unlink(unfinished(target) + suffix) }
  }

  /// Throws if `target` is a file of the journal at `source`.
  static func refuse(_ target: String, ifItIs source: String) throws(CopyError) {
    var (found, known) = (stat(), stat())
    let isThere = stat(target, &found) == 0
    for suffix in suffixes {
      // One that is not there now may be there in a moment.
      let isSame =
        source + suffix == target
        || isThere && stat(source + suffix, &known) == 0 && (found.st_dev, found.st_ino) == (known.st_dev, known.st_ino)
      if isSame { throw CopyError(.place, "This is the journal itself · \(target) · choose another file") }
    }
  }

  /// Finds the copy at `part` whole, makes it a single file that begins another history, and brings it to the disk.
  static func seal(_ part: String, copyOf source: String) throws(CopyError) -> JournalSummary {
    var summary = JournalSummary()
    do throws(JournalError) {
      let database = try Database(path: part)
      try Schema.refuseForeign(database)
      guard try database.integer("PRAGMA application_id") == Schema.applicationID else {
        throw JournalError.notAJournal(path: source)
      }
      let check = try Statement("PRAGMA integrity_check(1)", in: database)
      guard try check.step(), check.text(0) == "ok" else { throw .corrupt(path: source, detail: check.text(0)) }
      check.reset()
      if try database.integer("PRAGMA user_version") == Schema.current { try readAll(Statements(database)) }
      summary.revision = try database.integer(
        "SELECT max((SELECT coalesce(max(last), 0) FROM log), "
          + "(SELECT coalesce(max(value), 0) FROM meta WHERE key = 'current_revision'))")
      summary.declarations = try database.integer("SELECT count(*) FROM declarations")
      // As if by a process whose machine ended: see `Journal.init`.
      try database.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('worker', '')")
      try database.execute("PRAGMA journal_mode = DELETE")
    } catch {
      throw CopyError(error, of: source)
    }
    let descriptor = open(part, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw CopyError("open", part) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw CopyError("fsync", part) }
    summary.bytes = Int(lseek(descriptor, 0, SEEK_END))
    return summary
  }

  /// Reads each value and commit: what cannot be read is damage that pages do not show.
  private static func readAll(_ statements: Statements) throws(JournalError) {
    try statements.forEachCurrent { _ in }
    try statements.forEachEnded { _ in }
    try statements.forEachCommit(after: 0) { _ in true }
    _ = try statements.variables()
    _ = try statements.declarations()
  }

  /// Gives the copy its name, for good.
  static func publish(_ part: String, as target: String) throws(CopyError) {
    guard rename(part, target) == 0 else { throw CopyError("rename", target) }
    let directory = target.lastIndex(of: "/").map { target[...$0] } ?? "."
    let descriptor = open(String(directory), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CopyError("open", String(directory)) }
    defer { close(descriptor) }
    // Some file systems cannot, and then keep names by themselves.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw CopyError("fsync", String(directory)) }
  }
}

/// A journal's file, locked as SQLite would: a daemon that works on it is noticed, and one that starts finds it in use.
private struct LockedFile {
  let path: String
  /// The only one of this file: closing another would drop the lock.
  let descriptor: Int32

  /// Where SQLite has its locks: the byte of who waits, that of the writer, and those of the readers.
  private static let lockBytes = (start: 0x4000_0000, count: 512)

  init(_ path: String) throws(CopyError) {
    self.path = path
    var found = stat()
    guard stat(path, &found) == 0 else {
      throw errno == ENOENT ? CopyError(.missing, "Nothing is there · \(path)") : CopyError("stat", path)
    }
    // A FIFO would be waited for.
    guard found.st_mode & S_IFMT == S_IFREG else { throw CopyError(.unusable, "It is no file · \(path)") }
    // Who may only read it can copy it: on a disk that cannot be written nobody works.
    let writable = open(path, O_RDWR | O_CLOEXEC)
    descriptor = writable >= 0 ? writable : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CopyError("open", path) }
    var lock = flock()
    lock.l_type = Int16(writable >= 0 ? F_WRLCK : F_RDLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = Self.lockBytes.start
    lock.l_len = Self.lockBytes.count
    guard fcntl(descriptor, F_SETLK, &lock) != 0 else { return }
    let code = errno
    Glibc.close(descriptor)
    // Some file systems have no locks; SQLite could not have opened it there.
    guard code == EAGAIN || code == EACCES else { throw CopyError("fcntl", path, code: code) }
    throw CopyError(.inUse, "It is in use by another process · \(path) · stop that one first: combinectl stop")
  }

  func close() { Glibc.close(descriptor) }
}

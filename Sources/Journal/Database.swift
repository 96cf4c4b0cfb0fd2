// One SQLite connection: opened with the settings the journal's promises rest on, and nothing else.
internal import CSQLite
internal import Glibc

/// Owns a `sqlite3` handle; closed when the last reference goes. One thread.
final class Database {
  let path: String
  let handle: OpaquePointer
  /// Pages in the write-ahead log since it was last moved into the database, as SQLite reported at the last commit.
  private(set) var logPages = 0
  /// Device and number of the files that are open.
  private var identity: [String: (dev_t, ino_t)] = [:]
  private var mark: LogMark?
  private var log: LogFile?
  /// Whether its files are those of another file layer.
  private let isElsewhere: Bool
  private var begin: Statement!
  private var commit: Statement!

  /// Opens or makes the database at `path`; the directory above it must exist. `vfs` names another file layer, for tests.
  init(path: String, vfs: String? = nil) throws(JournalError) {
    let inMemory = path == ":memory:"
    if !inMemory {
      // Made by us first: SQLite would make it readable for everybody, and gives its log the mode of the database. A file
      // that exists is not opened: closing it would drop the locks that this process may hold on it elsewhere.
      let fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard fd >= 0 || errno == EEXIST else {
        throw .cannotOpen(path: path, detail: String(cString: strerror(errno)))
      }
      if fd >= 0 { close(fd) }
    }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, vfs)
    guard code == SQLITE_OK, let opened else {
      let detail = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(opened)
      throw JournalError.of(code: code, detail: detail, path: path)
    }
    self.path = path
    isElsewhere = vfs != nil
    handle = opened
    // Nobody else has business here, and saying so spares a shared-memory file and five system calls a commit (measured:
    // 4 µs instead of 9). It also refuses a second daemon on the same journal.
    try execute("PRAGMA locking_mode = EXCLUSIVE")
    begin = try Statement("BEGIN IMMEDIATE", in: self)
    commit = try Statement("COMMIT", in: self)
  }

  /// Whether there is anything at `path`.
  static func exists(at path: String) -> Bool {
    var found = stat()
    return stat(path, &found) == 0 && found.st_size > 0
  }

  /// Turns on the write-ahead log. Apart from `init`, because it changes the file, which may turn out not to be ours.
  func startLog() throws(JournalError) {
    // Writes go to the end of one file, readers of our own never meet a half-written page, recovery is automatic.
    let mode = try Statement("PRAGMA journal_mode = WAL", in: self)
    let answered = try mode.step() ? mode.text(0) : ""
    // SQLite answers with the mode it stays in rather than with an error, where a file system cannot do it.
    guard answered == "wal" || path == ":memory:" else {
      throw .cannotOpen(path: path, detail: "the file system does not support a write-ahead log (mode \(answered))")
    }
    mode.reset()
    // In WAL mode NORMAL leaves a commit in the kernel's hands: it survives any death of the process, and a loss of power
    // can cost the last commits but never consistency. `syncLog` is for those who were promised more.
    try execute("PRAGMA synchronous = NORMAL")
    try execute("PRAGMA foreign_keys = OFF")
    try execute("PRAGMA temp_store = MEMORY")
    // Replaces SQLite's own checkpointing after every 1,000 pages; the journal chooses its moments.
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        Unmanaged<Database>.fromOpaque(context!).takeUnretainedValue().logPages = Int(pages)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    // Closing moves the log into the database.
    mark?.note(0)
    sqlite3_wal_hook(handle, nil, nil)
    sqlite3_close_v2(handle)
  }

  /// Runs SQL that returns nothing of interest.
  func execute(_ sql: String) throws(JournalError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// The single integer that `sql` gives.
  func integer(_ sql: String) throws(JournalError) -> Int {
    let statement = try Statement(sql, in: self)
    guard try statement.step() else { return 0 }
    return statement.integer(0)
  }

  /// Runs `body` between BEGIN and COMMIT; takes everything back if it throws or the commit fails.
  func transaction(_ body: () throws(JournalError) -> Void) throws(JournalError) {
    try begin.run()
    do {
      try body()
      try commit.run()
    } catch {
      // Some errors have already rolled back; then this one fails and there is nothing to do about it.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  var isOnDisk: Bool { path != ":memory:" }

  /// Throws if the file at the path is not the one that is open: what is written to that one is gone with this process.
  func requirePresence() throws(JournalError) {
    guard isOnDisk else { return }
    for file in [path, path + "-wal"] {
      var found = stat()
      guard stat(file, &found) == 0 else { throw .gone(path: file) }
      let known = identity[file] ?? (found.st_dev, found.st_ino)
      guard known == (found.st_dev, found.st_ino) else { throw .gone(path: file) }
    }
  }

  /// Says beside the log, now and after each commit, how far it goes.
  func beginMark() {
    guard isOnDisk else { return }
    mark = LogMark(databaseAt: path)
  }

  func noteLog() { mark?.note(logPages) }

  /// What is there from now on is what was to be there.
  func removeMark() {
    mark?.remove()
    mark = nil
  }

  /// Remembers which files these are.
  func noteIdentity() {
    guard isOnDisk else { return }
    for file in [path, path + "-wal"] {
      var found = stat()
      if stat(file, &found) == 0 { identity[file] = (found.st_dev, found.st_ino) }
    }
  }

  /// Waits until all commits so far are on the disk itself.
  func syncLog() throws(JournalError) { try check(csqlite_sync_log(handle)) }

  /// The log's file, for who waits for the disk elsewhere; `nil` for a database that is in memory, and for one in another file
  /// layer, which only its own thread may use.
  func logFile() throws(JournalError) -> LogFile? {
    guard isOnDisk, !isElsewhere else { return nil }
    if let log { return log }
    let opened = try LogFile(path: path + "-wal")
    log = opened
    return opened
  }

  /// Moves the write-ahead log into the database and starts it anew. Syncs both.
  func checkpoint() throws(JournalError) {
    mark?.note(0)
    try check(sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil))
    logPages = 0
  }

  func check(_ code: Int32) throws(JournalError) {
    guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
    throw JournalError.of(code: code, detail: String(cString: sqlite3_errmsg(handle)), path: path)
  }
}

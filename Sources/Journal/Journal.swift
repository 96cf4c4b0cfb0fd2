// The engine's storage on SQLite.
//
// What is promised, and why it holds:
//   - One `append` is one database transaction. After any death of the process the journal holds exactly the appends that
//     returned, and perhaps the one that was under way: SQLite's write-ahead log is replayed up to its last whole commit.
//   - A loss of power can cost the appends since the last `sync`, always from the end and always whole ones. Whoever was
//     promised durability is answered after `sync`, or one that was waited for elsewhere; an fsync for everybody would cost
//     120 µs a turn instead of 4. A journal that was not closed, found after the machine was started anew, says so: its
//     revisions may be given a second time. So does one whose files are shorter than they were: see `LogMark`.
//   - A failed write ends the journal: every later call throws the same error, so that nothing is written on top of a gap.
//
// A usual turn adds one row to the log and touches nothing else. The table of current values is brought up to date when
// enough has gathered, when the log has to keep an order the table knows nothing of, and at the end; after a crash, the
// rows of the log above `current_revision` are replayed over it.

public import Engine

internal import Glibc
internal import Language

/// Keeps an engine's history in one SQLite file. Loop thread only; each call blocks for as long as the disk
/// needs, which is why what only waits for it can be waited for elsewhere: `beginSync`.
public final class Journal: JournalStorage {
  /// How much is kept and how often the parts are brought together.
  public struct Settings: Sendable {
    /// Commits kept for subscriptions that resume; older ones are forgotten.
    public var commitsMax = 100_000
    /// The same, in bytes of encoded commits.
    public var logBytesMax = 64 << 20
    /// Commits since the table of current values was written, at most; bounds the replay at start to a few milliseconds.
    public var commitsBetweenTables = 4096
    /// Changed paths since then, at most; bounds the pause of writing them to a few milliseconds.
    public var pathsBetweenTables = 1024
    /// Bytes of commits since then, at most: with each table the log forgets what is too much, and much at once would take
    /// long.
    public var bytesBetweenTables = 16 << 20
    /// Bytes of the log that are forgotten at once, at most; at least one turn's.
    public var bytesForgottenMax = 64 << 20
    /// Pages of the write-ahead log after which it is moved into the database at once (64 MiB).
    public var logPagesMax = 16_384
    /// Pages after which `tidy` moves it in mid-work (32 MiB).
    public var logPagesBusy = 8192
    /// Pages after which `tidy` moves it while nothing else is going on (2 MiB).
    public var logPagesIdle = 512

    public init() {}
  }

  private enum Entry {
    case value(KeptValue)
    /// That of a commit's change.
    case change(CommitRecord, Int)
    case removed

    /// What there is to keep; nil if nothing is.
    var kept: KeptValue? {
      switch self {
      case .value(let kept): return kept
      case .removed: return nil
      case .change(let commit, let position):
        let change = commit.changes[position]
        return change.value.map {
          KeptValue(path: change.path, value: $0, revision: commit.revision, at: commit.at, version: change.version)
        }
      }
    }
  }

  /// Let go of by `close`.
  private var database: Database!
  private let settings: Settings
  private var statements: Statements!
  private var encoder = Encoder()
  private var editKeeping = EditKeeping()
  /// Whether a value may have ended to which edits of the log lead.
  var mayHaveEnded = false
  /// What the table of current values does not know yet.
  private var changed: [String: Entry] = [:]
  private var commitsSinceTable = 0
  /// `total` by then.
  private var totalAtTable = 0
  /// The revision of the last commit.
  private var revision = 0
  /// Bytes of all bodies ever, up to the last row.
  private var total = 0
  private var first: (revision: Int, totalBefore: Int)?
  private var failure: JournalError?
  private var appends = 0
  /// How many of them are on the disk itself. Not even none at first: a predecessor that was killed may have left commits in the
  /// kernel's hands.
  private var appendsSynced = -1
  private var isSynced: Bool { appendsSynced == appends }
  /// Which start of the machine this is; nil where it does not tell.
  private let boot: String?
  /// This process has said in the journal that it is at work.
  private var isMarked = false
  /// The session that the last commit was by, and the highest number of one so far.
  private var lastSession = (name: "", number: 0)
  /// What opening found.
  private let mayHaveLost: Bool
  private let damage: String?

  /// Opens the journal at `path` or makes an empty one; `":memory:"` keeps nothing. The directory must exist.
  public convenience init(path: String, settings: Settings = Settings()) throws(JournalError) {
    try self.init(path: path, settings: settings, vfs: nil)
  }

  /// - Parameter boot: in place of the machine's own.
  init(path: String, settings: Settings, vfs: String?, boot: String? = Journal.presentBoot) throws(JournalError) {
    let path = try Self.resolved(path)
    if path != ":memory:" {
      for suffix in ["", "-wal", "-shm", "-journal", "-mark"] { try Self.requirePlainFile(at: path + suffix) }
    }
    let log = LogCheck(databaseAt: path)
    let marked = LogMark.pages(ofDatabaseAt: path)
    let isNew = !Database.exists(at: path)
    database = try Database(path: path, vfs: vfs)
    try Schema.refuseForeign(database)
    try database.startLog()
    try Schema.migrate(database)
    self.settings = settings
    statements = try Statements(database)
    self.boot = boot
    // Whoever was at work and did not close may have been interrupted by the end of the machine. A process that only died
    // has lost nothing: what it wrote is in the kernel's hands.
    let worker = try statements.text("worker")
    let isOtherBoot = worker != nil && (worker == "" || boot == nil || worker != boot)
    let isCut = (marked ?? 0) > log.wholePages
    let isGone = isNew && (marked != nil || log.wholePages > 0)
    mayHaveLost = isOtherBoot || log.lostTransactions > 0 || isCut || isGone
    if isGone {
      damage = "the journal that was in use here is gone, with all that was kept in it · \(path)"
    } else if log.lostTransactions > 0 {
      let what = log.lostTransactions == 1 ? "the last commit" : "the last \(log.lostTransactions) turns' commits"
      damage =
        "the journal was damaged in its last \(log.lostBytes) bytes, and \(what) there could not be read: "
        + "they are lost · \(path)-wal"
    } else if isCut, let marked {
      damage =
        "the journal's log was cut short, to \(log.wholePages) of \(marked) pages: the commits in the others are lost · \(path)-wal"
    } else {
      damage = nil
    }
    // Whatever moves the log into the database from here on, also closing without having kept anything. What is missing
    // stays so until something new is kept.
    if marked != nil, !isCut, !isGone { database.beginMark() }
    try readBounds()
  }

  /// Where the journal itself is: `path` may be a link to another disk. What lies beside it lies beside the file then, as
  /// SQLite has it.
  static func resolved(_ path: String) throws(JournalError) -> String {
    var found = stat()
    guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFLNK else { return path }
    guard let target = realpath(path, nil) else {
      throw .cannotOpen(path: path, detail: "it is a symbolic link: " + String(cString: strerror(errno)))
    }
    defer { free(target) }
    return String(cString: target)
  }

  /// Throws unless there is nothing at `path`, or a file that can be read and written. To be asked before it is opened: a
  /// FIFO would be waited for, a directory opens and has no size, and what SQLite keeps beside the journal does not follow
  /// a symbolic link.
  public static func requirePlainFile(at path: String) throws(JournalError) {
    var found = stat()
    guard lstat(path, &found) == 0 else {
      if errno == ENOENT { return }
      throw .cannotOpen(path: path, detail: String(cString: strerror(errno)))
    }
    switch found.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .cannotOpen(path: path, detail: "it is a directory")
    case S_IFLNK: throw .cannotOpen(path: path, detail: "it is a symbolic link")
    default: throw .cannotOpen(path: path, detail: "it is no file")
    }
    guard access(path, R_OK | W_OK) == 0 else {
      throw .cannotOpen(path: path, detail: String(cString: strerror(errno)))
    }
  }

  /// The kernel's name for the time since the machine was started.
  static var presentBoot: String? {
    let fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    defer { Glibc.close(fd) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(fd, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count), as: UTF8.self).filter { !$0.isNewline }
  }

  /// Writes what is pending and moves the log into the database, so that the next start has nothing to replay. The last
  /// call: the file is let go of, and who comes next finds it free.
  public func close() throws(JournalError) {
    defer {
      failure = failure ?? .failed(path: database.path, detail: "it is closed")
      statements = nil
      database = nil
    }
    try writing { () throws(JournalError) in
      if !changed.isEmpty || isMarked {
        try database.transaction { () throws(JournalError) in
          if !changed.isEmpty { try writeTable() }
          try statements.removeMeta("worker")
        }
      }
      isMarked = false
      try database.checkpoint()
      database.removeMark()
    }
  }

  // MARK: Appending

  public func append(_ records: [JournalRecord]) throws { try keep(records) }

  /// `append` with the error's type.
  public func keep(_ records: [JournalRecord]) throws(JournalError) {
    guard !records.isEmpty else { return }
    try writing { () throws(JournalError) in
      let isFirst = !isMarked
      try database.transaction { () throws(JournalError) in
        if isFirst { try statements.set("worker", to: boot ?? "") }
        try write(records)
      }
      appends += 1
      if isFirst { database.beginMark() }
      database.noteLog()
      if isFirst {
        // Nothing may be delivered before it is sure that its loss would be noticed.
        isMarked = true
        guard database.isOnDisk else { return }
        try database.syncLog()
        database.noteIdentity()
      }
      if database.logPages >= settings.logPagesMax { try database.checkpoint() }
    }
  }

  /// The patterns of secret properties that the last daemon of this journal was given, which hold as long as nobody gives
  /// others: whoever starts it again, a client for instance, does not know them.
  public func secretPatterns() throws(JournalError) -> [String] {
    (try statements.text("secrets") ?? "").split(separator: "\n").map(String.init)
  }

  public func keep(secretPatterns patterns: [String]) throws(JournalError) {
    let text = patterns.joined(separator: "\n")
    if try statements.text("secrets") ?? "" != text { try statements.set("secrets", to: text) }
  }

  /// The highest number of a session that a commit is by, so that the next daemon calls nobody else so: `c17`.
  public func sessionsNamed() throws(JournalError) -> Int { try statements.integer("sessions") ?? 0 }

  private func noteSessions(of records: [JournalRecord]) throws(JournalError) {
    var highest = lastSession.number
    func note(_ by: String) {
      guard by != lastSession.name, by.first == "c", let number = Int(by.dropFirst()) else { return }
      lastSession.name = by
      highest = max(highest, number)
    }
    for case .commit(let commit) in records {
      note(commit.cause.by)
      if let asked = commit.cause.asked { note(asked.cause.by) }
    }
    guard highest > lastSession.number else { return }
    lastSession.number = highest
    if highest > (try sessionsNamed()) { try statements.set("sessions", to: highest) }
  }

  private func write(_ records: [JournalRecord]) throws(JournalError) {
    try noteSessions(of: records)
    var tableIsDue = false
    var variables: [String: PortableValue?] = [:]
    var batch: (first: Int, last: Int)?
    encoder.reset()
    for (index, record) in records.enumerated() {
      switch record {
      case .commit(let commit):
        do { try encoder.append(commit) { editKeeping.form(of: commit, at: $0) } } catch {
          throw .valueTooDeep(path: database.path, limit: Encoding.depthMax)
        }
        batch = (batch?.first ?? commit.revision, commit.revision)
        note(commit, isCovered: index + 1 < records.count && commit.isCovered(by: records[index + 1]))
      case .epoch(let epoch):
        // What came before belongs to another history, of this call as well.
        batch = nil
        try startHistory(epoch)
        encoder.reset()
      case .declare(let declaration):
        try statements.declare(declaration)
      case .withdraw(let order):
        try statements.withdraw(order)
      case .hold(let path, let value?): variables[path] = .some(value)
      case .hold(let path, nil): variables[path] = .some(nil)
      case .lead(let lead): try statements.set("lead", to: lead)
      case .forget(let path):
        try end(path)
        // The log may hold values of this path; replayed over a table that lacks this, they would bring it back.
        changed[path] = .removed
        tableIsDue = true
      case .keep(let kept):
        try end(kept.path)
        // In the log there is only that it is gone.
        changed[kept.path] = .value(kept)
        tableIsDue = true
      }
    }
    if let batch { try writeLog(batch) }
    for (path, value) in variables {
      if let value {
        try statements.setVariable(path, encoded: try encoded(value))
      } else {
        try statements.removeVariable(path)
      }
    }
    if tableIsDue || commitsSinceTable >= settings.commitsBetweenTables || changed.count >= settings.pathsBetweenTables
      || total - totalAtTable >= settings.bytesBetweenTables
    {
      try writeTable()
      try prune()
    }
  }

  /// - Parameter isCovered: what follows it has the last word about its paths.
  private func note(_ commit: CommitRecord, isCovered: Bool) {
    revision = commit.revision
    commitsSinceTable += 1
    if isCovered { return }
    for position in commit.changes.indices {
      let isRemoved = commit.changes[position].value == nil
      changed[commit.changes[position].path] = isRemoved ? .removed : .change(commit, position)
    }
  }

  private func writeLog(_ batch: (first: Int, last: Int)) throws(JournalError) {
    if first == nil { first = (batch.first, total) }
    total += encoder.count
    try statements.log(first: batch.first, last: batch.last, total: total, body: encoder)
  }

  /// The value of a path comes to an end without a commit that tells it.
  private func end(_ path: String) throws(JournalError) {
    editKeeping.forget(path)
    guard first != nil || encoder.count > 1, let value = try present(path), value.isLarge else { return }
    try statements.setEnded(path, at: revision, encoded: try encodedAside(value))
    mayHaveEnded = true
  }

  private func startHistory(_ epoch: String) throws(JournalError) {
    try writeTable()
    try database.execute("DELETE FROM log")
    try statements.removeEnded(before: .max)
    mayHaveEnded = false
    editKeeping = EditKeeping()
    first = nil
    try statements.set("epoch", to: epoch)
  }

  /// Brings the table of current values to `revision`.
  private func writeTable() throws(JournalError) {
    for (path, entry) in changed {
      if let kept = entry.kept {
        try statements.setCurrent(kept, encoded: try encoded(kept.value))
      } else {
        try statements.removeCurrent(path)
      }
    }
    try statements.set("current_revision", to: revision)
    changed.removeAll(keepingCapacity: true)
    commitsSinceTable = 0
    totalAtTable = total
  }

  private func encoded(_ value: PortableValue) throws(JournalError) -> [UInt8] {
    encoder.reset()
    do { try encoder.append(value) } catch { throw .valueTooDeep(path: database.path, limit: Encoding.depthMax) }
    return encoder.bytes
  }

  /// The same while the encoder has the commits of a turn.
  private func encodedAside(_ value: PortableValue) throws(JournalError) -> [UInt8] {
    var aside = Encoder()
    swap(&aside, &encoder)
    defer { swap(&aside, &encoder) }
    return try encoded(value)
  }

  /// Forgets the oldest rows of the log while there is more than may be kept. Only what the table of current values knows
  /// goes, since this follows `writeTable` in the same transaction. What is too much for once is left to the next time.
  private func prune() throws(JournalError) {
    guard let oldest = first,
      revision - oldest.revision >= settings.commitsMax || total - oldest.totalBefore > settings.logBytesMax
    else { return }
    // The newest row satisfies both, so something always stays.
    guard
      var kept = try statements.firstRowOfLog(
        after: revision - settings.commitsMax, withTotalAbove: total - settings.logBytesMax)
    else { return }
    if kept.total - kept.bytes - oldest.totalBefore > settings.bytesForgottenMax,
      let row = try statements.firstRowOfLog(
        after: oldest.revision, withTotalAbove: oldest.totalBefore + settings.bytesForgottenMax)
    {
      kept = row
    }
    try statements.pruneLog(before: kept.last)
    try statements.removeEnded(before: kept.first)
    first = (kept.first, kept.total - kept.bytes)
  }

  // MARK: Reading

  public func load() throws -> JournalContents { try contents() }

  /// `load` with the error's type.
  public func contents() throws(JournalError) -> JournalContents {
    try writing { () throws(JournalError) in
      var values: [String: KeptValue] = [:]
      try statements.forEachCurrent { kept in values[kept.path] = kept }
      for (path, entry) in changed { values[path] = entry.kept }
      var contents = JournalContents(
        epoch: try statements.text("epoch"), revision: revision, declarations: try statements.declarations(),
        values: values.values.sorted { $0.path < $1.path }, variables: try statements.variables())
      contents.lead = try statements.integer("lead") ?? 0
      contents.mayHaveLost = mayHaveLost
      contents.damage = damage
      return contents
    }
  }

  public func commits(after revision: Int, limit: Int) throws -> [CommitRecord] {
    try log(after: revision, limit: limit)
  }

  public func commits(after revision: Int, limit: Int, bytes: Int) throws -> [CommitRecord] {
    try log(after: revision, limit: limit, bytes: bytes)
  }

  /// `commits(after:limit:)` with the error's type.
  public func log(after revision: Int, limit: Int, bytes: Int = .max) throws(JournalError) -> [CommitRecord] {
    guard limit > 0 else { return [] }
    return try writing { () throws(JournalError) in
      var (found, tail): ([StoredCommit], [StoredCommit]) = ([], [])
      // Paths with edits that no whole value has followed yet, and the last of these commits.
      var open: [String: Int] = [:]
      var size = 0
      try statements.forEachCommit(after: revision) { (commit: StoredCommit) throws(JournalError) in
        guard commit.revision > revision else { return true }
        let isWanted = found.isEmpty || found.count < limit && size < bytes
        guard isWanted || commit.record.changes.contains(where: { open[$0.path] != nil }) else { return true }
        if isWanted {
          found.append(commit)
          if bytes != .max { size += commit.record.byteCount }
        } else {
          // Of other paths it may have edits, and those that follow are not read.
          tail.append(commit.changes { open[$0] != nil })
        }
        for (position, change) in commit.record.changes.enumerated() where isWanted || open[change.path] != nil {
          open[change.path] = commit.edits[position] != nil && change.value == nil ? commit.revision : nil
        }
        guard found.count == limit || size >= bytes else { return true }
        // What the path has now is from this commit: nothing more is to come.
        for (path, last) in open where try presentRevision(of: path) == last { open[path] = nil }
        return !open.isEmpty
      }
      guard let commits = try resolved(found, tail: tail) else { throw unfitting }
      return commits
    }
  }

  private var unfitting: JournalError {
    .corrupt(path: database.path, detail: "edits of a value do not fit the value")
  }

  /// The first value of a path that came to an end at one of these commits without being told by one.
  func ended(_ path: String, within revisions: Range<Int>) throws(JournalError) -> PortableValue? {
    try statements.ended(path, within: revisions)
  }

  /// The value at a path, as of the last commit.
  func present(_ path: String) throws(JournalError) -> PortableValue? {
    if let entry = changed[path] { return entry.kept?.value }
    return try statements.current(path)
  }

  /// The commit that a path has its value from.
  private func presentRevision(of path: String) throws(JournalError) -> Int? {
    if let entry = changed[path] { return entry.kept?.revision }
    return try statements.currentRevision(of: path)
  }

  public var oldestRevision: Int? { first?.revision }
  public var commitsKept: Int { settings.commitsMax }

  /// Where the log begins and ends, and what the table of current values has missed.
  private func readBounds() throws(JournalError) {
    let tableRevision = try statements.integer("current_revision") ?? 0
    revision = tableRevision
    if let row = try statements.firstRowOfLog(after: 0, withTotalAbove: 0) {
      first = (row.first, row.total - row.bytes)
    }
    if let row = try statements.lastRowOfLog() {
      total = row.total
      totalAtTable = total
      revision = max(revision, row.last)
    }
    try statements.forEachEnded { _ in mayHaveEnded = true }
    try statements.forEachCommit(after: tableRevision) { (stored: StoredCommit) throws(JournalError) in
      guard stored.revision > tableRevision else { return true }
      guard let commit = try following(stored) else { throw unfitting }
      note(commit, isCovered: false)
      return true
    }
  }

  // MARK: Disk

  /// Begins to copy everything that was appended, and what will be until the copy is done, to a file.
  public func beginBackup(to path: String) throws(CopyError) -> Backup {
    if let failure { throw CopyError(failure, of: path) }
    return try Backup(of: database, to: path)
  }

  /// Waits until everything appended so far is on the disk itself, in a file that can be found again; almost free when
  /// nothing was since the last time.
  public func sync() throws(JournalError) {
    try writing { () throws(JournalError) in
      try database.requirePresence()
      if !isSynced { try database.syncLog() }
    }
    appendsSynced = appends
  }

  /// What a `sync` waits for, to be waited for elsewhere; `nil` where there is nothing to wait for.
  public func beginSync() throws(JournalError) -> JournalSync? {
    try writing { () throws(JournalError) in
      try database.requirePresence()
      guard !isSynced else { return nil }
      guard let log = try database.logFile() else {
        try database.syncLog()
        appendsSynced = appends
        return nil
      }
      return JournalSync(log: log, appends: appends)
    }
  }

  /// That has been waited for. Throws what came of it, which the journal fails of.
  public func endSync(_ sync: JournalSync, _ failure: JournalError?) throws(JournalError) {
    try writing { () throws(JournalError) in
      if let failure { throw failure }
      try database.requirePresence()
    }
    appendsSynced = max(appendsSynced, sync.appends)
  }

  /// Moves a log that has grown into the database, which takes longer the more of it is not on the disk: after a sync. In
  /// mid-work, when the last appends are not there yet, only one that has become large.
  public func tidy() throws(JournalError) {
    guard database.logPages >= (isSynced ? settings.logPagesIdle : settings.logPagesBusy) else { return }
    try writing { () throws(JournalError) in try database.checkpoint() }
  }

  /// Runs `body` unless the journal has failed before; remembers a failure.
  private func writing<Result>(_ body: () throws(JournalError) -> Result) throws(JournalError) -> Result {
    if let failure { throw failure }
    do {
      return try body()
    } catch {
      failure = error
      throw error
    }
  }
}

extension CommitRecord {
  /// About how many bytes the values have that are there as a whole.
  fileprivate var byteCount: Int {
    changes.reduce(0) { $0 + ($1.value?.byteCount ?? 0) + ($1.old?.byteCount ?? 0) }
  }

  /// Whether the next record sets the one path that this one sets.
  fileprivate func isCovered(by next: JournalRecord) -> Bool {
    guard changes.count == 1, case .commit(let next) = next, next.changes.count == 1 else { return false }
    return changes[0].path == next.changes[0].path
  }
}

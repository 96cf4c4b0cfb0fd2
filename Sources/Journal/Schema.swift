// The tables, and how an older journal becomes a current one. A migration is never changed once it has been released; the
// next one is added behind it.
//
//   log           one row a turn: the commits of the turn, consecutive, encoded together. The only table a usual turn
//                 writes to, at its end, so that a turn costs one page and not one for every path it touched.
//   current       the value of each path as of `current_revision`. Brought up to date from time to time, and whenever a
//                 turn does something that must not be undone by replaying the log over it.
//   ended         the last values, where they are large, of what came to an end without a commit, for as long as the log has
//                 edits that lead to them: see `Journal+Edits.swift`.
//   variables     what each top-level name holds, and which objects are where: see `HeldValue`. Written with each turn
//                 that changes one.
//   declarations  the accepted source, in the order it is evaluated in.
//   meta          single facts: the epoch, the revision `current` stands at, how far a calendar that was moved is ahead.

enum Schema {
  /// "CoMb": tells our files from other people's databases.
  static let applicationID = 0x436F_4D62

  /// Each takes the tables from the format of its index to the next.
  static let migrations: [String] = [
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE log (
      last INTEGER PRIMARY KEY,   -- revision of the last commit of the turn
      first INTEGER NOT NULL,     -- and of the first
      total INTEGER NOT NULL,     -- bytes of all bodies up to this one, so that the size of any range is a subtraction
      body BLOB NOT NULL);
    CREATE TABLE current (
      path TEXT PRIMARY KEY, revision INTEGER NOT NULL, at INTEGER NOT NULL, version INTEGER NOT NULL, value BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE declarations (
      place INTEGER PRIMARY KEY, names TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL);
    """,
    "ALTER TABLE declarations ADD COLUMN namespace TEXT NOT NULL DEFAULT ''",
    """
    ALTER TABLE declarations ADD COLUMN script INTEGER NOT NULL DEFAULT 1;
    CREATE TABLE variables (path TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    """,
    """
    CREATE TABLE ended (
      path TEXT NOT NULL,
      revision INTEGER NOT NULL,  -- that of the last commit by then
      value BLOB NOT NULL, PRIMARY KEY (path, revision)) WITHOUT ROWID;
    """,
    "-- No other tables: changes in the log say whether clients are told of them",
  ]

  /// The format this program writes.
  static var current: Int { migrations.count }

  /// Throws unless the database is empty or ours, and of a format we know. Looks only: a database of somebody else's is
  /// left as it was.
  static func refuseForeign(_ database: Database, known: Int = migrations.count) throws(JournalError) {
    let application = try database.integer("PRAGMA application_id")
    let found = try database.integer("PRAGMA user_version")
    let isEmpty = try database.integer("SELECT count(*) FROM sqlite_master") == 0
    guard application == applicationID || (application == 0 && found == 0 && isEmpty) else {
      throw .notAJournal(path: database.path)
    }
    guard found <= known else { throw .newerFormat(path: database.path, found: found, known: known) }
  }

  /// Makes the tables or brings them to the current format, as one transaction.
  static func migrate(_ database: Database, with migrations: [String] = migrations) throws(JournalError) {
    let found = try database.integer("PRAGMA user_version")
    guard found < migrations.count else { return }
    try database.transaction { () throws(JournalError) in
      for migration in migrations[found...] { try database.execute(migration) }
      try database.execute("PRAGMA application_id = \(applicationID)")
      try database.execute("PRAGMA user_version = \(migrations.count)")
    }
  }
}

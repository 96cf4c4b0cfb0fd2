// A prepared statement. Column values are valid until the next step; they are copied out here, so nobody else needs to know.
internal import CSQLite

/// One SQL statement, compiled once and run many times. Owns its `sqlite3_stmt`; must not be run once its database is gone
/// (dropping it afterwards is fine: SQLite keeps what it needs until then).
final class Statement {
  private unowned let database: Database
  private let handle: OpaquePointer

  init(_ sql: String, in database: Database) throws(JournalError) {
    var prepared: OpaquePointer?
    // PERSISTENT: kept for the life of the connection, so not from its small fast memory.
    try database.check(
      sqlite3_prepare_v3(database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    guard let prepared else { preconditionFailure("no statement in: \(sql)") }
    self.database = database
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  // MARK: Parameters, counted from 1

  func bind(_ index: Int32, _ value: Int) { bound(sqlite3_bind_int64(handle, index, Int64(value))) }

  func bind(_ index: Int32, _ text: String) {
    var text = text
    bound(
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // A null pointer would bind NULL.
          $0.isEmpty
            ? sqlite3_bind_text(handle, index, "", 0, nil)
            : sqlite3_bind_text(handle, index, $0.baseAddress, Int32($0.count), csqlite_transient())
        }
      })
  }

  /// Binds without copying: `bytes` must stay in place until the statement has run.
  func bind(_ index: Int32, borrowing bytes: UnsafeRawBufferPointer) {
    bound(
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count), nil))
  }

  private func bound(_ code: Int32) { precondition(code == SQLITE_OK, "a parameter that the statement does not have") }

  // MARK: Running

  /// True while there is a row.
  func step() throws(JournalError) -> Bool {
    let code = sqlite3_step(handle)
    try database.check(code)
    return code == SQLITE_ROW
  }

  /// Makes it ready to be bound and run again.
  func reset() { sqlite3_reset(handle) }

  /// Runs a statement that gives no rows, and makes it ready again whatever happens.
  func run() throws(JournalError) {
    defer { reset() }
    _ = try step()
  }

  /// Calls `body` for each row, and makes the statement ready again; `body` ends it early with false.
  func forEachRow(_ body: () throws(JournalError) -> Bool) throws(JournalError) {
    defer { reset() }
    while try step() { if !(try body()) { return } }
  }

  // MARK: Columns, counted from 0

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func withBlob<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    let bytes = sqlite3_column_blob(handle, column)
    return try body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }
}

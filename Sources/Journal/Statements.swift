// Every SQL statement that runs while the daemon works, prepared once, behind a typed function each.

internal import Engine
internal import Language

final class Statements {
  private let database: Database
  private let insertLog: Statement
  private let selectLog: Statement
  private let selectRow: Statement
  private let selectLastRow: Statement
  private let deleteLog: Statement
  private let upsertCurrent: Statement
  private let deleteCurrent: Statement
  private let selectOneCurrent: Statement
  private let selectRevision: Statement
  private let selectCurrent: Statement
  private let insertEnded: Statement
  private let selectEnded: Statement
  private let selectAllEnded: Statement
  private let deleteEnded: Statement
  private let upsertVariable: Statement
  private let deleteVariable: Statement
  private let selectVariables: Statement
  private let upsertDeclaration: Statement
  private let deleteDeclaration: Statement
  private let selectDeclarations: Statement
  private let upsertMeta: Statement
  private let selectMeta: Statement
  private let deleteMeta: Statement

  init(_ database: Database) throws(JournalError) {
    self.database = database
    insertLog = try Statement("INSERT INTO log (last, first, total, body) VALUES (?1, ?2, ?3, ?4)", in: database)
    selectLog = try Statement("SELECT body FROM log WHERE last > ?1 ORDER BY last", in: database)
    selectRow = try Statement(
      "SELECT last, first, total, length(body) FROM log WHERE last > ?1 AND total > ?2 ORDER BY last LIMIT 1",
      in: database)
    selectLastRow = try Statement("SELECT last, total FROM log ORDER BY last DESC LIMIT 1", in: database)
    deleteLog = try Statement("DELETE FROM log WHERE last < ?1", in: database)
    upsertCurrent = try Statement(
      """
      INSERT INTO current (path, revision, at, version, value) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (path) DO UPDATE SET revision = ?2, at = ?3, version = ?4, value = ?5
      """, in: database)
    deleteCurrent = try Statement("DELETE FROM current WHERE path = ?1", in: database)
    selectOneCurrent = try Statement("SELECT value FROM current WHERE path = ?1", in: database)
    selectRevision = try Statement("SELECT revision FROM current WHERE path = ?1", in: database)
    selectCurrent = try Statement("SELECT path, revision, at, version, value FROM current", in: database)
    // Edits lead to what ended first, should more have ended since the same commit.
    insertEnded = try Statement("INSERT OR IGNORE INTO ended (path, revision, value) VALUES (?1, ?2, ?3)", in: database)
    selectEnded = try Statement(
      "SELECT value FROM ended WHERE path = ?1 AND revision >= ?2 AND revision < ?3 ORDER BY revision LIMIT 1",
      in: database)
    selectAllEnded = try Statement("SELECT value FROM ended", in: database)
    deleteEnded = try Statement("DELETE FROM ended WHERE revision < ?1", in: database)
    upsertVariable = try Statement("INSERT OR REPLACE INTO variables (path, value) VALUES (?1, ?2)", in: database)
    deleteVariable = try Statement("DELETE FROM variables WHERE path = ?1", in: database)
    selectVariables = try Statement("SELECT path, value FROM variables", in: database)
    upsertDeclaration = try Statement(
      """
      INSERT OR REPLACE INTO declarations (place, names, file, line, text, namespace, script)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, in: database)
    deleteDeclaration = try Statement("DELETE FROM declarations WHERE place = ?1", in: database)
    selectDeclarations = try Statement(
      "SELECT place, names, file, line, text, namespace, script FROM declarations ORDER BY place", in: database)
    upsertMeta = try Statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)", in: database)
    deleteMeta = try Statement("DELETE FROM meta WHERE key = ?1", in: database)
    selectMeta = try Statement("SELECT value FROM meta WHERE key = ?1", in: database)
  }

  // MARK: The log

  func log(first: Int, last: Int, total: Int, body: borrowing Encoder) throws(JournalError) {
    insertLog.bind(1, last)
    insertLog.bind(2, first)
    insertLog.bind(3, total)
    try body.withBytes { run(insertLog, binding: $0, at: 4) }.get()
  }

  /// Each commit of the rows that reach beyond `revision`, oldest first, until `body` answers false.
  func forEachCommit(
    after revision: Int, _ body: (StoredCommit) throws(JournalError) -> Bool
  ) throws(JournalError) {
    selectLog.bind(1, revision)
    try selectLog.forEachRow { () throws(JournalError) in
      try selectLog.withBlob(0) { (bytes) throws(JournalError) in
        var decoder = try decoded { () throws(EncodingError) in try Decoder(bytes) }
        while !decoder.isAtEnd {
          let commit = try decoded { () throws(EncodingError) in try decoder.commit() }
          if !(try body(commit)) { return false }
        }
        return true
      }
    }
  }

  /// The oldest row that ends after `revision` and at which the bodies add up to more than `total` bytes. Both grow along
  /// the log: the first is found by index, the second by looking at the rows in between.
  func firstRowOfLog(
    after revision: Int, withTotalAbove total: Int
  ) throws(JournalError) -> (first: Int, last: Int, total: Int, bytes: Int)? {
    selectRow.bind(1, revision)
    selectRow.bind(2, total)
    defer { selectRow.reset() }
    guard try selectRow.step() else { return nil }
    return (selectRow.integer(1), selectRow.integer(0), selectRow.integer(2), selectRow.integer(3))
  }

  func lastRowOfLog() throws(JournalError) -> (last: Int, total: Int)? {
    defer { selectLastRow.reset() }
    guard try selectLastRow.step() else { return nil }
    return (selectLastRow.integer(0), selectLastRow.integer(1))
  }

  func pruneLog(before last: Int) throws(JournalError) {
    deleteLog.bind(1, last)
    try deleteLog.run()
  }

  // MARK: Current values

  func setCurrent(_ kept: KeptValue, encoded: [UInt8]) throws(JournalError) {
    upsertCurrent.bind(1, kept.path)
    upsertCurrent.bind(2, kept.revision)
    upsertCurrent.bind(3, kept.at)
    upsertCurrent.bind(4, kept.version)
    try run(upsertCurrent, binding: encoded, at: 5)
  }

  func removeCurrent(_ path: String) throws(JournalError) {
    deleteCurrent.bind(1, path)
    try deleteCurrent.run()
  }

  func forEachCurrent(_ body: (KeptValue) -> Void) throws(JournalError) {
    try selectCurrent.forEachRow { () throws(JournalError) in
      let value = try value(of: selectCurrent, at: 4)
      body(
        KeptValue(
          path: selectCurrent.text(0), value: value, revision: selectCurrent.integer(1), at: selectCurrent.integer(2),
          version: selectCurrent.integer(3)))
      return true
    }
  }

  func current(_ path: String) throws(JournalError) -> PortableValue? {
    selectOneCurrent.bind(1, path)
    defer { selectOneCurrent.reset() }
    return try selectOneCurrent.step() ? try value(of: selectOneCurrent, at: 0) : nil
  }

  /// The commit that a path has its value from.
  func currentRevision(of path: String) throws(JournalError) -> Int? {
    selectRevision.bind(1, path)
    defer { selectRevision.reset() }
    return try selectRevision.step() ? selectRevision.integer(0) : nil
  }

  // MARK: Values that have ended

  func setEnded(_ path: String, at revision: Int, encoded: [UInt8]) throws(JournalError) {
    insertEnded.bind(1, path)
    insertEnded.bind(2, revision)
    try run(insertEnded, binding: encoded, at: 3)
  }

  /// The first value of a path that ended at one of these commits.
  func ended(_ path: String, within revisions: Range<Int>) throws(JournalError) -> PortableValue? {
    selectEnded.bind(1, path)
    selectEnded.bind(2, revisions.lowerBound)
    selectEnded.bind(3, revisions.upperBound)
    defer { selectEnded.reset() }
    return try selectEnded.step() ? try value(of: selectEnded, at: 0) : nil
  }

  func forEachEnded(_ body: (PortableValue) -> Void) throws(JournalError) {
    try selectAllEnded.forEachRow { () throws(JournalError) in
      body(try value(of: selectAllEnded, at: 0))
      return true
    }
  }

  func removeEnded(before revision: Int) throws(JournalError) {
    deleteEnded.bind(1, revision)
    try deleteEnded.run()
  }

  private func value(of statement: Statement, at column: Int32) throws(JournalError) -> PortableValue {
    try statement.withBlob(column) { (bytes) throws(JournalError) in
      try decoded { () throws(EncodingError) in
        var decoder = try Decoder(bytes)
        let value = try decoder.value()
        guard decoder.isAtEnd else { throw .malformed("bytes after the value", at: 0) }
        return value
      }
    }
  }

  // MARK: Variables

  func setVariable(_ path: String, encoded: [UInt8]) throws(JournalError) {
    upsertVariable.bind(1, path)
    try run(upsertVariable, binding: encoded, at: 2)
  }

  func removeVariable(_ path: String) throws(JournalError) {
    deleteVariable.bind(1, path)
    try deleteVariable.run()
  }

  func variables() throws(JournalError) -> [String: PortableValue] {
    var found: [String: PortableValue] = [:]
    try selectVariables.forEachRow { () throws(JournalError) in
      found[selectVariables.text(0)] = try value(of: selectVariables, at: 1)
      return true
    }
    return found
  }

  // MARK: Declarations

  func declare(_ declaration: DeclarationRecord) throws(JournalError) {
    upsertDeclaration.bind(1, declaration.order)
    upsertDeclaration.bind(2, declaration.names.joined(separator: "\n"))
    upsertDeclaration.bind(3, declaration.file)
    upsertDeclaration.bind(4, declaration.line)
    upsertDeclaration.bind(5, declaration.text)
    upsertDeclaration.bind(6, declaration.namespace)
    upsertDeclaration.bind(7, declaration.isScript ? 1 : 0)
    try upsertDeclaration.run()
  }

  func withdraw(_ order: Int) throws(JournalError) {
    deleteDeclaration.bind(1, order)
    try deleteDeclaration.run()
  }

  func declarations() throws(JournalError) -> [DeclarationRecord] {
    var found: [DeclarationRecord] = []
    try selectDeclarations.forEachRow { () throws(JournalError) in
      found.append(
        DeclarationRecord(
          order: selectDeclarations.integer(0), namespace: selectDeclarations.text(5),
          names: selectDeclarations.text(1).split(separator: "\n").map(String.init), file: selectDeclarations.text(2),
          line: selectDeclarations.integer(3), text: selectDeclarations.text(4),
          isScript: selectDeclarations.integer(6) != 0))
      return true
    }
    return found
  }

  // MARK: Single facts

  func set(_ key: String, to value: String) throws(JournalError) {
    upsertMeta.bind(1, key)
    upsertMeta.bind(2, value)
    try upsertMeta.run()
  }

  func set(_ key: String, to value: Int) throws(JournalError) {
    upsertMeta.bind(1, key)
    upsertMeta.bind(2, value)
    try upsertMeta.run()
  }

  func removeMeta(_ key: String) throws(JournalError) {
    deleteMeta.bind(1, key)
    try deleteMeta.run()
  }

  func text(_ key: String) throws(JournalError) -> String? {
    selectMeta.bind(1, key)
    defer { selectMeta.reset() }
    return try selectMeta.step() ? selectMeta.text(0) : nil
  }

  func integer(_ key: String) throws(JournalError) -> Int? {
    selectMeta.bind(1, key)
    defer { selectMeta.reset() }
    return try selectMeta.step() ? selectMeta.integer(0) : nil
  }

  // MARK: Helpers

  private func run(_ statement: Statement, binding bytes: [UInt8], at index: Int32) throws(JournalError) {
    try bytes.withUnsafeBytes { run(statement, binding: $0, at: index) }.get()
  }

  private func run(_ statement: Statement, binding bytes: UnsafeRawBufferPointer, at index: Int32)
    -> Result<Void, JournalError>
  {
    statement.bind(index, borrowing: bytes)
    return Result { () throws(JournalError) in try statement.run() }
  }

  private func decoded<Result>(_ body: () throws(EncodingError) -> Result) throws(JournalError) -> Result {
    do {
      return try body()
    } catch {
      switch error {
      case .version(let found):
        throw .newerFormat(path: database.path, found: found, known: Int(Encoding.newestVersion))
      case .tooDeep: throw .corrupt(path: database.path, detail: "a value is nested too deeply")
      case .malformed(let what, let position):
        throw .corrupt(path: database.path, detail: "\(what) at byte \(position) of a record")
      }
    }
  }
}

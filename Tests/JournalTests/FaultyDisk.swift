// A file layer for SQLite that fails on demand: the n-th change of the disk (write, truncation, sync, deletion) meets an
// error, or half a write, or the end of the process. Everything else goes through to the real file layer.
//
// SQLite's interface is C functions without context, so the plan is global; the suites that use it are serialized.
import CSQLite
import Glibc
import TestSupport

enum FaultyDisk {
  enum Fault: Sendable {
    /// This change fails with a result code, the later ones work: a full disk on which somebody made room.
    case once(Int32)
    /// This change and all later ones fail: what is on the disk stays as if the process had died here.
    case dead
    /// As `dead`, and half of this write has still reached the disk.
    case torn
    /// The process is killed instead of making this change.
    case kill
  }

  static let name = "faulty"
  nonisolated(unsafe) private static var countdown = Int.max
  nonisolated(unsafe) private static var fault = Fault.dead
  nonisolated(unsafe) private static var isDead = false
  nonisolated(unsafe) private(set) static var struck = false
  /// Contents of the files at their last sync, by path: what survives a loss of power.
  nonisolated(unsafe) private static var synced: [String: [UInt8]] = [:]
  nonisolated(unsafe) private static var files: [UnsafeMutablePointer<sqlite3_file>: OpenFile] = [:]

  private struct OpenFile {
    var path: String
    var methods: UnsafePointer<sqlite3_io_methods>
  }

  nonisolated(unsafe) private static let real: UnsafeMutablePointer<sqlite3_vfs> = sqlite3_vfs_find(nil)
  /// Our tables by the real one they stand before: databases and logs have different ones.
  nonisolated(unsafe) private static var tables:
    [UnsafePointer<sqlite3_io_methods>: UnsafePointer<sqlite3_io_methods>] = [:]

  /// Registers the layer, once.
  static let registered: Bool = {
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: real.pointee)
    vfs.pointee.zName = UnsafePointer(strdup(name))
    vfs.pointee.pNext = nil
    vfs.pointee.xOpen = { _, path, file, flags, outFlags in
      let code = FaultyDisk.real.pointee.xOpen(FaultyDisk.real, path, file, flags, outFlags)
      if code == SQLITE_OK, let file { FaultyDisk.opened(file, path.map { String(cString: $0) } ?? "") }
      return code
    }
    vfs.pointee.xDelete = { _, path, syncDirectory in
      switch FaultyDisk.verdict() {
      case .pass: FaultyDisk.real.pointee.xDelete(FaultyDisk.real, path, syncDirectory)
      case .fail(let code), .half(let code): code
      }
    }
    return sqlite3_vfs_register(vfs, 0) == SQLITE_OK
  }()

  /// Lets `count` changes pass and makes the next one meet `fault`; forgets what happened before.
  static func arm(after count: Int, _ fault: Fault) {
    precondition(registered)
    countdown = count
    self.fault = fault
    isDead = false
    struck = false
    synced = [:]
  }

  /// Everything works from now on.
  static func heal() { arm(after: .max, .dead) }

  /// The disk dies now: what is written from here on, by closing for example, does not reach it.
  static func kill() { isDead = true }

  /// Takes back whatever was not synced, in every file that is or was open.
  static func loseUnsynced(in directory: TemporaryDirectory) {
    for file in directory.files {
      let path = directory.path + "/" + file
      write(synced[path] ?? [], to: path)
    }
  }

  private enum Verdict {
    case pass
    case fail(Int32)
    case half(Int32)
  }

  private static func verdict() -> Verdict {
    if isDead { return .fail(SQLITE_IOERR) }
    countdown -= 1
    guard countdown < 0, !struck else { return .pass }
    struck = true
    switch fault {
    case .once(let code): return .fail(code)
    case .dead:
      isDead = true
      return .fail(SQLITE_IOERR)
    case .torn:
      isDead = true
      return .half(SQLITE_IOERR)
    case .kill:
      Glibc.kill(getpid(), SIGKILL)
      return .fail(SQLITE_IOERR)
    }
  }

  private static func opened(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
    guard let real = file.pointee.pMethods else { return }
    files[file] = OpenFile(path: path, methods: real)
    if tables[real] == nil { tables[real] = table(before: real) }
    file.pointee.pMethods = tables[real]
  }

  private static func table(
    before real: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods> {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: real.pointee)
    methods.pointee.xWrite = { file, bytes, count, offset in
      let write = FaultyDisk.files[file!]!.methods.pointee.xWrite!
      switch FaultyDisk.verdict() {
      case .pass: return write(file, bytes, count, offset)
      case .fail(let code): return code
      case .half(let code):
        _ = write(file, bytes, count / 2, offset)
        return code
      }
    }
    methods.pointee.xTruncate = { file, size in
      switch FaultyDisk.verdict() {
      case .pass: FaultyDisk.files[file!]!.methods.pointee.xTruncate(file, size)
      case .fail(let code), .half(let code): code
      }
    }
    methods.pointee.xSync = { file, flags in
      switch FaultyDisk.verdict() {
      case .pass:
        let opened = FaultyDisk.files[file!]!
        FaultyDisk.synced[opened.path] = bytes(of: opened.path)
        return opened.methods.pointee.xSync(file, flags)
      case .fail(let code), .half(let code): return code
      }
    }
    return UnsafePointer(methods)
  }
}

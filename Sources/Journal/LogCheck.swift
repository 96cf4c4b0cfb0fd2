// The write-ahead log as SQLite will read it: up to the first frame that is not whole. Usually nothing of worth is behind
// that one (frames of an earlier round); where whole transactions are, they are lost, and SQLite does not say so. Damage to
// the very last frame cannot be distinguished from a transaction that was under way.

internal import Glibc

/// What of a write-ahead log will be cut off when it is opened.
struct LogCheck {
  /// Transactions that were complete, behind a frame that is damaged or missing.
  private(set) var lostTransactions = 0
  /// Bytes from that frame on.
  private(set) var lostBytes = 0
  /// Pages up to the end of the last whole transaction.
  private(set) var wholePages = 0

  /// Looks at the log of the database at `path`; nothing is lost where there is none.
  init(databaseAt path: String) {
    let fd = open(path + "-wal", O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return }
    defer { close(fd) }
    let size = Int(lseek(fd, 0, SEEK_END))
    guard size > Self.headerSize else { return }
    var bytes = [UInt8](repeating: 0, count: size)
    guard pread(fd, &bytes, size, 0) == size else { return }
    bytes.withUnsafeBytes { scan($0) }
  }

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  private mutating func scan(_ log: UnsafeRawBufferPointer) {
    func word(_ offset: Int) -> UInt32 { UInt32(bigEndian: log.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    let magic = word(0)
    guard magic & ~1 == 0x377F_0682 else { return }
    let isBigEndian = magic & 1 == 1
    let pageSize = Int(word(8))
    guard pageSize >= 512, pageSize <= 65_536 else { return }
    let salts = (word(16), word(20))

    /// SQLite's checksum, over pairs of words.
    func sum(_ range: Range<Int>, _ start: (UInt32, UInt32)) -> (UInt32, UInt32) {
      var (a, b) = start
      for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        let first = log.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let second = log.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        a = a &+ (isBigEndian ? UInt32(bigEndian: first) : UInt32(littleEndian: first)) &+ b
        b = b &+ (isBigEndian ? UInt32(bigEndian: second) : UInt32(littleEndian: second)) &+ a
      }
      return (a, b)
    }

    let frameSize = Self.frameHeaderSize + pageSize
    var running = sum(0..<24, (0, 0))
    // A log that is begun anew has its header written first; until then all of it is in the database.
    guard running == (word(24), word(28)) else { return }
    var isWhole = true
    var damagedAt: Int?
    var strangeAt: Int?
    var offset = Self.headerSize
    while offset + frameSize <= log.count {
      defer { offset += frameSize }
      // Frames with other salts are left from before the log began anew, unless one of the log's own stands behind them.
      guard (word(offset + 8), word(offset + 12)) == salts else {
        isWhole = false
        strangeAt = strangeAt ?? offset
        continue
      }
      damagedAt = damagedAt ?? strangeAt
      if isWhole {
        let next = sum(offset + Self.frameHeaderSize..<offset + frameSize, sum(offset..<offset + 8, running))
        if next == (word(offset + 16), word(offset + 20)) {
          running = next
          if word(offset + 4) != 0 { wholePages = (offset + frameSize - Self.headerSize) / frameSize }
          continue
        }
        isWhole = false
      }
      // The first one that is not whole may be the last that was written, by a process that died over it. What stands
      // behind it was written later, so it was whole once. A transaction's last frame has the size of the database.
      if damagedAt != nil, word(offset + 4) != 0 { lostTransactions += 1 }
      damagedAt = damagedAt ?? offset
    }
    if lostTransactions > 0, let damagedAt { lostBytes = log.count - damagedAt }
  }
}

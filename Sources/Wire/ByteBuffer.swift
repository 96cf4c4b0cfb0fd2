/// Bytes on their way: appended at the end, consumed at the front. Grows as needed and keeps what it has grown to.
///
///     0 ......... readIndex ▓▓▓▓▓▓▓▓▓▓ writeIndex ......... capacity
///       consumed              readable              free
///
/// Not copyable: a buffer belongs to one connection (or one writer), and copying it would hide a cost.
public struct ByteBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  public private(set) var capacity: Int
  public private(set) var readIndex = 0
  public private(set) var writeIndex = 0

  public init(capacity: Int = 256) {
    precondition(capacity > 0)
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// How many bytes can be read.
  public var count: Int { writeIndex - readIndex }
  public var isEmpty: Bool { writeIndex == readIndex }

  // MARK: Reading

  /// The readable bytes. The pointer is valid within `body` only.
  public func withReadable<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(start: base + readIndex, count: count))
  }

  /// A copy of the readable bytes.
  public func bytes() -> [UInt8] { withReadable { Array($0) } }

  /// Forgets the first `count` readable bytes.
  /// - Precondition: `count` is not more than can be read.
  public mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= self.count)
    readIndex += count
    if readIndex == writeIndex {
      readIndex = 0
      writeIndex = 0
    }
  }

  public mutating func removeAll() {
    readIndex = 0
    writeIndex = 0
  }

  /// Forgets everything after the first `count` readable bytes: takes back what was written last.
  public mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    writeIndex = readIndex + count
  }

  // MARK: Writing

  public mutating func append(_ byte: UInt8) {
    if writeIndex == capacity { makeRoom(1) }
    base[writeIndex] = byte
    writeIndex += 1
  }

  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    reserve(bytes.count)
    UnsafeMutableRawPointer(base + writeIndex).copyMemory(from: start, byteCount: bytes.count)
    writeIndex += bytes.count
  }

  public mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  public mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  public mutating func append(utf8 text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Lets `body` write into free space of at least `minimum` bytes; it returns how many it wrote.
  public mutating func withSpace(
    atLeast minimum: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int
  ) rethrows {
    reserve(minimum)
    let space = UnsafeMutableRawBufferPointer(start: base + writeIndex, count: capacity - writeIndex)
    let written = try body(space)
    precondition(written >= 0 && written <= space.count)
    writeIndex += written
  }

  /// Makes sure that `count` bytes can be appended without growing.
  public mutating func reserve(_ count: Int) {
    if capacity - writeIndex < count { makeRoom(count) }
  }

  /// Moves what is readable to the front when that frees enough, grows otherwise.
  private mutating func makeRoom(_ needed: Int) {
    let readable = count
    if readIndex >= capacity / 2 && capacity - readable >= needed {
      UnsafeMutableRawPointer(base).copyMemory(from: base + readIndex, byteCount: readable)
    } else {
      capacity = max(capacity * 2, readable + needed)
      let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      UnsafeMutableRawPointer(grown).copyMemory(from: base + readIndex, byteCount: readable)
      base.deallocate()
      base = grown
    }
    readIndex = 0
    writeIndex = readable
  }

  /// Gives memory back after an unusually large message; does nothing while bytes are waiting.
  public mutating func shrink(to capacity: Int) {
    guard isEmpty, self.capacity > capacity else { return }
    base.deallocate()
    self.capacity = capacity
    base = .allocate(capacity: capacity)
    removeAll()
  }
}

/// The bytes of a blob that is being written, in memory of its own that is used again for the next.
///
/// An array asks at each byte whether it is the only one that has its memory; a commit is some forty bytes, most of them
/// appended one by one, and this took more time than all of SQLite. Nothing here is read before it was written: `count`
/// bytes are, and the pointer is never given away for longer than a call.
struct EncodedBytes: ~Copyable {
  private var base = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 1)
  private var capacity = 1024
  private(set) var count = 0
  /// More is given back when the next blob begins.
  private static let keptMax = 1 << 20

  deinit { base.deallocate() }

  var readable: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  mutating func removeAll() {
    count = 0
    if capacity > Self.keptMax { move(to: 1024) }
  }

  /// Makes the first byte, once there is one, at least this.
  mutating func raiseFirst(to byte: UInt8) {
    if base.load(as: UInt8.self) < byte { base.storeBytes(of: byte, as: UInt8.self) }
  }

  mutating func append(_ byte: UInt8) {
    if count == capacity { move(to: capacity * 2) }
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    if capacity - count < bytes.count { move(to: max(capacity * 2, count + bytes.count)) }
    (base + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  private mutating func move(to newCapacity: Int) {
    let grown = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 1)
    grown.copyMemory(from: base, byteCount: count)
    base.deallocate()
    (base, capacity) = (grown, newCapacity)
  }
}

// Lines for standard output, written in one piece as long as more of them are at hand.
import Wire

/// Who writes a hundred thousand lines a second has no time for a call of the kernel for each. `flush` before waiting, and
/// before anything is said elsewhere, so that nobody waits for what is known and all comes in its order.
struct BatchedOutput: ~Copyable {
  private var bytes = ByteBuffer(capacity: 4096)
  private static let bytesMax = 64 << 10

  mutating func append(_ lines: [String]) {
    for line in lines {
      bytes.append(utf8: outputIsTerminal ? harmless(line) : line)
      bytes.append(UInt8(ascii: "\n"))
    }
    if bytes.count >= Self.bytesMax { flush() }
  }

  /// Lets `body` append lines with their ends.
  mutating func append<R>(_ body: (inout ByteBuffer) -> R) -> R {
    let result = body(&bytes)
    if bytes.count >= Self.bytesMax { flush() }
    return result
  }

  mutating func flush() {
    guard !bytes.isEmpty else { return }
    bytes.withReadable { writeOutput($0) }
    bytes.removeAll()
  }
}

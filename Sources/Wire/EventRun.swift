// Many events of one subscription in one step. Their bodies are encoded already, and lie in one stretch of memory; what is the
// subscription's own is the beginning of each line and its number. One loop copies both, and touches nothing that is counted.

/// Where the body of an event lies within bytes that hold many.
public struct BodySpan: Equatable, Sendable {
  public var offset: Int
  public var count: Int

  public init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }
}

extension FrameEncoder {
  /// Writes an event for each body, numbered from `number` on.
  /// - Parameter bytes: what the spans are within. O(bytes written).
  public mutating func events(
    _ prefix: EventPrefix, from number: Int, _ bodies: UnsafeBufferPointer<BodySpan>, in bytes: UnsafeRawBufferPointer
  ) {
    precondition(!isInBatch, "an event is no member of a batch")
    let head = prefix.bytes.count
    let size = bodies.reduce(0) { $0 + $1.count } + bodies.count * (head + DecimalCounter.digitsMax)
    withSpace(atLeast: size) { space in
      prefix.bytes.withUnsafeBytes { prefix in
        var counter = DecimalCounter(number)
        var position = 0
        func add(_ piece: UnsafeRawBufferPointer) {
          UnsafeMutableRawBufferPointer(rebasing: space[position...]).copyMemory(from: piece)
          position += piece.count
        }
        for body in bodies {
          add(prefix)
          counter.withDigits(add)
          add(UnsafeRawBufferPointer(rebasing: bytes[body.offset..<body.offset + body.count]))
          counter.advance()
        }
        return position
      }
    }
  }
}

/// A number as digits, which counts by one.
private struct DecimalCounter {
  static let digitsMax = 20

  /// The last digits of twenty, in the order of writing.
  private var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
  private var begin = digitsMax

  /// - Precondition: not negative.
  init(_ number: Int) {
    precondition(number >= 0)
    var rest = number
    repeat {
      begin -= 1
      digits[begin] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
  }

  mutating func advance() {
    var place = Self.digitsMax - 1
    while digits[place] == UInt8(ascii: "9") {
      digits[place] = UInt8(ascii: "0")
      place -= 1
    }
    digits[place] += 1
    begin = min(begin, place)
  }

  func withDigits(_ body: (UnsafeRawBufferPointer) -> Void) {
    digits.span.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[begin...])) }
  }
}

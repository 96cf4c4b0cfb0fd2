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
    var size = bodies.count * (head + DecimalCounter.digitsMax)
    for body in bodies { size += body.count }
    guard let source = bytes.baseAddress else { return }
    withSpace(atLeast: size) { space in
      // Enough for all of it, so that nothing has to be asked within the loop.
      let start = space.baseAddress!
      var end = start
      var counter = DecimalCounter(number)
      prefix.bytes.withUnsafeBytes { prefix in
        for body in bodies {
          precondition(body.offset >= 0 && body.count >= 0 && body.offset + body.count <= bytes.count)
          end.copyMemory(from: prefix.baseAddress!, byteCount: head)
          end += head
          end += counter.write(to: end)
          end.copyMemory(from: source + body.offset, byteCount: body.count)
          end += body.count
          counter.advance()
        }
      }
      return end - start
    }
  }
}

/// A number as digits, which counts by one.
private struct DecimalCounter {
  static let digitsMax = 20

  /// The digits so far stand at the end.
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

  /// - Parameter place: has room for `digitsMax` bytes.
  /// - Returns: how many were written.
  func write(to place: UnsafeMutableRawPointer) -> Int {
    for index in begin..<Self.digitsMax {
      place.storeBytes(of: digits[index], toByteOffset: index - begin, as: UInt8.self)
    }
    return Self.digitsMax - begin
  }
}

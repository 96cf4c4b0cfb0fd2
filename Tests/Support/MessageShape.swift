/// What a message looks like apart from its texts and numbers: its members, their order, and the words in it.
///
/// Two messages of one shape are described by one schema, or by none.
public struct MessageShape: Hashable, Sendable {
  private let bytes: [UInt8]

  /// - Parameter line: JSON without spaces, as the daemon writes it.
  public init(_ line: String) {
    var shape: [UInt8] = []
    var text = -1
    var isEscaped = false
    for byte in Array(line.utf8) {
      if text >= 0 {
        shape.append(byte)
        if byte == UInt8(ascii: "\""), !isEscaped {
          // Whether it was a name, the next byte tells.
          isEscaped = false
          text = -2 - text
        } else {
          isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        continue
      }
      if text < -1 {
        if byte != UInt8(ascii: ":") { shape.removeSubrange((-2 - text)...) }
        text = -1
      }
      switch byte {
      case UInt8(ascii: "\""):
        text = shape.count
        shape.append(byte)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): if shape.last != UInt8(ascii: "0") { shape.append(UInt8(ascii: "0")) }
      default: shape.append(byte)
      }
    }
    bytes = shape
  }
}

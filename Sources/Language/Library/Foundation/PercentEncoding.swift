/// Percent encoding of RFC 3986, over UTF-8.
enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Characters outside the set, and all beyond ASCII, become the escapes of their bytes.
  static func encode(_ text: String, allowing allowed: ScalarSet) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte < 0x80, allowed.contains(Unicode.Scalar(byte)) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `nil` if an escape is broken, or the bytes are no text.
  static func decode(_ text: String) -> String? {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      guard source[index] == UInt8(ascii: "%") else {
        bytes.append(source[index])
        index += 1
        continue
      }
      guard index + 2 < source.count, let high = digit(source[index + 1]), let low = digit(source[index + 2]) else {
        return nil
      }
      bytes.append(high << 4 | low)
      index += 3
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}

/// `PassthroughSubject<Int, |`: an argument of a generic type whose list has not been closed. The parser takes the `<` of an
/// expression for an operator until there is a `>`, so the text before the cursor is looked at instead.
struct GenericArgumentPlace {
  /// The type, and what stands before the dot in the argument.
  private(set) var type: [String] = []
  private(set) var path: [String] = []
  private(set) var index = 0
  /// Within the brackets of an argument.
  private var isNested = false

  init?(before text: some BidirectionalCollection<UInt8>) {
    let bytes = Array(text)
    var end = bytes.count
    while end > 0, bytes[end - 1] == UInt8(ascii: ".") || Self.isName(bytes[end - 1]) { end -= 1 }
    if end < bytes.count {
      guard bytes.last == UInt8(ascii: ".") else { return nil }
      path = Self.path(bytes[end...].dropLast())
    }
    var closed = 0
    while end > 0 {
      end -= 1
      switch bytes[end] {
      case UInt8(ascii: "<") where closed == 0:
        var start = end
        while start > 0, bytes[start - 1] == UInt8(ascii: ".") || Self.isName(bytes[start - 1]) { start -= 1 }
        type = Self.path(bytes[start..<end])
        guard let first = type.last?.first, first.isUppercase else { return nil }
        return
      case UInt8(ascii: ">") where end > 0 && bytes[end - 1] == UInt8(ascii: "-"): end -= 1
      case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): closed += 1
      case UInt8(ascii: "<"): closed -= 1
      case UInt8(ascii: "("), UInt8(ascii: "["):
        if closed > 0 { closed -= 1 } else { (isNested, index) = (true, 0) }
      case UInt8(ascii: ",") where closed == 0: index += 1
      case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "&"),
        UInt8(ascii: " "):
        break
      case let byte where Self.isName(byte): break
      default: return nil
      }
    }
    return nil
  }

  var completed: CompletionPlace {
    .type(path: path, use: isNested ? .value : .argument(of: type, index: index))
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func path(_ bytes: ArraySlice<UInt8>) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: ".").map(String.init)
  }
}

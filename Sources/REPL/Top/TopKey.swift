// Keys as a terminal sends them.

enum TopKey: Equatable {
  case character(Character)
  case enter, escape, backspace, tab, backTab
  case up, down, pageUp, pageDown, home, end

  /// The keys that some bytes are. An escape at their end is the key; what is no key is passed over.
  static func keys(_ bytes: [UInt8]) -> [TopKey] {
    var keys: [TopKey] = []
    var rest = bytes[...]
    while let first = rest.first {
      switch first {
      case 0x1b:
        let (key, length) = sequence(rest)
        if let key { keys.append(key) }
        rest = rest.dropFirst(length)
      case 0x0a, 0x0d:
        keys.append(.enter)
        rest = rest.dropFirst()
      case 0x09:
        keys.append(.tab)
        rest = rest.dropFirst()
      case 0x7f, 0x08:
        keys.append(.backspace)
        rest = rest.dropFirst()
      case 0x00..<0x20: rest = rest.dropFirst()
      default:
        let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        keys += String(decoding: rest.prefix(length), as: UTF8.self).map { .character($0) }
        rest = rest.dropFirst(length)
      }
    }
    return keys
  }

  private static func sequence(_ bytes: ArraySlice<UInt8>) -> (TopKey?, length: Int) {
    let text = bytes.dropFirst()
    guard let kind = text.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else { return (.escape, 1) }
    guard let end = text.dropFirst().firstIndex(where: { (0x40...0x7e).contains($0) }) else {
      return (nil, bytes.count)
    }
    let name = String(decoding: text.dropFirst()[...end], as: UTF8.self)
    let key: TopKey? =
      switch name {
      case "A": .up
      case "B": .down
      case "H", "1~", "7~": .home
      case "F", "4~", "8~": .end
      case "5~": .pageUp
      case "6~": .pageDown
      case "Z": .backTab
      default: nil
      }
    return (key, end - bytes.startIndex + 1)
  }
}

/// A path may be spelled with the marks that Swift has for optionals: `draft?.title`, `books[0]?.title`, `draft!.save`. Where
/// a path is read they are left out, so that there is one text for each place: whoever compares, grants or hides paths
/// sees no other.
enum PathText {
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: isMark) else { return text }
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for (position, byte) in bytes.enumerated() {
      if isQuoted {
        isQuoted = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        switch byte {
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\""): isQuoted = depth > 0
        // One in front excludes a pattern.
        case _ where isMark(byte) && depth == 0 && !kept.isEmpty && endsStep(bytes, position): continue
        default: break
        }
      }
      kept.append(byte)
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") }

  /// Whether nothing but further marks stands between a mark and the next step.
  private static func endsStep(_ bytes: [UInt8], _ position: Int) -> Bool {
    guard let next = bytes[position...].first(where: { !isMark($0) }) else { return true }
    return next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
  }
}

extension ObjectReader {
  /// A path that must be there.
  public func path(_ name: StaticString) throws(ShapeError) -> String { PathText.plain(try required(name)) }
}

extension Layout.Member {
  // Members that are paths have one spelling for each place.

  public static func required(_ name: StaticString, _ shape: Shape, _ place: any Place<String>, _ doc: String) -> Self {
    required(name, place, doc).of(shape) { $0[keyPath: place] = $1($0[keyPath: place]) }
  }

  public static func optional(_ name: StaticString, _ shape: Shape, _ place: any Place<String?>, _ doc: String) -> Self
  {
    optional(name, place, doc).of(shape) { $0[keyPath: place] = $0[keyPath: place].map($1) }
  }

  public static func usually(_ name: StaticString, _ shape: Shape, _ place: any Place<[String]>, _ doc: String) -> Self
  where Root: WireRecord {
    usually(name, place, doc).of(shape) { $0[keyPath: place] = $0[keyPath: place].map($1) }
  }

  private func of(_ shape: Shape, _ replacePaths: @escaping @Sendable (inout Root, (String) -> String) -> Void) -> Self
  {
    var member = self
    member.field.shape = shape
    guard shape.isOfPaths else { return member }
    member.replacePaths = replacePaths
    member.read = { [read] (root, members) throws(ShapeError) in
      try read(&root, members)
      replacePaths(&root, PathText.plain)
    }
    return member
  }

  // And records that have paths in them.

  public static func required<Part: WireRecord>(_ name: StaticString, _ place: any Place<[Part]>, _ doc: String) -> Self
  {
    var member = required(name, [Part].shape, place, doc)
    member.replacePaths = { root, replace in Self.replacePaths(in: &root[keyPath: place], replace) }
    return member
  }

  public static func usually<Part: WireRecord & Equatable>(
    _ name: StaticString, _ place: any Place<[Part]>, _ doc: String
  )
    -> Self where Root: WireRecord
  {
    var member = usually(name, [Part].shape, place, doc)
    member.replacePaths = { root, replace in Self.replacePaths(in: &root[keyPath: place], replace) }
    return member
  }

  private static func replacePaths<Part: WireRecord>(in parts: inout [Part], _ replace: (String) -> String) {
    for index in parts.indices { parts[index].replacePaths(replace) }
  }
}

extension Shape {
  fileprivate var isOfPaths: Bool {
    switch self {
    case .path: true
    case .list(let element): element.isOfPaths
    default: false
    }
  }
}

/// The `store.set` requests that a connection sends again and again: the same text but for the id and the value.
///
/// Who writes often builds all requests alike. So one that was decoded is kept as three pieces of text around two holes. A
/// line with the same pieces, digits in the place of the id and a plain value in the place of the value, is the same
/// request with these, and nothing else of it has to be looked at: it costs a tenth of decoding it. Whatever is in doubt
/// (an escape, an id that is a text, a value with parts) is decoded as usual.
struct RecurringSet {
  /// As it is looked up.
  let path: String
  private let before: [UInt8]
  private let between: [UInt8]
  private let behind: [UInt8]
  private let idComesFirst: Bool

  /// Takes a request as the pattern of those to come; `nil` if it is none, or has more than a path and a value.
  init?(_ line: UnsafeRawBufferPointer, _ document: JSONDocument) {
    let nodes = document.nodeList
    // Without escapes the bytes of the document are those of the line, so that places in one are places in the other.
    guard nodes[0].kind == .object, nodes[0].payload == 4, let method = nodes.member(of: 0, named: "method"),
      nodes[method].kind == .string, nodes.text(at: method, equals: "store.set"), line.count <= Self.lengthMax,
      !line.contains(UInt8(ascii: "\\")), let id = nodes.member(of: 0, named: "id"), nodes[id].kind == .int,
      nodes.member(of: 0, named: "jsonrpc") != nil, let params = nodes.member(of: 0, named: "params"),
      nodes[params].kind == .object, nodes[params].payload == 2,
      let path = nodes.member(of: params, named: "path"), nodes[path].kind == .string,
      let value = nodes.member(of: params, named: "value"),
      let idPlace = Self.place(ofValue: id, nodes, line), let valuePlace = Self.place(ofValue: value, nodes, line),
      Hole(line, from: idPlace)?.isNumber == true, let idEnd = Hole(line, from: idPlace)?.end,
      let valueEnd = Hole(line, from: valuePlace)?.end
    else { return nil }
    self.path = PathText.plain(nodes.string(of: path))
    idComesFirst = idPlace < valuePlace
    let (first, second) =
      idComesFirst ? (idPlace..<idEnd, valuePlace..<valueEnd) : (valuePlace..<valueEnd, idPlace..<idEnd)
    before = Array(line[..<first.lowerBound])
    between = Array(line[first.upperBound..<second.lowerBound])
    behind = Array(line[second.upperBound...])
  }

  /// What is longer is worth decoding.
  private static let lengthMax = 4096

  /// Where a member's value begins: behind its name, a colon and perhaps space.
  private static func place(ofValue value: Int, _ nodes: JSONNodes, _ line: UnsafeRawBufferPointer) -> Int? {
    let name = nodes.utf8(of: value - 1)
    guard let start = name.baseAddress else { return nil }
    var place = start - UnsafePointer(nodes.bytes) + name.count + 1
    while place < line.count, line[place] == UInt8(ascii: ":") || line[place] <= 0x20 { place += 1 }
    return place < line.count ? place : nil
  }

  /// The id and the value of a line that follows the pattern.
  @inline(__always)
  func match(_ line: UnsafeRawBufferPointer) -> (id: Int, value: JSONValue)? {
    guard line.count >= before.count + between.count + behind.count, line.matches(before, at: 0),
      let first = Hole(line, from: before.count), line.matches(between, at: first.end),
      let second = Hole(line, from: first.end + between.count), line.count == second.end + behind.count,
      line.matches(behind, at: second.end)
    else { return nil }
    let (id, value) = idComesFirst ? (first, second) : (second, first)
    guard case .int(let number) = id.content, number >= 0, number < WireLimits.integerBound,
      let value = value.value(in: line)
    else { return nil }
    return (number, value)
  }

  /// A value that is no container, where one stands.
  private struct Hole {
    enum Content {
      case int(Int)
      case bool(Bool)
      /// Of a string what is between the quotes.
      case string(Range<Int>)
    }
    let content: Content
    let end: Int

    var isNumber: Bool { if case .int = content { true } else { false } }

    @inline(__always)
    init?(_ line: UnsafeRawBufferPointer, from start: Int) {
      guard start < line.count else { return nil }
      switch line[start] {
      case UInt8(ascii: "\""):
        // A quote ends it, an escape or a control character makes it one for the parser.
        guard let end = line.firstIndexToEscape(from: start + 1), line[end] == UInt8(ascii: "\"") else { return nil }
        (content, self.end) = (.string(start + 1..<end), end + 1)
      case UInt8(ascii: "t"): (content, end) = (.bool(true), start + 4)
      case UInt8(ascii: "f"): (content, end) = (.bool(false), start + 5)
      default:
        let isNegative = line[start] == UInt8(ascii: "-")
        let begin = isNegative ? start + 1 : start
        var (position, number) = (begin, 0)
        while position < line.count, line[position] &- UInt8(ascii: "0") < 10 {
          number = number &* 10 &+ Int(line[position] &- UInt8(ascii: "0"))
          position += 1
        }
        // Longer ones, -0 and those that begin with a zero are for the parser; so is a fraction.
        guard position > begin, position - begin <= 15, line[begin] != UInt8(ascii: "0") || position == begin + 1,
          !isNegative || number != 0, position < line.count, !Self.goesOn(line[position])
        else { return nil }
        (content, end) = (.int(isNegative ? -number : number), position)
      }
      guard end <= line.count else { return nil }
      if case .bool(let flag) = content {
        guard line[start..<end].elementsEqual((flag ? "true" : "false").utf8) else { return nil }
      }
    }

    private static func goesOn(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
    }

    @inline(__always)
    func value(in line: UnsafeRawBufferPointer) -> JSONValue? {
      switch content {
      case .int(let number): return .int(number)
      case .bool(let flag): return .bool(flag)
      case .string(let range):
        let bytes = UnsafeRawBufferPointer(rebasing: line[range])
        // What is beyond ASCII may be no text, which is for the parser to say.
        return bytes.isASCII ? .string(String(decoding: bytes, as: UTF8.self)) : nil
      }
    }
  }
}

/// A `store.set` that was recognised, and what it is to do.
public struct RecognizedSet: Sendable {
  public let id: Int
  public let path: String
  public let value: JSONValue
}

/// The patterns of one connection.
struct RecurringSets {
  private var patterns: [RecurringSet] = []
  private var next = 0
  /// A client that writes more paths in turn has its requests decoded.
  private static let patternsMax = 4

  mutating func add(_ pattern: RecurringSet) {
    if patterns.count < Self.patternsMax { return patterns.append(pattern) }
    patterns[next] = pattern
    next = (next + 1) % Self.patternsMax
  }

  @inline(__always)
  func match(_ line: UnsafeRawBufferPointer) -> RecognizedSet? {
    for index in patterns.indices {
      if let (id, value) = patterns[index].match(line) {
        return RecognizedSet(id: id, path: patterns[index].path, value: value)
      }
    }
    return nil
  }

  var isEmpty: Bool { patterns.isEmpty }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes at a place are these.
  @inline(__always)
  fileprivate func matches(_ piece: [UInt8], at place: Int) -> Bool {
    guard place + piece.count <= count else { return false }
    return piece.withUnsafeBytes { piece in
      UnsafeRawBufferPointer(rebasing: self[place..<place + piece.count]).isEqual(to: piece)
    }
  }

  var isASCII: Bool {
    var all: UInt64 = 0
    var position = 0
    while position + 8 <= count {
      all |= loadUnaligned(fromByteOffset: position, as: UInt64.self)
      position += 8
    }
    while position < count {
      all |= UInt64(self[position])
      position += 1
    }
    return all & 0x8080_8080_8080_8080 == 0
  }

  /// Of as many bytes. Eight at a time.
  @inline(__always)
  private func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position + 8 <= count {
      let own = loadUnaligned(fromByteOffset: position, as: UInt64.self)
      guard own == other.loadUnaligned(fromByteOffset: position, as: UInt64.self) else { return false }
      position += 8
    }
    while position < count {
      guard self[position] == other[position] else { return false }
      position += 1
    }
    return true
  }
}

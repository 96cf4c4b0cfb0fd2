/// How deep a text is nested, looked at before the parser does.
///
/// The toolchain's parser goes one call deeper for each bracket, but also for what needs none: `await await …`, one
/// `else if` behind another, `a ? b ? …`, `A -> B -> …`; and what looks at its tree does for `A.B.C…`. Some of these it counts and refuses, for others it takes stack
/// until there is none. And where it looks ahead for a type it reads what is behind a `[` twice: the time doubles with each
/// one inside another.
struct SourceDepth {
  private static let depthMax = 256
  private static let squaresMax = 14
  private static let elsesMax = 400
  private static let membersMax = 2_400

  /// Words that may stand before one another in a text that nobody would write.
  private static let prefixWords = Set(
    [
      "await", "try", "unsafe", "copy", "consume", "each", "_", "repeat", "some", "any", "inout", "if", "switch",
      "while",
      "let", "var", "return", "throw",
    ].map { Array($0.utf8)[...] })
  /// What arrows stand in the declaration of.
  private static let declarationWords = Set(
    ["func", "init", "subscript", "case", "var", "let", "typealias", "in"].map { Array($0.utf8)[...] })
  private static let (elseWord, ifWord) = (Array("else".utf8)[...], Array("if".utf8)[...])
  private static let (conditionWord, conditionEndWord) = (Array("#if".utf8)[...], Array("#endif".utf8)[...])

  /// A bracket that is open, or a string.
  private struct Open {
    var byte: UInt8
    /// How many `[` there are from here to the nearest brace around.
    var squares = 0
    /// Of what stands directly in it, without a bracket of its own.
    var ternaries = 0
    var arrows = 0
    var elses = 0
    var members = 0
    /// Of a string: the `#` before it, and whether it goes over several lines.
    var hashes = 0
    var isMultiline = false

    var isString: Bool { byte == UInt8(ascii: "\"") }
  }

  private let text: [UInt8]
  private var position = 0
  private var open = [Open(byte: 0)]
  private var depth = 0
  private var angles = 0
  private var conditions = 0
  /// Words in a row that only stand before something.
  private var prefixes = 0
  /// `?` and `!` in a row.
  private var marks = 0
  private var lastWord: ArraySlice<UInt8> = []
  /// A block has just ended.
  private var isBehindBlock = false

  private init(_ text: String) { self.text = Array(text.utf8) }

  /// The offset at which it is too much; `nil` if it never is. O(length).
  static func tooDeep(_ text: String) -> Int? {
    var scanner = SourceDepth(text)
    while scanner.position < scanner.text.count {
      let place = scanner.position
      if scanner.open[scanner.open.count - 1].isString { scanner.scanString() } else { scanner.scanCode() }
      if scanner.isTooDeep { return min(place, text.utf8.count) }
    }
    return nil
  }

  private var isTooDeep: Bool {
    let top = open[open.count - 1]
    return max(depth, angles, conditions, prefixes, marks, top.ternaries, top.arrows) > Self.depthMax
      || top.squares > Self.squaresMax || top.elses > Self.elsesMax
      || top.members > Self.membersMax
  }

  private func byte(_ offset: Int) -> UInt8 {
    let place = position + offset
    return text.indices.contains(place) ? text[place] : 0
  }

  private func isFollowed(by word: StaticString, from offset: Int = 0) -> Bool {
    word.withUTF8Buffer { word in word.indices.allSatisfy { byte(offset + $0) == word[$0] } }
  }

  // MARK: Strings

  private mutating func scanString() {
    let top = open[open.count - 1]
    switch byte(0) {
    case UInt8(ascii: "\\"):
      if (0..<top.hashes).allSatisfy({ byte(1 + $0) == UInt8(ascii: "#") }) {
        position += 1 + top.hashes
        if byte(0) == UInt8(ascii: "(") { push(UInt8(ascii: "(")) }
        if position < text.count { position += 1 }
      } else {
        position += 1
      }
    case UInt8(ascii: "\""):
      let quotes = top.isMultiline ? 3 : 1
      let isEnd =
        (0..<quotes).allSatisfy { byte($0) == UInt8(ascii: "\"") }
        && (0..<top.hashes).allSatisfy { byte(quotes + $0) == UInt8(ascii: "#") }
      if isEnd { open.removeLast() }
      position += isEnd ? quotes + top.hashes : 1
    case UInt8(ascii: "\n") where !top.isMultiline:
      open.removeLast()
      position += 1
    default: position += 1
    }
  }

  private mutating func beginString(hashes: Int) {
    let isMultiline = isFollowed(by: "\"\"\"")
    open.append(Open(byte: UInt8(ascii: "\""), hashes: hashes, isMultiline: isMultiline))
    position += isMultiline ? 3 : 1
  }

  // MARK: Code

  private mutating func scanCode() {
    let next = byte(0)
    switch next {
    case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      while position < text.count, byte(0) != UInt8(ascii: "\n") { position += 1 }
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...0xFF:
      scanWord()
    case UInt8(ascii: "#"): scanHashes()
    default: scanSign(next)
    }
  }

  private mutating func skipComment() {
    var nested = 0
    repeat {
      if isFollowed(by: "/*") {
        nested += 1
        position += 2
      } else if isFollowed(by: "*/") {
        nested -= 1
        position += 2
      } else {
        position += 1
      }
    } while nested > 0 && position < text.count
  }

  private mutating func scanWord() {
    let begin = position
    position += 1
    while position < text.count, isWordByte(byte(0)) { position += 1 }
    note(word: text[begin..<position])
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
      true
    default: false
    }
  }

  /// `#if`, `#"`, or any other.
  private mutating func scanHashes() {
    let begin = position
    while byte(0) == UInt8(ascii: "#") { position += 1 }
    if byte(0) == UInt8(ascii: "\"") { return beginString(hashes: position - begin) }
    while position < text.count, isWordByte(byte(0)) { position += 1 }
    let word = text[begin..<position]
    if word == Self.conditionWord { conditions += 1 }
    if word == Self.conditionEndWord { conditions = max(0, conditions - 1) }
    note(word: word)
  }

  private mutating func note(word: ArraySlice<UInt8>) {
    let level = open.count - 1
    prefixes = Self.prefixWords.contains(word) ? prefixes + 1 : 0
    marks = 0
    if Self.declarationWords.contains(word) { open[level].arrows = 0 }
    if word.startIndex == 0 || text[word.startIndex - 1] != UInt8(ascii: ".") { open[level].members = 0 }
    if isBehindBlock, word != Self.elseWord { open[level].elses = 0 }
    if word == Self.ifWord, lastWord == Self.elseWord { open[level].elses += 1 }
    isBehindBlock = false
    lastWord = word
  }

  private mutating func scanSign(_ sign: UInt8) {
    let level = open.count - 1
    let before = byte(-1)
    defer { position += 1 }
    if sign == UInt8(ascii: "?") || sign == UInt8(ascii: "!") {
      marks += 1
      // `try?` is one of the words that repeat.
      let isSpaced = isSpace(before) && isSpace(byte(1))
      if sign == UInt8(ascii: "?"), isSpaced { open[level].ternaries += 1 }
      if isSpaced { prefixes = 0 }
      return
    }
    (prefixes, marks, lastWord, isBehindBlock) = (0, 0, [], false)
    switch sign {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): push(sign)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      if open.count > 1 {
        open.removeLast()
        depth -= 1
      }
      isBehindBlock = sign == UInt8(ascii: "}")
    case UInt8(ascii: "\""):
      beginString(hashes: 0)
      position -= 1
    case UInt8(ascii: "<"): angles += 1
    case UInt8(ascii: ">"):
      if before == UInt8(ascii: "-") { open[level].arrows += 1 } else { angles = max(0, angles - 1) }
    case UInt8(ascii: ":"): open[level].ternaries = max(0, open[level].ternaries - 1)
    case UInt8(ascii: "."): open[level].members += 1
    case UInt8(ascii: ","): (open[level].arrows, open[level].members) = (0, 0)
    // These do not stand inside the arguments of a generic type: what was open was a comparison.
    case UInt8(ascii: "="), UInt8(ascii: ";"):
      angles = 0
      open[level].arrows = 0
    case UInt8(ascii: "|"), UInt8(ascii: "+"): angles = 0
    default: break
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private mutating func push(_ byte: UInt8) {
    var next = Open(byte: byte)
    if byte != UInt8(ascii: "{") {
      let around = open[open.count - 1]
      next.squares = around.squares + (byte == UInt8(ascii: "[") ? 1 : 0)
    }
    open.append(next)
    depth += 1
  }
}

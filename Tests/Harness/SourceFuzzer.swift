/// Texts that nobody would write, each from the last by chance: mutations of programs, soups of tokens, nesting without
/// end, everything unterminated. The same seed gives the same texts.
import TestSupport

public struct SourceFuzzer {
  private var random: SeededRandom
  private let programs: [String]
  private let tokens: [String]
  public var seed: UInt64 { random.seed }

  public init(seed: UInt64?) throws {
    random = seed.map { SeededRandom(seed: $0) } ?? SeededRandom()
    programs = try (Corpus.programs + Corpus.rejected).map { try Corpus.text($0) }
    tokens = Self.alphabet + Array(Set(programs.flatMap { Self.words(of: $0) })).sorted()
  }

  public mutating func next() -> String {
    switch chance(20) {
    case 0..<9: mutated()
    case 9..<12: spliced()
    case 12..<15: soup()
    case 15..<17: nested()
    case 17: unterminated()
    case 18: bytes()
    default: repeated()
    }
  }

  private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func pick<T>(_ list: [T]) -> T { list[chance(list.count)] }

  // MARK: Kinds

  /// A program with some of its tokens removed, doubled, exchanged or replaced.
  private mutating func mutated() -> String {
    var words = Self.words(of: pick(programs))
    for _ in 0...chance(6) {
      guard !words.isEmpty else { break }
      let place = chance(words.count)
      switch chance(6) {
      case 0: words.remove(at: place)
      case 1: words.insert(words[place], at: place)
      case 2: words[place] = pick(tokens)
      case 3: words.insert(pick(tokens), at: place)
      case 4: words.swapAt(place, chance(words.count))
      default:
        let end = min(words.count, place + 1 + chance(20))
        words.removeSubrange(place..<end)
      }
    }
    return words.joined()
  }

  /// The lines of two programs, mixed.
  private mutating func spliced() -> String {
    let first = pick(programs).split(separator: "\n", omittingEmptySubsequences: false)
    let second = pick(programs).split(separator: "\n", omittingEmptySubsequences: false)
    let cut = chance(first.count + 1)
    return (first[..<cut] + second[min(chance(second.count + 1), second.count)...]).joined(separator: "\n")
  }

  private mutating func soup() -> String {
    (0..<(1 + chance(60))).map { _ in pick(tokens) }.joined(separator: chance(3) == 0 ? "" : " ")
  }

  /// One construct inside itself, often enough to exhaust a stack.
  private mutating func nested() -> String {
    let (open, inside, close) = pick(Self.brackets)
    let depth = pick([10, 100, 1_000, 10_000])
    let isClosed = chance(3) > 0
    return String(repeating: open, count: depth) + inside + (isClosed ? String(repeating: close, count: depth) : "")
  }

  /// A program that ends too early, anywhere.
  private mutating func unterminated() -> String {
    let text = pick(programs)
    return String(text.prefix(chance(text.count + 1)))
      + pick(["", "\"", "\"\"\"\n", "/*", "#\"", "\\(", "`", "{", "(", "[", "#if DEBUG", "/"])
  }

  /// Bytes of a program changed, valid text or not.
  private mutating func bytes() -> String {
    var bytes = Array(pick(programs).utf8)
    for _ in 0...chance(8) { bytes[chance(bytes.count)] = UInt8(chance(256)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Long and flat: many operands, elements, members, cases.
  private mutating func repeated() -> String {
    let count = pick([10, 100, 400])
    let (start, item, end) = pick(Self.lists)
    return start + (0..<count).map { item.replacing("#", with: String($0)) }.joined() + end
  }

  // MARK: Material

  private static let brackets: [(String, String, String)] = [
    ("(", "1", ")"), ("[", "1", "]"), ("{", "1", "}"), ("if true {", "", "}"), ("[1:", "1", "]"), ("-", "1", ""),
    ("!", "true", ""), ("f(", "", ")"), ("struct A {", "", "}"), ("func f() {", "", "}"), ("a.", "b", ""),
    ("x?", "", ""), ("a + ", "b", ""), ("a ? b : ", "c", ""), ("\"\\(", "1", ")\""), ("{ $0 in ", "1", "}"),
    ("try ", "f()", ""), ("await ", "f()", ""), ("Optional<", "Int", ">"), ("let x: [", "Int", "]"),
    ("switch 1 { case 1: ", "break", "}"), ("do {", "", "} catch {}"), ("enum E { indirect case a(", "Int", ")}"),
    ("extension Int {", "", "}"), ("x as? ", "Int", ""), ("&", "x", ""), ("\\.", "a", ""), ("guard ", "x", " else {}"),
    ("let a = { () -> Int in ", "1", "}()\n"), ("_ = ", "1", ""), ("class A: ", "B", " {}"), ("@", "main", ""),
    ("#if DEBUG\n", "", "\n#endif"), ("var x: Int { get {", "1", "}}"), ("for x in ", "y", " {}"),
  ]

  private static let lists: [(String, String, String)] = [
    ("let x = 0", " + #", "\n"), ("let x = [", "#, ", "]\n"), ("let x = [", "#: \"#\", ", "]\n"),
    ("struct S {\n", "  var p# = #\n", "}\nprint(S())\n"), ("enum E {\n", "  case c#\n", "}\n"),
    ("", "let v# = #\n", ""), ("", "func f#() -> Int { # }\n", "print(f1())\n"), ("print(", "#, ", "0)\n"),
    ("let s = \"", "\\(#)", "\"\nprint(s)\n"), ("let x = \"\"", " + \"#\"", "\n"),
    ("class A0 {}\n", "class A#: A {}\n", ""),
    ("let x = [1]", ".map { $0 + # }", "\n"), ("let x = 1\nswitch x {\n", "case #: print(#)\n", "default: break }\n"),
    ("func f(_ x: Int) -> Int {\n", "  if x == # { return # }\n", "  return 0\n}\n"), ("let x = (", "#, ", "0)\n"),
    ("let x = true", " && #.isMultiple(of: 2)", "\n"), ("", "protocol P# {}\n", ""), ("let x = 1.5", " * # - 2", "\n"),
  ]

  private static let alphabet: [String] = [
    "let", "var", "func", "class", "struct", "enum", "case", "protocol", "extension", "init", "deinit", "self", "Self",
    "super", "if", "else", "guard", "for", "in", "while", "repeat", "switch", "default", "return", "throw", "throws",
    "try", "try?", "try!", "catch", "do", "defer", "as", "as?", "as!", "is", "nil", "true", "inout", "where", "some",
    "any", "await", "async", "lazy", "weak", "static", "mutating", "override", "private(set)", "indirect", "@Published",
    "import Combine\n", "0", "1", "1.5", "\"a\"", "\"", "\"\"\"", "#", "@", "$0", "$x", "&", "!", "?", "??", "->", "=",
    "==", "+", "-", "...", "..<", ".", ",", ":", ";", "(", ")", "{", "}", "[", "]", "<", ">", "\\", "\\.", "_", "\n",
    "9223372036854775807", "-9223372036854775808", "99999999999999999999", "0x", "1e999", "é", "👩‍👩‍👧", "\u{0}", "\u{FEFF}",
    "/", "//", "/*", "*/", "`", "#if", "#endif", "#function", "operator", "associatedtype", "typealias", "subscript",
  ]

  /// Words, numbers, single marks and the space between them: joined they are the text again.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var current = ""
    for character in text {
      if character.isLetter || character.isNumber || character == "_" {
        current.append(character)
      } else {
        if !current.isEmpty { words.append(current) }
        current = ""
        words.append(String(character))
      }
    }
    if !current.isEmpty { words.append(current) }
    return words
  }
}

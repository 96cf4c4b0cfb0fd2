// What the names in a text refer to.
import InterpreterHarness
import TestSupport
import Testing

@testable import Language

struct LookupTests {
  /// A text with a bar in the name; what is said of it, and where it is declared.
  static let rows: [(text: String, says: String)] = [
    ("let x = 1\nprint(|x)", "let x: Int @1:5"),
    ("let |x = [1]", "let x: [Int] @1:5"),
    ("let a = |tally(of: \"\")", "func tally(of name: String) -> Int @2:6 of known.swift"),
    ("|known + 1", "let known: Int @3:5 of known.swift"),
    ("func f(_ n: Int) -> Int { |n + 1 }", "let n: Int @1:10"),
    ("func f(_ |n: Int) -> Int { n + 1 }", "let n: Int @1:10"),
    ("func f() { let |inner = \"a\"; print(inner) }", "let inner: String @1:16"),
    ("func f() { let inner = \"a\"; do { let inner = 1; print(|inner) } }", "let inner: Int @1:38"),
    ("for |each in [1.5] { print(each) }", "let each: Double @1:5"),
    ("[\"a\"].map { |text in text.count }", "let text: String @1:13"),
    ("struct S { var |n = 1 }", "var n: Int @1:16"),
    (
      "struct S<T> { let t: T; static func |make(_ t: T) -> S<T> { S(t: t) } }",
      "static func make(_ t: T) -> S<T> @1:37"
    ),
    ("enum E { case |one, two(Int) }", "case one @1:15"),
    ("enum E { case one }\nlet e: E = .|one", "case one @1:15"),
    ("class |C {}\nlet c: C = C()", "class C @1:7"),
    ("class C {}\nlet c: |C = C()", "class C @1:7"),
    ("let s = \"\\(|known)\" + ", "let known: Int @3:5 of known.swift"),
    ("kind.|old", "var old: Int @4:18 of known.swift"),
    ("class Kind { var new = 1 }\nlet kind = Kind()\nkind.|new", "var new: Int @1:18"),
    ("class Kind { var new = 1 }\nkind.|new", "var new: Int @1:18"),
    ("[1].|count", "var count: Int { get }"),
    ("let t = \"known\"  // |known", ""),
    ("\"k|nown\"", ""), ("1|2", ""), ("", ""), ("nobody|", ""), ("if |", ""),
  ]

  @Test(arguments: rows.indices)
  func aNameIsFound(_ index: Int) throws {
    let (text, says) = Self.rows[index]
    let bar = text.utf8.firstIndex(of: UInt8(ascii: "|")) ?? text.endIndex
    let offset = text.utf8.distance(from: text.startIndex, to: bar)
    let source = SourceText(file: "t", text: text.replacing("|", with: ""))
    let known =
      "/// Counts.\nfunc tally(of name: String) -> Int { 1 }\nlet known = 1\nclass Kind { var old = 1 }\nlet kind = Kind()"
    CompletionTests.inProgram(known, file: "known.swift") { program, session in
      let found = program.lookup(source, offset: offset, session: session)
      let place = found?.definition.map {
        " @\($0.start.line):\($0.start.column)" + ($0.file == "t" ? "" : " of \($0.file)")
      }
      #expect((found?.signatures.first ?? "") + (place ?? "") == says)
      #expect(program.globals.map(\.name) == ["known", "kind"])
    }
  }

  /// Wherever a text ends and wherever its cursor is, there is an answer, and what is found has the name that stands there.
  @Test func everyPlaceIsAnswered() throws {
    var random = SeededRandom(seed: 11)
    try CompletionTests.inProgram("let known = 1") { program, session in
      for (number, file) in Corpus.programs.enumerated() where number.isMultiple(of: 12) {
        let bytes = Array(try Corpus.text(file).utf8)
        for isCut in [true, false] {
          let offset = Int(random.next() % UInt64(bytes.count + 1))
          let text = String(decoding: isCut ? bytes[..<offset] : bytes[...], as: UTF8.self)
          let source = SourceText(file: file, text: text)
          if let found = program.lookup(source, offset: offset, session: session) {
            #expect(Array(bytes[found.range]) == Array(found.name.utf8), "\(file) at \(offset)")
          }
          for entry in Program.outline(of: source) {
            #expect(
              entry.range.clamped(to: 0..<bytes.count) == entry.range
                && entry.range.contains(entry.nameRange.lowerBound))
          }
        }
      }
    }
  }
}

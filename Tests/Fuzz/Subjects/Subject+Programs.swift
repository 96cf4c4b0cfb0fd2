// Swift, and what programs read.
import Foundation
import InterpreterHarness

extension Subject {
  /// A program is refused, fails or runs to its end, within its limits.
  static let source = Subject(
    name: "source", bytesMax: 4096,
    words: [
      "let ", "var ", "func ", "class ", "struct ", "enum ", "case ", "init()", "if ", "for ", "in ", "switch ",
      "guard ", "return ",
      "throws ", "try ", "await ", "async ", "@Published ", ": ObservableObject", "Int", "String", "[String: Int]",
      "Optional<", "some ",
      "any ", "where ", "protocol ", "extension ", "subscript", "get {", "willSet", "lazy ", "weak ", "inout ", "&",
      "?.", "??", "...",
      "..<", "\\(", "\"\"\"", "#if ", "$0", "{ $0 in ", ".map {", ".sink {", ".assign(to: &$", "as? ", "is ",
      "9223372036854775807",
    ],
    folders: [
      "Tests/LanguageTests/Programs/basics", "Tests/LanguageTests/Programs/enums",
      "Tests/LanguageTests/Programs/generics",
    ]
  ) { bytes in
    _ = ProgramRun.onItsOwnStack(String(decoding: bytes, as: UTF8.self), limits: .fuzzing)
  }

  /// What a program reads of a property list and writes, it reads again as the same.
  static let propertyLists = Subject(
    name: "property-lists", bytesMax: 2048,
    words: [
      "bplist00", "<plist>", "<dict>", "</dict>", "<array>", "<key>a</key>", "<key>b</key>", "<key>c</key>",
      "<key>d</key>",
      "<integer>", "<real>", "<string>", "<date>", "<data>", "<true/>", "</plist>", "{", "}", "=", ";", "(", ")",
      "<0f>",
    ], folders: []
  ) { bytes in
    let run = ProgramRun.onItsOwnStack(
      """
      struct Node: Codable, Equatable {
        var a: Int?
        var b: [Node]?
        var c: String?
        var d: Date?
        var e: Data?
        var f: [String: Double]?
      }
      let data = Data(base64Encoded: "\(Data(bytes).base64EncodedString())")!
      do {
        let node = try PropertyListDecoder().decode(Node.self, from: data)
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        print(try PropertyListDecoder().decode(Node.self, from: encoder.encode(node)) == node)
      } catch {}
      """, limits: .fuzzing)
    // A number that is none is not equal to itself.
    if run.output == "false\n", !bytes.contains(where: { $0 == UInt8(ascii: "n") || $0 == UInt8(ascii: "N") }),
      !bytes.starts(with: Array("bplist".utf8))
    {
      fatalError("what was written is read as something else")
    }
  }
}

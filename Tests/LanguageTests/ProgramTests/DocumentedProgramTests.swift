/// What the documents say of the language is so: their programs print what stands beside them, and what they say is not
/// accepted is refused.
import Foundation
import InterpreterHarness
import TestSupport
import Testing

@Suite struct DocumentedProgramTests {
  /// A block of Swift in a document.
  struct Block: CustomTestStringConvertible, Sendable {
    let document: String
    let number: Int
    let text: String
    var testDescription: String { "\(document) \(number)" }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    var isScript: Bool { lines.contains { $0.hasPrefix(":") } }
    var isManifest: Bool { text.hasPrefix("// swift-tools-version") }
  }

  static let blocks = [
    "Protocol/language.md", "examples/package/README.md", "examples/waiting/README.md",
  ].flatMap { document in
    let parts = try! Repository.text(document).components(separatedBy: "```swift\n").dropFirst()
    return parts.enumerated().map { number, part in
      Block(document: document, number: number + 1, text: part.components(separatedBy: "\n```")[0])
    }
  }

  @Test(arguments: blocks.filter { !$0.isScript && !$0.isManifest })
  func aProgramPrintsWhatStandsBesideIt(_ block: Block) {
    let promised = block.lines.compactMap { line in
      line.range(of: "// → ").map { line[$0.upperBound...].trimmingCharacters(in: .whitespaces) }
    }
    let run = ProgramRun.onItsOwnStack(block.text, name: block.document)
    #expect(run.failure == nil)
    #expect(!promised.isEmpty)
    #expect(run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == promised)
  }

  /// A script with commands is part of an example that tests itself.
  @Test(arguments: blocks.filter(\.isScript))
  func aScriptIsPartOfAnExample(_ block: Block) throws {
    let folder = Repository.root.appendingPathComponent("examples").resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let scripts = try files.filter { $0.hasSuffix(".test") }.map { try Repository.text("examples/" + $0) }
    let lines = block.lines.filter { !$0.isEmpty }
    #expect(scripts.contains { script in lines.allSatisfy { script.contains($0) } })
  }

  @Test func theLanguageHasAProgram() {
    #expect(Self.blocks.filter { $0.document == "Protocol/language.md" }.count >= 2)
  }

  /// Programs for each row of what is not accepted, by the beginning of the row.
  private static let refused: [String: [String]] = [
    "inheritance from a class": ["class Note: NSManagedObject {}", "class Resources: Bundle {}"],
    "global actors": ["@globalActor actor Storage { static let shared = Storage() }"],
    "`NSCondition`": ["let condition = NSCondition()", "var lock = os_unfair_lock()", "var mutex = pthread_mutex_t()"],
    "`@Model`": ["@Model class Model { var name = 1 }"],
    "`@State`, `@SceneStorage`": [
      "class Model { @State var name = 1 }", #"class Model { @SceneStorage("name") var name = 1 }"#,
    ],
    "wrapped variables at top level, which swiftc refuses, too": [
      "@propertyWrapper struct Plain { var wrappedValue: Int }\n@Plain var n = 1"
    ],
    "`@Published` with another wrapper": [
      "@propertyWrapper struct A { var wrappedValue: Int }\nclass S { @Published @A var n = 1 }",
      "@propertyWrapper struct A { var wrappedValue: Int }\nfunc f() { @A @A var n = 1; n = 2 }",
    ],
    "macros": [
      "func run<each T>(_ values: repeat each T) {}", "struct Ticket: ~Copyable {}",
      "let action = #selector(tap)", "macro stringify() = #externalMacro(module: \"A\", type: \"B\")",
    ],
    "`exit`": ["exit(0)"],
    "`MeasurementFormatter`": [
      "let formatter = MeasurementFormatter()", "let formatter = DateComponentsFormatter()",
    ],
    "files, processes": [
      "let files = FileManager.default", "let process = Process()",
      "let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)", "let memory = malloc(3)",
      "let data = try Data(contentsOf: URL(string: \"a\")!)",
    ],
    "`@Test`, `XCTAssertEqual`": ["@Test func works() {}", "XCTAssertEqual(1, 1)"],
  ]

  @Test func whatIsNotAcceptedIsRefused() throws {
    let text = try Repository.text("Protocol/language.md")
    let table = text.components(separatedBy: "| not accepted | instead |\n| --- | --- |\n")[1]
    let rows = table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("| ") }
    #expect(!rows.isEmpty)
    for row in rows {
      let programs = Self.refused.first { row.dropFirst(2).hasPrefix($0.key) }?.value
      #expect(programs != nil, "no program for \(row)")
      for program in programs ?? [] {
        let run = ProgramRun.onItsOwnStack(program, name: "refused.swift")
        #expect(!run.errors.isEmpty, "\(program) is accepted")
      }
    }
    #expect(rows.count == Self.refused.count)
  }
}

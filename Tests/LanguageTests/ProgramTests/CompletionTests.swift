/// What is offered at the cursor of an unfinished text. The places are `completions.txt`.
import Foundation
import InterpreterHarness
import Language
import TestSupport
import Testing

@Suite struct CompletionTests {
  private static let file = "Tests/LanguageTests/completions.txt"

  private struct Place {
    let title: String
    let text: String

    /// The text without the mark, and where it was.
    var cursor: (text: String, offset: Int) {
      let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts.joined(), parts[0].utf8.count)
    }
  }

  private static func read() throws -> (head: String, program: String, places: [Place]) {
    let parts = try Repository.text(file).components(separatedBy: "\n-------- ")
    let places = parts.dropFirst().map { part in
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.dropFirst().filter { !$0.hasPrefix("=> ") && !$0.isEmpty }
      return Place(title: String(lines[0]), text: text.joined(separator: "\n"))
    }
    let head = parts[0]
    let program = head.split(separator: "\n").drop { $0.hasPrefix("#") }.joined(separator: "\n")
    return (head, program, places)
  }

  /// A program in which the text has been executed.
  static func inProgram<T>(
    _ text: String, file: String = "before", _ body: (Program, SessionResults) throws -> T
  ) rethrows -> T {
    let program = Program(host: VirtualHost(), library: LibraryPool.take())
    let session = program.openResults(of: "main")
    defer {
      session.close()
      program.close()
    }
    let checked = program.check(SourceText(file: file, text: text), session: session)
    #expect(checked.unit != nil, "\(checked.rendered)")
    for statement in checked.unit?.statements ?? [] { program.execute(statement, session: session) { _ in } }
    return try body(program, session)
  }

  @Test func theFirstFiveAreWhatAnEditorOffers() throws {
    let (head, text, places) = try Self.read()
    #expect(places.count >= 50)
    let now = Self.inProgram(text) { program, session in
      places.map { place in
        let (text, offset) = place.cursor
        var names: [String] = []
        for suggestion in program.complete(SourceText(file: "t", text: text), offset: offset, session: session)
          .suggestions where !names.contains(suggestion.name)
        { names.append(suggestion.name) }
        let found = names.isEmpty ? "-" : names.prefix(5).joined(separator: ", ")
        return "\n-------- \(place.title)\n\(place.text)\n=> \(found)"
      }
    }
    let difference = Expect.difference(file: Self.file, from: head + now.joined() + "\n")
    #expect(difference == nil)
  }

  /// Of a text that differs little from the one before, only what has changed is parsed.
  @Test func whatCameBeforeMakesNoDifference() throws {
    let (_, text, _) = try Self.read()
    let before = "class A {\n  var n = 1\n  func é() -> Int { n }\n}\nlet list = [1, 2].map { $0 + 1 }\n"
    let behind = "\nstruct B { var a = A() }\nlet b = B()\n"
    let typed = [
      "b", "b.", "b.a", "b.a.", "let é = b.a.", "if b.", "func f() { b.", "func f() { b.a }", "\"\\(b.", "/* b.",
      "b.a.é().",
      "}", "class C: ", "é", "ü", "",
    ]
    func names(_ program: Program, _ session: SessionResults, _ typed: String) -> [String] {
      let offset = (before + typed).utf8.count
      let source = SourceText(file: "t", text: before + typed + behind)
      return program.complete(source, offset: offset, session: session).suggestions.map(\.name)
    }
    let together = Self.inProgram(text) { program, session in typed.map { names(program, session, $0) } }
    for (typed, together) in zip(typed, together) {
      #expect(Self.inProgram(text) { names($0, $1, typed) } == together, "\(typed)")
    }
  }

  @Test func theProgramStaysAsItIs() throws {
    let (_, text, places) = try Self.read()
    Self.inProgram(text) { program, session in
      let before = (program.version, program.globals.map(\.name), program.pipelines.count)
      for place in places {
        let (text, offset) = place.cursor
        _ = program.complete(SourceText(file: "t", text: text), offset: offset, session: session)
      }
      #expect(program.version == before.0)
      #expect(program.globals.map(\.name) == before.1)
      #expect(program.pipelines.count == before.2)
    }
  }

  @Test func whatReplacesAndHowItIsDeclared() {
    Self.inProgram("/// Counts.\nfunc tally(of name: String, from start: Int = 0) -> Int { start }") {
      program, session in
      let found = program.complete(SourceText(file: "t", text: "let a = tal|ly + 1"), offset: 11, session: session)
      #expect((found.start, found.end) == (8, 11))
      let here = program.complete(SourceText(file: "t", text: "let a = tally + 1"), offset: 11, session: session)
      #expect((here.start, here.end) == (8, 13))
      #expect(here.suggestions.first?.name == "tally")
      #expect(here.suggestions.first?.signature == "func tally(of name: String, from start: Int = …) -> Int")
      #expect(here.suggestions.first?.summary == "Counts.")
    }
  }

  @Test func whatIsOpenInTheTypeThatIsMadeIsNotAsked() {
    let text = "struct Pair<T> { init(_ n: Int, _ t: T) {} }\nlet one = 1\nlet pair = Pair(1, on|"
    Self.inProgram("let known = 1") { program, session in
      let (source, offset) = (String(text.dropLast()), text.utf8.count - 1)
      let found = program.complete(SourceText(file: "t", text: source), offset: offset, session: session)
      #expect(found.suggestions.first?.name == "one")
    }
  }

  /// Wherever a text ends and wherever its cursor is, there is an answer. `PLACES=20 SEED=n` looks at more of them.
  @Test func everyPlaceOfEveryProgramIsAnswered() throws {
    let files = Corpus.programs
    let environment = ProcessInfo.processInfo.environment
    let places = environment["PLACES"].flatMap(Int.init)
    var random = SeededRandom(seed: environment["SEED"].flatMap(UInt64.init) ?? 7)
    try Self.inProgram("let known = 1") { program, session in
      for (number, file) in files.enumerated() where places != nil || number.isMultiple(of: 5) {
        let text = try Corpus.text(file)
        let bytes = Array(text.utf8)
        for isCut in Array(repeating: [true, false], count: places ?? 1).joined() {
          let offset = Int(random.next() % UInt64(bytes.count + 1))
          let source = isCut ? String(decoding: bytes.prefix(offset), as: UTF8.self) : text
          let found = program.complete(SourceText(file: file, text: source), offset: offset, session: session)
          #expect(found.start <= offset && offset <= found.end, "\(file) at \(offset)")
        }
      }
      #expect(program.globals.map(\.name) == ["known"])
    }
  }
}

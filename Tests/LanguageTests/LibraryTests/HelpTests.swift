/// Everything in the library is explained, and the examples that help shows print what help says.
///
/// That swiftc's programs print the same is asked by `Tools/examples.py`.
import InterpreterHarness
import TestSupport
import Testing

@testable import Language

@Suite struct HelpTests {
  private let library = Library()

  static let entries = Documentation.parse(Documentation.text)

  @Test(arguments: entries.map { $0.names[0] })
  func theExampleRuns(_ name: String) throws {
    let entry = try #require(Documentation.entries[name])
    let run = ProgramRun.onItsOwnStack("import Combine\nimport Foundation\n" + entry.example, name: "example")
    #expect(run.failure == nil)
    var lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    #expect(lines == entry.prints)
  }

  @Test func everyEntryIsWhole() {
    for (names, entry) in Self.entries {
      #expect(!entry.summary.isEmpty && entry.summary.last.map { ".:".contains($0) } == true, "\(names)")
      #expect(!entry.example.isEmpty && !entry.prints.isEmpty, "\(names)")
      #expect(entry.example.split(separator: "\n").count <= 14, "\(names): an example is short")
    }
  }

  @Test func everyFileIsPartOfTheProgram() throws {
    for file in try Repository.files(in: "Sources/CHelp/texts", extension: "txt") {
      #expect(Documentation.text.contains(try Repository.text(file)), "\(file): CHelp.c does not embed it")
    }
  }

  @Test func noNameHasTwoEntries() {
    let names = Self.entries.flatMap(\.names)
    #expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  /// Whoever adds a member to a table adds a line and an example.
  @Test func everyTypeAndMemberIsExplained() {
    var missing: [String] = []
    for type in LibraryIndex.all.typeNames where !type.hasPrefix("_") {
      if Documentation.of(type) == nil { missing.append(type) }
      for entry in LibraryIndex.all.type(named: type)?.entries ?? [] where !entry.baseName.hasPrefix("_") {
        if Documentation.of(entry.baseName, in: type) == nil { missing.append(type + "." + entry.baseName) }
      }
    }
    for entry in LibraryIndex.all.globals where !entry.baseName.hasPrefix("_") {
      if Documentation.of(entry.baseName) == nil { missing.append(entry.baseName) }
    }
    missing += LibraryIndex.all.aliases.keys.filter { !$0.hasPrefix("_") && Documentation.of($0) == nil }
    #expect(Set(missing).sorted() == [])
  }

  /// A name in the texts is that of something.
  @Test func everyEntryExplainsSomething() {
    for name in Self.entries.flatMap(\.names) where !name.hasPrefix("*.") {
      let topics = library.help(name)
      #expect(topics.contains { !$0.signatures.isEmpty && !$0.example.isEmpty }, "\(name)")
    }
  }

  @Test func aNameAloneIsFoundInItsTypes() {
    #expect(library.help("map").first?.title == "Publisher.map")
    #expect(library.help("map").contains { $0.title == "Sequence.map" })
    #expect(library.help("Just").first?.signatures.first == "struct Just<Output>: Publisher")
    #expect(library.help("noSuchThing").isEmpty)
    #expect(library.help("Array.").isEmpty)
    #expect(library.help("..<").first?.signatures.isEmpty == false)
  }

  /// Cases stand in the header of their enum, and what a protocol asks for in its own.
  @Test(arguments: [
    "Calendar.Component.weekday", "Cancellable.cancel", "Result.success", "Subscribers.Completion.finished",
  ])
  func whatStandsInAHeaderIsExplained(_ name: String) {
    #expect(library.help(name).contains { !$0.signatures.isEmpty && !$0.example.isEmpty })
  }

  @Test func membersOfProtocolsAreMembersOfTheirTypes() throws {
    let reduce = try #require(library.help("Array.reduce").first)
    #expect(reduce.title == "Array.reduce")
    #expect(reduce.signatures.count == 2 && reduce.signatures.allSatisfy { !$0.contains("async") })
    #expect(!reduce.summary.isEmpty && !reduce.example.isEmpty)
    let split = try #require(library.help("String.split").first)
    #expect(split.signatures.count == 4 && !split.example.isEmpty)
    #expect(library.help("Int8.isMultiple").first?.example.isEmpty == false)
    #expect(library.help("Publishers.FirstWhere").first?.summary == library.help("Publisher.first").first?.summary)
  }
}

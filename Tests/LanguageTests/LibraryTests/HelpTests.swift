/// The examples that help shows run, and print what help says.
import InterpreterHarness
import Testing

@testable import Language

@Suite struct HelpTests {
  @Test(arguments: Documentation.all.map { "\($0.type).\($0.name)" }.sorted())
  func theExampleRuns(_ path: String) throws {
    let (type, name) = (path.split(separator: ".").count == 2 ? String(path.split(separator: ".")[0]) : "", path)
    let last = String(name.split(separator: ".").last ?? "")
    let documentation = try #require(Documentation.of(last, in: type))
    let run = ProgramRun.onItsOwnStack("import Combine\nimport Foundation\n" + documentation.example, name: path)
    #expect(run.failure == nil)
    #expect(run.output.split(separator: "\n").map(String.init) == documentation.prints)
  }

  @Test(arguments: Documentation.all.map { "\($0.type).\($0.name)" }.sorted())
  func documentsAMember(_ path: String) throws {
    let name = String(path.split(separator: ".").last ?? "")
    let topics = Program.help(path.hasPrefix(".") ? name : path)
    #expect(!topics.isEmpty)
    #expect(topics.contains { !$0.signatures.isEmpty && !$0.example.isEmpty })
  }

  @Test func aNameAloneIsFoundInItsTypes() {
    #expect(Program.help("map").first?.title == "Publisher.map")
    #expect(Program.help("Just").first?.signatures.first == "struct Just<Output>: Publisher")
    #expect(Program.help("noSuchThing").isEmpty)
  }

  @Test func everyOperatorIsExplained() {
    let operators = Set(LibraryIndex.type(named: "Publisher")?.entries.map(\.baseName) ?? [])
    let explained = Set(Documentation.all.filter { $0.type == "Publisher" }.map(\.name))
    #expect(operators.subtracting(explained).sorted() == [])
  }
}

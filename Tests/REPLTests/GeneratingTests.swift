/// Typed clients: what is written for a program is compared with files, and what is written for the whole protocol is run.
import Foundation
import TestSupport
import Testing
import Wire

@testable import REPL

@Suite(.timeLimit(.minutes(2))) struct GeneratingTests {
  private static let folder = "Tests/REPLTests/Generated"

  /// Stores and types as a daemon has described them.
  private static func program() throws -> JSONValue {
    try JSONValue(parsing: Repository.text("\(folder)/library.json"))
  }

  /// The same with this version's methods, events and errors.
  private static func everything() throws -> DaemonDescription {
    DaemonDescription(.object((OpenRPC.document().object ?? []) + (try program().object ?? [])))
  }

  @Test(arguments: ClientLanguage.allCases)
  func theProgramsTypesAndStores(_ language: ClientLanguage) throws {
    let text = language.client(of: DaemonDescription(try Self.program()))
    #expect(Expect.difference(file: "\(Self.folder)/library.\(language).txt", from: text) == nil)
  }

  @Test(.enabled(if: Tool.find("python3") != nil, "python3 is not on PATH"))
  func pythonRuns() throws {
    let use = """
      import daemon as d

      class Client:
          values = {"library.books": [{"id": "9007199254740993", "title": "Emma", "shelf": "in progress", "rating": None,
              "tags": {"old": 3}}], "library.byTag": None}
          def call(self, method, **params):
              if method == "store.get":
                  return {"value": self.values[params["path"]]}
              if method == "store.set":
                  self.values[params["path"]] = params["value"]
              return {"method": method, **params}

      client = Client()
      before = dict(client.values)
      library = d.Daemon(client).library
      book = library.books[0]
      assert (book.id, book.shelf, book.tags) == (9007199254740993, d.Shelf.READING, {"old": 3}), book
      library.books = [book]
      assert client.values == before, client.values
      assert library.by_tag is None
      library.by_tag = {"x": book}
      assert client.values["library.byTag"]["x"]["id"] == "9007199254740993"
      assert library.by_tag == {"x": book}
      try:
          library.count = 2
          raise SystemExit("count is read only")
      except AttributeError:
          pass
      asked = d.Daemon(client).sub_open(sub="a", paths=["x"], from_="now")
      assert asked == {"method": "sub.open", "sub": "a", "paths": ["x"], "from": "now"}, asked
      assert d.ErrorKind("notFound") is d.ErrorKind.NOT_FOUND
      """
    let files = ["daemon.py": PythonClient(try Self.everything()).text, "use.py": use]
    let (output, status) = try Tool.run(try #require(Tool.find("python3")), ["-B", "use.py"], files: files)
    #expect(status == 0, "\(output)")
  }

  @Test func swiftCompiles() throws {
    let use = """
      import CombineClient

      func use(_ client: CombineClient) async throws {
        var books: [Book] = try await client.library.books.value
        books.append(Book(id: 2, title: "Persuasion", shelf: .reading, rating: nil, tags: [:]))
        try await client.library.books.set(books)
        _ = client.library.count.sink(receiveCompletion: { _ in }, receiveValue: { (count: Int) in print(count) })
        let loans: [Loan] = [.none, .to(name: "Ada", days: 3)]
        print(loans.map(\\.json))
      }
      """
    let modules = Tool.product("Modules")
    let files = ["Daemon.swift": SwiftClient(try Self.everything()).text, "Use.swift": use]
    let (output, status) = try Tool.run(
      try #require(Tool.find("swiftc"), "the compiler that built this is not on PATH"),
      ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", modules, "Daemon.swift", "Use.swift"],
      files: files)
    #expect(status == 0, "\(output)")
  }

  @Test(.enabled(if: Tool.find("tsc") != nil, "tsc is not on PATH"))
  func typeScriptCompiles() throws {
    let use = """
      import { Connection, Daemon } from './daemon';

      export async function use(connection: Connection) {
        const daemon = new Daemon(connection);
        const count: number | string = await daemon.get('library.count');
        await daemon.set('library.books', [{ id: 1, title: 'x', shelf: 'in progress', rating: null, tags: {} }]);
        for await (const event of daemon.subscribe(['library'], { old: true })) {
          if (event.type === 'change') return event.rev + event.changes.length;
        }
        // @ts-expect-error: read only
        await daemon.set('library.count', count);
        // @ts-expect-error: no such path
        await daemon.get('library.cuont');
        // @ts-expect-error: no such parameter
        await daemon.call('store.get', { pth: 'x' });
      }
      """
    let files = ["daemon.ts": TypeScriptClient(try Self.everything()).text, "use.ts": use]
    let (output, status) = try Tool.run(
      try #require(Tool.find("tsc")),
      ["--strict", "--noEmit", "--target", "es2020", "--lib", "es2020,esnext.asynciterable", "use.ts"], files: files)
    #expect(status == 0, "\(output)")
  }
}

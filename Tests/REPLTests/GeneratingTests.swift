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
              if method == "store.call":
                  self.called = params
                  return {"value": "12"}
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
      assert library.add(book) == 12
      assert client.called == {"path": "library.add", "args": {"_": book.to_json()}}, client.called
      library.add(book, rating=None)
      assert client.called["args"]["rating"] is None
      library.count_by()
      assert client.called == {"path": "library.count", "args": {}}, client.called
      library.cover = b"\\x00x"
      assert client.values["library.cover"] == "AHg=" and library.cover == b"\\x00x"
      asked = d.Daemon(client).sub_open(sub="a", paths=["x"], from_="now")
      assert asked == {"method": "sub.open", "sub": "a", "paths": ["x"], "from": "now"}, asked
      assert d.ErrorKind("notFound") is d.ErrorKind.NOT_FOUND
      """
    let files = ["daemon.py": PythonClient(try Self.everything()).text, "use.py": use]
    let (output, status) = try Tool.run(try #require(Tool.find("python3")), ["-B", "use.py"], files: files)
    #expect(status == 0, "\(output)")
  }

  @Test(.enabled(if: Tool.find("mypy") != nil, "mypy is not on PATH: make tools installs it"))
  func pythonPassesMypy() throws {
    let use = """
      from typing import List
      import daemon as d

      def use(client: d.Connection) -> int:
          daemon = d.Daemon(client)
          books: List[d.Book] = daemon.library.books
          daemon.library.cover = b"x"
          daemon.library.cover = "x"
          made = daemon.library.add_client("x", client="y")
          daemon.library.add("x")
          for count in daemon.library.watch_count():
              return count + daemon.library.add(books[0], rating=made.uuid)
          daemon.wait_store
          daemon.wait(path="x")
          return daemon.store_get(path="x")["rev"]
      """
    let files = ["daemon.py": PythonClient(try Self.everything()).text, "use.py": use]
    let (output, status) = try Tool.run(
      try #require(Tool.find("mypy")), ["--strict", "--no-error-summary", "use.py"], files: files)
    let refused = output.split(separator: "\n").compactMap { $0.firstMatch(of: /^(\S+:\d+): error/)?.1 }
    // What is wrong is refused, and nothing else, here and in what was written.
    #expect(refused == ["use.py:8", "use.py:10", "use.py:12"], "\(output)")
    #expect(status == 1)
  }

  @Test(.enabled(if: Tool.find("mypy") != nil, "mypy is not on PATH: make tools installs it"))
  func pythonsClientPassesMypy() throws {
    let use = """
      from typing import List
      from combined import Client, Refused
      import daemon as d

      with Client("/none/sock", name="till") as client:
          daemon = d.Daemon(client)
          try:
              books: List[d.Book] = daemon.library.books
          except Refused as error:
              print(error.kind, error.is_final)
          client.subscribe("library.**", old=True)
          for event in client.events():
              print(event.type, event["n"])
          print(client.mirror("library").rev)
          client.call(1)
      """
    let module = Repository.root.appendingPathComponent("examples/clients/python").path
    let files = [
      "daemon.py": PythonClient(try Self.everything()).text, "use.py": use,
      "mypy.ini": "[mypy]\nstrict = True\nmypy_path = \(module)\n",
    ]
    let (output, _) = try Tool.run(try #require(Tool.find("mypy")), ["--no-error-summary", "use.py"], files: files)
    // What is wrong is refused, and nothing else: the module that it imports is checked with it.
    #expect(output.hasPrefix("use.py:15: error") && output.count { $0 == "\n" } == 1, "\(output)")
  }

  @Test func swiftCompiles() throws {
    let use = """
      import CombineClient
      import Foundation

      func use(_ client: CombineClient) async throws {
        var books: [Book] = try await client.library.books.value
        books.append(Book(id: 2, title: "Persuasion", shelf: .reading, rating: nil, tags: [:]))
        try await client.library.books.set(books)
        _ = client.library.count.sink(receiveCompletion: { _ in }, receiveValue: { (count: Int) in print(count) })
        let loans: [Loan] = [.none, .to(name: "Ada", days: 3)]
        print(loans.map(\\.json))
        try await client.library.cover.set(Data([1, 2]))
        let count: Int = try await client.library.add(books[0])
        let made: PipelineValue = try await client.library.add("x", [], client: "y")
        try await client.library.count(by: count + (made.uuid == UUID() ? 1 : 0))
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

  @Test(.enabled(if: Tool.find("tsc") != nil, "tsc is not on PATH: make tools installs it"))
  func typeScriptCompiles() throws {
    let use = """
      import { Book, Connection, Daemon, Int, PipelineValue } from './daemon';

      export async function use(connection: Connection) {
        const daemon = new Daemon(connection);
        const count: Int = await daemon.get('library.count');
        const books: Book[] = await daemon.get('library.books');
        const added: Int | PipelineValue = await daemon.invoke('library.add', { _: books[0], rating: null });
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
        // @ts-expect-error: no integer
        const letters: Int = 'abc';
        // @ts-expect-error: no integer either
        const fraction: Int = '1.5';
        await daemon.invoke('library.add', { _0: 'x', client: 'y' });
        // @ts-expect-error: it has to be given
        await daemon.invoke('library.add');
        // @ts-expect-error: of another type
        await daemon.invoke('library.count', { by: true });
      }
      """
    let files = ["daemon.ts": TypeScriptClient(try Self.everything()).text, "use.ts": use]
    let (output, status) = try Tool.run(
      try #require(Tool.find("tsc")),
      ["--strict", "--noEmit", "--target", "es2020", "--lib", "es2020,esnext.asynciterable", "use.ts"], files: files)
    #expect(status == 0, "\(output)")
  }
}

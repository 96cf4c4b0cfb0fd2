/// Typed clients: what is written for a program is compared with files, and what is written for the whole protocol is run.
import Foundation
import TestSupport
import Testing
import Wire

@testable import REPL

@Suite(.timeLimit(.minutes(10))) struct GeneratingTests {
  private static let folder = "Tests/REPLTests/Generated"

  /// Stores and types as a daemon has described them.
  private static func program(_ name: String = "library") throws -> JSONValue {
    try JSONValue(parsing: Repository.text("\(folder)/\(name).json"))
  }

  /// The same with this version's methods, events and errors.
  private static func everything(_ name: String = "library") throws -> DaemonDescription {
    DaemonDescription(.object((OpenRPC.document().object ?? []) + (try program(name).object ?? [])))
  }

  @Test(arguments: ClientLanguage.allCases)
  func theProgramsTypesAndStores(_ language: ClientLanguage) throws {
    let text = language.client(of: DaemonDescription(try Self.program()))
    #expect(Expect.difference(file: "\(Self.folder)/library.\(language).txt", from: text) == nil)
  }

  struct Use: CustomTestStringConvertible, Sendable {
    /// A file that describes types and stores which other languages have trouble with.
    var program: String
    var language: ClientLanguage
    /// A file that says what came of them, and has to be accepted; one in Python is run as well.
    var text: String

    var testDescription: String { "\(program), \(language)" }
  }

  static let uses = [
    Use(
      program: "shapes", language: .typescript,
      text: #"""
        import { Daemon, Empty, Int, Line, Row, Tree } from './daemon';

        export async function use(daemon: Daemon) {
          const row: Row = await daemon.get('grid.row');
          const cells: ({ [name: string]: Int } | null)[] = row.cells;
          const lines: Line[] = ['x\ny', '\t\u0001', '\'"\\(1)\u2028', row.line];
          const tree: Tree = { node: { _0: { leaf: 1 }, _1: row.tree } };
          const empty: Empty = {};
          await daemon.set('grid.row', { ...row, cells: [null, { a: 1 }, ...cells], line: lines[0], tree, empty });
          for await (const next of daemon.values('grid.row')) return next.cells.length;
        }
        """#),
    Use(
      program: "shapes", language: .python,
      text: #"""
        import daemon as d

        assert [line.value for line in d.Line] == ["x\ny", "\t\u0001", "'\"\\(1)\u2028"]
        given = {"cells": [None, {"a": 1}], "line": "x\ny", "empty": {}, "tree": {"leaf": 1}, "twig": "end", "odd": "stop"}
        row = d.Row.from_json(given)
        assert row.line is d.Line.END and row.empty == d.Empty() and row.cells == [None, {"a": 1}]
        assert row.to_json() == given
        """#),
    Use(
      program: "shapes", language: .swift,
      text: #"""
        import CombineClient

        func use(_ client: CombineClient) async throws {
          var row: Row = try await client.grid.row.value
          row.tree = .node(.leaf(1), .node(row.tree, .leaf(2)))
          row.twig = .more(Branch(twig: .maybe(nil)))
          row.odd = .next(.next(.stop))
          row.empty = Empty()
          let cells: [[String: Int]?] = row.cells
          if row.line.rawValue == "x\ny", cells.isEmpty { try await client.grid.row.set(row) }
        }
        """#),
    Use(
      program: "names", language: .typescript,
      text: #"""
        import { AStore, ChangeEventValue, Daemon, NoneValue, OuterInner, OuterInnerValue, Point, PointValue } from './daemon';

        export async function use(daemon: Daemon) {
          const [small, large]: [PointValue, Point] = [{ x: 1 }, { y: 2 }];
          const [within, without]: [OuterInnerValue, OuterInner] = [{ a: 1 }, { b: 2 }];
          const [store, event, none]: [AStore, ChangeEventValue, NoneValue] = [{ c: 1 }, { d: 2 }, { fooBar: 1, foo_bar: 2 }];
          await daemon.set('a.small', small);
          await daemon.set('a.large', large);
          await daemon.set('a.outer', { inner: within });
          await daemon.set('a.other', without);
          await daemon.set('a.store', store);
          await daemon.set('a.event', event);
          await daemon.set('a.property', none);
          await daemon.invoke('a.to', { self: 1, self_: 2 });
        }
        """#),
    Use(
      program: "names", language: .python,
      text: #"""
        from typing import Any, Dict, Iterator
        import daemon as d

        class Client:
            def __init__(self) -> None:
                self.values: Dict[str, Any] = {}
            def call(self, method: str, /, **params: Any) -> Any:
                if method == "store.set":
                    self.values[params["path"]] = params["value"]
                return {"value": params["args"] if method == "store.call" else self.values[params["path"]]}
            def subscribe(self, *paths: str, name: str = "main") -> None:
                self.name = name
            def events(self) -> Iterator[Any]:
                yield {"sub": self.name, "changes": [{"value": self.values[self.name]}]}

        client = Client()
        daemon = d.Daemon(client)
        a = daemon.a
        a.property_ = d.NoneValue(foo_bar_=1, foo_bar=2)
        a.foo_bar_, a.foo_bar = 3, 4
        a.zz = d.Way.UP_DOWN_
        a.small, a.large = d.PointValue(x=5), d.Point(y=6)
        a.outer, a.other = d.Outer(inner=d.OuterInnerValue(a=7)), d.OuterInner(b=8)
        a.store, a.event = d.AStore(c=9), d.ChangeEventValue(d=10)
        a.codec = d.Codec(from_json_=11, to_json_=12, json=13)
        assert client.values == {
            "a.property": {"fooBar": 1, "foo_bar": 2}, "a.fooBar": 3, "a.foo_bar": 4, "a.zz": "up_down", "a.small": {"x": 5},
            "a.large": {"y": 6}, "a.outer": {"inner": {"a": 7}}, "a.other": {"b": 8}, "a.store": {"c": 9}, "a.event": {"d": 10},
            "a.codec": {"from_json": 11, "to_json": 12, "json": 13}}, client.values
        assert a.codec == d.Codec.from_json(client.values["a.codec"])
        assert list(a.watch_zz_()) == [d.Way.UP_DOWN_]
        for method in (lambda: a.to(self__=1, self_=2), a.watch_zz):
            try:
                method()
            except TypeError:
                pass  # The client gives the arguments back, which are no number.
        assert len({type(store) for store in (daemon.a, daemon.b_c, daemon.b_c_, daemon.b_c_store)}) == 4
        """#),
    Use(
      program: "names", language: .swift,
      text: #"""
        import CombineClient

        func use(_ client: CombineClient) async throws {
          let a = client.a
          try await a.property.set(NoneValue(fooBar: 1, foo_bar: 2))
          try await a.zz.set(.up_down)
          try await a.small.set(PointValue(x: 1))
          try await a.large.set(Point(y: 1))
          try await a.outer.set(Outer(inner: OuterInnerValue(a: 1)))
          try await a.other.set(OuterInner(b: 1))
          try await a.store.set(AStore(c: 1))
          try await a.event.set(ChangeEventValue(d: 1))
          try await a.codec.set(Codec(from_json: 1, to_json: 2, json_: 3))
          let count: Int = try await a.client_.value
          let sum: Int = try await a.to(self: count, self_: 2) + a.watch_zz()
          print(sum, client.bC, client.bC_, client.b_c)
        }
        """#),
    Use(
      program: "overloads", language: .typescript,
      text: #"""
        import { Daemon, Int } from './daemon';

        export async function use(daemon: Daemon) {
          const sum: Int = await daemon.invoke('cart.add', { _: [1, 2, 3] }) as Int;
          await daemon.invoke('cart.add', {});
          await daemon.invoke('cart.add', { to: 'a', _: [0.5], and: ['b'], twice: true });
          const put: Int | string | boolean = await daemon.invoke('cart.put', { _: 'text' });
          await daemon.invoke('cart.put', { _: [1] });
          return [sum, put];
        }
        """#),
    Use(
      program: "overloads", language: .python,
      text: #"""
        from typing import Any, Dict, Iterator, List
        import daemon as d

        class Client:
            def __init__(self) -> None:
                self.called: List[Any] = []
            def call(self, method: str, /, **params: Any) -> Any:
                self.called.append(params["args"])
                return {"value": 7}
            def subscribe(self, *paths: str, name: str = "main") -> None:
                pass
            def events(self) -> Iterator[Any]:
                return iter([])

        client = Client()
        cart = d.Daemon(client).cart
        total: int = cart.add(1, 2, 2**60) + cart.add()
        cart.add_to_and_twice(0.5, 1.5, to="a", and_=["b"])
        cart.add_to_and_twice(to="a", twice=True)
        number: int = cart.put(1)
        text: str = cart.put_string("a")
        is_new: bool = cart.put_int([1, 2])
        assert client.called == [
            {"_": [1, 2, str(2**60)]}, {"_": []}, {"to": "a", "_": [0.5, 1.5], "and": ["b"]}, {"to": "a", "_": [], "twice": True},
            {"_": 1}, {"_": "a"}, {"_": [1, 2]}], client.called
        """#),
    Use(
      program: "overloads", language: .swift,
      text: #"""
        import CombineClient

        func use(_ client: CombineClient) async throws {
          let sum: Int = try await client.cart.add(1, 2, 3) + client.cart.add()
          try await client.cart.add(to: "a", 0.5, 1.5, and: "b", "c", twice: true)
          try await client.cart.add(to: "a")
          let put: (Int, String, Bool) = try await (client.cart.put(1), client.cart.put("a"), client.cart.put([1, 2]))
          print(sum, put)
        }
        """#),
    Use(
      program: "hostile", language: .typescript,
      text: #"""
        import { Daemon, JSONValueValue, OuterInner, OuterInnerValue, Record, Shape, Word } from './daemon';

        export async function use(daemon: Daemon) {
          const record: Record = await daemon.get('machine.class');
          const sum = [record.__init__, record.class, record.constructor, record['🐶'], record['x²'], record.名?.名 ?? 0];
          const words: Word[] = ['_value_', 'mro', 'init'];
          const shapes: Shape[] = ['default', { __init__: { in: 1, self: 'none' } }];
          const json: JSONValueValue = await daemon.get('machine.json');
          const inner: OuterInnerValue | OuterInner = await daemon.get('machine.inner');
          await daemon.invoke('machine.import', { in: 1, self: json.json, _: record });
          await daemon.invoke('machine.__call__', { x0: [record] });
          return [sum, words, shapes, inner];
        }
        """#),
    Use(
      program: "hostile", language: .python,
      text: #"""
        import uuid
        from typing import Any, Dict, Iterator
        import daemon as d

        class Client:
            def __init__(self) -> None:
                self.values: Dict[str, Any] = {}
            def call(self, method: str, /, **params: Any) -> Any:
                if method == "store.set":
                    self.values[params["path"]] = params["value"]
                self.params = params
                return {"value": "none" if method == "store.call" else self.values[params["path"]]}
            def subscribe(self, *paths: str, name: str = "main") -> None:
                pass
            def events(self) -> Iterator[Any]:
                return iter([])

        words = ["_value_", "__class__", "mro", "name", "value", "none", "self", "init", "default", "in", "_name_", "Type", "json",
            "rawValue", "hashValue", "title", "_1"]
        assert [word.value for word in d.Word] == words, list(d.Word)
        assert d.Word("_value_") is d.Word.VALUE_ and d.Word("value") is d.Word.VALUE and d.Word("__class__") is d.Word.CLASS__
        client = Client()
        machine = d.Daemon(client).machine
        machine.property_ = d.Word.MRO
        machine._init__ = 1
        machine.client = 3
        machine.inner = d.OuterInnerValue(kind=d.OuterInnerKind.CLASS_)
        assert machine.inner == d.OuterInnerValue(kind=d.OuterInnerKind("class"))
        assert client.values["machine.__init__"] == 1 and client.values["machine.property"] == "mro", client.values
        given = {"__init__": 1, "__x": 2, "__class__": "c", "class": 3, "func": 4, "import": 5, "self": 6, "Type": 8, "Self_": 9,
            "fooBar": 10, "foo_bar": 11, "FooBar": 12, "list": [1], "from_json": 13, "int": [], "str": "", "property": "1",
            "classmethod": None, "hashValue": "", "constructor": 14, "URL": "u", "Int": [1.5], "x²": 15, "🐶": 16, "名": {"名": 1}}
        record = d.Record.from_json(given)
        assert record.to_json() == given, record.to_json()
        assert (record._init__, record._x, record.class_, record.foo_bar, record.str_) == (1, 2, 3, 11, ""), record
        assert machine.import_(record, in_=1, self_="x") is d.Word.NONE
        assert client.params["args"] == {"in": 1, "self": "x", "_": given}, client.params
        """#),
    Use(
      program: "hostile", language: .swift,
      text: #"""
        import CombineClient

        func use(_ client: CombineClient) async throws {
          let machine = client.machine
          var record: Record = try await machine.class.value
          record.URL_ = "u"
          record.Int_ = [1.5]
          record.self_ = record.class + record.func + record.x² + record.🐶 + (record.名_?.名_ ?? 0)
          let words: [Word] = [._value_, .mro, .`init`, .self_, .json_]
          let shapes: [Shape] = [.default, .`init`(json: "x"), .__init__(in: 1, self: .none), .Int_(1)]
          let json: JSONValueValue = try await machine.json.value
          let inner: (OuterInnerValue, OuterInner) = (try await machine.inner.value, try await machine.other.value)
          let word: Word = try await machine.import(in: json.object, self: json.json_, record)
          try await machine.watch___init__()
          print(words, shapes, inner, word, try await machine.int(int: 1, Int: [], str: .init()))
          print(client.callStore, client.propertyStore, client.class, client.client, try await machine.__init__.value)
        }
        """#),
    Use(
      program: "keys", language: .typescript,
      text: #"""
        import { Color, Daemon, Int } from './daemon';

        export async function use(daemon: Daemon) {
          const colors: { [name in Color]?: Int } = await daemon.get('desk.colors');
          await daemon.set('desk.ranks', { 1: 'Ada', 2: 'Emma' });
          // @ts-expect-error: no such color
          await daemon.set('desk.colors', { green: 1 });
          const owners = await daemon.get('desk.owners');
          return [colors.red ?? 0, ...Object.entries(owners)];
        }
        """#),
    Use(
      program: "keys", language: .python,
      text: #"""
        import uuid
        from typing import Any, Dict, Iterator
        import daemon as d

        one = "9B2D6A3C-6B1E-4A53-A2F5-0D7C0A5F1E11"

        class Client:
            values: Dict[str, Any] = {"desk.colors": {"red": 1}, "desk.ranks": {"1": "Ada"}, "desk.owners": {one: "blue"}}
            def call(self, method: str, /, **params: Any) -> Any:
                if method == "store.set":
                    self.values[params["path"]] = params["value"]
                return {"value": self.values[params["path"]]}
            def subscribe(self, *paths: str, name: str = "main") -> None:
                pass
            def events(self) -> Iterator[Any]:
                return iter([])

        client = Client()
        before = dict(client.values)
        desk = d.Daemon(client).desk
        assert desk.colors == {d.Color.RED: 1}, desk.colors
        assert desk.ranks == {d.Rank.FIRST: "Ada"}, desk.ranks
        assert desk.owners == {uuid.UUID(one): d.Color.BLUE}, desk.owners
        desk.colors, desk.ranks, desk.owners = desk.colors, desk.ranks, desk.owners
        assert client.values == before, client.values
        """#),
    Use(
      program: "keys", language: .swift,
      text: #"""
        import CombineClient
        import Foundation

        func use(_ client: CombineClient) async throws {
          var colors: [Color: Int] = try await client.desk.colors.value
          colors[.red] = 2
          try await client.desk.colors.set(colors)
          try await client.desk.ranks.set([.first: "Ada"])
          let owners: [UUID: Color] = try await client.desk.owners.value
          print(owners)
        }
        """#),
    // What is secret can be set and is told to nobody; a number may be none of JSON's; and a store is called as a client is.
    Use(
      program: "secrets", language: .typescript,
      text: #"""
        import { ClientValue, Daemon, Double, DoubleValue, Secret, toNumber } from './daemon';

        export async function use(daemon: Daemon) {
          const told: Secret = await daemon.get('login.password');
          await daemon.set('login.password', 'x');
          // @ts-expect-error
          await daemon.set('login.password', told);
          await daemon.set('login.tries', { $notFinite: 'nan' });
          const tries: Double = await daemon.get('login.tries');
          const double: DoubleValue = { half: toNumber(tries) };
          await daemon.set('login.places', [{ x: { $notFinite: '-inf' } }, { x: 1 }]);
          const mean: number = toNumber(await daemon.invoke('login.mean', { _: [1, double.half] }));
          const value: ClientValue = { name: `${mean}` };
          await daemon.set('Client.connection', value);
        }
        """#),
    Use(
      program: "secrets", language: .python,
      text: #"""
        from typing import Any, Dict, Iterator
        import daemon as d

        class Client:
            values: Dict[str, Any] = {"login.tries": {"$notFinite": "-inf"}}
            def call(self, method: str, /, **params: Any) -> Any:
                if method == "store.set":
                    self.values[params["path"]] = params["value"]
                return {"value": self.values[params["path"]]}
            def subscribe(self, *paths: str, name: str = "main") -> None:
                pass
            def events(self) -> Iterator[Any]:
                return iter([])

        client = Client()
        daemon = d.Daemon(client)
        daemon.login.set_password("x")
        assert client.values["login.password"] == "x"
        assert not hasattr(daemon.login, "password") and not hasattr(daemon.login, "watch_password")
        assert not hasattr(daemon.login, "set_token")
        assert daemon.login.tries == float("-inf")
        daemon.client_store.client = 3
        assert client.values["client.client"] == 3
        """#),
    Use(
      program: "secrets", language: .swift,
      text: #"""
        import CombineClient

        func use(_ daemon: CombineClient) async throws {
          try await daemon.login.setPassword("x")
          try await daemon.login.tries.set(.nan)
        }
        """#),
  ]

  @Test(arguments: uses)
  func awkwardProgramsAreUsable(_ use: Use) throws {
    let text = use.language.client(of: try Self.everything(use.program))
    let (tool, suffix, arguments): (String, String, [String]) =
      switch use.language {
      case .typescript: ("tsc", "ts", Self.typeScript)
      case .python: ("mypy", "py", ["--strict", "--no-error-summary"])
      case .swift: ("swiftc", "swift", Self.swift + ["daemon.swift"])
      }
    let folder = TemporaryDirectory()
    let files = ["daemon." + suffix: text, "use." + suffix: use.text]
    // Which of the tools are not there, the tests below say.
    if let tool = Tool.find(tool) {
      let (output, status) = try Tool.run(tool, arguments + ["use." + suffix], in: folder, files: files)
      #expect(status == 0, "\(output)")
    }
    if use.language == .python, let python = Tool.find("python3") {
      let (output, status) = try Tool.run(python, ["-B", "use.py"], in: folder, files: files)
      #expect(status == 0, "\(output)")
    }
  }

  /// How what is written in these languages is checked.
  private static let typeScript = [
    "--strict", "--noEmit", "--target", "es2020", "--lib", "es2020,esnext.asynciterable",
  ]
  private static let swift = [
    "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", Tool.product("Modules"),
  ]

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
    let files = ["Daemon.swift": SwiftClient(try Self.everything()).text, "Use.swift": use]
    let (output, status) = try Tool.run(
      try #require(Tool.find("swiftc"), "the compiler that built this is not on PATH"),
      Self.swift + ["Daemon.swift", "Use.swift"], files: files)
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
      Self.typeScript + ["use.ts"], files: files)
    #expect(status == 0, "\(output)")
  }
}

// Processes in other languages whose objects are stores: the examples, against a real daemon.
import CombineClient
import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) @MainActor struct ForeignProviderTests {
  struct Language: Sendable, CustomTestStringConvertible {
    var program: String
    var script: String
    var testDescription: String { script }
  }

  nonisolated private static let languages = [
    Language(program: "python3", script: "examples/clients/python/provide.py"),
    Language(program: "node", script: "examples/clients/node/provide.js"),
  ].filter { Tool.find($0.program) != nil }

  /// Objects that become what cannot be told.
  nonisolated private static let troubled = [
    Language(
      program: "python3",
      script: """
        import sys
        sys.path.insert(0, "examples/clients/python")
        from dataclasses import dataclass, field
        from typing import Dict, List, Optional
        from combined import Client, Provider
        @dataclass
        class Line:
            id: int
            text: str
        @dataclass
        class M:
            l: List[Line] = field(default_factory=lambda: [Line(1, "one"), Line(2, "two"), Line(3, "three")])
            f: float = 1.0
            s: str = ""
            i: int = 2 ** 62
            o: Optional[int] = 1
            d: Optional[Dict[int, str]] = None
            def inf(self) -> None: self.f = float("inf")
            def bad(self) -> None: self.s = 3
            def big(self, n: int) -> None: self.s = "x" * n
            def none(self) -> None: self.o = None
            def sum(self) -> int: return self.i + sum(self.d or {})
            def give(self, n: int) -> str: return "x" * n
            def loop(self) -> None:
                self.d = {1: "x"}
                self.d[2] = self.d
            def work(self) -> None: self.s = print
        with Client() as client:
            provider = Provider(client, "t", namespace="t")
            provider.expose(M(), "m", settable=["i", "d", "l"], methods="inf bad big none sum give loop work".split())
            provider.serve()
        """),
    Language(
      program: "node",
      script: """
        const { Client } = require('./examples/clients/node/combined.js');
        const { Provider } = require('./examples/clients/node/provider.js');
        const provider = new Provider(new Client({ name: 't' }), 't', {
          namespace: 't', types: ['struct Line: Codable, Hashable, Identifiable { var id: Int; var text: String }'],
        });
        provider.expose('m', {
          l: [{ id: 1, text: 'one' }, { id: 2, text: 'two' }, { id: 3, text: 'three' }],
          f: 1, s: '', i: '4611686018427387904', o: 1, d: null,
          inf() { this.f = Infinity; }, bad() { this.s = 3; }, big({ n }) { this.s = 'x'.repeat(n); },
          none() { this.o = undefined; },
          give({ n }) { return 'x'.repeat(n); },
          loop() { this.d = { 1: 'x' }; this.d[2] = this.d; },
          work() { this.s = () => {}; },
          sum() { return BigInt(this.i) + BigInt(Object.keys(this.d || {}).reduce((a, b) => a + Number(b), 0)); },
        }, {
          type: 'M',
          properties: {
            f: 'Double', s: 'String', i: { type: 'Int', settable: true }, o: 'Int?',
            d: { type: '[Int: String]?', settable: true }, l: { type: '[Line]', settable: true },
          },
          methods: {
            inf: {}, bad: {}, none: {}, loop: {}, work: {}, give: { parameters: { n: 'Int' }, result: 'String' }, big: { parameters: { n: 'Int' } }, sum: { result: 'Int' },
          },
        });
        provider.open();
        """),
  ].filter { Tool.find($0.program) != nil }

  @Test(arguments: troubled) func itStaysUpWhateverItsObjectBecomes(_ language: Language) async throws {
    let daemon = try RealDaemon()
    let client = try CombineClient.connect(to: daemon.socket)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Tool.find(language.program)))
    process.arguments = [language.program == "node" ? "-e" : "-c", language.script]
    process.currentDirectoryURL = Repository.root
    process.environment = ["COMBINED_SOCKET": daemon.socket, "PYTHONDONTWRITEBYTECODE": "1"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    func json(_ path: String) async throws -> JSONValue {
      try await client.call(StoreGet.self, .init(path: path)).value
    }
    func refusal(_ method: String, _ arguments: JSONValue = .array([])) async -> String {
      do throws(ClientError) {
        try await client.callMethod("t.m." + method, arguments)
        return "none"
      } catch { return error.message }
    }
    #expect(await reached { (try? await json("t.m.f"))?.double == 1 })
    #expect(await refusal("inf") == "none")
    #expect(try await json("t.m.f") == ["$notFinite": "inf"])
    #expect(await refusal("none") == "none")
    #expect(try await json("t.m.o") == .null)
    #expect(await refusal("bad").contains("'t.m.s' takes String, not Int"))
    #expect(await refusal("big", [.int(2 << 20)]).contains("and a line has 1048576 at most"))
    // It is there still, and integers are what they were.
    _ = try await client.call(StoreSet.self, .init(path: "t.m.i", value: "4611686018427387905"))
    _ = try await client.call(StoreSet.self, .init(path: "t.m.d", value: ["2": "two"]))
    #expect(try await client.callMethod("t.m.sum", .array([]), as: String.self) == "4611686018427387907")
    // What is set in part it is asked for in part.
    _ = try await client.call(StoreSet.self, .init(path: #"t.m.d["3"]"#, value: "three"))
    #expect(try await json("t.m.d") == ["2": "two", "3": "three"])
    try await client.set("t.m.l[id: 2].text", to: "zwei")
    let edits = try JSONValue(
      parsing:
        #"[["insert",1,[{"id":4,"text":"four"}]],["move",0,3],["remove",2,1],["patch",0,{"set":{"text":"vier"}}]]"#)
    _ = try await client.call(named: "store.patch", ["path": "t.m.l", "patch": edits])
    #expect(
      try await json("t.m.l")
        == JSONValue(
          parsing: #"[{"id":4,"text":"vier"},{"id":2,"text":"zwei"},{"id":1,"text":"one"}]"#))
    _ = try await client.call(StoreSet.self, .init(path: "t.m.d", value: ["2": "two"]))
    // What it gives is too long for a line: who asked hears so at once, and not that it has not answered.
    #expect(await refusal("give", [.int(2 << 20)]).contains("and a line has 1048576 at most"))
    #expect(try await client.callMethod("t.m.give", [.int(3)], as: String.self) == "xxx")
    // What has no JSON is not told, and all else is.
    #expect(await refusal("loop") == "none")
    #expect(await refusal("work") == "none")
    #expect(try await client.callMethod("t.m.give", [.int(1)], as: String.self) == "x")
    // A daemon that starts again is told the rest.
    daemon.kill()
    try daemon.start()
    #expect(await reached { (try? await json("t.m.i"))?.string == "4611686018427387905" })
    #expect(try await json("t.m.s") == "")
    #expect(await refusal("bad").contains("'t.m.s' takes String, not Int"))
    daemon.kill()
    try daemon.start()
    #expect(await reached { (try? await json("t.m.i"))?.string == "4611686018427387905" })
    #expect(await reached { (try? await client.callMethod("t.m.give", [.int(1)], as: String.self)) == "x" })
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    await client.close()
  }

  private func kind(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "nothing"
    } catch ClientError.refused(let error) { return error.kind } catch { return "\(error)" }
  }

  private func reached(_ condition: () async -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < deadline {
      if await condition() { return true }
      await Task.yield()
    }
    return false
  }

  @Test(arguments: languages) func itsObjectIsAStore(_ language: Language) async throws {
    let daemon = try RealDaemon()
    let client = try CombineClient.connect(to: daemon.socket)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Tool.find(language.program)))
    process.arguments = [Repository.root.appendingPathComponent(language.script).path]
    process.environment = ["COMBINED_SOCKET": daemon.socket, "PYTHONDONTWRITEBYTECODE": "1"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    func total() async -> Double? { try? await client.get("shop.cart.total", as: Double.self) }
    #expect(await reached { await total() == 0 })
    let tea = try JSONValue(parsing: #"{"title":"tea","price":3.5}"#)
    let cake = try JSONValue(parsing: #"{"title":"cake","price":4}"#)
    #expect(try await client.callMethod("shop.cart.add", tea, as: Int.self) == 1)
    #expect(try await client.callMethod("shop.cart.add", cake, as: Int.self) == 2)
    #expect(await total() == 7.5)
    try await client.set("shop.cart.coupon", to: "HALF")
    #expect(await total() == 3.75)
    #expect(await kind { try await client.set("shop.cart.coupon", to: "FREE") } == "validation")
    #expect(await kind { try await client.set("shop.cart.total", to: 1.0) } == "readOnly")
    let said = try await client.evaluate("print(shop.cart.items.map(\\.title).joined(separator: \" and \"))")
    #expect(said.printed == ["tea and cake"])
    // The daemon goes, and comes back: the store does too.
    daemon.kill()
    try daemon.start()
    #expect(await reached { await total() == 3.75 })
    // Twice, since the first connection may still be the one that is lost.
    #expect(await reached { (try? await client.set("shop.cart.coupon", to: "")) != nil })
    #expect(await total() == 7.5)
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(await reached { await total() == nil })
    #expect(await kind { try await client.callMethod("shop.cart.add", tea) } == "away")
    await client.close()
  }
}

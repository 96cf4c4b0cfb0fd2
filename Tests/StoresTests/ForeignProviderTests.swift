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

// A mirror: complete when it is handed over, changed by whole commits, and it survives.
import Combine
import Synchronization
import Testing
import Wire

@testable import ClientConnection
@testable import CombineClient

@Suite(.timeLimit(.minutes(10))) struct RemoteMirrorTests {
  /// Waits until the mirror has come so far.
  private func reached(_ mirror: RemoteMirror, rev: Int) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < deadline {
      if mirror.rev == rev { return true }
      await Task.yield()
    }
    return false
  }

  @Test func isCompleteAndFollows() async throws {
    let daemon = ScriptedDaemon { method, _ in method == "session.ping" ? "{}" : nil }
    let client = daemon.client()
    let mirror = try await client.mirror("a.**")
    #expect(mirror["a.n"] == 10)
    #expect(mirror.value("a.n", as: Int.self) == 10)
    #expect(mirror["a.nothing"] == nil)
    let seen = Mutex<[RemoteMirror.Change]>([])
    let listener = mirror.changes.sink(receiveCompletion: { _ in }) { change in
      // Who hears of a change finds it made.
      #expect(mirror["a.b"] == .int(change.rev))
      seen.withLock { $0.append(change) }
    }
    daemon.commit(2)
    #expect(await reached(mirror, rev: 12))
    #expect(mirror.values == ["a.n": 10, "a.b": 12])
    _ = try await client.call(SessionPing.self, .init(t: nil))
    #expect(seen.withLock { $0.map(\.rev) } == [11, 12])
    #expect(seen.withLock { $0.allSatisfy { $0.paths == ["a.b"] } })
    withExtendedLifetime(listener) {}
    await client.close()
  }

  @Test func survivesALostConnection() async throws {
    let daemon = ScriptedDaemon { method, _ in method == "session.ping" ? "{}" : nil }
    let client = daemon.client(reconnecting: true)
    let mirror = try await client.mirror("a.**")
    daemon.hangUp()
    #expect(await daemon.reached { $0.ended == 1 })
    // It shows what was known last.
    #expect(mirror["a.n"] == 10)
    daemon.commit(3)
    #expect(await reached(mirror, rev: 13))
    #expect(mirror["a.b"] == 13)
    await client.close()
  }

  @Test func whatCannotBeToldIsReplacedAsAWhole() async throws {
    let daemon = ScriptedDaemon { method, _ in method == "session.ping" ? "{}" : nil }
    let client = daemon.client()
    let mirror = try await client.mirror("a.**")
    let ends = Mutex<[String]>([])
    let listener = mirror.changes.sink { completion in
      ends.withLock { $0.append("\(completion)") }
    } receiveValue: { change in
      ends.withLock { $0.append("\(change.rev) \(change.paths.sorted())") }
    }
    daemon.send(Harness.event("s1", 3, #""type":"gap","reason":"retention","from":10,"to":20"#))
    daemon.send(
      Harness.event(
        "s1", 4,
        #""type":"snapshot","rev":20,"entries":[{"path":"a.m","value":1,"rev":20,"at":"2026-11-21T01:17:00Z"}]"#))
    _ = try await client.call(SessionPing.self, .init(t: nil))
    #expect(mirror.values == ["a.n": 10], "half of a snapshot is not shown")
    #expect(!mirror.isInSync)
    daemon.send(Harness.event("s1", 5, #""type":"ready","rev":20,"count":1"#))
    #expect(await reached(mirror, rev: 20))
    #expect(mirror.values == ["a.m": 1] && mirror.isInSync)
    await client.close()
    #expect(!mirror.isInSync)
    #expect(ends.withLock { $0 } == [#"20 ["a.m", "a.n"]"#, "finished"])
    #expect(mirror.values == ["a.m": 1])
    withExtendedLifetime(listener) {}
  }

  /// An overflow has no snapshot after it: what is here stays, and the next change is seen.
  @Test func anOverflowIsFollowedByChanges() async throws {
    let daemon = ScriptedDaemon { method, _ in method == "session.ping" ? "{}" : nil }
    let client = daemon.client()
    let mirror = try await client.mirror("a.**")
    daemon.send(Harness.event("s1", 3, #""type":"gap","reason":"overflow","from":10,"to":20,"lost":3"#))
    daemon.send(Harness.change("s1", 4, rev: 21))
    #expect(await reached(mirror, rev: 21))
    #expect(mirror["a.n"] == 10, "what was there stays")
    await client.close()
  }

  @Test func aRefusalIsThrown() async throws {
    let daemon = ScriptedDaemon { method, _ in method == "session.ping" ? "{}" : nil }
    let client = daemon.client()
    await #expect(throws: ClientError.self) { try await client.mirror("nothing") }
    await client.close()
  }

  @Test func itsLastReferenceClosesIt() async throws {
    let daemon = ScriptedDaemon { method, _ in method == "session.ping" ? "{}" : nil }
    let client = daemon.client()
    _ = try await client.mirror("a.**")
    #expect(await daemon.reached { $0.requests.contains { $0.hasPrefix("sub.close") } })
    await client.close()
  }
}

// The asynchronous client against a daemon on a thread: calls, cancellation, sequences, slow readers, coming back.
import Synchronization
import Testing
import Wire

@testable import ClientConnection
@testable import CombineClient

@Suite(.timeLimit(.minutes(10))) struct AsyncClientTests {
  @Test func callsGetTheirOwnReplies() async throws {
    let daemon = ScriptedDaemon { method, params in
      method == "store.get" ? Self.value(params["path"]?.string?.count ?? 0) : nil
    }
    let client = daemon.client()
    let lengths = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for count in 1...100 {
        group.addTask { (count, try await client.get(String(repeating: "x", count: count), as: Int.self)) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(lengths.count == 100 && lengths.allSatisfy { $0 == $1 })
  }

  @Test func aTaskKeepsItsOrder() async throws {
    let daemon = ScriptedDaemon { _, _ in #"{"rev":1,"v":1,"changed":true}"# }
    let client = daemon.client()
    for number in 0..<20 { try await client.set("a.n", to: number) }
    #expect(daemon.requests == (0..<20).map { #"store.set {"path":"a.n","value":\#($0)}"# })
  }

  @Test func aValueOfAnotherTypeIsSaid() async throws {
    let client = ScriptedDaemon { _, _ in Self.value(3) }.client()
    let error = await #expect(throws: ClientError.self) { try await client.get("a.n", as: String.self) }
    #expect(error == .violation("a.n is not of type String: 3"))
    #expect(try await client.get("a.n", as: Int?.self) == 3)
    #expect(try await client.get("a.n", as: Double.self) == 3.0)
  }

  @Test func aCancelledTaskGivesUpItsRequest() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client()
    let task = Task { try await client.evaluate("while true {}") }
    #expect(await daemon.reached { $0.requests.count == 1 })
    task.cancel()
    let result = await task.result
    #expect(throws: ClientError.cancelled) { try result.get() }
    #expect(await daemon.reached { $0.requests.last?.hasPrefix("$/cancel") == true })
  }

  @Test func whatIsPendingFailsWhenTheDaemonGoes() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client()
    let task = Task { try await client.get("a", as: Int.self) }
    #expect(await daemon.reached { $0.requests.count == 1 })
    daemon.hangUp()
    let result = await task.result
    #expect(throws: ClientError.lost(method: "store.get")) { try result.get() }
    await #expect(throws: ClientError.notConnected) { try await client.get("a", as: Int.self) }
  }

  @Test func eventsComeAsASequenceAndItsEndClosesTheSubscription() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client()
    var log: [String] = []
    let events = try await client.subscribe("a.*")
    daemon.commit(3)
    for try await event in events {
      log.append(Harness.describe(event))
      if log.count == 4 { break }
    }
    #expect(log == ["snapshot 10 [\"a.n=10\"]", "ready 10", "change 11", "change 12"])
    _ = consume events
    #expect(await daemon.reached { $0.requests.last == #"sub.close {"sub":"s1"}"# })
  }

  @Test func aRefusedSubscriptionThrows() async throws {
    let client = ScriptedDaemon().client()
    let error = await #expect(throws: ClientError.self) { try await client.subscribe("nothing") }
    #expect(error?.exitStatus == 66)
  }

  /// More than the buffer holds, read only after all of it was sent: nothing is missing, nothing comes twice.
  @Test func aSlowReaderLosesNothing() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client()
    let events = try await client.subscribe("a.*")
    let count = 3 * EventBuffer.countMax
    daemon.commit(count)
    #expect(await daemon.reached { $0.requests.contains(#"sub.close {"sub":"s1"}"#) }, "the subscription was held")
    var revisions: [Int] = []
    for try await event in events {
      if case .change(let change) = event { revisions.append(change.rev) }
      if revisions.last == 10 + count { break }
    }
    #expect(revisions == Array(11...(10 + count)))
  }

  @Test func aSequenceSurvivesALostConnection() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client(reconnecting: true)
    let events = try await client.subscribe("a.*")
    var iterator = events.makeAsyncIterator()
    for _ in 0..<2 { _ = try await iterator.next() }
    daemon.commit(1)
    #expect(try await iterator.next().map(Harness.describe) == "change 11")
    daemon.hangUp()
    #expect(await daemon.reached { $0.connections == 2 && !$0.open.isEmpty })
    daemon.commit(1)
    var log: [String] = []
    while log.last != "change 12" { log.append(try await iterator.next().map(Harness.describe) ?? "end") }
    #expect(log == ["ready 11", "change 12"])
  }

  @Test func aSubscriptionWithoutAConnectionWaitsForTheNext() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client(reconnecting: true)
    daemon.hangUp()
    // Whether the client has noticed yet makes no difference.
    let events = try await client.subscribe("a.*")
    var iterator = events.makeAsyncIterator()
    #expect(try await iterator.next().map(Harness.describe) == "snapshot 10 [\"a.n=10\"]")
    #expect(try await iterator.next().map(Harness.describe) == "ready 10")
    await client.close()
  }

  @Test func everythingIsHeardInOrderByWhoAsksForIt() async throws {
    let daemon = ScriptedDaemon { method, _ in method == "session.ping" ? "{}" : nil }
    let log = Mutex<[String]>([])
    let client = CombineClient(
      name: "test", descriptor: daemon.connect(),
      onEvent: { event in log.withLock { $0.append(Harness.describe(event)) } }, reconnect: nil)
    let events = try await client.subscribe("a.*")
    // What the daemon says of itself and what it answers come from two threads.
    var iterator = events.makeAsyncIterator()
    for _ in 0..<2 { _ = try await iterator.next() }
    daemon.send(#"{"method":"session.notice","params":{"type":"print","text":"hi","by":"$R0","rev":1}}"#)
    daemon.commit(1)
    _ = try await client.call(named: "session.ping")
    #expect(
      log.withLock { $0 } == [
        "connected c1", "s1: snapshot 10 [\"a.n=10\"]", "s1: ready 10", "print $R0: hi", "s1: change 11",
      ])
    withExtendedLifetime(events) {}
    await client.close()
  }

  @Test func noticesAreAStream() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client()
    let notices = await client.notices()
    daemon.send(#"{"method":"session.notice","params":{"type":"print","text":"hi","by":"$R0","rev":1}}"#)
    var iterator = notices.makeAsyncIterator()
    #expect(await iterator.next() == .print(text: "hi", by: "$R0", rev: 1))
    await client.close()
    #expect(await iterator.next() == nil)
  }

  @Test func closingEndsWhatWaits() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client(reconnecting: true)
    let events = try await client.subscribe("a.*")
    let reading = Task {
      var count = 0
      for try await _ in events { count += 1 }
      return count
    }
    let asking = Task { try await client.get("a", as: Int.self) }
    #expect(await daemon.reached { $0.requests.count == 2 })
    await client.close()
    #expect(try await reading.value <= 2, "it ends without an error")
    await #expect(throws: ClientError.lost(method: "store.get")) { try await asking.value }
    #expect(await daemon.reached { $0.ended == 1 })
    #expect(daemon.state.withLock { $0.connections } == 1, "closed for good")
  }

  @Test func lettingTheClientGoEndsTheConnection() async throws {
    let daemon = ScriptedDaemon { _, _ in Self.value(1) }
    do {
      let client = daemon.client(reconnecting: true)
      _ = try await client.get("a", as: Int.self)
    }
    #expect(await daemon.reached { $0.ended == 1 })
  }

  static func value(_ number: Int) -> String {
    #"{"path":"p","value":\#(number),"type":"Int","rev":1,"v":1,"at":"2026-11-21T01:17:00Z"}"#
  }
}

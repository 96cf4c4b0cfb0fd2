// Large buffers go back when they are not used any more, and not while they are.
import Engine
import EventLoop
import Testing

@testable import Server

@Suite struct MemoryTests {
  /// What ends a subscription: each leaves nothing of it, and the last three nothing of its connection.
  private static let ends: [(name: String, act: @Sendable (Stage, Client) throws -> Void)] = [
    ("closed", { _, client in _ = client.ask(#"{"id":9,"method":"sub.close","params":{"sub":"s"}}"#) }),
    (
      "its store removed",
      { stage, _ in
        stage.engine.openSession("other")
        _ = try stage.engine.removeDeclaration("counter", in: "", session: "other")
        stage.settle()
      }
    ),
    (
      "left",
      { stage, client in
        client.close(); stage.settle()
      }
    ),
    (
      "said goodbye",
      { stage, client in
        _ = client.ask(#"{"id":9,"method":"session.bye"}"#); client.close(); stage.settle()
      }
    ),
    (
      "kicked",
      { stage, _ in
        let session = stage.server.connections.values.first!.session.id
        _ = try stage.connect().ask(#"{"id":1,"method":"server.kick","params":{"session":"\#(session)"}}"#)
        stage.settle()
      }
    ),
  ]

  @Test(
    arguments: ends.indices, [#""paths":["counter.label","counter.n"]"#, #""paths":["counter.n"],"when":"value > 3""#])
  func aSubscriptionThatHasEndedIsLetGoOf(_ end: Int, _ what: String) throws {
    let stage = try Stage(Source.counter)
    weak var connection: Connection?
    weak var feed: Feed?
    weak var subscription: Subscription?
    do {
      let client = try stage.connect()
      _ = client.ask(#"{"id":1,"method":"sub.open","params":{"sub":"s",\#(what)}}"#)
      connection = stage.server.connections.values.first
      feed = try #require(connection?.session.feeds["s"])
      subscription = feed?.subscription
      try Self.ends[end].act(stage, client)
      stage.settle()
    }
    stage.advance(by: .seconds(20))
    #expect(feed == nil, "\(Self.ends[end].name)")
    #expect(subscription == nil, "\(Self.ends[end].name)")
    if end >= 2 { #expect(connection == nil, "\(Self.ends[end].name)") }
  }

  /// Requests that are still in the socket of a client that has gone: what it wrote is done, what it wanted to know is not
  /// worked out, and nothing is kept for it.
  @Test func whoHasGoneIsAnsweredNothing() throws {
    let stage = try Stage(Source.counter)
    let other = try stage.connect()
    let long = String(repeating: "x", count: 100_000)
    _ = other.ask(#"{"id":1,"method":"store.set","params":{"path":"counter.label","value":"\#(long)"}}"#)
    let client = try stage.connect()
    client.reads = false
    for id in 1...300 { client.send(#"{"id":\#(id),"method":"store.get","params":{"path":"counter.label"}}"#) }
    client.send(#"{"id":301,"method":"store.set","params":{"path":"counter.n","value":7}}"#)
    let before = stage.server.counters.requests
    client.close()
    stage.settle()
    #expect(stage.server.counters.requests - before == 1, "only the write")
    #expect(other.ask(#"{"id":2,"method":"store.get","params":{"path":"counter.n"}}"#).joined().contains(#""value":7"#))
  }

  /// They are expressions too, but nobody's results.
  @Test func conditionsAndPublishersAreNotKeptAsResults() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(#"{"id":1,"method":"wait","params":{"path":"counter.n","when":"value >= 0"}}"#)
    _ = client.ask(#"{"id":2,"method":"sub.open","params":{"sub":"s","paths":["counter.n"],"when":"value > 3"}}"#)
    _ = client.ask(#"{"id":3,"method":"sub.open","params":{"sub":"p","publisher":"counter.$n"}}"#)
    let said = client.ask(#"{"id":4,"method":"program.eval","params":{"source":"1 + 1"}}"#).joined()
    #expect(said.contains(#""$R0""#), "\(said)")
  }

  @Test func buffersAreLookedAfterOnlyWhileThereAreSome() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(#"{"id":1,"method":"session.ping"}"#)
    let connection = try #require(stage.server.connections.values.first)
    #expect(connection.lastLargeUse == nil, "small messages need no looking after")
    let big = String(repeating: "y", count: 50_000)
    let ping = #"{"id":2,"method":"session.ping","params":{"t":"\#(big)"}}"#
    _ = client.ask(ping)
    for _ in 0..<5 {
      stage.advance(by: .milliseconds(1000))
      #expect(connection.lastLargeUse != nil)
      _ = client.ask(ping)
    }
    stage.advance(by: .milliseconds(1000))
    #expect(connection.lastLargeUse != nil, "used since the last look")
    stage.advance(by: .milliseconds(1000))
    #expect(connection.lastLargeUse == nil, "given back")
    #expect(client.ask(ping).count == 1)
    client.close()
    stage.settle()
    stage.advance(by: .seconds(5))
    #expect(stage.server.connections.isEmpty)
  }
}

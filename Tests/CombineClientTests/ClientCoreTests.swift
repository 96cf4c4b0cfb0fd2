// Requests, replies and events through a client core whose other end is the test.
import TestSupport
import Testing
import Wire

@testable import ClientConnection
@testable import CombineClient

struct ClientCoreTests {
  @Test func greetsFirstAndRequestsNeedNotWait() {
    let harness = Harness()
    harness.core.connectionMade()
    _ = harness.ask("a.b")
    #expect(
      harness.sent() == [
        #"{"id":1,"method":"session.hello","params":{"protocols":["1"],"client":{"name":"test"},"features":["parts"]}}"#,
        #"{"id":2,"method":"store.get","params":{"path":"a.b"}}"#,
      ])
    harness.receive("{\"id\":1,\"result\":\(helloResult())}", Harness.value(.number(2), "3"))
    #expect(harness.log == ["connected c1", "a.b = 3"])
    #expect(harness.core.hello?.epoch == "e1" && harness.core.latestRev == 10)
  }

  @Test func repliesFindTheirRequestsInAnyOrder() {
    let harness = Harness.connected()
    let first = harness.ask("a"), second = harness.ask("b")
    harness.receive(Harness.value(second, "2"), Harness.value(first, "1"))
    #expect(harness.log == ["b = 2", "a = 1"])
    #expect(!harness.core.hasPendingRequests)
  }

  /// O7 of the protocol: what a write caused comes before its reply, and the core keeps that order.
  @Test func eventsAndRepliesKeepTheOrderOfTheWire() {
    let harness = Harness.connected()
    subscribe(harness)
    let id = harness.ask("a.b")
    harness.receive(Harness.change("s", 2, rev: 11), Harness.value(id, "11"), Harness.change("s", 3, rev: 12))
    #expect(harness.log == ["s: change 11", "a.b = 11", "s: change 12"])
  }

  /// The bytes decide, not the pieces they come in.
  @Test func anyCutOfTheBytesGivesTheSame() {
    var random = SeededRandom()
    for round in 0..<50 {
      let harness = Harness.connected()
      subscribe(harness)
      let id = harness.ask("é\u{1F600}")
      let bytes = Array(
        [
          Harness.change("s", 2, rev: 11), Harness.value(id, "\"é\u{1F600}\""),
          #"{"method":"session.notice","params":{"type":"print","text":"hi","by":"$R0","rev":11}}"#,
          Harness.event("s", 3, #""type":"sparkle","new":[1,{"a":2}]"#), Harness.change("s", 4, rev: 12),
        ].map(Harness.line).joined().utf8)
      let pieces = round == 0 ? bytes.map { [$0] } : random.cuts(of: bytes)
      for piece in pieces { harness.core.receive(piece) }
      #expect(
        harness.log == ["s: change 11", "é\u{1F600} = \"é\u{1F600}\"", "print $R0: hi", "s: sparkle", "s: change 12"],
        "seed \(random.seed), round \(round)")
    }
  }

  @Test func anErrorReachesItsRequest() throws {
    let harness = Harness.connected()
    let id = harness.ask("sgnup.x")
    harness.receive(
      """
      {"id":\(id),"error":{"code":-32002,"message":"There is nothing at 'sgnup.x'.","data":{"kind":"notFound",\
      "path":"sgnup.x","didYouMean":["signup.x"],"hint":"Did you mean 'signup.x'?","retry":"never"}}}
      """)
    #expect(harness.log == ["sgnup.x: There is nothing at 'sgnup.x'"])
  }

  @Test func aResultOfTheWrongShapeIsAViolationOfTheProtocol() {
    let harness = Harness.connected()
    let id = harness.ask("a.b")
    harness.receive(foreign: "{\"id\":\(id),\"result\":{\"path\":1}}")
    #expect(
      harness.log == [
        "a.b: what answers does not speak the daemon's protocol: store.get: 'path' must be a string, not an integer"
      ])
  }

  @Test func cancelAsksAndTheReplyStillComes() {
    let harness = Harness.connected()
    let id = harness.ask("a.b")
    _ = harness.sent()
    harness.core.cancel(id)
    #expect(harness.sent() == ["{\"method\":\"$/cancel\",\"params\":{\"id\":\(id)}}"])
    harness.receive(
      "{\"id\":\(id),\"error\":{\"code\":-32009,\"message\":\"Cancelled.\",\"data\":{\"kind\":\"cancelled\",\"retry\":\"never\"}}}"
    )
    #expect(harness.log == ["a.b: Cancelled"])
    harness.core.cancel(id)
    #expect(harness.sent() == [])
  }

  @Test func whatIsPendingFailsWhenTheConnectionEndsAndNothingIsSentTwice() {
    let harness = Harness.connected()
    let first = harness.ask("a"), _ = harness.ask("b")
    harness.core.connectionEnded()
    harness.core.connectionEnded()
    #expect(
      harness.log == [
        "a: the connection was lost before the reply to store.get",
        "b: the connection was lost before the reply to store.get", "lost",
      ])
    harness.log = []
    _ = harness.ask("c")
    #expect(harness.log == ["c: not connected to the daemon"])
    harness.core.connectionMade()
    #expect(harness.sent().count == 1)
    harness.receive(Harness.value(first, "1"))
    #expect(
      harness.log == ["c: not connected to the daemon"], "a reply to a request of the last connection finds nobody")
  }

  @Test func aRequestOverTheFrameLimitIsRefusedHere() {
    let harness = Harness.connected()
    _ = harness.ask(String(repeating: "x", count: 1 << 20))
    #expect(harness.log.count == 1 && harness.log[0].contains("over the limit of 1048576"))
    #expect(harness.sent() == [])
  }

  @Test func theDaemonMayPingToo() {
    let harness = Harness.connected()
    harness.receive(#"{"id":"p","method":"session.ping","params":{"t":7}}"#)
    harness.receive(foreign: #"{"id":"q","method":"eat.cake"}"#)
    let sent = harness.sent()
    #expect(sent.first == #"{"id":"p","result":{"t":7}}"#)
    #expect(sent.last?.contains("-32601") == true)
  }

  @Test func whatIsNotTheProtocolIsSaidOncePerConnection() {
    let harness = Harness.connected()
    harness.core.receive(Array("220 smtp.example.org ready\nhello\n".utf8))
    #expect(harness.log.count == 1 && harness.log[0].hasPrefix("violation: The line is not JSON"))
  }

  @Test func aDaemonOfAnotherProtocolRefusesTheGreeting() {
    let harness = Harness()
    harness.core.connectionMade()
    harness.receive(
      #"{"id":1,"error":{"code":-32010,"message":"Protocol 1 is not spoken here.","data":{"kind":"protocol","supported":["2"],"retry":"never"}}}"#
    )
    #expect(harness.log == ["refused: Protocol 1 is not spoken here"])
    #expect(harness.core.hello == nil)
  }
}

/// Subscribed as `s` to everything, with the first `ready` behind it and the log empty.
func subscribe(_ harness: Harness, rev: Int = 10) {
  harness.core.open(.init(sub: "s", paths: ["**"], deliver: .init(mode: .every)))
  let id = harness.sent()[0].split(separator: ",")[0].split(separator: ":")[1]
  harness.receive(
    #"{"id":\#(id),"result":{"sub":"s","rev":\#(rev),"effective":{"mode":"every"}}}"#,
    Harness.event("s", 1, #""type":"ready","rev":\#(rev),"count":0"#))
  harness.log = []
}

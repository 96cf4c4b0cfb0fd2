// Subscriptions of a client core: numbers without holes, and going on where they were after a reconnection.
import Testing
import Wire

@testable import ClientConnection
@testable import CombineClient

struct SubscriptionTests {
  @Test func resumesAfterTheLastChangeThatWasSeen() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.receive(Harness.change("s", 2, rev: 11), Harness.change("s", 3, rev: 14))
    #expect(harness.core.bookmark(of: "s")?.description == "14@e1")
    harness.core.connectionEnded()
    harness.log = []

    harness.core.connectionMade()
    let sent = harness.sent()
    #expect(sent.count == 2)
    #expect(sent[1].contains(#""method":"sub.open","params":{"sub":"s","paths":["**"],"from":{"epoch":"e1","rev":14}"#))
    harness.receive(
      #"{"id":3,"result":\#(helloResult(rev: 17))}"#,
      #"{"id":4,"result":{"sub":"s","rev":17,"effective":{"mode":"every"}}}"#, Harness.change("s", 1, rev: 15),
      Harness.event("s", 2, #""type":"ready","rev":17,"count":0"#))
    #expect(harness.log == ["connected c1 again, missed 3", "s: change 15", "s: ready 17"])
    #expect(harness.core.bookmark(of: "s")?.rev == 17)
  }

  @Test func anotherHistoryHasNoNumberOfMissedCommits() {
    let harness = Harness.connected()
    harness.core.connectionEnded()
    harness.log = []
    harness.connect(epoch: "e2", rev: 3)
    #expect(harness.log == ["connected c1 again, missed ?"])
  }

  @Test func beforeItsFirstReadyItBeginsAgain() {
    let harness = Harness.connected()
    harness.core.open(.init(sub: "s", paths: ["a"]))
    _ = harness.sent()
    harness.core.connectionEnded()
    harness.core.connectionMade()
    #expect(harness.sent()[1].contains(#""params":{"sub":"s","paths":["a"]}"#))
  }

  @Test func openedWhileDisconnectedItWaitsForTheNextConnection() {
    let harness = Harness()
    harness.core.open(.init(sub: "s", paths: ["a"]))
    #expect(harness.sent() == [])
    harness.core.connectionMade()
    #expect(harness.sent().count == 2)
  }

  @Test func aHoleIsReportedAndTheNextConnectionGoesOnFromTheLastGoodPlace() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.receive(Harness.change("s", 2, rev: 11), Harness.change("s", 4, rev: 13), Harness.change("s", 5, rev: 14))
    #expect(harness.log == ["s: change 11", "violation: subscription s: message 4 came where 3 was due"])
    #expect(harness.core.wantsHangUp)
    harness.core.connectionEnded()
    harness.core.connectionMade()
    #expect(!harness.core.wantsHangUp)
    #expect(harness.sent()[1].contains(#""from":{"epoch":"e1","rev":11}"#))
  }

  @Test func whatIsNotJSONIsLostAndTheNextConnectionGoesOn() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.core.receive(Array("{\"jsonrpc\":\"2.0\",\n".utf8))
    #expect(harness.core.wantsHangUp)
    #expect(harness.log.count == 1 && harness.log[0].hasPrefix("violation: The line is not JSON"))
  }

  /// A daemon that has too much to do asks to come back: the subscription stays.
  @Test func anOverloadWhenOpenedAgainIsNoEnd() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.core.connectionEnded()
    harness.core.connectionMade()
    harness.log = []
    harness.receive(
      #"{"id":4,"error":{"code":-32015,"message":"The daemon is stopping.","data":{"kind":"shuttingDown","retry":"later"}}}"#
    )
    #expect(harness.log == [] && harness.core.wantsHangUp)
    #expect(harness.core.openSubscriptions == ["s"])
    harness.core.connectionEnded()
    harness.core.connectionMade()
    #expect(harness.sent()[1].contains(#""from":{"epoch":"e1","rev":10}"#))
  }

  @Test func aGapAndItsSnapshotComeThrough() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.receive(
      Harness.event("s", 2, #""type":"gap","reason":"retention","from":10,"to":90,"oldestRev":91,"lost":null"#),
      Harness.event(
        "s", 3, #""type":"snapshot","rev":95,"entries":[{"path":"a","value":1,"rev":3,"at":"2026-11-21T01:17:00Z"}]"#),
      Harness.event("s", 4, #""type":"ready","rev":95,"count":1"#))
    #expect(harness.log == ["s: gap 10-90", "s: snapshot 95 [\"a=1\"]", "s: ready 95"])
    #expect(harness.core.bookmark(of: "s")?.rev == 95)
  }

  @Test func anEndByShutdownWaitsForTheNextDaemon() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.receive(Harness.event("s", 2, #""type":"end","reason":"shutdown","resume":{"epoch":"e1","rev":12}"#))
    harness.core.connectionEnded()
    #expect(harness.log == ["s: end shutdown 12@e1", "lost"])
    harness.core.connectionMade()
    #expect(harness.sent()[1].contains(#""from":{"epoch":"e1","rev":12}"#))
  }

  /// Who was sent away by an operator does not come back unasked.
  @Test func anEndByAnOperatorIsFinal() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.receive(Harness.event("s", 2, #""type":"end","reason":"kicked","resume":{"epoch":"e1","rev":12}"#))
    #expect(harness.core.openSubscriptions == [])
    harness.core.connectionEnded()
    harness.core.connectionMade()
    #expect(!harness.sent().contains { $0.contains("sub.open") })
  }

  @Test func anEndForSlownessGoesOnAtOnce() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.receive(Harness.event("s", 2, #""type":"end","reason":"slow","resume":{"epoch":"e1","rev":12}"#))
    #expect(harness.sent().first?.contains(#""from":{"epoch":"e1","rev":12}"#) == true)
  }

  @Test func afterCloseNothingOfItFollows() {
    let harness = Harness.connected()
    subscribe(harness)
    var closed = false
    harness.core.close("s") { _ in closed = true }
    harness.receive(
      Harness.change("s", 2, rev: 11), Harness.event("s", 3, #""type":"end","reason":"closed""#),
      #"{"id":3,"result":{"sub":"s"}}"#)
    #expect(harness.log == [] && closed)
    #expect(harness.core.openSubscriptions == [])
    harness.core.connectionEnded()
    harness.core.connectionMade()
    _ = harness.sent()
    #expect(harness.core.openSubscriptions == [])
  }

  @Test func heldItIsClosedOnTheWireAndGoesOnWhereItWas() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.receive(Harness.change("s", 2, rev: 11))
    harness.core.hold("s")
    #expect(harness.sent() == [#"{"id":3,"method":"sub.close","params":{"sub":"s"}}"#])
    harness.receive(Harness.change("s", 3, rev: 12), Harness.event("s", 4, #""type":"end","reason":"closed""#))
    #expect(harness.log == ["s: change 11"])
    // Resumed before the close is answered: the name is not free yet.
    harness.core.resume("s")
    #expect(harness.sent() == [])
    harness.receive(#"{"id":3,"result":{"sub":"s"}}"#)
    #expect(harness.sent().first?.contains(#""from":{"epoch":"e1","rev":11}"#) == true)
    harness.receive(
      #"{"id":4,"result":{"sub":"s","rev":12,"effective":{"mode":"every"}}}"#, Harness.change("s", 1, rev: 12))
    #expect(harness.log == ["s: change 11", "s: change 12"])
  }

  @Test func heldThroughAReconnectionItWaitsToBeResumed() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.core.hold("s")
    harness.core.connectionEnded()
    _ = harness.sent()
    harness.core.connectionMade()
    #expect(harness.sent().count == 1, "only the greeting")
    harness.core.resume("s")
    #expect(harness.sent().first?.contains(#""from":{"epoch":"e1","rev":10}"#) == true)
  }

  @Test func refusedWhenOpenedAgainItIsGone() {
    let harness = Harness.connected()
    subscribe(harness)
    harness.core.connectionEnded()
    harness.core.connectionMade()
    harness.log = []
    harness.receive(
      #"{"id":4,"error":{"code":-32002,"message":"There is nothing at 'a'.","data":{"kind":"notFound","retry":"never"}}}"#
    )
    #expect(harness.log == ["s failed: There is nothing at 'a'"])
    #expect(harness.core.openSubscriptions == [])
  }
}

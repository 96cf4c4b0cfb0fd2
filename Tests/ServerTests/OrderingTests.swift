// The promises about order, with requests that arrive in one piece, in single bytes, and from several clients in one turn.
import EventLoop
import Testing
import TestSupport

@testable import Server

@Suite struct OrderingTests {
  private func set(_ id: Int, _ value: Int) -> String {
    #"{"id":\#(id),"method":"store.set","params":{"path":"counter.n","value":\#(value)}}"#
  }

  private func open(_ id: Int, _ name: String, _ mode: String, initial: String = "none") -> String {
    #"{"id":\#(id),"method":"sub.open","params":{"sub":"\#(name)","paths":["counter.n"],"initial":"\#(initial)","deliver":{"mode":"\#(mode)"}}}"#
  }

  /// All messages as one write.
  private func sendAtOnce(_ messages: [String], _ client: Client) {
    client.sendRaw(messages.map { Client.completed($0) + "\n" }.joined())
  }

  /// What a line is about: `reply 3`, `w ready`, `w 5` for a change to 5.
  private func gist(_ line: String) -> String {
    func number(after mark: String) -> String? {
      guard let range = line.firstRange(of: mark) else { return nil }
      return String(line[range.upperBound...].prefix { $0.isNumber || $0 == "-" })
    }
    guard line.contains("sub.event") else { return "reply \(number(after: "\"id\":") ?? "?")" }
    let name = line.split(separator: "\"sub\":\"")[1].prefix { $0 != "\"" }
    if let value = number(after: "\"value\":"), line.contains("\"type\":\"change\"") { return "\(name) \(value)" }
    return "\(name) \(line.split(separator: "\"type\":\"")[1].prefix { $0 != "\"" })"
  }

  @Test func repliesComeInTheOrderOfRequestsAndAfterTheirEventsAndBeforeThoseOfLaterRequests() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    sendAtOnce([open(1, "w", "every"), set(2, 1), set(3, 2), open(4, "v", "every"), set(5, 3)], client)
    #expect(
      client.lines().map(gist) == [
        "reply 1", "w ready", "w 1", "reply 2", "w 2", "reply 3", "reply 4", "v ready", "v 3", "w 3", "reply 5",
      ])
  }

  /// A client that writes alike again and again is answered as one that does not.
  @Test func whatIsRecognisedByItsBytesIsAnsweredAlike() throws {
    let values = ["1", "1", "2", "\"two\"", "true", "3"]
    func answers(_ request: (Int, String) -> String) throws -> [String] {
      let client = try Stage(Source.counter).connect()
      _ = client.ask(open(0, "w", "every"))
      sendAtOnce(values.enumerated().map { request($0 + 1, $1) }, client)
      return client.lines()
    }
    let alike = try answers { #"{"id":\#($0),"method":"store.set","params":{"path":"counter.n","value":\#($1)}}"# }
    let unlike = try answers {
      #"{"id":\#($0),"method":"store.set","params":{"path":"counter.n","value":\#($1),"force":false}}"#
    }
    #expect(alike == unlike)
    #expect(alike.filter { $0.contains("typeMismatch") }.count == 2)
  }

  /// Nor does it come before what was sent first.
  @Test func whatIsRecognisedWaitsItsTurn() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    sendAtOnce(
      [set(1, 1), #"{"id":2,"method":"session.ping"}"#, set(3, 2), #"[{"id":4,"method":"session.ping"}]"#, set(5, 3)],
      client)
    #expect(client.lines().map(gist) == ["reply 1", "reply 2", "reply 3", "reply 4", "reply 5"])
  }

  @Test func inModeLatestWhatHappensInOneTurnIsOneMessage() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w", "latest"))
    sendAtOnce([set(2, 1), set(3, 2), set(4, 3)], client)
    let lines = client.lines()
    #expect(lines.map(gist) == ["reply 2", "reply 3", "reply 4", "w 3"])
    #expect(lines.last!.contains("\"merged\":3"))
  }

  @Test func everySubscriberHearsEveryCommitInOrderWhoeverWrites() throws {
    let stage = try Stage(Source.counter)
    let watcher = try stage.connect()
    let writers = [try stage.connect(), try stage.connect(), try stage.connect()]
    _ = watcher.ask(open(1, "w", "every"))
    for round in 0..<20 {
      for (index, writer) in writers.enumerated() {
        sendAtOnce((0..<5).map { set($0, round * 100 + index * 10 + $0 + 1) }, writer)
      }
    }
    let lines = watcher.lines()
    #expect(lines.count == 20 * 3 * 5)
    let numbers = lines.map { Int($0.split(separator: "\"n\":")[1].prefix { $0.isNumber })! }
    #expect(numbers == Array(2...301))
    let revisions = lines.map { Int($0.split(separator: "\"rev\":")[1].prefix { $0.isNumber })! }
    #expect(revisions == revisions.sorted())
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>) func howTheBytesAreCutMakesNoDifference(seed: UInt64) throws {
    let messages = [
      open(1, "w", "every"), set(2, 1), #"{"id":3,"method":"nonsense"}"#, set(4, 2), open(5, "w", "every"),
    ]
    let bytes = Array(messages.map { Client.completed($0) + "\r\n" }.joined().utf8)
    let whole = try Stage(Source.counter).connect()
    whole.sendRaw(bytes)
    let expected = whole.lines()
    #expect(expected.count == 8)

    var random = SeededRandom(seed: seed)
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    for piece in random.cuts(of: bytes) {
      client.sendRaw(piece)
      stage.loop.poll()
    }
    #expect(client.lines() == expected)
  }

  @Test func theReplyToAnOpeningInABatchComesBeforeItsEvents() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "old", "every"))
    client.send("[" + open(2, "new", "every") + "," + set(3, 7) + "]")
    let lines = client.lines()
    #expect(lines[0].contains("\"old\"") && gist(lines[0]) == "old 7")
    #expect(lines[1].hasPrefix("[{\"id\":2,"))
    #expect(lines.dropFirst(2).map(gist) == ["new ready", "new 7"])
  }

  @Test func subscriptionsOfOneConnectionTakeTurns() throws {
    let stage = try Stage(Source.counter)
    let writer = try stage.connect()
    let client = try stage.connect()
    _ = client.ask(open(1, "a", "every"))
    _ = client.ask(open(2, "b", "every"))
    sendAtOnce([set(1, 1), set(2, 2), set(3, 3)], writer)
    #expect(client.lines().map(gist) == ["a 1", "b 1", "a 2", "b 2", "a 3", "b 3"])
  }

  @Test func nothingFollowsTheReplyToAClosing() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w", "every"))
    sendAtOnce([set(2, 1), #"{"id":3,"method":"sub.close","params":{"sub":"w"}}"#, set(4, 2)], client)
    #expect(client.lines().map(gist) == ["w 1", "reply 2", "w end", "reply 3", "reply 4"])
    #expect(client.ask(set(5, 3)).map(gist) == ["reply 5"])
  }

  @Test func eventsOfAStatementThatFailedLaterComeBeforeItsError() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w", "every"))
    let lines = client.ask(
      #"{"id":2,"method":"program.eval","params":{"source":"counter.n = 9\ncounter.n = 8\nlet a = [1]\nprint(a[5])"}}"#)
    #expect(lines.map(gist) == ["w 9", "w 8", "reply 2"] || lines.map(gist) == ["reply 2"])
  }
}

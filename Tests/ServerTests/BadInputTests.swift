// Input that nobody should send: each gets its clear error, the connection lives where it can, and nobody else notices.
import Testing
import Wire

@testable import Server

@Suite struct BadInputTests {
  private let ping = #"{"id":1,"method":"session.ping"}"#
  private let pong = [#"{"id":1,"result":{}}"#]

  @Test func aLineOfTwoMebibytesIsSkippedAndSaidSo() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let other = try stage.connect()
    client.sendRaw(#"{"jsonrpc":"2.0","id":7,"method":"session.ping","params":{"t":""#)
    for _ in 0..<32 { client.sendRaw(String(repeating: "x", count: 1 << 16)) }
    #expect(other.ask(ping) == pong, "the others go on while the line is still coming")
    client.sendRaw("\"}}\n")
    let lines = client.ask(ping)
    try #require(lines.count == 2)
    #expect(lines[1] == pong[0])
    #expect(lines[0].hasPrefix(#"{"id":null,"error":{"code":-32013,"message":"A line of 2097218 bytes is over"#))
  }

  @Test func aFrameOfExactlyTheLimitIsTaken() throws {
    let client = try Stage().connect()
    let head = #"{"jsonrpc":"2.0","id":1,"method":"session.ping","params":{"t":""#
    let filler = String(repeating: "x", count: WireLimits.frameBytesMax - head.utf8.count - 3)
    client.sendRaw(head + filler + "\"}}\n")
    // What comes back is longer than what was sent by nothing but the result's own wrapping, and still fits.
    let answer = client.lines()
    #expect(answer.count == 1 && answer[0].hasPrefix(#"{"id":1,"result":{"t":"xxx"#))
    client.sendRaw(head + filler + "y\"}}\n")
    #expect(client.lines().first?.contains("-32013") == true)
  }

  @Test func nestingIsBounded() throws {
    let client = try Stage().connect()
    func nested(_ depth: Int) -> String {
      #"{"id":1,"method":"session.ping","params":{"t":"# + String(repeating: "[", count: depth)
        + String(repeating: "]", count: depth) + "}}"
    }
    #expect(client.ask(nested(WireLimits.depthMax - 2)).first?.hasPrefix(#"{"id":1,"result""#) == true)
    #expect(client.ask(nested(WireLimits.depthMax - 1)).first?.contains("-32700") == true)
    #expect(client.ask(nested(100_000)).first?.contains("-32700") == true)
    #expect(client.ask(ping) == pong)
  }

  @Test func aClientThatVanishesInMidLineHurtsNobody() throws {
    let stage = try Stage(Source.counter)
    let other = try stage.connect()
    for length in [1, 20, 60, 5000] {
      let client = try stage.connect()
      _ = client.ask(ping)
      client.sendRaw(
        String(#"{"jsonrpc":"2.0","id":2,"method":"store.set","params":{"path":"counter.n","value":"#.prefix(length)))
      client.close()
      stage.settle()
      #expect(other.ask(ping) == pong)
    }
    #expect(stage.server.connections.count == 1)
    #expect(
      other.ask(#"{"id":2,"method":"store.get","params":{"path":"counter.n"}}"#).first?.contains("\"value\":0") == true)
  }

  @Test func whatAClientAskedBeforeItVanishedIsDone() throws {
    let stage = try Stage(Source.counter)
    let other = try stage.connect()
    let client = try stage.connect()
    for value in 1...3 {
      client.send(#"{"id":1,"method":"store.set","params":{"path":"counter.n","value":\#(value)}}"#)
    }
    client.close()
    stage.settle()
    #expect(
      other.ask(#"{"id":2,"method":"store.get","params":{"path":"counter.n"}}"#).first?.contains("\"value\":3") == true)
    #expect(stage.server.connections.count == 1)
  }

  @Test func aLastLineWithoutItsEndIsAnsweredWhenTheClientSaysNoMore() throws {
    let client = try Stage().connect()
    client.sendRaw(Client.completed(ping))
    #expect(client.lines() == [])
    client.endInput()
    #expect(client.lines() == pong)
    #expect(client.isEnded)
  }

  @Test func aClientThatSaysNoMoreStillHearsWhatItSubscribedTo() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    let writer = try stage.connect()
    client.send(#"{"id":1,"method":"sub.open","params":{"sub":"w","paths":["counter.n"],"initial":"none"}}"#)
    client.endInput()
    #expect(client.lines().count == 2)
    _ = writer.ask(#"{"id":1,"method":"store.set","params":{"path":"counter.n","value":1}}"#)
    #expect(client.lines().count == 1)
    #expect(!client.isEnded)
    client.close()
    stage.settle()
    #expect(stage.server.connections.count == 1)
  }

  @Test func aBatchOverTheLimitIsRefusedAsAWhole() throws {
    let client = try Stage().connect()
    func batch(_ count: Int) -> String {
      "[" + (1...count).map { #"{"id":\#($0),"method":"session.ping"}"# }.joined(separator: ",") + "]"
    }
    #expect(client.ask(batch(100)).first?.split(separator: "result").count == 101)
    #expect(
      client.ask(batch(101)).first?.hasPrefix(
        #"{"id":null,"error":{"code":-32600,"message":"The batch has 101 members"#) == true)
  }

  /// Whatever its members have to say, and whenever: the reply to a batch has one for each, and is a frame.
  @Test(arguments: [1_000, 400_000, WireLimits.frameBytesMax - 2_000])
  func aBatchThatWaitsAnswersEachMember(_ size: Int) throws {
    let client = try Stage(Source.counter).connect()
    let label = #""path":"counter.label""#
    let waits = (1...99).map { #"{"id":\#($0),"method":"wait","params":{\#(label)}}"# }
    client.send("[" + waits.joined(separator: ",") + #",{"id":100,"method":"no.such"}]"#)
    #expect(client.lines().isEmpty)
    let text = String(repeating: "v", count: size)
    let lines = client.ask(#"{"id":101,"method":"store.set","params":{\#(label),"value":"\#(text)"}}"#)
    let batch = try #require(lines.first { $0.hasPrefix("[") })
    #expect(batch.utf8.count <= WireLimits.frameBytesMax)
    let replies = try #require(JSONValue(parsing: batch).array)
    #expect(Set(replies.compactMap { $0["id"]?.int }) == Set(1...100))
    #expect(replies.count == 100)
  }

  /// What is not answered has no place in an array, and an array of nothing is not sent.
  @Test func aBatchOfNotificationsThatWaitIsSilent() throws {
    let client = try Stage(Source.counter).connect()
    client.send(#"[{"method":"wait","params":{"path":"counter.n"}}]"#)
    let lines = client.ask(#"{"id":1,"method":"store.set","params":{"path":"counter.n","value":1}}"#)
    #expect(lines.allSatisfy { !$0.hasPrefix("[") })
  }

  @Test func aResultOverTheFrameLimitIsAnErrorThatSaysSo() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    // Two values that fit into a frame each, and not together.
    let big = String(repeating: "v", count: 600_000)
    _ = client.ask(#"{"id":1,"method":"store.set","params":{"path":"counter.label","value":"\#(big)"}}"#)
    _ = client.ask(
      #"{"id":2,"method":"program.eval","params":{"source":"class Other: ObservableObject {\n  @Published var label = \"a\"\n  @Published var second = \"b\"\n}\nlet other = Other()"}}"#
    )
    for property in ["label", "second"] {
      _ = client.ask(#"{"id":3,"method":"store.set","params":{"path":"other.\#(property)","value":"\#(big)"}}"#)
    }
    let line = client.ask(#"{"id":4,"method":"store.get","params":{"path":"other"}}"#).first
    #expect(line?.hasPrefix(#"{"id":4,"error":{"code":-32013,"message":"The result has 12"#) == true)
    // A snapshot of the same is simply told in parts.
    client.send(#"{"id":5,"method":"sub.open","params":{"sub":"w","paths":["other"]}}"#)
    let kinds = client.lines().dropFirst().map { $0.split(separator: "\"type\":\"")[1].prefix { $0 != "\"" } }
    #expect(kinds == ["snapshot", "snapshot", "ready"])
  }

  @Test func aChangeOverTheFrameLimitEndsTheSubscriptionAndSaysWhy() throws {
    let stage = try Stage(Source.counter)
    let (client, writer) = (try stage.connect(), try stage.connect())
    _ = client.ask(
      #"{"id":1,"method":"sub.open","params":{"sub":"w","paths":["counter"],"initial":"none","deliver":{"mode":"every"}}}"#
    )
    let source = #"counter.label = String(repeating: \"w\", count: 1_100_000)"#
    #expect(
      writer.ask(#"{"id":1,"method":"program.eval","params":{"source":"\#(source)"}}"#).first?.contains("result")
        == true)
    let lines = client.lines()
    try #require(lines.count == 2)
    #expect(lines[0].contains(#""n":2,"type":"failed","error":{"code":-32013,"message":"An event has 11"#))
    #expect(lines[1].contains(#""n":3,"type":"end","reason":"error","resume":{"epoch":"k3f9","rev":2}"#))
    #expect(client.ask(#"{"id":2,"method":"sub.close","params":{"sub":"w"}}"#).first?.contains("unknownSub") == true)
  }
}

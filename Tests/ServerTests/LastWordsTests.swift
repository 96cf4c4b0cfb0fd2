// Whoever is cut is told why, and where to go on; nothing of it is a hole.
import Engine
import EventLoop
import Testing
import Wire

@testable import Server

@Suite struct LastWordsTests {
  private func set(_ id: Int, _ value: String) -> String {
    #"{"id":\#(id),"method":"store.set","params":{"path":"counter.label","value":"\#(value)"}}"#
  }

  private func json(_ line: String) throws -> JSONValue { try JSONValue(parsing: line) }

  /// A client with a subscription that has asked for far more than it reads.
  private func stuck(_ stage: Stage, mode: String = "every") throws -> Client {
    let slow = try stage.connect()
    let writer = try stage.connect()
    _ = slow.ask(
      #"{"id":1,"method":"sub.open","params":{"sub":"w","paths":["counter.label"],"initial":"none","deliver":{"mode":"\#(mode)"}}}"#
    )
    _ = slow.ask(#"{"id":2,"method":"sub.open","params":{"sub":"calm","paths":["counter.n"],"initial":"none"}}"#)
    _ = writer.ask(set(1, "first"))
    _ = writer.ask(set(2, String(repeating: "y", count: 200_000)))
    slow.reads = false
    for number in 1...100 { slow.send(#"{"id":\#(number),"method":"store.get","params":{"path":"counter.label"}}"#) }
    stage.settle()
    for number in 3...50 { _ = writer.ask(set(number, "\(number)")) }
    return slow
  }

  @Test(arguments: ["every", "latest"]) func whoTakesNothingIsToldWhyAndWhereToResume(mode: String) throws {
    let stage = try Stage(Source.counter)
    let slow = try stuck(stage, mode: mode)
    stage.advance(by: .seconds(31))
    stage.advance(by: .seconds(31))
    #expect(stage.server.connections.isEmpty, "it is closed although it reads nothing")
    slow.reads = true
    let lines = slow.lines()
    #expect(slow.isEnded)
    for line in lines { #expect(throws: Never.self) { try json(line) } }
    #expect(
      lines.last?.hasPrefix(
        #"{"method":"session.notice","params":{"type":"closing","text":"You took nothing for 30000 ms"#)
        == true)
    #expect(lines.last?.contains(#""setting":"limits.stallMs""#) == true)
    // Numbers have no hole, and whoever resumes from what it has heard of, or from the end, misses nothing.
    let events = try lines.map(json).compactMap { $0["params"] }.filter { $0["sub"] == "w" }
    let first = try #require(events.first?["n"]?.int)
    #expect(events.compactMap { $0["n"]?.int } == Array(first..<first + events.count))
    let end = try #require(events.last)
    #expect(end["type"] == "end" && end["reason"] == "slow")
    let told = events.dropLast().last { $0["type"] == "change" }?["rev"]?.int ?? 2
    let place = end["resume"]?["rev"]?.int ?? told
    #expect(place >= told && place < stage.engine.revision)
    let calm = try lines.map(json).compactMap { $0["params"] }.filter { $0["sub"] == "calm" }
    #expect(calm.count == 1 && calm[0]["type"] == "end" && calm[0]["resume"]?["rev"]?.int == stage.engine.revision)
    let again = try stage.connect().ask(
      #"{"id":1,"method":"sub.open","params":{"sub":"w","paths":["counter.label"],"from":{"epoch":"k3f9","rev":\#(place)},"deliver":{"mode":"every"}}}"#
    )
    #expect(again.count == stage.engine.revision - place + 2)
  }

  @Test func whoReadsAfterItWasCutIsNotCutShort() throws {
    var settings = ServerSettings()
    settings.writeStall = .seconds(5)
    let stage = try Stage(Source.counter, settings: settings)
    let slow = try stuck(stage)
    stage.advance(by: .seconds(5))
    slow.reads = true
    let lines = slow.lines()
    #expect(lines.last?.contains(#""type":"closing""#) == true && slow.isEnded)
  }

  @Test func clientsTogetherHaveABoundAndTheGreediestGoes() throws {
    var settings = ServerSettings()
    settings.bufferBytesMax = 3 << 20
    let stage = try Stage(Source.counter, settings: settings)
    let writer = try stage.connect()
    _ = writer.ask(set(1, String(repeating: "y", count: 200_000)))
    let modest = try stage.connect()
    let greedy = try (0..<3).map { _ in try stage.connect() }
    for (index, client) in ([modest] + greedy).enumerated() {
      client.reads = false
      for number in 1...(index == 0 ? 2 : 12) {
        client.send(#"{"id":\#(number),"method":"store.get","params":{"path":"counter.label"}}"#)
      }
    }
    stage.settle()
    #expect(stage.server.bufferedBytes <= 3 << 20)
    #expect(stage.log.contains { $0.hasPrefix("warning: a client has too much waiting session=c") })
    #expect(stage.server.bufferedBytes == stage.server.connections.values.reduce(0) { $0 + $1.waitingBytes })
    for client in greedy + [modest] { client.reads = true }
    stage.settle()
    #expect(!modest.isEnded && modest.lines().count == 2, "it had little waiting")
    #expect(greedy.contains { $0.isEnded && $0.lines().last?.contains(#""setting":"limits.memory""#) == true })
    #expect(stage.server.bufferedBytes == 0)
  }

  @Test func whoIsSentAwayIsToldWhyEvenIfItDoesNotRead() throws {
    let stage = try Stage(Source.counter)
    let slow = try stuck(stage)
    let owner = try stage.connect()
    #expect(
      owner.ask(#"{"id":1,"method":"server.kick","params":{"session":"c1","reason":"it is stuck"}}"#)
        == [#"{"id":1,"result":{"session":"c1"}}"#])
    stage.advance(by: .seconds(31))
    #expect(!stage.server.connections.values.contains { $0.session.id == "c1" }, "it cannot stay by not reading")
    slow.reads = true
    _ = slow.lines()
    let (second, third) = (try stage.connect(), try stage.connect())
    _ = second.ask(#"{"id":1,"method":"session.ping"}"#)
    let name = try #require(stage.server.connectionsByAge.dropLast().last?.session.id)
    _ = third.ask(#"{"id":1,"method":"server.kick","params":{"session":"\#(name)","reason":"go"}}"#)
    #expect(
      second.lines() == [
        #"{"method":"session.notice","params":{"type":"closing","text":"You were sent away: go"}}"#
      ])
    #expect(second.isEnded)
  }

  @Test func notificationsThatWaitCountAsRequestsInFlight() throws {
    var settings = ServerSettings()
    settings.inflightMax = 2
    let stage = try Stage(Source.counter, settings: settings)
    let client = try stage.connect()
    for _ in 1...50 { client.send(#"{"method":"wait","params":{"path":"counter.n"}}"#) }
    #expect(client.ask(#"{"id":1,"method":"wait","params":{"path":"counter.n"}}"#).first?.contains("-32012") == true)
  }
}

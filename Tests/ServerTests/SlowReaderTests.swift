// A client that does not read costs the others nothing and the daemon a bounded amount of memory.
import Engine
import EventLoop
import Testing

@testable import Server

@Suite struct SlowReaderTests {
  private func set(_ id: Int, _ value: String) -> String {
    #"{"id":\#(id),"method":"store.set","params":{"path":"counter.label","value":"\#(value)"}}"#
  }

  private func watch(_ client: Client, _ mode: String) {
    _ = client.ask(
      #"{"id":1,"method":"sub.open","params":{"sub":"w","paths":["counter.label"],"initial":"none","deliver":{"mode":"\#(mode)"}}}"#
    )
  }

  /// More than any socket buffer takes.
  private let chunk = String(repeating: "x", count: 10_000)

  @Test func inModeLatestItHearsTheNewestValueWhenItReadsAgain() throws {
    let stage = try Stage(Source.counter)
    let (slow, good, writer) = (try stage.connect(), try stage.connect(), try stage.connect())
    watch(slow, "latest")
    watch(good, "every")
    slow.reads = false
    let writes = 500
    var waiting = 0
    for number in 1...writes {
      #expect(writer.ask(set(number, "\(number) \(chunk)")).count == 1)
      waiting = max(waiting, stage.server.connections.values.map(\.waitingBytes).max()!)
    }
    #expect(good.lines().count == writes, "the good reader misses nothing")
    #expect(waiting <= stage.server.settings.eventBytesQueued + chunk.count + 1024)
    slow.reads = true
    let heard = slow.lines()
    #expect(heard.count < writes / 2)
    #expect(heard.last!.contains("\"value\":\"\(writes) xxx"), "the final value always arrives")
    let folded = heard.map { line -> Int in
      guard let merged = line.firstRange(of: "\"merged\":") else { return 1 }
      return Int(line[merged.upperBound...].prefix { $0.isNumber })!
    }
    #expect(folded.reduce(0, +) == writes, "what was folded is counted")
  }

  @Test func inModeEveryItHearsEverythingLaterFromTheLog() throws {
    var limits = Engine.Limits()
    limits.commitsInMemory = 16  // so that most of it comes back from the journal
    let stage = try Stage(Source.counter, limits: limits)
    let (slow, writer) = (try stage.connect(), try stage.connect())
    watch(slow, "every")
    slow.reads = false
    let writes = 200
    for number in 1...writes { #expect(writer.ask(set(number, "\(number) \(chunk)")).count == 1) }
    #expect(
      stage.server.connections.values.map(\.waitingBytes).max()!
        <= stage.server.settings.eventBytesQueued + chunk.count + 1024)
    slow.reads = true
    let heard = slow.lines()
    #expect(heard.count == writes)
    for (index, line) in heard.enumerated() {
      #expect(line.contains("\"n\":\(index + 2),") && line.contains("\"value\":\"\(index + 1) xxx"))
    }
  }

  @Test func oneThatDoesNotTakeItsRepliesIsNotReadFromAndClosedInTheEnd() throws {
    let stage = try Stage(Source.counter)
    let (slow, writer) = (try stage.connect(), try stage.connect())
    _ = writer.ask(set(1, String(repeating: "y", count: 200_000)))
    slow.reads = false
    for number in 1...100 { slow.send(#"{"id":\#(number),"method":"store.get","params":{"path":"counter.label"}}"#) }
    stage.settle()
    let limit = stage.server.settings.outboxBytesMax
    let waiting = stage.server.connections.values.map(\.waitingBytes).max()!
    #expect(waiting > limit - 300_000 && waiting < limit + 300_000, "its requests wait with it")
    #expect(writer.ask(set(2, "z")).count == 1)
    stage.advance(by: .seconds(29))
    #expect(stage.server.connections.count == 2)
    stage.advance(by: .seconds(2))
    #expect(stage.server.connections.count == 1, "30 s without taking a byte")
    #expect(stage.log.contains { $0.hasPrefix("warning: a client does not read and is closed session=c1 waiting=") })
  }

  @Test func oneThatTakesItsRepliesLateGetsThemAll() throws {
    let stage = try Stage(Source.counter)
    let (slow, writer) = (try stage.connect(), try stage.connect())
    _ = writer.ask(set(1, String(repeating: "y", count: 200_000)))
    slow.reads = false
    for number in 1...100 { slow.send(#"{"id":\#(number),"method":"store.get","params":{"path":"counter.label"}}"#) }
    stage.settle()
    stage.advance(by: .seconds(20))
    slow.reads = true
    let lines = slow.lines()
    #expect(lines.count == 100)
    #expect(lines.last!.hasPrefix("{\"id\":100,"))
    stage.advance(by: .seconds(60))
    #expect(stage.server.connections.count == 2, "it has read, and stays")
  }

  @Test func oneThatAskedMuchAndVanishedIsCleanedUp() throws {
    let stage = try Stage(Source.counter)
    let (slow, writer) = (try stage.connect(), try stage.connect())
    _ = writer.ask(set(1, String(repeating: "y", count: 200_000)))
    slow.reads = false
    for number in 1...100 { slow.send(#"{"id":\#(number),"method":"store.get","params":{"path":"counter.label"}}"#) }
    stage.settle()
    slow.close()
    stage.settle()
    #expect(stage.server.connections.count == 1)
    #expect(writer.ask(set(2, "z")).count == 1)
  }

  @Test func ninetyNineGoodReadersHearInTheSameTurnWhileOneDoesNotRead() throws {
    let stage = try Stage(Source.counter)
    let slow = try stage.connect()
    let good = try (0..<99).map { _ in try stage.connect() }
    let writer = try stage.connect()
    for client in [slow] + good { watch(client, "every") }
    slow.reads = false
    for number in 1...50 {
      writer.send(set(number, "\(number) \(chunk)"))
      stage.loop.poll()
      for client in good { #expect(client.take(), "heard in the very turn of the write") }
    }
    #expect(good.allSatisfy { $0.lines().count == 50 })
  }
}

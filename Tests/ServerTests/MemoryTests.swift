// Large buffers go back when they are not used any more, and not while they are.
import EventLoop
import Testing

@testable import Server

@Suite struct MemoryTests {
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

// A slow disk: nobody waits for it but who was promised it.
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Server

@Suite struct SyncingTests {
  /// A disk that takes what it is given when it is told to.
  private final class SlowDisk {
    var waiting: [@Sendable () -> Void] = []

    func finish() {
      guard !waiting.isEmpty else { return _ = Issue.record("nothing waits for the disk") }
      waiting.removeFirst()()
    }
  }

  private let state = TemporaryDirectory()
  private let disk = SlowDisk()
  private let stage: Stage

  init() throws {
    stage = try Stage(Source.counter, state: state)
    stage.server.waitsForDisk = { [disk] in disk.waiting.append($0) }
  }

  private func set(_ client: Client, id: Int, _ value: Int, _ awaited: String) -> [String] {
    client.ask(
      #"{"id":\#(id),"method":"store.set","params":{"path":"counter.n","value":\#(value),"await":"\#(awaited)"}}"#)
  }

  @Test func onlyWhoWasPromisedItWaits() throws {
    let (client, other) = (try stage.connect(), try stage.connect())
    _ = other.ask(#"{"id":1,"method":"sub.open","params":{"sub":"w","paths":["counter.n"],"initial":"none"}}"#)
    #expect(set(client, id: 1, 1, "durable") == [])
    #expect(disk.waiting.count == 1)
    #expect(other.lines().count == 1, "it is told of before it is on the disk, as every change")
    #expect(set(other, id: 2, 2, "applied").count == 2)
    // What comes while that is waited for is not what was waited for.
    #expect(set(other, id: 3, 3, "durable").count == 1)
    #expect(disk.waiting.count == 1)
    disk.finish()
    #expect(client.lines() == [#"{"id":1,"result":{"rev":2,"v":2,"changed":true}}"#])
    #expect(other.lines() == [])
    disk.finish()
    #expect(other.lines() == [#"{"id":3,"result":{"rev":4,"v":4,"changed":true}}"#])
    #expect(disk.waiting.isEmpty)
  }

  /// What waits for a quiet moment is due in the turn of the request: what that turn commits is not among it.
  @Test func whatIsDueInTheSameTurnAnswersNobody() throws {
    let client = try stage.connect()
    #expect(set(client, id: 1, 1, "applied").count == 1)
    client.send(#"{"id":2,"method":"store.set","params":{"path":"counter.n","value":2,"await":"durable"}}"#)
    stage.time.advance(by: .milliseconds(250))
    #expect(client.lines() == [])
    disk.finish()
    #expect(client.lines() == [])
    disk.finish()
    #expect(client.lines() == [#"{"id":2,"result":{"rev":3,"v":3,"changed":true}}"#])
  }

  @Test func whatNobodyWaitsForGetsThereToo() throws {
    let client = try stage.connect()
    #expect(set(client, id: 1, 1, "applied").count == 1)
    stage.advance(by: .milliseconds(250))
    #expect(disk.waiting.count == 1)
    // Another is due while that takes its time, and follows it.
    #expect(set(client, id: 2, 2, "applied").count == 1)
    stage.advance(by: .milliseconds(300))
    #expect(disk.waiting.count == 1)
    disk.finish()
    stage.advance(by: .milliseconds(300))
    #expect(disk.waiting.count == 1)
    disk.finish()
    stage.advance(by: .seconds(5))
    #expect(disk.waiting.isEmpty)
    #expect(client.ask(#"{"id":3,"method":"session.ping"}"#) == [#"{"id":3,"result":{}}"#])
  }

  @Test(arguments: ["durable", "applied"])
  func theFilesAreGoneWhenItIsOver(awaited: String) throws {
    let client = try stage.connect()
    _ = set(client, id: 1, 1, awaited)
    if awaited == "applied" { stage.advance(by: .milliseconds(250)) }
    for file in state.files { #expect(unlink(state.path + "/" + file) == 0) }
    disk.finish()
    let lines = client.lines()
    #expect(lines.count == (awaited == "durable" ? 2 : 1))
    #expect(lines.allSatisfy { $0.contains("aemon accepts nothing any more: The journal was deleted") })
    let status = client.ask(#"{"id":3,"method":"server.status"}"#)
    #expect(status.first?.contains(#""rev":2,"oldestRev":1,"durableRev":0,"#) == true, "\(status)")
  }

  @Test func whoWaitsIsAnsweredBeforeTheDaemonStops() throws {
    let client = try stage.connect()
    #expect(set(client, id: 1, 1, "durable") == [])
    #expect(set(client, id: 2, 2, "durable") == [])
    stage.server.stop()
    let lines = client.lines()
    #expect(lines.prefix(2).allSatisfy { $0.contains(#""result":{"rev":"#) }, "\(lines)")
    #expect(lines.last?.contains("shutdown") == true)
    // That it is over is no news by then.
    disk.finish()
    stage.settle()
  }
}

// A reader that takes every commit is given many of them in one step. It sees what one sees who is given them one by one.
import Engine
import EventLoop
import Testing

@testable import Server

@Suite struct RunTests {
  private func watch(_ client: Client, _ name: String, _ path: String = "counter.label") {
    _ = client.ask(
      #"{"id":1,"method":"sub.open","params":{"sub":"\#(name)","paths":["\#(path)"],"initial":"none","deliver":{"mode":"every"}}}"#
    )
  }

  /// So many writes in one go, more than a turn takes.
  private func write(_ client: Client, _ count: Int, also other: Bool = false, text: String = "") {
    var requests = ""
    for number in 1...count {
      requests +=
        #"{"jsonrpc":"2.0","id":\#(number),"method":"store.set","params":{"path":"counter.label","value":"\#(number)\#(text)"}}"#
        + "\n"
      if other, number % 3 == 0 {
        requests +=
          #"{"jsonrpc":"2.0","id":"n\#(number)","method":"store.set","params":{"path":"counter.n","value":\#(number)}}"#
          + "\n"
      }
    }
    client.sendRaw(requests)
  }

  /// Two subscriptions of one connection take turns event by event, so that they are given no runs.
  private func both(_ stage: Stage, _ writes: (Client) -> Void) throws -> (alone: [String], inTurn: [String]) {
    let (alone, pair, writer) = (try stage.connect(), try stage.connect(), try stage.connect())
    watch(alone, "w")
    watch(pair, "w")
    watch(pair, "v")
    _ = (alone.rawLines(), pair.rawLines())
    writes(writer)
    return (alone.rawLines(), pair.rawLines().filter { $0.contains(#""sub":"w""#) })
  }

  @Test func itHearsTheSame() throws {
    let (alone, inTurn) = try both(try Stage(Source.counter)) { write($0, 1200) }
    #expect(alone.count == 1200)
    #expect(alone == inTurn)
  }

  @Test func commitsOfOthersLieBetween() throws {
    let (alone, inTurn) = try both(try Stage(Source.counter)) { write($0, 400, also: true) }
    #expect(alone.count == 400)
    #expect(alone == inTurn)
  }

  @Test func oneThatFallsBehindMissesNothing() throws {
    var limits = Engine.Limits()
    limits.commitsInMemory = 64
    let stage = try Stage(Source.counter, limits: limits)
    let (slow, good, writer) = (try stage.connect(), try stage.connect(), try stage.connect())
    watch(slow, "w")
    watch(good, "w")
    slow.reads = false
    for _ in 1...4 { write(writer, 300, text: String(repeating: "x", count: 900)) }
    let heard = good.rawLines().filter { $0.contains(#""type":"change""#) }
    slow.reads = true
    let late = slow.rawLines().filter { $0.contains(#""type":"change""#) }
    #expect(heard.count == 1200)
    #expect(late.map(withoutNumber) == heard.map(withoutNumber))
  }

  @Test func largeOnesAreNoPartOfIt() throws {
    let (alone, inTurn) = try both(try Stage(Source.counter)) { writer in
      for size in [10, 4000, 5000, 20_000, 100] { write(writer, 3, text: String(repeating: "y", count: size)) }
    }
    #expect(alone.count == 15)
    #expect(alone == inTurn)
  }

  /// Signs of lagging have numbers too.
  private func withoutNumber(_ line: String) -> Substring {
    line.drop { $0 != "," }.split(separator: "rev", maxSplits: 1).last!
  }
}

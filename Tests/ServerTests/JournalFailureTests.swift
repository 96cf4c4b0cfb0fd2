// The disk fails: nothing of the turn was true, everybody who asked is told why, and nothing is accepted from then on.
import Engine
import EventLoop
import Glibc
import Journal
import TestSupport
import Testing

@testable import Server

@Suite struct JournalFailureTests {
  /// Storage that fails when told to.
  private final class Failing: JournalStorage {
    let beneath: Journal
    var isBroken = false
    init(_ beneath: Journal) { self.beneath = beneath }

    func load() throws -> JournalContents { try beneath.load() }
    func append(_ records: [JournalRecord]) throws {
      if isBroken { throw JournalError.diskFull(path: "/journal.sqlite") }
      try beneath.append(records)
    }
    func commits(after revision: Int, limit: Int) throws -> [CommitRecord] {
      try beneath.commits(after: revision, limit: limit)
    }
    var oldestRevision: Int? { beneath.oldestRevision }
  }

  private func failing() throws -> (Stage, Failing) {
    var storage: Failing!
    let stage = try Stage(Source.counter) {
      storage = Failing($0)
      return storage
    }
    return (stage, storage)
  }

  @Test func whatWasAnsweredInTheTurnIsTakenBack() throws {
    let (stage, storage) = try failing()
    let (client, watcher) = (try stage.connect(), try stage.connect())
    _ = watcher.ask(
      #"{"id":1,"method":"sub.open","params":{"sub":"w","paths":["counter.n"],"deliver":{"mode":"every"}}}"#)
    _ = client.ask(
      #"{"id":1,"method":"sub.open","params":{"sub":"w","paths":["counter.n"],"deliver":{"mode":"every"}}}"#)
    #expect(client.ask(#"{"id":2,"method":"store.set","params":{"path":"counter.n","value":1}}"#).count == 2)
    #expect(watcher.lines().count == 1)

    storage.isBroken = true
    let requests = [
      #"{"id":3,"method":"store.set","params":{"path":"counter.n","value":2}}"#,
      #"{"id":4,"method":"store.get","params":{"path":"counter.n"}}"#,
    ]
    client.sendRaw(requests.map { Client.completed($0) + "\n" }.joined())
    let lines = client.lines()
    try #require(lines.count == 4, "no value that is not there")
    let end = #""type":"end","reason":"error","resume":{"epoch":"k3f9","rev":2}}}"#
    #expect(lines[2] == #"{"method":"sub.event","params":{"sub":"w","n":4,"# + end)
    let notice =
      #"{"method":"session.notice","params":{"type":"fault","text":"the daemon accepts nothing any more: \#(JournalError.diskFull(path: "/journal.sqlite"))","by":"","rev":2,"file":"journal","line":1,"column":1,"problem":true}}"#
    #expect(lines[3] == notice)
    for (line, id) in zip(lines, [3, 4]) {
      #expect(
        line.hasPrefix(
          #"{"id":\#(id),"error":{"code":-32603,"message":"The daemon accepts nothing any more: There is no room"#))
    }
    #expect(
      watcher.lines() == [#"{"method":"sub.event","params":{"sub":"w","n":4,"# + end, notice],
      "nobody heard of what did not happen")
    #expect(stage.log.contains { $0.hasPrefix("error: nothing is accepted any more: ") })

    let unkept = [
      #"{"id":7,"method":"store.get","params":{"path":"counter.n"}}"#,
      #"{"id":8,"method":"sub.open","params":{"sub":"x","paths":["counter.n"]}}"#,
      #"{"id":9,"method":"program.eval","params":{"source":"counter.n"}}"#,
      #"{"id":10,"method":"store.history","params":{"path":"counter.n"}}"#,
    ]
    for request in unkept {
      let lines = client.ask(request)
      #expect(lines.count == 1 && lines[0].contains("-32603"), "what was never kept is not served: \(lines)")
    }

    for method in [#""store.get","params":{"path":"counter.n"}"#, #""sub.demand","params":{"sub":"w","n":1}"#] {
      client.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\(method)}\n")
    }
    #expect(client.lines() == [], "a notification is never answered")

    storage.isBroken = false
    let later = client.ask(#"{"id":5,"method":"store.set","params":{"path":"counter.n","value":3}}"#)
    #expect(later.count == 1 && later[0].contains("-32603"), "a gap is never written over")
    #expect(client.ask(#"{"id":6,"method":"session.ping"}"#) == [#"{"id":6,"result":{}}"#])
  }

  /// What a program that runs for long has committed is kept while others are served, before its turn ends. When that fails,
  /// the turn is taken back as any other.
  @Test func theJournalMayFailInTheMiddleOfATurn() throws {
    let (stage, storage) = try failing()
    let (client, watcher) = (try stage.connect(), try stage.connect())
    _ = client.ask(#"{"id":1,"method":"session.ping"}"#)
    _ = watcher.ask(#"{"id":1,"method":"sub.open","params":{"sub":"w","paths":["counter.n"]}}"#)
    storage.isBroken = true
    client.send(#"{"id":2,"method":"store.set","params":{"path":"counter.n","value":2}}"#)
    stage.loop.post {
      #expect(throws: EngineError.self) { try stage.engine.flushCommitted() }
    }
    let lines = client.lines()
    #expect(lines.first?.contains("-32603") == true, "\(lines)")
    let heard = watcher.lines()
    #expect(heard.first?.contains(#""type":"end""#) == true, "\(heard)")
    #expect(!heard.contains { $0.contains(#""change""#) }, "\(heard)")
    #expect(client.ask(#"{"id":6,"method":"session.ping"}"#) == [#"{"id":6,"result":{}}"#])
  }

  /// A subscription whose opening was refused with everything else of its turn says nothing, also not when something else is asked.
  @Test func whatWasOpenedInTheTurnWasNeverOpen() throws {
    let (stage, storage) = try failing()
    let client = try stage.connect()
    _ = client.ask(#"{"id":1,"method":"session.ping"}"#)
    storage.isBroken = true
    let requests = [
      #"{"id":2,"method":"sub.open","params":{"sub":"x","paths":["counter.n"],"deliver":{"mode":"every"},"progress":"1s"}}"#,
      #"{"id":3,"method":"store.set","params":{"path":"counter.n","value":2}}"#,
    ]
    client.sendRaw(requests.map { Client.completed($0) + "\n" }.joined())
    #expect(client.lines().map { $0.contains("-32603") } == [true, true, false])
    // The time and the request come in one turn.
    client.send(#"{"id":6,"method":"session.ping"}"#)
    stage.time.advance(by: .seconds(5))
    #expect(client.lines() == [#"{"id":6,"result":{}}"#])
  }

  /// The files are deleted while they are in use: writing goes well, and what is written can be found by nobody.
  @Test(arguments: ["durable", "applied"])
  func everyRefusalSaysWhyAndEverybodyIsToldOnce(awaited: String) throws {
    let state = TemporaryDirectory()
    let stage = try Stage(Source.counter, state: state)
    let (client, watcher) = (try stage.connect(), try stage.connect())
    _ = watcher.ask(#"{"id":1,"method":"session.ping"}"#)
    func set(_ value: Int, _ awaited: String) -> [String] {
      client.ask(
        #"{"id":1,"method":"store.set","params":{"path":"counter.n","value":\#(value),"await":"\#(awaited)"}}"#)
    }
    #expect(set(1, "durable").first?.contains(#""rev":2"#) == true)
    for file in state.files { #expect(unlink(state.path + "/" + file) == 0) }
    let reason =
      "The journal was deleted while it was in use · \(state.journal) · start combined again; what was not on the disk is lost"
    let refusal = "The daemon accepts nothing any more: " + reason
    var lines = set(2, awaited)
    if awaited == "applied" {
      // Nothing was promised that is not so. What is done in a quiet moment finds out.
      #expect(lines.first?.contains(#""rev":3"#) == true)
      stage.advance(by: .milliseconds(250))
      lines = client.lines()
    } else {
      #expect(lines.removeFirst().contains(refusal))
    }
    let notice =
      #"{"method":"session.notice","params":{"type":"fault","text":"\#(refusal.replacing("The daemon", with: "the daemon"))","by":"","rev":2,"file":"journal","line":1,"column":1,"problem":true}}"#
    #expect(lines == [notice])
    #expect(watcher.lines() == [notice])
    for value in 3...4 {
      let again = set(value, awaited)
      #expect(again.count == 1 && again[0].contains(refusal) && again[0].contains(#""report":"\#(reason)""#))
    }
    let late = try stage.connect()
    let told = late.ask(#"{"id":1,"method":"store.get","params":{"path":"counter.n"}}"#)
    #expect(told.count == 2 && told[0].contains(refusal) && told[1].contains(refusal.dropFirst()))
    let status = client.ask(#"{"id":3,"method":"server.status"}"#)
    #expect(status.first?.contains(#""rev":3,"oldestRev":1,"durableRev":2,"#) == true, "\(status)")
    #expect(status.first?.contains(#""problems":[{"names":[],"text":"the daemon accepts nothing"#) == true, "\(status)")
  }
}

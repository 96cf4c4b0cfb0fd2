// The promises of Protocol/README.md, section 5, each with tests named after it: here those about the log, those about order in
// GuaranteeTests+Order.swift. How each was broken to see its tests fail is in Protocol/guarantees.md.
import Engine
import EventLoop
import Journal
import TestSupport
import Testing

@testable import Server

@Suite struct GuaranteeTests {
  func open(
    _ id: Int, _ name: String, mode: String = "every", paths: String = "counter.n", initial: String = "none",
    demand: String = "", more: String = ""
  ) -> String {
    #"{"id":\#(id),"method":"sub.open","params":{"sub":"\#(name)","paths":["\#(paths)"],"initial":"\#(initial)","deliver":{"mode":"\#(mode)"\#(demand)}\#(more)}}"#
  }

  func set(_ id: Int, _ value: Int, await stage: String? = nil) -> String {
    let until = stage.map { #","await":"\#($0)""# } ?? ""
    return #"{"id":\#(id),"method":"store.set","params":{"path":"counter.n","value":\#(value)\#(until)}}"#
  }

  func number(_ line: String, _ name: String) -> Int? {
    line.firstRange(of: "\"\(name)\":").flatMap {
      Int(line[$0.upperBound...].prefix { $0.isNumber || $0 == "-" })
    }
  }

  func type(_ line: String) -> String {
    guard let range = line.firstRange(of: "\"type\":\"") else { return "reply \(number(line, "id") ?? -1)" }
    return String(line[range.upperBound...].prefix { $0 != "\"" })
  }

  /// Several messages as one write: they are in the same turn.
  func atOnce(_ messages: [String], _ client: Client) {
    client.sendRaw(messages.map { Client.completed($0) + "\n" }.joined())
  }

  /// Opens it again from where something was heard last.
  func resume(_ id: Int, _ name: String, rev: Int, epoch: String = "k3f9", mode: String = "every") -> String {
    open(id, name, mode: mode, more: #","from":{"epoch":"\#(epoch)","rev":\#(rev)}"#)
  }

  /// A stage that remembers about forty commits.
  func forgetfulStage() throws -> Stage {
    var limits = Engine.Limits()
    limits.commitsInMemory = 8
    var keeping = Journal.Settings()
    keeping.commitsMax = 40
    keeping.commitsBetweenTables = 10
    return try Stage(Source.counter, keeping: keeping, limits: limits)
  }

  // MARK: The log

  @Test func g1ChangesComeInTheOrderOfCommits() throws {
    let stage = try Stage(Source.counter)
    let watcher = try stage.connect()
    let writers = try (0..<3).map { _ in try stage.connect() }
    _ = watcher.ask(open(1, "w"))
    for round in 0..<10 { for (index, writer) in writers.enumerated() { writer.send(set(1, round * 3 + index + 1)) } }
    let revisions = watcher.lines().compactMap { number($0, "rev") }
    #expect(revisions.count == 30 && revisions == revisions.sorted())
  }

  @Test func g2EachChangeComesOnce() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w"))
    // Resumed from a place that is being written to in the same turn: replay and live meet without overlapping.
    atOnce(
      [set(2, 1), set(3, 2)] + [resume(4, "r", rev: 1)] + [set(5, 3), set(6, 4)],
      client)
    let lines = client.lines()
    for name in ["w", "r"] {
      let revisions = lines.filter { $0.contains("\"sub\":\"\(name)\"") && type($0) == "change" }
        .compactMap { number($0, "rev") }
      #expect(revisions == [2, 3, 4, 5], "\(name)")
    }
  }

  /// A commit that was made before the snapshot was told is in it, and nowhere else.
  @Test(arguments: ["latest", "every"]) func g2WhatASnapshotHoldsIsNotToldAgain(mode: String) throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    atOnce([open(1, "w", mode: mode, initial: "snapshot"), set(2, 7)], client)
    let lines = client.lines() + client.ask(set(3, 8))
    let told = lines.filter { ["snapshot", "change"].contains(type($0)) }
    #expect(told.map(type) == ["snapshot", "change"] && told.compactMap { number($0, "value") } == [7, 8])
  }

  @Test func g3NothingIsMissingWithinRetention() throws {
    var limits = Engine.Limits()
    limits.commitsInMemory = 8
    let stage = try Stage(Source.counter, limits: limits)
    let writer = try stage.connect()
    let reader = try stage.connect()
    _ = reader.ask(open(1, "w"))
    reader.reads = false
    for value in 1...3000 { writer.send(set(value, value)) }
    _ = writer.lines()
    reader.reads = true
    let values = reader.lines().filter { type($0) == "change" }.compactMap { number($0, "value") }
    #expect(values == Array(1...3000))
  }

  /// Further back than memory reaches.
  @Test(arguments: [2, 50, 93]) func g3NothingIsMissingForWhoResumes(rev: Int) throws {
    var limits = Engine.Limits()
    limits.commitsInMemory = 8
    let stage = try Stage(Source.counter, limits: limits)
    let client = try stage.connect()
    for value in 1...100 { _ = client.ask(set(value, value)) }
    let every = client.ask(resume(101, "e", rev: rev))
    #expect(every.filter { type($0) == "change" }.compactMap { number($0, "rev") } == Array(rev + 1...101))
    let latest = client.ask(resume(102, "l", rev: rev, mode: "latest"))
    try #require(latest.map(type) == ["reply 102", "change", "ready"])
    #expect(number(latest[1], "value") == 100 && number(latest[1], "merged") ?? 1 == 101 - rev)
  }

  @Test func g4ACommitIsOneMessage() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w", paths: "counter"))
    let lines = client.ask(
      #"{"id":2,"method":"tx.commit","params":{"ops":[{"set":"counter.n","value":1},{"set":"counter.label","value":"b"}]}}"#
    )
    #expect(lines.map(type) == ["change", "reply 2"])
    #expect(lines[0].contains("counter.n") && lines[0].contains("counter.label"))
  }

  @Test func g5ASubscriptionResumesOverARestart() throws {
    let state = TemporaryDirectory()
    var stage: Stage? = try Stage(state: state)
    var client: Client? = try stage!.connect()
    _ = client!.ask(
      #"{"id":1,"method":"program.eval","params":{"source":"class Counter: ObservableObject { @Published var n = 0 }\nlet counter = Counter()"}}"#
    )
    _ = client!.ask(open(2, "w"))
    let heard = client!.ask(set(3, 1))
    let bookmark = try #require(number(heard[0], "rev"))
    _ = client!.ask(set(4, 2))
    _ = client!.ask(set(5, 3))
    stage!.server.stop()
    stage!.settle()
    client = nil
    stage = nil
    stage = try Stage(state: state)
    client = try stage!.connect()
    _ = client!.ask(set(1, 4))
    let lines = client!.ask(resume(2, "r", rev: bookmark))
    #expect(lines.filter { type($0) == "change" }.compactMap { number($0, "value") } == [2, 3, 4])
    #expect(type(lines.last!) == "ready")
  }

  /// The three outcomes: nothing was missed, what was missed, a gap and everything anew.
  @Test func g5ResumingHasThreeOutcomes() throws {
    let stage = try forgetfulStage()
    let client = try stage.connect()
    for value in 1...100 { _ = client.ask(set(value, value)) }
    #expect(client.ask(resume(201, "a", rev: 101)).map(type) == ["reply 201", "ready"])
    #expect(client.ask(resume(202, "b", rev: 100)).map(type) == ["reply 202", "change", "ready"])
    for (name, rev, epoch, reason) in [("c", 3, "k3f9", "retention"), ("d", 100, "0000", "epoch")] {
      let lines = client.ask(resume(203, name, rev: rev, epoch: epoch))
      try #require(lines.map(type) == ["reply 203", "gap", "snapshot", "ready"], "\(reason)")
      #expect(lines[1].contains(#""reason":"\#(reason)","from":\#(rev),"to":101"#))
      #expect(number(lines[2], "value") == 100)
    }
    #expect(client.ask(resume(204, "e", rev: 102)).first?.contains("revFuture") == true)
  }

  @Test func g6ProgressMeansThatNothingUpToItIsMissing() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w", paths: "counter.label", more: #","progress":"1s""#))
    atOnce((1...5).map { set($0 + 1, $0) }, client)
    _ = client.lines()
    stage.advance(by: .seconds(1))
    let progress = client.lines()
    #expect(progress.map(type) == ["progress"])
    let rev = try #require(number(progress[0], "rev"))
    #expect(rev == stage.engine.revision)
    // Whoever resumes from there has missed nothing.
    let again = client.ask(
      open(9, "r", paths: "counter.label", more: #","from":{"epoch":"k3f9","rev":\#(rev)}"#))
    #expect(again.map(type) == ["reply 9", "ready"])
  }

  @Test(arguments: ["latest", "every"]) func g6ProgressDoesNotOvertakeWhatIsHeldBack(mode: String) throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w", mode: mode, demand: #","demand":0"#, more: #","progress":"1s""#))
    _ = client.ask(set(2, 1))
    stage.advance(by: .seconds(3))
    #expect(client.lines() == [], "a change waits for demand, and nobody may go on after it")
    let lines = client.ask(#"{"method":"sub.demand","params":{"sub":"w","add":5}}"#)
    #expect(lines.map(type) == ["change", "progress"])
  }

  @Test func g6ProgressComesBeforeHistoryIsPruned() throws {
    let stage = try forgetfulStage()
    let client = try stage.connect()
    _ = client.ask(open(1, "w", paths: "counter.label"))
    var told = 1
    for value in 1...300 {
      told =
        client.ask(set(value, value)).filter { type($0) == "progress" }.compactMap { number($0, "rev") }.last ?? told
      #expect(told + 1 >= stage.engine.delivery.oldestRevision, "who resumes now has lost something")
    }
    #expect(stage.engine.delivery.oldestRevision > 200)
  }

  @Test func g7NothingIsLostSilently() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    for (index, policy) in ["conflate", "dropOldest", "dropNewest"].enumerated() {
      _ = client.ask(
        #"{"id":\#(index),"method":"sub.open","params":{"sub":"\#(policy)","paths":["counter.n"],"initial":"none","deliver":{"mode":"every","overflow":"\#(policy)","queue":3,"demand":0}}}"#
      )
    }
    for value in 1...10 { _ = client.ask(set(value + 10, value)) }
    for policy in ["conflate", "dropOldest", "dropNewest"] {
      let lines = client.ask(#"{"method":"sub.demand","params":{"sub":"\#(policy)","add":"unlimited"}}"#)
      let told = lines.filter { type($0) == "change" }.map { number($0, "merged") ?? 1 }.reduce(0, +)
      let lost = lines.filter { type($0) == "gap" }.compactMap { number($0, "lost") }.reduce(0, +)
      #expect(told + lost == 10, "\(policy): \(lines)")
      let numbers = lines.compactMap { number($0, "n") }
      #expect(numbers == Array(2..<2 + numbers.count), "\(policy)")
    }
  }

  @Test func g7WhatIsFoldedIsCounted() throws {
    let stage = try Stage(Source.counter)
    let (client, reader) = (try stage.connect(), try stage.connect())
    _ = reader.ask(open(1, "w", mode: "latest"))
    for batch in [1...1, 2...8, 9...300] {
      atOnce(batch.map { set($0, $0) }, client)
      let changes = reader.lines().filter { type($0) == "change" }
      #expect(changes.map { number($0, "merged") ?? 1 }.reduce(0, +) == batch.count)
      #expect(number(changes.last!, "value") == batch.upperBound)
    }
  }

  /// A reader that is further behind than history reaches.
  @Test func g7WhatIsForgottenIsWithinAGap() throws {
    let stage = try forgetfulStage()
    let client = try stage.connect()
    _ = client.ask(open(1, "w", demand: #","demand":0"#))
    for value in 1...200 { _ = client.ask(set(value, value)) }
    let lines = client.ask(#"{"method":"sub.demand","params":{"sub":"w","add":"unlimited"}}"#)
    // Every commit is told, or within the gap.
    var known = 1
    for line in lines {
      switch type(line) {
      case "change":
        #expect(number(line, "rev") == known + 1)
        known += 1
      case "gap":
        #expect(number(line, "from") == known)
        known = number(line, "to")!
      case "snapshot": #expect(number(line, "value") == 200)
      default: break
      }
    }
    #expect(known == 201 && lines.contains { type($0) == "gap" })
  }

  @Test func g8AReaderThatHasStoppedCostsABoundedQueue() throws {
    let stage = try Stage(Source.counter)
    let writer = try stage.connect()
    let reader = try stage.connect()
    for name in 0..<50 { _ = reader.ask(open(name, "w\(name)")) }
    reader.reads = false
    for value in 1...2000 { writer.send(set(value, value)) }
    _ = writer.lines()
    let waiting = stage.server.connections.values.map(\.waitingBytes).max() ?? 0
    #expect(waiting < 2 * stage.server.settings.eventBytesQueued)
  }

  @Test func g8AReaderThatHasStoppedCostsOthersNothing() throws {
    let stage = try Stage(Source.counter)
    let (writer, slow) = (try stage.connect(), try stage.connect())
    let good = try (0..<3).map { _ in try stage.connect() }
    for client in [slow] + good { _ = client.ask(open(1, "w", paths: "counter.label")) }
    slow.reads = false
    let value = String(repeating: "x", count: 50_000)
    for number in 1...30 {
      writer.send(
        #"{"id":\#(number),"method":"store.set","params":{"path":"counter.label","value":"\#(number)\#(value)"}}"#)
      stage.loop.poll()
      for client in good { #expect(client.take(), "heard in the very turn of the write") }
    }
    #expect(good.allSatisfy { $0.lines().count == 30 } && writer.lines().count == 30)
  }
}

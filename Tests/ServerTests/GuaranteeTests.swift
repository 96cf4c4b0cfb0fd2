// The promises of Protocol/README.md, section 5, one test each, named after it.
import Engine
import EventLoop
import Language
import Testing

@testable import Server

@Suite struct GuaranteeTests {
  private func open(
    _ id: Int, _ name: String, mode: String = "every", paths: String = "counter.n", more: String = ""
  ) -> String {
    #"{"id":\#(id),"method":"sub.open","params":{"sub":"\#(name)","paths":["\#(paths)"],"initial":"none","deliver":{"mode":"\#(mode)"}\#(more)}}"#
  }

  private func set(_ id: Int, _ value: Int, await stage: String? = nil) -> String {
    let until = stage.map { #","await":"\#($0)""# } ?? ""
    return #"{"id":\#(id),"method":"store.set","params":{"path":"counter.n","value":\#(value)\#(until)}}"#
  }

  private func number(_ line: String, _ name: String) -> Int? {
    line.firstRange(of: "\"\(name)\":").flatMap {
      Int(line[$0.upperBound...].prefix { $0.isNumber || $0 == "-" })
    }
  }

  private func type(_ line: String) -> String {
    guard let range = line.firstRange(of: "\"type\":\"") else { return "reply \(number(line, "id") ?? -1)" }
    return String(line[range.upperBound...].prefix { $0 != "\"" })
  }

  /// Several messages as one write: they are in the same turn.
  private func atOnce(_ messages: [String], _ client: Client) {
    client.sendRaw(messages.map { Client.completed($0) + "\n" }.joined())
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
      [set(2, 1), set(3, 2)] + [open(4, "r", more: #","from":{"epoch":"k3f9","rev":1}"#)] + [set(5, 3), set(6, 4)],
      client)
    let lines = client.lines()
    for name in ["w", "r"] {
      let revisions = lines.filter { $0.contains("\"sub\":\"\(name)\"") && type($0) == "change" }
        .compactMap { number($0, "rev") }
      #expect(revisions == [2, 3, 4, 5], "\(name)")
    }
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
    let state = StateDirectory()
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
    let lines = client!.ask(open(2, "r", more: #","from":{"epoch":"k3f9","rev":\#(bookmark)}"#))
    #expect(lines.filter { type($0) == "change" }.compactMap { number($0, "value") } == [2, 3, 4])
    #expect(type(lines.last!) == "ready")
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
    let again = client.ask(open(9, "r", paths: "counter.label", more: #","from":{"epoch":"k3f9","rev":\#(rev)}"#))
    #expect(again.map(type) == ["reply 9", "ready"])
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

  // MARK: Order

  @Test func o1RequestsTakeEffectInTheOrderInWhichTheyCome() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    atOnce([set(1, 5), #"{"id":2,"method":"store.get","params":{"path":"counter.n"}}"#, set(3, 6)], client)
    let lines = client.lines()
    #expect(number(lines[1], "value") == 5)
    #expect(try stage.engine.get("counter.n").value == .int(6))
  }

  @Test func o2AReplyComesBeforeWhatLaterRequestsCause() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w"))
    atOnce([#"{"id":2,"method":"session.ping"}"#, set(3, 1)], client)
    #expect(client.lines().map(type) == ["reply 2", "change", "reply 3"])
  }

  @Test func o3OnlyAsynchronousMethodsAreOvertaken() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    atOnce(
      [
        #"{"id":1,"method":"wait","params":{"path":"counter.n","timeout":"1s"}}"#, #"{"id":2,"method":"session.ping"}"#,
        set(3, 1), #"{"id":4,"method":"session.ping"}"#,
      ], client)
    #expect(client.lines().map(type) == ["reply 2", "reply 3", "reply 4", "reply 1"])
  }

  @Test func o4TheReplyToAnOpeningComesBeforeItsFirstEvent() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    atOnce([open(1, "w"), set(2, 1)], client)
    #expect(client.lines().map(type).first == "reply 1")
    // In a batch that waits for another member too.
    client.send(#"[{"id":3,"method":"wait","params":{"path":"counter.n"}},"# + open(4, "v") + "]")
    #expect(client.lines().isEmpty)
    let lines = client.ask(set(5, 2))
    let batch = try #require(lines.firstIndex { $0.hasPrefix("[") })
    let first = try #require(lines.firstIndex { $0.contains("\"sub\":\"v\"") && $0.contains("sub.event") })
    #expect(batch < first)
  }

  @Test func o5EventsOfASubscriptionAreNumberedWithoutHoles() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "a"))
    _ = client.ask(open(2, "b", mode: "latest"))
    var lines: [String] = []
    for value in 1...20 { lines += client.ask(set(value + 2, value)) }
    lines += client.ask(#"{"id":99,"method":"sub.pause","params":{"sub":"a"}}"#)
    lines += client.ask(#"{"id":100,"method":"sub.resume","params":{"sub":"a"}}"#)
    for name in ["a", "b"] {
      let numbers = lines.filter { $0.contains("\"sub\":\"\(name)\",\"n\"") }.compactMap { number($0, "n") }
      #expect(numbers == Array(2..<2 + numbers.count), "\(name)")
    }
  }

  @Test func o6AfterTheReplyToAClosingNothingFollows() throws {
    let stage = try Stage(Source.counter)
    let client = try stage.connect()
    _ = client.ask(open(1, "w"))
    atOnce([set(2, 1), #"{"id":3,"method":"sub.close","params":{"sub":"w"}}"#, set(4, 2)], client)
    let types = client.lines().map(type)
    #expect(types.drop { $0 != "reply 3" }.dropFirst() == ["reply 4"])
  }

  @Test func o7TheReplyToAWriteComesAfterItsEvents() throws {
    let stage = try Stage(
      Source.counter + "\n" + """
        class Late: ObservableObject {
          @Published var n = 0
          init() { counter.$n.delay(for: 1, scheduler: DispatchQueue.main).assign(to: &$n) }
        }
        let late = Late()
        """)
    let client = try stage.connect()
    _ = client.ask(open(1, "w", paths: "**"))
    #expect(client.ask(set(2, 1)).map(type) == ["change", "reply 2"])
    // And after those of its consequences, when it waits for them.
    stage.advance(by: .seconds(5))
    _ = client.lines()
    #expect(client.ask(set(3, 2, await: "derived")).map(type) == ["change"])
    stage.advance(by: .seconds(1))
    #expect(client.lines().map(type) == ["change", "reply 3"])
  }
}

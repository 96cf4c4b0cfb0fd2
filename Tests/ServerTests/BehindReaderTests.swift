// A reader that is far behind gets on in slices: in each turn it is given a part, and everybody else has their turn.
import Engine
import EventLoop
import Testing

@testable import Server

@Suite struct BehindReaderTests {
  private static let writes = 1800

  /// A subscription without demand, and commits that wait for it.
  private func start(_ deliver: String = "", readers: Int = 1) throws -> (Stage, slow: [Client]) {
    // So that most of it comes back from the journal, commit by commit.
    var limits = Engine.Limits()
    limits.commitsInMemory = 16
    let stage = try Stage(Source.counter, limits: limits)
    let slow = try (0..<readers).map { _ in try stage.connect() }
    for client in slow {
      _ = client.ask(
        #"{"id":1,"method":"sub.open","params":{"sub":"w","paths":["counter.n"],"initial":"none","deliver":{"demand":0,"mode":"every"\#(deliver)}}}"#
      )
    }
    let writer = try stage.connect()
    for number in 1...Self.writes {
      let path = number.isMultiple(of: 3) ? #"counter.label","value":"\#(number)""# : #"counter.n","value":\#(number)"#
      writer.send(#"{"id":\#(number),"method":"store.set","params":{"path":"\#(path)}}"#)
    }
    _ = writer.lines()
    return (stage, slow)
  }

  private let demand = #"{"method":"sub.demand","params":{"sub":"w","add":"unlimited"}}"#

  private func events(in stage: Stage) -> Int { stage.server.connections.values.reduce(0) { $0 + $1.traffic.events } }

  /// The most events that one turn has brought, until there are none.
  private func mostInATurn(_ stage: Stage, _ clients: [Client]) -> Int {
    var most = 0
    var before = events(in: stage)
    var quiet = 0
    while quiet < 3 {
      stage.loop.poll()
      for client in clients { _ = client.take() }
      let now = events(in: stage)
      most = max(most, now - before)
      quiet = now == before ? quiet + 1 : 0
      before = now
    }
    return most
  }

  /// All that are behind have together what a turn brings, and each of them a little at least.
  @Test func aTurnBringsThemAPart() throws {
    let (stage, slow) = try start(readers: 8)
    for client in slow { client.send(demand) }
    let most = mostInATurn(stage, slow)
    #expect(most > 0 && most <= Connection.deliveriesPerTurn + slow.count * Connection.deliveriesMin)
    let values = (1...Self.writes).filter { !$0.isMultiple(of: 3) }
    for client in slow {
      let lines = client.lines().filter { $0.contains("counter.n") }
      #expect(lines.count == values.count)
      #expect(zip(lines, values).allSatisfy { $0.firstMatch(of: /"value":(\d+)/).flatMap { Int($0.1) } == $1 })
    }
  }

  /// Its own next request waits until it has got on, and the reply comes after all of that.
  @Test func itsOwnRequestWaitsForIt() throws {
    let (stage, readers) = try start()
    let slow = readers[0]
    slow.send(demand)
    slow.send(#"{"id":5,"method":"store.set","params":{"path":"counter.n","value":-1}}"#)
    let most = mostInATurn(stage, readers)
    #expect(most > 0 && most <= Connection.deliveriesPerTurn)
    let lines = slow.lines()
    #expect(lines.count == Self.writes / 3 * 2 + 2)
    #expect(lines.last?.contains(#""id":5,"#) == true)
    #expect(lines.dropLast().last?.contains(#""value":-1"#) == true)
  }

  /// What a replay brings is not made before the next reply.
  @Test func aReplayIsNoPieceOfTheNextReply() throws {
    let (stage, readers) = try start()
    let slow = readers[0]
    slow.send(
      #"{"id":2,"method":"sub.open","params":{"sub":"r","paths":["counter.n"],"from":{"rev":1,"epoch":"k3f9"},"deliver":{"mode":"every"}}}"#
    )
    slow.send(#"{"id":3,"method":"session.ping"}"#)
    let most = mostInATurn(stage, readers)
    #expect(most > 0 && most <= Connection.deliveriesPerTurn)
    #expect(slow.lines().last?.contains("ready") == true)
  }

  /// Passing over the oldest looks at each commit, of which others were not for it.
  @Test func passingOverIsSlicedToo() throws {
    let (stage, readers) = try start(#","overflow":"dropOldest","queue":5"#)
    let slow = readers[0]
    slow.send(demand)
    var turns = 0
    let before = events(in: stage)
    while events(in: stage) == before, turns < 1000 {
      stage.loop.poll()
      turns += 1
    }
    #expect(turns >= Self.writes / Delivery.looksMax)
    let lines = slow.lines()
    let lost = Self.writes / 3 * 2 - 5
    #expect(lines.contains { $0.contains(#""type":"gap""#) && $0.contains(#""lost":\#(lost)"#) }, "\(lines)")
    #expect(lines.filter { $0.contains("\"changes\"") }.count == 5)
  }
}

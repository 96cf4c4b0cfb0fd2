// Coming and going: who gets in, what is told, what survives.
import Engine
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Server

@Suite struct LifeTests {
  @Test func onlyTheOwnerAndRootGetIn() {
    let own = PeerCredentials(uid: 1000, gid: 1000, pid: 1)
    #expect(Role(PeerCredentials(uid: 1000, gid: 5, pid: 2), own: own) == .owner)
    #expect(Role(PeerCredentials(uid: 0, gid: 0, pid: 3), own: own) == .owner)
    #expect(Role(PeerCredentials(uid: 1001, gid: 1000, pid: 4), own: own) == nil)
  }

  /// A transport whose other end belongs to somebody else.
  private final class Foreign: Transport {
    let beneath: Stream
    init(_ beneath: Stream) { self.beneath = beneath }
    var peer: PeerCredentials { PeerCredentials(uid: geteuid() + 1, gid: 1, pid: 1) }
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome { beneath.read(into: buffer) }
    func write(_ vector: WriteVector) -> WriteOutcome { beneath.write(vector) }
    func attach(to loop: EventLoop, interest: Readiness, handler: any ReadyHandler) throws(SystemError) {
      try beneath.attach(to: loop, interest: interest, handler: handler)
    }
    func setInterest(_ interest: Readiness) throws(SystemError) { try beneath.setInterest(interest) }
    func close() { beneath.close() }
  }

  @Test func strangersAreToldSoAndNothingTheySayIsHeard() throws {
    let stage = try Stage(Source.counter)
    let (near, far) = try Stream.pair()
    stage.server.accept(Foreign(near))
    let client = Client(far, stage)
    client.send(#"{"id":1,"method":"store.set","params":{"path":"counter.n","value":1}}"#)
    stage.settle()
    _ = client.take()
    let lines = client.lines()
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix(#"{"id":null,"error":{"code":-32001,"message":"This daemon serves user"#) == true)
    #expect(client.isEnded)
    #expect(stage.server.connections.isEmpty && stage.engine.revision == 1)
  }

  @Test func thereIsALimitOfConnections() throws {
    var settings = ServerSettings()
    settings.connectionsMax = 2
    let stage = try Stage(settings: settings)
    let clients = [try stage.connect(), try stage.connect()]
    let third = try stage.connect()
    #expect(third.lines().first?.contains("-32014") == true)
    #expect(third.isEnded)
    clients[0].close()
    stage.settle()
    #expect(try stage.connect().ask(#"{"id":1,"method":"session.ping"}"#) == [#"{"id":1,"result":{}}"#])
  }

  @Test func thereIsALimitOfSubscriptions() throws {
    var limits = Engine.Limits()
    limits.subscriptionsPerSession = 2
    let client = try Stage(Source.counter, limits: limits).connect()
    func open(_ name: String) -> [String] {
      client.ask(#"{"id":1,"method":"sub.open","params":{"sub":"\#(name)","paths":["counter.n"],"initial":"none"}}"#)
    }
    #expect(open("a").count == 2 && open("b").count == 2)
    #expect(open("c").first?.contains(#""kind":"limit","limit":2,"setting":"limits.subs""#) == true)
    _ = client.ask(#"{"id":2,"method":"sub.close","params":{"sub":"a"}}"#)
    #expect(open("c").count == 2)
  }

  @Test func whatASessionsPipelinePrintsLaterReachesItAndTheTail() throws {
    let stage = try Stage(Source.counter)
    let (client, tail, other) = (try stage.connect(), try stage.connect(), try stage.connect())
    _ = tail.ask(#"{"id":1,"method":"session.hello","params":{"features":["tail"]}}"#)
    let source =
      #"counter.$n.debounce(for: 0.5, scheduler: DispatchQueue.main).sink { print(\"n is \\($0)\") }\ncounter.n = 3"#
    #expect(client.ask(#"{"id":1,"method":"program.eval","params":{"source":"\#(source)"}}"#).count == 1)
    stage.advance(by: .milliseconds(499))
    #expect(client.lines() == [])
    stage.advance(by: .milliseconds(1))
    let notice = #"{"method":"session.notice","params":{"type":"print","text":"n is 3","by":"$R0","rev":2}}"#
    #expect(client.lines() == [notice])
    #expect(tail.lines() == [notice])
    #expect(other.lines() == [])
    _ = other.ask(#"{"id":1,"method":"store.set","params":{"path":"counter.n","value":4}}"#)
    client.close()
    // The server hears of it before the time comes.
    #expect(tail.lines() == [])
    stage.advance(by: .seconds(1))
    #expect(tail.lines() == [], "what is not named goes with its session")
  }

  @Test func valuesSurviveADaemonThatIsDroppedWithoutAWord() throws {
    let state = TemporaryDirectory()
    do {
      let stage = try Stage(state: state)
      let client = try stage.connect()
      _ = client.ask(
        #"{"id":1,"method":"program.eval","params":{"source":"class Counter: ObservableObject {\n  @Published var n = 0\n}\nlet counter = Counter()"}}"#
      )
      _ = client.ask(#"{"id":2,"method":"store.set","params":{"path":"counter.n","value":41}}"#)
    }
    let client = try Stage(state: state).connect()
    #expect(
      client.ask(#"{"id":1,"method":"store.get","params":{"path":"counter.n"}}"#)
        == [
          #"{"id":1,"result":{"path":"counter.n","value":41,"type":"Int","rev":2,"v":2,"at":"2026-11-21T01:16:12.5Z"}}"#
        ])
  }

  @Test func stoppingWaitsForThoseWhoReadAndNotForThoseWhoDoNot() throws {
    let stage = try Stage(Source.counter)
    let (slow, good, writer) = (try stage.connect(), try stage.connect(), try stage.connect())
    let big = String(repeating: "y", count: 900_000)
    _ = writer.ask(#"{"id":1,"method":"store.set","params":{"path":"counter.label","value":"\#(big)"}}"#)
    slow.reads = false
    for id in 1...3 { slow.send(#"{"id":\#(id),"method":"store.get","params":{"path":"counter.label"}}"#) }
    stage.settle()
    stage.server.stop(grace: .milliseconds(500))
    stage.settle()
    #expect(good.isEnded && writer.isEnded)
    #expect(good.lines().count == 1)
    #expect(stage.server.connections.count == 1, "one has not taken what is its")
    #expect(!stage.log.contains { $0.hasPrefix("notice: stopped") })
    stage.advance(by: .milliseconds(500))
    #expect(stage.server.connections.isEmpty)
    #expect(stage.log.last == "notice: stopped rev=2")
  }

  @Test func whoComesWhileItStopsIsToldSo() throws {
    let stage = try Stage(Source.counter)
    let (slow, writer) = (try stage.connect(), try stage.connect())
    let big = String(repeating: "y", count: 900_000)
    _ = writer.ask(#"{"id":1,"method":"store.set","params":{"path":"counter.label","value":"\#(big)"}}"#)
    slow.reads = false
    slow.send(#"{"id":1,"method":"store.get","params":{"path":"counter.label"}}"#)
    stage.settle()
    stage.server.stop()
    stage.settle()
    let late = try stage.connect()
    #expect(late.lines().first?.contains(#""kind":"shuttingDown","resume":{"epoch":"k3f9","rev":2}"#) == true)
    #expect(late.isEnded)
  }

  @Test func theEnginesTimeFollowsTheLoopAndLeapsWithTheCalendarOnlyForward() {
    var calendar: Int64 = 1_000_000_000_000
    var clock = EngineClock(startingAt: 1_000_000_000_000, MonotonicTime(nanoseconds: 50)) { calendar }
    #expect(clock.engineTime(MonotonicTime(nanoseconds: 60)) == 1_000_000_000_010)
    calendar -= 3_600_000_000_000  // set back an hour: nobody waits longer for that
    #expect(clock.engineTime(MonotonicTime(nanoseconds: 70)) == 1_000_000_000_020)
    calendar += 2 * 3_600_000_000_000  // the machine slept
    #expect(clock.engineTime(MonotonicTime(nanoseconds: 80)) == Int(calendar))
    #expect(clock.loopTime(Int(calendar) + 5) == MonotonicTime(nanoseconds: 85))
  }
}

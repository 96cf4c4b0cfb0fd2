// Coming and going: who gets in, what is told, what survives.
import Engine
import EventLoop
import Glibc
import TestSupport
import Language
import Testing

@testable import Server

@Suite struct LifeTests {
  /// Requests that wait because replies do are done though the client says nothing more, or has gone.
  @Test(arguments: [true, false])
  func whatWasReadIsDoneWhenTheClientHasEnded(isHalf: Bool) throws {
    var settings = ServerSettings()
    settings.outboxBytesMax = 4096
    let stage = try Stage(
      """
      class C: ObservableObject { @Published var n = 0; func add() -> String { n += 1; return String(repeating: "x", count: 3000) } }
      let c = C()
      """, settings: settings)
    let client = try stage.connect()
    let call = #"{"jsonrpc":"2.0","method":"store.call","params":{"path":"c.add"}}"#
    let asked = (1...20).map { isHalf ? call.replacing(#""method""#, with: #""id":\#($0),"method""#) : call }
    client.sendRaw(asked.joined(separator: "\n") + "\n")
    if isHalf { client.endInput() } else { client.close() }
    stage.settle()
    if isHalf { #expect(client.lines().count == 20) }
    #expect(try stage.engine.get("c.n").value == .int(20))
  }

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

  /// Who asks for no grace is answered all the same, and everybody is told.
  @Test func stoppingAtOnceTellsEverybody() throws {
    let stage = try Stage(Source.counter)
    let (client, other) = (try stage.connect(), try stage.connect())
    _ = other.ask(#"{"id":1,"method":"session.ping"}"#)
    let notice = #"{"method":"session.notice","params":{"type":"shutdown","graceMs":0}}"#
    #expect(
      client.ask(#"{"id":1,"method":"server.shutdown","params":{"graceMs":0}}"#) == [
        #"{"id":1,"result":{"rev":1}}"#, notice,
      ])
    #expect(other.lines() == [notice])
    #expect(client.isEnded && other.isEnded)
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

  /// The machine's clock is set forward and back while something ticks ten times a second.
  @Test func settingTheMachinesClockDrivesNoTimer() throws {
    var shift: Int64 = 0
    var calendar: () -> Int64 = { 0 }
    let stage = try Stage(
      """
      class Model: ObservableObject { @Published var ticks = 0; @Published var hour = 0 }
      let model = Model()
      let timer = Timer.publish(every: 0.1, on: .main, in: .common).autoconnect().sink { date in
        model.ticks += 1
        model.hour = Int(Date().timeIntervalSince1970) / 3600
      }
      """, wallClock: { calendar() })
    calendar = { [unowned stage] in Int64(Stage.beginning) + stage.time.now.nanoseconds + shift }
    let client = try stage.connect()
    func model() throws -> (ticks: Int, hour: Int, at: String) {
      let lines = client.ask(#"{"id":1,"method":"store.get","params":{"path":"model.ticks"}}"#)
      guard case .int(let ticks) = try stage.engine.get("model.ticks").value,
        case .int(let hour) = try stage.engine.get("model.hour").value
      else { return (-1, -1, "") }
      let at = lines.first?.firstRange(of: #""at":""#).map { lines[0][$0.upperBound...].prefix { $0 != ":" } } ?? ""
      return (ticks, hour, String(at))
    }
    let hour = Stage.beginning / 3_600_000_000_000
    stage.advance(by: .seconds(1))
    #expect(try model() == (10, hour, "2026-11-21T01"))
    shift = 3_600_000_000_000
    stage.advance(by: .seconds(1))
    #expect(try model() == (20, hour + 1, "2026-11-21T02"))
    shift = -3_600_000_000_000
    stage.advance(by: .seconds(1))
    #expect(try model() == (30, hour - 1, "2026-11-21T00"))
    // The machine stopped for an hour: what was missed is not made up for, and the rhythm is the same.
    stage.stall(for: .seconds(3600) + .milliseconds(50))
    #expect(try model() == (31, hour, "2026-11-21T01"))
    stage.advance(by: .milliseconds(50))
    #expect(try model().ticks == 32)
  }

  @Test func aVirtualClockTakesTheCalendarAlongAndItStaysAhead() throws {
    var calendar: () -> Int64 = { 0 }
    let stage = try Stage(wallClock: { calendar() })
    calendar = { [unowned stage] in Int64(Stage.beginning) + stage.time.now.nanoseconds }
    let client = try stage.connect()
    func now(_ request: String) -> String? {
      let line = client.ask(#"{"id":1,\#(request)}"#).first
      return line?.firstRange(of: #""now":""#).map { line![$0.upperBound...].prefix { $0 != "\"" } }.map(String.init)
    }
    #expect(now(#""method":"clock.use","params":{"mode":"virtual"}"#) == "2026-11-21T01:16:12.5Z")
    #expect(now(#""method":"clock.advance","params":{"by":"1h"}"#) == "2026-11-21T02:16:12.5Z")
    #expect(now(#""method":"clock.use","params":{"mode":"real"}"#) == "2026-11-21T02:16:12.5Z")
    stage.advance(by: .seconds(1))
    #expect(now(#""method":"clock.get","params":{}"#) == "2026-11-21T02:16:13.5Z")
  }

  /// A later start goes on from where a client had moved the time, whether it was given back or not.
  @Test(arguments: [false, true]) func timeNeverGoesBackOverARestart(_ isGivenBack: Bool) throws {
    let state = TemporaryDirectory()
    func begin(_ calendar: @escaping () -> Int64) throws -> (Stage, (String) -> [String]) {
      let stage = try Stage(state: state, wallClock: calendar)
      let client = try stage.connect()
      return (stage, { client.ask(#"{"id":1,\#($0)}"#) })
    }
    func now(_ lines: [String]) -> String? {
      lines.first.flatMap { line in
        line.firstRange(of: #""now":""#).map { line[$0.upperBound...].prefix { $0 != "\"" } }.map(String.init)
      }
    }
    var passed: Int64 = 0
    let calendar = { Int64(Stage.beginning) + passed }
    do {
      let (_, ask) = try begin(calendar)
      _ = ask(#""method":"program.eval","params":{"source":"var n = 1"}"#)
      _ = ask(#""method":"clock.use","params":{"mode":"virtual"}"#)
      #expect(now(ask(#""method":"clock.advance","params":{"by":"1h"}"#)) == "2026-11-21T02:16:12.5Z")
      if isGivenBack {
        _ = ask(#""method":"clock.use","params":{"mode":"real"}"#)
        passed = 5_000_000_000
        #expect(now(ask(#""method":"clock.get","params":{}"#)) == "2026-11-21T02:16:17.5Z")
      }
    }
    for _ in 1...2 {
      let (stage, ask) = try begin(calendar)
      #expect(Int64(stage.engine.now) == Int64(Stage.beginning) + 3_600_000_000_000)
      let found = now(ask(#""method":"clock.get","params":{}"#))
      #expect(found == (isGivenBack ? "2026-11-21T02:16:17.5Z" : "2026-11-21T02:16:12.5Z"))
    }
  }
}

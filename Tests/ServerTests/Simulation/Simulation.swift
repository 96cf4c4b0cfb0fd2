// A daemon and its clients on a schedule that a seed decides: who sends how many bytes, who reads how many, when time passes,
// when somebody leaves, and when the daemon is killed, in which moment, and comes back with its journal or without.
import ClientConnection
import Engine
import EventLoop
import Journal
import Language
import TestSupport
import Testing
import Wire

@testable import Server

final class Simulation {
  private var random: SeededRandom
  private let history = History(epoch: "e1")
  private var state = TemporaryDirectory()
  private var stage: Stage?
  private var storage: MortalStorage?
  private var clients: [SimulatedClient] = []
  private var epochs = 1
  private var lives = 0
  private var nextValue = 1
  /// What happened, newest last.
  private(set) var story: [String] = []
  private var complaints: [String] = []
  /// How far the calendar's time is from the one that passes.
  private var wallClockAhead: Int64 = 0

  private static let program = """
    class Counter: ObservableObject {
      @Published var n = 0
      @Published var double = 0
      @Published var label = "a"
      @Published var length = 0
      init() {
        $n.map { $0 * 2 }.assign(to: &$double)
        $label.debounce(for: 1, scheduler: DispatchQueue.main).map { $0.count }.assign(to: &$length)
      }
    }
    let counter = Counter()
    """

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private func note(_ text: String) { story.append("\(story.count). \(text)") }

  /// Runs so many steps, brings everything to rest, and says what was wrong; `nil` when nothing was.
  func run(steps: Int) throws -> String? {
    try start()
    for _ in 0..<3 { clients.append(SimulatedClient("client \(clients.count)", history)) }
    for _ in 0..<steps {
      try step()
      if let complaint = complaint() { return complaint }
    }
    try finish()
    return complaint()
  }

  // MARK: The daemon

  private func start() throws {
    var limits = Engine.Limits()
    limits.commitsInMemory = 16
    var keeping = Journal.Settings()
    keeping.commitsMax = 60
    keeping.commitsBetweenTables = 10
    var settings = ServerSettings()
    settings.eventBytesQueued = 8 << 10
    lives += 1
    note("the daemon starts, for the \(lives). time")
    stage = try Stage(
      history.revision == 0 ? Self.program : "", state: state, settings: settings, keeping: keeping, limits: limits,
      epoch: history.epoch,
      storage: { [history] journal in
        let storage = MortalStorage(journal, history)
        self.storage = storage
        return storage
      },
      wallClock: { [unowned self] in
        Int64(Stage.beginning) + (stage?.time.now ?? MonotonicTime(nanoseconds: 0)).nanoseconds + wallClockAhead
      })
  }

  /// Everything the daemon does at once. What it tries to say in a turn in which it dies is heard by nobody.
  private func turn() throws {
    if storage?.death != nil { for client in clients { client.drain() } }
    stage?.loop.poll()
    if storage?.hasDied == true { return try die("in the middle of a turn") }
    // G8: whoever does not read.
    let most = stage?.server.connections.values.map(\.waitingBytes).max() ?? 0
    if most > 8 << 10 + 64 << 10 { complaints.append("\(most) bytes wait for one client") }
  }

  private func die(_ how: String) throws {
    note("the daemon is killed \(how)")
    for client in clients { client.loseDaemon(hearing: chance(50)) }
    stage = nil
    storage = nil
    if chance(8) {
      epochs += 1
      state = TemporaryDirectory()
      history.begin(epoch: "e\(epochs)")
      note("and its state is lost")
    }
    try start()
  }

  private func restart() throws {
    note("the daemon stops in good order")
    storage?.death = nil
    stage?.server.stop(grace: .seconds(5))
    for _ in 0..<20 {
      stage?.loop.poll()
      for client in clients where chance(70) { client.receive(1 << 16) }
    }
    stage?.time.advance(by: .seconds(6))
    for _ in 0..<5 { stage?.loop.poll() }
    for client in clients {
      while client.receive(1 << 16) {}
      client.disconnect()
    }
    stage = nil
    storage = nil
    try start()
  }

  // MARK: The schedule

  private func step() throws {
    switch Int.random(in: 0..<1000, using: &random) {
    case 0..<4: try die("between two turns")
    case 4..<8:
      guard storage?.death == nil else { return }
      switch Int.random(in: 0..<5, using: &random) {
      case 0..<2: storage?.death = .beforeKeeping
      case 2..<4: storage?.death = .afterKeeping
      default: storage?.death = .diskFull
      }
      note("the next commit meets \(storage!.death!)")
    case 8..<10 where storage?.death != .diskFull: try restart()
    case 10..<13:
      let jump = Int64.random(in: -86_400...86_400, using: &random)
      wallClockAhead += jump * 1_000_000_000
      note("the clock is set by \(jump) s")
    case 13..<30:
      let duration = Int.random(in: 1...1500, using: &random)
      stage?.time.advance(by: .milliseconds(duration))
    case 30..<36 where clients.count < 6: clients.append(SimulatedClient("client \(clients.count)", history))
    case 36..<350: try turn()
    default: try step(of: clients.randomElement(using: &random)!)
    }
  }

  private func step(of client: SimulatedClient) throws {
    guard client.isConnected else {
      guard let stage, chance(30) else { return }
      let (near, far) = try Stream.pair()
      stage.server.accept(near)
      client.connect(far)
      return note("\(client.name) connects")
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: client.send(chance(30) ? Int.random(in: 1...40, using: &random) : 1 << 16)
    case 30..<70: client.receive(chance(30) ? Int.random(in: 1...200, using: &random) : 1 << 16)
    case 70..<86:
      client.write(nextValue, padding: chance(30) ? Int.random(in: 1...4000, using: &random) : 0)
      note("\(client.name) writes \(nextValue)")
      nextValue += 1
    case 86..<89:
      client.writeBoth(nextValue)
      note("\(client.name) writes \(nextValue) and its label")
      nextValue += 1
    case 89..<95: subscribe(client)
    case 95:
      guard let name = client.core.openSubscriptions.randomElement(using: &random) else { return }
      if chance(40) {
        client.pause(name)
        note("\(client.name) pauses \(name)")
      } else {
        client.resume(name)
        note("\(client.name) resumes \(name)")
      }
    case 96:
      guard let name = client.core.openSubscriptions.randomElement(using: &random) else { return }
      client.unsubscribe(name)
      note("\(client.name) closes \(name)")
    case 97:
      client.disconnect()
      note("\(client.name) leaves")
    case 98: client.demand(.count(Int.random(in: 1...20, using: &random)))
    default: while client.receive(1 << 16) {}
    }
  }

  private func subscribe(_ client: SimulatedClient) {
    guard client.core.openSubscriptions.count < 5 else { return }
    if chance(15) {
      note("\(client.name) listens to a publisher")
      return client.listen()
    }
    let pattern = ["counter.n", "counter", "**", "counter.length"].randomElement(using: &random)!
    let isEvery = chance(60)
    let overflow: DeliveryOptions.Overflow? =
      isEvery && chance(40) ? [.conflate, .dropOldest, .dropNewest, .close].randomElement(using: &random)! : nil
    client.subscribe(pattern, isEvery ? .every : .latest, overflow, progress: chance(30), counted: chance(25))
    note("\(client.name) subscribes to \(pattern) \(isEvery ? "every" : "latest") \(overflow?.rawValue ?? "")")
  }

  // MARK: The end

  /// Everybody connects, says what was begun and reads what is there.
  private func finish() throws {
    note("everything comes to rest")
    // A journal that has failed stays so.
    if storage?.death == .diskFull { try die("with its full disk") }
    storage?.death = nil
    for client in clients { client.demand(.unlimited) }
    for round in 0..<2000 {
      guard let stage else { return }
      for client in clients where !client.isConnected {
        let (near, far) = try Stream.pair()
        stage.server.accept(near)
        client.connect(far)
      }
      if round == 0 { for client in clients { client.core.openSubscriptions.forEach(client.resume) } }
      stage.loop.poll()
      var isBusy = false
      for client in clients {
        client.send(1 << 16)
        isBusy = client.receive(1 << 16) || client.core.outputCount > 0 || !client.isConnected || isBusy
      }
      guard !isBusy, stage.engine.nextTimer != nil || clients.contains(where: \.core.hasPendingRequests) else {
        if isBusy { continue }
        break
      }
      stage.time.advance(by: .milliseconds(1100))
    }
    try compareAll()
  }

  private func compareAll() throws {
    guard let stage else { return }
    for path in Ear.paths {
      let present = try stage.engine.get(path).value.json
      if present != history.value(path, at: history.revision) {
        complaints.append("\(path) is \(present), and history has another value")
      }
    }
    for client in clients {
      if client.core.hasPendingRequests { complaints.append("\(client.name): a request was never answered") }
      guard let ear = client.ear else { continue }
      for (name, known, paths, mayLose) in ear.listeners {
        if let missing = history.commits(after: known ?? 0, through: history.revision, of: paths).first {
          complaints.append("\(client.name): \(name) never heard of \(missing.revision)")
        }
        guard !mayLose, let copy = client.copies[name] else { continue }
        for path in paths where copy.values[path] != history.value(path, at: history.revision) {
          complaints.append("\(client.name): the copy of \(name) has an old value at \(path)")
        }
      }
    }
    compareWrites()
  }

  /// What was answered has happened, nothing twice, and what one client wrote in the order in which it did.
  private func compareWrites() {
    let values = history.commits.flatMap { commit in
      commit.changes.filter { $0.path == "counter.n" }.compactMap { $0.value?.json.int }.filter { $0 > 0 }
    }
    if Set(values).count != values.count { complaints.append("a value was written twice: \(values)") }
    for client in clients {
      let own = Set(client.written)
      let order = values.filter(own.contains)
      if order != order.sorted() { complaints.append("\(client.name): its writes are in the order \(order)") }
      // Of another history nothing is left.
      guard epochs == 1 else { continue }
      let there = Set(values)
      for (value, rev) in client.acknowledged where !there.contains(value) {
        complaints.append("\(client.name): the write of \(value) was answered with \(rev) and is gone")
      }
    }
  }

  private func complaint() -> String? {
    complaints += history.complaints
    for client in clients { complaints += client.takeComplaints().map { "\(client.name): \($0)" } }
    return complaints.isEmpty ? nil : complaints.prefix(5).joined(separator: "\n")
  }
}

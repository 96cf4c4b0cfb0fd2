// A small world for the engine's tests: storage in memory, time told by hand, events as lines of text.
import EngineSupport
import InterpreterHarness
import Language
import Testing

@testable import Engine

/// A form that judges itself.
let signUp = """
  class SignUp: ObservableObject {
    @Published var username = ""
    @Published var isValid = false
    init() { $username.map { $0.count >= 3 }.assign(to: &$isValid) }
  }
  let signup = SignUp()
  """

/// Storage that keeps everything in memory, survives the engine, and can be made to fail.
final class MemoryStorage: JournalStorage {
  private(set) var contents = JournalContents.empty
  private(set) var history: [CommitRecord] = []
  private(set) var appends = 0
  /// How many commits are kept for resuming.
  var retention = Int.max
  var failure: (any Error)?

  func load() throws -> JournalContents { contents }

  func loseEnd(saying damage: String) {
    contents.mayHaveLost = true
    contents.damage = damage
  }

  func append(_ records: [JournalRecord]) throws {
    if let failure { throw failure }
    appends += 1
    (contents.mayHaveLost, contents.damage) = (false, nil)
    for record in records {
      contents.take(record)
      if case .commit(let commit) = record { history.append(commit) }
    }
    if history.count > retention { history.removeFirst(history.count - retention) }
  }

  func commits(after revision: Int, limit: Int) throws -> [CommitRecord] {
    Array(history.drop { $0.revision <= revision }.prefix(limit))
  }

  var oldestRevision: Int? { history.first?.revision }
}

struct DiskFull: Error, CustomStringConvertible {
  var description: String { "disk full" }
}

/// Knows which subscriptions have events, in the order in which they got them.
final class Reader {
  private final class Place: Subscriber {
    let subscription: Subscription
    unowned let reader: Reader

    init(_ subscription: Subscription, _ reader: Reader) {
      self.subscription = subscription
      self.reader = reader
    }

    func eventsAreReady() { reader.ready.append(subscription) }
  }

  private var ready: [Subscription] = []

  func read(_ subscription: Subscription) { subscription.deliver(to: Place(subscription, self)) }

  /// - Parameter isMeanwhile: a program runs, so that some have nothing to say.
  func takeReady(isMeanwhile: Bool = false) -> [Subscription] {
    let taken = ready
    ready = isMeanwhile ? taken.filter(\.waitsForProgram) : []
    return isMeanwhile ? taken.filter { !$0.waitsForProgram } : taken
  }
}

final class World {
  let storage: MemoryStorage
  private(set) var engine: Engine
  let reader = Reader()

  /// - Parameters:
  ///   - isSound: all that was declared can be evaluated again.
  ///   - starts: what earlier starts have not survived.
  init(
    _ source: String = "", storage: MemoryStorage = MemoryStorage(), limits: Engine.Limits = .init(),
    isSound: Bool = true,
    epoch: String = "e1", starts: (any StartRecord)? = nil, seed: UInt64? = nil
  ) throws {
    self.storage = storage
    engine = Engine(
      storage: storage, now: 0, freshEpoch: epoch, limits: limits, library: LibraryPool.take(),
      random: RandomSource(seed: seed))
    engine.startRecord = starts
    #expect(try engine.recover().isEmpty || !isSound)
    #expect(engine.failedDeclarations.isEmpty || !isSound, "\(engine.failedDeclarations.map(\.fault))")
    for session in ["c1", "c2"] { engine.openSession(session) }
    if !source.isEmpty { try eval(source) }
  }

  /// The same world in a new process: only what was flushed is still there.
  func restarted() throws -> World {
    try engine.flush()
    return try World(storage: storage, limits: engine.limits)
  }

  @discardableResult
  func eval(_ source: String, session: String = "c1") throws -> Engine.Evaluation {
    do {
      return try engine.evaluate(SourceText(file: "test", text: source), session: session)
    } catch {
      if case .refusedSource(_, let rendered) = error { Issue.record("refused:\n\(rendered)") }
      throw error
    }
  }

  @discardableResult
  func set(_ path: String, _ value: PortableValue) throws -> Engine.WriteReceipt {
    try engine.set(path, to: value, .init(session: "c1"))
  }

  func get(_ path: String) throws -> PortableValue { try engine.get(path).value }

  func watch(
    _ paths: String..., name: String = "w", mode: SubscriptionOptions.Mode = .latest, snapshot: Bool = true,
    from: SubscriptionOptions.Start = .now, _ more: (inout SubscriptionOptions) -> Void = { _ in }
  ) throws {
    var options = SubscriptionOptions(paths: paths, mode: mode, start: from, wantsSnapshot: snapshot)
    more(&options)
    reader.read(try engine.delivery.open(name: name, session: "c1", options))
  }

  /// Everything the queued subscriptions have to say, a line each.
  func events(isMeanwhile: Bool = false) -> [String] {
    reader.takeReady(isMeanwhile: isMeanwhile).flatMap { subscription in
      var lines: [String] = []
      repeat {
        engine.delivery.renewLooks()
        while let event = engine.delivery.next(of: subscription) {
          lines.append("\(subscription.name) \(line(event))")
        }
      } while subscription.isSearching
      return lines
    }
  }

  /// Newest first.
  func history(of path: String, limit: Int) throws -> [(commit: CommitRecord, change: CommitRecord.Change)] {
    var search = try engine.history(of: path, limit: limit)
    while !search.look(in: engine) {}
    return search.found
  }

  func notices() -> [String] {
    engine.takeNotices().filter { $0.knownTo == nil }.map { notice in
      switch notice.kind {
      case .print(let text): "print \(text)"
      case .fault(let fault): "fault \(fault.message)"
      case .pipeline(let state, let text): "\(notice.pipeline ?? "-") \(state) \(text)"
      case .trouble(let fault): "\(fault.location) trouble \(fault.message)"
      case .warning(let fault): "\(fault.location) warning \(fault.message)"
      case .task(let state, let location): "\(location) task \(state)"
      case .problem(let fault): "\(fault.location) problem \(fault.message)"
      case .provider(let name, let state, let text): "\(name) \(state): \(text)"
      case .expectation(let failure): "\(failure.fault.location) \(failure.fault.message)"
      }
    }
  }

  private func line(_ event: SubscriptionEvent) -> String {
    switch event {
    case .gap(let from, let to, let reason, let lost):
      return "gap \(from)-\(to) \(reason)" + (lost.map { " lost \($0)" } ?? "")
    case .value(let value): return "\(value.path) #\(value.number)=\(value.value.map(text) ?? "?")"
    case .progress(let revision): return "progress@\(revision)"
    case .lag(let lag): return "lag \(lag.queued)/\(lag.limit)"
    case .paused(let reason): return "paused \(reason)"
    case .resumed: return "resumed"
    case .complete: return "complete"
    case .failed(let error): return "failed \(error)".prefix { $0 != "(" }.description
    case .snapshot(let entries, let revision):
      return "snapshot@\(revision) " + entries.map { "\($0.path)=\(text($0.value))" }.joined(separator: " ")
    case .ready(let revision, let count): return "ready@\(revision) \(count)"
    case .end(let reason, let revision): return "end \(reason)" + (revision.map { "@\($0)" } ?? "")
    case .commit(let commit): return "change@\(commit.revision) " + line(commit.record.changes)
    case .change(let change):
      switch change.content {
      case .part(let positions):
        return "change@\(change.commit.revision) " + line(positions.map { change.commit.record.changes[$0] })
      case .conflated(let commits, let changes):
        let parts = changes.map { "\($0.path)=\($0.value.map(text) ?? "gone")" }
        return "change@\(change.commit.revision) merged \(commits) " + parts.joined(separator: " ")
      }
    }
  }

  private func line(_ changes: [CommitRecord.Change]) -> String {
    changes.map { "\($0.path)=\($0.value.map(text) ?? "gone")" }.joined(separator: " ")
  }

  private func text(_ value: PortableValue) -> String {
    switch value {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): "'\(value)'"
    case .list(let items): "[\(items.map(text).joined(separator: ","))]"
    case .record(let fields): "{\(fields.map { "\($0.name):\(text($0.value))" }.joined(separator: ","))}"
    }
  }
}

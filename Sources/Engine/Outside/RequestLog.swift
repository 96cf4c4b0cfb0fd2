import Language

/// The stubs that are set, and the requests that were made.
struct RequestLog {
  struct Standing {
    let stub: NetworkStub
    /// How many requests it has answered.
    var used = 0
  }

  /// The newest first: it wins.
  private var standing: [Standing] = []
  /// The newest last.
  private(set) var entries: [HTTPEntry] = []
  private var nextNumber = 1
  private static let entriesKept = 1000

  var stubs: [NetworkStub] { standing.reversed().map(\.stub) }
  /// How many requests were made since the log was cleared, forgotten ones too.
  private(set) var total = 0
  private(set) var totals: [String: Int] = [:]

  /// A stub with the method and pattern of one that is set takes its place.
  mutating func add(_ stub: NetworkStub) {
    standing.removeAll { $0.stub.pattern == stub.pattern && $0.stub.method == stub.method }
    standing.insert(Standing(stub: stub), at: 0)
  }

  /// - Returns: how many there were.
  mutating func removeStubs(pattern: String?) -> Int {
    let before = standing.count
    standing.removeAll { pattern == nil || $0.stub.pattern == pattern }
    return before - standing.count
  }

  mutating func clear() {
    entries.removeAll { $0.state != .running }
    total = 0
    totals = [:]
  }

  /// The answer whose turn it is, and the pattern it belongs to.
  mutating func answer(to request: HTTPRequest) -> (answer: NetworkStub.Answer, pattern: String)? {
    guard let index = standing.firstIndex(where: { $0.stub.matches(request) }) else { return nil }
    var position = standing[index].used
    standing[index].used += 1
    let stub = standing[index].stub
    for answer in stub.answers.dropLast() {
      if position < answer.times { return (answer, stub.pattern) }
      position -= answer.times
    }
    return (stub.answers[stub.answers.count - 1], stub.pattern)
  }

  mutating func begin(_ request: HTTPRequest, at now: Int, pipeline: String?, stub: String?) -> Int {
    let number = nextNumber
    nextNumber += 1
    total += 1
    if let pipeline { totals[pipeline, default: 0] += 1 }
    if entries.count >= Self.entriesKept { entries.removeFirst(Self.entriesKept / 4) }
    entries.append(
      HTTPEntry(
        number: number, startedAt: now, method: request.method, url: request.url, pipeline: pipeline, stub: stub))
    return number
  }

  /// The pipeline whose request it is has got a name.
  mutating func name(_ number: Int, _ name: String) {
    guard let index = entries.lastIndex(where: { $0.number == number }), let old = entries[index].pipeline, old != name
    else { return }
    entries[index].pipeline = name
    guard let count = totals[old] else { return }
    totals[old] = count == 1 ? nil : count - 1
    totals[name, default: 0] += 1
  }

  /// It has not been cancelled after all.
  mutating func goOn(_ number: Int) {
    guard let index = entries.lastIndex(where: { $0.number == number }) else { return }
    entries[index].state = .running
    entries[index].endedAt = nil
  }

  mutating func end(_ number: Int, _ state: HTTPEntry.State, at now: Int) {
    guard let index = entries.lastIndex(where: { $0.number == number }), entries[index].state == .running else {
      return
    }
    entries[index].state = state
    entries[index].endedAt = now
  }
}

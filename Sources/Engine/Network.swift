public import Language

/// Who sends requests for the engine's program, and brings back what comes of them.
///
/// Its `receive` is called on the engine's thread, once, outside of any command; never after the work was cancelled.
public protocol Network: AnyObject {
  func load(_ request: HTTPRequest, _ receive: @escaping (HTTPOutcome) -> Void) -> any HostWork
}

/// What answers in place of the network.
public struct NetworkStub: Sendable {
  public struct Answer: Sendable {
    public var outcome: HTTPOutcome
    /// Nanoseconds of engine time from the request to the answer.
    public var delay: Int
    /// How many requests it answers before the next one's turn; the last answer of a stub answers for ever.
    public var times: Int

    public init(_ outcome: HTTPOutcome, delay: Int = 0, times: Int = 1) {
      self.outcome = outcome
      self.delay = delay
      self.times = times
    }
  }

  /// In capitals; `nil` for all.
  public var method: String?
  /// The whole URL, with `*` for any run of characters. Without a `?` it says nothing of the query.
  public var pattern: String
  /// At least one.
  public var answers: [Answer]

  public init(method: String? = nil, pattern: String, answers: [Answer]) {
    precondition(!answers.isEmpty)
    self.method = method
    self.pattern = pattern
    self.answers = answers
  }
}

/// One request that was made, for people and tests.
public struct HTTPEntry: Sendable {
  public enum State: Sendable, Equatable {
    case running
    case cancelled
    case status(Int)
    /// A code of `URLError`.
    case failure(Int)
  }

  /// From 1, never used again.
  public let number: Int
  /// Engine time, nanoseconds since 1970.
  public let startedAt: Int
  public internal(set) var endedAt: Int?
  public let method: String
  public let url: String
  /// The pipeline whose work it was, where there was one.
  public internal(set) var pipeline: String?
  /// The pattern of the stub that answered; `nil` for the network.
  public let stub: String?
  public internal(set) var state = State.running
}

/// The stubs that are set, and the requests that were made.
struct HTTPDesk {
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

  mutating func clearLog() {
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

  mutating func end(_ number: Int, _ state: HTTPEntry.State, at now: Int) {
    guard let index = entries.lastIndex(where: { $0.number == number }), entries[index].state == .running else {
      return
    }
    entries[index].state = state
    entries[index].endedAt = now
  }
}

extension NetworkStub {
  func matches(_ request: HTTPRequest) -> Bool {
    if let method, method != request.method { return false }
    if Glob.matches(pattern, request.url) { return true }
    guard !pattern.contains("?"), let query = request.url.firstIndex(of: "?") else { return false }
    return Glob.matches(pattern, String(request.url[..<query]))
  }
}

/// `*` for any run of characters, everything else for itself.
enum Glob {
  static func matches(_ pattern: String, _ text: String) -> Bool {
    let (pattern, text) = (Array(pattern.utf8), Array(text.utf8))
    var (p, t) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        star = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let back = star {
        // The last star takes one more.
        star = (back.pattern, back.text + 1)
        p = back.pattern + 1
        t = back.text + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

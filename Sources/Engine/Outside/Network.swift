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

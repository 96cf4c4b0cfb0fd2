internal import Engine
internal import Language
internal import Wire

/// What a commit goes back to, looked for in parts: the way may be long.
struct WhySearch {
  private let params: Why.Params
  private let call: Call
  private let live: [Pipeline]
  private(set) var result = Why.Result()
  private var next: Int?
  private var looked = 0
  private var last: CommitRecord?
  /// What the next one followed from.
  private var path: String?
  private var told: ChangesInReply

  init(_ params: Why.Params, _ call: Call) throws(RPCError) {
    let engine = call.engine
    self.params = params
    self.call = call
    live = engine.pipelines.all
    told = ChangesInReply(engine)
    var revision = params.rev
    path = params.path
    result.path = params.path
    if let path = params.path {
      let reading = try call.engineCall { () throws(EngineError) in try engine.get(path) }
      if revision == nil { revision = reading.revision }
      let writers = engine.writers(of: path)
      result.inputs = live.filter { $0.output == path || writers.contains($0.id) }.map { pipeline in
        QuietPipeline {
          $0.pipe = pipeline.name
          $0.text = call.told(pipeline.text)
          $0.values = pipeline.values
          $0.at = pipeline.lastAt.map { Timestamp(nanoseconds: $0) }
          $0.note = Self.note(on: pipeline, call)
        }
      }
    }
    guard let first = revision else {
      throw .invalidParams(param: "path", expected: "'path' or 'rev'", "Say what is to be explained.")
    }
    if first > engine.revision { throw RPCError(EngineError.revisionInTheFuture(first)) }
    result.oldestRev = engine.delivery.oldestRevision
    next = first
  }

  /// Goes back some commits.
  /// - Returns: whether it has got to the end.
  mutating func look() -> Bool {
    let end = looked + Self.looksMax
    while let revision = next, let commit = call.engine.commitRecord(revision) {
      guard looked < end else { return false }
      looked += 1
      if let shown = result.chain.indices.last, looked < Self.causesMax, params.depth > 1, last?.isLike(commit) == true
      {
        result.chain[shown].like = (result.chain[shown].like ?? 0) + 1
      } else {
        guard result.chain.count < params.depth, looked < Self.causesMax else { break }
        result.chain.append(step(commit, leadingTo: path))
      }
      (last, next, path) = (commit, commit.cause.of, commit.cause.ofPath)
    }
    if let end = result.chain.indices.last, let last, let asked = last.cause.asked {
      var step = result.chain[end]
      step.cause.asked = ChangeCause.Asked(asked)
      describe(asked.cause, of: last, in: &step)
      result.chain[end] = step
    }
    result.complete = next == nil
    result.next = next
    return true
  }

  /// - Parameter path: what is to be explained of it; `nil` for all.
  private mutating func step(_ commit: CommitRecord, leadingTo path: String?) -> CauseStep {
    let (changes, via) = path.map(commit.part) ?? (commit.changes, commit.cause.via)
    let values = changes.map { told.change($0) }
    var step = CauseStep {
      $0.rev = commit.revision
      $0.at = Timestamp(nanoseconds: commit.at)
      $0.cause = ChangeCause(commit.cause)
      $0.cause.via = via
      $0.changes = changes.map(\.path)
      $0.values = values
      $0.task = commit.cause.task.map { "\($0.file):\($0.line)" }
      $0.awaited = commit.cause.awaited
      $0.pipelines = via.compactMap { name in live.first { $0.name == name }.map { PipelineInfo($0, call) } }
    }
    describe(commit.cause, of: commit, in: &step)
    return step
  }

  /// Who it was, and what they wrote.
  private func describe(_ cause: Cause, of commit: CommitRecord, in step: inout CauseStep) {
    // A request need not name the secret that it has written.
    let isSecret = commit.changes.contains { call.engine.hasSecrets($0.path) }
    step.request = cause.text.map { isSecret ? SourceText.withoutLiterals($0) : call.told($0) }
    step.place = cause.place
    step.method = cause.method
    // Who introduced themselves later than they asked is known by the session only.
    let client = cause.client == nil ? call.server.client(named: cause.by, of: commit.revision) : nil
    step.client = cause.client?.name ?? client?.name
    step.pid = cause.client?.pid ?? client?.pid
  }

  /// How many commits are looked at, those that count as one included.
  private static let causesMax = 10_000

  /// So many are looked at in a turn.
  private static let looksMax = 256

  /// What keeps a pipeline quiet: the first operator that has taken in something and let nothing out since.
  private static func note(on pipeline: Pipeline, _ call: Call) -> String {
    if pipeline.isPaused {
      return "it is paused, \(pipeline.waiting == 1 ? "1 value waits" : "\(pipeline.waiting) values wait")"
    }
    for stage in pipeline.ownStages where stage.isHolding && stage.values < stage.received {
      let name = "\(stage.name) (stage \(stage.number))"
      if let due = stage.due, due > call.engine.now {
        return "\(name) holds a value back for another \(WireDuration(nanoseconds: due - call.engine.now))"
      }
      return "\(name) has let out \(stage.values) of \(stage.received) values, and not the last"
    }
    return ""
  }
}

extension CommitRecord {
  /// The same timer, with the same consequences, once before.
  fileprivate func isLike(_ earlier: CommitRecord) -> Bool {
    cause.by == "timer" && earlier.cause.by == "timer" && cause.via == earlier.cause.via
      && Set(changes.map(\.path)) == Set(earlier.changes.map(\.path))
  }

  /// What in it led to a path, and is at it: changes, and the pipelines between them. All of it if it has nothing at the path.
  fileprivate func part(leadingTo path: String) -> (changes: [Change], via: [String]) {
    let asked = changes.map(\.path).filter { $0 == path || $0.isWithin(path) || path.isWithin($0) }
    guard let last = changes.lastIndex(where: { asked.contains($0.path) }) else { return (changes, cause.via) }
    guard let links else {
      // Causes stand before their effects: at least what stands behind is none.
      return (Array(changes[...last]), cause.via)
    }
    var led = Set(asked)
    var via: Set<String> = []
    while true {
      let before = (led.count, via.count)
      for link in links where led.contains(link.effect) {
        if let cause = link.cause { led.insert(cause) }
        if let pipeline = link.via { via.insert(pipeline) }
      }
      if before == (led.count, via.count) { break }
    }
    return (changes.filter { led.contains($0.path) }, cause.via.filter(via.contains))
  }
}

extension String {
  /// Whether it is a part of what is at another path.
  fileprivate func isWithin(_ other: String) -> Bool {
    guard utf8.count > other.utf8.count, hasPrefix(other) else { return false }
    let next = utf8[utf8.index(utf8.startIndex, offsetBy: other.utf8.count)]
    return next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
  }
}

// store.history, store.schema, wait, why, graph: what was, what may be, and why.

internal import Engine
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addInspectionCommands() {
    add(StoreHistory.self) { (params, call) throws(RPCError) in try call.history(params) }
    addCommand(StoreSchema.self) { (params, call) throws(EngineError) in
      let described = try call.engine.describe(params.path)
      return StoreSchema.Result {
        $0.path = params.path
        $0.type = described.typeName
        $0.schema = SchemaWriter.whole(described)
        $0.methods = described.methods.map { method in
          MethodInfo {
            $0.name = method.name
            $0.signature = method.text
          }
        }
      }
    }
    addLater(Wait.self) { (params, call, reply) throws(RPCError) in
      let engine = call.engine
      let cancel = try call.engineCall { () throws(EngineError) in
        return try engine.delivery.wait(
          path: params.path, condition: params.when, evenAbsent: params.absent == .wait, session: call.session,
          timeout: params.timeout?.nanoseconds
        ) { result in
          switch result {
          case .success(let met):
            guard let reading = try? engine.get(met.path) else { return reply.fail(.gone(met.path)) }
            let commit = met.revision.flatMap { engine.commitRecord($0) }
            reply(
              Wait.Result {
                $0.path = met.path
                // As it was in that commit: a later one of the same turn may have changed it again.
                $0.value =
                  (commit?.changes.last { $0.path == met.path }?.value ?? reading.value).json
                $0.rev = met.revision ?? reading.revision
                $0.at = Timestamp(nanoseconds: commit?.at ?? reading.at)
                $0.immediate = met.revision == nil
              })
          case .failure(let error): reply.fail(RPCError(error))
          }
        }
      }
      reply.onCancel(cancel)
    }
    add(Why.self) { (params, call) throws(RPCError) in try call.why(params) }
    add(Graph.self) { (params, call) throws(RPCError) in try call.graph(params) }
  }
}

extension RPCError {
  fileprivate static func gone(_ path: String) -> RPCError {
    RPCError(.notFound, "Nothing is at '\(path)' any more.", ["path": .string(path)])
  }
}

extension HistoryEntry {
  fileprivate init(_ change: PathChange, of commit: CommitRecord) {
    self.init()
    path = change.path
    rev = commit.revision
    at = Timestamp(nanoseconds: commit.at)
    op = change.op
    value = change.value
    old = change.old
    patch = change.patch
    v = change.v
    cause = ChangeCause(commit.cause)
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

extension Call {
  /// The moment that a param `since` means, in nanoseconds since 1970.
  func moment(_ text: String) throws(RPCError) -> Int {
    guard let moment = Since(text).moment(now: engine.date) else {
      throw .invalidParams(param: "since", expected: "a time or a duration", "'\(text)' is neither.")
    }
    return moment
  }

  fileprivate func history(_ params: StoreHistory.Params) throws(RPCError) -> StoreHistory.Result {
    let since = try params.since.map { text throws(RPCError) in try moment(text) }
    let (changes, more) = try engineCall { () throws(EngineError) in
      try engine.history(
        of: params.path, limit: params.limit, before: params.before, since: since)
    }
    var told = ChangesInReply(engine)
    var result = StoreHistory.Result()
    result.path = params.path
    result.oldestRev = engine.delivery.oldestRevision
    result.more = more
    for (commit, change) in changes {
      guard !told.isFull else {
        result.more = true
        break
      }
      result.entries.append(HistoryEntry(told.change(change), of: commit))
    }
    return result
  }

  // MARK: Why

  fileprivate func why(_ params: Why.Params) throws(RPCError) -> Why.Result {
    var revision = params.rev
    var result = Why.Result()
    result.path = params.path
    if let path = params.path {
      let reading = try engineCall { () throws(EngineError) in try engine.get(path) }
      if revision == nil { revision = reading.revision }
      let writers = engine.writers(of: path)
      result.inputs = engine.pipelines.all.filter { $0.output == path || writers.contains($0.id) }.map { pipeline in
        QuietPipeline {
          $0.pipe = pipeline.name
          $0.text = pipeline.text
          $0.values = pipeline.values
          $0.at = pipeline.lastAt.map { Timestamp(nanoseconds: $0) }
          $0.note = note(on: pipeline)
        }
      }
    }
    guard let first = revision else {
      throw .invalidParams(param: "path", expected: "'path' or 'rev'", "Say what is to be explained.")
    }
    if first > engine.revision { throw RPCError(EngineError.revisionInTheFuture(first)) }
    let live = engine.pipelines.all
    result.oldestRev = engine.delivery.oldestRevision
    var next: Int? = first
    var looked = 0
    var last: CommitRecord?
    // What the next one followed from.
    var path = params.path
    var told = ChangesInReply(engine)
    while let revision = next, let commit = engine.commitRecord(revision) {
      looked += 1
      if let shown = result.chain.indices.last, looked < Self.causesMax, last?.isLike(commit) == true {
        result.chain[shown].like = (result.chain[shown].like ?? 0) + 1
      } else {
        guard result.chain.count < params.depth, looked < Self.causesMax else { break }
        result.chain.append(step(commit, leadingTo: path, live, &told))
      }
      (last, next, path) = (commit, commit.cause.of, commit.cause.ofPath)
    }
    if let end = result.chain.indices.last, let asked = last?.cause.asked {
      result.chain[end].cause.asked = ChangeCause.Asked(asked)
      describe(asked.cause, of: last!.revision, in: &result.chain[end])
    }
    result.complete = next == nil
    result.next = next
    return result
  }

  /// - Parameter path: what is to be explained of it; `nil` for all.
  private func step(_ commit: CommitRecord, leadingTo path: String?, _ live: [Pipeline], _ told: inout ChangesInReply)
    -> CauseStep
  {
    let (changes, via) = path.map(commit.part) ?? (commit.changes, commit.cause.via)
    let values = changes.map { told.change($0) }
    var step = CauseStep {
      $0.rev = commit.revision
      $0.at = Timestamp(nanoseconds: commit.at)
      $0.cause = ChangeCause(commit.cause)
      $0.cause.via = via
      $0.changes = changes.map(\.path)
      $0.values = values
      $0.pipelines = via.compactMap { name in live.first { $0.name == name }.map { PipelineInfo($0, engine) } }
    }
    describe(commit.cause, of: commit.revision, in: &step)
    return step
  }

  /// Who it was, and what they wrote.
  private func describe(_ cause: Cause, of revision: Int, in step: inout CauseStep) {
    step.request = cause.text
    step.place = cause.place
    step.method = cause.method
    let client = server.client(named: cause.by, of: revision)
    step.client = client?.name
    step.pid = client?.pid
  }

  /// How many commits are looked at, those that count as one included.
  private static let causesMax = 10_000

  /// What keeps a pipeline quiet: the first operator that has taken in something and let nothing out since.
  private func note(on pipeline: Pipeline) -> String {
    if pipeline.isPaused {
      return "it is paused, \(pipeline.waiting == 1 ? "1 value waits" : "\(pipeline.waiting) values wait")"
    }
    for stage in pipeline.ownStages where stage.isHolding && stage.values < stage.received {
      let name = "\(stage.name) (stage \(stage.number))"
      if let due = stage.due, due > engine.now {
        return "\(name) holds a value back for another \(WireDuration(nanoseconds: due - engine.now))"
      }
      return "\(name) has let out \(stage.values) of \(stage.received) values, and not the last"
    }
    return ""
  }

  // MARK: The graph

  fileprivate func graph(_ params: Graph.Params) throws(RPCError) -> Graph.Result {
    if let path = params.path { _ = try engineCall { () throws(EngineError) in try engine.get(path) } }
    var edges: [GraphEdge] = []
    for pipeline in engine.pipelines.all {
      for input in pipeline.inputs {
        edges.append(
          GraphEdge {
            $0.from = input
            $0.to = pipeline.output ?? pipeline.name
            $0.pipe = pipeline.name
            $0.received = pipeline.received(from: input)
            $0.values = pipeline.values
            $0.at = pipeline.lastAt.map { Timestamp(nanoseconds: $0) }
          })
      }
    }
    if let path = params.path { edges = Self.connected(edges, with: path) }
    var nodes: [String] = []
    for edge in edges { for node in [edge.from, edge.to] where !nodes.contains(node) { nodes.append(node) } }
    return Graph.Result {
      $0.rev = engine.revision
      $0.nodes = nodes
      $0.edges = edges
      $0.text = Self.picture(params.format, nodes, edges)
    }
  }

  /// What can be reached from a path, in either direction.
  private static func connected(_ edges: [GraphEdge], with path: String) -> [GraphEdge] {
    func belongs(_ node: String) -> Bool { node == path || node.hasPrefix(path + ".") }
    func reach(_ from: KeyPath<GraphEdge, String>, _ to: KeyPath<GraphEdge, String>) -> Set<String> {
      var reached = Set(edges.flatMap { [$0.from, $0.to] }.filter(belongs))
      while true {
        let more = edges.filter { reached.contains($0[keyPath: from]) }.map { $0[keyPath: to] }
        let grown = reached.union(more)
        if grown == reached { return reached }
        reached = grown
      }
    }
    let (after, before) = (reach(\.from, \.to), reach(\.to, \.from))
    return edges.filter {
      (after.contains($0.from) && after.contains($0.to)) || (before.contains($0.from) && before.contains($0.to))
    }
  }

  private static func picture(_ format: Graph.Params.Format, _ nodes: [String], _ edges: [GraphEdge]) -> String? {
    func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "'"))\"" }
    func label(_ edge: GraphEdge) -> String { "\(edge.pipe) \(edge.received) → \(edge.values)" }
    switch format {
    case .json: return nil
    case .dot:
      return "digraph combined {\n  rankdir=LR;\n"
        + nodes.map { "  \(quoted($0));\n" }.joined()
        + edges.map { "  \(quoted($0.from)) -> \(quoted($0.to)) [label=\(quoted(label($0)))];\n" }.joined() + "}\n"
    case .mermaid:
      let names = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, "n\($0)") })
      return "graph LR\n" + nodes.map { "  \(names[$0]!)[\(quoted($0))]\n" }.joined()
        + edges.map { "  \(names[$0.from]!) -->|\(quoted(label($0)))| \(names[$0.to]!)\n" }.joined()
    }
  }
}

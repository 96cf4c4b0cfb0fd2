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

extension PathChange {
  /// What history has of a change.
  init(_ change: CommitRecord.Change) {
    self.init()
    path = change.path
    op = change.value == nil ? .remove : .set
    value = change.value?.json
    old = change.old?.json
    v = change.version
  }
}

extension CauseStep {
  /// The same timer, with the same consequences, once before.
  fileprivate func isLike(_ earlier: CommitRecord) -> Bool {
    cause.by == "timer" && earlier.cause.by == "timer" && cause.via == earlier.cause.via
      && Set(changes) == Set(earlier.changes.map(\.path))
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
    return StoreHistory.Result {
      $0.path = params.path
      $0.oldestRev = engine.delivery.oldestRevision
      $0.more = more
      $0.entries = changes.map { commit, change in
        HistoryEntry {
          $0.path = change.path
          $0.rev = commit.revision
          $0.at = Timestamp(nanoseconds: commit.at)
          $0.op = change.value == nil ? .remove : .set
          $0.value = change.value?.json
          $0.old = change.old?.json
          $0.v = change.version
          $0.cause = ChangeCause(commit.cause)
        }
      }
    }
  }

  // MARK: Why

  fileprivate func why(_ params: Why.Params) throws(RPCError) -> Why.Result {
    var revision = params.rev
    var result = Why.Result()
    result.path = params.path
    if let path = params.path {
      let reading = try engineCall { () throws(EngineError) in try engine.get(path) }
      if revision == nil { revision = reading.revision }
      result.inputs = engine.pipelines.all.filter { $0.output == path }.map { pipeline in
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
    while let revision = next, let commit = engine.commitRecord(revision) {
      looked += 1
      if let last = result.chain.indices.last, looked < Self.causesMax, result.chain[last].isLike(commit) {
        result.chain[last].like = (result.chain[last].like ?? 0) + 1
      } else {
        guard result.chain.count < params.depth, looked < Self.causesMax else { break }
        result.chain.append(
          CauseStep {
            $0.rev = commit.revision
            $0.at = Timestamp(nanoseconds: commit.at)
            $0.cause = ChangeCause(commit.cause)
            $0.changes = commit.changes.map(\.path)
            $0.values = commit.changes.map { PathChange($0) }
            $0.request = commit.cause.text
            $0.method = commit.cause.method
            let client = server.client(named: commit.cause.by, of: commit.revision)
            $0.client = client?.name
            $0.pid = client?.pid
            $0.pipelines = commit.cause.via.compactMap { name in
              live.first { $0.name == name }.map { PipelineInfo($0, engine) }
            }
          })
      }
      next = commit.cause.of
    }
    result.complete = next == nil
    result.next = next
    return result
  }

  /// How many commits are looked at, those that count as one included.
  private static let causesMax = 10_000

  /// What keeps a pipeline quiet: the first operator that has taken in something and let nothing out since.
  private func note(on pipeline: Pipeline) -> String {
    if pipeline.isPaused { return "it is paused, \(pipeline.waiting) values wait" }
    for stage in pipeline.stages where stage.isHolding {
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

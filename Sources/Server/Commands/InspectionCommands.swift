// store.history, store.schema, wait, why, graph: what was, what may be, and why.

internal import Engine
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addInspectionCommands() {
    addLater(StoreHistory.self) { (params, call, reply) throws(RPCError) in
      var search = try call.historySearch(params)
      call.doInParts(for: reply) {
        guard search.look(in: call.engine) else { return nil }
        return call.result(of: search, params.path)
      }
    }
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
        $0.computed = described.computed.map { computed in
          ComputedEntry {
            $0.path = computed.path
            $0.type = computed.info.typeName
            $0.kind = computed.info.isLazy ? .lazy : computed.info.isWrapped ? .wrapped : .computed
            $0.access = computed.info.isSettable ? .readWrite : .readOnly
            $0.unmade = computed.isUnmade
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
            // It may be gone by the end of the turn, and it has been.
            let reading = try? engine.get(met.path)
            let commit = met.revision.flatMap { engine.commitRecord($0) }
            // As it was in that commit: a later one of the same turn may have changed it again.
            let value = met.part ?? commit?.changes.last { $0.path == met.path }?.value ?? reading?.value
            guard let value else { return reply.fail(.gone(met.path)) }
            reply(
              Wait.Result {
                $0.path = met.path
                $0.value = value.json
                $0.rev = met.revision ?? reading?.revision ?? engine.revision
                $0.at = Timestamp(nanoseconds: commit?.at ?? reading?.at ?? engine.date)
                $0.immediate = met.revision == nil
              })
          case .failure(let error): reply.fail(RPCError(error))
          }
        }
      }
      reply.onCancel(cancel)
    }
    addLater(Why.self) { (params, call, reply) throws(RPCError) in
      var search = try WhySearch(params, call)
      call.doInParts(for: reply) { search.look() ? search.result : nil }
    }
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

extension Call {
  /// The moment that a param `since` means, in nanoseconds since 1970.
  func moment(_ text: String) throws(RPCError) -> Int {
    guard let moment = Since(text).moment(now: engine.date) else {
      throw .invalidParams(param: "since", expected: "a time or a duration", "'\(text)' is neither.")
    }
    return moment
  }

  fileprivate func historySearch(_ params: StoreHistory.Params) throws(RPCError) -> HistorySearch {
    let since = try params.since.map { text throws(RPCError) in try moment(text) }
    return try engineCall { () throws(EngineError) in
      try engine.history(
        of: params.path, limit: params.limit, before: params.before, since: since, within: params.within)
    }
  }

  fileprivate func result(of search: HistorySearch, _ path: String) -> StoreHistory.Result {
    var told = ChangesInReply(engine)
    var result = StoreHistory.Result()
    result.path = path
    result.oldestRev = engine.delivery.oldestRevision
    result.more = search.hasMore
    for (commit, change) in search.found {
      guard !told.isFull else {
        result.more = true
        break
      }
      result.entries.append(HistoryEntry(told.change(change), of: commit))
    }
    return result
  }

  /// Answers when all parts are done.
  /// - Parameter part: does the next one, and returns the result if it was the last.
  fileprivate func doInParts<Result>(for reply: Reply<Result>, _ part: @escaping () -> Result?) {
    server.doInParts {
      if reply.pending.isDone { return true }
      guard let result = part() else { return false }
      reply(result)
      return true
    }
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

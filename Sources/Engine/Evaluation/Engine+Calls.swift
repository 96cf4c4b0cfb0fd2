public import Language

/// Calling methods of stores from outside.
extension Engine {
  public struct CallOutcome {
    public var revision: Int
    /// `nil` for `Void`.
    public var value: StatementValue?
    public var printed: [String] = []
  }

  /// Calls `store.method` with arguments by label or in order. What it does before it first waits is one transaction.
  ///
  /// - Parameters:
  ///   - isSingleFlight: joins a call of the same method with the same arguments that is under way, and lets others join.
  ///   - completion: called once: before this returns, unless the method waits for something.
  /// - Returns: gives up waiting. The method is asked to stop when nobody waits for it any more, and the completion is not
  ///   called. Nil if it is done.
  @discardableResult
  public func call(
    _ path: String, _ arguments: PortableValue?, _ options: WriteOptions, isSingleFlight: Bool = false,
    completion: @escaping (Result<CallOutcome, EngineError>) -> Void
  ) -> (() -> Void)? {
    let key = "\(path)(\(arguments.map { String(describing: $0) } ?? ""))"
    if isSingleFlight, let shared = evaluations.sharedCalls[key] {
      return shared.join { [link] result in
        options.activity?.revision = link.engine?.revision ?? 0
        options.activity?.leave()
        completion(result)
      }
    }
    let (namespace, statement, shown, scratch, place): (Namespace, CheckedStatement, String, SessionResults, Location?)
    do { (namespace, statement, shown, scratch, place) = try prepareCall(path, arguments, options) } catch {
      completion(.failure(error))
      return nil
    }
    let shared = SharedCall()
    if isSingleFlight { evaluations.sharedCalls[key] = shared }
    let leave = shared.join(completion)
    let evaluating = Evaluating(
      self, namespace, [statement], session: options.session, in: scratch, at: place, cause: options.cause,
      activity: options.activity,
      evaluation: Evaluation(revision: revision)
    ) { [link] result in
      link.engine?.forget(shared, key)
      options.activity?.leave()
      shared.finish(
        result.map { CallOutcome(revision: $0.revision, value: $0.values.first, printed: $0.printed) })
      scratch.close()
    }
    evaluating.isShared = isSingleFlight
    // What is passed may be a secret.
    evaluating.shown = secrets == nil ? shown : String(shown.prefix { $0 != "(" }) + "(…)"
    shared.onLeft = { [link] in
      link.engine?.forget(shared, key)
      evaluating.cancel()
      options.activity?.leave()
      scratch.close()
    }
    evaluating.start()
    return evaluating.isDone ? nil : leave
  }

  private func forget(_ shared: SharedCall, _ key: String) {
    if evaluations.sharedCalls[key] === shared { evaluations.sharedCalls[key] = nil }
  }

  /// The call as a checked statement, and the session that holds its arguments.
  private func prepareCall(_ path: String, _ arguments: PortableValue?, _ options: WriteOptions) throws(EngineError)
    -> (Namespace, CheckedStatement, shown: String, SessionResults, Location?)
  {
    try requireHealthy()
    let (method, receiver, matched) = try using(options.cause) { () throws(EngineError) in
      try self.method(path, arguments)
    }
    let program = receiver.program
    let scratch = program.openResults(of: options.session)
    let (source, shown): (SourceText, String)
    do {
      (source, shown) = try program.callSource(method, on: expression(for: receiver), matched, session: scratch)
    } catch {
      throw EngineError(error, at: path)
    }
    let checked = program.check(source, session: scratch)
    guard let statement = checked.unit?.statements.first else {
      throw .refusedSource(checked.diagnostics, rendered: checked.rendered)
    }
    return (receiver.namespace, statement, shown, scratch, method.location)
  }

  /// A store as the source of its namespace says it. What may be nil and is not, is unwrapped.
  private func expression(for store: Store) -> String {
    let name = store.segments[store.segments.count - 1]
    func unwrapped(_ name: String, _ depth: Int?) -> String { name + String(repeating: "!", count: depth ?? 0) }
    guard !store.isRoot, let parent = stores[store.segments.dropLast().joined(separator: ".")] else {
      return unwrapped(store.localPath, store.program.global(at: store.localPath)?.optionalDepth)
    }
    let info = parent.instance.properties.first { $0.keptName == name }
    return expression(for: parent) + "." + unwrapped(name, info?.optionalDepth)
  }

  /// The method a path names and its arguments in the order of the parameters.
  func method(_ path: String, _ arguments: PortableValue?) throws(EngineError)
    -> (MethodSignature, receiver: Store, [PortableValue?])
  {
    if let store = stores[path] {
      throw .noMethodNamed(
        path: path,
        known: store.program.methods(of: store.instance).map { path + "." + $0.text.dropFirst("func ".count) })
    }
    guard let dot = path.lastIndex(of: "."), let store = stores[String(path[..<dot])] else {
      if let away = providing.away(path) {
        if case .away(_, let provider, _) = away { providing.noteRefused(provider) }
        throw away
      }
      if let place = unusedObject(on: path.split(separator: ".").map(String.init)) {
        throw .notUsed(path: path, variable: place)
      }
      // What is private on the way may be known by another place.
      if let dot = path.lastIndex(of: ".") {
        do { _ = try locate(Path(String(path[..<dot]))) } catch { if case .readOnly = error { throw error } }
      }
      throw .notFound(path: path, known: storeList.map { $0.path + "." })
    }
    guard !store.isHidden else { throw hidden(store.path, store.segments[store.segments.count - 1]) }
    let name = path[path.index(after: dot)...]
    let all = store.program.methods(of: store.instance)
    let candidates = all.filter { $0.name == name }
    guard !candidates.isEmpty else {
      throw .unknownMethod(
        path: path, known: all.map { store.path + "." + $0.name },
        isProperty: store.instance.properties.contains { $0.name == name && !$0.isPrivate })
    }
    let matching = candidates.compactMap { candidate in candidate.matching(arguments).map { (candidate, $0) } }
    if matching.count > 1 {
      let near = matching.compactMap { method, matched in
        method.distance(of: matched).map { (method: method, matched: matched, distance: $0) }
      }
      if let nearest = near.min(by: { $0.distance < $1.distance }) { return (nearest.method, store, nearest.matched) }
    }
    if let (candidate, matched) = matching.first { return (candidate, store, matched) }
    throw .invalidArguments(
      path: path, expected: candidates.map(\.text).joined(separator: " or "), example: candidates[0].example,
      reason: "the arguments do not match the parameters")
  }
}

extension MethodSignature {
  /// Arguments for the parameters that have to be given, as JSON.
  fileprivate var example: String {
    let needed = labels.indices.filter { !defaults[$0] }
    func sample(_ index: Int) -> String {
      switch typeNames[index] {
      case "String": #""text""#
      case "Int": "1"
      case "Double": "1.5"
      case "Bool": "true"
      default: "…"
      }
    }
    if needed.allSatisfy({ labels[$0] == nil }) { return "[" + needed.map(sample).joined(separator: ", ") + "]" }
    let isOnly = labels.count { $0 == nil } == 1
    return "{"
      + needed.map { #""\#(labels[$0] ?? (isOnly ? "_" : "_\($0)"))": \#(sample($0))"# }.joined(separator: ", ") + "}"
  }

  /// The arguments in the order of the parameters; `nil` when they do not fit.
  fileprivate func matching(_ arguments: PortableValue?) -> [PortableValue?]? {
    switch arguments {
    case nil, .null: return defaults.allSatisfy(\.self) ? labels.map { _ in nil } : nil
    case .list(let values) where areVariadic.last == true && values.count >= labels.count:
      // The last takes what is left: the values, or one list of them.
      let fixed = labels.count - 1
      let rest = Array(values.array[fixed...])
      if rest.count == 1, case .list? = rest.first { return values.array }
      return values.array[..<fixed] + [.list(PortableList(rest))]
    case .list(let values):
      guard values.count <= labels.count, defaults.dropFirst(values.count).allSatisfy(\.self) else { return nil }
      return values.array + Array(repeating: nil, count: labels.count - values.count)
    case .record(var fields):
      var matched: [PortableValue?] = []
      for (number, (label, hasDefault)) in zip(labels, defaults).enumerated() {
        // Who does not know that a parameter has no label writes its name.
        let names =
          label.map { [$0] }
          ?? ["_", "_\(number)", parameterNames[number]].filter { $0 == "_" || !labels.contains($0) }
        if let position = fields.firstIndex(where: { names.contains($0.name) }) {
          matched.append(fields.remove(at: position).value)
        } else if hasDefault {
          matched.append(nil)
        } else {
          return nil
        }
      }
      return fields.isEmpty ? matched : nil
    default:
      guard !labels.isEmpty, defaults.dropFirst().allSatisfy(\.self) else { return nil }
      return [arguments] + labels.dropFirst().map { _ in nil }
    }
  }
}

/// A call that is under way, and those who wait for it.
final class SharedCall {
  private var waiters: [(number: Int, completion: (Result<Engine.CallOutcome, EngineError>) -> Void)] = []
  private var count = 0
  /// Called when the last one has left.
  var onLeft: (() -> Void)?

  /// - Returns: leaves again.
  func join(_ completion: @escaping (Result<Engine.CallOutcome, EngineError>) -> Void) -> () -> Void {
    count += 1
    let number = count
    waiters.append((number, completion))
    return { [self] in
      let before = waiters.count
      waiters.removeAll { $0.number == number }
      guard waiters.isEmpty, before > 0 else { return }
      onLeft?()
      onLeft = nil
    }
  }

  func finish(_ result: Result<Engine.CallOutcome, EngineError>) {
    onLeft = nil
    let present = waiters
    waiters = []
    for waiter in present { waiter.completion(result) }
  }
}

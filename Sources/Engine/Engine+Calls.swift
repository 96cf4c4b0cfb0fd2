public import Language

/// Calling methods of stores from outside.
extension Engine {
  public struct CallOutcome {
    public var revision: Int
    /// `nil` for `Void`.
    public var value: StatementValue?
    public var printed: [String] = []
  }

  /// Calls `store.method` with arguments by label or in order, as one transaction.
  public func call(_ path: String, _ arguments: PortableValue?, _ options: WriteOptions) throws(EngineError)
    -> CallOutcome
  {
    try requireHealthy()
    let (method, receiver, matched) = try method(path, arguments)
    let scratch = program.openSession(options.session)
    defer { scratch.close() }
    let source: SourceText
    do { source = try program.callSource(method, on: receiver, matched, session: scratch) } catch {
      throw EngineError(error, at: path)
    }
    let checked = program.check(source, session: scratch)
    guard let statement = checked.unit?.statements.first else {
      throw .refusedSource(checked.diagnostics, rendered: checked.rendered)
    }
    printed = []
    defer { printed = nil }
    let outcome = try attempt { () throws(RunFailure) in
      try transact(options.cause, activity: options.activity) { () throws(RunFailure) in
        try program.execute(statement, session: scratch)
      }.0
    }
    options.activity?.leave()
    return CallOutcome(revision: revision, value: outcome.value, printed: printed ?? [])
  }

  /// The method a path names and its arguments in the order of the parameters.
  func method(_ path: String, _ arguments: PortableValue?) throws(EngineError)
    -> (MethodSignature, receiver: String, [PortableValue?])
  {
    guard let dot = path.lastIndex(of: "."), let store = stores[String(path[..<dot])] else {
      throw .notFound(path: path, known: stores.order.map { $0 + "." })
    }
    let name = path[path.index(after: dot)...]
    let all = program.methods(of: store.instance)
    let candidates = all.filter { $0.name == name }
    guard !candidates.isEmpty else {
      throw .unknownMethod(path: path, known: all.map { store.path + "." + $0.name })
    }
    for candidate in candidates {
      if let matched = candidate.matching(arguments) { return (candidate, store.path, matched) }
    }
    throw .invalidArguments(
      path: path, expected: candidates.map(\.text).joined(separator: " or "),
      reason: "the arguments do not match the parameters")
  }
}

extension MethodSignature {
  /// The arguments in the order of the parameters; `nil` when they do not fit.
  fileprivate func matching(_ arguments: PortableValue?) -> [PortableValue?]? {
    switch arguments {
    case nil, .null: return defaults.allSatisfy(\.self) ? labels.map { _ in nil } : nil
    case .list(let values):
      guard values.count <= labels.count, defaults.dropFirst(values.count).allSatisfy(\.self) else { return nil }
      return values + Array(repeating: nil, count: labels.count - values.count)
    case .record(var fields):
      var matched: [PortableValue?] = []
      for (label, hasDefault) in zip(labels, defaults) {
        if let position = fields.firstIndex(where: { $0.name == label ?? "_" }) {
          matched.append(fields.remove(at: position).value)
        } else if hasDefault {
          matched.append(nil)
        } else {
          return nil
        }
      }
      return fields.isEmpty ? matched : nil
    default: return labels.count == 1 ? [arguments] : nil
    }
  }
}

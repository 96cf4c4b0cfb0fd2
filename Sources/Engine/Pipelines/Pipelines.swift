internal import Combine
public import Language

/// The pipelines of all programs, as clients see them.
public final class Pipelines {
  /// It owns this, and is there as long.
  unowned(unsafe) var engine: Engine!
  /// Those that have failed while one is being defined; nil when none is.
  var failures: [(Pipeline, Fault)]?

  /// The live ones, in the order in which they were made.
  public var all: [Pipeline] { engine.namespaces.flatMap(\.program.pipelines) }

  public func named(_ name: String) throws(EngineError) -> Pipeline {
    let all = all
    if let found = all.last(where: { $0.name == name }) { return found }
    let (namespace, local) = engine.resolve(name)
    if let found = namespace.program.pipelines.first(where: { "#\($0.id)" == local }) { return found }
    throw .unknownPipeline(name, known: all.map(\.name))
  }

  /// The session a pipeline ends with, when it is nobody else's.
  public func owner(of pipeline: Pipeline) -> String? {
    guard let name = pipeline.givenName, name.contains("$R") else { return nil }
    return engine.sessions[pipeline.definedIn]?.id
  }

  /// Makes a named pipeline, as `let NAME = SOURCE` would.
  public func define(
    _ name: String, source: String, in namespace: String = "", session: String, request: String?
  ) throws(EngineError) -> Pipeline {
    guard let first = name.first, first.isLetter || first == "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { throw .validation(path: name, rule: "a pipeline's name is a Swift identifier") }
    let path = namespace.isEmpty ? name : namespace + "." + name
    if let present = engine.namespace(namespace)?.program.global(name), !present.keepsSubscription,
      !all.contains(where: { $0.name == path })
    {
      throw .exists(path)
    }
    failures = []
    defer { failures = nil }
    _ = try engine.evaluate(
      SourceText(file: "pipe", text: "let \(name) = \(source)"), in: namespace, session: session, request: request)
    do { return try named(path) } catch {
      let failure = failures?.first
      // It has finished by itself already.
      if failure == nil, let over = engine.namespace(namespace)?.program.global(name)?.pipeline { return over }
      let chain = failure.flatMap { cycle(of: $0.0) }
      _ = try? engine.removeDeclaration(name, in: namespace, session: session)
      if let chain { throw .cycle(pipeline: name, chain: chain) }
      if let (_, fault) = failure { throw .pipelineFailed(name: name, operator: nil, fault) }
      throw .typeMismatch(path: name, expected: "a chain that ends in sink or assign", got: "something else")
    }
  }

  /// The way on which what a pipeline writes comes back to it; `nil` when it does not.
  private func cycle(of pipeline: Pipeline) -> [String]? {
    guard let output = pipeline.output else { return nil }
    var ways = [[output]]
    var seen: Set<String> = [output]
    while !ways.isEmpty {
      let way = ways.removeFirst()
      if pipeline.inputs.contains(way.last!) { return way + [output] }
      for next in all where next.inputs.contains(way.last!) {
        if let further = next.output, seen.insert(further).inserted { ways.append(way + [further]) }
      }
    }
    return nil
  }

  /// Cancels a pipeline, and takes out its declaration if it has a name of its own.
  public func remove(_ name: String, session: String) throws(EngineError) {
    let (namespace, local) = engine.resolve(name)
    do {
      let pipeline = try named(name)
      engine.transactions.perform(Cause(by: session)) { UndoLog.withoutNotes { namespace.program.cancel(pipeline) } }
    } catch {
      // One that is over may be declared still.
      guard namespace.program.global(local)?.keepsSubscription == true else { throw error }
    }
    guard namespace.declarations.records.contains(where: { $0.names.contains(local) }) else { return }
    _ = try engine.removeDeclaration(local, in: namespace.name, session: session)
  }
}

extension Global {
  /// It is a name for a subscription, which may be over.
  fileprivate var keepsSubscription: Bool { pipeline != nil || typeName == "AnyCancellable" }
}

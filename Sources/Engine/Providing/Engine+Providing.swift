public import Language

/// Opening, changing and closing what clients provide.
extension Engine {
  /// What a provider hears when its stores are there.
  public struct Provided {
    public let provider: Provider
    public let revision: Int
    public let paths: [String]
    /// It was here before: since when it was away, and how many requests were refused meanwhile.
    public let away: Away?
  }

  public struct Away {
    /// Nil if the daemon was started since.
    public let at: Int?
    public let revision: Int?
    public let refused: Int
  }

  /// A provider as others see it.
  public struct ProviderState {
    public let name: String
    public let paths: [String]
    /// Nil if it is not there.
    public let provider: Provider?
    /// When it left; nil if it is there, or was not when the daemon started.
    public let leftAt: Int?
  }

  /// All that are there or whose stores are declared, by name.
  public var providerStates: [ProviderState] {
    let present = providing.providers.values.map { provider in
      ProviderState(name: provider.name, paths: paths(of: provider), provider: provider, leftAt: nil)
    }
    let absent = providing.absentNames.map { name, names in
      ProviderState(name: name, paths: names, provider: nil, leftAt: providing.departures[name]?.at)
    }
    return (present + absent).sorted { $0.name < $1.name }
  }

  /// Who provides a store; nil if it is the daemon's own.
  public func provider(of store: Store) -> Provider? { providing.provider(of: store) }

  /// Whether a source of this name is what a provider declares, which only `provide` evaluates.
  public static func isOfProvider(file: String) -> Bool { Providing.provider(ofFile: file) != nil }

  /// Whether what is at a path is written by another process, which has to be asked.
  public func isProvided(_ path: String) -> Bool {
    providing.provider(of: path) != nil || providedBinding(at: path) != nil
  }

  /// What a path begins with, if it is the name of a binding to a provider's property or to a part of it.
  func providedBinding(at path: String) -> NamedBinding? {
    guard !providing.isEmpty, case .member(let name)? = (try? Path(path).steps)?.first, stores[name] == nil,
      let binding = root.program.global(name)?.binding, let object = binding.origin?.object, object.isProvided,
      object.hostTag != nil
    else { return nil }
    return binding
  }

  /// Where a path leads that begins with the name of a binding to a provider's property, or to a part of it.
  func providedPath(behind path: String) -> String? {
    guard !providing.isEmpty, let steps = try? Path(path).steps, case .member(let name)? = steps.first,
      stores[name] == nil, let place = root.program.global(name)?.binding?.place, place.object.isProvided,
      let tag = place.object.hostTag
    else { return nil }
    let store = unsafeDowncast(tag, to: Store.self)
    return ((store.segments + place.names).map { .member($0) } + steps.dropFirst()).text
  }

  private func paths(of provider: Provider) -> [String] {
    provider.shape.stores.map { provider.shape.prefix + $0.name }
  }

  // MARK: Opening

  /// Declares what a client offers, or finds it declared, gives it the values that it has, and makes stores of it. They are
  /// gone when the provider is closed, or its session.
  ///
  /// - Parameters:
  ///   - missed: how many changes it could not tell while it was away.
  ///   - takesParts: whether it is asked for parts of properties as these.
  ///   - give: called with what it is asked, within calls of others; without it, `nextRequest` gives it.
  public func provide(
    _ name: String, _ shape: ProvidedShape, session: String, patience: Int, missed: Int = 0,
    takesParts: Bool = false,
    give: ((ProviderRequest) -> Void)?,
    completion: @escaping (Result<Provided, EngineError>) -> Void
  ) {
    do throws(EngineError) {
      try requireHealthy()
      try ProvidedShape.validate(provider: name)
      try shape.validate()
      if let (path, name) = shape.classNames.first(where: { root.program.hidesLibrary($0.name) }) {
        throw .validation(
          path: path,
          rule: "its class would be called '\(name)', as a type of the library is; say another one with 'type' "
            + "(in Swift 'named')")
      }
      for name in shape.names where root.program.hidesLibrary(name) {
        throw .validation(
          path: name, rule: "the library has a '\(name)', which everybody would miss; give it another name")
      }
      if providing.providers[name] != nil || opening[name] != nil {
        throw .provides(name)
      }
      for top in shape.names {
        if let other = providing.provider(of: top) { throw .taken(top, provider: other.name, isThere: true) }
        if namespaces.contains(where: { $0.isNamed && $0.name == top }) { throw .exists(top) }
      }
      try requireTypes(shape)
    } catch { return completion(.failure(error)) }
    opening[name] = session
    let file = Providing.file(of: name)
    let before = root.declarations.records.filter { $0.file == file }
    let source = SourceText(file: file, text: shape.source)
    evaluate([source], session: session) { [link] result in
      guard let engine = link.engine else { return }
      engine.opening[name] = nil
      let refuse = { (error: EngineError) in
        engine.takeBack(file, before, session: session) { completion(.failure(error)) }
      }
      let evaluation: Evaluation
      do throws(EngineError) { evaluation = try result.get() } catch {
        guard case .refusedSource(let diagnostics, _) = error else { return refuse(error) }
        let located = shape.located(diagnostics)
        return completion(
          .failure(
            located.diagnostics.isEmpty
              ? error : .refusedSource(located.diagnostics, rendered: located.rendered)))
      }
      engine.providing.claim(evaluation.unchanged, for: name)
      guard engine.sessions[session] != nil else { return }
      let provider = Provider(
        name, session: session, shape, patience: patience, takesParts: takesParts, heardAt: engine.date, give: give)
      do throws(EngineError) {
        let provided = try engine.enter(provider, missed: missed)
        engine.tellOfWatchers(provider)
        completion(.success(provided))
      } catch { refuse(error) }
    }
  }

  /// Among its types a provider declares nothing else: a value would be everybody's, and nobody would ask for it. Nor does it
  /// take from anybody what the library has. Whether they check is told when they are evaluated.
  private func requireTypes(_ shape: ProvidedShape) throws(EngineError) {
    var items: [(path: String, item: TopLevelItem)] = []
    for (place, text) in shape.types.enumerated() {
      let source = SourceText(file: "types[\(place)]", text: text)
      guard let found = source.topLevelItems else {
        let checked = root.program.check(source, session: root.program.openResults(of: ""))
        throw checked.unit == nil
          ? .refusedSource(checked.diagnostics, rendered: checked.rendered)
          : .validation(path: source.file, rule: "it is no Swift by itself")
      }
      items += found.map { (source.file, $0) }
    }
    let own = Set(items.filter { $0.item.kind == .type }.map(\.item.name))
    for (path, item) in items {
      switch item.kind {
      case .import: break
      case .other:
        throw .validation(path: path, rule: "'types' has declarations of types, and of nothing else")
      case .extension:
        guard !own.contains(item.name) else { continue }
        throw .validation(
          path: path,
          rule: "it extends '\(item.name)', which is not of these types, for everybody; extend what is its own")
      case .type, .alias, .function:
        // In a namespace its names stand in the namespace.
        guard shape.namespace == nil else { continue }
        guard item.name.contains(where: { $0.isLetter || $0 == "_" }) else {
          throw .validation(
            path: path, rule: "the operator '\(item.name)' is everybody's; declare it in a type, as 'static'")
        }
        guard root.program.hidesLibrary(item.name) else { continue }
        throw .validation(
          path: path, rule: "the library has a '\(item.name)', which everybody would miss; give it another name")
      }
    }
  }

  /// What a provider declared is as it was before it was refused: then it hears of it.
  private func takeBack(_ file: String, _ before: [DeclarationRecord], session: String, then end: @escaping () -> Void)
  {
    let known = Set(before.flatMap(\.names))
    let new = root.declarations.records.filter { $0.file == file && known.isDisjoint(with: $0.names) }
    if let name = new.last?.names.first {
      // Nobody else has had the time to use them.
      _ = try? removeDeclarations(new, named: name, in: root, session: session)
    }
    let changed = before.filter { record in
      !root.declarations.records.contains { $0.file == file && $0.names == record.names && $0.text == record.text }
    }
    guard !changed.isEmpty else { return end() }
    evaluate(changed.map(\.source), session: session) { [link] result in
      if case .failure(let error) = result, let engine = link.engine {
        let names = changed.flatMap(\.names).joined(separator: ", ")
        let fault = Fault(
          message: "what was declared before for \(names) could not be brought back: \(error)",
          location: Location(file: file, line: 1, column: 1))
        engine.notices.append(Notice(Problem(names: [], fault: fault), revision: engine.revision))
      }
      end()
    }
  }

  private func enter(_ provider: Provider, missed: Int) throws(EngineError) -> Provided {
    let shape = provider.shape
    var writes: [(instance: Instance, slot: Int, value: Value)] = []
    for store in shape.stores {
      let path = shape.prefix + store.name
      guard let instance = instance(of: store, in: shape) else { throw .notFound(path: path, known: []) }
      let infos = Dictionary(instance.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      for property in store.properties {
        guard let value = property.value, let info = infos[property.name], let slot = info.slot else { continue }
        do throws(ValueMismatch) { writes.append((instance, slot, try root.program.value(value, as: info))) } catch {
          throw EngineError(error, at: path + "." + property.name)
        }
      }
    }
    let departure = providing.departures[provider.name]
    let wasDeclared = departure != nil || shape.names.contains { restoration.hasValues(below: $0) }
    let note = wasDeclared ? "'\(provider.name)' is back" + Self.missedNote(missed) : "provided by '\(provider.name)'"
    providing.enter(provider)
    do throws(EngineError) {
      _ = try transactions.transact(Cause(by: provider.session, note: note)) { () throws(EngineError) in
        for write in writes {
          if root.program.portable(write.instance.storedValue(at: write.slot)) == root.program.portable(write.value) {
            continue
          }
          try attempt { () throws(RunFailure) in
            try root.program.provide(write.instance, slot: write.slot, write.value)
          }
        }
        for name in shape.names {
          guard let instance = root.program.global(name)?.instance else { continue }
          register(instance, at: [name], in: root)
        }
      }
    } catch {
      providing.leave(provider)
      throw error
    }
    let away =
      wasDeclared ? Away(at: departure?.at, revision: departure?.revision, refused: departure?.refused ?? 0) : nil
    notices.append(Notice(provider.name, wasDeclared ? "back" : "provides", note, revision: revision))
    return Provided(provider: provider, revision: revision, paths: paths(of: provider), away: away)
  }

  /// The objects that stand for stores of providers are others than before.
  func renewAudiences() {
    for provider in providing.providers.values { tellOfWatchers(provider) }
  }

  private func tellOfWatchers(_ provider: Provider) {
    for audience in provider.audiences { audience.cancel() }
    provider.audiences = []
    for store in provider.shape.stores where store.hearsWatchers {
      guard let instance = instance(of: store, in: provider.shape) else { continue }
      providing.tellOfWatchers(provider, of: instance, named: store.name)
    }
  }

  private static func missedNote(_ missed: Int) -> String {
    missed == 0 ? "" : "; \(missed) of its changes while it was away are one here"
  }

  private func instance(of store: ProvidedShape.Store, in shape: ProvidedShape) -> Instance? {
    guard let namespace = shape.namespace else { return root.program.global(store.name)?.instance }
    guard let outer = root.program.global(namespace)?.instance,
      let slot = outer.properties.first(where: { $0.name == store.name })?.slot
    else { return nil }
    return outer.storedValue(at: slot).object
  }

  // MARK: Closing

  /// Takes a provider's stores out of the tree of paths. What was declared for them stays, as does what uses it.
  public func closeProvider(_ name: String, session: String, note: String? = nil) throws(EngineError) -> Int {
    leave(try provider(name, of: session), note?.said ?? "'\(name)' has closed what it provides")
    return revision
  }

  /// A session ends, and with it what it provides.
  func leaveProviders(of session: String) {
    for provider in providing.providers.values.filter({ $0.session == session }).sorted(by: { $0.name < $1.name }) {
      leave(provider, "'\(provider.name)' is gone: its connection has ended")
    }
  }

  private func leave(_ provider: Provider, _ note: String) {
    providing.leave(provider)
    transactions.perform(Cause(by: provider.session, note: note)) {
      for name in provider.shape.names { if let store = stores[name] { withdraw(store) } }
    }
    notices.append(Notice(provider.name, "gone", note, revision: revision))
    provider.end(note)
  }

  /// An open provider of a session.
  private func provider(_ name: String, of session: String) throws(EngineError) -> Provider {
    guard let provider = providing.providers[name], provider.session == session else {
      throw .notFound(path: name, known: providing.providers.values.filter { $0.session == session }.map(\.name))
    }
    provider.heardAt = date
    return provider
  }

  // MARK: What it says

  /// A provider tells what its properties are now: one commit.
  public func change(_ name: String, _ changes: [Assignment], session: String, note: String? = nil, request: String?)
    throws(EngineError) -> Int
  {
    try requireHealthy()
    let provider = try provider(name, of: session)
    do throws(EngineError) {
      _ = try apply(changes, of: provider, Cause(by: session, request: request, note: note))
    } catch {
      tellOfRefusal(error, provider)
      throw error
    }
    return revision
  }

  /// What became of a request.
  public enum ProviderAnswer {
    case value(PortableValue)
    case refused(String)
    /// It needs longer: its deadline counts from now on.
    case working
  }

  /// A provider answers a request, and tells what changed with it: one commit, whose cause is whoever asked.
  /// - Returns: the revision, and whether somebody was still waiting.
  public func answer(
    _ name: String, _ number: Int, _ answer: ProviderAnswer, _ changes: [Assignment], session: String
  ) throws(EngineError) -> (revision: Int, isWanted: Bool) {
    try requireHealthy()
    let provider = try provider(name, of: session)
    if case .working = answer {
      guard let request = provider.request(number) else {
        if provider.isGivenUp(number) {
          if !changes.isEmpty {
            _ = try apply(
              changes, of: provider, Cause(by: session, note: "answer to a request that was given up"))
          }
          return (revision, false)
        }
        throw .noRequest(number, provider: name)
      }
      if !changes.isEmpty { _ = try apply(changes, of: provider, request.cause) }
      providing.extend(request, of: provider)
      return (revision, true)
    }
    let request = provider.take(number)
    guard request != nil || provider.takeGivenUp(number) else { throw .noRequest(number, provider: name) }
    defer { providing.sendHeld(provider) }
    let commit: Commit?
    do throws(EngineError) {
      commit = try apply(
        changes, of: provider, request?.cause ?? Cause(by: session, note: "answer to a request that was given up"))
    } catch {
      request?.finish(.refused("its provider answered with what cannot be kept: \(error.providerFault)"))
      tellOfRefusal(error, provider)
      throw error
    }
    switch answer {
    case .value(let value): request?.finish(.value(value, commit))
    case .refused(let said):
      let reason = said.said ?? "the program that provides it does not say why"
      let isOutdated = request.map { $0.isConditional && provider.hasChanged($0.kind, since: $0.seen) } ?? false
      request?.finish(isOutdated ? .outdated(reason) : .refused(reason))
    case .working: break
    }
    return (revision, request != nil)
  }

  /// The next thing that a provider is asked, when there is one; a failure when it is closed before.
  /// - Returns: gives up waiting; nil if it was there.
  public func nextRequest(
    _ name: String, session: String, _ take: @escaping (Result<ProviderRequest, EngineError>) -> Void
  ) throws(EngineError) -> (() -> Void)? {
    try provider(name, of: session).next(take)
  }

  /// What a store has is not what its object has: whoever reads it has to know.
  private func tellOfRefusal(_ error: EngineError, _ provider: Provider) {
    let text = "'\(provider.name)' has told what cannot be kept: \(error.providerFault)"
    notices.append(Notice(provider.name, "refused", text, revision: revision))
  }

  private func apply(_ changes: [Assignment], of provider: Provider, _ cause: Cause) throws(EngineError) -> Commit? {
    provider.beginChange()
    guard !changes.isEmpty else { return nil }
    var drafts: [ProvidedDraft] = []
    var places: [ObjectIdentifier: Int] = [:]
    for change in changes {
      let path = provider.shape.prefix + change.path
      let (place, rest) = try locate(Path(path))
      guard case .property(let property) = place, let slot = property.info.slot,
        providing.provider(of: property.store) === provider
      else { throw .readOnly(path: path, reason: "it is no property that '\(provider.name)' provides") }
      if let draft = places[ObjectIdentifier(property)] {
        drafts[draft].content = .whole(try value(of: change, from: drafts[draft].value, nil, rest, path, property))
        continue
      }
      places[ObjectIdentifier(property)] = drafts.count
      let content: ProvidedDraft.Content
      if let parts = try parts(of: change, rest, path, property) {
        content = .parts(parts)
      } else {
        let present = property.store.instance.storedValue(at: slot)
        let plain = transactions.current == nil ? property.value : nil
        content = .whole(try value(of: change, from: present, plain, rest, path, property))
      }
      drafts.append(ProvidedDraft(property: property, slot: slot, content: content))
    }
    for draft in drafts { provider.note(changed: draft.property.path) }
    return try transactions.transact(cause) { () throws(EngineError) in
      for draft in drafts {
        let store = draft.property.store
        try attempt { () throws(RunFailure) in
          switch draft.content {
          case .whole(let value): try store.program.provide(store.instance, slot: draft.slot, value)
          case .parts(let parts): try store.program.provide(store.instance, slot: draft.slot, parts)
          }
        }
      }
    }.1
  }

  /// What a provider says of a property.
  private struct ProvidedDraft {
    enum Content {
      case whole(Value)
      /// Of a long list, one after the other.
      case parts([ListPart])
    }

    let property: Property
    let slot: Int
    var content: Content

    var value: Value {
      switch content {
      case .whole(let value): return value
      case .parts(let parts):
        let present = property.store.instance.storedValue(at: slot)
        guard case .array(var elements) = present else { return present }
        for part in parts { elements.replaceSubrange(part.range, with: part.elements) }
        return .array(elements)
      }
    }
  }

  /// What a change makes another of a long list; nil where all of it is to be looked at.
  private func parts(of change: Assignment, _ rest: [PathStep], _ path: String, _ property: Property)
    throws(EngineError) -> [ListPart]?
  {
    // Within a transaction what is there is not what the last commit has.
    guard transactions.current == nil, case .list(let present) = property.value, present.isLong,
      let slot = property.info.slot
    else { return nil }
    switch (rest.isEmpty, change.patch) {
    case (true, let format):
      var wanted = change.value
      if let format {
        var notes = patchNotes
        do { wanted = try property.value.patched(by: wanted, format, &notes) } catch {
          throw .validation(path: path, rule: error.reason)
        }
      }
      do { return try listTarget(property, wanted)?.parts } catch { throw EngineError(error, at: path) }
    case (false, nil):
      let whole = property.store.instance.storedValue(at: slot)
      do {
        return try root.program.part(of: whole, rest, with: change.value, in: property.info).map { [$0] }
      } catch { throw EngineError(error, at: path, of: property.path) }
    case (false, _): return nil
    }
  }

  /// What a property is after an assignment to it, or to a part of it.
  /// - Parameter plain: its present value's plain form, where that is known.
  private func value(
    of change: Assignment, from present: Value, _ plain: PortableValue?, _ rest: [PathStep], _ path: String,
    _ property: Property
  ) throws(EngineError) -> Value {
    let program = property.store.program
    var wanted = change.value
    if let format = change.patch {
      var notes = patchNotes
      do {
        let part: PortableValue? =
          if rest.isEmpty, let plain { plain } else { program.portable(try program.project(present, rest)) }
        wanted = try (part ?? .null).patched(by: wanted, format, &notes)
      } catch let error as PatchError {
        throw .validation(path: path, rule: error.reason)
      } catch { throw .validation(path: path, rule: "there is nothing at it") }
    }
    if rest.isEmpty {
      do throws(ValueMismatch) {
        guard let plain else { return try program.value(wanted, as: property.info) }
        return try program.value(wanted, as: property.info, like: present, plain)
      } catch {
        throw EngineError(error, at: path)
      }
    }
    do throws(ReplacementError) {
      return try program.replacing(present, rest, with: wanted, in: property.info)
    } catch { throw EngineError(error, at: path, of: property.path) }
  }
}

extension String {
  /// Itself, unless it says nothing to people.
  fileprivate var said: String? { contains { !$0.isWhitespace } ? self : nil }
}

extension EngineError {
  /// Why what a provider has told is not kept, for who asked and for who watches.
  fileprivate var providerFault: String {
    switch self {
    case .typeMismatch(let path, let expected, let got): "'\(path)' takes \(expected), not \(got)"
    case .validation(let path, let rule): "'\(path)': \(rule)"
    case .gone(let path, let reason): "'\(path)': \(reason)"
    case .readOnly(let path, let reason): "'\(path)': \(reason)"
    case .notFound(let path, _): "nothing is at '\(path)'"
    case .tooLarge(let path, let size, let limit):
      "'\(path)' would have \(size.map(String.init) ?? "more") bytes, over the limit of \(limit)"
    case .trap(let fault): fault.message
    default: "\(self)"
    }
  }
}

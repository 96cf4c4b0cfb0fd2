import Language

/// Asking providers on behalf of clients and programs.
extension Engine {
  /// The same as `commit`, for properties that all belong to one provider: it is asked, and says what became of it. What is
  /// decided by what a property is, as a part of it, is asked when that is known: when what was asked of it before is answered.
  ///
  /// - Returns: gives up waiting; nil if it is refused at once.
  public func request(
    _ assignments: [Assignment], if conditions: [Condition] = [], _ options: WriteOptions,
    completion: @escaping (Result<WriteReceipt, EngineError>) -> Void
  ) -> (() -> Void)? {
    do throws(EngineError) {
      guard let (provider, properties, isDecidedByThem) = line(assignments, conditions, options.session) else {
        return ask(assignments, if: conditions, options, completion: completion)
      }
      var leave: (() -> Void)?
      let wanted = LinedUp(options.session, Set(properties.map(\.path)), isDecidedByThem: isDecidedByThem) { [link] in
        guard let engine = link.engine else { return }
        leave = engine.ask(assignments, if: conditions, options, completion: completion)
      } finish: { [link] outcome in
        guard let engine = link.engine else { return }
        options.activity?.leave()
        completion(
          engine.receipt(outcome, properties[0].property, of: provider, isOne: assignments.count == 1)
            .mapError { engine.redacted($0) })
      }
      try providing.lineUp(wanted, at: provider)
      return { [link] in
        guard provider.leaveLine(wanted) else { return leave?() ?? () }
        options.activity?.leave()
        link.engine?.providing.sendHeld(provider)
      }
    } catch {
      completion(.failure(redacted(error)))
      return nil
    }
  }

  /// Whose answer has to be waited for before this is asked; nil if it can be asked, or refused, at once.
  private func line(_ assignments: [Assignment], _ conditions: [Condition], _ session: String) -> (
    Provider, [(path: String, property: Property)], isDecidedByThem: Bool
  )? {
    var (provider, found): (Provider?, [(path: String, property: Property)]) = (nil, [])
    var isDecidedByThem = !conditions.isEmpty
    for assignment in assignments {
      let path = providedPath(behind: assignment.path) ?? assignment.path
      var place = try? find(Path(path))
      if case .binding(let binding)? = place?.0, let origin = binding.origin, let tag = origin.object.hostTag {
        let store = unsafeDowncast(tag, to: Store.self)
        place = try? find(Path((store.segments + origin.names).map { .member($0) }.text))
        isDecidedByThem = true
      }
      guard case .property(let property)? = place?.0, let owner = providing.provider(of: property.store) else {
        return nil
      }
      isDecidedByThem = isDecidedByThem || assignment.patch != nil || place?.rest.isEmpty == false
      provider = owner
      found.append((String(property.path.dropFirst(owner.shape.prefix.count)), property))
    }
    guard let provider, !found.isEmpty else { return nil }
    let properties = Set(found.map(\.path))
    let waits =
      isDecidedByThem && provider.isAskedToSet(properties)
      || provider.line.contains {
        $0.session == session || isDecidedByThem && !$0.properties.isDisjoint(with: properties)
      }
    return waits ? (provider, found, isDecidedByThem) : nil
  }

  /// Asks at once.
  private func ask(
    _ assignments: [Assignment], if conditions: [Condition], _ options: WriteOptions,
    completion: @escaping (Result<WriteReceipt, EngineError>) -> Void
  ) -> (() -> Void)? {
    do throws(EngineError) {
      try requireHealthy()
      // Of what is a part of a property, the rest is what is known now.
      var isConditional = !conditions.isEmpty
      let assignments = try assignments.map { assignment throws(EngineError) in
        guard let led = try led(assignment) else { return assignment }
        isConditional = isConditional || led.isPart
        return led.assignment
      }
      let provider = try owner(of: assignments.map(\.path))
      for condition in conditions { try check(condition) }
      var writes: [(property: Property, value: PortableValue)] = []
      var set: Set<ObjectIdentifier> = []
      for assignment in assignments {
        let wanted = try wanted(assignment)
        guard set.insert(ObjectIdentifier(wanted.property)).inserted else {
          throw .validation(path: wanted.property.path, rule: "it is set twice; say once what it is to be")
        }
        isConditional = isConditional || wanted.isPart || assignment.patch != nil
        writes.append((wanted.property, wanted.value))
      }
      guard let first = writes.first?.property else {
        throw .validation(path: provider.name, rule: "something is to be set")
      }
      let known = isConditional ? provider.changes : nil
      let changes = writes.map { write(of: $0.property, $0.value, known: known, to: provider) }
      let request = try providing.ask(provider, .set(changes), options.cause, known: known) { [link] outcome in
        guard let engine = link.engine else { return }
        options.activity?.revision = engine.revision
        options.activity?.leave()
        completion(
          engine.receipt(outcome, first, of: provider, isOne: assignments.count == 1)
            .mapError { engine.redacted($0) })
      }
      return { [link] in
        link.engine?.providing.cancel(request, of: provider)
        options.activity?.leave()
      }
    } catch {
      if case .away(_, let provider, _) = error { providing.noteRefused(provider) }
      completion(.failure(redacted(error)))
      return nil
    }
  }

  /// What a property is to be after an assignment. Of a long list only what differs is looked at.
  private func wanted(_ assignment: Assignment) throws(EngineError) -> (
    property: Property, value: PortableValue, isPart: Bool
  ) {
    let target = try writeTarget(of: assignment)
    guard let property = target.property else {
      throw .readOnly(path: assignment.path, reason: "it is computed")
    }
    guard let parts = target.parts, case .list(var list) = property.value else {
      return (property, portable(target.value, of: property) ?? .null, !target.rest.isEmpty)
    }
    for part in parts {
      list.replaceSubrange(part.range, with: part.elements.map { root.program.portable($0) ?? .null })
    }
    return (property, .list(list), !target.rest.isEmpty)
  }

  /// Of what is large, only what differs from the present value is made anew.
  private func portable(_ value: Value, of property: Property) -> PortableValue? {
    if transactions.current == nil, let slot = property.info.slot,
      let form = root.program.plainForm(
        of: value, after: property.store.instance.storedValue(at: slot), property.value, within: limits.valueBytes)
    {
      return form.0
    }
    return root.program.portable(value)
  }

  /// - Parameter known: of how many changes it was decided; nil where it was not decided by what the property is.
  private func write(of property: Property, _ value: PortableValue, known: Int?, to provider: Provider)
    -> ProviderRequest.Write
  {
    let path = String(property.path.dropFirst(provider.shape.prefix.count))
    guard provider.takesParts, known != nil else { return ProviderRequest.Write(path: path, value: value) }
    return ProviderRequest.Write(
      path: path, value: value,
      patch: property.value.difference(to: value, key: property.info.schema.elementKey))
  }

  /// An assignment to the name of a binding to a provider's property, as one to this property; nil if it is none.
  private func led(_ assignment: Assignment) throws(EngineError) -> (assignment: Assignment, isPart: Bool)? {
    var led = assignment
    if let path = providedPath(behind: assignment.path) {
      led.path = path
      return (led, false)
    }
    guard let binding = providedBinding(at: assignment.path) else { return nil }
    let target = try target(of: assignment)
    let placed = try leading(assignment.path) { () throws(EngineError) in
      try whileReading { () throws(RunFailure) in try binding.placing(target.value) }
    }
    guard let placed, let tag = placed.object.hostTag, let value = root.program.portable(placed.value) else {
      throw .readOnly(path: assignment.path, reason: "it is not known to which property it leads")
    }
    let store = unsafeDowncast(tag, to: Store.self)
    led = Assignment(path: (store.segments + placed.names).map { .member($0) }.text, value: value)
    return (led, !value.isIdentical(to: root.program.portable(target.value) ?? .null))
  }

  private func receipt(
    _ outcome: ProviderRequest.Outcome, _ property: Property, of provider: Provider, isOne: Bool
  ) -> Result<WriteReceipt, EngineError> {
    switch outcome {
    case .value(_, let commit):
      return .success(
        WriteReceipt(
          revision: isOne ? property.revision : commit?.revision ?? revision, version: isOne ? property.version : 0,
          changed: commit != nil, changes: commit?.changeCount ?? 0))
    case .refused(let reason): return .failure(.refusedByProvider(path: property.path, reason: reason))
    case .outdated:
      return .failure(.conflict(path: property.path, revision: property.revision, value: property.redacted))
    case .late:
      return .failure(
        .unanswered(
          path: property.path, provider: provider.name, count: provider.unanswered + 1, after: provider.patience))
    case .gone(let reason): return .failure(.providerLeft(path: property.path, reason: reason))
    }
  }

  /// The one that all of these paths belong to.
  private func owner(of paths: [String]) throws(EngineError) -> Provider {
    var found: Provider?
    for path in paths {
      guard let provider = providing.provider(of: path) else {
        // What is nowhere is said to be nowhere.
        _ = try locate(Path(path))
        throw twoOwners(path, paths.first { isProvided($0) } ?? path)
      }
      if let found, found !== provider { throw twoOwners(path, paths[0]) }
      found = provider
    }
    guard let found else { throw .validation(path: "ops", rule: "something is to be set") }
    return found
  }

  /// Why paths of several owners cannot be written as one.
  func twoOwners(_ path: String, _ other: String) -> EngineError {
    func owner(_ path: String) -> String {
      providing.provider(of: path).map { "the program that provides '\($0.name)'" } ?? "this daemon"
    }
    return .validation(
      path: path,
      rule:
        "it belongs to \(owner(path)), and '\(other)' to \(owner(other)); one transaction writes stores of one owner")
  }

  /// A write that does not go through its owner is a mistake of ours or of who asks: it is refused.
  /// - Parameter others: what the same transaction writes.
  func requireOwn(_ store: Store?, _ path: String, with others: @autoclosure () -> [String] = []) throws(EngineError) {
    guard let store, store.instance.isProvided else { return }
    if let other = others().first(where: { providing.provider(of: $0) !== providing.provider(of: path) }) {
      throw twoOwners(path, other)
    }
    // Only a binding has a name of its own.
    let isBinding = !path.hasPrefix(store.path)
    throw .readOnly(
      path: path,
      reason: isBinding
        ? "it is a binding to a property of '\(store.path)', which belongs to another program; set that property"
        : "it belongs to another program, which has to be asked")
  }

  // MARK: Undoing

  /// Whether a commit changed what belongs to a provider, so that the provider is asked to set it back.
  public func isProvided(_ record: CommitRecord) -> Bool {
    !providing.isEmpty && record.changes.contains { isProvided($0.path) }
  }

  /// The same as `undo` for a commit of a provider's properties: those that can be set are asked to be what they were. What
  /// follows from them, there and in pipelines here, follows again.
  public func requestUndo(
    _ number: Int, _ options: WriteOptions, completion: @escaping (Result<CommitRecord?, UndoRefusal>) -> Void
  ) -> (() -> Void)? {
    do throws(UndoRefusal) {
      let writes = try undoWrites(number).filter { isProvided($0.property.path) }
      do throws(EngineError) { _ = try owner(of: writes.map(\.property.path)) } catch { throw .engine(redacted(error)) }
      let settable = writes.filter(\.property.info.isSettable)
      guard !settable.isEmpty else {
        throw .engine(.readOnly(path: writes[0].property.path, reason: "its setter is not accessible"))
      }
      let assignments = settable.map { Assignment(path: $0.property.path, value: $0.old) }
      let conditions = settable.map { Condition(path: $0.property.path, revision: number) }
      let before = revision
      return request(assignments, if: conditions, options) { [link] result in
        completion(
          result.map { receipt in receipt.revision > before ? link.engine?.commitRecord(receipt.revision) : nil }
            .mapError { .engine($0) })
      }
    } catch {
      completion(.failure(error))
      return nil
    }
  }

  // MARK: Programs

  /// What the open transaction is for. Code that has waited goes on in one of a timer: who began it asked.
  private var causeOfAsking: Cause {
    guard let cause = transactions.current?.cause else { return Cause(by: "engine") }
    guard cause.by == "timer", var asked = cause.asked?.cause else { return cause }
    asked.of = cause.of
    return asked
  }

  /// What code asks of an object, as `Host.ask` says.
  func ask(
    _ object: Instance, _ wanted: ProvidedRequest, for pipeline: Pipeline?, at location: Location,
    _ receive: ((ProvidedAnswer) -> Void)?
  ) throws(ProvidedRefusal) -> any HostWork {
    guard let tag = object.hostTag, let provider = providing.provider(of: unsafeDowncast(tag, to: Store.self)) else {
      guard let away = providing.absentProvider(of: object) else {
        throw ProvidedRefusal("nobody provides this object")
      }
      providing.noteRefused(away)
      throw ProvidedRefusal("the program that provides '\(away)' is not connected")
    }
    let store = unsafeDowncast(tag, to: Store.self)
    let transaction = transactions.current
    let kind: ProviderRequest.Kind
    var known: Int?
    let path = store.path + "." + wanted.member
    let local = String(path.dropFirst(provider.shape.prefix.count))
    switch wanted {
    case .set(_, let value, let seen):
      known = seen
      if receive != nil, let other = transaction?.touched.first(where: { $0.owner?.instance.isProvided != true }) {
        let refusal = twoOwners(path, other.path)
        guard case .validation(_, let rule) = refusal else { throw ProvidedRefusal("'\(path)'") }
        throw ProvidedRefusal("'\(path)': \(rule)")
      }
      kind = .set([
        stores.property(at: path).map { write(of: $0, value, known: seen, to: provider) }
          ?? ProviderRequest.Write(path: local, value: value)
      ])
    case .call(_, let arguments): kind = .call(path: local, arguments)
    }
    var cause = pipeline == nil ? causeOfAsking : transaction?.cause ?? Cause(by: "engine")
    let activity = transaction?.activity
    activity?.enter()
    let work = ProviderWork()
    let finish = { [link, weak pipeline] (outcome: ProviderRequest.Outcome) in
      guard let engine = link.engine, !work.isOver else { return }
      work.isOver = true
      let answer = ProvidedAnswer(outcome, provider)
      if let receive {
        var cause = cause
        if case .value(_, let commit?) = outcome { cause.of = commit.revision }
        engine.transactions.perform(cause, activity, mayPause: true) { receive(answer) }
      } else if let complaint = answer.complaint {
        engine.notify(.trouble(Fault(message: complaint, location: location)), pipeline)
      }
      activity?.leave()
    }
    guard receive != nil else {
      if let pipeline { cause.via.append(pipeline.name) }
      providing.post(provider, kind, cause, known: known, finish)
      return work
    }
    // It was changed while the value was being made.
    if let known, provider.hasChanged(kind, since: known) {
      activity?.leave()
      throw ProvidedRefusal(Providing.outdated, isOutdated: true)
    }
    let begin = { [link] () throws(ProvidedRefusal) in
      guard let engine = link.engine else { return }
      do throws(EngineError) {
        let request = try engine.providing.ask(provider, kind, cause, known: known, finish)
        work.onCancel = {
          link.engine?.providing.cancel(request, of: provider)
          activity?.leave()
        }
      } catch {
        throw ProvidedRefusal("'\(provider.name)' has \(provider.unanswered) requests that it has not answered")
      }
    }
    do throws(ProvidedRefusal) {
      // What its session has sent before comes before it.
      guard provider.line.contains(where: { $0.session == cause.by }) else {
        try begin()
        return work
      }
      try lineUp(kind, cause, known, at: provider, work, activity, begin, finish)
    } catch {
      activity?.leave()
      throw error
    }
    return work
  }

  private func lineUp(
    _ kind: ProviderRequest.Kind, _ cause: Cause, _ known: Int?, at provider: Provider, _ work: ProviderWork,
    _ activity: Activity?, _ begin: @escaping () throws(ProvidedRefusal) -> Void,
    _ finish: @escaping (ProviderRequest.Outcome) -> Void
  ) throws(ProvidedRefusal) {
    let wanted = LinedUp(cause.by, Set(kind.property.map { [$0] } ?? []), isDecidedByThem: false) {
      if let known, provider.hasChanged(kind, since: known) { return finish(.outdated(Providing.outdated)) }
      do throws(ProvidedRefusal) { try begin() } catch { finish(.refused(error.reason)) }
    } finish: {
      finish($0)
    }
    work.onCancel = { [link] in
      guard provider.leaveLine(wanted) else { return }
      activity?.leave()
      link.engine?.providing.sendHeld(provider)
    }
    do throws(EngineError) { try providing.lineUp(wanted, at: provider) } catch {
      throw ProvidedRefusal("'\(provider.name)' has \(provider.unanswered) requests that it has not answered")
    }
  }
}

/// A program's request to a provider.
private final class ProviderWork: HostWork {
  var isOver = false
  var onCancel: (() -> Void)?

  func cancel() {
    guard !isOver else { return }
    isOver = true
    onCancel?()
    onCancel = nil
  }
}

extension ProvidedAnswer {
  fileprivate init(_ outcome: ProviderRequest.Outcome, _ provider: Provider) {
    switch outcome {
    case .value(let value, _): self = .value(value)
    case .refused(let reason): self = .refused(reason)
    case .outdated(let reason): self = .outdated(reason)
    case .late:
      self = .unanswered("'\(provider.name)' has not answered within \(Double(provider.patience) / 1e9) s")
    case .gone(let reason): self = .unanswered(reason)
    }
  }

  fileprivate var complaint: String? {
    switch self {
    case .value: nil
    case .refused(let reason), .outdated(let reason), .unanswered(let reason): reason
    }
  }
}

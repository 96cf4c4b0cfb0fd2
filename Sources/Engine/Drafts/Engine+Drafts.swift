public import Language

/// Drafts of clients: a copy of a value that one session edits and saves as a whole, or drops. What `Draft` is in a program.
extension Engine {
  /// A draft as its client sees it.
  public struct DraftState {
    public let name: String
    public let path: String
    public let typeName: String
    /// The copy.
    public let value: PortableValue
    /// What is at the path by now; nil if it is gone, and `gone` says how.
    public let present: PortableValue?
    public let gone: String?
    /// Parts that were edited, as paths within the value; empty for all of it.
    public let changed: [String]
    /// Those of them that others have changed since, too.
    public let conflicts: [String]
    /// Parts that were edited, and do not fit the type any more that it has by now.
    public let lost: [String]
  }

  /// What saving a draft comes to.
  public struct DraftSaving {
    public let path: String
    /// What is to be written; nil when it is there already.
    public let assignment: Assignment?
    /// What must be there still when it is.
    public let condition: Condition
    let draft: ClientDraft
  }

  // MARK: Opening and closing

  /// Copies what is at a path, which must be one that can be set.
  public func openDraft(_ name: String, of path: String, session: String) throws(EngineError) -> DraftState {
    try requireHealthy()
    let owner = self.session(session)
    guard !name.isEmpty else { throw .validation(path: path, rule: "a draft has a name, and '' is none") }
    guard owner.drafts[name] == nil else { throw .draftExists(name) }
    let limit = limits.subscriptionsPerSession
    guard owner.drafts.count < limit else {
      throw .tooMany(what: "drafts of one connection", limit: limit, setting: "limits.subs")
    }
    do throws(EngineError) {
      let value = try read(path).value
      let target = try target(of: Assignment(path: path, value: value))
      if case .binding(let binding) = target.destination {
        // What is constant is never saved.
        do throws(EngineError) {
          try leading(path) { () throws(EngineError) in
            try whileReading { () throws(RunFailure) in try binding.check(target.value) }
          }
        } catch { if case .readOnly = error { throw error } }
      }
      let head = Array(try Path(path).steps.dropLast(target.rest.count))
      let rest = target.identified(in: root.program) { hasSecrets((head + $0).text) }
      owner.drafts[name] = copy(name, (head + rest).text, value, target, rest)
    } catch { throw redacted(error) }
    return try draft(name, session: session)
  }

  private func copy(_ name: String, _ path: String, _ value: PortableValue, _ target: Target, _ rest: [PathStep])
    -> ClientDraft
  {
    draftsOpened += 1
    return ClientDraft(
      name: name, path: path, typeName: target.typeName ?? Self.dynamicType, secretNames: names(in: path), base: value,
      mine: value, placed: placed(target, rest), number: draftsOpened)
  }

  /// The element that steps mean by its place, in the value that a target has now.
  private func placed(_ target: Target, _ rest: [PathStep]) -> ClientDraft.Placed? {
    let place = rest.firstIndex { step in
      if case .index = step { true } else { false }
    }
    guard let place, let element = try? root.program.project(target.value, Array(rest[...place])),
      let plain = root.program.portable(element)
    else { return nil }
    return ClientDraft.Placed(steps: Array(rest[...place]), element: plain)
  }

  /// Drops a draft, with what was edited in it.
  public func closeDraft(_ name: String, session: String) throws(EngineError) {
    _ = try draft(named: name, of: session)
    self.session(session).drafts[name] = nil
  }

  /// A session's drafts, by name.
  public func drafts(session: String) -> [(name: String, path: String, typeName: String)] {
    self.session(session).drafts.keys.sorted().compactMap { name in
      (try? fittedDraft(named: name, of: session)).map { ($0.name, $0.path, $0.typeName) }
    }
  }

  private func draft(named name: String, of session: String) throws(EngineError) -> ClientDraft {
    let drafts = self.session(session).drafts
    guard let found = drafts[name] else { throw .unknownDraft(name, known: drafts.keys.sorted()) }
    return found
  }

  /// The same as a value of the type that its path has by now, if that was declared anew.
  private func fittedDraft(named name: String, of session: String) throws(EngineError) -> ClientDraft {
    let draft = try draft(named: name, of: session)
    guard let present = try? read(draft.path).value,
      let target = try? target(of: Assignment(path: draft.path, value: present))
    else { return draft }
    let fitted = draft.fitted(to: target, present, in: target.store?.program ?? root.program)
    self.session(session).drafts[name] = fitted
    return fitted
  }

  // MARK: Looking and editing

  public func draft(_ name: String, session: String) throws(EngineError) -> DraftState {
    let draft = try fittedDraft(named: name, of: session)
    var (present, gone): (PortableValue?, String?)
    var (changed, conflicts): ([String], [String]) = ([], [])
    do throws(EngineError) {
      let found = try merge(draft)
      present = found.present.value
      (changed, conflicts) = (found.merge.changed, found.merge.conflicts)
    } catch {
      gone = Self.reason(error)
      changed = draft.mine.isSame(as: draft.base) ? [] : [""]
    }
    return DraftState(
      name: name, path: draft.path, typeName: draft.typeName, value: redacted(draft.mine, of: draft),
      present: present.map { redacted($0, of: draft) }, gone: gone, changed: changed, conflicts: conflicts,
      lost: draft.lost)
  }

  /// Edits the copy, or a part of it: `title`, `[0].count`. The value must be one that the path takes.
  public func editDraft(
    _ name: String, _ part: String?, _ value: PortableValue, _ format: PatchFormat?, session: String
  ) throws(EngineError) -> DraftState {
    var draft = try fittedDraft(named: name, of: session)
    let text = part ?? ""
    let path = text.isEmpty || text.hasPrefix("[") ? draft.path + text : draft.path + "." + text
    let steps = Array(try Path(path).steps.dropFirst(try Path(draft.path).steps.count))
    do throws(EngineError) {
      let target = try target(of: Assignment(path: draft.path, value: draft.mine))
      var wanted = value
      if let format {
        var notes = patchNotes
        do {
          let part = try root.program.project(target.value, target.rest + steps)
          wanted = try (root.program.portable(part) ?? .null).patched(by: value, format, &notes)
        } catch let error as PatchError {
          throw EngineError.validation(path: path, rule: error.reason)
        } catch let error as PathError { throw EngineError(error, at: path) } catch {
          throw EngineError.validation(path: path, rule: "there is nothing at it")
        }
        try target.destination.require(notes.written, in: target.rest + steps, path)
      }
      let whole: Value
      do { whole = try target.replacing(steps, with: wanted) } catch {
        throw EngineError(error, at: path, of: target.destination.name)
      }
      if case .binding(let binding) = target.destination {
        try leading(path) { () throws(EngineError) in
          try whileReading { () throws(RunFailure) in try binding.check(whole) }
        }
      }
      guard let copy = try? root.program.project(whole, target.rest) else {
        throw .validation(path: path, rule: "the element that the draft is of is known by it")
      }
      draft.mine = root.program.portable(copy) ?? .null
      draft.edits += 1
      draft.note(edited: text)
    } catch { throw redacted(error) }
    self.session(session).drafts[name] = draft
    return try self.draft(name, session: session)
  }

  // MARK: Saving

  /// What is to be written to save a draft: what was edited in it, and what others have changed since in other parts.
  public func savingDraft(_ name: String, overwriting: Bool, session: String) throws(EngineError) -> DraftSaving {
    try requireHealthy()
    let draft = try fittedDraft(named: name, of: session)
    do throws(EngineError) {
      let found: (present: Reading, merge: Program.Merge)
      do throws(EngineError) { found = try merge(draft) } catch {
        // That comes back with its provider.
        if case .away = error { throw error }
        throw .draftGone(name, path: draft.path, reason: Self.reason(error))
      }
      let (present, merge) = found
      guard merge.conflicts.isEmpty || overwriting else {
        throw .draftConflict(
          name, path: draft.path, revision: present.revision, value: redacted(present.value, of: draft),
          parts: merge.conflicts)
      }
      guard draft.lost.isEmpty || overwriting else {
        throw .draftMisfit(
          name, path: draft.path, type: draft.typeName, revision: present.revision,
          value: redacted(present.value, of: draft), parts: draft.lost)
      }
      let value = root.program.portable(merge.value) ?? present.value
      return DraftSaving(
        path: draft.path,
        assignment: value.isSame(as: present.value) ? nil : Assignment(path: draft.path, value: value),
        condition: Condition(path: draft.path, value: present.value), draft: draft)
    } catch { throw redacted(error) }
  }

  /// Writes what is to be written to save a draft.
  public func saveDraft(_ saving: DraftSaving, _ options: WriteOptions) throws(EngineError) -> WriteReceipt {
    if let assignment = saving.assignment { return try set(assignment.path, to: assignment.value, options) }
    let present = try read(saving.path)
    options.activity?.leave()
    return WriteReceipt(revision: present.revision, version: present.version, changed: false, changes: 0)
  }

  /// A draft has been saved: it begins anew with what is there now, or is not needed any more. One that was edited meanwhile,
  /// while a provider took its time, stays as it is.
  public func endDraft(_ saving: DraftSaving, keeping: Bool, session: String) {
    let saved = saving.draft
    guard let owner = sessions[session], var draft = owner.drafts[saved.name], draft.number == saved.number
    else { return }
    owner.drafts[saved.name] = nil
    let isEdited = draft.edits != saved.edits
    // What was saved may be gone already, by a pipeline that heard of it.
    guard keeping || isEdited, let value = try? read(draft.path).value,
      let target = try? target(of: Assignment(path: draft.path, value: value))
    else { return }
    if !isEdited { draft.mine = value }
    draft.lost = []
    draft.base = isEdited ? saved.mine : value
    draft.placed = placed(target, target.rest)
    owner.drafts[saved.name] = draft
  }

  // MARK: Comparing

  private func redacted(_ value: PortableValue, of draft: ClientDraft) -> PortableValue {
    let known = redacted(value, at: draft.path)
    return secrets?.masking(known, at: draft.secretNames) ?? known
  }

  /// What is at its path by now, and what saving would make of that. All three values are of the type that the path has now,
  /// which may be another than when the draft was opened.
  private func merge(_ draft: ClientDraft) throws(EngineError) -> (present: Reading, merge: Program.Merge) {
    let present = try read(draft.path)
    let target = try target(of: Assignment(path: draft.path, value: present.value))
    let program: Program = target.store?.program ?? root.program!
    func typed(_ value: PortableValue) throws(EngineError) -> Value {
      try target.value(value, in: program, at: draft.path)
    }
    let (base, mine, theirs) = (try typed(draft.base), try typed(draft.mine), try typed(present.value))
    let merge = try attempt { () throws(RunFailure) in
      try program.merge(base: base, mine: mine, present: theirs)
    }
    // What stands at a place now need not be what stood there.
    if let placed = draft.placed, !merge.changed.isEmpty,
      let element = try? program.project(target.value, placed.steps),
      program.portable(element)?.isSame(as: placed.element) != true
    {
      return (present, merge.conflicting)
    }
    return (present, merge)
  }

  private static func reason(_ error: EngineError) -> String {
    switch error {
    case .validation(_, let rule): rule
    case .gone(_, let reason): reason
    case .notFound: "nothing is there"
    case .away(_, let provider, _): "its provider '\(provider)' is away"
    case .trap(let fault): fault.message
    case .typeMismatch(_, let expected, _): "it is of another type now, which takes \(expected)"
    case .readOnly(_, let reason): reason
    default: "it cannot be read"
    }
  }
}

// Commands that edit a copy of a value and save it as a whole, and the one that says who keeps what.
import ClientConnection
import Wire

/// What `:draft` can do.
enum DraftVerb: String, CaseIterable {
  case open, show, set, edit, save, cancel
}

extension Command {
  static let keeping: [Command] = [
    Command(
      name: "owners", synopsis: "[PATTERN]", summary: "who keeps which store alive, and who watches it",
      details: """
        A store is the daemon's, a namespace's, another store's or another process'. What it does only while it is watched
        (whileWatched) goes on as long as somebody watches it; drafts end with their session.
        """,
      argument: .path, run: { session, pattern in session.owners(pattern) }),
    Command(
      name: "draft", synopsis: "[VERB NAME …]", summary: "edit a copy of a value, and save it as a whole or drop it",
      details: """
        :draft open PATH [NAME] copies a value; without a name the copy is called draft. Nobody else sees it.
        :draft set NAME.PART JSON edits it, :draft edit NAME opens $EDITOR on it, :draft show NAME compares it.
        :draft save NAME writes what was edited as one commit. Fields that others have changed meanwhile stay theirs; one that
        both have changed is a conflict, and :draft save NAME overwriting decides it. :draft cancel NAME drops the copy.
        :draft lists them. They end with the session.
        """,
      argument: .draft, run: { session, text throws(UsageError) in try session.draft(text) }),
  ]
}

/// A draft, and how it stands, for people.
struct DraftRenderer {
  let style: Style

  func lines(_ draft: DraftInfo) -> [String] {
    let head = head(draft.draft, draft.type, draft.path)
    var lines = [head, "  " + draft.value.text]
    if let gone = draft.gone { return lines + ["  what it is a copy of is gone: \(gone)"] }
    if !draft.changed.isEmpty {
      lines.append("  edited: " + Self.names(draft.changed))
      if let present = draft.present { lines.append("  there now: \(present)") }
    }
    if !draft.conflicts.isEmpty { lines.append("  changed elsewhere, too: " + Self.names(draft.conflicts)) }
    if !draft.lost.isEmpty { lines.append("  does not fit the new type: " + Self.names(draft.lost)) }
    return lines
  }

  func head(_ name: String, _ type: String, _ path: String) -> String {
    "\(style(name, .bold)): \(type), a copy of \(path)"
  }

  static func names(_ parts: [String]) -> String {
    parts.map { $0.isEmpty ? "all of it" : $0 }.joined(separator: ", ")
  }
}

extension Session {
  fileprivate func owners(_ pattern: String) {
    let place = pattern.isEmpty ? namespace : absolute(pattern)
    ask(StoreList.self, .init(pattern: place, owners: true)) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      guard !result.stores.isEmpty else {
        return write(pattern.isEmpty ? "no stores yet" : "no store matches \(pattern)")
      }
      page(OwnerRenderer(style: style).lines(result.stores) { Namespaces.local($0, in: self.namespace) ?? $0 })
    }
  }

  fileprivate func draft(_ text: String) throws(UsageError) {
    guard let word = text.words.first else { return listDrafts() }
    guard let verb = DraftVerb(rawValue: word) else {
      let known = DraftVerb.allCases.map(\.rawValue)
      throw UsageError(
        "draft cannot \(word)",
        hint: nearest(word, among: known).map { "did you mean :draft \($0)?" }
          ?? "it can " + known.joined(separator: ", "))
    }
    let rest = text.dropFirst(word.count).trimmed
    if verb == .open { return try openDraft(rest) }
    if verb == .set { return try setDraft(rest) }
    var words = rest.words
    let name = words.isEmpty ? Self.draftName : words.removeFirst()
    guard words.isEmpty || verb == .save && words == ["overwriting"] else {
      throw UsageError(
        verb == .save ? "save takes a name, and overwriting" : "\(verb.rawValue) takes a name only",
        hint: ":draft \(verb.rawValue) \(name)" + (verb == .save ? " overwriting" : ""))
    }
    switch verb {
    case .show: ask(DraftGet.self, Self.named(name)) { [unowned self] in show($0) }
    case .edit: editDraft(name)
    case .save:
      let params = DraftSave.Params {
        $0.draft = name
        $0.overwriting = !words.isEmpty
      }
      ask(DraftSave.self, params) { [unowned self] result in
        drafts.removeAll { $0 == name }
        if settings.isJSON { return emit(result) }
        confirm(result.changed ? "rev \(result.rev)" : "unchanged")
      }
    case .cancel:
      ask(DraftCancel.self, Self.named(name)) { [unowned self] result in
        drafts.removeAll { $0 == name }
        if settings.isJSON { return emit(result) }
        confirm("\(name) is dropped")
      }
    case .open, .set: break
    }
  }

  /// What a draft is called when nothing is said.
  private static var draftName: String { "draft" }

  private static func named(_ name: String) -> DraftGet.Params { DraftGet.Params { $0.draft = name } }

  private func show(_ draft: DraftInfo) {
    if settings.isJSON { return emit(draft) }
    page(DraftRenderer(style: style).lines(draft))
  }

  private func listDrafts() {
    ask(DraftList.self, .init()) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      guard !result.drafts.isEmpty else { return write("no drafts; :draft open PATH makes one") }
      page(result.drafts.map { DraftRenderer(style: style).head($0.draft, $0.type, $0.path) })
    }
  }

  private func openDraft(_ text: String) throws(UsageError) {
    // A path may have blanks in it: books[id: 2].
    var (path, name) = (text, Self.draftName)
    if let blank = text.lastIndex(where: \.isWhitespace), !text[blank...].contains("]") {
      (path, name) = (text[..<blank].trimmed, text[blank...].trimmed)
    }
    guard !path.isEmpty else {
      throw UsageError("draft open takes a path, and a name", hint: ":draft open shelf.books[id: 2]")
    }
    let params = DraftOpen.Params {
      $0.draft = name
      $0.path = absolute(path)
    }
    ask(DraftOpen.self, params) { [unowned self] draft in
      drafts.append(name)
      show(draft)
    }
  }

  private func setDraft(_ text: String) throws(UsageError) {
    let name = String(text.prefix { !$0.isWhitespace && $0 != "." && $0 != "[" })
    var part = String(text.dropFirst(name.count).prefix { !$0.isWhitespace })
    // `[id: 2]` has a blank in it.
    while part.filter({ $0 == "[" }).count > part.filter({ $0 == "]" }).count {
      let rest = text.dropFirst(name.count + part.count)
      guard let end = rest.firstIndex(of: "]") else { break }
      part += rest[...end]
      part += rest[rest.index(after: end)...].prefix { !$0.isWhitespace }
    }
    let rest = text.dropFirst(name.count + part.count).trimmed
    guard !name.isEmpty, !rest.isEmpty else {
      throw UsageError("draft set takes a name, a part and a value", hint: ":draft set draft.title \"Emma\"")
    }
    let value = try jsonArgument(rest) { ":draft set \(name)\(part) \($0)" }
    set(name, part.hasPrefix(".") ? String(part.dropFirst()) : part, value)
  }

  private func set(_ name: String, _ part: String, _ value: JSONValue) {
    let params = DraftSet.Params {
      $0.draft = name
      $0.part = part.isEmpty ? nil : part
      $0.value = value
    }
    ask(DraftSet.self, params) { [unowned self] draft in
      if settings.isJSON { return emit(draft) }
      let conflicts =
        draft.conflicts.isEmpty ? "" : "; changed elsewhere, too: " + DraftRenderer.names(draft.conflicts)
      confirm((draft.changed.isEmpty ? "as it was" : "edited: " + DraftRenderer.names(draft.changed)) + conflicts)
    }
  }

  private func editDraft(_ name: String) {
    ask(DraftGet.self, Self.named(name)) { [unowned self] draft in
      do throws(UsageError) {
        let edited = try screen.edit(draft.value.description + "\n")
        set(name, "", try jsonArgument(edited.trimmed) { ":draft set \(name) \($0)" })
      } catch { fail(error) }
    }
  }
}

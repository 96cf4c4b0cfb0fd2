// Commands about what was declared and done: to see it, and to take it back.
import ClientConnection
import Wire

extension Command {
  static let program: [Command] = [
    Command(
      name: "list", synopsis: "[--format FORM]",
      summary: "what is declared, in the order in which it is evaluated",
      details: OutputForm.details("list", example: "'{line} {names}'"),
      argument: .none, run: { session, text throws(UsageError) in try session.declarations(text) }),
    Command(
      name: "remove", synopsis: "NAME", summary: "take a declaration out of the program, and its values with it",
      argument: .path, run: { session, name throws(UsageError) in try session.remove(name) }),
    Command(
      name: "results", synopsis: "[--format FORM]", summary: "the unnamed values of this session: $R0, $R1, …",
      details:
        "They end with the session, and when something is declared anew. Give one a name to keep it: let total = $R0. "
        + OutputForm.details("results", example: "'{name} {value}'"),
      argument: .none, run: { session, text throws(UsageError) in try session.showResults(text) }),
    Command(
      name: "undo", synopsis: "[REV]", summary: "set back what your last write changed, or a commit of anybody",
      details: """
        All that it changed gets the value it had before, in one commit. That is refused when something of it has changed
        since, and says who changed it. :undo again does it again. :history PATH shows revisions; a declaration is taken back by :remove.
        """,
      argument: .none, run: { session, rev throws(UsageError) in try session.undo(rev) }),
    Command(
      name: "reset", synopsis: "PATH|everything [--yes]",
      summary: "declared values again; or start over, with nothing declared",
      details: """
        :reset signup.username gives a property its declared value again, :reset signup all of the store.
        :reset everything removes all that is declared in the namespace, for everybody; what another program provides
        stays as long as that is connected. At a terminal it asks first, unless --yes stands behind it. Without a word it
        says what would go.
        """,
      argument: .path, run: { session, text throws(UsageError) in try session.reset(text) }),
    Command(
      name: "clients", synopsis: "[--format FORM]", summary: "who is connected",
      details: OutputForm.details("clients", example: "'{session} {name}'"),
      argument: .none, run: { session, text throws(UsageError) in try session.clients(text) }),
  ]
}

/// A bare expression's value, for as long as the session has it.
struct SessionResult: Equatable {
  var name: String
  var type: String
  var text: String
}

extension Session {
  fileprivate func declarations(_ text: String) throws(UsageError) {
    let form = try OutputForm.split(text).form
    ask(ProgramList.self, .init(namespace: namespace)) { [unowned self] list in
      var result = list
      result.declarations = secretLiterals.without(list.declarations).told
      if shown(result, form, { Rows(result.declarations) }) { return }
      page(ListRenderer(style: style).lines(result.declarations))
    }
  }

  fileprivate func clients(_ text: String) throws(UsageError) {
    let form = try OutputForm.split(text).form
    ask(ServerClients.self, .init()) { [unowned self] result in
      if shown(result, form, { Rows(result.clients) }) { return }
      write(ListRenderer(style: style).lines(result.clients))
    }
  }

  fileprivate func remove(_ name: String) throws(UsageError) {
    guard name.words.count == 1 else { throw UsageError("remove takes one name", hint: ":list shows them") }
    ask(ProgramRemove.self, .init(name: name, namespace: namespace)) { [unowned self] result in
      results = []
      if settings.isJSON { return emit(result) }
      confirm("removed " + result.removed.joined(separator: ", "))
    }
  }

  fileprivate func showResults(_ text: String) throws(UsageError) {
    let form = try OutputForm.split(text).form
    let list = JSONValue.array(
      results.map { ["name": .string($0.name), "type": .string($0.type), "value": .string($0.text)] })
    if settings.isJSON || form == .json { return writeVerbatim([list.description]) }
    if let form { return pageVerbatim(try Rows(of: list).lines(form, style: style)) }
    guard !results.isEmpty else { return write("no bare expression has a value now") }
    write(aligned(results.map { ($0.name, "\($0.type) = \($0.text.prefix { !$0.isNewline })") }))
  }

  // MARK: Undo

  fileprivate func undo(_ text: String) throws(UsageError) {
    let rev = Int(text)
    guard text.isEmpty || rev.map({ $0 > 0 }) == true else {
      throw UsageError("'\(text)' is no revision", hint: ":undo 12")
    }
    ask(TransactionUndo.self, TransactionUndo.Params { $0.rev = rev }) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      UndoRenderer(style: style).lines(result).forEach(confirm)
    }
  }

  // MARK: Reset

  fileprivate func reset(_ text: String) throws(UsageError) {
    switch text.words.joined(separator: " ") {
    case "", "everything", "everything --yes":
      ask(ProgramList.self, .init(namespace: namespace)) { [unowned self] result in
        let names = result.declarations.flatMap(\.names)
        guard !names.isEmpty else { return write("nothing is declared") }
        let what = "this would remove \(Self.some(of: names)), with all values and for everybody"
        guard !text.isEmpty else {
          write(what)
          return write("to do it: :reset everything")
        }
        guard settings.isInteractive, text.words.count == 1 else { return removeAll() }
        write(what)
        askUser("remove it?") { [unowned self] in removeAll() }
      }
    default:
      guard text.words.count == 1 else { throw UsageError("reset takes one path", hint: ":reset signup.username") }
      ask(StoreReset.self, .init(path: absolute(text))) { [unowned self] result in
        if settings.isJSON { return emit(result) }
        confirm(result.changed > 0 ? "rev \(result.rev)" : "unchanged")
      }
    }
  }

  private static func some(of names: [String]) -> String {
    let shown = names.prefix(20).joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
  }

  private func removeAll() {
    let params = ProgramRemove.Params {
      $0.namespace = namespace
      $0.everything = true
    }
    ask(ProgramRemove.self, params) { [unowned self] result in
      results = []
      if settings.isJSON { return emit(result) }
      guard let kept = result.kept else { return confirm("nothing is declared any more") }
      confirm(result.removed.isEmpty ? "nothing is removed" : "removed \(result.removed.joined(separator: ", "))")
      notice("\(kept.joined(separator: ", ")) stays: another program provides it; end that, and remove it then")
    }
  }
}

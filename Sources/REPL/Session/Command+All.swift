// The commands there are.
import ClientConnection
import Wire

extension Command {
  static let all: [Command] =
    [
      Command(
        name: "help", aliases: ["?", "h"], synopsis: "[NAME|TOPIC] [--run]",
        summary: "list the commands, or explain one, a name of Swift, or a topic",
        details: """
          Of a name of Swift it shows the declarations and an example: :help map, :help Just, :help signup.isValid.
          :help debounce --run draws what an operator does, as marble diagrams of a real run.
          The beginning of a name is enough: :help deb. Topics are start, operators, paths, tests, marbles, files, time and keys.
          """,
        argument: .topic, run: { session, name throws(UsageError) in try session.help(name) }),
      Command(
        name: "watch", aliases: ["w", "tap"], synopsis: "PATH…", summary: "show values, and every change of them",
        details: """
          A path is spelled as in Swift: signup.username. In a pattern * is one name and ** is the rest:
          :watch signup.* shows all properties of signup. Without a path it lists what is watched.
          :watch signup.isValid#2.in shows what comes into the second operator of that pipeline, #2.out what comes out of it.
          Changes appear above the line you are typing. When many come at once, they are counted. Of a long list or value
          it says what is new (+), gone (-) or different: shelf.books  [0].title "Emma" → "Persuasion"  -[3] …
          """,
        argument: .paths, run: { session, paths in session.watch(paths) }),
      Command(
        name: "unwatch", synopsis: "[PATH…]", summary: "stop showing them; without a path, all of them",
        argument: .watched, run: { session, paths throws(UsageError) in try session.unwatch(paths) }),
      Command(
        name: "get", synopsis: "PATH [--format FORM]", summary: "show a value as JSON",
        details: "A number that JSON has not is nan, inf or -inf. A list of objects has a column for each member. "
          + OutputForm.details("get shelf.books", example: "'{title}'"),
        argument: .path, run: { session, path throws(UsageError) in try session.get(path) }),
      Command(
        name: "set", synopsis: "PATH JSON", summary: "set a value given as JSON",
        details: "The same as an assignment in Swift: signup.username = \"ada\".",
        argument: .assignment, run: { session, text throws(UsageError) in try session.set(text) }),
      Command(
        name: "post", synopsis: "NAME [JSON]", summary: "post a notification to NotificationCenter.default",
        details: """
          JSON is its userInfo, an object: :post orderReceived {"id": 17}
          Programs hear of it by NotificationCenter.default.publisher(for: .init("orderReceived")).
          """,
        argument: .none, run: { session, text throws(UsageError) in try session.post(text) }),
      Command(
        name: "ls", synopsis: "[PATTERN] [--format FORM]", summary: "list the stores with their properties and methods",
        details: """
          What is computed, behind a property wrapper of your own, or lazy has no value here; the name of the store and Return
          shows them with their values.
          \(OutputForm.details("ls sign*"))
          """,
        argument: .path, run: { session, text throws(UsageError) in try session.list(text) }),
      Command(
        name: "source", aliases: ["load", "run"], synopsis: "FILE|NAME",
        summary: "evaluate a file of Swift, commands included; or show what declares a name",
        argument: .file, run: { session, path throws(UsageError) in try session.source(named: path) }),
      Command(
        name: "edit", synopsis: "[NAME]", summary: "open $EDITOR on the last entry, or on what declares a name",
        details: """
          What is saved comes back to the prompt, where Return does it. Ctrl-X Ctrl-E opens it on what is being typed.
          Return ends an entry when its brackets are closed. An if or a do of several lines may go on with else or catch
          in the next line; Return once more ends it. Alt-Return always begins another line.
          """,
        argument: .path, run: { session, name throws(UsageError) in try session.edit(name) }),
      Command(
        name: "namespace", synopsis: "[NAME|.] [OWNER]",
        summary: "go to a world of names of its own; without a name, list them",
        details: """
          Two namespaces can have stores and types of the same name. In :namespace red, counter is what everybody else
          finds at red.counter; paths of commands begin there. :namespace . goes back to the one without a name.
          :namespace form session makes one that ends with this session, and all that is in it; :namespace form watchers
          one that ends when the last who watches something in it has gone. :owners shows what is kept by what.
          """,
        argument: .namespace, run: { session, name throws(UsageError) in try session.namespace(name) }),
      Command(
        name: "fix", synopsis: "[NUMBER]", summary: "apply the fix-its of what was refused last, and evaluate it again",
        details: """
          Where there is a choice, as with an optional that has to be unwrapped, they are listed, and :fix 2 takes the second.
          """,
        argument: .none, run: { session, number throws(UsageError) in try session.fix(number) }),
      Command(
        name: "status", synopsis: "", summary: "how the daemon is",
        argument: .none, run: { session, _ in session.status() }),
      top,
      Command(
        name: "tail", synopsis: "on|off", summary: "show everything that happens, with its causes",
        argument: .choice(["on", "off"]), run: { session, choice throws(UsageError) in try session.tail(choice) }),
    ] + pins + program + keeping + [saving] + inspecting + pipelines + marbles + [reporting] + http + expecting + [
      Command(
        name: "quit", aliases: ["q", "exit"], synopsis: "", summary: "leave; what has a name stays in the daemon",
        argument: .none, run: { session, _ throws(UsageError) in try session.quit() })
    ]

  /// As :help shows them.
  static let groups: [(title: String, names: [String])] = [
    ("Values", ["ls", "get", "set", "watch", "unwatch", "pin", "unpin", "reset", "undo", "draft", "post"]),
    ("The program", ["list", "source", "edit", "fix", "remove", "results", "namespace"]),
    ("What happened", ["why", "history", "tail", "wait", "report", "leaks", "owners"]),
    ("Pipelines", ["pipe", "graph", "marbles", "try"]),
    ("Tests", ["save", "clock", "stub", "requests", "expect", "strict"]),
    ("The daemon, and this prompt", ["status", "top", "clients", "help", "quit"]),
  ]
}

extension OwnedNamespace {
  /// When it ends, for people.
  var end: String {
    switch owner {
    case .session: "until \(session ?? "its session") ends"
    case .watchers: "until its last watcher goes"
    }
  }
}

extension Session {
  // MARK: Subscriptions

  fileprivate func watch(_ text: String) {
    let paths = text.words
    guard !paths.isEmpty else {
      return watches.watches.isEmpty ? write("nothing is watched") : write(watches.watches.map { "  " + $0.pattern })
    }
    let pattern = paths.joined(separator: " ")
    guard watches.named(pattern: pattern) == nil else { return write("\(pattern) is watched already") }
    let name = watches.add(pattern)
    // Whose a change is, a session that is saved has to know.
    open(.init(sub: name, paths: paths.map(absolute), old: true, cause: isRecording)) { [unowned self] error in
      if error != nil { _ = watches.remove(name) }
    }
  }

  fileprivate func unwatch(_ text: String) throws(UsageError) {
    let pattern = text.words.joined(separator: " ")
    let chosen = pattern.isEmpty ? watches.watches : watches.named(pattern: pattern).map { [$0] } ?? []
    guard !chosen.isEmpty else {
      let near = nearest(pattern, among: watches.watches.map(\.pattern))
      throw UsageError(
        pattern.isEmpty ? "nothing is watched" : "\(pattern) is not watched", hint: near.map { "did you mean \($0)?" })
    }
    for watch in chosen {
      _ = watches.remove(watch.name)
      core.close(watch.name)
    }
  }

  fileprivate func tail(_ choice: String) throws(UsageError) {
    switch choice {
    case "on":
      guard !watches.isTailing else { return write("the tail is on already") }
      watches.isTailing = true
      core.setFeatures(settings.features + ["tail"])
      let params = SubscriptionOpen.Params(
        sub: WatchBook.tailName, paths: [absolute("**")], initial: .none, old: true, cause: true,
        deliver: .init(mode: .every))
      open(params) { [unowned self] error in if error != nil { watches.isTailing = false } }
    case "off":
      guard watches.isTailing else { return write("the tail is off already") }
      watches.isTailing = false
      core.setFeatures(settings.features)
      core.close(WatchBook.tailName)
    default: throw UsageError("tail is on or off", hint: ":tail on")
    }
  }

  // MARK: Namespaces

  /// A path as the daemon knows it.
  func absolute(_ path: String) -> String { Namespaces.absolute(path, in: namespace) }

  fileprivate func namespace(_ text: String) throws(UsageError) {
    if text.words.isEmpty {
      return ask(ProgramList.self, .init(namespace: namespace)) { [unowned self] result in
        if settings.isJSON { return emit(result) }
        guard !result.namespaces.isEmpty || namespace != nil else {
          return write("there is only the namespace without a name; :namespace red makes another")
        }
        let names = result.namespaces + (namespace.map { result.namespaces.contains($0) ? [] : [$0] } ?? [])
        let rows = ([nil] + names.map(Optional.some)).map { name in
          ((name == namespace ? "* " : "  ") + (name ?? "."), result.owned.first { $0.namespace == name }?.end ?? "")
        }
        write(aligned(rows, indent: ""))
      }
    }
    var words = text.words
    let name = words.removeFirst()
    guard name == "." || Namespaces.isName(name) else {
      throw UsageError("'\(name)' is no name of a namespace", hint: ":namespace red, or :namespace . to go back")
    }
    let owner = words.first.flatMap(NamespaceOwnership.init)
    guard words.count <= 1, words.isEmpty || owner != nil, owner == nil || name != "." else {
      throw UsageError(
        "a namespace ends with its session or its watchers, or stays",
        hint: ":namespace \(name == "." ? "form" : name) session, or :namespace \(name) alone")
    }
    guard let owner else {
      (namespace, namespaceOwner) = (name == "." ? nil : name, nil)
      return
    }
    ask(ProgramEval.self, .init(SourceParams(source: "", namespace: name), owner: owner)) { [unowned self] result in
      (namespace, namespaceOwner) = (name, owner)
      if settings.isJSON { emit(result) }
    }
  }

  // MARK: Values

  fileprivate func get(_ text: String) throws(UsageError) {
    let (path, form) = try OutputForm.split(text)
    guard path.words.count == 1 else { throw UsageError("get takes one path", hint: ":get signup.username") }
    ask(StoreGet.self, .init(path: absolute(path))) { [unowned self] result in
      note(result.value, at: path)
      if !shown(result, form, { Rows(of: result.value) }) { pageVerbatim([result.value.text]) }
    }
  }

  fileprivate func set(_ text: String) throws(UsageError) {
    let path = String(text.prefix { !$0.isWhitespace })
    let rest = text.dropFirst(path.count).trimmed
    guard !path.isEmpty, !rest.isEmpty else { throw UsageError("set takes a path and a value", hint: ":set PATH JSON") }
    let value = try jsonArgument(rest) { ":set \(path) \($0)" }
    ask(StoreSet.self, .init(path: absolute(path), value: value)) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      confirm(result.changed ? "rev \(result.rev)" : "unchanged")
    }
  }

  fileprivate func post(_ text: String) throws(UsageError) {
    let name = String(text.prefix { !$0.isWhitespace })
    let rest = text.dropFirst(name.count).trimmed
    guard !name.isEmpty else {
      throw UsageError("post takes a name, and an object to tell", hint: ":post orderReceived {\"id\": 17}")
    }
    var params = BusPost.Params()
    params.name = name
    params.namespace = namespace
    if !rest.isEmpty {
      let info = try jsonArgument(rest) { ":post \(name) {\"value\": \($0)}" }
      guard case .object = info else {
        throw UsageError("a notification tells an object", hint: ":post \(name) {\"value\": \(info)}")
      }
      params.userInfo = info
    }
    ask(BusPost.self, params) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      confirm("\(result.receivers) heard of it, rev \(result.rev)")
    }
  }

  /// Shows a result as JSON, or as rows where a form for these was asked for.
  func shown(_ result: some WireEncodable, _ form: OutputForm?, _ rows: () -> Rows) -> Bool {
    if settings.isJSON || form == .json {
      emit(result)
      return true
    }
    guard let form else { return false }
    do throws(UsageError) { pageVerbatim(try rows().lines(form, style: style)) } catch { fail(error) }
    return true
  }

  fileprivate func list(_ text: String) throws(UsageError) {
    let (rest, form) = try OutputForm.split(text)
    let pattern = rest.isEmpty ? nil : rest
    let place = pattern.map(absolute) ?? namespace
    ask(StoreList.self, .init(pattern: place, values: !settings.isJSON)) { [unowned self] error in
      // Of what is too large to be told at once there are the names.
      guard case .refused(let refusal) = error, refusal.known == .tooLarge else { return fail(error) }
      ask(StoreList.self, .init(pattern: place)) { [unowned self] in show($0, [:], pattern) }
    } then: { [unowned self] result in
      if shown(result, form, { Rows(result, in: namespace) }) { return }
      gatherSchemas(of: result.stores) { [unowned self] in show(result, $0, pattern) }
    }
  }

  private func show(_ list: StoreList.Result, _ schemas: [String: StoreSchema.Result], _ pattern: String?) {
    page(ListRenderer(style: style, width: screen.width).lines(list, pattern: pattern, schemas: schemas))
  }

  fileprivate func edit(_ name: String) throws(UsageError) {
    guard !name.isEmpty else { return try open(entered) }
    ask(ProgramSource.self, .init(name: name, namespace: namespace)) { [unowned self] result in
      do throws(UsageError) {
        try open(result.declarations.map(\.text).joined(separator: "\n"))
      } catch {
        fail(error)
      }
    }
  }

  private func open(_ text: String) throws(UsageError) {
    screen.keep(try screen.edit(text))
  }

  /// A test that left in its middle would pass whatever stands below.
  fileprivate func quit() throws(UsageError) {
    guard !settings.isTest else {
      throw UsageError("quit would leave the rest of the test undone", hint: "a test ends with its last line")
    }
    finish()
  }

  fileprivate func status() {
    ask(ServerStatus.self, .init()) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      write(StatusRenderer(style: style).lines(result))
    }
  }

  fileprivate func source(named text: String) throws(UsageError) {
    let path = try fileArgument(text, of: "source")
    guard !path.isEmpty else { throw UsageError("source takes a file or a name", hint: ":source signup.swift") }
    if settings.isInteractive, Namespaces.isName(path) {
      return ask(ProgramSource.self, .init(name: path, namespace: namespace)) { [unowned self] source in
        var result = source
        let (told, redacted) = secretLiterals.without(source.declarations)
        result.declarations = told
        for name in redacted { notice(SecretLiterals.remark(on: name)) }
        if settings.isJSON { return emit(result) }
        pageVerbatim(
          result.declarations.flatMap {
            $0.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
          })
      }
    }
    let place = path.first == "/" || path.first == "~" ? path : directory(of: currentFile) + path
    try source(place)
  }
}

extension Session {
  /// What is not told of a program here.
  var secretLiterals: SecretLiterals { SecretLiterals(core.hello?.secrets ?? []) }
}

/// Where the names in a file begin: its own directory; nothing for what is typed.
private func directory(of file: String?) -> String {
  guard let file, let slash = file.lastIndex(of: "/") else { return "" }
  return String(file[...slash])
}

/// A value given as JSON on a command line. Words without quotes are the commonest slip, so the error shows them.
func jsonArgument(_ text: String, example: (_ json: String) -> String) throws(UsageError) -> JSONValue {
  do throws(JSONError) {
    return try JSONValue(parsing: text)
  } catch {
    throw UsageError(
      "'\(text)' is not JSON: \(error.reason)", hint: "for a string: " + example(JSONValue.string(text).description))
  }
}

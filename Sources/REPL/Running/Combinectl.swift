// The program, from its arguments to its exit status.
import ClientConnection
import Glibc
import Wire

/// One start of `combinectl`. Nothing outlives it but the daemon.
public struct Combinectl {
  public static let version = "0.1.0"

  var invocation: Invocation
  let environment: [String: String]
  let style: Style
  var options: GlobalOptions { invocation.options }

  /// Runs with the arguments of the process, without its name, and returns the exit status.
  public static func run(_ arguments: [String]) -> Int32 {
    // A file that may not grow any more is an error of its write, and nobody means to end us with the others.
    for number in [SIGXFSZ, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    reserveStandardStreams()
    let environment = processEnvironment()
    do {
      try requireText(CommandLine.unsafeArgv)
      let invocation = try parseArguments(arguments, inputIsTerminal: isatty(STDIN_FILENO) == 1)
      let style = Style(
        invocation.options.color, outputIsTerminal: outputIsTerminal, environment: environment)
      return try Combinectl(invocation: invocation, environment: environment, style: style).perform()
    } catch {
      return complain(error)
    }
  }

  /// A word that is not UTF-8 would arrive with other bytes in their place.
  private static func requireText(_ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws(UsageError) {
    var index = 1
    while let word = words[index] {
      guard String(validatingCString: word) != nil else {
        throw UsageError(
          "word \(index) of the command line, '\(String(cString: word))', is not UTF-8 text",
          hint: "values and names are; of a text in another encoding: \"$(iconv -f latin1 -t utf-8 FILE)\"")
      }
      index += 1
    }
  }

  /// Says on standard error what went wrong, and returns its exit status.
  static func complain(_ error: any Error) -> Int32 {
    let isJSON = CommandLine.arguments.contains("--json")
    let style = Style(.auto, outputIsTerminal: isatty(STDERR_FILENO) == 1, environment: processEnvironment())
    let errors = ErrorRenderer(style: style)
    let (lines, object, status) =
      switch error {
      case let error as UsageError: (errors.lines(error), ErrorObject(error), error.status)
      case let error as ClientError: (errors.lines(error), ErrorObject(error), error.exitStatus)
      default: preconditionFailure("an error of no kind that is thrown here: \(error)")
      }
    let shown = errorsAreOnTerminal ? lines.map(harmless) : lines
    writeAll((isJSON ? [object.description] : shown).map { $0 + "\n" }.joined(), to: STDERR_FILENO)
    return status
  }

  private func perform() throws -> Int32 {
    switch invocation.action {
    case .help(let topic):
      let text = try helpText(topic: topic)
      if options.json {
        show(lines: [helpObject(topic: topic).description])
      } else {
        show(folding: text.trimmingSuffix("\n"))
      }
    case .sockname: show(lines: [try access().socketPath.path])
    case .version: try showVersion()
    case .repl: return try converse()
    case .script: return try runFiles(["-"], follow: false, owner: nil)
    case .run(let files, let follow, let owner): return try runFiles(files, follow: follow, owner: owner)
    case .runCompiled(let files): return try runCompiled(files)
    case .eval(let source, let owner): return try evaluate([(source, "eval")], showsResults: true, owner: owner)
    case .check(let files): return try check(files)
    case .test(let files, let options): return try test(files, options)
    case .record(let file, let scripts, let seed, let isForced):
      return try record(to: file, scripts, seed: seed, isForced: isForced)
    case .replay(let file, let scripts, let checks): return try replay(file, scripts, checks: checks)
    case .watch(let paths, let watching):
      let params = SubscriptionOpen.Params(
        sub: "watch", paths: paths.map(absolute), initial: watching.initial ? .snapshot : .none, old: true)
      var options = TailOptions()
      options.watching = watching
      return try Follower(self, params, options).run()
    case .tail(let paths, let options):
      let params = SubscriptionOpen.Params(
        sub: WatchBook.tailName, paths: (paths.isEmpty ? ["**"] : paths).map(absolute), initial: .none, old: true,
        cause: true, deliver: .init(mode: .every), when: options.when)
      return try Follower(self, params, options, isTail: true).run()
    case .stop: try stop()
    case .get(let path, let form):
      let result = try connect(access()).value(at: absolute(path), timeout: options.timeout)
      try show(verbatim: result, form, Rows(of: result.value)) { [result.value.text] }
    case .set(let path, let value):
      let result = try call(StoreSet.self, .init(path: absolute(path), value: value))
      show(result) { [result.changed ? "rev \(result.rev)" : "unchanged"] }
    case .call(let path, let arguments, let isSingleFlight):
      let params = StoreCall.Params {
        $0.path = absolute(path)
        $0.arguments = arguments
        $0.isSingleFlight = isSingleFlight
      }
      let connection = try connect(access())
      var printed: [String] = []
      // More lines than a reply has room for come before it.
      connection.core.onEvent = { event in
        if case .notice(.print(let text, let by, _)) = event, by.isEmpty { printed.append(text.trimmingSuffix("\n")) }
      }
      var result = try connection.call(StoreCall.self, params, timeout: options.timeout)
      result.printed = printed + result.printed
      show(verbatim: result) { result.printed + (result.text.map { [$0] } ?? []) }
    case .post(let name, let userInfo):
      let params = BusPost.Params {
        $0.name = name
        $0.userInfo = userInfo
        $0.namespace = options.namespace
      }
      let result = try call(BusPost.self, params)
      show(result) { ["\(result.receivers) heard of it, rev \(result.rev)"] }
    case .patch(var params):
      params.path = absolute(params.path)
      let result = try call(StorePatch.self, params)
      show(result) { [result.changed ? "rev \(result.rev)" : "unchanged"] }
    case .commit(let params):
      let result = try call(TransactionCommit.self, absolute(params))
      show(result) { [result.changed > 0 ? "rev \(result.rev)" : "unchanged"] }
    case .reset(let path, let note):
      let params = StoreReset.Params {
        $0.path = absolute(path)
        $0.note = note
      }
      let result = try call(StoreReset.self, params)
      show(result) { [result.changed > 0 ? "rev \(result.rev)" : "unchanged"] }
    case .undo(let params):
      let result = try call(TransactionUndo.self, params)
      show(result) { UndoRenderer(style: style).lines(result) }
    case .wait(let path, let condition, let limit): try wait(for: condition, at: path, limit: limit)
    case .waitUntilHeld(let pipe): try waitUntilHeld(absolute(pipe))
    case .rpc(let method, let params): return try callByName(method, params)
    case .attempt(let params):
      let result = try call(PipelineTry.self, params)
      show(result) {
        TrialRenderer(style: style).lines(result, column: params.column, width: terminalSize()?.columns ?? .max)
      }
    case .marbles(let pipe, let watching): try drawMarbles(of: pipe, watching: watching)
    case .graph(let interval): try drawGraph(every: interval)
    case .command(let text): return try perform(command: text)
    case .list(let pattern, let pathsOnly, let form):
      let place = pattern.map(absolute) ?? options.namespace
      let result = try call(StoreList.self, .init(pattern: place, values: form != nil))
      if let form {
        try show(verbatim: result, form, Rows(result, in: options.namespace)) { [] }
      } else {
        let schemas = options.json || pathsOnly ? [:] : try computedMembers(of: result.stores)
        show(result) {
          pathsOnly
            ? paths(result) : ListRenderer(style: style).lines(result, pattern: pattern, schemas: schemas)
        }
      }
    case .methods(let pattern): try listMethods(pattern.map(absolute) ?? options.namespace)
    case .pipelineNames:
      let result = try call(PipelineList.self, .init())
      show(verbatim: result) {
        result.pipelines.compactMap { Namespaces.local($0.name, in: options.namespace) }
      }
    case .declarations(let namesOnly, let form):
      let connection = try connect(access())
      var result = try connection.call(
        ProgramList.self, .init(namespace: options.namespace), timeout: options.timeout)
      result.declarations = SecretLiterals(connection.core.hello?.secrets ?? []).without(result.declarations).told
      if let form { return try showRows(of: result, form, Rows(result.declarations)) }
      show(result) {
        namesOnly ? result.declarations.flatMap(\.names) : ListRenderer(style: style).lines(result.declarations)
      }
    case .clients(let form):
      let result = try call(ServerClients.self, .init())
      if let form { return try showRows(of: result, form, Rows(result.clients)) }
      show(result) { ListRenderer(style: style).lines(result.clients) }
    case .completion(let shell): show(lines: [shell.script.trimmingSuffix("\n")])
    case .manual: show(lines: [ManualPage.text.trimmingSuffix("\n")])
    case .generate(let language):
      let document = try call(Discover.self, .init())
      let text = ClientLanguage(rawValue: language)!.client(of: DaemonDescription(document))
      show(lines: [text.trimmingSuffix("\n")])
    case .languageServer: return try serveEditor()
    case .contextServer(let role): return try serveAgent(role)
    case .source(let name): try showSource(name)
    case .remove(let name):
      let result = try call(ProgramRemove.self, .init(name: name, namespace: options.namespace))
      show(result) { ["removed " + result.removed.joined(separator: ", ")] }
    case .backUp(let file, let state): return try backUp(to: file, state: state)
    case .restore(let file, let state, let isForced):
      return try becomeDaemon(["--restore", file] + stateWords(state) + (isForced ? ["--force"] : []))
    case .export(let file): try export(to: file)
    case .metrics(let metrics): return try exportMetrics(metrics)
    case .doctor: return try diagnose()
    case .top(let top): return try showTop(top)
    case .status:
      let result = try call(ServerStatus.self, .init())
      show(result) { StatusRenderer(style: style).lines(result) }
    }
    return 0
  }

  /// A path as the daemon knows it.
  func absolute(_ path: String) -> String { Namespaces.absolute(path, in: options.namespace) }

  private func absolute(_ params: TransactionCommit.Params) -> TransactionCommit.Params {
    var params = params
    for index in params.ops.indices { params.ops[index].set = params.ops[index].set.map(absolute) }
    for index in params.conditions.indices { params.conditions[index].path = absolute(params.conditions[index].path) }
    return params
  }

  /// Of stores and what they hold, as they are typed in the namespace.
  private func paths(_ list: StoreList.Result) -> [String] {
    list.stores.flatMap { [$0.path] + $0.properties.map(\.path) }
      .compactMap { Namespaces.local($0, in: options.namespace) }
  }

  /// What stores have that their list leaves out, but for methods: those have an option of their own.
  private func computedMembers(of stores: [StoreInfo]) throws -> [String: StoreSchema.Result] {
    var schemas: [String: StoreSchema.Result] = [:]
    for store in stores.prefix(Self.describedMax) {
      // It may be gone by now.
      guard var schema = try? call(StoreSchema.self, StoreSchema.Params { $0.path = store.path }) else { continue }
      schema.methods = []
      schemas[store.path] = schema
    }
    return schemas
  }

  /// So many stores are asked for what is computed of them.
  private static let describedMax = 64

  private func listMethods(_ pattern: String?) throws {
    let connection = try connect(access())
    let list = try connection.call(StoreList.self, .init(pattern: pattern), timeout: options.timeout)
    for store in list.stores {
      guard let path = Namespaces.local(store.path, in: options.namespace) else { continue }
      let schema: StoreSchema.Result
      do throws(ClientError) {
        schema = try connection.call(
          StoreSchema.self, StoreSchema.Params { $0.path = store.path }, timeout: options.timeout)
      } catch {
        // It may be gone by now.
        guard case .refused = error else { throw error }
        continue
      }
      for method in schema.methods {
        let row: JSONValue = [
          "path": .string("\(path).\(method.name)"), "signature": .string(method.signature),
        ]
        show(lines: [options.json ? row.description : "\(path).\(method.name)\t\(method.signature)"])
      }
    }
  }

  // MARK: Connecting

  func access() throws -> DaemonAccess {
    var access = try DaemonAccess(options: options, environment: environment)
    let isQuiet = options.quiet
    access.announce = { text in if !isQuiet { writeAll("-- \(text)\n", to: STDERR_FILENO) } }
    return access
  }

  /// A connection that has greeted; what it is asked may follow without waiting.
  func connect(_ access: DaemonAccess, mayLaunch: Bool = true, features: [String] = [], role: RoleName? = nil) throws
    -> Connection
  {
    let client = Agent(name: "combinectl", version: Self.version, pid: Int(getpid()))
    let connection = Connection(core: ClientCore(client: client, features: features, role: role))
    connection.attach(try access.connect(mayLaunch: mayLaunch))
    return connection
  }

  func call<M: MethodDefinition>(_ method: M.Type, _ params: M.Params) throws -> M.Result {
    try connect(access()).call(method, params, timeout: options.timeout)
  }

  // MARK: Showing

  /// What is for people: where it goes to a terminal, lines break between words.
  func show(folding text: String) {
    show(folding: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  func show(folding lines: [String]) {
    guard let width = terminalSize()?.columns else { return show(lines: lines) }
    show(lines: lines.flatMap { folded($0, width: width) })
  }

  func show(lines: [String]) {
    writeOutput(lines.map { (outputIsTerminal ? harmless($0) : $0) + "\n" }.joined())
  }

  func show(_ result: some WireEncodable, _ lines: () -> [String]) {
    if options.json { show(verbatim: result, lines) } else { show(folding: lines()) }
  }

  /// The same for what is no text of ours.
  func show(verbatim result: some WireEncodable, _ lines: () -> [String]) {
    guard options.json else { return show(lines: lines()) }
    var writer = JSONWriter()
    result.encode(to: &writer)
    show(lines: [writer.text])
  }

  /// The same as rows, where a form for these was asked for.
  func show(verbatim result: some WireEncodable, _ form: OutputForm?, _ rows: Rows, _ lines: () -> [String]) throws {
    switch form {
    case nil: show(verbatim: result, lines)
    case .json:
      var writer = JSONWriter()
      result.encode(to: &writer)
      show(lines: [writer.text])
    case let form?: show(lines: try rows.lines(form, style: style))
    }
  }

  private func showRows(of result: some WireEncodable, _ form: OutputForm, _ rows: Rows) throws -> Int32 {
    try show(verbatim: result, form, rows) { [] }
    return 0
  }

  // MARK: The less simple ones

  /// Asks for the end and waits for it, so that what is started next finds the place free.
  private func stop() throws {
    let connection: Connection
    do {
      connection = try connect(access(), mayLaunch: false)
    } catch ClientError.noDaemon(let path) {
      return show(lines: options.json ? [#"{"rev":null}"#] : ["no daemon runs at \(path)"])
    }
    let result = try connection.call(ServerShutdown.self, .init(), timeout: options.timeout)
    let deadline = ContinuousClock.now + .seconds(10)
    while connection.core.isConnected, ContinuousClock.now < deadline { connection.wait(until: deadline) }
    awaitRelease(of: try access().socketPath.path + ".lock", until: deadline)
    show(result) { ["stopped at rev \(result.rev)"] }
  }

  /// The daemon holds this lock as long as it lives: after its last connection it still has its journal to close.
  private func awaitRelease(of path: String, until deadline: ContinuousClock.Instant) {
    let lock = open(path, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { return }
    defer { close(lock) }
    while flock(lock, LOCK_SH | LOCK_NB) != 0, ContinuousClock.now < deadline { poll(nil, 0, 2) }
  }

  private func showVersion() throws {
    var rows = ["combinectl \(Self.version), protocol 1"]
    do {
      let status = try connect(access(), mayLaunch: false).call(
        ServerStatus.self, .init(), timeout: options.timeout ?? .seconds(5))
      rows.append("\(status.server.name) \(status.server.version ?? "?"), process \(status.server.pid ?? 0)")
    } catch ClientError.noDaemon {
      rows.append("no daemon runs")
    }
    guard options.json else { return show(lines: rows) }
    show(lines: [JSONValue.object([.init("client", .string(rows[0])), .init("daemon", .string(rows[1]))]).description])
  }

  private func check(_ files: [String]) throws -> Int32 {
    let sources = try files.map {
      SourceFileText(file: $0 == "-" ? "stdin" : $0, source: try readFile($0, within: options.timeout))
    }
    let params =
      sources.count == 1
      ? SourceParams(source: sources[0].source, file: sources[0].file, namespace: options.namespace)
      : SourceParams(files: sources, namespace: options.namespace)
    let result = try connect(access()).call(ProgramCheck.self, params, timeout: options.timeout)
    if options.json {
      show(result) { [] }
    } else {
      show(lines: ErrorRenderer(style: style).annotated(result.rendered))
    }
    return result.diagnostics.contains { $0.severity == .error } ? ErrorCode.diagnostics.exitStatus : 0
  }
}

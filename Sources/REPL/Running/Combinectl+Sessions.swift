// The starts of `combinectl` that are a session: the REPL, and scripts.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// The REPL: with line editing on a terminal; from a pipe, statement by statement as they arrive.
  /// - Parameter connection: to the daemon that it is about, where that is not the usual one.
  func converse(over connection: Connection? = nil) throws -> Int32 {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      let (session, connection) = try session(
        screen: StreamScreen(), isInteractive: false, stopsAtFailure: false, over: connection)
      return Loop(session: session, connection: connection, input: .lines(LineStream())).run()
    }
    let editor = LineEditor()
    let screen = TerminalScreen(editor: editor)
    let (session, connection) = try session(
      screen: screen, isInteractive: true, stopsAtFailure: false, over: connection)
    editor.onLine = { line in
      if let line { return editor.canMoveCursor ? session.enter(whole: line) : session.enter(line) }
      // The shell's next prompt begins a row of its own.
      writeOutput("\n")
      session.endOfInput()
    }
    editor.continuation = Session.continuation
    editor.isWhole = { session.isWhole($0) }
    editor.onMove = { session.cursorMoved(in: $0, to: $1) }
    editor.complete = { session.complete(line: $0, point: $1) }
    remember(session, editor)
    if !options.quiet {
      screen.write([style("Type Swift, or help; Ctrl-D leaves.", .dim)], to: .output)
    }
    let loop = Loop(session: session, connection: connection, input: .terminal(editor, screen))
    return loop.run()
  }

  /// Files and standard input, as one program.
  func runFiles(_ files: [String], follow: Bool, owner: NamespaceOwnership?) throws -> Int32 {
    // All are read before anything runs, and before a daemon is started for nothing.
    try evaluate(
      try files.map { (try readFile($0, within: options.timeout), $0 == "-" ? "stdin" : $0) }, follow: follow,
      owner: owner)
  }

  /// - Parameters:
  ///   - follow: Stays when all is done, for what is printed later.
  ///   - showsResults: Whether values and definitions are shown, or what the program prints and nothing else.
  func evaluate(
    _ sources: [(text: String, name: String)], follow: Bool = false, showsResults: Bool = false,
    owner: NamespaceOwnership? = nil
  ) throws -> Int32 {
    if owner != nil, options.namespace == nil {
      throw UsageError("--owner is of a namespace", hint: "say which: --namespace form")
    }
    let (session, connection) = try session(
      screen: StreamScreen(), isInteractive: false, stopsAtFailure: true, showsResults: showsResults, owner: owner)
    session.limit = options.timeout.map { .now + $0 }
    try session.run(sources)
    if !follow { session.endOfInput() }
    return Loop(session: session, connection: connection, input: nil).run()
  }

  /// Does what a command of the prompt does.
  func perform(command text: String) throws -> Int32 {
    let (session, connection) = try session(
      screen: StreamScreen(), isInteractive: false, stopsAtFailure: true, commandPrefix: "combinectl ")
    session.limit = options.timeout.map { .now + $0 }
    session.run(command: text)
    session.endOfInput()
    return Loop(session: session, connection: connection, input: nil).run()
  }

  private func session(
    screen: any Screen, isInteractive: Bool, stopsAtFailure: Bool, showsResults: Bool = true,
    commandPrefix: String = ":", owner: NamespaceOwnership? = nil, over given: Connection? = nil
  ) throws -> (Session, Connection) {
    var access = try access()
    let settings = SessionSettings(
      isInteractive: isInteractive, isJSON: options.json, isQuiet: options.quiet, commandPrefix: commandPrefix,
      stopsAtFailure: stopsAtFailure,
      showsResults: showsResults, timeout: options.timeout, style: style, namespace: options.namespace,
      namespaceOwner: owner)
    let connection = try given ?? connect(access, features: settings.features)
    let session = Session(core: connection.core, screen: screen, settings: settings)
    // From here on the session says what happens, since a line may be being typed.
    access.announce = { [weak session] in session?.notice($0) }
    session.rehearsalStage = { [environment, agent, weak session] in
      try RehearsalStage(environment: environment, agent) { session?.isAskedToStop() ?? true }
    }
    // A daemon of one's own does not come back.
    guard given == nil else { return (session, connection) }
    let later = access
    var mayLaunch = false
    connection.reconnect = { () throws(ClientError) in try later.connect(mayLaunch: mayLaunch) }
    session.wake = {
      mayLaunch = true
      defer { mayLaunch = false }
      connection.connectNow(now: .now)
      return connection.lastFailure
    }
    return (session, connection)
  }

  private func remember(_ session: Session, _ editor: LineEditor) {
    guard let path = HistoryFile.defaultPath(environment: environment) else { return }
    makeDirectories(String(path.prefix(upTo: path.lastIndex(of: "/")!)))
    let history = HistoryFile(path: path)
    var last: String?
    for entry in history.load() {
      editor.addHistory(entry)
      last = entry
    }
    session.remember = { entry in
      // Once is enough to find it again, and a space in front keeps it out, as in shells.
      guard entry != last, entry.first != " " else { return }
      last = entry
      editor.addHistory(entry)
      history.append(entry)
    }
  }
}

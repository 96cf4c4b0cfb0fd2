// What one start of `combinectl` was asked to do: the typed result of reading its arguments.

public import Wire

/// The arguments of one start, understood.
public struct Invocation: Equatable, Sendable {
  public var action: Action
  public var options = GlobalOptions()

  public enum Action: Equatable, Sendable {
    /// Reads statements from standard input one by one, with line editing when that is a terminal.
    case repl
    /// Reads all of standard input and evaluates it as one program.
    case script
    case get(path: String, form: OutputForm?)
    case set(path: String, value: JSONValue)
    case call(path: String, arguments: JSONValue?, isSingleFlight: Bool)
    case post(name: String, userInfo: JSONValue?)
    case eval(source: String, owner: NamespaceOwnership? = nil)
    case run(files: [String], follow: Bool, owner: NamespaceOwnership? = nil)
    case runCompiled(files: [String])
    case check(files: [String])
    case test(files: [String], TestOptions)
    /// A session that is written down, and one that is done again.
    case record(file: String, scripts: [String], seed: Int?, isForced: Bool = false)
    case replay(file: String, scripts: [String], checks: Bool)
    case watch(paths: [String], WatchOptions)
    case tail(paths: [String], TailOptions)
    case wait(path: String, WaitCondition, limit: WireDuration?)
    case waitUntilHeld(pipe: String)
    /// Paths as they are typed, of the namespace.
    case patch(StorePatch.Params)
    case commit(TransactionCommit.Params)
    case reset(path: String, note: String?)
    case undo(TransactionUndo.Params)
    /// The operators and the diagrams; a pipeline's picture, of its past or as long as `watching`.
    case attempt(PipelineTry.Params)
    case marbles(pipe: String, watching: Duration?)
    /// The graph as people read it, again and again.
    case graph(every: Duration)
    /// A command of the prompt, without its colon.
    case command(String)
    case list(pattern: String?, pathsOnly: Bool, form: OutputForm?)
    /// What can be called of the stores.
    case methods(pattern: String?)
    case declarations(namesOnly: Bool, form: OutputForm?)
    case pipelineNames
    case clients(form: OutputForm?)
    case rpc(method: String, params: JSONValue?)
    case completion(ShellCompletion)
    case manual
    case generate(String)
    /// A language server on standard input and output.
    case languageServer
    /// A server of the Model Context Protocol on standard input and output.
    case contextServer(RoleName)
    case source(name: String?)
    case remove(name: String)
    case backUp(file: String, state: String?)
    case restore(file: String, state: String?, isForced: Bool)
    case export(file: String?)
    case metrics(MetricsOptions)
    case status
    case top(TopOptions)
    case doctor
    case stop
    case sockname
    case version
    case help(topic: String?)
  }
}

/// Options that every command takes.
public struct GlobalOptions: Equatable, Sendable {
  /// `nil` means where the daemon listens by default.
  public var socketPath: String?
  /// One JSON object per line instead of text for people.
  public var json = false
  /// Whether a daemon may be started when none answers.
  public var spawn = true
  /// No notices about the daemon being started, lost or found again.
  public var quiet = false
  /// The world of names that paths and source belong to; `nil` is the one without a name.
  public var namespace: String?
  public var color = ColorChoice.auto
  /// After how long the command gives up, or at the prompt and in a test a statement; `nil` waits for as long as it takes.
  public var timeout: Duration?

  public init() {}
}

public enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// What `wait` waits for.
public enum WaitCondition: Equatable, Sendable {
  case exists, gone, quiet
  /// The next change.
  case change
  /// Swift over `value` and `old`.
  case holds(String)
}

/// Something the user asked for that makes no sense as it is: a command line, an argument, a file.
public struct UsageError: Error, Equatable, Sendable {
  public var message: String
  /// What to type instead.
  public var hint: String?
  /// What `combinectl` exits with: 64, or 66 for a file that cannot be read.
  public var status: Int32

  init(_ message: String, hint: String? = nil, status: Int32 = 64) {
    self.message = message
    self.hint = hint
    self.status = status
  }
}

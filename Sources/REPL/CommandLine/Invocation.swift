// What one start of `combinectl` was asked to do: the typed result of reading its arguments.

/// The arguments of one start, understood.
public struct Invocation: Equatable, Sendable {
  public var action: Action
  public var options = GlobalOptions()

  public enum Action: Equatable, Sendable {
    /// Reads statements from standard input one by one, with line editing when that is a terminal.
    case repl
    /// Reads all of standard input and evaluates it as one program.
    case script
    case get(path: String)
    case set(path: String, value: SetValue)
    case eval(source: String)
    case run(files: [String], follow: Bool)
    case check(files: [String])
    case watch(paths: [String], WatchOptions)
    case tail(WatchOptions)
    case list(pattern: String?)
    case status
    case stop
    case sockname
    case version
    case help(topic: String?)
  }

  /// The new value as it stood on the command line.
  public enum SetValue: Equatable, Sendable {
    case json(String)
    case string(String)
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
  public var color = ColorChoice.auto
  /// How long one request may take; `nil` waits for as long as the daemon needs.
  public var timeout: Duration?

  public init() {}
}

public enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// Options of `watch` and `tail`.
public struct WatchOptions: Equatable, Sendable {
  /// Ends after so many changes.
  public var count: Int?
  /// Where to begin: `8841@k3f9`, or a time ago such as `-10m`; `nil` is now.
  public var since: String?
  /// Comes back when the connection is lost, which is the default.
  public var reconnect = true
  /// Shows the values there are first (`watch` only).
  public var initial = true

  public init() {}
}

/// A command line that makes no sense; exit status 64.
public struct UsageError: Error, Equatable, Sendable {
  public var message: String
  /// What to type instead.
  public var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

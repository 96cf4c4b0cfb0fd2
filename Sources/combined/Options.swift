// The command line, parsed into a value: what was asked for, or a sentence about what was not understood.

internal import Engine
internal import Outside
internal import Server

/// What `combined` was told to do.
struct Options: Equatable {
  enum Command: Equatable {
    case run
    case printVersion
    case printHelp
  }

  var command = Command.run
  /// `nil`: the default place.
  var socket: String?
  /// The directory of the journal; `nil`: the default place.
  var state: String?
  /// Nothing is kept.
  var isEphemeral = false
  /// Nothing that was declared is evaluated.
  var isSafe = false
  var level = Log.Level.notice
  /// Users and groups that are let in beside our own.
  var grants: [ServerSettings.Grant] = []
  /// Limits other than the usual ones: `steps=1000000`.
  var limits: [String] = []
  /// Properties whose values are not told.
  var secrets: [String] = []
  /// What programs may reach.
  var capabilities = Grants()

  struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// - Parameter arguments: without the program's name.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      let (name, attached) = Self.split(argument)
      func value() throws(UsageError) -> String {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
          throw UsageError(description: "\(name) needs a value")
        }
        return value
      }
      func flag() throws(UsageError) {
        guard attached == nil else { throw UsageError(description: "\(name) takes no value") }
      }
      switch name {
      case "--socket": socket = try value()
      case "--state": state = try value()
      case "--log":
        let text = try value()
        guard let level = Log.Level(name: text) else {
          let known = Log.Level.allCases.map(\.name).joined(separator: ", ")
          throw UsageError(description: "--log takes one of \(known), not '\(text)'")
        }
        self.level = level
      case "--allow":
        let text = try value()
        if text.contains(":"), let grant = ServerSettings.Grant(text) {
          grants.append(grant)
        } else if capabilities.allow(text) != nil {
          throw UsageError(
            description:
              "--allow takes read=DIR, write=DIR, run, run=PROGRAM, ROLE:UID, ROLE:@GID or writer:UID:PATHS, not '\(text)'; "
              + "roles: viewer, writer, owner")
        }
      case "--deny": if let problem = capabilities.deny(try value()) { throw UsageError(description: problem) }
      case "--limit": limits.append(try value())
      case "--secret": secrets.append(try value())
      case "--ephemeral":
        try flag()
        isEphemeral = true
      case "--safe":
        try flag()
        isSafe = true
      case "--foreground": try flag()
      case "--version":
        try flag()
        command = .printVersion
      case "--help", "-h":
        try flag()
        command = .printHelp
      default: throw UsageError(description: "'\(argument)' is not an option")
      }
    }
    guard !isEphemeral || state == nil else {
      throw UsageError(description: "--ephemeral keeps nothing, so it has no --state")
    }
    _ = try secretFilter
  }

  /// `--socket=path` is `--socket path`.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  /// The properties that `--secret` is about.
  var secretFilter: PathFilter? {
    get throws(UsageError) {
      if secrets.isEmpty { return nil }
      do throws(EngineError) { return try PathFilter(secrets) } catch {
        guard case .malformedPath(let path, let reason) = error else { return nil }
        throw UsageError(description: "--secret takes a pattern of paths, not '\(path)': \(reason)")
      }
    }
  }

  static let help = """
    combined \(Server.version): owns observable stores and streams their changes over a Unix socket

      combined [--socket PATH] [--state DIR | --ephemeral] [--log LEVEL] [--allow WHAT]... [--deny net] [--limit NAME=N]...
               [--secret PATTERN]... [--safe]

      --socket PATH   where to listen; default $COMBINED_SOCKET, then $XDG_RUNTIME_DIR/combined/sock,
                      then ${TMPDIR:-/tmp}/combined-UID/sock
      --state DIR     where to keep what must survive; default $XDG_STATE_HOME/combined, then
                      ~/.local/state/combined
      --ephemeral     keep nothing
      --allow WHAT    what programs may reach beside the network; may be given several times:
                      read=DIR   File("DIR/…").lines, files below DIR as publishers of lines
                      write=DIR  File("DIR/…").append(line)
                      run        Command("…").lines and run("…"), any program
                      run=NAME   only the program of that name
      --deny net      no request leaves; stubs still answer
      --log LEVEL     debug, info, notice (default), warning or error; goes to standard error
      --allow ROLE:UID  let another user in as viewer, writer or owner; ROLE:@GID lets in a group, writer:UID:home.** a
                      writer of some paths only. The socket's directory must let them through as well
      --limit NAME=N  what one activation of a program may use: steps, calls (nested), elements (of a collection),
                      growth (bytes); or what clients may: clients, subs, inflight, queue, replies, memory, value.
                      'combinectl status --json' tells them, server.config lists and changes them while it runs
      --secret PATTERN  never tell the values of these properties, such as '**.password' or 'login.{token,key}': clients
                      read and hear {"$secret": true}. They can be set, programs see them, and the journal holds them
      --safe          evaluate nothing of what was declared: everything stays in the journal, can be listed and read, and
                      one by one declared anew or removed. For when a declaration does not let the daemon start
      --foreground    stay in the foreground (always so; accepted for service files)
      --version       print the version and exit
      --help          print this and exit

    It runs until SIGTERM, SIGINT or 'combinectl stop'. Under systemd it takes a socket handed over with LISTEN_FDS
    and says READY=1. A declaration that ends it twice in a row while it starts is left out at the next start, and
    'combinectl doctor' says so; when it ends by itself twice within ten seconds, the next start is as with --safe.
    Exit status: 0 stopped in order, 64 usage, 73 no socket, 74 the journal, 75 runs already.

    """
}

// The command line, parsed into a value: what was asked for, or a sentence about what was not understood.

internal import Engine
internal import Outside
internal import Server

/// The options of `combined`, read from its command line.
struct Options: Equatable {
  enum Command: Equatable {
    case run
    case printVersion
    case printHelp
    case printManual
    /// Copies the journal of a stopped daemon to a file.
    case backUp(file: String)
    /// Puts a copy of such a file where the journal is.
    case restore(file: String)
  }

  var command = Command.run
  /// `nil`: the default place.
  var socket: String?
  /// The directory of the journal; `nil`: the default place.
  var state: String?
  /// Nothing is kept.
  var isEphemeral = false
  /// Told to stop, it begins anew with nothing; it ends with whoever started it.
  var startsAgain = false
  /// What all that is random follows from.
  var seed: UInt64?
  /// It ends when this process does.
  var endsWith: Int32?
  /// Nothing that was declared is evaluated.
  var isSafe = false
  var level = Log.Level.notice
  /// Users and groups that are let in beside our own.
  var grants: [ServerSettings.Grant] = []
  /// Limits other than the usual ones: `steps=1000000`.
  var limits: [String] = []
  /// Patterns of properties whose values are redacted.
  var secrets: [String] = []
  /// Those that the journal remembers do not hold any more.
  var forgetsSecrets = false
  /// What a copy says is an object.
  var isJSON = false
  /// What is replaced is kept under another name.
  var isForced = false
  /// What programs may reach.
  var capabilities = Grants()

  struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// How it is started again after it was killed: as it was, but for its socket; files and directories from the root.
  private(set) var again: [String] = []

  /// The largest number that every reader of JSON has exactly.
  private static let seedMax: UInt64 = 1 << 53 - 1

  /// - Parameter arguments: without the program's name.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      let (name, attached) = Self.split(argument)
      var given: String?
      func value() throws(UsageError) -> String {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
          throw UsageError(description: "\(name) needs a value")
        }
        given = value
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
      case "--no-secrets":
        try flag()
        forgetsSecrets = true
      case "--ephemeral":
        try flag()
        isEphemeral = true
      case "--again":
        try flag()
        startsAgain = true
      case "--seed":
        let text = try value()
        guard let number = UInt64(text), number <= Self.seedMax else {
          throw UsageError(description: "--seed takes a number from 0 to \(Self.seedMax), not '\(text)'")
        }
        seed = number
      case "--ends-with":
        let text = try value()
        guard let process = Int32(text), process > 0 else {
          throw UsageError(description: "--ends-with takes the number of a process, not '\(text)'")
        }
        endsWith = process
      case "--safe":
        try flag()
        isSafe = true
      case "--foreground": try flag()
      case "--backup": command = .backUp(file: try value())
      case "--restore": command = .restore(file: try value())
      case "--json":
        try flag()
        isJSON = true
      case "--force":
        try flag()
        isForced = true
      case "--version":
        try flag()
        command = .printVersion
      case "--manual":
        try flag()
        command = .printManual
      case "--help", "-h":
        try flag()
        command = .printHelp
      default: throw UsageError(description: "'\(argument)' is not an option")
      }
      note(name, given)
    }
    // It is for one run, or for one process, whoever starts it.
    if startsAgain || endsWith != nil { again = [] }
    guard !isEphemeral || state == nil else {
      throw UsageError(description: "--ephemeral keeps nothing, so it has no --state")
    }
    guard isEphemeral || !startsAgain else {
      throw UsageError(description: "--again begins with nothing each time, so it belongs to --ephemeral")
    }
    guard isEphemeral || seed == nil else {
      throw UsageError(description: "--seed does the same from the beginning, so it belongs to --ephemeral")
    }
    switch command {
    case .backUp, .restore:
      guard !isEphemeral else { throw UsageError(description: "--ephemeral keeps nothing that could be copied") }
    default:
      guard !isJSON else { throw UsageError(description: "--json belongs to --backup and --restore") }
    }
    if case .restore = command {
    } else if isForced {
      throw UsageError(description: "--force belongs to --restore")
    }
    guard secrets.isEmpty || !forgetsSecrets else {
      throw UsageError(description: "--secret says which there are, and --no-secrets that there are none")
    }
    _ = try Self.filter(secrets)
  }

  /// Takes an option into `again`.
  private mutating func note(_ name: String, _ value: String?) {
    switch (name, value) {
    case ("--socket", _), ("--foreground", _): break
    case ("--state", let directory?): again += [name, Places.absolute(directory)]
    case ("--allow", let text?):
      let what = ["read=", "write="].first { text.hasPrefix($0) }
      again += [name, what.map { $0 + Places.absolute(String(text.dropFirst($0.count))) } ?? text]
    case (_, let value?): again += [name, value]
    case (_, nil): again.append(name)
    }
  }

  /// `--socket=path` is `--socket path`.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  /// The properties that such patterns are about.
  static func filter(_ secrets: [String]) throws(UsageError) -> PathFilter? {
    if secrets.isEmpty { return nil }
    do throws(EngineError) { return try PathFilter(secrets) } catch {
      guard case .malformedPath(let path, let reason) = error else {
        throw UsageError(description: "--secret takes patterns of paths: \(error)")
      }
      throw UsageError(description: "--secret takes a pattern of paths, not '\(path)': \(reason)")
    }
  }
}

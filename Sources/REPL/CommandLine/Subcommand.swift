// The table of `combinectl`'s commands. Parsing, help and "did you mean" come from it, so they cannot disagree.
import Wire

/// One option as help shows it.
struct OptionRow: Equatable, Sendable {
  /// With its dashes: `--socket`.
  var name: String
  /// The short form, where there is one: `-q`.
  var short: String?
  /// What follows it, or nil for a switch: `PATH`.
  var value: String?
  var summary: String
}

struct Subcommand: Sendable {
  var name: String
  /// The arguments as help shows them.
  var synopsis: String
  var summary: String
  var options: [OptionRow] = []
  /// How many arguments it takes besides options.
  var arguments: ClosedRange<Int>
  var examples: [String] = []
  var make: @Sendable (_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action
}

extension Subcommand {
  static let watching: [OptionRow] = [
    OptionRow(name: "--count", value: "N", summary: "end after N changes"),
    OptionRow(name: "--since", value: "WHEN", summary: "begin after an earlier commit: 8841@k3f9, or 8841"),
    OptionRow(name: "--no-reconnect", summary: "end (status 75) when the connection is lost, instead of coming back"),
  ]

  static let state = OptionRow(
    name: "--state", value: "DIR", summary: "where a daemon that does not run keeps its journal; else the default")

  static let all: [Subcommand] = [
    Subcommand(
      name: "repl", synopsis: "", summary: "read Swift statements and : commands, line by line", arguments: 0...0,
      examples: ["combinectl", "combinectl repl"],
      make: { _, _ in .repl }),
    Subcommand(
      name: "eval", synopsis: "'SWIFT'", summary: "evaluate Swift and print its values", arguments: 1...1,
      examples: ["combinectl eval 'signup.username.count'", "combinectl eval 'signup.username = \"ada\"'"],
      make: { arguments, _ in .eval(source: arguments[0]) }),
    Subcommand(
      name: "run", synopsis: "FILE…",
      summary: "evaluate a file of Swift, or several as one program; - is standard input",
      options: [OptionRow(name: "--follow", summary: "stay, and print what the pipelines print later")],
      arguments: 1...Int.max,
      examples: [
        "combinectl run signup.swift", "combinectl < signup.swift", "combinectl run Model.swift API.swift main.swift",
      ],
      make: { arguments, options in .run(files: arguments, follow: options["--follow"] != nil) }),
    Subcommand(
      name: "check", synopsis: "FILE…",
      summary: "report what is wrong with a file of Swift, or several as one program, and run nothing",
      arguments: 1...Int.max, examples: ["combinectl check signup.swift"],
      make: { arguments, _ in .check(files: arguments) }),
    Subcommand(
      name: "test", synopsis: "FILE…",
      summary: "run each file against a daemon of its own, on virtual time; fails (2) when an #expect does not hold",
      arguments: 1...Int.max, examples: ["combinectl test signup.swift"],
      make: { arguments, _ in .test(files: arguments) }),
    Subcommand(
      name: "get", synopsis: "PATH", summary: "print a value as JSON", arguments: 1...1,
      examples: ["combinectl get signup.username", "combinectl get 'shelf.books[0].title'"],
      make: { arguments, _ in .get(path: arguments[0]) }),
    Subcommand(
      name: "set", synopsis: "PATH JSON", summary: "set a value",
      options: [OptionRow(name: "--string", value: "TEXT", summary: "set to this text, without JSON's quotes")],
      arguments: 1...2,
      examples: [
        "combinectl set counter.n 3", "combinectl set signup.username '\"ada\"'",
        "combinectl set signup.username --string ada",
      ],
      make: makeSet),
    Subcommand(
      name: "call", synopsis: "PATH [JSON]", summary: "call a method of a store, and wait until it is done",
      options: [
        OptionRow(name: "--single-flight", summary: "join a call of the same that is under way, if there is one")
      ],
      arguments: 1...2, examples: ["combinectl call counter.add '{\"by\": 3}'", "combinectl call books.refresh"],
      make: { arguments, options throws(UsageError) in
        .call(
          path: arguments[0], arguments: try json(arguments, example: "combinectl call counter.add '{\"by\": 3}'"),
          isSingleFlight: options["--single-flight"] != nil)
      }),
    Subcommand(
      name: "post", synopsis: "NAME [JSON]",
      summary: "post a notification to NotificationCenter.default; JSON is its userInfo, an object",
      arguments: 1...2, examples: ["combinectl post orderReceived", "combinectl post orderReceived '{\"id\": 17}'"],
      make: { arguments, _ throws(UsageError) in
        let info = try json(arguments, example: "combinectl post \(arguments[0]) '{\"id\": 17}'")
        switch info {
        case nil, .object: return .post(name: arguments[0], userInfo: info)
        default:
          throw UsageError("a notification tells an object", hint: "combinectl post \(arguments[0]) '{\"id\": 17}'")
        }
      }),
    Subcommand(
      name: "ls", synopsis: "[PATTERN]", summary: "list the stores", arguments: 0...1,
      examples: ["combinectl ls", "combinectl ls 'sign*'"],
      make: { arguments, _ in .list(pattern: arguments.first) }),
    Subcommand(
      name: "watch", synopsis: "PATH…", summary: "print values and every change of them, until Ctrl-C",
      options: watching + [OptionRow(name: "--no-initial", summary: "leave out the values there are now")],
      arguments: 1...Int.max, examples: ["combinectl watch signup.isValid", "combinectl watch 'signup.*' --count 1"],
      make: { arguments, options throws(UsageError) in .watch(paths: arguments, try watchOptions(options)) }),
    Subcommand(
      name: "tail", synopsis: "", summary: "follow everything that happens, with its causes", options: watching,
      arguments: 0...0, examples: ["combinectl tail", "combinectl tail --since 8841@k3f9"],
      make: { _, options throws(UsageError) in .tail(try watchOptions(options)) }),
    Subcommand(
      name: "gen", synopsis: "LANGUAGE", summary: "write a typed client of this daemon: typescript, python or swift",
      arguments: 1...1,
      examples: ["combinectl gen typescript", "combinectl gen python"],
      make: { arguments, _ throws(UsageError) in
        guard ClientLanguage(rawValue: arguments[0]) != nil else {
          let known = ClientLanguage.allCases.map(\.rawValue)
          let meant = nearest(arguments[0].lowercased(), among: known)
          throw UsageError(
            "gen writes \(known.joined(separator: ", ")), not '\(arguments[0])'",
            hint: meant.map { "combinectl gen \($0)" })
        }
        return .generate(arguments[0])
      }),
    Subcommand(
      name: "source", synopsis: "[NAME]",
      summary: "print what is declared, as it was written, or one declaration of it",
      arguments: 0...1, examples: ["combinectl source", "combinectl source signup"],
      make: { arguments, _ in .source(name: arguments.first) }),
    Subcommand(
      name: "remove", synopsis: "NAME", summary: "take a declaration out of the program, and its values with it",
      arguments: 1...1, examples: ["combinectl remove signup"],
      make: { arguments, _ in .remove(name: arguments[0]) }),
    Subcommand(
      name: "backup", synopsis: "FILE",
      summary: "copy everything that is kept to a file, whether the daemon runs or not; restore starts from it",
      options: [state], arguments: 1...1,
      examples: ["combinectl backup monday.backup", "combinectl backup monday.backup --state ~/.local/state/combined"],
      make: { arguments, options in .backUp(file: arguments[0], state: options["--state"]) }),
    Subcommand(
      name: "restore", synopsis: "FILE",
      summary: "put a backup where the journal is; the daemon must not run",
      options: [
        state,
        OptionRow(name: "--force", summary: "also where a journal is; that one is kept under another name, and told"),
      ],
      arguments: 1...1,
      examples: ["combinectl restore monday.backup", "combinectl restore --force monday.backup"],
      make: { arguments, options in
        .restore(file: arguments[0], state: options["--state"], isForced: options["--force"] != nil)
      }),
    Subcommand(
      name: "export", synopsis: "[FILE]",
      summary: "write the program and its values as text that combinectl can run; with --json as one object",
      arguments: 0...1,
      examples: ["combinectl export program.swift", "combinectl export --json"],
      make: { arguments, _ in .export(file: arguments.first) }),
    Subcommand(
      name: "doctor", synopsis: "",
      summary:
        "say what is wrong with the daemon and what to do; 0 when nothing is, 65 when a declaration is, 69 no daemon",
      arguments: 0...0,
      make: { _, _ in .doctor }),
    Subcommand(
      name: "status", synopsis: "", summary: "how the daemon is", arguments: 0...0,
      make: { _, _ in .status }),
    Subcommand(
      name: "stop", synopsis: "", summary: "ask the daemon to end; what it keeps is there at the next start",
      arguments: 0...0,
      make: { _, _ in .stop }),
    Subcommand(
      name: "sockname", synopsis: "", summary: "print where the daemon's socket is", arguments: 0...0,
      examples: ["nc -U \"$(combinectl sockname)\""],
      make: { _, _ in .sockname }),
    Subcommand(
      name: "version", synopsis: "", summary: "print the versions of combinectl, the protocol and the daemon",
      arguments: 0...0,
      make: { _, _ in .version }),
    Subcommand(
      name: "help", synopsis: "[COMMAND]", summary: "explain a command", arguments: 0...1,
      make: { arguments, _ in .help(topic: arguments.first) }),
  ]

  static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }

  static let globalOptions: [OptionRow] = [
    OptionRow(name: "--socket", value: "PATH", summary: "the daemon's socket; else $COMBINED_SOCKET, else the default"),
    OptionRow(
      name: "--namespace", short: "-n", value: "NAME",
      summary: "where names and paths belong: with red, counter.n is red.counter.n"),
    OptionRow(name: "--json", summary: "print one JSON object per line, for programs"),
    OptionRow(name: "--no-spawn", summary: "fail when no daemon runs, instead of starting one"),
    OptionRow(name: "--quiet", short: "-q", summary: "no notices about the daemon on standard error"),
    OptionRow(name: "--color", value: "WHEN", summary: "auto, always or never"),
    OptionRow(name: "--timeout", value: "TIME", summary: "how long a request may take: 500ms, 5s, 2m"),
    OptionRow(name: "--help", short: "-h", summary: "explain the command"),
    OptionRow(name: "--version", summary: "same as the command version"),
  ]

  private static func makeSet(_ arguments: [String], _ options: [String: String]) throws(UsageError)
    -> Invocation.Action
  {
    switch (arguments.count, options["--string"]) {
    case (1, let text?): return .set(path: arguments[0], value: .string(text))
    case (2, nil):
      let value = try jsonArgument(arguments[1]) { json in
        let quoted = "'" + json.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        return "combinectl set \(arguments[0]) \(quoted)"
      }
      return .set(path: arguments[0], value: value)
    case (2, _?): throw UsageError("set takes JSON or --string TEXT, not both")
    default:
      throw UsageError(
        "set needs a value",
        hint: "combinectl set \(arguments[0]) JSON, or: combinectl set \(arguments[0]) --string TEXT")
    }
  }

  /// The second argument, where there is one.
  private static func json(_ arguments: [String], example: String) throws(UsageError) -> JSONValue? {
    guard arguments.count > 1 else { return nil }
    do throws(JSONError) { return try JSONValue(parsing: arguments[1]) } catch {
      throw UsageError("'\(arguments[1])' is not JSON: \(error.reason)", hint: example)
    }
  }

  private static func watchOptions(_ given: [String: String]) throws(UsageError) -> WatchOptions {
    var options = WatchOptions()
    if let text = given["--count"] {
      guard let count = Int(text), count > 0 else {
        throw UsageError("--count needs a whole number above 0, not '\(text)'")
      }
      options.count = count
    }
    if let text = given["--since"] {
      guard let since = Since(text) else {
        throw UsageError("--since needs a revision such as 8841@k3f9 or 8841, not '\(text)'")
      }
      options.since = since
    }
    options.reconnect = given["--no-reconnect"] == nil
    options.initial = given["--no-initial"] == nil
    return options
  }
}

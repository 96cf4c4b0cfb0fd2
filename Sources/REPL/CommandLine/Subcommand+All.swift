// The commands there are.
import Wire

extension Subcommand {
  static let state = OptionRow(
    name: "--state", value: "DIR", summary: "where a daemon that does not run keeps its journal; else the default")

  private static let ifRev = OptionRow(
    name: "--if-rev", value: "REV", summary: "only if this commit changed it last, else conflict (9)")

  private static let note = OptionRow(name: "--note", value: "TEXT", summary: "why, for whoever asks for causes")

  private static let owner = OptionRow(
    name: "--owner", value: "OWNER",
    summary: "what the namespace ends with, if it is new: session (this command) or watchers (the last of them)",
    completes: .choice(NamespaceOwnership.allCases.map(\.rawValue)))

  private static func owner(in options: [String: String]) throws(UsageError) -> NamespaceOwnership? {
    guard let text = options["--owner"] else { return nil }
    guard let owner = NamespaceOwnership(rawValue: text) else {
      throw UsageError("--owner is session or watchers, not '\(text)'")
    }
    return owner
  }

  /// What a command that asks no daemon has no use for.
  private static let local: Set = ["--socket", "--namespace", "--json", "--timeout"]

  /// As help shows them.
  static let groups: [(title: String, commands: [Subcommand])] = [
    ("Run and test", evaluating), ("Values", values), ("As it happens", following),
    ("What there is, and why", explaining + marbles), ("What is declared, and tools that know it", program),
    ("The daemon", daemon), ("combinectl itself", itself),
  ]

  static let all: [Subcommand] = groups.flatMap(\.commands)

  /// What there is help for: commands, topics, and the operators among the names of Swift.
  private static var helped: [String] {
    let before = evaluating + values + following + explaining + marbles + program + daemon
    // Those of the last group cannot be asked for while it is made.
    var names: [String] = []
    for name in before.map(\.name) + ["completion", "manual", "version", "topics"] + HelpTopic.all.map(\.name)
      + HelpTopic.operators.flatMap(\.names)
    where !names.contains(name) { names.append(name) }
    return names
  }

  private static let evaluating: [Subcommand] = [
    Subcommand(
      name: "repl", synopsis: "", summary: "read Swift statements and : commands, line by line", arguments: 0...0,
      examples: ["combinectl", "combinectl repl"],
      make: { _, _ in .repl }),
    Subcommand(
      name: "eval", synopsis: "'SWIFT'", summary: "evaluate Swift and print its values", options: [owner],
      arguments: 1...1,
      examples: ["combinectl eval 'signup.username.count'", "combinectl eval 'signup.username = \"ada\"'"],
      make: { arguments, options throws(UsageError) in .eval(source: arguments[0], owner: try owner(in: options)) }),
    Subcommand(
      name: "run", synopsis: "FILE…",
      summary: "evaluate a file of Swift, or several as one program; - is standard input",
      options: [
        OptionRow(name: "--follow", summary: "stay, and print what the pipelines print later"),
        owner,
        OptionRow(
          name: "--compiled", summary: "build it with swiftc, and run it: its objects are stores here, by import Stores"
        ),
      ],
      arguments: 1...Int.max,
      examples: [
        "combinectl run signup.swift", "combinectl < signup.swift", "combinectl run Model.swift API.swift main.swift",
        "combinectl run --compiled signup.swift",
      ],
      completes: .file,
      make: { arguments, options throws(UsageError) in
        let owner = try owner(in: options)
        guard options["--compiled"] != nil else {
          return .run(files: arguments, follow: options["--follow"] != nil, owner: owner)
        }
        guard owner == nil else { throw UsageError("what a compiled program gives ends with it; leave out --owner") }
        guard options["--follow"] == nil else {
          throw UsageError("--compiled stays as long as the program runs; leave out --follow")
        }
        return .runCompiled(files: arguments)
      }),
    Subcommand(
      name: "check", synopsis: "FILE…",
      summary: "report what is wrong with a file of Swift, or several as one program, and run nothing",
      arguments: 1...Int.max, examples: ["combinectl check signup.swift"],
      completes: .file,
      make: { arguments, _ in .check(files: arguments) }),
    test, record, replay,
  ]

  private static let values: [Subcommand] = [
    Subcommand(
      name: "get", synopsis: "PATH",
      summary: "print a value as JSON, or a list of objects with a column for each member",
      options: [OutputForm.option("{value}")], arguments: 1...1,
      examples: [
        "combinectl get signup.username", "combinectl get 'shelf.books[0].title'",
        "combinectl get shelf.books --format csv", "combinectl get shelf.books --format '{title} by {author}'",
      ],
      completes: .path, unheededBeside: OutputForm.unheeded,
      make: { arguments, options throws(UsageError) in
        .get(path: arguments[0], form: try OutputForm(of: options))
      }),
    Subcommand(
      name: "set", synopsis: "PATH JSON", summary: "set a value",
      options: [OptionRow(name: "--string", value: "TEXT", summary: "set to this text, without JSON's quotes")],
      arguments: 1...2,
      examples: [
        "combinectl set counter.n 3", "combinectl set signup.username '\"ada\"'",
        "combinectl set signup.username --string ada",
      ],
      completes: .path,
      make: makeSet),
    Subcommand(
      name: "patch", synopsis: "PATH JSON", summary: "change a part of a value",
      options: [
        OptionRow(
          name: "--format", value: "FORMAT",
          summary: "how it is spelled: native (what events tell), merge (RFC 7396) or json-patch (RFC 6902)",
          completes: .choice(["native", "merge", "json-patch"])),
        ifRev, note,
      ],
      arguments: 2...2,
      examples: [
        "combinectl patch cart.items '[[\"insert\",0,[{\"title\":\"tea\"}]]]'",
        "combinectl patch form.address '{\"city\":\"Lund\"}' --format merge",
      ],
      completes: .path, make: makePatch),
    Subcommand(
      name: "commit", synopsis: "PATH=JSON…", summary: "set several values in one transaction: all of them or none",
      options: [
        OptionRow(
          name: "--if", value: "PATH=JSON",
          summary: "only if this is the value now, else conflict (9); may be repeated",
          isRepeatable: true, completes: .path),
        note,
      ],
      arguments: 1...Int.max,
      examples: [
        "combinectl commit from.balance=90 to.balance=10",
        "combinectl commit from.balance=90 to.balance=10 --if from.balance=100 --note rent",
      ],
      completes: .path, make: makeCommit),
    Subcommand(
      name: "reset", synopsis: "PATH", summary: "give a property, or all of a store, its declared value again",
      options: [note], arguments: 1...1, examples: ["combinectl reset signup.username", "combinectl reset signup"],
      completes: .path,
      make: { arguments, options in .reset(path: arguments[0], note: options["--note"]) }),
    Subcommand(
      name: "undo", synopsis: "REV",
      summary: "set back what a commit changed, as another commit; conflict (9) when it has changed since",
      options: [note], arguments: 1...1, examples: ["combinectl undo 12", "combinectl undo 12 --note 'wrong price'"],
      unheeded: ["--namespace"], make: makeUndo),
    Subcommand(
      name: "call", synopsis: "PATH [JSON]", summary: "call a method of a store, and wait until it is done",
      options: [
        OptionRow(name: "--single-flight", summary: "join a call of the same that is under way, if there is one")
      ],
      arguments: 1...2, examples: ["combinectl call counter.add '{\"by\": 3}'", "combinectl call books.refresh"],
      completes: .method,
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
  ]

  private static let explaining: [Subcommand] = [
    Subcommand(
      name: "ls", synopsis: "[PATTERN]", summary: "list the stores and their properties",
      options: [
        OptionRow(name: "--paths", summary: "the paths of stores and properties only, one a line"),
        OptionRow(name: "--methods", summary: "what can be called: a path, a tab and its declaration, one a line"),
        OutputForm.option("{path} {value}"),
      ],
      arguments: 0...1,
      examples: [
        "combinectl ls", "combinectl ls 'sign*'", "combinectl ls --paths", "combinectl ls --format '{path} {value}'",
      ],
      completes: .path, unheededBeside: OutputForm.unheeded,
      make: { arguments, options throws(UsageError) in
        let form = try OutputForm(of: options)
        guard [form != nil, options["--paths"] != nil, options["--methods"] != nil].filter(\.self).count < 2 else {
          throw UsageError("--paths, --methods and --format exclude each other", hint: "leave all but one out")
        }
        if options["--methods"] != nil { return .methods(pattern: arguments.first) }
        return .list(pattern: arguments.first, pathsOnly: options["--paths"] != nil, form: form)
      }),
    Subcommand(
      name: "why", synopsis: "PATH [COUNT]",
      summary: "tell what made a value what it is, back to the request: the last 16 steps, or COUNT of them",
      arguments: 1...2, examples: ["combinectl why signup.isValid", "combinectl why counter.n 256"], completes: .path,
      make: { arguments, _ in .command("why " + arguments.joined(separator: " ")) }),
    Subcommand(
      name: "owners", synopsis: "[PATTERN]", summary: "list who keeps which store alive, and who watches it",
      arguments: 0...1, examples: ["combinectl owners", "combinectl owners 'shop.*'"], completes: .path,
      make: { arguments, _ in .command(arguments.isEmpty ? "owners" : "owners " + arguments[0]) }),
    Subcommand(
      name: "history", synopsis: "PATH [COUNT]",
      summary: "list the values that a path has had, of each commit the last, newest first",
      options: [OutputForm.option("{rev} {value}")], arguments: 1...2,
      examples: [
        "combinectl history signup.username", "combinectl history signup 5",
        "combinectl history signup.username 1000 --format csv",
      ],
      completes: .path, unheededBeside: OutputForm.unheeded,
      make: { arguments, options throws(UsageError) in
        _ = try OutputForm(of: options)
        let form = options["--format"].map { " --format \($0)" } ?? ""
        return .command("history " + arguments.joined(separator: " ") + form)
      }),
    Subcommand(
      name: "graph", synopsis: "[dot|mermaid|json]",
      summary: "draw which properties feed which, through what, and how many values have come in and out",
      options: [
        OptionRow(name: "--every", value: "TIME", summary: "draw it again so often, with what has come meanwhile")
      ],
      arguments: 0...1,
      examples: [
        "combinectl graph", "combinectl graph dot | dot -Tsvg > graph.svg", "combinectl graph --every 1s",
      ],
      completes: .choice(["dot", "mermaid", "json"]), unheeded: ["--namespace"], make: makeGraph),
    Subcommand(
      name: "pipe", synopsis: "[pause|break|slow|step|resume|clear|remove|wait|replay NAME …]",
      summary:
        "list the pipelines; hold one, stop it before some values, slow it down, let values through; wait until it is held; run one, or another in its place, over what its input was",
      options: [
        OptionRow(name: "--with", value: "SWIFT", summary: "of replay: what takes the pipeline's place"),
        OptionRow(name: "--since", value: "TIME", summary: "of replay: only what happened since then, or since -10m"),
        OptionRow(
          name: "--limit", value: "COUNT",
          summary: "of replay: so many of the newest changes of its input, 200 if nothing else is said"),
        OptionRow(name: "--names", summary: "the names only, one a line"),
      ],
      arguments: 0...Int.max,
      examples: [
        "combinectl pipe", "combinectl pipe pause signup.isValid", "combinectl pipe step signup.isValid 2",
        "combinectl pipe break search.results 'value.count > 10'", "combinectl pipe slow search.results 500ms",
        "combinectl pipe wait search.results --timeout 1m",
        "combinectl pipe replay signup.isValid --with '$username.map { $0.count > 3 }'",
      ],
      completes: .choice(PipelineVerb.allCases.map(\.rawValue) + ["wait"]), completesNext: .pipeline, make: makePipe),
    Subcommand(
      name: "report", synopsis: "FILE",
      summary: "write what there is and what has happened into one HTML file: graph, marbles, causes, log",
      arguments: 1...1, examples: ["combinectl report bug.html"], completes: .file,
      make: { arguments, _ in .command("report \"\(arguments[0])\"") }),
  ]

  private static let marbles: [Subcommand] = [
    Subcommand(
      name: "try", synopsis: "OPERATORS DIAGRAM…",
      summary: "run operators on marble diagrams, on virtual time; the second diagram is b, then c and d",
      options: [
        OptionRow(name: "--column", value: "TIME", summary: "the time a column takes, 100ms if nothing else is said")
      ],
      arguments: 2...Int.max,
      examples: [
        "combinectl try 'debounce 300ms' 'a-bc------d---|'", "combinectl try '.map { $0 * 2 }.scan(0, +)' '1-2-3|'",
        "combinectl try 'merge(with: b)' 'a--c|' '-b--|' --column 1s",
      ],
      completes: .choice(HelpTopic.operators.flatMap(\.names)), unheeded: ["--namespace"], takesDiagrams: true,
      make: makeTry),
    Subcommand(
      name: "marbles", synopsis: "PIPELINE|PROPERTY",
      summary:
        "draw what went through a pipeline, operator by operator, by time: from history, which has one value for each commit, or with --for what comes next, each value of it",
      options: [
        OptionRow(name: "--for", value: "TIME", summary: "watch it for so long, and draw what has come through")
      ],
      arguments: 1...1, examples: ["combinectl marbles search.query", "combinectl marbles search.query --for 10s"],
      completes: .path, make: makeMarbles),
  ]

  private static let program: [Subcommand] = [
    Subcommand(
      name: "list", synopsis: "", summary: "list what is declared, in the order in which it is evaluated",
      options: [OptionRow(name: "--names", summary: "the names only, one a line"), OutputForm.option("{names}")],
      arguments: 0...0, examples: ["combinectl list", "combinectl list --names", "combinectl list --format csv"],
      unheededBeside: OutputForm.unheeded,
      make: { _, options throws(UsageError) in
        let form = try OutputForm(of: options)
        if form != nil, options["--names"] != nil { throw UsageError("--names has a form of its own") }
        return .declarations(namesOnly: options["--names"] != nil, form: form)
      }),
    Subcommand(
      name: "source", synopsis: "[NAME]",
      summary: "print what is declared, as it was written, or one declaration of it",
      arguments: 0...1, examples: ["combinectl source", "combinectl source signup"],
      completes: .name,
      make: { arguments, _ in .source(name: arguments.first) }),
    Subcommand(
      name: "remove", synopsis: "NAME", summary: "take a declaration out of the program, and its values with it",
      arguments: 1...1, examples: ["combinectl remove signup"],
      completes: .name,
      make: { arguments, _ in .remove(name: arguments[0]) }),
    exporting,
    Subcommand(
      name: "gen", synopsis: "LANGUAGE", summary: "write a typed client of this daemon: typescript, python or swift",
      arguments: 1...1,
      examples: ["combinectl gen typescript", "combinectl gen python"],
      completes: .choice(ClientLanguage.allCases.map(\.rawValue)), unheeded: ["--namespace", "--json"],
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
      name: "lsp", synopsis: "",
      summary: "a language server on standard input and output, for editors: files of Swift and .test files",
      arguments: 0...0, examples: ["combinectl lsp", "combinectl lsp --namespace red"],
      unheeded: ["--json", "--timeout"],
      make: { _, _ in .languageServer }),
    Subcommand(
      name: "mcp", synopsis: "",
      summary: "a server of the Model Context Protocol on standard input and output, for agents: what a viewer may ask",
      options: [
        OptionRow(
          name: "--role", value: "ROLE", summary: "viewer (when left out), writer or owner: whose methods are tools",
          completes: .choice(RoleName.allCases.map(\.rawValue)))
      ],
      arguments: 0...0, examples: ["combinectl mcp", "combinectl mcp --role owner"],
      unheeded: ["--namespace", "--json", "--timeout"],
      make: { _, options throws(UsageError) in
        guard let text = options["--role"] else { return .contextServer(.viewer) }
        guard let role = RoleName(rawValue: text) else {
          throw UsageError("--role is viewer, writer or owner, not '\(text)'")
        }
        return .contextServer(role)
      }),
  ]

  private static let daemon: [Subcommand] = [
    Subcommand(
      name: "status", synopsis: "", summary: "how the daemon is", arguments: 0...0,
      unheeded: ["--namespace"],
      make: { _, _ in .status }),
    top,
    Subcommand(
      name: "doctor", synopsis: "",
      summary:
        "say what is wrong with the daemon and what to do; 0 when nothing is, 65 when a declaration is, 69 no daemon",
      arguments: 0...0,
      unheeded: ["--namespace"],
      make: { _, _ in .doctor }),
    Subcommand(
      name: "clients", synopsis: "", summary: "list who is connected, and what they have not read yet",
      options: [OutputForm.option("{name} {pid}")], arguments: 0...0,
      examples: ["combinectl clients", "combinectl clients --format '{session} {name} {unread}'"],
      unheeded: ["--namespace"], unheededBeside: OutputForm.unheeded,
      make: { _, options throws(UsageError) in .clients(form: try OutputForm(of: options)) }),
    Subcommand(
      name: "rpc", synopsis: "METHOD [JSON]",
      summary: "call a method of the protocol; sub.open goes on and prints its events, one object a line",
      arguments: 1...2,
      examples: ["combinectl rpc server.status", "combinectl rpc store.get '{\"path\":\"signup.username\"}'"],
      completes: .choice(MethodTable.names), unheeded: ["--namespace", "--json"], make: makeCall),
    Subcommand(
      name: "backup", synopsis: "FILE",
      summary: "copy everything that is kept to a file, whether the daemon runs or not; restore starts from it",
      options: [state], arguments: 1...1,
      examples: ["combinectl backup monday.backup", "combinectl backup monday.backup --state ~/.local/state/combined"],
      completes: .file, unheeded: ["--namespace"], unheededBeside: ["--state": ["--socket", "--timeout"]],
      make: { arguments, options in .backUp(file: arguments[0], state: options["--state"]) }),
    Subcommand(
      name: "restore", synopsis: "FILE",
      summary: "put a backup where the journal is; the daemon must not run",
      options: [
        state,
        OptionRow(
          name: "--force", summary: "also where a journal is; that one is kept under another name, which is printed"),
      ],
      arguments: 1...1,
      examples: ["combinectl restore monday.backup", "combinectl restore --force monday.backup"],
      completes: .file, unheeded: ["--socket", "--namespace", "--timeout"],
      make: { arguments, options in
        .restore(file: arguments[0], state: options["--state"], isForced: options["--force"] != nil)
      }),
    Subcommand(
      name: "stop", synopsis: "", summary: "ask the daemon to end; what it keeps is there at the next start",
      arguments: 0...0,
      unheeded: ["--namespace"],
      make: { _, _ in .stop }),
    Subcommand(
      name: "sockname", synopsis: "", summary: "print where the daemon's socket is", arguments: 0...0,
      examples: ["nc -U \"$(combinectl sockname)\""],
      unheeded: ["--namespace", "--json", "--timeout"],
      make: { _, _ in .sockname }),
  ]

  private static let itself: [Subcommand] = [
    Subcommand(
      name: "completion", synopsis: "SHELL", summary: "write the completion for bash, zsh or fish",
      arguments: 1...1,
      examples: ["eval \"$(combinectl completion bash)\"", "combinectl completion fish"],
      completes: .choice(ShellCompletion.allCases.map(\.rawValue)), unheeded: local,
      make: { arguments, _ throws(UsageError) in
        guard let shell = ShellCompletion(rawValue: arguments[0]) else {
          throw UsageError("completion is for bash, zsh or fish, not '\(arguments[0])'")
        }
        return .completion(shell)
      }),
    Subcommand(
      name: "manual", synopsis: "", summary: "write the manual page, for man", arguments: 0...0,
      examples: ["combinectl manual | man -l -"], unheeded: local,
      make: { _, _ in .manual }),
    Subcommand(
      name: "version", synopsis: "", summary: "print the versions of combinectl, the protocol and the daemon",
      arguments: 0...0,
      unheeded: ["--namespace"],
      make: { _, _ in .version }),
    Subcommand(
      name: "help", synopsis: "[COMMAND|NAME]",
      summary:
        "explain a command, or a name of Swift with an example; with --json all commands and options as an object",
      options: [OptionRow(name: "--run", summary: "draw what an operator does, as marble diagrams of a real run")],
      arguments: 0...1, examples: ["combinectl help wait", "combinectl help debounce --run"],
      completes: .choice(helped), unheeded: ["--namespace"], make: makeHelp),
  ]
}

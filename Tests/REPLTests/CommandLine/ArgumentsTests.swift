// Command lines and what they mean, as a table.
import Testing
import Wire

@testable import REPL

struct ArgumentsTests {
  private static func options(_ change: (inout GlobalOptions) -> Void) -> GlobalOptions {
    var options = GlobalOptions()
    change(&options)
    return options
  }

  private static func watching(_ change: (inout WatchOptions) -> Void) -> WatchOptions {
    var options = WatchOptions()
    change(&options)
    return options
  }

  private static func tailing(_ change: (inout TailOptions) -> Void) -> TailOptions {
    var options = TailOptions()
    change(&options)
    return options
  }

  @Test(arguments: [
    ("8841", HistoryPlace.commit(rev: 8841, epoch: nil)), ("8841@k3f9", .commit(rev: 8841, epoch: "k3f9")),
    ("-10m", .ago(WireDuration("10m")!)), ("90s", .ago(WireDuration("90s")!)),
    ("2026-11-24", .time(Timestamp("2026-11-24T00:00:00Z")!)),
    ("2026-11-24 10:30", .time(Timestamp("2026-11-24T10:30:00Z")!)),
    ("2026-11-24T10:30:05.5+01:00", .time(Timestamp("2026-11-24T09:30:05.5Z")!)),
    ("10:30", .today(WireDuration("630m")!)), ("00:00:07", .today(WireDuration("7s")!)),
    ("yesterday", nil), ("8841@", nil), ("25:00", nil), ("-5", nil), ("", nil),
  ])
  func placesInHistory(_ text: String, _ expected: HistoryPlace?) { #expect(HistoryPlace(text) == expected) }

  @Test func aTimeOfDayIsOfTheDaemonsDay() {
    let now = Timestamp("2026-11-24T17:00:00Z")!
    #expect(HistoryPlace("10:30")!.moment(now: now) == Timestamp("2026-11-24T10:30:00Z"))
    #expect(HistoryPlace("-90m")!.moment(now: now) == Timestamp("2026-11-24T15:30:00Z"))
    #expect(HistoryPlace("8841")!.moment(now: now) == nil)
  }

  private static func operation(_ path: String, _ value: JSONValue) -> TransactionCommit.Operation {
    var operation = TransactionCommit.Operation()
    operation.set = path
    operation.value = value
    return operation
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: " ").map { String($0.map { $0 == "_" ? " " : $0 }) }
  }

  @Test(arguments: [
    ("", Invocation(action: .repl)),
    ("repl", Invocation(action: .repl)),
    ("get a.b", Invocation(action: .get(path: "a.b", form: nil))),
    ("--json get a.b", Invocation(action: .get(path: "a.b", form: nil), options: options { $0.json = true })),
    ("get a.b --json", Invocation(action: .get(path: "a.b", form: nil), options: options { $0.json = true })),
    (
      "get --socket /tmp/s a.b",
      Invocation(action: .get(path: "a.b", form: nil), options: options { $0.socketPath = "/tmp/s" })
    ),
    (
      "get a.b --socket=/tmp/s=1",
      Invocation(action: .get(path: "a.b", form: nil), options: options { $0.socketPath = "/tmp/s=1" })
    ),
    ("-q --no-spawn status", Invocation(action: .status, options: options { ($0.quiet, $0.spawn) = (true, false) })),
    ("status --color never", Invocation(action: .status, options: options { $0.color = .never })),
    ("status --timeout 500ms", Invocation(action: .status, options: options { $0.timeout = .milliseconds(500) })),
    ("status --timeout 2m", Invocation(action: .status, options: options { $0.timeout = .seconds(120) })),
    ("set a.n 3", Invocation(action: .set(path: "a.n", value: .int(3)))),
    ("set a.n -5", Invocation(action: .set(path: "a.n", value: .int(-5)))),
    ("get -- --x", Invocation(action: .get(path: "--x", form: nil))),
    ("set a.s --string x_y", Invocation(action: .set(path: "a.s", value: .string("x y")))),
    ("set a.s --string=", Invocation(action: .set(path: "a.s", value: .string("")))),
    ("eval 1_+_2", Invocation(action: .eval(source: "1 + 2"))),
    ("eval --owner watchers 1_+_2", Invocation(action: .eval(source: "1 + 2", owner: .watchers))),
    ("run a.swift -", Invocation(action: .run(files: ["a.swift", "-"], follow: false))),
    ("run --follow a.swift", Invocation(action: .run(files: ["a.swift"], follow: true))),
    ("check a.swift", Invocation(action: .check(files: ["a.swift"]))),
    ("watch a.* b", Invocation(action: .watch(paths: ["a.*", "b"], WatchOptions()))),
    (
      "watch a --count 2 --no-initial",
      Invocation(action: .watch(paths: ["a"], watching { ($0.count, $0.initial) = (2, false) }))
    ),
    (
      "tail --since 8@k3 --no-reconnect",
      Invocation(
        action: .tail(paths: [], tailing { ($0.watching.since, $0.watching.reconnect) = (HistoryPlace("8@k3"), false) })
      )
    ),
    (
      "tail a.* b -n 5 --until 10:30 --no-follow --tree",
      Invocation(
        action: .tail(
          paths: ["a.*", "b"],
          tailing { ($0.last, $0.until, $0.follows, $0.format) = (5, HistoryPlace("10:30"), false, .tree) }))
    ),
    (
      "tail a --when value --stop old --fail false --cursor-file c --format wide",
      Invocation(
        action: .tail(
          paths: ["a"],
          tailing { ($0.when, $0.stop, $0.fail, $0.cursorFile, $0.format) = ("value", "old", "false", "c", .wide) }))
    ),
    (
      "-n red tail --since=-10m",
      Invocation(
        action: .tail(paths: [], tailing { $0.watching.since = .ago(WireDuration("10m")!) }),
        options: options { $0.namespace = "red" })
    ),
    ("call a.f", Invocation(action: .call(path: "a.f", arguments: nil, isSingleFlight: false))),
    (
      "call a.f [1] --single-flight",
      Invocation(action: .call(path: "a.f", arguments: .array([.int(1)]), isSingleFlight: true))
    ),
    ("post done", Invocation(action: .post(name: "done", userInfo: nil))),
    ("post done {\"n\":1}", Invocation(action: .post(name: "done", userInfo: .object([.init("n", .int(1))])))),
    ("ls", Invocation(action: .list(pattern: nil, pathsOnly: false, form: nil))),
    ("ls sign* --paths", Invocation(action: .list(pattern: "sign*", pathsOnly: true, form: nil))),
    ("list --names", Invocation(action: .declarations(namesOnly: true, form: nil))),
    ("wait a.n exists --for 5s", Invocation(action: .wait(path: "a.n", .exists, limit: WireDuration("5s")))),
    ("wait a.n", Invocation(action: .wait(path: "a.n", .change, limit: nil))),
    ("wait a.n value>3", Invocation(action: .wait(path: "a.n", .holds("value>3"), limit: nil))),
    ("history a.n 5", Invocation(action: .command("history a.n 5"))),
    ("reset a --note why", Invocation(action: .reset(path: "a", note: "why"))),
    (
      "commit a.n=1 b[\"x=y\"]=[2] --if a.n=0 --if a.m=\"z\"",
      Invocation(
        action: .commit(
          TransactionCommit.Params {
            $0.ops = [operation("a.n", .int(1)), operation("b[\"x=y\"]", [2])]
            $0.conditions = [.init(path: "a.n", value: .int(0)), .init(path: "a.m", value: .string("z"))]
          }))
    ),
    ("rpc store.get {}", Invocation(action: .rpc(method: "store.get", params: .object([])))),
    ("completion fish", Invocation(action: .completion(.fish))),
    ("source", Invocation(action: .source(name: nil))),
    ("source a", Invocation(action: .source(name: "a"))),
    ("remove a", Invocation(action: .remove(name: "a"))),
    ("doctor", Invocation(action: .doctor)),
    ("stop", Invocation(action: .stop)),
    ("sockname", Invocation(action: .sockname)),
    ("--version", Invocation(action: .version)),
    ("help", Invocation(action: .help(topic: nil))),
    ("help get", Invocation(action: .help(topic: "get"))),
    ("get --help", Invocation(action: .help(topic: "get"))),
    ("-h", Invocation(action: .help(topic: nil))),
  ])
  func means(_ line: String, _ expected: Invocation) throws {
    #expect(try parseArguments(Self.words(line), inputIsTerminal: true) == expected)
  }

  @Test func withoutArgumentsAPipeIsAScript() throws {
    #expect(try parseArguments([], inputIsTerminal: false).action == .script)
    #expect(try parseArguments(["--json"], inputIsTerminal: false).action == .script)
    #expect(try parseArguments(["repl"], inputIsTerminal: false).action == .repl)
  }

  @Test(arguments: [
    ("gte a.b", "there is no command 'gte'", "did you mean 'combinectl get'?"),
    ("metrics", "there is no command 'metrics'", "that is 'combinectl export --openmetrics'"),
    ("stat", "there is no command 'stat'", "did you mean 'combinectl status'?"),
    ("signup.username", "there is no command 'signup.username'", "to read a value: combinectl get signup.username"),
    ("signup.swift", "there is no command 'signup.swift'", "to evaluate a file: combinectl run signup.swift"),
    ("a.b=1", "there is no command 'a.b=1'", "to evaluate Swift: combinectl eval 'a.b=1'"),
    ("frobnicate", "there is no command 'frobnicate'", "combinectl help lists them"),
    ("get", "get needs PATH", "combinectl get PATH"),
    ("get a b", "get does not take 'b'; quote it so that the shell passes one word", "combinectl get PATH"),
    ("status x", "status does not take 'x'", "combinectl status"),
    ("set a.b", "set needs a value", "combinectl set a.b JSON, or: combinectl set a.b --string TEXT"),
    ("set a.b 1 --string x", "set takes JSON or --string TEXT, not both", nil),
    ("get a --jsno", "there is no option --jsno", "did you mean --json?"),
    ("get a --zzz", "there is no option --zzz", "combinectl help get lists the options"),
    ("--follow run x", "--follow belongs behind the command run", "combinectl run FILE… --follow"),
    ("wait a --format csv", "wait has no option --format", "combinectl help wait lists its options"),
    ("get a --socket", "--socket needs a value: --socket PATH", nil),
    ("get a --json=1", "--json takes no value", nil),
    ("get a --color red", "--color is auto, always or never, not 'red'", nil),
    ("get a --timeout soon", "--timeout needs a time such as 500ms, 5s or 2m, not 'soon'", nil),
    ("get a --timeout 0", "--timeout needs a time such as 500ms, 5s or 2m, not '0'", nil),
    ("set a.s ada", "'ada' is not JSON: expected a value", "for a string: combinectl set a.s --string ada"),
    ("set a.s it's", "'it's' is not JSON: expected a value", "for a string: combinectl set a.s --string 'it'\\''s'"),
    (
      "tail --since soon",
      "--since needs a revision such as 8841@k3f9 or 8841, a time such as 10:30 or 2026-11-24T10:30:00Z, or -10m, not 'soon'",
      nil
    ),
    ("tail --until 7", "--until takes a time, or how long ago, not a revision", "--until 10:30, or: --until -5m"),
    ("tail -n 3 --since 7", "-n and --since both say where to begin", "leave one of them out"),
    (
      "tail -n red", "-n needs a whole number, not 'red'",
      "a namespace is named before the command, or by --namespace"
    ),
    ("tail -f", "tail follows by itself", "leave -f out; --no-follow ends with what there is"),
    (
      "tail --when value", "--when needs to know what value is: a property, or a store",
      "combinectl tail PATH --when value"
    ),
    ("tail --tree --format wide", "--tree is a format of its own", "leave --format out"),
    ("tail --format {vlue}", "a template has no {vlue}", "did you mean {value}?"),
    ("tail --format {path", "the template has { without }", "{{ is a brace that is meant as one"),
    (
      "tail --format shrot",
      "--format is short, wide, tree, table, json, csv, cloudevents, or a template such as '{time} {path} {value}', not 'shrot'",
      "did you mean --format short?"
    ),
    ("post done 7", "a notification tells an object", "combinectl post done '{\"id\": 17}'"),
    ("call a.f x", "'x' is not JSON: expected a value", "combinectl call counter.add '{\"by\": 3}'"),
    ("wait a quiet", "quiet needs a time", "combinectl wait a quiet --for 500ms"),
    (
      "wait a.n value > 3", "wait does not take '>'; quote it so that the shell passes one word",
      "combinectl wait PATH [CONDITION]"
    ),
    ("wait a gone --for soon", "--for needs a time such as 500ms, 5s or 2m, not 'soon'", nil),
    ("commit a.n", "'a.n' sets nothing", "combinectl commit a.n=1 a.name='\"ada\"'"),
    ("commit a.s=ada", "'ada' is not JSON: expected a value", "for a string: combinectl commit 'a.s=\"ada\"'"),
    ("rpc store.gte", "there is no method 'store.gte'", "did you mean combinectl rpc store.get?"),
    ("sockname --json", "--json changes nothing about sockname", "leave it out"),
    ("status -n red", "--namespace changes nothing about status", "leave it out"),
    ("test a.test --socket /tmp/s", "--socket changes nothing about test", "leave it out"),
    ("test a --format tpa", "--format is text, tap, junit, json, not 'tpa'", "did you mean --format tap?"),
    ("completion tcsh", "completion is for bash, zsh or fish, not 'tcsh'", nil),
    ("watch a --count 0", "--count needs a whole number above 0, not '0'", nil),
  ])
  func isRefused(_ line: String, _ message: String, _ hint: String?) {
    let error = #expect(throws: UsageError.self) { try parseArguments(Self.words(line), inputIsTerminal: true) }
    #expect(error == UsageError(message, hint: hint))
  }

  @Test(arguments: Subcommand.all.map(\.name))
  func everyCommandHasHelpThatShowsItsOptions(_ name: String) throws {
    let subcommand = try #require(Subcommand.named(name))
    let text = try helpText(topic: name)
    #expect(text.hasPrefix("combinectl \(name)"))
    for option in subcommand.options { #expect(text.contains(option.name)) }
    #expect(try helpText(topic: nil).contains("  \(name) "))
  }

  @Test(arguments: Subcommand.all.flatMap(\.examples))
  func everyExampleParses(_ example: String) throws {
    // The examples hold simple quoting and one redirection; that much of a shell is enough.
    guard example.hasPrefix("combinectl") else { return }
    let command = example.prefix { $0 != "<" && $0 != "|" }
    var words: [String] = []
    var quote: Character?
    var word = ""
    for character in command {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" {
        quote = character
      } else if quote == nil, character == " " {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    #expect(throws: Never.self) { try parseArguments(Array(words.dropFirst()), inputIsTerminal: true) }
  }
}

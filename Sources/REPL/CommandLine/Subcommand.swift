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
  /// Whether it may be given more than once; its values are then lines.
  var isRepeatable = false
  /// What its value can be, for completion.
  var completes = Completing.nothing
}

/// What an argument or the value of an option can be, for the shells' completion.
enum Completing: Equatable, Sendable {
  case nothing
  case choice([String])
  case file
  /// A path of a store or a property.
  case path
  /// A name of something declared.
  case name
  case pipeline
  /// A method of a store.
  case method
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
  /// What its first argument can be.
  var completes = Completing.nothing
  /// What stands behind one of the choices that are its first argument.
  var completesNext = Completing.nothing
  /// What its second argument can be, whatever the first is.
  var completesSecond = Completing.nothing
  /// Options of every command that would change nothing here, and so are refused. `--quiet`, `--no-spawn` and `--color` are
  /// none of these: they hold wherever nothing is said, started or coloured.
  var unheeded: Set<String> = []
  /// Of an option of its own, the options of every command that change nothing beside it.
  var unheededBeside: [String: Set<String>] = [:]
  /// Whether an argument may begin with a dash and be no option.
  var takesDiagrams = false
  var make: @Sendable (_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action
}

extension Subcommand {
  static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }

  /// The options of every command, without short forms that mean something else here.
  var globalOptions: [OptionRow] {
    let own = options.compactMap(\.short)
    return Self.globalOptions.map { row in
      var row = row
      if let short = row.short, own.contains(short) { row.short = nil }
      return row
    }
  }

  static let globalOptions: [OptionRow] = [
    OptionRow(
      name: "--socket", value: "PATH", summary: "the daemon's socket; else $COMBINED_SOCKET, else the default",
      completes: .file),
    OptionRow(
      name: "--namespace", short: "-n", value: "NAME",
      summary: "where names and paths belong: with red, counter.n is red.counter.n"),
    OptionRow(name: "--json", summary: "print one JSON object per line, for programs"),
    OptionRow(name: "--no-spawn", summary: "fail when no daemon runs, instead of starting one"),
    OptionRow(name: "--quiet", short: "-q", summary: "no notices about the daemon on standard error"),
    OptionRow(
      name: "--color", value: "WHEN", summary: "auto, always or never",
      completes: .choice(ColorChoice.allCases.map(\.rawValue))),
    OptionRow(
      name: "--timeout", value: "TIME",
      summary: "give up after so long (8): 500ms, 5s, 2m; at the prompt and in tests, one statement"),
    OptionRow(name: "--help", short: "-h", summary: "explain the command"),
    OptionRow(name: "--version", summary: "same as the command version"),
  ]
}

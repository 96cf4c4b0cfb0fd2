// `combinectl help`, made from the table of subcommands.
import Wire

/// The same for programs: `{"commands":[…],"options":[…],"exitStatuses":[…]}`, or what the list has of one command.
func helpObject(topic: String?) -> JSONValue {
  if let subcommand = topic.flatMap(Subcommand.named) { return object(subcommand) }
  return [
    "commands": .array(Subcommand.all.map(object)), "options": .array(Subcommand.globalOptions.map(object)),
    "exitStatuses": .array(exitStatuses.map { ["status": .int($0.status), "meaning": .string($0.meaning)] }),
  ]
}

private func object(_ subcommand: Subcommand) -> JSONValue {
  [
    "name": .string(subcommand.name), "synopsis": .string(subcommand.synopsis), "summary": .string(subcommand.summary),
    "options": .array(subcommand.options.map(object)), "examples": .array(subcommand.examples.map { .string($0) }),
  ]
}

private func object(_ option: OptionRow) -> JSONValue {
  let members = [("name", option.name), ("short", option.short), ("value", option.value), ("summary", option.summary)]
  return .object(members.compactMap { name, text in text.map { .init(name, .string($0)) } })
}

/// The text of `combinectl help` or `combinectl help TOPIC`.
func helpText(topic: String?) throws(UsageError) -> String {
  guard let topic else { return overview() }
  guard let subcommand = Subcommand.named(topic) else {
    let hint = nearest(topic, among: Subcommand.all.map(\.name)).map { "did you mean 'combinectl help \($0)'?" }
    throw UsageError("there is no command '\(topic)'", hint: hint ?? "combinectl help lists them")
  }
  var text = "combinectl \(subcommand.name)"
  if !subcommand.synopsis.isEmpty { text += " \(subcommand.synopsis)" }
  text += "\n  \(subcommand.summary)\n"
  if !subcommand.options.isEmpty {
    text += "\nOptions\n" + table(subcommand.options.map { (spelling($0), $0.summary) })
  }
  let heeded = subcommand.globalOptions.filter { !subcommand.unheeded.contains($0.name) }
  text += "\nOptions of every command\n" + table(heeded.map { (spelling($0), $0.summary) })
  if !subcommand.examples.isEmpty {
    text += "\nExamples\n" + subcommand.examples.map { "  \($0)\n" }.joined()
  }
  return text
}

private func overview() -> String {
  """
  combinectl talks to combined, the daemon that keeps your stores and pipelines alive.

  combinectl                 in a terminal: the REPL. Paste a view model, set its properties, watch what follows.
  combinectl < FILE          evaluates the file as one program
  combinectl COMMAND …       does one thing and ends

  \(Subcommand.groups.map { "\($0.title)\n" + table($0.commands.map { ("\($0.name) \($0.synopsis)", $0.summary) }) }
    .joined(separator: "\n"))
  Options
  \(table(Subcommand.globalOptions.map { (spelling($0), $0.summary) }))
  Exit status
  \(table(exitStatuses.map { (String($0.status), $0.meaning) }))
  combinectl help COMMAND explains one, with examples.

  """
}

/// What the program's end means to a script.
let exitStatuses: [(status: Int, meaning: String)] = [
  (0, "done"), (1, "the program, or a pipeline or task of it, failed while it ran"), (2, "an expectation did not hold"),
  (8, "timed out"),
  (9, "conflict: a condition of the write did not hold"), (64, "the command line makes no sense"),
  (65, "the input was refused"), (66, "nothing is at the path, or no such file"),
  (69, "no daemon, or a service failed"),
  (70, "the daemon failed"), (73, "a file cannot be made"), (74, "a file, or the output, cannot be written"),
  (75, "try later"),
  (76, "what answers is no daemon"), (77, "not allowed"), (78, "the socket's path is too long"), (130, "Ctrl-C"),
  (129, "the terminal is gone"), (141, "whoever read the output has seen enough, as with combinectl tail | head"),
  (143, "SIGTERM"),
]

private func spelling(_ option: OptionRow) -> String {
  (option.short.map { "\($0), " } ?? "") + option.name + (option.value.map { " \($0)" } ?? "")
}

/// A first column that is wider than most has the second one below it.
private func table(_ rows: [(String, String)]) -> String {
  let width = rows.map(\.0.count).filter { $0 <= widthMax }.max() ?? 0
  return rows.map { row in
    let gap = row.0.count > width ? "\n" + String(repeating: " ", count: width + 4) : ""
    return "  " + padded(row.0, to: width + 2) + gap + row.1 + "\n"
  }.joined()
}

private let widthMax = 26

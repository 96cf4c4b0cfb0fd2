// :help, of commands and of names of Swift.
import ClientConnection
import Wire

extension Session {
  func help(_ text: String) throws(UsageError) {
    let words = text.words
    if words.contains("--run") {
      guard words.count == 2, let name = words.first(where: { $0 != "--run" }) else {
        throw UsageError("--run draws what an operator does", hint: "\(settings.commandPrefix)help debounce --run")
      }
      return draw(name)
    }
    let name = text
    guard !name.isEmpty else { return tell(overview, of: "help") }
    if name.first == ":" {
      let command = try Command.find(String(name.dropFirst()))
      return tell(explanation(of: command), of: name)
    }
    if let command = Command.named(name) {
      let topic = HelpTopic.all.first { $0.name == command.name }
      return tell(explanation(of: command) + (topic.map { [""] + explanation(of: $0) } ?? []), of: name)
    }
    if name == "topics" {
      return tell(
        aligned(HelpTopic.all.map { ("\(settings.commandPrefix)help \($0.name)", $0.summary) }), of: name)
    }
    if let topic = HelpTopic.named(name) { return tell(explanation(of: topic), of: topic.name) }
    ask(ProgramHelp.self, .init(name: name, namespace: namespace)) { [unowned self] error in
      guard case .refused(let refusal) = error, refusal.known == .notFound else { return fail(error) }
      if settings.commandPrefix != ":", let near = nearest(name, among: Subcommand.all.map(\.name)) {
        return fail(
          UsageError("there is no command '\(name)'", hint: "did you mean 'combinectl help \(near)'?"))
      }
      if let lines = explanationOfSubcommand(name) { return tell(lines, of: name) }
      if let command = try? Command.find(name) { return tell(explanation(of: command), of: command.name) }
      guard refusal["didYouMean"] == nil, let near = nearest(name, among: Command.all.map(\.name))
      else { return fail(error) }
      fail(UsageError("there is no help for \(name)", hint: "did you mean :help \(near)?"))
    } then: { [unowned self] result in
      if settings.isJSON { return emit(result) }
      // Of many that begin so there is only what each is for.
      if result.entries.count > 1, result.entries.allSatisfy({ $0.signatures.isEmpty }) {
        let others = aligned(result.entries.map { ($0.name, $0.summary ?? "") })
        return write((explanationOfSubcommand(name).map { $0 + [""] } ?? []) + others)
      }
      page(Array(result.entries.map { explanation(of: $0) }.joined(separator: [""])))
    }
  }

  /// What is known here, and not in the daemon.
  private func tell(_ lines: [String], of name: String) {
    guard settings.isJSON else { return page(lines) }
    let object: JSONValue = ["name": .string(name), "text": .string(lines.joined(separator: "\n"))]
    writeVerbatim([object.description])
  }

  private var overview: [String] {
    var lines = [
      "Type Swift, on as many lines as it takes. What you name stays; what you do not name goes with you. :help start shows the way."
    ]
    // The columns are those of all groups.
    let rows = aligned(Command.all.map { (":\($0.name) \($0.synopsis)".trimmed, $0.summary) })
    let row = Dictionary(uniqueKeysWithValues: zip(Command.all.map(\.name), rows))
    for (title, names) in Command.groups { lines += ["", style(title, .bold)] + names.compactMap { row[$0] } }
    lines.append("")
    lines.append(
      "Topics: " + HelpTopic.all.map { ":help \($0.name)" }.joined(separator: ", ") + ". Names: :help debounce.")
    lines.append("In a shell combinectl help lists what is done there; :help export explains one of it here.")
    lines.append(
      """
      Return does what is whole, Alt-Return begins another line; Up reaches the lines above, then what was entered before. \
      Tab completes, Ctrl-C gives up the entry, Ctrl-D leaves. A line that begins with a dot goes on with the one before.
      """)
    return lines
  }

  /// Runs what shows an operator, on virtual time, and draws what came in and out.
  private func draw(_ name: String) {
    ask(ProgramHelp.self, .init(name: name, namespace: namespace)) { [unowned self] result in
      guard let entry = result.entries.first(where: { $0.trial != nil }), let trial = entry.trial else {
        let one = result.entries.first.map { $0.name } ?? name
        return fail(
          UsageError(
            "nothing draws \(one): only operators have a picture",
            hint: settings.stopsAtFailure ? "combinectl help debounce --run" : ":help operators lists them"))
      }
      do throws(UsageError) {
        let params = try TrialText.params(trial)
        if !settings.isJSON { write(style(entry.name, .bold) + (entry.summary.map { "  " + $0 } ?? "")) }
        attempt(params)
      } catch { fail(error) }
    }
  }

  private func explanation(of topic: HelpTopic) -> [String] {
    [style(topic.name, .bold) + "  " + topic.summary] + topic.lines.map { $0.isEmpty ? "" : "  " + $0 }
  }

  /// What is typed in a shell, and not here.
  private func explanationOfSubcommand(_ name: String) -> [String]? {
    guard let subcommand = Subcommand.named(name) else { return nil }
    let head = "combinectl \(subcommand.name) \(subcommand.synopsis)".trimmed
    return [style(head, .bold) + "  in a shell: " + subcommand.summary]
      + subcommand.examples.map { "  \($0)" } + ["combinectl help \(subcommand.name) has its options."]
  }

  private func explanation(of command: Command) -> [String] {
    [style(":\(command.name) \(command.synopsis)".trimmed, .bold) + "  " + command.summary]
      + paragraphs(command.details)
      + (command.aliases.isEmpty ? [] : ["Also: " + command.aliases.map { ":\($0)" }.joined(separator: ", ")])
  }

  /// An example can be copied as it stands; what it prints is a comment, so that copying too much does no harm.
  private func explanation(of entry: HelpEntry) -> [String] {
    var lines = [style(entry.name, .bold) + (entry.summary.map { "  " + $0 } ?? "")]
    lines += entry.signatures.map { "  " + $0 }
    guard let example = entry.example else {
      // A method of the protocol has no example in Swift, but a request and its reply.
      return entry.output.isEmpty ? lines : lines + [""] + entry.output.map { "  " + $0 }
    }
    lines += [""] + example.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
    lines += entry.output.map { style("  // " + $0, .dim) }
    if entry.trial != nil {
      let name = entry.name.split(separator: ".").last.map(String.init) ?? entry.name
      lines += ["", "  " + style("\(settings.commandPrefix)help \(name) --run draws it", .dim)]
    }
    return lines
  }
}

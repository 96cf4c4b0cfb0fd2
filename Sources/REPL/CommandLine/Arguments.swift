// Reads the words of a command line by the table of subcommands. Options may stand before or after the command, as
// `--name value` or `--name=value`; `--` ends them. Nothing is looked at but the words: no files, no environment.

/// Reads `words`, the arguments without the program's name. With none, the REPL or a script is meant, by whether standard
/// input is a terminal.
public func parseArguments(_ words: [String], inputIsTerminal: Bool) throws(UsageError) -> Invocation {
  var parser = ArgumentParser(words: words)
  return try parser.parse(inputIsTerminal: inputIsTerminal)
}

private struct ArgumentParser {
  let words: [String]
  var index = 0
  var subcommand: Subcommand?
  var arguments: [String] = []
  var given: [String: String] = [:]
  var global = GlobalOptions()
  var globalsGiven: [String] = []
  var wantsHelp = false
  var wantsVersion = false

  init(words: [String]) { self.words = words }

  mutating func parse(inputIsTerminal: Bool) throws(UsageError) -> Invocation {
    var optionsEnded = false
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--", !optionsEnded {
        optionsEnded = true
      } else if !optionsEnded, isOption(word), !isDiagram(word) {
        try option(word)
      } else if subcommand == nil {
        subcommand = try find(word)
      } else {
        arguments.append(word)
      }
    }
    if wantsVersion { return Invocation(action: .version, options: global) }
    if wantsHelp { return Invocation(action: .help(topic: subcommand?.name), options: global) }
    guard let subcommand else {
      return Invocation(action: inputIsTerminal ? .repl : .script, options: global)
    }
    try checkCount(subcommand)
    if let option = globalsGiven.first(where: subcommand.unheeded.contains) {
      throw UsageError("\(option) changes nothing about \(subcommand.name)", hint: "leave it out")
    }
    for (own, unheeded) in subcommand.unheededBeside where given[own] != nil {
      if let option = globalsGiven.first(where: unheeded.contains) {
        throw UsageError("\(option) changes nothing about \(subcommand.name) \(own)", hint: "leave one of them out")
      }
    }
    return Invocation(action: try subcommand.make(arguments, given), options: global)
  }

  /// `-` alone is standard input, and `-5` is a number to set; neither is an option.
  private func isOption(_ word: String) -> Bool {
    word.count > 1 && word.first == "-" && !(word.dropFirst().first?.isNumber ?? false)
  }

  /// A marble diagram may begin with a dash. Something like an option has letters behind it and nothing else.
  private func isDiagram(_ word: String) -> Bool {
    guard subcommand?.takesDiagrams == true else { return false }
    let name = word.prefix { $0 != "=" }.drop { $0 == "-" }
    let rows = Subcommand.globalOptions + (subcommand?.options ?? [])
    return !rows.contains { $0.name == word.prefix { $0 != "=" } || $0.short == word }
      && (name.count < 3 || !name.allSatisfy(\.isLetter) || word.last == "-")
  }

  private mutating func option(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    // What a command spells its own way is its own: `tail -n 10`.
    let rows = (subcommand?.options ?? []) + Subcommand.globalOptions
    // A value may stand right behind the one letter of an option: `-n1`.
    let attached = rows.first { row in row.value != nil && row.short.map { word.hasPrefix($0) && word != $0 } ?? false }
    guard let row = rows.first(where: { $0.name == name || $0.short == name }) ?? attached else {
      throw unknownOption(name)
    }
    var value: String?
    if let placeholder = row.value {
      if row.name != name, row.short != name {
        value = String(word.dropFirst(row.short!.count))
      } else if parts.count == 2 {
        value = String(parts[1])
      } else if index < words.count {
        value = words[index]
        index += 1
      } else {
        throw UsageError("\(row.name) needs a value: \(row.name) \(placeholder)")
      }
    } else if parts.count == 2 {
      throw UsageError("\(row.name) takes no value")
    }
    try apply(row, value ?? "")
  }

  private mutating func apply(_ row: OptionRow, _ value: String) throws(UsageError) {
    globalsGiven.append(row.name)
    switch row.name {
    case "--socket": global.socketPath = value
    case "--namespace":
      guard Namespaces.isName(value) else {
        throw UsageError("--namespace needs a name such as red, not '\(value)'")
      }
      global.namespace = value
    case "--json": global.json = true
    case "--no-spawn": global.spawn = false
    case "--quiet": global.quiet = true
    case "--help": wantsHelp = true
    case "--version": wantsVersion = true
    case "--color":
      guard let choice = ColorChoice(rawValue: value) else {
        throw UsageError("--color is auto, always or never, not '\(value)'")
      }
      global.color = choice
    case "--timeout":
      guard let timeout = Duration(spelled: value), timeout > .zero else {
        throw UsageError("--timeout needs a time such as 500ms, 5s or 2m, not '\(value)'")
      }
      global.timeout = timeout
    case let name where row.isRepeatable && given[name] != nil: given[name]! += "\n" + value
    default: given[row.name] = value
    }
  }

  /// What the same is called elsewhere.
  private static let elsewhere = [
    "metrics": "export --openmetrics", "logs": "tail", "log": "tail", "subscribe": "watch", "exec": "eval",
    "delete": "remove",
  ]

  private func find(_ word: String) throws(UsageError) -> Subcommand {
    if let found = Subcommand.named(word) { return found }
    if let known = Self.elsewhere[word] {
      throw UsageError("there is no command '\(word)'", hint: "that is 'combinectl \(known)'")
    }
    if let near = nearest(word, among: Subcommand.all.map(\.name)) {
      throw UsageError("there is no command '\(word)'", hint: "did you mean 'combinectl \(near)'?")
    }
    if word.hasSuffix(".swift") || word.contains("/") {
      throw UsageError("there is no command '\(word)'", hint: "to evaluate a file: combinectl run \(word)")
    }
    if word.contains(" ") || word.contains("(") || word.contains("=") {
      throw UsageError("there is no command '\(word)'", hint: "to evaluate Swift: combinectl eval '\(word)'")
    }
    if word.contains(".") {
      throw UsageError("there is no command '\(word)'", hint: "to read a value: combinectl get \(word)")
    }
    throw UsageError("there is no command '\(word)'", hint: "combinectl help lists them")
  }

  private func unknownOption(_ name: String) -> UsageError {
    if subcommand?.name == "tail", name == "-f" || name == "--follow" {
      return UsageError("tail follows by itself", hint: "leave \(name) out; --no-follow ends with what there is")
    }
    if let owner = Subcommand.all.first(where: { $0.options.contains { $0.name == name } }) {
      if let subcommand {
        return UsageError(
          "\(subcommand.name) has no option \(name)", hint: "combinectl help \(subcommand.name) lists its options")
      }
      return UsageError(
        "\(name) belongs behind the command \(owner.name)", hint: "combinectl \(owner.name) \(owner.synopsis) \(name)")
    }
    let known = (Subcommand.globalOptions + (subcommand?.options ?? [])).map(\.name)
    let place = subcommand.map { " \($0.name)" } ?? ""
    let hint = nearest(name, among: known).map { "did you mean \($0)?" } ?? "combinectl help\(place) lists the options"
    return UsageError("there is no option \(name)", hint: hint)
  }

  private func checkCount(_ subcommand: Subcommand) throws(UsageError) {
    let usage = "combinectl \(subcommand.name) \(subcommand.synopsis)".trimmingSuffix(" ")
    if arguments.count < subcommand.arguments.lowerBound {
      throw UsageError("\(subcommand.name) needs \(subcommand.synopsis)", hint: usage)
    }
    if arguments.count > subcommand.arguments.upperBound {
      let extra = arguments[subcommand.arguments.upperBound]
      let quoting =
        ["eval", "set", "get", "wait"].contains(subcommand.name) ? "; quote it so that the shell passes one word" : ""
      throw UsageError("\(subcommand.name) does not take '\(extra)'\(quoting)", hint: usage)
    }
  }
}

extension String {
  func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}

extension Duration {
  /// `500ms`, `5s`, `2m`, `1h`; a number alone is seconds.
  init?(spelled text: String) {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    guard let number = Double(digits), number.isFinite, number < 1e9 else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": self = .milliseconds(number)
    case "s", "": self = .seconds(number)
    case "m": self = .seconds(number * 60)
    case "h": self = .seconds(number * 3600)
    default: return nil
    }
  }
}

// `watch` and `tail`: what follows until it is ended.
import Wire

extension Subcommand {
  private static let count = OptionRow(
    name: "--count", value: "N",
    summary: "end (0) after N commits; one that changes several properties has a line for each")
  private static let since = OptionRow(
    name: "--since", value: "WHEN",
    summary:
      "begin after a commit (8841@k3f9, or 8841), at a time (10:30 or 2026-11-24T10:30:00Z, in UTC), or so long ago (-10m)"
  )
  private static let format = OptionRow(
    name: "--format", value: "FORM",
    summary:
      "short, wide, tree, table, json, csv, cloudevents, or a template: '{time} {path} {old} {value} {by}', {text} without quotes",
    completes: .choice(TailFormat.names))
  private static let noReconnect = OptionRow(
    name: "--no-reconnect", summary: "end (status 75) when the connection is lost, instead of coming back")

  private static let sample = OptionRow(
    name: "--sample", value: "N",
    summary:
      "show at most N commits a second, and say how many it did not, in the end of all; 0 shows all, on a terminal 1000 is usual"
  )

  static let following: [Subcommand] = [
    Subcommand(
      name: "watch", synopsis: "PATH…",
      summary: "print values and every change of them, until Ctrl-C; on a terminal Space holds the view, and q ends",
      options: [
        count, since, format, noReconnect,
        OptionRow(name: "--no-initial", summary: "leave out the values there are now"),
      ],
      arguments: 1...Int.max,
      examples: [
        "combinectl watch signup.isValid", "combinectl watch 'signup.*' --count 1",
        "combinectl watch 'signup.*' --format '{path}={text}'",
      ],
      completes: .path, unheededBeside: OutputForm.unheeded,
      make: { arguments, options throws(UsageError) in .watch(paths: arguments, try watchOptions(options)) }),
    Subcommand(
      name: "tap", synopsis: "PIPELINE[#N.in|#N.out]",
      summary: "print what comes out of a pipeline, into its Nth operator, or out of that; the same as watch",
      options: [count, since, format, noReconnect],
      arguments: 1...1, examples: ["combinectl tap 'signup.isValid#2.in'", "combinectl tap search.results --count 3"],
      completes: .pipeline, unheededBeside: OutputForm.unheeded,
      make: { arguments, options throws(UsageError) in .watch(paths: arguments, try watchOptions(options)) }),
    Subcommand(
      name: "tail", synopsis: "[PATH…]",
      summary:
        "follow everything that happens, or what happens to some paths, with its causes; on a terminal Space holds the view, and q ends",
      options: [
        OptionRow(
          name: "--last", short: "-n", value: "N",
          summary: "begin with the last N commits that would be shown; 0: with none of the past"),
        since,
        OptionRow(name: "--until", value: "WHEN", summary: "end (0) with what happened before that time: 10:30, -5m"),
        count,
        OptionRow(
          name: "--when", value: "CONDITION",
          summary: "show only what this holds for, in Swift over value and old; the daemon looks"),
        OptionRow(name: "--stop", value: "CONDITION", summary: "end (0) with the first change for which this holds"),
        OptionRow(
          name: "--fail", value: "CONDITION", summary: "end (status 2) with the first change for which this holds"),
        OptionRow(
          name: "--cursor-file", value: "FILE",
          summary: "begin behind the place in this file, if there is one, and keep the place there while following",
          completes: .file),
        sample, format,
        OptionRow(
          name: "--tree", summary: "the same as --format tree: request, commit, operators, derived commits, HTTP calls"),
        OptionRow(name: "--no-follow", summary: "end (0) when everything there is has been shown"),
        noReconnect,
      ],
      arguments: 0...Int.max,
      examples: [
        "combinectl tail -n 20", "combinectl tail 'signup.**' --since -10m --no-follow", "combinectl tail --tree",
        "combinectl tail home.temp --when 'value > 30 && old <= 30' --count 1 --timeout 1m",
        "combinectl tail --cursor-file seen --format cloudevents", "combinectl tail 'signup.isValid#2.in'",
        "combinectl tail home.temp --format '{at}\\t{text}' --stop 'value > 90'",
      ],
      completes: .path, unheededBeside: OutputForm.unheeded, make: makeTail),
    Subcommand(
      name: "wait", synopsis: "PATH [CONDITION]",
      summary: "end when something is so: exists, gone, quiet, or Swift over value and old; without one, at a change",
      options: [
        OptionRow(
          name: "--for", value: "TIME",
          summary: "give up after so long (8), on the daemon's clock; with quiet, for how long nothing may change")
      ],
      arguments: 1...2,
      examples: [
        "combinectl wait signup exists --for 10s", "combinectl wait signup.isValid value",
        "combinectl wait counter.n 'value > 3 && old <= 3' --timeout 1m", "combinectl wait 'cart.**' quiet --for 500ms",
        "combinectl wait job gone",
        #"combinectl wait 'shelf.books[id: "b7"]' gone"#,
      ],
      completes: .path, completesSecond: .choice(["exists", "gone", "quiet", "value"]), make: makeWait),
  ]

  private static func watchOptions(_ given: [String: String]) throws(UsageError) -> WatchOptions {
    var options = WatchOptions()
    options.count = try count(given["--count"], of: "--count")
    options.since = try moment(given["--since"], of: "--since")
    options.reconnect = given["--no-reconnect"] == nil
    options.initial = given["--no-initial"] == nil
    if let text = given["--format"] { options.format = try TailFormat(text) }
    return options
  }

  private static func makeTail(_ paths: [String], _ given: [String: String]) throws(UsageError) -> Invocation.Action {
    var options = TailOptions()
    options.watching = try watchOptions(given)
    // 0 as `tail` and `journalctl` have it: nothing of the past.
    options.last = try count(given["--last"], of: "-n", atLeast: 0)
    options.until = try moment(given["--until"], of: "--until")
    if case .commit? = options.until {
      throw UsageError("--until takes a time, or how long ago, not a revision", hint: "--until 10:30, or: --until -5m")
    }
    (options.when, options.stop, options.fail) = (given["--when"], given["--stop"], given["--fail"])
    options.cursorFile = given["--cursor-file"]
    if given["--tree"] != nil {
      guard given["--format"] == nil || options.format == .tree else {
        throw UsageError("--tree is a format of its own", hint: "leave --format out")
      }
      options.format = .tree
    }
    options.follows = given["--no-follow"] == nil
    if let text = given["--sample"] {
      guard let sample = Int(text), (0...1_000_000).contains(sample) else {
        throw UsageError("--sample needs a whole number, not '\(text)'", hint: "--sample 1000, or: --sample 0")
      }
      options.watching.sample = sample
    }
    guard options.last == nil || options.watching.since == nil else {
      throw UsageError("-n and --since both say where to begin", hint: "leave one of them out")
    }
    for name in ["--when", "--stop", "--fail"] where given[name] != nil && paths.isEmpty {
      throw UsageError(
        "\(name) needs to know what value is: a property, or a store",
        hint: "combinectl tail PATH \(name) \(shellWord(given[name]!))")
    }
    return .tail(paths: paths, options)
  }

  private static func count(_ text: String?, of option: String, atLeast least: Int = 1) throws(UsageError) -> Int? {
    guard let text else { return nil }
    guard let count = Int(text), count >= least else {
      let meant =
        option == "-n" && Int(text) == nil ? "a namespace is named before the command, or by --namespace" : nil
      let range = least == 0 ? "" : " above 0"
      throw UsageError("\(option) needs a whole number\(range), not '\(text)'", hint: meant)
    }
    return count
  }

  private static func moment(_ text: String?, of option: String) throws(UsageError) -> HistoryPlace? {
    guard let text else { return nil }
    guard let moment = HistoryPlace(text) else {
      throw UsageError("\(option) needs \(HistoryPlace.examples), not '\(text)'")
    }
    return moment
  }
}

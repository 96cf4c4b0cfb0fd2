// `combinectl test`, and what it can be told.

/// Options of `test`.
public struct TestOptions: Equatable, Sendable {
  /// Only files whose path contains this.
  public var filter: String?
  /// Writes what is printed into the comments that say what is expected.
  public var updates = false
  /// Runs again when a file changes.
  public var watches = false
  public var format = TestFormat.text
  /// What all that is random follows from.
  public var seed: Int?

  public init() {}
}

/// How `test` reports.
public enum TestFormat: String, CaseIterable, Sendable {
  case text, tap, junit, json
}

extension Subcommand {
  static let test = Subcommand(
    name: "test", synopsis: "FILE|FOLDER…",
    summary:
      "run each file, and each .test file of a folder, against a daemon of its own, on virtual time; fails (2) when an #expect does not hold, (1) when something fails that Swift would die of",
    options: [
      OptionRow(name: "--filter", value: "TEXT", summary: "only files whose path contains TEXT"),
      OptionRow(
        name: "--update",
        summary:
          "write what is printed into the comments that say what is expected: lines of // → below a statement, and "
          + "// → alone for nothing. Each file is run three times: what differs is not written, and told (2)"),
      OptionRow(name: "--watch", summary: "run again what changes, until Ctrl-C, or until --timeout is over (8)"),
      OptionRow(
        name: "--format", value: "FORM",
        summary:
          "text, tap (version 13), junit (XML), or json, an object for each file; --json is the same as --format json",
        completes: .choice(TestFormat.allCases.map(\.rawValue))),
      seed("all that is random follows from this number, and the clock begins with 2001: each run has the same"),
    ],
    arguments: 1...Int.max,
    examples: [
      "combinectl test signup.test", "combinectl test tests --filter sign", "combinectl test --watch tests",
      "combinectl test tests --format junit > report.xml",
    ],
    completes: .file, unheeded: ["--socket", "--namespace"],
    make: { arguments, given throws(UsageError) in
      var options = TestOptions()
      (options.filter, options.updates, options.watches) = (
        given["--filter"], given["--update"] != nil, given["--watch"] != nil
      )
      options.seed = try seed(given["--seed"])
      if let text = given["--format"] {
        guard let format = TestFormat(rawValue: text) else {
          let known = TestFormat.allCases.map(\.rawValue)
          throw UsageError(
            "--format is \(known.joined(separator: ", ")), not '\(text)'",
            hint: nearest(text, among: known).map { "did you mean --format \($0)?" })
        }
        options.format = format
      }
      return .test(files: arguments, options)
    })

  private static func seed(_ summary: String) -> OptionRow { OptionRow(name: "--seed", value: "N", summary: summary) }

  private static func seed(_ text: String?) throws(UsageError) -> Int? {
    guard let text else { return nil }
    guard let number = Int(text), (0..<1 << 53).contains(number) else {
      throw UsageError("--seed is a number from 0 to \(1 << 53 - 1), not '\(text)'")
    }
    return number
  }

  static let record = Subcommand(
    name: "record", synopsis: "FILE [SCRIPT…]",
    summary:
      "write down a session with a daemon of its own, on virtual time: what is asked, and everything that happens",
    options: [
      seed(
        "all that is random follows from this number, which is written down; without it, from one that differs each time"
      ),
      OptionRow(name: "--force", summary: "also where a record is, which is replaced"),
    ],
    arguments: 1...Int.max,
    examples: [
      "combinectl record bug.record", "combinectl record form.record form.test", "combinectl replay bug.record",
    ],
    completes: .file, unheeded: ["--socket"],
    make: { arguments, given throws(UsageError) in
      .record(
        file: arguments[0], scripts: Array(arguments.dropFirst()), seed: try seed(given["--seed"]),
        isForced: given["--force"] != nil)
    })

  static let replay = Subcommand(
    name: "replay", synopsis: "FILE [SCRIPT…]",
    summary:
      "do again what 'record' or 'tail --json' has written down, and print what happens; with --check compare it (2 when it "
      + "differs). For a tail the scripts make the program; what clients changed is set again, and the rest follows from it",
    options: [
      OptionRow(
        name: "--check",
        summary:
          "compare, a record byte for byte and a tail by what has changed to what, and show where it differs first")
    ],
    arguments: 1...Int.max,
    examples: [
      "combinectl replay --check bug.record", "combinectl replay bug.record",
      "combinectl replay --check tail.jsonl program.swift",
    ],
    completes: .file, unheeded: ["--socket", "--namespace", "--json"],
    make: { arguments, given in
      .replay(file: arguments[0], scripts: Array(arguments.dropFirst()), checks: given["--check"] != nil)
    })
}

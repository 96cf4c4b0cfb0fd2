// What `top` can be told: what to list, how often, and in which form.
public import Wire

public struct TopOptions: Equatable, Sendable {
  /// What is listed; `nil` is all of it where that is written, and stores first where one thing is shown at a time.
  public var list: ServerStats.List?
  public var interval = Duration.seconds(1)
  /// How many pictures are written, one below the other; `nil` is one that stays in its place, on a terminal.
  public var count: Int?
  /// The column that rows are sorted by, as it is called in CSV.
  public var sort: String?
  /// A text that is in what is listed.
  public var filter = ""
  public var form: OutputForm?

  public init() {}
}

extension Subcommand {
  static let top = Subcommand(
    name: "top", synopsis: "[stores|pipelines|clients]",
    summary:
      "show what goes on: rates, lag, queues, memory; on a terminal until q, where ? lists the keys; "
      + "--format has one list: stores, or the one that is named",
    options: [
      OptionRow(name: "--every", value: "TIME", summary: "look so often, 1s if nothing else is said"),
      OptionRow(name: "--once", summary: "write what went on during one such time, and end; the same as -n 1"),
      OptionRow(name: "--count", short: "-n", value: "N", summary: "write it N times, and end"),
      OptionRow(
        name: "--sort", value: "COLUMN", summary: "by this column, as csv calls it: rate, changes, name, …",
        completes: .choice(TopTable.columnNames(of: nil))),
      OptionRow(name: "--filter", value: "TEXT", summary: "only rows with this text in them"),
      OutputForm.option("{name} {rate}"),
    ],
    arguments: 0...1,
    examples: [
      "combinectl top", "combinectl top clients --sort behind", "combinectl top --once",
      "combinectl top pipelines -n 5 --every 10s --format csv",
      "combinectl top stores --once --format '{name} {rate}'",
    ],
    completes: .choice(ServerStats.List.allCases.map(\.rawValue)), unheededBeside: OutputForm.unheeded,
    make: makeTop)

  private static func makeTop(_ arguments: [String], _ given: [String: String]) throws(UsageError) -> Invocation.Action
  {
    var options = TopOptions()
    if let word = arguments.first { options.list = try topList(word) }
    if let text = given["--every"] {
      guard let interval = Duration(spelled: text), interval >= .milliseconds(10) else {
        throw UsageError("--every needs a time of at least 10ms, such as 500ms, 5s or 2m, not '\(text)'")
      }
      options.interval = interval
    }
    options.form = try OutputForm(of: given)
    if let text = given["--count"] {
      guard let count = Int(text), count > 0 else {
        let meant = Int(text) == nil ? "a namespace is named before the command, or by --namespace" : nil
        throw UsageError("-n needs a whole number above 0, not '\(text)'", hint: meant)
      }
      options.count = count
    }
    if given["--once"] != nil {
      guard options.count == nil else { throw UsageError("--once is -n 1", hint: "leave one of them out") }
      options.count = 1
    }
    if let name = given["--sort"] {
      let known = TopTable.columnNames(of: options.list)
      guard known.contains(name) else {
        throw UsageError(
          "no column is called '\(name)'",
          hint: nearest(name, among: known).map { "did you mean --sort \($0)?" }
            ?? "there are " + known.joined(separator: ", "))
      }
      options.sort = name
    }
    options.filter = given["--filter"] ?? ""
    return .top(options)
  }

  static func topList(_ word: String) throws(UsageError) -> ServerStats.List {
    let known = ServerStats.List.allCases.map(\.rawValue)
    guard let list = ServerStats.List(rawValue: word) else {
      throw UsageError(
        "top lists stores, pipelines or clients, not '\(word)'",
        hint: nearest(word, among: known).map { "did you mean top \($0)?" })
    }
    return list
  }
}

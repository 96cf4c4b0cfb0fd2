// :top, what goes on, as a table.
import ClientConnection
import Wire

extension Command {
  static let top = Command(
    name: "top", synopsis: "[TABLE] [--format FORM]",
    summary: "what goes on: rates, lag, queues, memory",
    details: """
      TABLE is stores, pipelines or clients. Rates are of the time since the last :top, so that the first has none. A picture
      that stays in its place is to be had by combinectl top in a terminal of its own. \(OutputForm.details("top stores", example: "'{name} {rate}'"))
      """,
    argument: .choice(ServerStats.List.allCases.map(\.rawValue)),
    run: { session, text throws(UsageError) in try session.top(text) })
}

extension Session {
  fileprivate func top(_ text: String) throws(UsageError) {
    let (rest, form) = try OutputForm.split(text)
    var options = TopOptions()
    if !rest.isEmpty { options.list = try Subcommand.topList(rest) }
    ask(ServerStats.self, .init(lists: ServerStats.List.allCases)) { [unowned self] result in
      let interval = StatsInterval(from: lastStats, to: result)
      lastStats = result
      if shown(
        result, form,
        {
          var table = TopTable(options.list ?? .stores, of: interval, RateHistory(), in: namespace)
          table.sort(by: nil)
          return table.records(at: nil)
        })
      {
        return
      }
      page(TopTables(options, namespace: namespace, style: style).lines(interval, width: screen.width))
    }
  }
}

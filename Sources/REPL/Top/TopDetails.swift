// What `top` shows of one row.
import Wire

struct TopDetails {
  let style: Style
  let width: Int

  /// A store: its values.
  func lines(_ found: StoreList.Result) -> [String] {
    ListRenderer(style: style, width: width).lines(found, pattern: nil)
  }

  /// A pipeline: what went through each of its operators.
  func lines(_ pipeline: PipelineInfo, _ stats: PipelineStats.Result) -> [String] {
    let held = stats.every.map { "one each \($0)" } ?? stats.when.map { "stops before \($0)" }
    var rows = [
      ("source", pipeline.text.split(separator: "\n").map { $0.trimmed }.joined(separator: " ")),
      ("at", "\(pipeline.file):\(pipeline.line):\(pipeline.column)"),
      ("from", pipeline.inputs.joined(separator: ", ")),
    ]
    if let output = pipeline.output { rows.append(("to", output)) }
    rows.append(("state", stats.state.rawValue + (held.map { ", \($0)" } ?? "")))
    rows.append(("values", "\(stats.values)" + (stats.at.map { ", the last at \($0)" } ?? "")))
    if stats.waiting > 0 { rows.append(("waiting", "\(stats.waiting)")) }
    if stats.dropped > 0 { rows.append(("dropped", "\(stats.dropped)")) }
    let stages = stats.stages.map { stage in
      ("\(stage.stage) \(stage.name)", "\(stage.received) in, \(stage.values) out")
    }
    return aligned(rows.map { (style($0.0, .dim), $0.1) }, indent: "") + [""] + aligned(stages, indent: "")
  }

  /// A client: who it is, what it costs, what it listens to, and how far behind that is.
  func lines(_ client: ClientInfo?, _ subscriptions: [SubscriptionInfo]) -> [String] {
    var rows: [(String, String)] = []
    if let client {
      if let name = client.name { rows.append(("program", name + (client.version.map { " \($0)" } ?? ""))) }
      rows += [
        ("process", "\(client.pid) of user \(client.uid)"), ("role", client.role),
        ("since", client.since.inSeconds),
        ("requests", "\(client.requests)" + (client.inflight > 0 ? ", \(client.inflight) not answered yet" : "")),
        ("events", "\(client.events)" + (client.lost > 0 ? ", \(client.lost) changes lost" : "")),
        ("sent", TopCell.bytes(Double(client.sent)) + (client.unread > 0 ? ", \(client.unread) B not read yet" : "")),
        ("received", TopCell.bytes(Double(client.received))),
      ]
      if client.behind > 0 {
        rows.append(("behind", "\(client.behind) commits, for \(TopCell.milliseconds(client.behindMs).text)"))
      }
    }
    return aligned(rows.map { (style($0.0, .dim), $0.1) }, indent: "") + (rows.isEmpty ? [] : [""])
      + lines(subscriptions)
  }

  private func lines(_ subscriptions: [SubscriptionInfo]) -> [String] {
    guard !subscriptions.isEmpty else { return ["it listens to nothing"] }
    return aligned(
      subscriptions.map { each in
        let what = each.publisher ?? each.paths.joined(separator: " ")
        let condition = each.when.map { " where \($0)" } ?? ""
        var parts = ["\(each.state)", "\(each.n) events", "up to rev \(each.rev)"]
        if each.queued > 0 { parts.append("\(each.queued) waiting") }
        if each.lost > 0 { parts.append("\(each.lost) lost") }
        if let demand = each.demand { parts.append("wants \(demand)") }
        return ("\(each.sub)  \(what)\(condition)", parts.joined(separator: ", "))
      }, indent: "")
  }
}

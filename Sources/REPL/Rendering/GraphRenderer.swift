// Which properties feed which, and how much has come that way.
import Wire

struct GraphRenderer {
  let style: Style

  /// - Parameter before: How it was when it was drawn last: what has come since is said.
  func lines(_ graph: Graph.Result, since before: Graph.Result? = nil) -> [String] {
    guard !graph.edges.isEmpty else { return ["nothing is connected"] }
    return aligned(
      graph.edges.map { edge in
        let name = "\(edge.from) → \(edge.to)" + (edge.pipe == edge.to ? "" : "  (\(edge.pipe))")
        return (name, style(count(edge, before), .dim))
      }, indent: "")
  }

  /// `12 in, 3 out`, or `+2 in, 12 in all …` of what goes on.
  private func count(_ edge: GraphEdge, _ before: Graph.Result?) -> String {
    let earlier = before?.edges.first { ($0.from, $0.to, $0.pipe) == (edge.from, edge.to, edge.pipe) }
    let (more, left) = (edge.received - (earlier?.received ?? 0), edge.values - (earlier?.values ?? 0))
    let news = earlier != nil && (more > 0 || left > 0) ? "  +\(more), +\(left)" : ""
    return "\(edge.received) in, \(edge.values) out" + news
  }
}

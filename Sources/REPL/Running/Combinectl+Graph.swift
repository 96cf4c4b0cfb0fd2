// `combinectl graph --every`: what flows where, for as long as one looks.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// On a terminal the picture stays in its place. Elsewhere, and as JSON, there is a new one when something has come.
  func drawGraph(every interval: Duration) throws {
    let connection = try connect(access())
    let end = options.timeout.map { ContinuousClock.now + $0 }
    let isTerminal = outputIsTerminal && !options.json && !isDumbTerminal(environment)
    var before: Graph.Result?
    var height = 0
    while true {
      let graph = try connection.call(Graph.self, .init(), timeout: options.timeout)
      let isNew = before.map { $0.edges != graph.edges } ?? true
      if isTerminal {
        let lines = GraphRenderer(style: style).lines(graph, since: before)
        let width = terminalSize()?.columns ?? 80
        let rows = lines.map { String($0.prefix(max(1, width))) }
        writeOutput((height > 0 ? "\u{1b}[\(height)A\u{1b}[J" : "") + rows.map { harmless($0) + "\n" }.joined())
        height = rows.count
      } else if isNew {
        show(graph) { GraphRenderer(style: style).lines(graph, since: before) }
      }
      before = graph
      let next = ContinuousClock.now + interval
      while ContinuousClock.now < next {
        if let end, ContinuousClock.now >= end { throw ClientError.notDone(after: options.timeout!) }
        guard connection.core.isConnected else { throw ClientError.lost(method: Graph.method.name) }
        connection.wait(until: min(next, end ?? next))
      }
    }
  }
}

// A report as one page of HTML that needs nothing else: no scripts, no other files.
import Marbles
import Wire

struct ReportPage {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var text: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>combined at rev \(report.status.rev)</title>
    <style>\(Self.style)</style></head><body>
    <h1>combined at rev \(report.status.rev)</h1>
    <p>\(HTML.escaped(head))</p>
    \(section("Values", values))\(section("Graph", graph))\(section("Marbles", marbles))\(section("Causes", causes))\
    \(section("Log", log))\(section("Program", program))</body></html>

    """
  }

  private var head: String {
    let status = report.status
    let version = status.server.version.map { " \($0)" } ?? ""
    return "\(status.server.name)\(version), history \(status.epoch), kept from rev \(status.oldestRev) on; "
      + "\(status.clock.mode.rawValue) clock at \(status.clock.now)"
  }

  private func section(_ title: String, _ content: String) -> String {
    "<h2>\(title)</h2>\n\(content.isEmpty ? "<p class=\"dim\">There is nothing.</p>" : content)\n"
  }

  private static let style = """
    :root{color-scheme:light dark}body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em}
    h2{margin-top:2em;border-bottom:1px solid #8884}table{border-collapse:collapse;width:100%}
    td,th{text-align:left;vertical-align:top;padding:.15em .8em .15em 0;border-bottom:1px solid #8882}
    code,pre,td.v,svg text{font-family:ui-monospace,monospace;font-size:12px}td.v{overflow-wrap:anywhere}
    pre{overflow-x:auto;background:#8881;padding:.8em}.dim{opacity:.6}ul{padding-left:1.4em}li{margin:.2em 0}
    svg{max-width:100%;height:auto}svg text{fill:currentColor}svg .l{stroke:currentColor;opacity:.45;fill:none}
    svg .b{fill:#4a90d922;stroke:#4a90d9}svg .m{fill:#4a90d9}svg .f{stroke:#d0453a;stroke-width:2}svg .w{fill:#fff}
    """

  // MARK: Values

  private var values: String {
    let rows = report.stores.flatMap { store in
      store.properties.map { property in
        let value = property.secret ? "(secret)" : property.value.map { Self.short($0) } ?? ""
        return [property.path, property.type, value, property.at.map { "\($0)" } ?? ""]
      }
    }
    return HTML.table(["path", "type", "value", "since"], rows, valueColumns: [2])
  }

  /// What is long ends here.
  private static func short(_ value: JSONValue?) -> String {
    guard let text = value?.text else { return "—" }
    return text.count > 200 ? text.prefix(200) + "…" : text
  }

  // MARK: The graph

  private var graph: String { report.graph.edges.isEmpty ? "" : GraphDrawing(report.graph).svg }

  // MARK: Marbles

  private var marbles: String {
    report.pipelines.map { info, stats in
      let stages = stats.stages.map { "\($0.name) \($0.received) → \($0.values)" }.joined(separator: " · ")
      let counts = [stages, "\(stats.values) at its end", stats.state.rawValue].filter { !$0.isEmpty }
      return "<h3>\(HTML.escaped(info.name))</h3><p><code>\(HTML.escaped(info.text))</code><br><span class=\"dim\">"
        + "\(HTML.escaped(counts.joined(separator: " · ")))</span></p>\n\(picture(of: info, stats.stages))\n"
    }.joined()
  }

  /// What its properties have been, and its operators have made of them, on one axis of time.
  private func picture(of info: PipelineInfo, _ stages: [StageInfo]) -> String {
    let subject = MarbleSubject(info, stages)
    if let replay = report.replays[info.name] { return MarbleDrawing(MarbleBoard(replay, of: subject)).svg }
    var board = MarbleBoard(subject.properties)
    for entry in report.history.reversed() {
      if let row = subject.properties.firstIndex(of: entry.path), let value = entry.value {
        board.add(value, to: row, at: entry.at)
      }
    }
    return board.isEmpty ? "" : MarbleDrawing(board).svg
  }

  // MARK: Causes

  private var causes: String {
    let known = Set(report.steps.map(\.rev))
    let roots = report.steps.filter { step in step.cause.of.map { !known.contains($0) } ?? true }
    let following = Dictionary(grouping: report.steps.filter { $0.cause.of != nil }) { $0.cause.of! }
    return roots.isEmpty ? "" : "<ul>" + roots.map { item($0, following, depth: 0) }.joined() + "</ul>"
  }

  /// Deeper than this a chain is flat: it goes on in the same list.
  private static let depthMax = 24

  private func item(_ step: CauseStep, _ following: [Int: [CauseStep]], depth: Int) -> String {
    let who = step.client.map { "\($0) (\(step.cause.by))" } ?? step.cause.by
    var text = "<li><b>rev \(step.rev)</b> <span class=\"dim\">\(step.at)</span> by \(HTML.escaped(who))"
    if step.request == nil, let method = step.method { text += " \(HTML.escaped(method))" }
    if let request = step.request { text += "<pre>\(HTML.escaped(request))</pre>" }
    if let note = step.cause.note { text += " “\(HTML.escaped(note))”" }
    if !step.cause.via.isEmpty {
      text += "<br>through \(HTML.escaped(step.cause.via.joined(separator: " → ")))"
    }
    text += step.values.map { change in
      "<br><code>\(HTML.escaped(change.path))  \(HTML.escaped(Self.short(change.old))) → \(HTML.escaped(Self.short(change.value ?? change.patch)))</code>"
    }.joined()
    let next = following[step.rev] ?? []
    guard !next.isEmpty else { return text + "</li>" }
    let items = next.map { item($0, following, depth: depth + 1) }.joined()
    return depth < Self.depthMax ? text + "<ul>\(items)</ul></li>" : text + "</li>\(items)"
  }

  // MARK: The log

  private var log: String {
    var rows: [(at: Timestamp, cells: [String])] = report.steps.flatMap { step in
      step.values.map { change in
        (
          step.at,
          [
            "\(step.at)", "rev \(step.rev)", change.path,
            "\(Self.short(change.old)) → \(Self.short(change.value ?? change.patch))",
            EventRenderer.describe(step.cause),
          ]
        )
      }
    }
    rows += report.requests.map { request in
      let outcome = request.status.map(String.init) ?? request.state.rawValue
      let cells = ["\(request.at)", request.method, request.url, outcome, request.pipe.map { "by \($0)" } ?? ""]
      return (request.at, cells)
    }
    return HTML.table(
      ["at", "what", "where", "from → to", "why"], rows.sorted { $0.at < $1.at }.map(\.cells), valueColumns: [3])
  }

  // MARK: The program

  private var program: String {
    report.declarations.isEmpty
      ? "" : "<pre>\(HTML.escaped(report.declarations.map(\.text).joined(separator: "\n")))</pre>"
  }
}

/// The parts of a page.
enum HTML {
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  static func table(_ names: [String], _ rows: [[String]], valueColumns: Set<Int>) -> String {
    guard !rows.isEmpty else { return "" }
    let head = names.map { "<th>\(escaped($0))</th>" }.joined()
    let body = rows.map { row in
      "<tr>"
        + row.enumerated().map { index, cell in
          "<td\(valueColumns.contains(index) ? " class=\"v\"" : "")>\(escaped(cell))</td>"
        }.joined() + "</tr>"
    }
    return "<table><tr>\(head)</tr>\n\(body.joined(separator: "\n"))</table>"
  }
}

/// The graph from left to right: what feeds stands before what it feeds.
private struct GraphDrawing {
  private struct Place {
    var x: Int
    var y: Int
    var width: Int
  }

  private let graph: Graph.Result
  private var places: [String: Place] = [:]
  private var size = (width: 0, height: 0)

  /// A character, a row, and what is between columns for the names of pipelines.
  private static let (character, row, gap) = (8, 44, 180)

  init(_ graph: Graph.Result) {
    self.graph = graph
    var columns: [String: Int] = [:]
    // A ring ends nowhere: no way is longer than there are nodes.
    for _ in graph.nodes {
      for edge in graph.edges where edge.from != edge.to {
        let column = (columns[edge.from] ?? 0) + 1
        if column > columns[edge.to] ?? 0, column < graph.nodes.count { columns[edge.to] = column }
      }
    }
    var x = 4
    for column in Set(graph.nodes.map { columns[$0] ?? 0 }).sorted() {
      let nodes = graph.nodes.filter { columns[$0] ?? 0 == column }
      let width = nodes.map { displayWidth($0) * Self.character + 16 }.max() ?? 0
      for (index, node) in nodes.enumerated() { places[node] = Place(x: x, y: 10 + index * Self.row, width: width) }
      size = (x + width + 4, max(size.height, nodes.count * Self.row + 10))
      x += width + Self.gap
    }
  }

  var svg: String {
    let lines = graph.edges.compactMap { edge -> String? in
      guard let from = places[edge.from], let to = places[edge.to] else { return nil }
      let (x, y, toX, toY) = (from.x + from.width, from.y + 14, to.x, to.y + 14)
      let middle = (x + toX) / 2
      let name = edge.pipe == edge.to ? "" : edge.pipe + " "
      return """
        <path class="l" d="M\(x) \(y) C\(middle) \(y) \(middle) \(toY) \(toX) \(toY)"/>\
        <text x="\(middle)" y="\((y + toY) / 2 - 4)" text-anchor="middle">\(HTML.escaped(name))\(edge.received) → \(edge.values)\
        <title>\(HTML.escaped(edge.pipe)): \(edge.received) values in, \(edge.values) out</title></text>
        """
    }
    let boxes = graph.nodes.compactMap { node -> String? in
      guard let place = places[node] else { return nil }
      return """
        <rect class="b" x="\(place.x)" y="\(place.y)" width="\(place.width)" height="28" rx="5"/>\
        <text x="\(place.x + place.width / 2)" y="\(place.y + 18)" text-anchor="middle">\(HTML.escaped(node))</text>
        """
    }
    return "<svg viewBox=\"0 0 \(size.width) \(size.height)\" width=\"\(size.width)\">\n"
      + (lines + boxes).joined(separator: "\n") + "\n</svg>"
  }
}

/// Rows of marbles on one axis of time.
private struct MarbleDrawing {
  private let board: MarbleBoard
  init(_ board: MarbleBoard) { self.board = board }

  private static let (column, row) = (22, 40)

  var svg: String {
    guard let picture = board.picture else { return "" }
    let label = (picture.rows.map { displayWidth($0.name) }.max() ?? 0) * 8 + 16
    let width = label + picture.rows.map(\.diagram.length).max()! * Self.column + 20
    let rows = picture.rows.enumerated().map { index, row in
      let y = index * Self.row + 22
      return "<text x=\"0\" y=\"\(y + 4)\">\(HTML.escaped(row.name))</text>"
        + "<path class=\"l\" d=\"M\(label - 6) \(y) H\(width)\"/>" + marbles(row.diagram, x: label, y: y)
    }
    let height = picture.rows.count * Self.row + 24
    let axis =
      "<text class=\"dim\" x=\"\(label)\" y=\"\(height - 4)\">from \(picture.first); a column is \(picture.column)</text>"
    return
      "<svg viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\">\n\(rows.joined(separator: "\n"))\n\(axis)\n</svg>"
  }

  /// Of what happens in one column the later stands a little further to the right.
  private func marbles(_ diagram: MarbleDiagram, x: Int, y: Int) -> String {
    var last = (column: -1, count: 0)
    return diagram.events.map { marble in
      last = marble.column == last.column ? (marble.column, last.count + 1) : (marble.column, 0)
      let place = x + marble.column * Self.column + min(last.count, 4) * 4
      switch marble.event {
      case .value(let text):
        let short = text.count > 2 ? text.prefix(1) + "…" : text
        return "<circle class=\"m\" cx=\"\(place)\" cy=\"\(y)\" r=\"10\"><title>\(HTML.escaped(text))</title></circle>"
          + "<text class=\"w\" x=\"\(place)\" y=\"\(y + 4)\" text-anchor=\"middle\" style=\"fill:#fff;pointer-events:none\">"
          + "\(HTML.escaped(String(short)))</text>"
      case .finished, .cancel: return "<path class=\"l\" d=\"M\(place) \(y - 11) V\(y + 11)\"/>"
      case .failure: return "<path class=\"f\" d=\"M\(place - 7) \(y - 7) l14 14 m0 -14 l-14 14\"/>"
      }
    }.joined()
  }
}

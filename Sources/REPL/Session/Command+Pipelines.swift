// Commands that look at pipelines and hold them, and the graph they make.
import ClientConnection
import Wire

/// What `:pipe` and `combinectl pipe` can do to one pipeline.
enum PipelineVerb: String, CaseIterable {
  case pause
  case stop = "break"
  case slow, step, resume, clear, remove, replay

  /// What stands behind the pipeline's name.
  fileprivate var argument: String? {
    switch self {
    case .stop: "value > 3"
    case .slow: "500ms"
    case .step: "2"
    case .replay: "$username.map { $0.count > 3 }"
    case .pause, .resume, .clear, .remove: nil
    }
  }
}

extension Command {
  static let pipelines: [Command] = [
    Command(
      name: "pipe", synopsis: "[VERB NAME …]",
      summary: "list the pipelines; hold one, or let values through one by one",
      details: """
        :pipe pause NAME lets values wait at its end, :pipe step NAME [COUNT] lets the next ones through, :pipe resume NAME all.
        :pipe break NAME CONDITION stops it before a value for which the condition holds, in Swift over value:
        :pipe break search.results value.count > 3. Then :pipe resume goes on up to the next one, and :pipe clear for good.
        :pipe slow NAME 500ms lets one value through so often. :pipe remove NAME ends it. All others go on meanwhile.
        :pipe replay NAME runs it over what its input was, on a clock of its own, and compares with what it gave then;
        :pipe replay NAME $username.map { $0.count > 3 } another one in its place. --since -10m and --limit 50 choose the input.
        """,
      argument: .pipeline, run: { session, text throws(UsageError) in try session.pipe(text) }),
    Command(
      name: "graph", synopsis: "[dot|mermaid|json]",
      summary: "which properties feed which, and how many values have come through",
      argument: .choice(["dot", "mermaid", "json"]),
      run: { session, format throws(UsageError) in try session.graph(format) }),
  ]
}

/// What a pipeline does, in one line.
struct PipelineRenderer {
  let events: EventRenderer

  func line(_ result: PipelineStats.Result) -> String {
    let next = result.next.map { ", first \(events.text($0))" } ?? ""
    let hold = Self.hold(result.when, result.every).map { "; " + $0 } ?? ""
    return
      "\(result.pipe)  \(result.state.rawValue)  \(result.values) \(result.values == 1 ? "value" : "values"), \(result.waiting) waiting\(next)\(hold)"
  }
}

extension PipelineRenderer {
  /// Its breakpoint, or its slow motion.
  fileprivate static func hold(_ condition: String?, _ interval: WireDuration?) -> String? {
    condition.map { "it stops before \($0)" } ?? interval.map { "one every \($0)" }
  }

  /// How it is listed.
  static func state(_ pipeline: PipelineInfo) -> String {
    pipeline.state.rawValue + (hold(pipeline.when, pipeline.every).map { ", " + $0 } ?? "")
  }
}

extension Session {
  fileprivate func pipe(_ text: String) throws(UsageError) {
    guard let word = text.words.first else { return listPipelines() }
    guard let verb = PipelineVerb(rawValue: word) else {
      let known = PipelineVerb.allCases.map(\.rawValue) + (settings.commandPrefix == ":" ? [] : ["wait"])
      throw UsageError(
        "pipe cannot \(word)",
        hint: nearest(word, among: known).map { "did you mean \(settings.commandPrefix)pipe \($0)?" }
          ?? "it can " + known.joined(separator: ", "))
    }
    var rest = text.dropFirst(word.count).trimmed
    let name = String(rest.prefix { !$0.isWhitespace })
    rest = rest.dropFirst(name.count).trimmed
    let isMissing = name.isEmpty || rest.isEmpty && (verb == .stop || verb == .slow)
    guard !isMissing, verb.argument != nil || rest.isEmpty else {
      let usage = ["\(settings.commandPrefix)pipe \(verb.rawValue)", name.isEmpty ? "NAME" : name, verb.argument]
      throw UsageError(
        isMissing
          ? "pipe \(verb.rawValue) takes \(name.isEmpty ? "a name" : "more than a name")"
          : "pipe \(verb.rawValue) takes a name only",
        hint: usage.compactMap(\.self).joined(separator: " ")
          + (name.isEmpty ? "; \(settings.commandPrefix)pipe lists them" : ""))
    }
    try hold(absolute(name), verb, rest)
  }

  private func hold(_ pipe: String, _ verb: PipelineVerb, _ argument: String) throws(UsageError) {
    switch verb {
    case .pause, .stop, .slow:
      var params = PipelinePause.Params()
      params.pipe = pipe
      if verb == .stop { params.when = argument }
      if verb == .slow {
        guard let time = WireDuration(argument), time.nanoseconds > 0 else {
          throw UsageError("\(argument) is no time", hint: "\(settings.commandPrefix)pipe slow \(pipe) 500ms")
        }
        params.every = time
      }
      ask(PipelinePause.self, params) { [unowned self] error in
        fail(error)
        // A shell takes quotes away, and what stands behind `>` is a file to it: where one of these is left, it has not.
        guard settings.commandPrefix != ":", verb == .stop, case .refused(let refusal) = error,
          refusal.known == .diagnostics, !settings.isJSON, !argument.contains(where: { "<>|&;()$`\"'*".contains($0) })
        else { return }
        let usage = "\(settings.commandPrefix)pipe break \(pipe) 'value > 3'"
        write([errors.hint("the condition came as '\(argument)'; quote it for the shell: \(usage)")], to: .diagnostics)
      } then: { [unowned self] in
        show($0)
      }
    case .step:
      guard let count = argument.isEmpty ? 1 : Int(argument), count > 0 else {
        throw UsageError("\(argument) is no number of values", hint: "\(settings.commandPrefix)pipe step \(pipe) 2")
      }
      let params = PipelineStep.Params {
        $0.pipe = pipe
        $0.count = count
      }
      ask(PipelineStep.self, params) { [unowned self] in show($0) }
    case .resume, .clear:
      let params = PipelineResume.Params {
        $0.pipe = pipe
        $0.clear = verb == .clear
      }
      ask(PipelineResume.self, params) { [unowned self] in show($0) }
    case .replay: replay(try ReplayText.params(pipe, argument))
    case .remove:
      ask(PipelineRemove.self, PipelineName(pipe: pipe)) { [unowned self] result in
        if settings.isJSON { emit(result) } else { confirm("\(result.pipe) is gone") }
      }
    }
  }

  private func replay(_ params: PipelineReplay.Params) {
    ask(PipelineReplay.self, params) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      page(ReplayRenderer(events: events).lines(result, width: rowWidth))
    }
  }

  private func show(_ result: PipelineStats.Result) {
    if settings.isJSON { return emit(result) }
    confirm(PipelineRenderer(events: events).line(result))
  }

  private func listPipelines() {
    ask(PipelineList.self, .init()) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      guard !result.pipelines.isEmpty else { return write("there are no pipelines") }
      write(aligned(result.pipelines.map { ($0.name, "\(PipelineRenderer.state($0))  \(onOneLine($0.text))") }))
    }
  }

  fileprivate func graph(_ format: String) throws(UsageError) {
    let form = Graph.Params.Format(rawValue: format)
    guard form != nil || format.isEmpty else {
      throw UsageError("graph draws dot, mermaid or json", hint: "\(settings.commandPrefix)graph mermaid")
    }
    ask(Graph.self, Graph.Params { $0.format = form ?? .json }) { [unowned self] result in
      if settings.isJSON || form == .json { return emit(result) }
      if let text = result.text { return writeVerbatim(text.split(separator: "\n").map(String.init)) }
      write(GraphRenderer(style: style).lines(result))
    }
  }
}

// pipe.*: the chains that connect properties.

internal import Engine
internal import Language
internal import Marbles
internal import Wire

extension Dispatcher {
  mutating func addPipelineCommands() {
    add(PipelineList.self) { _, call in
      PipelineList.Result {
        $0.rev = call.engine.revision
        $0.pipelines = call.engine.pipelines.all.map { PipelineInfo($0, call.engine) }
      }
    }
    addCommand(PipelineGet.self) { (params, call) throws(EngineError) in
      PipelineInfo(try call.engine.pipelines.named(params.pipe), call.engine)
    }
    addCommand(PipelineDefine.self) { (params, call) throws(EngineError) in
      let made = try call.engine.pipelines.define(
        params.name, source: params.source, in: params.namespace ?? "", session: call.session,
        request: call.id?.description)
      return PipelineInfo(made, call.engine)
    }
    addCommand(PipelineRemove.self) { (params, call) throws(EngineError) in
      try call.engine.pipelines.remove(params.pipe, session: call.session)
      return PipelineRemove.Result {
        $0.pipe = params.pipe
        $0.rev = call.engine.revision
      }
    }
    addCommand(PipelinePause.self) { (params, call) throws(EngineError) in
      let pipeline = try call.engine.pipelines.named(params.pipe)
      pipeline.pause()
      return .init(pipeline)
    }
    addCommand(PipelineResume.self) { (params, call) throws(EngineError) in
      let pipeline = try call.engine.pipelines.named(params.pipe)
      call.engine.pipelines.resume(pipeline, session: call.session)
      return .init(pipeline)
    }
    addCommand(PipelineStep.self) { (params, call) throws(EngineError) in
      let pipeline = try call.engine.pipelines.named(params.pipe)
      call.engine.pipelines.step(pipeline, params.count, session: call.session)
      return .init(pipeline)
    }
    addCommand(PipelineStats.self) { (params, call) throws(EngineError) in
      let pipeline = try call.engine.pipelines.named(params.pipe)
      var result = PipelineStats.Result(pipeline)
      result.stages = pipeline.stages.map { StageInfo($0, call.engine) }
      return result
    }
    add(PipelineTap.self) { (params, call) throws(RPCError) in
      let tap = params.stage.map { "#\($0).\(params.side.rawValue)" } ?? ""
      var open = SubscriptionOpen.Params(sub: params.sub, paths: ["pipe:" + params.pipe + tap])
      open.deliver = params.deliver
      do throws(EngineError) { return try call.open(open) } catch { throw RPCError(error) }
    }
    add(PipelineTry.self) { (params, call) throws(RPCError) in
      var inputs: [MarbleDiagram] = []
      for (name, text) in zip(Engine.trialInputs, params.inputs) { inputs.append(try diagram(text, name)) }
      guard params.column.nanoseconds > 0 else {
        throw .invalidParams(param: "column", expected: "a time above 0", "A column takes some time.")
      }
      let trial: Engine.Trial
      do throws(EngineError) {
        trial = try call.engine.trial(of: params.operators, on: inputs, column: params.column.nanoseconds)
      } catch { throw RPCError(error) }
      let given = zip(Engine.trialInputs, inputs).map { PipelineTry.Row($0, $1) }
      return PipelineTry.Result {
        $0.source = trial.source
        $0.output = trial.output.text
        $0.rows = given + trial.stages.map { PipelineTry.Row($0.name, $0.output) } + [.init("output", trial.output)]
      }
    }
  }
}

/// A diagram of a client's. What is wrong with it is said as of Swift source.
private func diagram(_ text: String, _ name: String) throws(RPCError) -> MarbleDiagram {
  do throws(MarbleSyntaxError) { return try MarbleDiagram(text) } catch {
    var report = DiagnosticReport()
    report.message = error.message
    report.file = name
    (report.line, report.endLine) = (1, 1)
    report.column = text.prefix(error.offset).utf8.count + 1
    report.endColumn = report.column + text.dropFirst(error.offset).prefix(1).utf8.count
    let rendered = """
      \(name):1:\(report.column): error: \(error.message)
      1 | \(text)
        | \(String(repeating: " ", count: error.offset))`- error: \(error.message)
      """
    throw RPCError(
      .diagnostics, "\(error.message).", ["diagnostics": .array([report.json]), "rendered": .string(rendered)],
      hint: "a value, - nothing, (ab) at once, 'word' a longer value, | the end, # a failure, ! cancels.")
  }
}

extension PipelineTry.Row {
  fileprivate init(_ name: String, _ diagram: MarbleDiagram) {
    self.init()
    self.name = name
    self.diagram = diagram.text
  }
}

extension PipelineInfo {
  init(_ pipeline: Pipeline, _ engine: Engine) {
    self.init()
    name = pipeline.name
    id = pipeline.id
    state = State(pipeline)
    text = pipeline.text
    inputs = pipeline.inputs
    output = pipeline.output
    session = engine.pipelines.owner(of: pipeline)
    file = pipeline.location.file
    line = pipeline.location.line
    column = pipeline.location.column
  }
}

extension PipelineInfo.State {
  init(_ pipeline: Pipeline) {
    switch pipeline.state {
    case .live: self = pipeline.isPaused ? .paused : .live
    case .finished: self = .finished
    case .cancelled: self = .cancelled
    case .failed: self = .failed
    }
  }
}

extension StageInfo {
  fileprivate init(_ stage: PipelineStage, _ engine: Engine) {
    self.init()
    self.stage = stage.number
    name = stage.name
    line = stage.location.line
    column = stage.location.column
    received = stage.received
    values = stage.values
    at = stage.lastAt.map { Timestamp(nanoseconds: $0) }
    if stage.isHolding, let moment = stage.due, moment > engine.now {
      due = Timestamp(nanoseconds: engine.date(of: moment))
    }
  }
}

extension PipelineStats.Result {
  fileprivate init(_ pipeline: Pipeline) {
    self.init()
    pipe = pipeline.name
    state = .init(pipeline)
    values = pipeline.values
    waiting = pipeline.waiting
    dropped = pipeline.dropped
    at = pipeline.lastAt.map { Timestamp(nanoseconds: $0) }
  }
}

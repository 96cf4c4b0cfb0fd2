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
        $0.pipelines = call.engine.pipelines.all.map { PipelineInfo($0, call) }
      }
    }
    addCommand(PipelineGet.self) { (params, call) throws(EngineError) in
      PipelineInfo(try call.engine.pipelines.named(params.pipe), call)
    }
    addCommand(PipelineDefine.self) { (params, call) throws(EngineError) in
      let made = try call.engine.pipelines.define(
        params.name, source: params.source, in: params.namespace ?? "", session: call.session,
        request: call.id?.description)
      return PipelineInfo(made, call)
    }
    addCommand(PipelineRemove.self) { (params, call) throws(EngineError) in
      try call.engine.pipelines.remove(params.pipe, session: call.session)
      return PipelineRemove.Result {
        $0.pipe = params.pipe
        $0.rev = call.engine.revision
      }
    }
    add(PipelinePause.self) { (params, call) throws(RPCError) in
      if params.when != nil, params.every != nil {
        throw .invalidParams(
          param: "every", expected: "'when' or 'every'", "A pipeline stops before some values, or is slowed down.")
      }
      if let every = params.every, every.nanoseconds <= 0 {
        throw .invalidParams(param: "every", expected: "a time above 0", "From one value to the next some time passes.")
      }
      do throws(EngineError) { return try call.pause(params) } catch { throw RPCError(error) }
    }
    addCommand(PipelineResume.self) { (params, call) throws(EngineError) in
      let pipeline = try call.engine.pipelines.named(params.pipe)
      call.engine.pipelines.resume(pipeline, forGood: params.clear || !pipeline.isPaused, session: call.session)
      return .init(pipeline, call)
    }
    addCommand(PipelineStep.self) { (params, call) throws(EngineError) in
      let pipeline = try call.engine.pipelines.named(params.pipe)
      call.engine.pipelines.step(pipeline, params.count, session: call.session)
      return .init(pipeline, call)
    }
    addCommand(PipelineStats.self) { (params, call) throws(EngineError) in
      let pipeline = try call.engine.pipelines.named(params.pipe)
      var result = PipelineStats.Result(pipeline, call)
      result.stages = pipeline.stages.map { StageInfo($0, call.engine) }
      return result
    }
    add(PipelineTap.self) { (params, call) throws(RPCError) in
      let tap = params.stage.map { "#\($0).\(params.side.rawValue)" } ?? ""
      var open = SubscriptionOpen.Params(sub: params.sub, paths: ["pipe:" + params.pipe + tap])
      open.deliver = params.deliver
      do throws(EngineError) { return try call.open(open) } catch { throw RPCError(error) }
    }
    add(PipelineReplay.self) { (params, call) throws(RPCError) in
      guard params.tolerance.nanoseconds >= 0 else {
        throw .invalidParams(param: "tolerance", expected: "a time", "Times are apart by 0 or more.")
      }
      var options = Engine.ReplayOptions()
      (options.source, options.limit, options.tolerance) = (params.with, params.limit, params.tolerance.nanoseconds)
      if let text = params.since { options.since = try call.moment(text) }
      do throws(EngineError) {
        let pipeline = try call.engine.pipelines.named(params.pipe)
        return PipelineReplay.Result(try call.engine.replay(pipeline, options), of: pipeline)
      } catch { throw RPCError(error) }
    }
    add(PipelineTry.self) { (params, call) throws(RPCError) in
      guard (1...Engine.trialInputs.count).contains(params.inputs.count) else {
        throw RPCError(
          EngineError.validation(
            path: "inputs",
            rule: "there are 1 to \(Engine.trialInputs.count) of them, not \(params.inputs.count): the operators "
              + "stand behind the first, and the others are \(Engine.trialInputs.dropFirst().joined(separator: ", "))"))
      }
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

extension Call {
  fileprivate func pause(_ params: PipelinePause.Params) throws(EngineError) -> PipelineStats.Result {
    let pipeline = try engine.pipelines.named(params.pipe)
    if let condition = params.when {
      try engine.pipelines.stop(pipeline, before: condition, session: session)
    } else if let every = params.every {
      engine.pipelines.slowDown(pipeline, to: every.nanoseconds, session: session)
    } else {
      engine.pipelines.pause(pipeline, session: session)
    }
    return .init(pipeline, self)
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

extension PipelineReplay.Result {
  fileprivate init(_ replay: Engine.Replay, of pipeline: Pipeline) {
    self.init()
    pipe = pipeline.name
    source = replay.source
    (from, until) = (Timestamp(nanoseconds: replay.from), Timestamp(nanoseconds: replay.until))
    (recorded, more) = (replay.isRecorded, replay.hasMore)
    inputs = replay.inputs.map(PipelineReplay.Row.init)
    (then, now) = (.init(replay.then), .init(replay.now))
    operators = replay.operators.map(PipelineReplay.Row.init)
    differences = replay.differences.map { difference in
      PipelineReplay.Difference {
        $0.at = Timestamp(nanoseconds: difference.at)
        switch difference {
        case .gone(let event): ($0.kind, $0.value) = (.gone, event.value.json)
        case .new(let event): ($0.kind, $0.value) = (.new, event.value.json)
        case .moved(let event, let to):
          ($0.kind, $0.value, $0.to) = (.moved, event.value.json, Timestamp(nanoseconds: to))
        }
      }
    }
  }
}

extension PipelineReplay.Row {
  fileprivate init(_ row: Engine.Replay.Row) {
    self.init()
    name = row.name
    events = row.events.map { event in
      PipelineReplay.Event {
        $0.at = Timestamp(nanoseconds: event.at)
        $0.value = event.value.json
        $0.rev = event.revision
      }
    }
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
  init(_ pipeline: Pipeline, _ call: Call) {
    self.init()
    name = pipeline.name
    id = pipeline.id
    state = State(pipeline)
    text = call.told(pipeline.text)
    inputs = pipeline.inputs
    output = pipeline.output
    session = call.engine.pipelines.owner(of: pipeline)
    file = pipeline.location.file
    line = pipeline.location.line
    column = pipeline.location.column
    when = pipeline.breakpoint.map { call.told($0.source) }
    every = pipeline.slowMotion.map { WireDuration(nanoseconds: $0.interval) }
  }
}

extension PipelineInfo.State {
  init(_ pipeline: Pipeline) {
    switch pipeline.state {
    case .live: self = pipeline.isPaused ? .paused : pipeline.slowMotion != nil ? .slowed : .live
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
  fileprivate init(_ pipeline: Pipeline, _ call: Call) {
    self.init()
    pipe = pipeline.name
    state = .init(pipeline)
    values = pipeline.values
    waiting = pipeline.waiting
    dropped = pipeline.dropped
    at = pipeline.lastAt.map { Timestamp(nanoseconds: $0) }
    next = call.engine.pipelines.next(of: pipeline)?.json
    when = pipeline.breakpoint.map { call.told($0.source) }
    every = pipeline.slowMotion.map { WireDuration(nanoseconds: $0.interval) }
  }
}

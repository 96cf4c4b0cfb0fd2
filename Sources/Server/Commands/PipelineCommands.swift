// pipe.*: the chains that connect properties.

internal import Engine
internal import Language
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

// program.*: Swift source in, values and diagnostics out.

internal import Engine
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addProgramCommands() {
    addLater(ProgramEval.self) { (params, call, reply) throws(RPCError) in
      let engine = call.engine
      let sources = try [SourceText](params.text)
      let waiting = engine.evaluate(
        sources, in: params.text.namespace ?? "", owner: params.owner.map { .init($0) }, session: call.session,
        request: call.id?.description
      ) {
        switch $0 {
        case .success(var evaluation):
          evaluation.printed = call.replied(evaluation.printed)
          var result = ProgramEval.Result(evaluation, engine)
          if params.wantsSource { result.addSource(of: evaluation, engine, in: params.text.namespace ?? "") }
          reply(result)
        case .failure(let error): reply.fail(RPCError(error))
        }
      }
      if let waiting { reply.onCancel { waiting.cancel() } }
    }
    addLater(ProgramCheck.self) { (params, call, reply) throws(RPCError) in
      let sources = try [SourceText](params)
      let checking = try call.engineCall { () throws(EngineError) in
        try call.engine.check(sources, in: params.namespace ?? "", session: call.session) { checked in
          reply(
            ProgramCheck.Result {
              $0.diagnostics = checked.diagnostics.map { DiagnosticReport($0) }
              $0.rendered = checked.rendered
            })
        }
      }
      if let checking { reply.onCancel { checking.cancel() } }
    }
    addLater(ProgramComplete.self) { (params, call, reply) throws(RPCError) in
      let completing = try call.engineCall { () throws(EngineError) in
        try call.engine.complete(
          SourceText(file: params.file ?? "input", text: params.source), offset: params.offset,
          in: params.namespace ?? "", session: call.session
        ) { reply(ProgramComplete.Result($0)) }
      }
      if let completing { reply.onCancel { completing.cancel() } }
    }
    add(ProgramLookup.self) { (params, call) throws(RPCError) in
      let found = try call.engineCall { () throws(EngineError) in
        try call.engine.lookup(
          SourceText(file: params.file ?? "input", text: params.source), offset: params.offset,
          in: params.namespace ?? "", session: call.session)
      }
      guard let found else {
        throw RPCError(.notFound, "Nothing is known of what stands at \(params.offset).", ["path": "offset"])
      }
      return ProgramLookup.Result(found)
    }
    addLater(ProgramOutline.self) { (params, call, reply) throws(RPCError) in
      let reading = try call.engineCall { () throws(EngineError) in
        try call.engine.outline(SourceText(file: "input", text: params.source), session: call.session) { entries in
          reply(ProgramOutline.Result { $0.symbols = entries.map { OutlineSymbol($0) } })
        }
      }
      if let reading { reply.onCancel { reading.cancel() } }
    }
    add(ProgramList.self) { params, call in
      ProgramList.Result {
        $0.rev = call.engine.revision
        $0.declarations = call.engine.declarations(in: params.namespace ?? "").map { DeclarationInfo($0, call) }
        $0.namespaces = call.engine.namespaceNames
        $0.owned = call.engine.ownedNamespaces.map { OwnedNamespace($0.name, $0.owner) }
      }
    }
  }
}

extension NamespaceOwner.Kind {
  fileprivate init(_ owner: NamespaceOwnership) {
    self =
      switch owner {
      case .session: .session
      case .watchers: .watchers
      }
  }
}

extension OwnedNamespace {
  fileprivate init(_ name: String, _ owner: NamespaceOwner) {
    self.init {
      $0.namespace = name
      switch owner {
      case .session(let session): ($0.owner, $0.session) = (.session, session)
      case .watchers: $0.owner = .watchers
      }
    }
  }
}

extension Dispatcher {
  mutating func addDeclarationCommands() {
    add(ProgramSource.self) { (params, call) throws(RPCError) in
      let namespace = params.namespace ?? ""
      let found = call.engine.declarations(named: params.name, in: namespace)
      guard !found.isEmpty else {
        let known = call.engine.declarations(in: namespace).flatMap(\.names)
        throw RPCError(EngineError.notFound(path: params.name, known: known))
      }
      return ProgramSource.Result {
        $0.declarations = found.map { DeclarationInfo($0, call) }
      }
    }
    add(ProgramHelp.self) { (params, call) throws(RPCError) in
      let topics = try call.engineCall { () throws(EngineError) in
        try call.engine.help(params.name, in: params.namespace ?? "", session: call.session)
      }
      if topics.isEmpty, let entry = HelpEntry(ofProtocol: params.name) {
        return ProgramHelp.Result(entries: [entry])
      }
      if topics.isEmpty {
        let begun = try call.help(begunBy: params)
        if !begun.isEmpty { return ProgramHelp.Result(entries: begun) }
      }
      guard !topics.isEmpty else {
        var error = RPCError(
          .notFound, "There is no help for '\(params.name)'.", ["path": .string(params.name)])
        error.suggest(
          Wire.didYouMean(
            params.name, among: call.engine.namesWithHelp(in: params.namespace ?? "") + HelpEntry.namesOfProtocol),
          otherwise: "Ask for a name of Swift, of the program or of the protocol: Publisher.map, guard, store.set.")
        throw error
      }
      return ProgramHelp.Result(entries: topics.map { HelpEntry($0) })
    }
    addCommand(ProgramLeaks.self) { (params, call) throws(EngineError) in
      let leaks = try call.engine.leaks(in: params.namespace ?? "")
      return ProgramLeaks.Result {
        $0.rev = call.engine.revision
        $0.leaks = leaks.map { leak in
          LeakedObject {
            $0.type = leak.className
            $0.pipelines = leak.pipelines.map { PipelineInfo($0, call) }
          }
        }
      }
    }
    addCommand(ProgramRemove.self) { (params, call) throws(EngineError) in
      let namespace = params.namespace ?? ""
      let removed: [String]
      var kept: [String] = []
      switch (params.name, params.everything) {
      case (let name?, false):
        removed = try call.engine.removeDeclaration(name, in: namespace, session: call.session)
      case (nil, true): (removed, kept) = try call.engine.removeEverything(in: namespace, session: call.session)
      default: throw .validation(path: "name", rule: "either a name is removed, or everything")
      }
      return ProgramRemove.Result {
        $0.rev = call.engine.revision
        $0.removed = removed
        $0.kept = kept.isEmpty ? nil : kept
      }
    }
  }
}

extension ProgramComplete.Result {
  fileprivate init(_ completions: Completions) {
    self.init {
      $0.start = completions.start
      $0.end = completions.end
      $0.candidates = completions.suggestions.prefix(256).map { suggestion in
        CompletionCandidate {
          $0.name = suggestion.name
          $0.kind = suggestion.kind
          $0.type = suggestion.typeName.isEmpty ? nil : suggestion.typeName
          $0.fits = suggestion.fits
          $0.signature = suggestion.signature.isEmpty ? nil : suggestion.signature
          $0.detail = [$0.signature, suggestion.summary.isEmpty ? nil : "// " + suggestion.summary]
            .compactMap(\.self).joined(separator: "  ")
          if $0.detail == "" { $0.detail = nil }
          $0.summary = suggestion.summary.isEmpty ? nil : suggestion.summary
        }
      }
    }
  }
}

extension ProgramLookup.Result {
  fileprivate init(_ reference: NameReference) {
    self.init {
      $0.start = reference.range.lowerBound
      $0.end = reference.range.upperBound
      $0.name = reference.name
      $0.kind = reference.kind
      $0.type = reference.typeName.isEmpty ? nil : reference.typeName
      $0.signatures = reference.signatures
      $0.summary = reference.summary.isEmpty ? nil : reference.summary
      $0.definition = reference.definition.map { place in
        SourcePlace {
          $0.file = place.file
          ($0.line, $0.column) = (place.start.line, place.start.column)
          ($0.endLine, $0.endColumn) = (place.end.line, place.end.column)
        }
      }
    }
  }
}

extension OutlineSymbol {
  fileprivate init(_ entry: OutlineEntry) {
    self.init {
      $0.name = entry.name
      $0.kind = entry.kind.rawValue
      $0.depth = entry.depth
      $0.detail = entry.detail
      ($0.start, $0.end) = (entry.range.lowerBound, entry.range.upperBound)
      ($0.nameStart, $0.nameEnd) = (entry.nameRange.lowerBound, entry.nameRange.upperBound)
    }
  }
}

extension DeclarationInfo {
  fileprivate init(_ record: DeclarationRecord, _ call: Call) {
    self.init {
      $0.names = record.names
      $0.file = record.file
      $0.line = record.line
      $0.text = call.told(record.text)
    }
  }
}

extension ProgramEval.Result {
  fileprivate init(_ evaluation: Engine.Evaluation, _ engine: Engine) {
    self.init {
      $0.rev = evaluation.revision
      $0.defined = evaluation.defined.map { defined in
        DefinedName {
          $0.kind = defined.kind.rawValue
          $0.name = defined.name
          $0.type = defined.typeName
          $0.isVariable = defined.isVariable
        }
      }
      $0.values = evaluation.values.map { value in
        EvaluatedValue {
          $0.name = value.name
          $0.type = value.typeName
          $0.text = value.text
          $0.value = engine.plain(value.value)?.json
        }
      }
      $0.printed = evaluation.printed
      $0.warnings = evaluation.warnings.map { DiagnosticReport($0) }
      $0.rendered = evaluation.warnings.isEmpty ? nil : evaluation.renderedWarnings
      $0.redefined = evaluation.redefined
      $0.unchanged = evaluation.unchanged
      $0.expectations = ExpectationTally(evaluation.expectations)
    }
  }

  fileprivate mutating func addSource(of evaluation: Engine.Evaluation, _ engine: Engine, in namespace: String) {
    for (index, value) in evaluation.values.enumerated() {
      (values[index].source, values[index].description) = engine.source(of: value, in: namespace)
    }
  }
}

extension HelpEntry {
  fileprivate init(_ topic: HelpTopic) {
    self.init {
      $0.name = topic.title
      $0.signatures = topic.signatures
      $0.summary = topic.summary.isEmpty ? nil : topic.summary
      $0.example = topic.example.isEmpty ? nil : topic.example
      $0.output = topic.prints
      $0.trial = topic.trial.isEmpty ? nil : topic.trial
    }
  }
}

extension [SourceText] {
  /// What a client sent, under the names it gave.
  init(_ params: SourceParams) throws(RPCError) {
    if let file = ([params.file] + params.files.map(\.file)).compactMap(\.self).first(where: Engine.isOfProvider(file:))
    {
      throw .invalidParams(
        param: "file", expected: "a name of its own", "'\(file)' is the name of what a provider declares.")
    }
    guard !params.files.isEmpty else {
      self = [SourceText(file: params.file ?? "input", text: params.source ?? "")]
      return
    }
    guard params.source == nil, params.file == nil else {
      throw .invalidParams(
        param: "files", expected: "'source' or 'files'", "'files' takes the place of 'source' and 'file'.")
    }
    self = params.files.map {
      SourceText(file: $0.file, text: $0.source, isScript: params.files.count == 1 || SourceText.isMain($0.file))
    }
  }
}

extension ExpectationTally {
  /// Nil when there were none.
  fileprivate init?(_ expectations: Engine.Expectations) {
    guard expectations.held > 0 || !expectations.failures.isEmpty else { return nil }
    self.init {
      $0.held = expectations.held
      $0.failed = expectations.failures.map { UnmetExpectation($0) }
    }
  }
}

extension UnmetExpectation {
  init(_ failure: Engine.UnmetExpectation) {
    self.init {
      $0.message = failure.fault.message
      $0.file = failure.fault.file
      $0.line = failure.fault.line
      $0.column = failure.fault.column
      $0.rev = failure.revision
    }
  }
}

extension Call {
  /// So many names that begin alike are told; of more nobody finds anything.
  private static let begunMax = 24

  /// Help for the names that begin with what was asked for, whatever the case of its letters.
  fileprivate func help(begunBy params: ProgramHelp.Params) throws(RPCError) -> [HelpEntry] {
    let beginning = params.name.lowercased()
    guard beginning.count >= 3 else { return [] }
    let names = Set(engine.namesWithHelp(in: params.namespace ?? "").filter { $0.lowercased().hasPrefix(beginning) })
    guard names.count <= Self.begunMax else { return [] }
    var entries: [HelpEntry] = []
    for name in names.sorted() {
      let topics = try engineCall { () throws(EngineError) in
        try engine.help(name, in: params.namespace ?? "", session: session)
      }
      if names.count == 1 { return topics.map { HelpEntry($0) } }
      guard let topic = topics.first else { continue }
      entries.append(
        HelpEntry {
          $0.name = HelpEntry(topic).name
          $0.summary = HelpEntry(topic).summary
        })
    }
    return entries
  }
}

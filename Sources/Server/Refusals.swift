// The engine's reasons for saying no, as the protocol's errors.

internal import Engine
internal import Language
internal import Wire

extension RPCError {
  /// The error that a client gets when the engine refuses a command.
  init(_ error: EngineError) {
    switch error {
    case .unknownPipeline(let name, let known):
      self.init(.notFound, "There is no pipeline '\(name)'.", ["path": .string("pipe:" + name)])
      // Who leaves out the store, or says no more than it, is near, too.
      let near = known.filter { $0.hasSuffix("." + name) || $0.hasPrefix(name + ".") }
      let some = known.prefix(4).joined(separator: ", ")
      let all =
        switch known.count {
        case 0: "There are no pipelines."
        case 1: "There is \(some)."
        case ...4: "There are \(some)."
        default: "There are \(some) and \(known.count - 4) more."
        }
      suggest(near.isEmpty ? Wire.didYouMean(name, among: known) : Array(near.prefix(3)), otherwise: all)
    case .notFound(let path, let known):
      self.init(.notFound, "Nothing is at '\(path)'.", ["path": .string(path)])
      suggest(Wire.didYouMean(path, among: known), otherwise: "store.list names what there is.")
    case .notUsed(let path, let variable):
      self.init(
        .notFound, "Nothing is at '\(path)' yet.", ["path": .string(path)],
        hint:
          "\(variable) is made when it is first used, as in Swift: set something in it, call it, or evaluate \(variable)."
      )
    case .gone(let path, let reason):
      self.init(
        .notFound, "Nothing is at '\(path)': \(reason).", ["path": .string(path)],
        hint: "It may have been removed; read again what is there.")
    case .malformedPath(let path, let reason):
      self = .invalidParams(param: "path", expected: "a path", "'\(path)' is not a path: \(reason).")
      fields.append(.init("path", .string(path)))
    case .typeMismatch(let path, let expected, let got):
      self.init(
        .typeMismatch, "'\(path)' takes \(expected), not \(got).",
        ["path": .string(path), "expected": .string(expected), "got": .string(got)])
    case .validation(let path, let rule):
      self.init(.validation, "'\(path)': \(rule).", ["path": .string(path), "rule": .string(rule)])
    case .conflict(let path, let revision, let value):
      self.init(
        .conflict, "'\(path)' is not what the condition says: it was last changed by commit \(revision).",
        ["path": .string(path), "rev": .int(revision), "value": value.json],
        hint: "Read it again and decide anew.")
    case .unknownDraft(let name, let known):
      self.init(.notFound, "There is no draft '\(name)' on this connection.", ["path": .string(name)])
      suggest(Wire.didYouMean(name, among: known), otherwise: "draft.list names those that are open.")
    case .draftConflict(let name, let path, let revision, let value, let parts):
      let names = parts.map { $0.isEmpty ? "all of it" : "'\($0)'" }.joined(separator: ", ")
      self.init(
        .conflict,
        "'\(path)' was changed elsewhere, too, since the draft '\(name)' was opened: \(names). Nothing is saved.",
        [
          "path": .string(path), "rev": .int(revision), "value": value.json,
          "parts": .array(parts.map { .string($0) }),
        ],
        hint: "draft.get shows both; take over with draft.set what is right, or draft.save with \"overwriting\":true.")
    case .draftMisfit(let name, let path, let type, let revision, let value, let parts):
      let names = parts.map { $0.isEmpty ? "all of it" : "'\($0)'" }.joined(separator: ", ")
      self.init(
        .conflict,
        "The type of '\(path)', \(type), was declared anew since the draft '\(name)' was opened, and what was edited does not fit "
          + "it: \(names). Nothing is saved.",
        [
          "path": .string(path), "rev": .int(revision), "value": value.json,
          "parts": .array(parts.map { .string($0) }),
        ],
        hint: "draft.get shows what is left; draft.save with \"overwriting\":true saves that.")
    case .draftGone(let name, let path, let reason):
      self.init(
        .notFound, "The draft '\(name)' has nowhere to be saved: '\(path)' is gone (\(reason)).",
        ["path": .string(path)],
        hint: "draft.get still has what was edited; draft.cancel drops it.")
    case .readOnly(let path, let reason):
      self.init(.readOnly, "'\(path)' cannot be used from outside: \(reason).", ["path": .string(path)])
    case .tooLarge(let path, let size, let limit):
      self.init(
        .tooLarge,
        "The value of '\(path)' would have \(size.map(String.init) ?? "more") bytes, over the limit of "
          + "\(limit); nothing is changed.",
        ["size": .int(size ?? limit + 1), "limit": .int(limit), "path": .string(path), "setting": "limits.value"])
    case .pipelineFailed(let name, let `operator`, let fault):
      self.init(
        .pipelineFailed, "The pipeline '\(name)' failed: \(fault.message).",
        ["pipe": .string(name)])
      if let `operator` { fields.append(.init("operator", .string(`operator`))) }
      fields.append(.init("cause", .object([.init("message", .string(fault.message))] + Self.place(fault.location))))
    case .cycle(let pipeline, let chain):
      self.init(
        .cycle, "The pipeline '\(pipeline)' would feed itself: \(chain.joined(separator: " → ")).",
        ["chain": .array(chain.map { .string($0) })],
        hint: "Something on the way has to hold values back that change nothing, such as removeDuplicates().")
    case .notPublished(let path, let property, let reason):
      self.init(
        .validation, "'\(path)' does not announce its changes.",
        ["path": .string(path), "rule": "a subscription watches @Published properties"],
        hint: reason.hint(property))
    case .refusedSource(let diagnostics, let rendered):
      self.init(
        .diagnostics, Self.summary(diagnostics),
        [
          "diagnostics": .array(diagnostics.map { DiagnosticReport($0).json }),
          "rendered": .string(rendered),
        ])
    case .stillNeeded(let name, let others, let diagnostics, let rendered):
      self.init(.refusedSource(diagnostics, rendered: rendered))
      let list = others.map { "'\($0)'" }.joined(separator: ", ")
      let needs = others.count == 1 ? "needs" : "need"
      message = "\(list) \(needs) '\(name)'."
      hint = "\(list) \(needs) '\(name)': remove \(others.count == 1 ? "it" : "them") first."
    case .stillFound(let name, let others):
      let list = others.map { "'\($0)'" }.joined(separator: ", ")
      let rule = "\(list) \(others.count == 1 ? "has" : "have") its object as @EnvironmentObject, and would find none"
      self.init(
        .validation, "'\(name)' keeps its object: \(rule).", ["path": .string(name), "rule": .string(rule)],
        hint: "Give such an object another name first, or remove \(others.count == 1 ? "what has it" : "those").")
    case .trap(let fault): self.init(fault)
    case .thrown(let thrown): self.init(thrown)
    case .unknownSubscription(let name):
      self.init(.unknownSubscription, "This connection has no subscription '\(name)'.", ["sub": .string(name)])
    case .subscriptionExists(let name):
      self.init(
        .subscriptionExists, "This connection has a subscription '\(name)' already.", ["sub": .string(name)],
        hint: "Close it first, or choose another name.")
    case .tooMany(let what, let limit, let setting):
      self.init(
        .limit, "There are \(limit) \(what) already, and no more are allowed.",
        ["limit": .int(limit), "setting": .string(setting)])
    case .revisionInTheFuture(let revision):
      self.init(.revisionInFuture, "Revision \(revision) has not happened yet.", ["rev": .int(revision)])
    case .exists(let path):
      self.init(
        .exists, "'\(path)' exists already.", ["path": .string(path)],
        hint: "Choose another name, or remove it first.")
    case .owned(let name, let owner):
      let belongs =
        switch owner {
        case nil: "the daemon"
        case .session(let session)?: "session \(session)"
        case .watchers?: "its watchers"
        }
      self.init(
        .exists, "'\(name)' is there already; it belongs to \(belongs).", ["path": .string(name)],
        hint: "Choose another name, or leave out the owner: then it is used as it is.")
    case .ended(let name, let owner):
      self.init(
        .notFound, "The namespace '\(name)' has ended with \(owner == "watchers" ? "its last watcher" : owner).",
        ["path": .string(name)], hint: "Evaluate its source again; without an owner it stays.")
    case .draftExists(let name):
      self.init(
        .exists, "A draft '\(name)' is open already.", ["path": .string(name)],
        hint: "Choose another name, or end it first: draft.save or draft.cancel (:draft cancel \(name)).")
    case .taken(let name, nil, _):
      self.init(
        .exists, "'\(name)' exists already, and is not another program's.", ["path": .string(name)],
        hint: "Choose another name, or remove it first.")
    case .provides(let name):
      self.init(
        .exists, "A provider named '\(name)' is connected already.", ["path": .string(name)],
        hint: "Give yours another name; one that comes back has the name it had.")
    case .taken(let name, let provider?, let isThere):
      self.init(
        .exists, "'\(name)' belongs to the program that provides '\(provider)'.", ["path": .string(name)],
        hint: isThere
          ? "Choose another name: it is connected."
          : "Choose another name, or end its claim: combinectl remove \(name).")
    case .away(let path, let provider, let since):
      self.init(
        .away, "'\(path)' belongs to the program that provides '\(provider)', which is not connected.",
        ["path": .string(path), "provider": .string(provider)],
        hint: "Start it; or combinectl remove \(path.prefix { $0 != "." && $0 != "[" }), when it is not to come back.")
      if let since { fields.append(.init("since", Timestamp(nanoseconds: since).json)) }
    case .unanswered(let path, let provider, _, let after?):
      let limit = WireDuration(nanoseconds: after).description
      self.init(
        .timeout, "The program that provides '\(provider)' has not answered within \(limit).",
        ["path": .string(path), "after": .string(limit), "last": .null],
        hint: "Whether it took effect is not known; look at '\(path)'.")
    case .unanswered(_, let provider, let count, nil):
      self.init(
        .overloaded, "The program that provides '\(provider)' has \(count) requests that it has not answered.",
        ["limit": .int(Provider.requestsMax), "setting": "provide", "retryAfterMs": 100])
    case .superseded(let path, let redefinition):
      let reason = redefinition.sentence
      self.init(
        .superseded,
        path.map { "Nothing is at '\($0)' any more: \(reason)." } ?? "It was ended while it waited: \(reason).",
        hint: path == nil
          ? "What it did before it waited stays. Ask again, and what is declared now answers."
          : "Ask again; with \"absent\":\"wait\" it may come later.")
      if let path { fields.append(.init("path", .string(path))) }
      fields.append(.init("names", .array(redefinition.names.map { .string($0) })))
    case .refusedByProvider(let path, let reason):
      self.init(.validation, "'\(path)': \(reason)", ["path": .string(path), "rule": .string(reason)])
    case .providerEnded(let provider, let reason):
      self.init(
        .notFound, "'\(provider)' is asked nothing more: \(reason).", ["path": .string(provider)])
    case .noRequest(let number, let provider):
      self.init(
        .notFound, "'\(provider)' has no request \(number): it was not asked, or has answered.",
        ["path": .string("request")], hint: "A request is answered once, under its own number.")
    case .providerLeft(let path, let reason):
      self.init(
        .away, "'\(path)' may not be set: \(reason).", ["path": .string(path)],
        hint: "Whether it took effect is not known; look again when it is back.")
    case .timedOut(let path, let after, let last):
      let limit = WireDuration(nanoseconds: after).description
      self.init(
        .timeout, "It did not happen to '\(path)' within \(limit).", ["after": .string(limit), "last": last.json])
    case .neverCame(let path, let after, let known):
      let limit = WireDuration(nanoseconds: after).description
      self.init(
        .timeout, "Nothing has come to be at '\(path)' within \(limit).",
        ["path": .string(path), "after": .string(limit), "last": .null])
      suggest(Wire.didYouMean(path, among: known), otherwise: "store.list names what there is.")
    case .invalidArguments(let path, let expected, let example, let reason):
      self = .invalidParams(param: "args", expected: expected, "'\(path)': \(reason).")
      hint = "It is \(expected), and takes \(example), for instance."
    case .unknownMethod(let path, let known, let isProperty):
      self.init(.notFound, "'\(path)' is not a method of the store.", ["path": .string(path)])
      if isProperty {
        hint = "It is a property: store.get reads it, store.set writes it."
        break
      }
      let some = known.prefix(4).joined(separator: ", ") + (known.count > 4 ? " and \(known.count - 4) more" : "")
      suggest(Wire.didYouMean(path, among: known), otherwise: known.isEmpty ? "It has none." : "There is \(some).")
    case .noMethodNamed(let path, let known):
      self.init(.notFound, "'\(path)' is a store, and a call names one of its methods.", ["path": .string(path)])
      let shown = known.prefix(4).joined(separator: ", ")
      let more = known.count > 4 ? " and \(known.count - 4) more" : ""
      hint = known.isEmpty ? "It has none." : "There is \(shown)\(more)."
    case .poisoned(let reason):
      self.init(
        .internal, "The daemon accepts nothing any more: \(reason)", ["report": .string(reason)],
        hint: "Mend what is said there and start combined again.", retry: .never)
    }
  }

  /// A fault while running. Where it happened is in the source that the client sent, or in what was defined before.
  private init(_ fault: Fault) {
    if case .outdated(let path)? = fault.refusal {
      self.init(
        .conflict, "\(fault.location): \(fault.message).",
        ["path": .string(path), "message": .string(fault.message)], hint: "Read it again and decide anew.")
    } else {
      self.init(.trap, "\(fault.location): \(fault.message).", ["message": .string(fault.message)])
    }
    fields += Self.place(fault.location)
    if let function = fault.function { fields.append(.init("function", .string(function))) }
    let calls = fault.stack.map { call in
      let name = call.function.map { [JSONValue.Member("function", .string($0))] } ?? []
      return JSONValue.object(name + Self.place(call.location))
    }
    fields.append(.init("stack", .array(calls)))
  }

  /// A Swift error that nobody caught.
  private init(_ thrown: ThrownError) {
    let isUpstream = thrown.comesOfRequest
    let text = thrown.text ?? thrown.description
    self.init(
      isUpstream ? .upstream : .thrown,
      (isUpstream ? "An HTTP request failed: " : "An error was thrown and not caught: ") + text
        + (text.last == "." ? "" : "."),
      ["message": .string(thrown.description), "type": .string(thrown.typeName)], hint: thrown.suggestion)
    if let name = thrown.caseName { fields.append(.init("case", .string(name))) }
    fields += Self.place(thrown.location)
  }

  /// Where something stands, with the line as it is written, so that nobody has to look for the text.
  private static func place(_ location: Location) -> [JSONValue.Member] {
    let place: [JSONValue.Member] = [
      .init("file", .string(location.file)), .init("line", .int(location.line)),
      .init("column", .int(location.column)),
    ]
    return place + (location.text.map { [.init("source", .string($0))] } ?? [])
  }

  private static func summary(_ diagnostics: [Diagnostic]) -> String {
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first ?? diagnostics.first else { return "The source was refused." }
    let place = "\(first.file):\(first.start.line):\(first.start.column)"
    return errors.count > 1
      ? "\(place): \(first.message), and \(errors.count - 1) more." : "\(place): \(first.message)."
  }
}

extension DiagnosticReport {
  init(_ diagnostic: Diagnostic) {
    self.init {
      $0.severity = Severity(rawValue: diagnostic.severity.rawValue)!
      $0.message = diagnostic.message
      $0.file = diagnostic.file
      $0.line = diagnostic.start.line
      $0.column = diagnostic.start.column
      $0.endLine = diagnostic.end.line
      $0.endColumn = diagnostic.end.column
      $0.notes = diagnostic.notes.map { DiagnosticReport($0) }
      $0.fixIts = diagnostic.fixIts.map { fixIt in
        FixIt {
          $0.message = fixIt.message
          $0.edits = fixIt.edits.map { edit in
            Edit {
              $0.line = edit.start.line
              $0.column = edit.start.column
              $0.endLine = edit.end.line
              $0.endColumn = edit.end.column
              $0.text = edit.replacement
            }
          }
        }
      }
    }
  }
}

extension WireEncodable {
  /// As a value that stands by itself.
  var json: JSONValue {
    var writer = JSONWriter()
    encode(to: &writer)
    do { return try JSONValue(parsing: writer.text) } catch {
      preconditionFailure("what was written is no JSON: \(error)")
    }
  }
}

extension Engine.Notice {
  /// Too ordinary for anybody who has not asked for everything.
  var isForTail: Bool {
    switch kind {
    case .pipeline("finished", _), .task: true
    default: false
    }
  }
}

extension SessionNotice {
  /// What the engine has to tell people.
  init(_ notice: Engine.Notice) {
    let by = notice.pipeline ?? ""
    switch notice.kind {
    case .print(let text): self = .print(text: text, by: by, rev: notice.revision)
    case .pipeline(let state, let text):
      self = .pipeline(
        name: by, state: state, text: text.isEmpty ? nil : text, rev: notice.revision)
    case .trouble(let fault):
      self = .trouble(Fault(fault, notice))
    case .warning(let fault):
      self = .warning(Fault(fault, notice))
    case .task(let state, let location):
      self = .task(
        state: state, rev: notice.revision, file: location.file, line: location.line, column: location.column)
    case .expectation(let failure):
      self = .expectation(UnmetExpectation(failure))
    case .provider(let name, let state, let text):
      self = .provider(name: name, state: state, text: text, rev: notice.revision)
    case .fault(let fault): self = .fault(Fault(fault, notice))
    case .problem(let problem):
      var fault = Fault(problem, notice)
      fault.problem = true
      self = .fault(fault)
    }
  }
}

extension SessionNotice.Fault {
  fileprivate init(_ fault: Language.Fault, _ notice: Engine.Notice) {
    self.init {
      $0.text = fault.message
      $0.by = notice.pipeline ?? ""
      $0.rev = notice.revision
      $0.file = fault.file
      $0.line = fault.line
      $0.column = fault.column
      $0.source = fault.location.text
    }
  }
}

extension Redefinition {
  fileprivate var sentence: String {
    let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let all = names.count > 3 ? "\(shown) and \(names.count - 3) more" : names.isEmpty ? "something" : shown
    return "\(all) \(names.count > 1 ? "were" : "was") \(isRemoval ? "removed" : "declared anew")"
  }
}

extension Unannounced {
  fileprivate func hint(_ property: String) -> String {
    switch self {
    case .plain: "Declare it as @Published var \(property)."
    case .ignored: "Declare it without @ObservationIgnored."
    case .computed:
      "It is computed: watch what it is computed from, or have a pipeline assign it to a @Published property."
    case .constant: "It is a constant, and never changes."
    }
  }
}

public import Language

/// Why the engine refused a command. Expected failures are values; the server turns them into codes of the protocol.
public enum EngineError: Error {
  /// Nothing is at this path. `known` are the paths it could have meant, for a did-you-mean.
  case notFound(path: String, known: [String])
  /// Nothing is at the path yet: it leads to an object in a static variable, which is made when it is first used.
  case notUsed(path: String, variable: String)
  /// No pipeline has that name.
  case unknownPipeline(String, known: [String])
  /// The path's text is not a path; `reason` says where it stops being one.
  case malformedPath(path: String, reason: String)
  case typeMismatch(path: String, expected: String, got: String)
  /// A rule of the value itself: a non-finite number, an index out of range.
  case validation(path: String, rule: String)
  /// The path means something by its identity that is not there any more.
  case gone(path: String, reason: String)
  /// A condition of the write did not hold; the present state comes along.
  case conflict(path: String, revision: Int, value: PortableValue)
  /// The session has no draft of that name.
  case unknownDraft(String, known: [String])
  /// A draft and its source were both changed, and not to the same, in these parts; empty for the whole.
  case draftConflict(String, path: String, revision: Int, value: PortableValue, parts: [String])
  /// Parts that were edited in a draft do not fit the type that its source has by now.
  case draftMisfit(String, path: String, type: String, revision: Int, value: PortableValue, parts: [String])
  /// What a draft is a copy of is not there any more.
  case draftGone(String, path: String, reason: String)
  /// `let`, computed without a setter, `private(set)`, or not visible from outside.
  case readOnly(path: String, reason: String)
  /// A value would have become so many bytes long.
  case tooLarge(path: String, size: Int?, limit: Int)
  /// A pipeline failed while it was made.
  case pipelineFailed(name: String, operator: String?, Fault)
  /// A pipeline would feed itself: the properties on its way, the first again at the end.
  case cycle(pipeline: String, chain: [String])
  /// The path can be read but announces nothing, so it cannot be watched.
  case notPublished(path: String, property: String, Unannounced)
  case refusedSource([Diagnostic], rendered: String)
  /// Declarations with these names do not check without the one that is to go.
  case stillNeeded(name: String, by: [String], [Diagnostic], rendered: String)
  /// A name is to hold an object no more that these have found in their environment, where they would find none.
  case stillFound(name: String, by: [String])
  case trap(Fault)
  case thrown(ThrownError)
  case unknownSubscription(String)
  case subscriptionExists(String)
  case tooMany(what: String, limit: Int, setting: String)
  case revisionInTheFuture(Int)
  case exists(String)
  /// A namespace is there, and is another owner's; `nil` is the daemon.
  case owned(String, by: NamespaceOwner?)
  /// The namespace has ended with its owner: a session, or its watchers.
  case ended(String, with: String)
  /// A draft of this name is open already.
  case draftExists(String)
  /// The name is held by what a client provides, or by something else than what is provided.
  case taken(String, provider: String?, isThere: Bool)
  /// A provider of this name is there.
  case provides(String)
  /// What is declared for the path belongs to a client that is not there.
  case away(path: String, provider: String, since: Int?)
  /// The client that the path belongs to has so many requests that it has not answered, this one within so many nanoseconds.
  case unanswered(path: String, provider: String, count: Int, after: Int?)
  /// The program in which it waited has ended, as another one took its place.
  /// - Parameter path: what was waited for, which is gone; nil for what ran.
  case superseded(path: String?, by: Redefinition)
  case refusedByProvider(path: String, reason: String)
  /// It left before it answered.
  case providerLeft(path: String, reason: String)
  /// A provider was closed while it waited for what it would be asked.
  case providerEnded(String, reason: String)
  /// A provider answers what it was not asked, or has answered.
  case noRequest(Int, provider: String)
  /// It did not happen within so many nanoseconds; `last` is how it was then.
  case timedOut(path: String, after: Int, last: PortableValue)
  /// Nothing came to be at a path within so many nanoseconds. `known` as of `notFound`.
  case neverCame(path: String, after: Int, known: [String])
  /// - Parameter example: arguments that would do, as JSON.
  case invalidArguments(path: String, expected: String, example: String, reason: String)
  case unknownMethod(path: String, known: [String], isProperty: Bool)
  /// The path is a store, and names none of its methods; `known` are these, with their labels.
  case noMethodNamed(path: String, known: [String])
  /// The journal failed; nothing more is accepted. The text is the journal's reason.
  case poisoned(String)
}

extension EngineError {
  /// A value that does not fit its property.
  init(_ mismatch: ValueMismatch, at path: String) {
    self = .typeMismatch(path: mismatch.inside(path).at, expected: mismatch.expected, got: mismatch.got)
  }

  /// An expression of a client that gave no value.
  init(_ failure: Program.ExpressionFailure) {
    switch failure {
    case .refused(let diagnostics, let rendered): self = .refusedSource(diagnostics, rendered: rendered)
    case .failed(.trap(let fault)): self = .trap(fault)
    case .failed(.thrown(let thrown)): self = .thrown(thrown)
    case .notOne: self = .validation(path: "source", rule: "it is one expression, and no statements beside it")
    }
  }

  /// A step of a path that leads nowhere.
  init(_ error: PathError, at path: String) {
    self = error.isGone ? .gone(path: path, reason: error.message) : .validation(path: path, rule: error.message)
  }

  /// A part that does not fit where `path` leads within the property `owner`.
  init(_ error: ReplacementError, at path: String, of owner: String) {
    switch error {
    case .path(let error): self.init(error, at: path)
    case .mismatch(let mismatch): self.init(mismatch, at: owner)
    }
  }
}

/// What a program has taken the place of another one for.
public struct Redefinition: Hashable, Sendable {
  /// What was declared anew, or removed.
  public let names: [String]
  public let isRemoval: Bool

  init(names: [String], isRemoval: Bool) {
    (self.names, self.isRemoval) = (names.map(\.asMessage), isRemoval)
  }
}

/// Why a property does not announce its changes.
public enum Unannounced: Sendable {
  /// It is a plain one.
  case plain
  /// It is one of an `@Observable` class that is to be ignored.
  case ignored
  case computed
  /// It never changes.
  case constant

  init(_ info: PropertyInfo) {
    self =
      info.slot == nil ? .computed : info.isConstant ? .constant : info.isOfObservable ? .ignored : .plain
  }
}

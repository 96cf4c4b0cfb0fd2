import Language

/// What is being evaluated: statements that wait for something, declarations that are on their way back, calls that others
/// may join.
final class Evaluations {
  /// What an evaluation prints and expects before it first waits: that belongs into its reply.
  struct Output {
    private(set) var lines: [String] = []
    /// The next text goes on with the last line: `print(1, terminator: " ")`.
    private var isLineOpen = false
    var expectations: Engine.Expectations

    init(expectations: Engine.Expectations) { self.expectations = expectations }

    mutating func print(_ text: String, endsLine: Bool) {
      if isLineOpen { lines[lines.count - 1] += text } else { lines.append(text) }
      isLineOpen = !endsLine
    }
  }

  /// It owns this, and is there as long.
  unowned(unsafe) var engine: Engine!
  /// That of the evaluation that is running; nil outside of one.
  var output: Output?
  /// The one whose statement is running.
  var running: Evaluating?
  /// The one whose statements are running, and what is done between them.
  var proceeding: Evaluating?
  /// The check that is running in parts.
  var checking: (any RunningCheck)?
  /// Whoever evaluates cannot wait.
  var areWantedAtOnce = false
  /// Those that wait, in the order in which they began to.
  private(set) var waiting: [Evaluating] = []
  /// Declarations that are evaluated again and wait for something.
  private(set) var restoring: [Restoring] = []
  /// Evaluations that need what is on its way.
  private var heldBack: [(namespace: Namespace, body: () -> Void)] = []
  /// Calls that are under way and that others may join, by what is called.
  var sharedCalls: [String: SharedCall] = [:]

  // MARK: Those that wait

  func append(_ evaluating: Evaluating) { waiting.append(evaluating) }

  /// It does not wait any more. Whether it did.
  @discardableResult
  func remove(_ evaluating: Evaluating) -> Bool {
    guard let index = waiting.firstIndex(where: { $0 === evaluating }) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// The evaluation that waits on behalf of the session whose code is running.
  func waiting(in namespace: Namespace) -> Evaluating? {
    guard !waiting.isEmpty else { return nil }
    let session = namespace.program.currentSession
    return waiting.last { $0.session == session && $0.namespace === namespace }
  }

  /// A session ends, and what it alone waits for.
  func cancel(of session: String) {
    for evaluating in waiting where evaluating.session == session && !evaluating.isShared { evaluating.cancel() }
  }

  /// Another program takes the place of the namespace's: what has begun in it, and waits, ends. What has not begun is
  /// checked anew.
  func supersede(in namespace: Namespace, _ reason: EngineError) {
    for evaluating in waiting where evaluating.namespace === namespace { evaluating.supersede(reason) }
  }

  // MARK: Declarations on their way back

  /// Evaluates declarations again, within the transaction that is open, as far as none waits.
  /// - Parameter anew: the names that are declared with another text.
  /// - Returns: what is defined by then.
  @discardableResult
  func restore(
    _ whole: DeclarationCheck, in namespace: Namespace, _ scratch: SessionResults, _ cause: Cause,
    isStart: Bool = false, anew: Set<String> = [], recording startRecord: (any StartRecord)? = nil
  ) -> [Definition] {
    restoring.removeAll { $0.namespace === namespace }
    let made = Restoring(
      engine, namespace, whole, scratch, cause, isStart: isStart, anew: anew, startRecord)
    restoring.append(made)
    made.proceed()
    return made.defined
  }

  /// What is still on its way in a namespace.
  func restoring(in namespace: Namespace) -> Restoring? { restoring.first { $0.namespace === namespace } }

  /// Tries `body` again whenever something more of a namespace is there.
  func holdBack(in namespace: Namespace, _ body: @escaping () -> Void) { heldBack.append((namespace, body)) }

  func releaseHeldBack(in namespace: Namespace) {
    let released = heldBack.filter { $0.namespace === namespace }
    heldBack.removeAll { $0.namespace === namespace }
    for (_, body) in released { body() }
  }

  func restored(_ finished: Restoring) {
    restoring.removeAll { $0 === finished }
    engine.restoration.forgetWhatIsGone(in: finished.namespace)
    if heldBack.isEmpty { return }
    engine.later { [self] in releaseHeldBack(in: finished.namespace) }
  }

  /// Another program has taken the place of the one whose declarations these are. What is on its way there is awaited.
  func gaveUp(_ superseded: Restoring) {
    restoring.removeAll { $0 === superseded }
    if heldBack.isEmpty || restoring(in: superseded.namespace) != nil { return }
    engine.later { [self] in releaseHeldBack(in: superseded.namespace) }
  }
}

extension Engine {
  /// Whether declarations wait that are evaluated again, so that not everything that was declared is there yet.
  public var isRestoring: Bool { !evaluations.restoring.isEmpty }
}

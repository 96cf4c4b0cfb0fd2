public import Language

/// A client whose objects are stores here, as long as it is connected.
public final class Provider {
  public let name: String
  /// Whose connection it is.
  public let session: String
  public let shape: ProvidedShape
  /// How long it may take to answer, in nanoseconds.
  public let patience: Int
  /// Whether it is asked for parts of properties as these.
  public let takesParts: Bool
  /// When it was last heard of, nanoseconds since 1970.
  public internal(set) var heardAt: Int
  /// How many times it has said what changed: a request says how much of that was known when it was made.
  private(set) var changes = 0
  /// Which of these times was the last of each property, by its path as it is known here.
  private var changedAt: [String: Int] = [:]
  private(set) var requests: [Int: ProviderRequest] = [:]
  /// Those that it has not been given yet.
  private var queue: [ProviderRequest] = []
  /// Who gives them to it as they come; without it, it asks for the next.
  private let give: ((ProviderRequest) -> Void)?
  private var takers: [(number: Int, take: Taker)] = []
  private var takerCount = 0
  /// Requests that were given up before it answered, the last of them: an answer that comes late is still one.
  private var givenUp: [Int] = []
  private static let givenUpMax = 1024
  /// Look for who watches those of its stores of which it wants to know.
  var audiences: [any HostWork] = []
  /// The stores of which it knows that they are watched.
  var watched: Set<String> = []
  /// What pipelines want set while it has all the requests that it may have: the newest of each property, in the order in
  /// which they were first wanted.
  private(set) var held: [Held] = []
  /// What is to be asked when something is answered that was asked before.
  private(set) var line: [LinedUp] = []

  /// Who hears the next request, or that there will be none.
  typealias Taker = (Result<ProviderRequest, EngineError>) -> Void

  struct Held {
    let kind: ProviderRequest.Kind
    let cause: Cause
    /// How many changes were known when it was decided by what the properties were.
    let known: Int?
    let finish: (ProviderRequest.Outcome) -> Void
  }

  /// So many may wait for its answer.
  public static let requestsMax = 64

  init(
    _ name: String, session: String, _ shape: ProvidedShape, patience: Int, takesParts: Bool, heardAt: Int,
    give: ((ProviderRequest) -> Void)?
  ) {
    self.name = name
    self.session = session
    self.shape = shape
    self.patience = patience
    self.takesParts = takesParts
    self.heardAt = heardAt
    self.give = give
  }

  /// How many requests it has not answered.
  public var unanswered: Int { requests.count }
  /// Since when it owes an answer.
  public var owesSince: Int? { requests.values.map(\.at).min() }

  /// It says what has changed, or that nothing has.
  func beginChange() { changes += 1 }

  func note(changed path: String) { changedAt[path] = changes }

  /// Whether one of the properties that are to be set has changed since so many changes.
  func hasChanged(_ kind: ProviderRequest.Kind, since known: Int) -> Bool {
    guard case .set(let wanted) = kind else { return false }
    return wanted.contains { changedAt[shape.prefix + $0.path] ?? 0 > known }
  }

  func add(_ request: ProviderRequest) {
    requests[request.number] = request
    if let give { return give(request) }
    queue.append(request)
    serve()
  }

  /// Gives it something that it does not answer.
  func tell(_ note: ProviderRequest) {
    if let give { return give(note) }
    // That somebody watches, and does so no more, is nothing to who has heard of neither.
    if case .watch(let store, _) = note.kind,
      let told = queue.firstIndex(where: { if case .watch(store, _) = $0.kind { true } else { false } })
    {
      queue.remove(at: told)
      return
    }
    queue.append(note)
    serve()
  }

  func take(_ number: Int) -> ProviderRequest? {
    queue.removeAll { $0.number == number }
    return requests.removeValue(forKey: number)
  }

  /// The same for who does not wait for its answer any more.
  func giveUp(_ number: Int) -> ProviderRequest? {
    guard let request = take(number) else { return nil }
    remember([number])
    return request
  }

  /// It may answer these late, and be it over another connection than the one over which it was asked.
  func remember(_ numbers: [Int]) { givenUp = (givenUp + numbers).suffix(Self.givenUpMax) }

  /// What it may still be at.
  var unfinished: [Int] { givenUp + requests.keys.sorted() }

  /// Whether it was given up; it is answered once.
  func takeGivenUp(_ number: Int) -> Bool {
    guard let place = givenUp.lastIndex(of: number) else { return false }
    givenUp.remove(at: place)
    return true
  }

  func isGivenUp(_ number: Int) -> Bool { givenUp.contains(number) }

  /// Keeps what a pipeline wants set until there is room; what it wanted of the same property before is not wanted any more.
  func hold(_ wanted: Held) {
    guard let place = held.firstIndex(where: { $0.kind.property == wanted.kind.property }) else {
      return held.append(wanted)
    }
    let before = held[place]
    held[place] = wanted
    before.finish(.value(.null, nil))
  }

  func takeHeld() -> Held? { held.isEmpty || unanswered >= Self.requestsMax ? nil : held.removeFirst() }

  /// Whether one of these properties, by their paths as it says them, is to be set by what it has not answered.
  func isAskedToSet(_ properties: Set<String>) -> Bool {
    requests.values.contains { request in
      guard case .set(let writes) = request.kind else { return false }
      return writes.contains { properties.contains($0.path) }
    }
  }

  func lineUp(_ wanted: LinedUp) { line.append(wanted) }

  /// - Returns: whether it was still in the line.
  func leaveLine(_ wanted: LinedUp) -> Bool {
    wanted.timer?.cancel()
    guard let place = line.firstIndex(where: { $0 === wanted }) else { return false }
    line.remove(at: place)
    return true
  }

  /// The first that need not wait any longer.
  func takeFromLine() -> LinedUp? {
    var (sessions, properties): (Set<String>, Set<String>) = ([], [])
    for wanted in line {
      let isFree =
        !sessions.contains(wanted.session)
        && !(wanted.isDecidedByThem
          && (isAskedToSet(wanted.properties) || !properties.isDisjoint(with: wanted.properties)))
      if isFree { return leaveLine(wanted) ? wanted : nil }
      sessions.insert(wanted.session)
      properties.formUnion(wanted.properties)
    }
    return nil
  }

  func request(_ number: Int) -> ProviderRequest? { requests[number] }

  /// Whether it knows of the request.
  func knows(_ request: ProviderRequest) -> Bool { !queue.contains { $0 === request } }

  /// Gives it the next request, when there is one.
  /// - Returns: gives up waiting; nil if it has it.
  func next(_ take: @escaping Taker) throws(EngineError) -> (() -> Void)? {
    guard give == nil else {
      throw .validation(
        path: name, rule: "its requests are sent as they come; provide.open with requests: taken changes it")
    }
    takerCount += 1
    let number = takerCount
    takers.append((number, take))
    serve()
    guard takers.last?.number == number else { return nil }
    return { [weak self] in self?.takers.removeAll { $0.number == number } }
  }

  private func serve() {
    while !queue.isEmpty, !takers.isEmpty { takers.removeFirst().take(.success(queue.removeFirst())) }
  }

  /// It is gone: nobody is asked or answered any more.
  func end(_ note: String) {
    let waiting = requests.values.sorted { $0.number < $1.number }
    let (takers, held, line) = (takers, held, line)
    for audience in audiences { audience.cancel() }
    audiences = []
    (requests, queue, self.takers, self.held, self.line) = ([:], [], [], [], [])
    for taker in takers { taker.take(.failure(.providerEnded(name, reason: note))) }
    for request in waiting { request.finish(.gone(note)) }
    for wanted in held { wanted.finish(.gone(note)) }
    for wanted in line {
      wanted.timer?.cancel()
      wanted.finish(.gone(note))
    }
  }
}

/// What is not asked yet: it is decided by what becomes of something that was asked before, or by the same session, which has sent
/// it behind that.
final class LinedUp {
  let session: String
  /// What it sets, by paths as the provider says them.
  let properties: Set<String>
  /// What they are to be follows from what they are.
  let isDecidedByThem: Bool
  let start: () -> Void
  /// It is not asked any more.
  let finish: (ProviderRequest.Outcome) -> Void
  var timer: TimerQueue.Timer?

  init(
    _ session: String, _ properties: Set<String>, isDecidedByThem: Bool, start: @escaping () -> Void,
    finish: @escaping (ProviderRequest.Outcome) -> Void
  ) {
    self.session = session
    self.properties = properties
    self.isDecidedByThem = isDecidedByThem
    self.start = start
    self.finish = finish
  }
}

/// Something that its owner is asked to do to a store.
public final class ProviderRequest {
  public enum Kind {
    case set([Write])
    case call(path: String, [PortableValue.Field])
    /// A request that it was given is not wanted any more.
    case cancel(Int)
    /// Somebody watches the store from now on, or nobody any more. It is not answered.
    case watch(store: String, Bool)

    /// The one property that is to be set.
    var property: String? {
      guard case .set(let changes) = self, changes.count == 1 else { return nil }
      return changes[0].path
    }
  }

  /// A property by its path as the provider says it, and what it is to be.
  public struct Write {
    public let path: String
    public let value: PortableValue
    /// What makes this of what it is, where it was decided by that.
    public var patch: PortableValue?

    init(path: String, value: PortableValue, patch: PortableValue? = nil) {
      (self.path, self.value, self.patch) = (path, value, patch)
    }
  }

  public enum Outcome {
    /// What it gives, and the commit that came of it.
    case value(PortableValue, Commit?)
    case refused(String)
    /// It says no to what was decided by a value that it has changed since.
    case outdated(String)
    /// It took longer than it may.
    case late
    case gone(String)
  }

  public let number: Int
  public let kind: Kind
  /// Whom it is for.
  public let cause: Cause
  /// Engine time and calendar time at which it was made.
  public let at: Int
  /// How many times the provider had said what changed when this was decided.
  public let seen: Int
  /// It was decided by what the properties were.
  public let isConditional: Bool
  /// Nanoseconds until it is given up.
  public let patience: Int
  var timer: TimerQueue.Timer?
  private var completion: ((Outcome) -> Void)?

  init(
    _ number: Int, _ kind: Kind, _ cause: Cause, at: Int, seen: Int, isConditional: Bool, patience: Int,
    _ completion: @escaping (Outcome) -> Void
  ) {
    self.number = number
    self.kind = kind
    self.cause = cause
    self.at = at
    self.seen = seen
    self.isConditional = isConditional
    self.patience = patience
    self.completion = completion
  }

  func finish(_ outcome: Outcome) {
    timer?.cancel()
    timer = nil
    let completion = completion
    self.completion = nil
    completion?(outcome)
  }

  /// Nobody wants to know any more.
  func abandon() {
    timer?.cancel()
    timer = nil
    completion = nil
  }
}

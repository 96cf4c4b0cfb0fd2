import Language

/// Stores of other processes: which clients provide what, what they are asked and have not answered.
///
/// What a provider offers is declared in the namespace without a name, as classes that conform to `_Provided`, and stays
/// declared when it leaves: so pipelines that use it stay too, and go on when it is back. Its stores are there as long as
/// it is. What they hold is written by nobody else; who wants to write asks it.
final class Providing {
  /// It owns this, and is there as long.
  unowned(unsafe) var engine: Engine!
  /// Those that are there.
  private(set) var providers: [String: Provider] = [:]
  /// The same by the names at top level that hold their stores.
  private var byTop: [String: Provider] = [:]
  /// When those left that are not there, and what was refused since. One that was away when the daemon started is not here.
  private(set) var departures: [String: Departure] = [:]
  /// What pipelines ask for, until what they did is sure to last.
  private var posted: [Posted] = []
  private var requestCount = 0

  struct Departure {
    let at: Int
    let revision: Int
    /// Requests that it had not answered, or that were given up: it may still be at them.
    let givenUp: [Int]
    /// Requests of clients.
    var refused = 0
  }

  private struct Posted {
    let transaction: Int?
    let provider: String
    let wanted: Provider.Held
  }

  var isEmpty: Bool { byTop.isEmpty }

  /// Who provides the store or the property at a path, if it is there.
  func provider(of path: some StringProtocol) -> Provider? {
    guard !byTop.isEmpty else { return nil }
    return byTop[String(path.prefix { $0 != "." && $0 != "[" })]
  }

  func provider(of store: Store) -> Provider? { store.instance.isProvided ? byTop[store.segments[0]] : nil }

  // MARK: Declared

  private static let filePrefix = "provided:"

  /// Whether a declaration is what a provider offers, as its own or as source: without one there is no object of any.
  static func mayBeProvided(_ record: DeclarationRecord) -> Bool {
    provider(ofFile: record.file) != nil || record.text.contains("_Provided")
  }

  /// The file that a provider's declarations are in.
  static func file(of provider: String) -> String { filePrefix + provider }

  /// The provider that a declaration is of.
  static func provider(ofFile file: String) -> String? {
    file.hasPrefix(filePrefix) ? String(file.dropFirst(filePrefix.count)) : nil
  }

  /// The same of what was brought here as source, by `combinectl export`: that is any provider's who asks for it, and has
  /// its own name until then.
  private func provider(of record: DeclarationRecord) -> String? {
    guard engine.root.declarations.mayBeProvided else { return nil }
    if let provider = Self.provider(ofFile: record.file) { return provider }
    let isPlaceholder = record.names.contains { engine.root.program.global($0)?.instance?.isProvided == true }
    return isPlaceholder || record.text.contains(", _Provided {") ? record.names.first : nil
  }

  /// The provider that a name at top level was declared by, whether it is there or not.
  func declared(_ name: some StringProtocol) -> String? {
    engine.root.declarations.records.first { $0.names.contains(String(name)) }.flatMap { provider(of: $0) }
  }

  /// Whether a record declares what a provider offers that is there now.
  func isOfConnected(_ record: DeclarationRecord) -> Bool {
    provider(of: record).map { providers[$0] != nil } ?? false
  }

  /// What was brought here as source is from now on what a provider declares that said the same.
  func claim(_ names: [String], for provider: String) {
    let orders = engine.root.declarations.records.filter { record in
      !record.names.allSatisfy { !names.contains($0) } && Self.provider(ofFile: record.file) == nil
        && self.provider(of: record) != nil
    }.map(\.order)
    guard !orders.isEmpty else { return }
    engine.records += engine.root.declarations.move(Set(orders), toFile: Self.file(of: provider))
      .map { .declare($0) }
  }

  /// What a provider declared for a store at top level, beside the store: its class, and with its last store all else.
  func declaredOnly(for name: String) -> [DeclarationRecord] {
    let records = engine.root.declarations.records
    guard let file = records.first(where: { $0.names.contains(name) })?.file, Self.provider(ofFile: file) != nil else {
      return []
    }
    let others = records.filter { $0.file == file && !$0.names.contains(name) }
    let objects = others.filter { $0.names.contains { engine.root.program.global($0)?.instance?.isProvided == true } }
    guard !objects.isEmpty else { return others }
    guard let type = engine.root.program.global(name)?.instance?.className,
      !objects.contains(where: { $0.names.contains { engine.root.program.global($0)?.instance?.className == type } })
    else { return [] }
    return others.filter { $0.names.contains(type) }
  }

  /// The names at top level whose stores are declared, of providers that are not there.
  var absentNames: [(provider: String, names: [String])] {
    guard engine.root.declarations.mayBeProvided else { return [] }
    var found: [(provider: String, names: [String])] = []
    for record in engine.root.declarations.records {
      guard let provider = provider(of: record), providers[provider] == nil else { continue }
      let names = record.names.filter { engine.root.program.global($0)?.instance?.isProvided == true }
      if names.isEmpty { continue }
      if let place = found.firstIndex(where: { $0.provider == provider }) {
        found[place].names += names
      } else {
        found.append((provider, names))
      }
    }
    return found
  }

  /// The provider of an object that is no store, since its provider is not there.
  func absentProvider(of object: Instance) -> String? {
    func holds(_ outer: Instance) -> Bool {
      outer === object
        || outer.properties.contains { info in
          info.isObject && info.slot.map { outer.storedValue(at: $0).object === object } ?? false
        }
    }
    return absentNames.first { _, names in
      names.contains { engine.root.program.global($0)?.instance.map(holds) ?? false }
    }?.provider
  }

  /// Why there is nothing at a path, when that is because its provider is not there.
  func away(_ path: String) -> EngineError? {
    guard let provider = declared(path.prefix { $0 != "." && $0 != "[" }), providers[provider] == nil else {
      return nil
    }
    return .away(path: path, provider: provider, since: departures[provider]?.at)
  }

  /// Somebody wanted to write or to call while it was away.
  func noteRefused(_ provider: String) { departures[provider]?.refused += 1 }

  /// No text takes the place of what a provider declares but its own, nor the other way round.
  func checkNames(of unit: CheckedUnit, in namespace: Namespace) throws(EngineError) {
    guard !namespace.isNamed else { return }
    // What a provider declares is not there already because another one says the same.
    let statements = unit.statements.filter {
      $0.isDeclaration && (!$0.unchanged || Self.provider(ofFile: $0.file) != nil)
    }
    let names = Set(statements.flatMap(\.names))
    var there: [String: DeclarationRecord] = [:]
    for record in engine.root.declarations.records {
      for name in record.names where names.contains(name) && there[name] == nil { there[name] = record }
    }
    for statement in statements {
      for name in statement.names {
        guard let present = there[name], present.file != statement.file else { continue }
        // The same is there already; but one provider is not another that says the same.
        if statement.unchanged, Self.provider(ofFile: present.file) == nil { continue }
        let (own, other) = (Self.provider(ofFile: statement.file), provider(of: present))
        let isClaimable = Self.provider(ofFile: present.file) == nil && other != nil
        guard own != nil || other != nil, own != other, !isClaimable else { continue }
        if statement.kind == .extension { continue }
        throw .taken(name, provider: other, isThere: other.map { providers[$0] != nil } ?? false)
      }
    }
  }

  // MARK: Coming and going

  func enter(_ provider: Provider) {
    providers[provider.name] = provider
    if let departure = departures.removeValue(forKey: provider.name) { provider.remember(departure.givenUp) }
    for name in provider.shape.names { byTop[name] = provider }
  }

  func leave(_ provider: Provider) {
    providers[provider.name] = nil
    for name in provider.shape.names where byTop[name] === provider { byTop[name] = nil }
    departures[provider.name] = Departure(at: engine.date, revision: engine.revision, givenUp: provider.unfinished)
  }

  func forget(_ provider: String) { departures[provider] = nil }

  // MARK: Asking

  /// Asks a provider. The outcome comes later, never within this call.
  /// - Parameter known: how many of its changes were known when that was decided by what the properties were; nil if it was not.
  func ask(
    _ provider: Provider, _ kind: ProviderRequest.Kind, _ cause: Cause, known: Int? = nil,
    _ completion: @escaping (ProviderRequest.Outcome) -> Void
  ) throws(EngineError) -> ProviderRequest {
    guard provider.unanswered < Provider.requestsMax else {
      throw .unanswered(path: provider.name, provider: provider.name, count: provider.unanswered, after: nil)
    }
    requestCount += 1
    let request = ProviderRequest(
      requestCount, kind, cause, at: engine.date, seen: known ?? provider.changes, isConditional: known != nil,
      patience: provider.patience, completion)
    extend(request, of: provider)
    provider.add(request)
    return request
  }

  /// Its deadline counts from now on.
  func extend(_ request: ProviderRequest, of provider: Provider) {
    request.timer?.cancel()
    request.timer = engine.delivery.timers.insert(deadline: engine.moment(in: request.patience)) { [unowned self] in
      guard provider.giveUp(request.number) != nil else { return }
      withdraw(request, from: provider)
      request.finish(.late)
      sendHeld(provider)
    }
  }

  /// Asks when that is decided by what comes of requests that are not answered. That counts as waiting for its answer.
  func lineUp(_ wanted: LinedUp, at provider: Provider) throws(EngineError) {
    guard provider.unanswered + provider.line.count < Provider.requestsMax else {
      throw .unanswered(
        path: provider.name, provider: provider.name, count: provider.unanswered + provider.line.count, after: nil)
    }
    wanted.timer = engine.delivery.timers.insert(deadline: engine.moment(in: provider.patience)) { [unowned self] in
      guard provider.leaveLine(wanted) else { return }
      wanted.finish(.late)
      sendHeld(provider)
    }
    provider.lineUp(wanted)
  }

  /// Gives a request up: its provider is told, if it knows of it.
  func cancel(_ request: ProviderRequest, of provider: Provider) {
    let isKnown = provider.knows(request)
    guard (isKnown ? provider.giveUp(request.number) : provider.take(request.number)) != nil else { return }
    request.abandon()
    if isKnown { withdraw(request, from: provider) }
    sendHeld(provider)
  }

  private func withdraw(_ request: ProviderRequest, from provider: Provider) {
    guard case .call = request.kind else { return }
    requestCount += 1
    let note = ProviderRequest(
      requestCount, .cancel(request.number), request.cause, at: engine.date, seen: provider.changes,
      isConditional: false, patience: 0
    ) { _ in }
    provider.tell(note)
  }

  /// Tells a provider when the first one watches an object of it, and when the last has gone.
  func tellOfWatchers(_ provider: Provider, of instance: Instance, named store: String) {
    let isKnown = provider.watched.contains(store)
    let audience = engine.delivery.observeAudience(of: instance, isKnown: isKnown) { [unowned self, weak provider] in
      guard let provider else { return }
      if $0 { provider.watched.insert(store) } else { provider.watched.remove(store) }
      requestCount += 1
      provider.tell(
        ProviderRequest(
          requestCount, .watch(store: store, $0), Cause(by: "watchers"), at: engine.date, seen: provider.changes,
          isConditional: false, patience: 0
        ) { _ in })
    }
    provider.audiences.append(audience)
  }

  /// Asks for something that nobody waits for, once what the open transaction did is sure to last.
  func post(
    _ provider: Provider, _ kind: ProviderRequest.Kind, _ cause: Cause, known: Int?,
    _ finish: @escaping (ProviderRequest.Outcome) -> Void
  ) {
    posted.append(
      Posted(
        transaction: engine.transactions.current?.number, provider: provider.name,
        wanted: Provider.Held(kind: kind, cause: cause, known: known, finish: finish)))
  }

  /// A transaction is undone, and with it what it asked for.
  func takeBack(_ transaction: Int) {
    if !posted.isEmpty { posted.removeAll { $0.transaction == transaction } }
  }

  func sendPosted() {
    guard !posted.isEmpty else { return }
    let due = posted
    posted = []
    for item in due {
      guard let provider = providers[item.provider] else {
        item.wanted.finish(.gone("the program that provides it is away"))
        continue
      }
      send(item.wanted, to: provider)
    }
  }

  /// What a pipeline calls is not called later than it was meant, and what it changes in part is not changed later; what it sets
  /// as a whole may be, since only the newest counts.
  private func send(_ wanted: Provider.Held, to provider: Provider) {
    if let known = wanted.known {
      let waits = provider.held.contains { $0.kind.property == wanted.kind.property }
      if waits || provider.hasChanged(wanted.kind, since: known) { return wanted.finish(.outdated(Self.outdated)) }
    } else if wanted.kind.property != nil, !provider.held.isEmpty || provider.unanswered >= Provider.requestsMax {
      return provider.hold(wanted)
    }
    do throws(EngineError) {
      _ = try ask(provider, wanted.kind, wanted.cause, known: wanted.known, wanted.finish)
    } catch {
      wanted.finish(.refused("'\(provider.name)' has \(provider.unanswered) requests that it has not answered"))
    }
  }

  /// As providers say it, too.
  static let outdated = "it has changed since that was decided"

  /// There may be room for what had to wait.
  func sendHeld(_ provider: Provider) {
    while provider.unanswered < Provider.requestsMax, let wanted = provider.takeFromLine() {
      // What it has waited for may have taken all the time that it has itself.
      if let timer = wanted.timer, timer.deadline <= engine.now { wanted.finish(.late) } else { wanted.start() }
    }
    while let wanted = provider.takeHeld() {
      do throws(EngineError) { _ = try ask(provider, wanted.kind, wanted.cause, wanted.finish) } catch {
        return provider.hold(wanted)
      }
    }
  }
}

public import Language

/// A request that waits until something is so at a path.
final class Wait {
  let session: String
  let path: String
  /// The same, where it is no pattern.
  let place: Path?
  /// The properties that tell of it.
  var filter: PathFilter
  /// Without one any change will do.
  let condition: String?
  /// The condition, made for what is at the path.
  var predicate: Predicate?
  /// What was at the path last, where that is not a property as a whole.
  var part: Part?

  struct Part {
    /// Nil where it is gone.
    var value: Value?
    /// The condition, made for its type.
    var condition: Value?
  }

  /// A path at which nothing is is waited for.
  let evenAbsent: Bool
  /// Nothing is at the path yet, or any more.
  var isAbsent = false
  /// The properties it listens to.
  private(set) var properties = PropertySet()
  /// Who waits; nil when that is over.
  fileprivate var completion: ((Result<Delivery.Met, EngineError>) -> Void)?
  fileprivate var timer: TimerQueue.Timer?

  fileprivate init(
    path: String, condition: String?, evenAbsent: Bool, session: String,
    _ completion: @escaping (Result<Delivery.Met, EngineError>) -> Void
  ) throws(EngineError) {
    self.session = session
    self.path = path
    self.condition = condition
    self.evenAbsent = evenAbsent
    self.completion = completion
    // What stands in brackets leads into a value, whatever characters it has.
    let isPattern = !path.contains("[") && path.contains { "*{!".contains($0) }
    place = isPattern ? nil : try Path(path)
    filter = try PathFilter([place?.names.joined(separator: ".") ?? path])
  }

  var isOver: Bool { completion == nil }

  func attach(_ property: Property) {
    if properties.insert(property) { property.waits.append(self) }
  }

  /// Another property has taken this one's path.
  func forget(_ property: Property) { properties.remove(property) }

  fileprivate func removeProperties() {
    for property in properties.all { property.waits.removeAll { $0 === self } }
    properties.removeAll()
  }
}

extension Delivery {
  /// What has been waited for.
  public struct Met {
    /// Where: the path that was asked for; of a pattern the store that the condition is about, or what changed.
    public let path: String
    /// The commit that made it so; `nil` if it was so already.
    public let revision: Int?
    /// What was there then, if that is a part of a property or what a binding leads to; as clients may know it.
    public var part: PortableValue?
  }

  /// Calls `completion` with the first commit for which a condition over a path holds, or at once with `nil` if it holds
  /// now; without a condition, with the next commit that changes the path. A condition that fails while running ends the
  /// wait. At the end of the turn, never within this call.
  ///
  /// - Parameter evenAbsent: a path at which nothing is, yet or any more, is waited for; that something comes to be there is
  ///   a change.
  /// - Returns: gives up waiting.
  public func wait(
    path: String, condition: String?, evenAbsent: Bool = false, session id: String, timeout: Int?,
    _ completion: @escaping (Result<Met, EngineError>) -> Void
  ) throws(EngineError) -> () -> Void {
    try engine.requireHealthy()
    let wait = try Wait(path: path, condition: condition, evenAbsent: evenAbsent, session: id, completion)
    do throws(EngineError) {
      if try begin(wait) {
        finish(wait, .success(met(wait)))
        return {}
      }
    } catch {
      guard evenAbsent, case .notFound = error else { throw error }
      wait.isAbsent = true
      absent.append(wait)
    }
    engine.session(id).waits.append(wait)
    audienceMayHaveChanged()
    if let timeout {
      wait.timer = timers.insert(deadline: engine.moment(in: timeout)) { [unowned self, unowned wait] in
        finish(wait, .failure(timedOut(wait, after: timeout)))
      }
    }
    return { [link = engine.link, weak wait] in
      if let wait, !wait.isOver { link.engine?.delivery.detach(wait) }
    }
  }

  private func timedOut(_ wait: Wait, after timeout: Int) -> EngineError {
    wait.isAbsent
      ? .neverCame(path: wait.path, after: timeout, known: engine.visiblePaths + engine.storeList.map(\.path))
      : .timedOut(path: wait.path, after: timeout, last: (try? engine.get(wait.path))?.value ?? .null)
  }

  private func met(_ wait: Wait, _ revision: Int? = nil, _ changed: String? = nil) -> Met {
    if wait.place != nil {
      let part = wait.part?.value.flatMap { engine.root.program.portable($0) }
      return Met(path: wait.path, revision: revision, part: part.map { engine.redacted($0, at: wait.path) })
    }
    let pattern = wait.filter.included[0]
    return Met(path: wait.predicate == nil ? changed ?? pattern.text : pattern.stem, revision: revision)
  }

  /// Lets a wait listen to what is at its path now.
  /// - Returns: whether its condition holds already.
  private func begin(_ wait: Wait) throws(EngineError) -> Bool {
    if let holds = try beginWithPart(wait) { return holds }
    for pattern in wait.filter.included where pattern.isExact { try requireWatchable(pattern) }
    if let condition = wait.condition {
      wait.predicate = try predicate(condition, for: wait.filter, session: wait.session)
      if try holdsNow(wait) { return true }
    }
    for property in watched(by: wait.filter) { wait.attach(property) }
    return false
  }

  private func holdsNow(_ wait: Wait) throws(EngineError) -> Bool {
    guard let predicate = wait.predicate else { return false }
    switch predicate.kind {
    case .property(let info):
      for property in watched(by: wait.filter)
      where try test(predicate, [(property.value, info)], [(property.value, info)]) { return true }
      return false
    case .store(let properties):
      let present = properties.map { ($0.value, $0.info) }
      return try test(predicate, present, present)
    }
  }

  /// A commit that is just being published changes what a wait listens to.
  func look(_ wait: Wait, _ commit: Commit, _ position: Int) {
    guard !wait.isOver, !wait.isAbsent else { return }
    do throws(EngineError) {
      if commit.record.changes[position].value == nil, let redefinition = engine.redefinition {
        if isGone(wait) { return lose(wait, redefinition) }
        // A condition is made anew, and tested, when all is there again; and what is gone is none of what a pattern means.
        if wait.condition != nil || wait.part != nil || !wait.filter.included[0].isExact { return }
      }
      if wait.part != nil, try !hasCome(wait) { return }
      if let predicate = wait.predicate, try !test(predicate, commit, position) { return }
      finish(wait, .success(met(wait, commit.revision, commit.record.changes[position].path)))
    } catch {
      finish(wait, .failure(error))
    }
  }

  /// Looks at what is there, as when it began.
  func lookAgain(_ wait: Wait) {
    guard !wait.isOver else { return }
    do throws(EngineError) {
      let holds = try begin(wait)
      let hasCome = wait.isAbsent
      if hasCome {
        wait.isAbsent = false
        absent.removeAll { $0 === wait }
        audienceMayHaveChanged()
      }
      if holds || (hasCome && wait.condition == nil) {
        finish(wait, .success(met(wait, (try? engine.read(wait.path))?.revision ?? engine.revision)))
      }
    } catch {
      if case .notFound = error {
        if wait.isAbsent { return }
        if let redefinition = engine.redefinition { return lose(wait, redefinition) }
      }
      finish(wait, .failure(error))
    }
  }

  /// Whether something is at the path that it names.
  private func isThere(_ wait: Wait) -> Bool {
    guard let place = wait.place else { return true }
    do throws(EngineError) { return try engine.find(place) != nil } catch { return true }
  }

  /// Whether nothing is there any more that it could listen to.
  private func isGone(_ wait: Wait) -> Bool {
    guard wait.place != nil else { return watched(by: wait.filter).isEmpty }
    guard isThere(wait) else { return true }
    do throws(EngineError) { try requireWatchable(wait.filter.included[0]) } catch { return true }
    return false
  }

  /// What it found at its path is gone, as something was declared anew or removed.
  private func lose(_ wait: Wait, _ redefinition: Redefinition) {
    guard wait.evenAbsent else { return finish(wait, .failure(.superseded(path: wait.path, by: redefinition))) }
    wait.predicate = nil
    wait.removeProperties()
    wait.isAbsent = true
    absent.append(wait)
    audienceMayHaveChanged()
  }

  /// Stores have come to be, or names that are none: who waits for such is told what it would have been told had it been there.
  func lookForAbsent() {
    for wait in absent where isThere(wait) { lookAgain(wait) }
  }

  /// The wait is over; who waits is called at the end of the turn.
  private func finish(_ wait: Wait, _ result: Result<Met, EngineError>) {
    guard let completion = wait.completion else { return }
    wait.completion = nil
    engine.atEndOfTurn { [link = engine.link] in
      link.engine?.delivery.detach(wait)
      completion(result)
    }
  }

  /// Nobody waits any more.
  func detach(_ wait: Wait) {
    wait.completion = nil
    wait.timer?.cancel()
    wait.removeProperties()
    absent.removeAll { $0 === wait }
    engine.sessions[wait.session]?.waits.removeAll { $0 === wait }
    audienceMayHaveChanged()
  }
}

internal import Combine

/// The subscriptions, timers, tasks and requests that initial values and `init` begin: who has begun them, and which of them the
/// program has called off since.
///
/// After a restart or a redefinition the same initial values and the same `init` are run again. What they begin is known by
/// who begins it, how it is written, and its number among those that are written like that. So what is over is not
/// begun again, wherever the program had it: in a variable, in a list of lists, nowhere.

/// One of them.
final class BegunWork {
  private let owner: WorkOwner
  private let id: String
  /// It had been called off before the restart or the redefinition: nothing is to begin.
  let isOver: Bool

  fileprivate init(_ owner: WorkOwner, _ id: String, isOver: Bool) {
    self.owner = owner
    self.id = id
    self.isOver = isOver
  }

  /// The program has called it off, or let go of it. What ends by itself is not told here: it begins anew. Idempotent.
  func end() { owner.ended(id) }
}

/// What is over of the work of one owner.
public struct OverWork: Hashable, Sendable {
  /// The class whose `init` has begun it, and those that this inherits from; none for an initial value.
  public let classes: [String]
  fileprivate(set) var ids: Set<String>

  public var isEmpty: Bool { ids.isEmpty }

  public var plain: PortableValue {
    func list(_ texts: [String]) -> PortableValue { .list(texts.map { .string($0) }) }
    return .record([.init("over", list(ids.sorted())), .init("classes", list(classes))])
  }

  fileprivate init(classes: [String], ids: Set<String>) {
    self.classes = classes
    self.ids = ids
  }

  /// Nil for something else.
  public init?(plain: PortableValue) {
    guard case .record(let fields) = plain else { return nil }
    func texts(_ name: String) -> [String]? {
      guard case .list(let items)? = fields.first(where: { $0.name == name })?.value else { return nil }
      return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    guard let ids = texts("over"), let classes = texts("classes") else { return nil }
    self.init(classes: classes, ids: Set(ids))
  }
}

/// Who begins work that is begun again: an object's `init` or an initial value.
final class WorkOwner {
  private let ledger: WorkLedger
  private let classes: [String]
  /// `shelf.settings()` for the object at that place, `timer=` for the initial value of that name. Nil for an object that has no
  /// place, or none yet.
  fileprivate var place: String?
  /// What made it, for an object without a place of its own, and its name there.
  private var maker: WorkOwner?
  private var name = ""
  /// How many of each kind it has begun or made, as long as it does.
  private var counts: [String: Int] = [:]
  private var made: [WeakOwner] = []
  /// What was over the last time, once that is known.
  private var past: Set<String> = []
  private var hasLearned: Bool
  private var over: Set<String> = []
  /// Its `init` still runs: what ends before that is done ends the next time, too.
  private var isOpen = true
  /// The object has gone, and its work with it: nobody has called that off.
  var isGone = false
  /// Another one has its place.
  private var isReplaced = false
  fileprivate var isChanged = false
  fileprivate var isNew = false
  /// The objects that its `init` has left in properties, by slot.
  private var first: [Int: (name: String, className: String?)]?

  /// Who begins what an initial value does.
  init(place: String, _ ledger: WorkLedger) {
    self.ledger = ledger
    self.place = place + "="
    hasLearned = false
    classes = []
  }

  fileprivate init(_ object: Instance, madeBy maker: WorkOwner?, _ ledger: WorkLedger) {
    self.ledger = ledger
    classes = object.type.lineage.map(\.qualifiedName)
    hasLearned = true
    place = object.storeName.map { $0 + "()" }
    if place == nil, let maker {
      self.maker = maker
      name = "\(object.type.qualifiedName)#\(maker.next(object.type.qualifiedName))()"
      maker.made.append(WeakOwner(self))
    }
    learn()
  }

  /// What it is known by; nil where nothing makes it again.
  fileprivate var key: String? {
    if isReplaced { return nil }
    return place ?? maker?.key.map { $0 + "." + name }
  }

  fileprivate var overWork: OverWork { OverWork(classes: classes, ids: over) }
  fileprivate var isDone: Bool { !isOpen }

  /// Finds out what was over the last time.
  private func learn() {
    guard let key else { return }
    if let place { ledger.claim(place, self) }
    if let known = ledger.past(key), known.classes.first == classes.first { past = known.ids }
    ledger.keys.insert(key)
  }

  private func next(_ kind: String) -> Int {
    counts[kind, default: 0] += 1
    return counts[kind]!
  }

  fileprivate func begin(_ text: String) -> BegunWork {
    if !hasLearned {
      hasLearned = true
      learn()
    }
    let id = "\(text).\(next(text))"
    if past.contains(id) { over.insert(id) }
    return BegunWork(self, id, isOver: past.contains(id))
  }

  fileprivate func ended(_ id: String) {
    guard !isOpen, !isGone, over.insert(id).inserted else { return }
    UndoLog.current?.note {
      self.over.remove(id)
      self.ledger.note(self)
    }
    ledger.note(self)
  }

  /// All that it begins has begun.
  func close() {
    isOpen = false
    counts = [:]
    if over != past { ledger.note(self) }
    past = []
  }

  fileprivate func replace() { isReplaced = true }

  // MARK: Places

  /// Notes which objects its `init` has made for which properties: one of the same class that takes the place of such a one is
  /// made by that `init` the next time.
  fileprivate func noteFirst(of object: Instance) {
    guard first == nil else { return }
    first = [:]
    for property in object.type.storedProperties {
      guard let owner = object.storedValue(at: property.slot).object?.workOwner, owner.maker === self,
        owner.place == nil
      else { continue }
      first?[property.slot] = (owner.name, owner.classes.first)
    }
  }

  /// The object has a place: it is made again there.
  fileprivate func take(_ path: String, slot: Int?, of holder: WorkOwner?) {
    if let slot, let holder, let known = holder.first?[slot] {
      if maker === holder, place == nil, name == known.name { return }
      if known.className == classes.first {
        for case let other? in holder.made.map(\.owner)
        where other !== self && other.maker === holder && other.place == nil && other.name == known.name {
          other.replace()
        }
        (place, maker, name) = (nil, holder, known.name)
        holder.made.append(WeakOwner(self))
        return renew()
      }
    }
    if place == path + "()" || slot == nil && place == nil && maker?.place == path + "=" { return }
    (place, maker) = (path + "()", nil)
    ledger.claim(path + "()", self)
    renew()
  }

  private func renew() {
    isReplaced = false
    isNew = true
    noteAll()
  }

  private func noteAll() {
    if let key { ledger.keys.insert(key) }
    ledger.note(self)
    made.removeAll { $0.owner == nil }
    for other in made { if other.owner?.maker === self, other.owner?.place == nil { other.owner?.noteAll() } }
  }
}

private struct WeakOwner {
  weak var owner: WorkOwner?
  init(_ owner: WorkOwner) { self.owner = owner }
}

/// The owners of one program, and who of them begins something now.
final class WorkLedger {
  /// Code that is run again after a restart or a redefinition.
  struct Scope {
    fileprivate let object: Instance?
    fileprivate let owner: WorkOwner?
    /// What a pipeline does that was running at that time, or none. Values that a pipeline delivers meanwhile are delivered
    /// again, and what that begins belongs to them.
    fileprivate let pipeline: AnyObject?
  }

  /// The innermost one last.
  var scopes: [Scope] = []
  /// What has begun something in this program.
  fileprivate(set) var keys: Set<String> = []
  private var places: [String: WeakOwner] = [:]
  private var changed: [WorkOwner] = []
  private let known: (String) -> OverWork?
  private let told: () -> Void
  private var isClosed = false

  /// - Parameters:
  ///   - known: what was over of an owner before the program was evaluated.
  ///   - told: called when something is over.
  init(known: @escaping (String) -> OverWork?, told: @escaping () -> Void) {
    self.known = known
    self.told = told
  }

  /// The end of the program calls nothing off.
  func close() {
    isClosed = true
    (scopes, changed, places, keys) = ([], [], [:], [])
  }

  // MARK: Beginning

  /// The initial value of a name is evaluated.
  func enter(_ owner: WorkOwner, in pipeline: AnyObject?) {
    scopes.append(Scope(object: nil, owner: owner, pipeline: pipeline))
  }

  /// The `init` of an object begins. False if it is a part of one that runs.
  @inline(__always)
  func enter(_ object: Instance, in pipeline: AnyObject?) -> Bool {
    // In place: a copy of the scope would retain all that it holds.
    if !scopes.isEmpty, scopes[scopes.count - 1].object === object { return false }
    scopes.append(Scope(object: object, owner: nil, pipeline: pipeline))
    return true
  }

  /// - Parameter isDone: it has come to its end, so that there is an object.
  @inline(__always)
  func leave(isDone: Bool) {
    guard let scope = scopes.popLast() else { return }
    if let owner = scope.object?.workOwner { if isDone { owner.close() } else { owner.isGone = true } }
  }

  /// Something is about to begin; nil where nobody begins it again.
  /// - Parameter text: how it is written.
  func begin(_ text: @autoclosure () -> String, in pipeline: AnyObject?) -> BegunWork? {
    guard !isClosed, let last = scopes.last, last.pipeline === pipeline else { return nil }
    return owner(at: scopes.count - 1).begin(text())
  }

  private func owner(at index: Int) -> WorkOwner {
    if let owner = scopes[index].owner { return owner }
    guard let object = scopes[index].object else { preconditionFailure("a scope is an object's or a name's") }
    if let owner = object.workOwner { return owner }
    let isMadeByOther = index > 0 && scopes[index - 1].pipeline === scopes[index].pipeline
    let made = WorkOwner(object, madeBy: isMadeByOther ? owner(at: index - 1) : nil, self)
    object.workOwner = made
    return made
  }

  // MARK: Ending

  fileprivate func past(_ key: String) -> OverWork? { isClosed ? nil : known(key) }

  fileprivate func claim(_ place: String, _ owner: WorkOwner) {
    if let other = places[place]?.owner, other !== owner, other.place == place { other.replace() }
    places[place] = WeakOwner(owner)
  }

  fileprivate func note(_ owner: WorkOwner) {
    // One without a place is told when it gets one.
    guard !isClosed, !owner.isChanged, owner.key != nil else { return }
    owner.isChanged = true
    changed.append(owner)
    told()
  }

  /// What has changed since the last time.
  func takeChanged() -> [(key: String, work: OverWork, isNew: Bool)] {
    let present = changed
    changed = []
    return present.compactMap { owner in
      owner.isChanged = false
      // It is told when its `init` is done.
      guard owner.isDone, let key = owner.key else { return nil }
      defer { owner.isNew = false }
      return (key, owner.overWork, owner.isNew)
    }
  }
}

extension Instance {
  /// It has its first objects, those that its `init` has made.
  public func noteFirstObjects() { workOwner?.noteFirst(of: self) }

  /// It is at that place from now on.
  /// - Parameters:
  ///   - slot: the property that holds it; nil for a name at top level and a static variable.
  ///   - holder: whose.
  public func take(_ path: String, slot: Int?, of holder: Instance?) {
    storeName = path
    wrappedPlace = slot.flatMap { slot in
      holder.flatMap { holder in holder.type.storedProperties[slot].wrapped.map { "\(holder.displayName).\($0)" } }
    }
    workOwner?.take(path, slot: slot, of: holder?.workOwner)
  }
}

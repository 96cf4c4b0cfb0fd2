internal import Combine
import Language

/// What one activation has written so far.
///
/// An activation is a client's write, a statement, or a timer; everything it sets off synchronously belongs to it.
/// Transactions do not nest: what starts one while another is open (a `send` within a `sink`) joins it.
final class Transaction {
  struct Write {
    let object: Instance
    let slot: Int
    let old: Old
  }

  /// What has to be done to undo a write.
  enum Old {
    case value(Value)
    case edit(ElementEdit)
  }

  /// Distinguishes transactions in `Property.writtenIn`.
  private(set) var number: Int
  var cause: Cause
  /// What operators have remembered, timers and tasks that have begun: how all that is not written is taken back.
  let memory = UndoLog()
  /// How many writes there were, also those that need not be noted.
  var writesMade = 0
  /// Every write, in order: the undo log.
  var writes: [Write] = []
  /// Slots of objects that are no stores and have been written: to undo it, the value before the first write is enough.
  private var writtenSlots: Set<WrittenSlot> = []
  private struct WrittenSlot: Hashable {
    let object: ObjectIdentifier
    let slot: Int
  }
  /// Variables at top level before their first write.
  var variables: [VariableState] = []
  /// Written properties of stores, in the order in which the writes began: causes before their effects.
  private(set) var touched: [Property] = []
  /// When the pipelines of its cause wrote first, in their order.
  private var viaBegun: [Int] = []
  /// What was written in the middle of another write, or by a pipeline.
  private(set) var links = WriteLinks()
  /// Stores that came to be, whose values are news.
  var created: [Store] = []
  /// Paths that ceased to be.
  var removed: [Property] = []
  /// Objects held by stores that were replaced: the store, the slot, and the object that was there.
  var replaced: [(store: Store, slot: Int, child: Store?)] = []
  /// Stores whose paths ended while other places may hold their objects.
  var homeless: [Store] = []
  /// Static variables that have their first objects.
  var initialized: [GlobalVariable] = []
  /// Variables that may hold other objects than before.
  var rebound: [(namespace: Namespace, variable: GlobalVariable, session: String)] = []
  /// Those whose paths have followed.
  var seated: [(namespace: Namespace, variable: GlobalVariable)] = []
  /// Requests of pipelines that have no name of their own yet: a statement gives it when the value it binds is there.
  var requests: [(number: Int, pipeline: Pipeline)] = []
  /// Subscriptions to publishers that values came for.
  var streams: [StreamSource] = []
  /// The revision it was committed as.
  var revision: Int?
  /// When it began, engine time.
  private(set) var at: Int
  /// Whoever waits for its consequences.
  var activity: Activity?
  /// Whether a commit is made even if nothing differs.
  var isForced = false
  /// It is not rolled back.
  var stands = false
  /// What runs has run before, and is to do its work on stores once.
  var repetition: Repetition?
  enum Repetition {
    /// What its pipelines assign follows from it anew.
    case ownWrites
    case whole
  }
  /// What runs in it may leave and go on in another one.
  var mayPause = false
  /// What runs in it was paused before, and fails as a whole.
  var isResumed = false
  var hasFailed = false

  /// Whether it has changed nothing: no store, no variable at top level, no object.
  var isUntouched: Bool { hasWrittenNothing && removed.isEmpty && homeless.isEmpty && requests.isEmpty }

  /// Whether it has written to no store, variable or object.
  var hasWrittenNothing: Bool {
    writes.isEmpty && variables.isEmpty && touched.isEmpty && replaced.isEmpty && created.isEmpty && rebound.isEmpty
  }

  init(number: Int, cause: consuming Cause, at: Int) {
    self.number = number
    self.cause = cause
    self.at = at
  }

  func takeReplaced() -> [(store: Store, slot: Int, child: Store?)] {
    defer { replaced = [] }
    return replaced
  }

  /// Notes a write to an object that is no store.
  func noteStranger(_ object: Instance, slot: Int, old: Value) {
    if let last = writes.last, last.object === object, last.slot == slot, case .value = last.old { return }
    guard writtenSlots.insert(WrittenSlot(object: ObjectIdentifier(object), slot: slot)).inserted else { return }
    writes.append(Write(object: object, slot: slot, old: .value(old)))
  }

  /// A write is noted when it is over, what it has set off before it.
  func touch(_ property: Property, begun: Int) {
    property.writeBegun = begun
    var place = touched.count
    while place > 0, touched[place - 1].writeBegun > begun,
      touched[place - 1].owner?.program === property.owner?.program
    {
      place -= 1
    }
    touched.insert(property, at: place)
  }

  func link(_ property: Property, to cause: Property?, by pipeline: String?) {
    guard cause != nil || pipeline != nil else { return }
    links.add(property, cause, pipeline)
  }

  func came(through pipeline: String, begun: Int) {
    guard cause.via.count < Self.viaMax, !cause.via.contains(pipeline) else { return }
    let place = viaBegun.lastIndex { $0 < begun }.map { $0 + 1 } ?? 0
    viaBegun.insert(begun, at: place)
    cause.via.insert(pipeline, at: min(place, cause.via.count))
  }

  /// How many pipelines a cause names.
  private static let viaMax = 8

  /// Makes another of it, with the memory it has.
  func reset(number: Int, cause: consuming Cause, at: Int) {
    self.number = number
    self.cause = cause
    self.at = at
    if !viaBegun.isEmpty { viaBegun = [] }
    revision = nil
    writesMade = 0
    isForced = false
    stands = false
    repetition = nil
    mayPause = false
    isResumed = false
    hasFailed = false
  }

  /// What was written so far is no part of it any more.
  func forgetWrites() {
    for property in touched { (property.before, property.edits, property.draft) = (nil, nil, nil) }
    var gone: Any? = (writes, variables, created, homeless)
    (writes, variables, created, homeless) = ([], [], [], [])
    (touched, initialized, seated, writtenSlots) = ([], [], [], [])
    links.removeAll()
    // Released here, where all of it can be written to.
    if gone != nil { Program.lettingGo { gone = nil } }
  }

  /// It is over. Timers that it set go on remembering it, for their causes; objects are not kept alive by that.
  func letGo() {
    if mayHoldMuch { Program.lettingGo { letGoOfValues() } } else { letGoOfValues() }
    if !writtenSlots.isEmpty { writtenSlots = [] }
    Self.empty(&touched)
    links.removeAll()
    Self.empty(&streams)
    if !initialized.isEmpty { initialized = [] }
    if !rebound.isEmpty { rebound = [] }
    if !seated.isEmpty { seated = [] }
    if !created.isEmpty { created = [] }
    if !removed.isEmpty { removed = [] }
    if !replaced.isEmpty { replaced = [] }
    if !homeless.isEmpty { homeless = [] }
    if !requests.isEmpty { requests = [] }
    if !memory.isEmpty { Program.lettingGo { memory.forget() } }
    activity = nil
  }

  private func letGoOfValues() {
    Self.empty(&writes)
    if !variables.isEmpty { variables = [] }
  }

  /// Whether what was there before may be the end of a hundred thousand objects. A number is not, which is most of what there is.
  private var mayHoldMuch: Bool {
    guard variables.isEmpty, writes.count <= 1 else { return true }
    guard case .value(let old)? = writes.first?.old else { return false }
    return old.mayHoldValues
  }

  /// Most have one element or none, and the memory of few is worth keeping.
  private static func empty<Element>(_ list: inout [Element]) {
    switch list.count {
    case 0: break
    case 1: list.removeLast()
    default: list.removeAll(keepingCapacity: list.capacity < 64)
    }
  }

  /// Objects that are no store any more, or never became one, may go: their `deinit` is part of this.
  func letGoOfStrangers() {
    // Another object may be where one of them was.
    if !writtenSlots.isEmpty { writtenSlots = [] }
    while writes.contains(where: { $0.object.hostTag == nil }) {
      var gone: [Write] = []
      writes.removeAll { write in
        guard write.object.hostTag == nil else { return false }
        gone.append(write)
        return true
      }
      // Released here, where `writes` can be written to.
      Program.lettingGo { gone = [] }
    }
  }
}

/// A write and everything that follows from it, for whoever waits until that has happened.
public final class Activity {
  /// Itself, and timers that have been set by it or by what they did.
  private var pending = 1
  public private(set) var isSettled = false
  /// The last commit that belongs to it.
  public internal(set) var revision = 0
  public var onSettled: (() -> Void)?

  public init() {}

  func enter() { pending += 1 }

  func leave() {
    pending -= 1
    guard pending == 0 else { return }
    isSettled = true
    onSettled?()
    onSettled = nil
  }
}

/// A timer that somebody waits for.
final class ActivityTimer: HostTimer {
  private let timer: TimerQueue.Timer
  private let activity: Activity
  private var isCancelled = false

  init(_ timer: TimerQueue.Timer, _ activity: Activity) {
    self.timer = timer
    self.activity = activity
  }

  func cancel() {
    guard !isCancelled, timer.isWaiting else { return }
    isCancelled = true
    timer.cancel()
    activity.leave()
  }
}

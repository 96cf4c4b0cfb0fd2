internal import Combine
import Language

/// Turns writes into commits.
///
/// Everything that can write runs inside `transact` or `perform`. While a transaction is open, `noteWrite` records each
/// write of a stored property; at its end the net differences become one commit, with one revision, one record and one
/// message per subscription. Combine's order (objectWillChange, `$x`, then the value) holds within; observers from outside
/// see only commits.
final class Transactions {
  /// It owns this, and is there as long.
  unowned(unsafe) var engine: Engine!
  /// The engine, held once for all that a function asks of it: each question to one that is not held takes a reference of its
  /// own, and these are most of what a write costs.
  private var held: Engine { engine }
  /// The one that is open.
  var current: Transaction?
  private var count = 0
  /// One that is over, to be used again if nobody remembers it.
  private var spare: Transaction?

  /// Runs `body` as one transaction and commits what it changed; rolls its writes back when it fails.
  ///
  /// Rolling back restores stored values silently, and what pipelines have remembered since: nobody hears of it, and what
  /// follows is what would have followed otherwise.
  /// - Parameter mayPause: what runs in it may leave and go on in another one, if nothing has changed.
  func transact<Outcome>(
    _ cause: consuming Cause, force: Bool = false, activity: Activity? = nil, mayPause: Bool = false,
    _ body: () throws(EngineError) -> Outcome
  ) throws(EngineError) -> (Outcome, Commit?) {
    if current != nil { return (try body(), nil) }
    let transaction = open(cause)
    transaction.mayPause = mayPause
    transaction.isForced = force
    transaction.activity = activity
    do throws(EngineError) {
      let result = try body()
      if let refusal = settle(transaction) { throw refusal }
      return (result, commit(transaction))
    } catch {
      rollBack(transaction)
      throw error
    }
  }

  /// Runs what only looks: whatever it writes is undone.
  func look<Outcome, Failure: Error>(_ cause: consuming Cause, _ body: () throws(Failure) -> Outcome) throws(Failure)
    -> Outcome
  {
    let outer = current
    let scratch = open(cause)
    defer {
      rollBack(scratch)
      current = outer
    }
    return try body()
  }

  /// The same for what cannot fail: timers, the end of a session.
  /// - Parameter stands: what it did is not rolled back, as the program it belonged to before is gone: only a property
  ///   whose value has become too large is what it was.
  @discardableResult
  func perform(
    _ cause: Cause, _ activity: Activity? = nil, stands: Bool = false, mayPause: Bool = false, _ body: () -> Void
  ) -> Commit? {
    if current != nil {
      body()
      return nil
    }
    let transaction = open(cause, stands: stands)
    transaction.activity = activity
    transaction.mayPause = mayPause
    body()
    if transaction.hasFailed {
      rollBack(transaction)
      return nil
    }
    if let refusal = settle(transaction) {
      rollBack(transaction)
      complain(of: refusal, in: transaction)
      return nil
    }
    return commit(transaction)
  }

  /// Lets what was paused go on. The transactions before have changed nothing, so that it still fails as a whole.
  func resume(_ cause: Cause, _ activity: Activity?, _ body: () -> Void) {
    perform(cause, activity, mayPause: true) {
      current?.isResumed = true
      body()
    }
  }

  /// Finds out what has changed in the end, and lets go of what was only held for being undone: a `deinit` that runs then is part of
  /// it.
  private func settle(_ transaction: Transaction) -> EngineError? {
    if let refusal = conclude(transaction) { return refusal }
    guard !transaction.memory.isEmpty else { return nil }
    let writes = transaction.writesMade
    transaction.memory.close()
    Program.lettingGo {
      transaction.memory.forget { [engine = held] number in
        if Engine.isLookDue(number) { engine.lookAfterOthers() }
      }
    }
    if transaction.writesMade == writes, transaction.rebound.isEmpty { return nil }
    for property in transaction.touched { property.draft = nil }
    return conclude(transaction)
  }

  /// Finds out what has changed in the end.
  /// - Returns: a complaint about the first value that has become too long.
  private func conclude(_ transaction: Transaction) -> EngineError? {
    let engine = held
    settlePaths(transaction, areBringingBack: transaction.stands)
    if !transaction.stands, let refusal = engine.refusalOfLoss(in: transaction) { return refusal }
    for (number, property) in transaction.touched.enumerated() {
      if Engine.isLookDue(number) { engine.lookAfterOthers() }
      guard let owner = property.owner else { continue }
      let present = owner.instance.storedValue(at: property.info.slot!)
      if let (plain, isChanged) = editedForm(of: property, owner, present, in: transaction) {
        if isChanged || transaction.isForced { property.draft = plain }
        continue
      }
      property.forgetEdits(present: present)
      if let before = property.before, !transaction.isForced, before.isIdentical(to: present) { continue }
      // What has no plain form now, like a function in an `Any`, is nothing to clients; not what was there before.
      do throws(EngineError) {
        let draft = try draft(of: property, present)
        // It has been made again, and may have had other values on the way.
        if !transaction.stands || !draft.isIdentical(to: property.value) { property.draft = draft }
      } catch {
        guard transaction.stands, let before = property.before else { return error }
        complain(of: error, in: transaction)
        put(before, in: owner, slot: property.info.slot!)
      }
    }
    return nil
  }

  /// The paths follow the variables that hold other objects than before.
  private func settlePaths(_ transaction: Transaction, areBringingBack: Bool) {
    repeat {
      while !transaction.rebound.isEmpty {
        let (namespace, variable, session) = transaction.rebound.removeLast()
        transaction.seated.append((namespace, variable))
        guard let place = variable.place, namespace.program.variable(at: place) === variable else { continue }
        // An `init` may have put another object where one comes back: it is that one.
        engine.restoration.bringingBack(areBringingBack) {
          namespace.program.onBehalf(of: session) { engine.seat([place], in: namespace) }
        }
      }
      transaction.letGoOfStrangers()
      // A `deinit` may have done more.
    } while !transaction.rebound.isEmpty
  }

  /// What has been written so far belongs to a program that is about to end: it is kept for the one that takes its place,
  /// and the commit tells of it when it is there again.
  /// - Parameter isGone: a name whose value goes.
  func passOn(in namespace: Namespace, unless isGone: (GlobalVariable) -> Bool, anew: Set<String>) {
    guard let transaction = current, transaction.stands else { return }
    for _ in 1...Self.roundsOfEndsMax {
      settlePaths(transaction, areBringingBack: false)
      if transaction.hasWrittenNothing { break }
      for (store, slot, child) in transaction.takeReplaced() {
        engine.exchangeChild(of: store, slot: slot, child, transaction)
      }
      engine.restoration.passOn(transaction, in: namespace, unless: isGone, anew: anew)
      // What it had kept for being undone goes as well, and may have a `deinit` of its own.
      transaction.forgetWrites()
    }
  }

  /// How often what a `deinit` has written may lead to others. One that puts its like in the place of another goes on for ever.
  private static let roundsOfEndsMax = 100

  /// The value of a long list that was edited, made of the edit alone.
  /// - Returns: nil if it is not one, or too large: then all of it is looked at.
  private func editedForm(of property: Property, _ owner: Store, _ present: Value, in transaction: Transaction)
    -> (PortableValue, isChanged: Bool)?
  {
    // Of what is being made, and made again, the value that is known is not the one that was there before.
    guard property.revision > 0, !transaction.stands, transaction.created.isEmpty else { return nil }
    let limit = engine.limits.valueBytes
    if let edits = property.edits {
      let form = owner.program.plainForm(of: present, after: edits, property.value, within: limit)
      if let form, form.0.byteCount <= limit { return form }
    }
    property.forgetEdits(present: present)
    guard let before = property.before,
      let form = owner.program.plainForm(of: present, after: before, property.value, within: limit),
      form.0.byteCount <= limit
    else { return nil }
    return form
  }

  /// After more edits of one list than this within a transaction, what has changed is looked for at its end.
  private static let editsFollowedMax = 256

  private func draft(of property: Property, _ value: Value) throws(EngineError) -> PortableValue {
    let limit = engine.limits.valueBytes
    switch engine.restoration.form(of: value) {
    case .none: return .null
    case .plain(let plain):
      let size = plain.byteCount
      if size > limit { throw .tooLarge(path: property.path, size: size, limit: limit) }
      return plain
    case .tooLarge: throw .tooLarge(path: property.path, size: nil, limit: limit)
    case .tooDeep:
      throw .validation(
        path: property.path, rule: "its value is nested deeper than 256 levels, and could not be kept")
    }
  }

  /// Nobody asked for the transaction, so nobody is answered.
  private func complain(of refusal: EngineError, in transaction: Transaction) {
    let message: String
    switch refusal {
    case .tooLarge(let path, let size, let limit):
      message = "the value of '\(path)' would have \(size.map(String.init) ?? "more") bytes, over the limit of \(limit)"
    case .validation(let path, let rule): message = "'\(path)' is not changed: \(rule)"
    case .stillFound(let path, let users):
      message =
        "'\(path)' keeps its object, which \(users.map { "'\($0)'" }.joined(separator: ", ")) would miss as @EnvironmentObject"
    default: return
    }
    let pipeline = transaction.cause.via.last.flatMap { name in engine.pipelines.all.last { $0.name == name } }
    let fault = Fault(
      message: message + (transaction.stands ? "; it has what it had before" : "; what this wrote is undone"),
      location: pipeline?.location ?? Location(file: transaction.cause.by, line: 1, column: 1))
    engine.notify(.fault(fault), pipeline)
  }

  /// - Parameter stands: it is not rolled back.
  func open(_ cause: consuming Cause, stands: Bool = false) -> Transaction {
    count += 1
    engine.markRecords()
    let opened: Transaction
    if spare != nil, isKnownUniquelyReferenced(&spare), let used = spare.take() {
      used.reset(number: count, cause: cause, at: engine.date)
      opened = used
    } else {
      opened = Transaction(number: count, cause: cause, at: engine.date)
    }
    current = opened
    opened.stands = stands
    if !stands { opened.memory.open() }
    return opened
  }

  func noteWrite(_ state: VariableState, in namespace: Namespace) {
    namespace.touch(state.variable)
    engine.restoration.noteWrite(at: namespace.path(of: state.variable.place ?? state.variable.name))
    guard let transaction = current else { return }
    transaction.variables.append(state)
    if state.mayBeStore, state.variable.place != nil {
      transaction.rebound.append((namespace, state.variable, namespace.program.currentSession))
    }
  }

  /// A static variable has its first value: an object is a store from now on. One that was there before comes back; another
  /// one has its path at the end of the transaction, unless it is given a name at top level until then.
  func noteInitialization(_ state: VariableState, in namespace: Namespace) {
    // Somebody only looks, and nothing is to change meanwhile.
    guard let transaction = current else {
      let session = namespace.program.currentSession
      return engine.later { [self] in
        guard let place = state.variable.place, namespace.program.variable(at: place) === state.variable
        else { return }
        perform(Cause(by: session)) { engine.seat([place], in: namespace) }
      }
    }
    noteWrite(state, in: namespace)
    transaction.initialized.append(state.variable)
    engine.restoration.bringBack(initialized: state.variable, in: namespace)
  }

  func noteWrite(
    _ object: Instance, slot: Int, _ old: Transaction.Old, as kind: WriteKind, begun: Int, in program: Program?
  ) {
    guard let transaction = current else { return }
    transaction.writesMade &+= 1
    guard let tag = object.hostTag else {
      // Only of stores edits are noted.
      if case .value(let old) = old { transaction.noteStranger(object, slot: slot, old: old) }
      return
    }
    let store = unsafeDowncast(tag, to: Store.self)
    if let repetition = transaction.repetition {
      let pipeline = repetition == .ownWrites ? program?.currentPipeline : nil
      engine.restoration.noteWrittenAgain(store, slot, old, as: kind, by: pipeline)
    }
    guard slot < store.bySlot.count, let property = store.bySlot[slot] else {
      transaction.writes.append(.init(object: object, slot: slot, old: old))
      if let info = store.objects[slot] {
        transaction.replaced.append((store, slot, store.children[slot]))
        engine.restoration.noteWrite(at: store.path + "." + info.keptName)
      } else if store.work[slot] != nil || store.bindings[slot] != nil {
        engine.restoration.touchedSlots.append((store.path, slot))
      }
      return
    }
    let pipeline = program?.currentPipeline
    let isFirst = property.writtenIn != transaction.number
    if pipeline != nil || program?.ongoingWrite != nil {
      transaction.link(property, to: program?.ongoingWrite.flatMap(engine.property), by: pipeline?.name)
      if let pipeline, isFirst { property.noteWriter(pipeline.id) }
    }
    // To undo it, the value before the first write is enough; edits are undone one by one.
    if !isFirst {
      guard let count = property.edits?.count else { return }
      transaction.writes.append(.init(object: object, slot: slot, old: old))
      switch old {
      case .edit(let edit):
        property.edits?.append(edit)
        guard count == Self.editsFollowedMax else { return }
        // A loop over the elements: from here on the value is enough for it, too.
        let present = object.storedValue(at: slot)
        property.forgetEdits(present: present)
        transaction.writes.append(.init(object: object, slot: slot, old: .value(present)))
      case .value(let value): property.forgetEdits(present: value)
      }
      return
    }
    transaction.writes.append(.init(object: object, slot: slot, old: old))
    property.writtenIn = transaction.number
    switch old {
    case .value(let value): property.before = value
    case .edit(let edit): property.edits = [edit]
    }
    transaction.touch(property, begun: begun)
    if let pipeline { transaction.came(through: pipeline.name, begun: begun) }
  }

  /// Puts a value in the place of the one that is there, which nobody hears of.
  func put(_ value: Value, in store: Store, slot: Int) {
    forgetEdits(of: store, slot: slot)
    store.program.restore(store.instance, slot: slot, value)
  }

  /// Before another value takes the place of one that was edited: the edits are none of that.
  func forgetEdits(of store: Store, slot: Int) {
    guard slot < store.bySlot.count, let property = store.bySlot[slot], property.edits != nil else { return }
    let present = store.instance.storedValue(at: slot)
    property.forgetEdits(present: present)
    current?.writes.append(.init(object: store.instance, slot: slot, old: .value(present)))
  }

  private func commit(_ transaction: Transaction) -> Commit? {
    let engine = held
    // Whoever is looked after while a program takes the place of another sees the stores of that one.
    let isUnseen = engine.storesBefore != nil
    for (number, pipeline) in transaction.requests { engine.outside.log.name(number, pipeline.name) }
    engine.restoration.bringingBack(transaction.stands) {
      for (number, (store, slot, child)) in transaction.replaced.enumerated() {
        if isUnseen, Engine.isLookDue(number) { engine.lookAfterOthers() }
        engine.exchangeChild(of: store, slot: slot, child, transaction)
      }
    }
    while !transaction.homeless.isEmpty { engine.rehome(transaction.homeless.removeLast()) }
    let revision = engine.revision + 1
    var changes: [CommitRecord.Change] = []
    var properties: [Property?] = []
    changes.reserveCapacity(transaction.touched.count)
    properties.reserveCapacity(transaction.touched.count)

    func add(_ property: Property, _ value: PortableValue, old: PortableValue?) {
      property.note(value, revision: revision, at: engine.date)
      changes.append(
        .init(
          path: property.path, value: value, old: old, version: property.version, isWatchable: property.isWatchable))
      properties.append(property)
    }

    for property in transaction.touched {
      property.before = nil
      property.edits = nil
      guard let value = property.draft else { continue }
      property.draft = nil
      add(property, value, old: property.value)
    }
    let passing = passing(transaction)
    let isNothingTold = isUnseen && properties.allSatisfy { !engine.isSeen($0) }
    for (number, store) in transaction.created.enumerated() {
      if isNothingTold, Engine.isLookDue(number) { engine.lookAfterOthers() }
      for property in store.properties where property.revision == 0 && !passing.contains(ObjectIdentifier(property)) {
        let old = engine.restoration.values[property.path]?.told
        add(property, property.value, old: old)
      }
      for property in store.properties { engine.restoration.values[property.path] = nil }
    }
    let awaited = transaction.removed.isEmpty ? [] : engine.restoration.awaitedPlaces()
    // After the commit, in which they are gone.
    var kept: [JournalRecord] = []
    for property in transaction.removed {
      let present = engine.stores.property(at: property.path)
      let isPassing = passing.contains(ObjectIdentifier(property))
      if isPassing { property.isRemoved = true }
      if isPassing || present.map({ $0.isWatchable || !property.isWatchable }) == true {
        for subscription in property.subscriptions { subscription.properties.remove(property) }
        for wait in property.waits { wait.forget(property) }
        continue
      }
      property.isRemoved = true
      changes.append(
        .init(
          path: property.path, value: nil, old: property.value, version: property.version + 1,
          isWatchable: property.isWatchable))
      properties.append(property)
      if let present {
        // It is there, and published no more: gone for clients, and kept all the same.
        add(present, present.value, old: nil)
      } else {
        kept.append(engine.restoration.letGo(property, awaiting: awaited))
      }
    }
    let hasNewStores = !transaction.created.isEmpty
    defer { if hasNewStores { engine.delivery.lookForAbsent() } }
    current = nil
    transaction.memory.close()
    defer { transaction.letGo() }
    guard !changes.isEmpty || transaction.isForced else {
      for stream in transaction.streams { stream.settle(at: engine.revision) }
      return nil
    }

    engine.revision = revision
    engine.counts.changes += changes.count
    for stream in transaction.streams { stream.settle(at: revision) }
    transaction.revision = revision
    transaction.activity?.revision = revision
    let record = CommitRecord(
      revision: revision, at: engine.date, cause: transaction.cause, changes: changes,
      links: changes.count > 1 ? transaction.links.all : nil)
    let commit = Commit(record: record, redacted: engine.redacted(record), properties: ChangedProperties(properties))
    engine.records.append(.commit(record))
    engine.records += kept
    engine.delivery.publish(commit)
    spare = transaction
    return commit
  }

  /// Properties that have come and gone within the transaction, as those of an object that is made at the start and whose place another
  /// takes: nobody has heard of them, and nobody is to.
  private func passing(_ transaction: Transaction) -> Set<ObjectIdentifier> {
    guard !transaction.created.isEmpty, !transaction.removed.isEmpty else { return [] }
    let engine = held
    return Set(
      transaction.removed.lazy
        .filter { $0.revision == 0 && engine.restoration.values[$0.path]?.told == nil }
        .map { ObjectIdentifier($0) })
  }

  func rollBack(_ transaction: Transaction) {
    engine.outside.effects.removeAll { $0.transaction == transaction.number }
    engine.providing.takeBack(transaction.number)
    // What ends by that may run code of the program, whose writes are undone with all others.
    transaction.memory.close()
    transaction.memory.undo()
    for write in transaction.writes.reversed() {
      switch write.old {
      case .value(let old): engine.root.program.takeBack(write.object, slot: write.slot, old)
      case .edit(let edit): engine.root.program.undo(edit, in: write.object, slot: write.slot)
      }
    }
    for variable in transaction.variables.reversed() { variable.restore() }
    for property in transaction.touched {
      property.before = nil
      property.edits = nil
      property.draft = nil
    }
    for store in transaction.created.reversed() { engine.withdraw(store) }
    for stream in transaction.streams { stream.undo() }
    // Variables hold again what they held, and so do the paths.
    for (namespace, variable, _) in transaction.rebound {
      engine.seat([variable.place ?? variable.name], in: namespace)
    }
    for (namespace, variable) in transaction.seated { engine.seat([variable.place ?? variable.name], in: namespace) }
    // A store that is there again is another one: it is to know again where else its object is held.
    while let store = transaction.homeless.popLast() { engine.rehome(store) }
    current = nil
    transaction.letGo()
  }
}

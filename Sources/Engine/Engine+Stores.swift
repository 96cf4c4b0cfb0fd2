public import Language

/// Reading and writing stores from outside.
extension Engine {
  /// A value with its history.
  public struct Reading {
    public let path: String
    public internal(set) var value: PortableValue
    public let revision: Int
    public let at: Int
    public let version: Int
    public let typeName: String
  }

  public struct WriteOptions {
    public var session: String
    public var request: String?
    public var note: String?
    /// The write is refused unless this is the revision at which the path changed last.
    public var ifRevision: Int?
    public var ifValue: PortableValue?
    /// A commit is made even if the value is the same.
    public var force: Bool
    /// Told when everything that follows from the write has happened.
    public var activity: Activity?
    /// Whoever asked is answered when it is on the disk itself, which is for those to see to who answer.
    public var isToBeDurable = false
    /// The method of the protocol that asks.
    public var method: String?
    /// The program that does.
    public var client: Cause.Client?

    public init(
      session: String, request: String? = nil, note: String? = nil, ifRevision: Int? = nil,
      ifValue: PortableValue? = nil, force: Bool = false
    ) {
      self.session = session
      self.request = request
      self.note = note
      self.ifRevision = ifRevision
      self.ifValue = ifValue
      self.force = force
    }

    var cause: Cause {
      Cause(by: session, request: request, note: note, method: method, client: client)
    }
  }

  public struct WriteReceipt {
    /// The revision at which the path changed last: this write's, when it changed something.
    public let revision: Int
    public let version: Int
    public let changed: Bool
    /// How many paths the commit changed, consequences included.
    public let changes: Int
  }

  public struct Assignment {
    public var path: String
    public var value: PortableValue
    /// How the value is a patch, if it is one.
    public var patch: PatchFormat?
    public init(path: String, value: PortableValue, patch: PatchFormat? = nil) {
      self.path = path
      self.value = value
      self.patch = patch
    }
  }

  public struct Condition {
    public var path: String
    public var revision: Int?
    public var value: PortableValue?
    public init(path: String, revision: Int? = nil, value: PortableValue? = nil) {
      self.path = path
      self.revision = revision
      self.value = value
    }
  }

  /// All stores that clients see, in the order they were defined.
  public var storeList: [Store] { stores.all.filter { !$0.isHidden } }

  /// Every path a client can see, for listing and completion.
  public var visiblePaths: [String] {
    stores.all.flatMap { store in store.properties.filter(\.isVisible).map(\.path) }
  }

  // MARK: Reading

  /// The value at a path: a whole property, a part of one, a computed property, a store (a record of its visible
  /// properties) or a named value that is not a store.
  /// - Parameter isStored: Refuses what would have to be computed, so that nothing of the program runs.
  public func get(_ path: String, isStored: Bool = false) throws(EngineError) -> Reading {
    do throws(EngineError) {
      if isStored {
        switch try locate(Path(path)).0 {
        case .computed, .binding: throw EngineError.readOnly(path: path, reason: "it is computed")
        case .property, .store, .global: break
        }
      }
      var reading = try read(path)
      if let store = stores[path] {
        reading.value = .record(
          store.visibleProperties.map { PortableValue.Field($0.info.name, $0.redacted) })
      } else {
        reading.value = redacted(reading.value, at: path)
      }
      return reading
    } catch { throw redacted(error) }
  }

  /// The same as it is.
  func read(_ path: String) throws(EngineError) -> Reading {
    if let property = stores.property(at: path) { return try reading(property) }
    let (place, rest) = try locate(Path(path))
    switch place {
    case .property(let property):
      guard property.isVisible else { throw hidden(property) }
      let part = try project(property.store.instance.storedValue(at: property.info.slot!), rest, path)
      return Reading(
        path: path, value: try plain(part, path), revision: property.revision, at: property.at,
        version: property.version, typeName: property.info.part(along: rest)?.typeName ?? Self.dynamicType)
    case .computed(let store, let info):
      let value = try leading(path) { () throws(EngineError) in
        try whileReading { () throws(RunFailure) in try store.program.read(store.instance, info) }
      }
      return Reading(
        path: path, value: try plain(try project(value, rest, path), path), revision: revision, at: date, version: 0,
        typeName: info.part(along: rest)?.typeName ?? Self.dynamicType)
    case .store(let store):
      let visible = store.visibleProperties
      let all = store.properties + visible
      return Reading(
        path: path, value: .record(visible.map { PortableValue.Field($0.info.name, $0.value) }),
        revision: all.map(\.revision).max() ?? 0, at: all.map(\.at).max() ?? date, version: 0, typeName: store.className
      )
    case .binding(let binding):
      let value = try leading(path) { () throws(EngineError) in
        try whileReading { () throws(RunFailure) in try binding.read() }
      }
      return Reading(
        path: path, value: try plain(try project(value, rest, path), path), revision: revision, at: date, version: 0,
        typeName: rest.isEmpty ? binding.typeName : Self.dynamicType)
    case .global(let global):
      return Reading(
        path: path, value: try plain(try project(global.value, rest, path), path), revision: revision, at: date,
        version: 0, typeName: global.part(along: rest)?.typeName ?? Self.dynamicType)
    }
  }

  /// The type of what only the value knows: what is in an `Any`.
  static let dynamicType = "Any"

  private func reading(_ property: Property) throws(EngineError) -> Reading {
    guard property.isVisible else { throw hidden(property) }
    var value = property.value
    // Within a transaction what has been written already counts.
    if let transaction = transactions.current, property.writtenIn == transaction.number, !isInterrupted {
      value = property.store.program.portable(property.store.instance.storedValue(at: property.info.slot!)) ?? value
    }
    return Reading(
      path: property.path, value: value, revision: property.revision, at: property.at,
      version: property.version, typeName: property.info.typeName)
  }

  // MARK: Writing

  /// Sets one path, as `store.property = value` would in source, and commits what follows from it.
  public func set(_ path: String, to value: PortableValue, _ options: WriteOptions) throws(EngineError) -> WriteReceipt
  {
    do throws(EngineError) {
      return try using(options.cause) { () throws(EngineError) in try write(path, value, options) }
    } catch { throw refused(error) }
  }

  /// The same for the write that most clients make again and again: plain data of a property to which nothing in the
  /// program listens, without conditions. What it costs is what counts here, so that nothing is made but the commit.
  /// - Returns: nil if it is not that simple, or to be refused: then nothing has been done.
  public func setUnheard(
    _ path: String, to value: PortableValue, by session: String, request: Int, method: String, client: Cause.Client?
  ) -> WriteReceipt? {
    // What belongs to another process is asked for there.
    guard poison == nil, let property = stores.property(at: path), let store = property.owner,
      !store.instance.isProvided
    else { return nil }
    return transactions.writeUnheard(
      property, in: store, value, Cause(by: session, request: String(request), method: method, client: client))
  }

  /// Why a write is not done, as clients may know it.
  private func refused(_ error: EngineError, _ assignments: [Assignment] = []) -> EngineError {
    if case .typeMismatch(let place, _, _) = error,
      let patch = assignments.first(where: {
        $0.patch == .native && place.hasPrefix($0.path) && $0.value.setsWhatLooksLikeAPatch
      })
    {
      return .validation(
        path: patch.path,
        rule: "'set' puts a whole element in place, and this one does not fit; a part of an element is changed by "
          + "[\"patch\", at, {\"set\": {…}}]")
    }
    if case .away(_, let provider, _) = error { providing.noteRefused(provider) }
    return redacted(error)
  }

  private func write(_ path: String, _ value: PortableValue, _ options: WriteOptions) throws(EngineError)
    -> WriteReceipt
  {
    try requireHealthy()
    if options.ifRevision != nil || options.ifValue != nil {
      try check(Condition(path: path, revision: options.ifRevision, value: options.ifValue))
    }
    if let property = stores.property(at: path), let store = property.owner, !options.force, options.activity == nil,
      let receipt = transactions.writeUnheard(property, in: store, value, options.cause)
    {
      return receipt
    }
    let target = try writeTarget(path, value)
    try requireOwn(target.store, path)
    let commit = try transactions.transact(options.cause, force: options.force, activity: options.activity) {
      () throws(EngineError) in
      try assign(target, path)
    }.1
    options.activity?.leave()
    return WriteReceipt(
      revision: target.property?.revision ?? revision, version: target.property?.version ?? 0, changed: commit != nil,
      changes: commit?.record.changes.count ?? 0)
  }

  /// Changes a part of the value at a path.
  public func patch(_ path: String, _ patch: PortableValue, _ format: PatchFormat, _ options: WriteOptions)
    throws(EngineError) -> WriteReceipt
  {
    let assignment = Assignment(path: path, value: patch, patch: format)
    do throws(EngineError) {
      return try using(options.cause) { () throws(EngineError) in try write(path, try patched(assignment), options) }
    } catch { throw refused(error, [assignment]) }
  }

  /// The value that an assignment leaves, seen from now.
  private func patched(_ assignment: Assignment) throws(EngineError) -> PortableValue {
    guard let format = assignment.patch else { return assignment.value }
    let present = try read(assignment.path)
    if format == .merge, let member = try optionalMember(at: assignment.path) {
      throw .validation(
        path: assignment.path,
        rule: "a merge patch cannot say whether null removes '\(member)' or makes it nil; use the format native")
    }
    var notes = patchNotes
    let value: PortableValue
    do { value = try present.value.patched(by: assignment.value, format, &notes) } catch {
      throw .validation(path: assignment.path, rule: error.reason)
    }
    let (place, rest) = try locate(Path(assignment.path))
    switch place {
    case .property(let property):
      try Target.Destination.property(property.store, property.info).require(notes.written, in: rest, assignment.path)
    case .computed(let store, let info):
      try Target.Destination.property(store, info).require(notes.written, in: rest, assignment.path)
    case .binding(let binding):
      try Target.Destination.binding(binding).require(notes.written, in: rest, assignment.path)
    case .store, .global: break
    }
    return value
  }

  /// Sets several paths as one transaction: all are checked first, then all are written, and one commit follows.
  public func commit(_ assignments: [Assignment], if conditions: [Condition], _ options: WriteOptions)
    throws(EngineError) -> WriteReceipt
  {
    do throws(EngineError) {
      return try using(options.cause) { () throws(EngineError) in try write(assignments, if: conditions, options) }
    } catch { throw refused(error, assignments) }
  }

  private func write(_ assignments: [Assignment], if conditions: [Condition], _ options: WriteOptions)
    throws(EngineError) -> WriteReceipt
  {
    try requireHealthy()
    for condition in conditions { try check(condition) }
    var targets: [Target] = []
    var later: Set<ObjectIdentifier> = []
    for (number, assignment) in assignments.enumerated() {
      if Self.isLookDue(number) { lookAfterOthers() }
      // A patch can be tried out now, unless what it applies to is yet to be written.
      let isTried =
        assignment.patch == nil
        || stores.property(at: assignment.path).map { !later.contains(ObjectIdentifier($0)) } ?? false
      let target: Target
      if isTried {
        let value = try patched(assignment)
        target = try writeTarget(assignment.path, value)
      } else {
        target = try self.target(assignment.path, nil)
        if let property = target.property, !later.contains(ObjectIdentifier(property)) {
          _ = try self.target(assignment.path, try patched(assignment))
        }
      }
      try requireOwn(target.store, assignment.path, with: assignments.map(\.path))
      if let property = target.property { later.insert(ObjectIdentifier(property)) }
      targets.append(target)
    }
    let commit = try transactions.transact(options.cause, force: options.force, activity: options.activity) {
      () throws(EngineError) in
      for (number, (target, assignment)) in zip(targets, assignments).enumerated() {
        if Self.isLookDue(number) { lookAfterOthers() }
        var target = target
        if !target.rest.isEmpty || target.parts != nil || assignment.patch != nil {
          // An earlier assignment may have changed another part of the same property.
          let value = try patched(assignment)
          target = try writeTarget(assignment.path, value)
        }
        try assign(target, assignment.path)
      }
    }.1
    options.activity?.leave()
    return WriteReceipt(
      revision: commit?.revision ?? revision, version: 0, changed: commit != nil,
      changes: commit?.record.changes.count ?? 0)
  }

  struct Target {
    enum Destination {
      case property(Store, PropertyInfo)
      case binding(NamedBinding)

      /// Refuses what a patch of a part writes and clients may not, as an assignment to it would be.
      /// - Parameters:
      ///   - written: from the part on.
      ///   - path: of the part.
      func require(_ written: [[PathStep]], in rest: [PathStep], _ path: String) throws(EngineError) {
        for steps in written {
          let refusal: String? =
            switch self {
            case .property(_, let info): info.writeRefusal(of: steps, in: rest)
            case .binding(let binding): binding.writeRefusal(of: steps, in: rest)
            }
          guard let refusal else { continue }
          let part = steps.text
          throw .validation(path: part.hasPrefix("[") ? path + part : "\(path).\(part)", rule: refusal)
        }
      }
    }

    let destination: Destination
    let property: Property?
    let rest: [PathStep]
    /// What is to be written as a whole. Not the list that is changed in part: whoever holds that while it is changed has it
    /// copied.
    let value: Value
    /// What is to be written of a property's long list, if that is known.
    let parts: [ListPart]?

    init(destination: Destination, property: Property?, rest: [PathStep], value: Value) {
      (self.destination, self.property, self.rest, self.value) = (destination, property, rest, value)
      parts = nil
    }

    init(destination: Destination, property: Property?, rest: [PathStep], parts: [ListPart]) {
      (self.destination, self.property, self.rest, self.parts) = (destination, property, rest, parts)
      value = .void
    }

    /// The store that is written to, as far as that is known beforehand.
    var store: Store? {
      switch destination {
      case .property(let store, _): return store
      case .binding(let binding):
        return binding.origin?.object.hostTag.map { unsafeDowncast($0, to: Store.self) }
      }
    }

    func assign() throws(RunFailure) {
      switch destination {
      case .property(let store, let info):
        if let parts { return try store.program.write(store.instance, info, parts) }
        try store.program.write(store.instance, info, value)
      case .binding(let binding): try binding.write(value)
      }
    }
  }

  /// The same, the least there is.
  func writeTarget(of assignment: Assignment) throws(EngineError) -> Target {
    try writeTarget(assignment.path, try patched(assignment))
  }

  /// What an assignment leads to, seen from now.
  func target(of assignment: Assignment) throws(EngineError) -> Target {
    try target(assignment.path, try patched(assignment))
  }

  /// What a path stands for, and the value it would get; without one, its present value.
  private func target(_ path: String, _ value: PortableValue?) throws(EngineError) -> Target {
    guard let value else { return try target(path, try read(path).value) }
    if let property = stores.property(at: path) {
      try requireSettable(property, path)
      return Target(
        destination: .property(property.store, property.info), property: property, rest: [],
        value: try convert(value, property, path))
    }
    let (place, rest) = try locate(Path(path))
    switch place {
    case .property(let property):
      try requireSettable(property, path)
      let whole = property.store.instance.storedValue(at: property.info.slot!)
      return Target(
        destination: .property(property.store, property.info), property: property, rest: rest,
        value: try replacing(whole, rest, value, path, of: property))
    case .computed(let store, let info):
      if info.isPrivate { throw hidden(path, info.name) }
      try requireSettable(info, path)
      return Target(
        destination: .property(store, info), property: nil, rest: [], value: try convert(value, info, path))
    case .binding(let binding):
      let whole = try leading(path) { () throws(EngineError) in
        try attempt { () throws(RunFailure) in try binding.read() }
      }
      do {
        return Target(
          destination: .binding(binding), property: nil, rest: rest,
          value: try binding.replacing(whole, rest, with: value))
      } catch { throw EngineError(error, at: path, of: binding.name) }
    case .store: throw .readOnly(path: path, reason: "it is a store; set its properties")
    case .global: throw .readOnly(path: path, reason: "it is a value of the program, not a property of a store")
    }
  }

  private func assign(_ target: Target, _ path: String) throws(EngineError) {
    if target.property != nil { return try attempt { () throws(RunFailure) in try target.assign() } }
    try leading(path) { () throws(EngineError) in try attempt { () throws(RunFailure) in try target.assign() } }
  }

  /// What a binding refuses is no failure of the program: whoever names it is told by its path.
  func leading<Success>(_ path: String, _ body: () throws(EngineError) -> Success) throws(EngineError) -> Success {
    do { return try body() } catch {
      guard case .trap(let fault) = error, let refusal = fault.refusal else { throw error }
      switch refusal {
      case .gone: throw .gone(path: path, reason: fault.message)
      case .constant: throw .readOnly(path: path, reason: fault.message)
      case .value, .unanswered, .outdated: throw .validation(path: path, rule: fault.message)
      }
    }
  }

  func check(_ condition: Condition) throws(EngineError) {
    let present = try read(condition.path)
    if let wanted = condition.revision, wanted != present.revision {
      throw .conflict(
        path: condition.path, revision: present.revision, value: redacted(present.value, at: condition.path))
    }
    if let wanted = condition.value, !wanted.isSame(as: present.value),
      !typed(wanted, at: condition.path).isSame(as: present.value)
    {
      throw .conflict(
        path: condition.path, revision: present.revision, value: redacted(present.value, at: condition.path))
    }
  }

  /// A value as the path would have it if it were set: JSON does not tell 20 from 20.0, and may leave out what is nil.
  private func typed(_ value: PortableValue, at path: String) -> PortableValue {
    guard let target = try? target(path, value), let part = try? project(target.value, target.rest, path) else {
      return value
    }
    return root.program.portable(part) ?? value
  }

  private func requireSettable(_ property: Property, _ path: String) throws(EngineError) {
    guard property.isVisible else { throw hidden(path, property.hiddenName) }
    try requireSettable(property.info, path)
  }

  private func requireSettable(_ info: PropertyInfo, _ path: String) throws(EngineError) {
    guard info.isSettable else {
      throw .readOnly(path: path, reason: info.slot == nil ? "it is computed" : "its setter is not accessible")
    }
  }

  // MARK: Finding

  enum Place {
    case property(Property)
    case computed(Store, PropertyInfo)
    case store(Store)
    /// A name at top level that holds a `Binding`, and stands for what this leads to.
    case binding(NamedBinding)
    case global(Global)
  }

  /// The longest beginning of the path that names something, and the steps that lead on from there into a value.
  func locate(_ path: Path) throws(EngineError) -> (Place, rest: [PathStep]) {
    if let found = try find(path) { return found }
    if let away = providing.away(path.text) { throw away }
    if let place = unusedObject(on: path.names) { throw .notUsed(path: path.text, variable: place) }
    throw .notFound(path: path.text, known: visiblePaths + storeList.map(\.path))
  }

  /// The same where that nothing is there is no mistake, which would be told with all the paths that there are.
  func find(_ path: Path) throws(EngineError) -> (Place, rest: [PathStep])? {
    let names = path.names
    for length in stride(from: names.count, through: 1, by: -1) {
      let head = names[..<length].joined(separator: ".")
      if let property = stores.property(at: head) { return (.property(property), Array(path.steps[length...])) }
      guard let store = stores[head] else { continue }
      guard !store.isHidden else { throw hidden(store.path, store.segments[store.segments.count - 1]) }
      if length == path.steps.count { return (.store(store), []) }
      guard length < names.count, let info = store.instance.properties.first(where: { $0.keptName == names[length] })
      else { continue }
      guard !info.isPrivate else { throw hidden(path.text, info.name) }
      guard info.slot == nil || !info.isObject else { continue }
      return (.computed(store, info), Array(path.steps[(length + 1)...]))
    }
    let (namespace, depth) = names.count > 1 ? namespace(names[0]).map { ($0, 1) } ?? (root, 0) : (root, 0)
    if let global = namespace.program.global(names[depth]), !global.isStore {
      let rest = Array(path.steps.dropFirst(depth + 1))
      return (global.binding.map { .binding($0) } ?? .global(global), rest)
    }
    return nil
  }

  /// The static variable on the way of a path that would hold an object and has not been used yet.
  func unusedObject(on names: [String]) -> String? {
    let namespace = names.count > 1 ? namespace(names[0]) : nil
    let own = namespace == nil ? names : Array(names.dropFirst())
    for length in stride(from: 2, through: own.count, by: 1) {
      let place = own.prefix(length).joined(separator: ".")
      if let variable = (namespace ?? root).program.staticVariable(at: place), variable.keepsObject,
        !variable.isInitialized
      {
        return (namespace ?? root).path(of: place)
      }
    }
    return nil
  }

  /// Writes to an object in a static variable, or calls it: whoever does is the first one who uses it, perhaps, and then it
  /// is made, and `body` tried once more.
  func using<Success>(_ cause: @autoclosure () -> Cause, _ body: () throws(EngineError) -> Success) throws(EngineError)
    -> Success
  {
    while true {
      do { return try body() } catch {
        guard case .notUsed(_, let place) = error else { throw error }
        try use(place, cause())
      }
    }
  }

  private func use(_ place: String, _ cause: Cause) throws(EngineError) {
    let (namespace, local) = resolve(place)
    guard let variable = namespace.program.staticVariable(at: local) else { throw .notFound(path: place, known: []) }
    var outcome: RunFailure??
    transactions.perform(cause) {
      namespace.program.initialize(variable) { outcome = .some($0) }
      // What it has begun is undone with it; what waits goes on by itself.
      if case .some(.some) = outcome { transactions.current?.hasFailed = true }
    }
    switch outcome {
    case .some(.some(.trap(let fault))): throw .trap(fault)
    case .some(.some(.thrown(let thrown))): throw .thrown(thrown)
    case .some(nil): break
    case nil:
      throw .trap(
        Fault(
          message: "'\(place)' is being made, and waits for something: ask again when that is over",
          location: variable.location ?? Location(file: place, line: 1, column: 1)))
    }
  }

  func hidden(_ property: Property) -> EngineError { hidden(property.path, property.hiddenName) }

  func hidden(_ path: String, _ name: String) -> EngineError {
    .readOnly(path: path, reason: "'\(name)' is inaccessible due to 'private' protection level")
  }

  // MARK: Values

  /// Where no transaction has written the property yet, what is the same as in the last commit is not made again.
  private func convert(_ value: PortableValue, _ property: Property, _ path: String) throws(EngineError) -> Value {
    guard let slot = property.info.slot, let store = property.owner,
      transactions.current.map({ $0.number != property.writtenIn }) ?? true
    else { return try convert(value, property.info, path) }
    do {
      return try root.program.value(
        value, as: property.info, like: store.instance.storedValue(at: slot), property.value)
    } catch { throw EngineError(error, at: path) }
  }

  private func convert(_ value: PortableValue, _ info: PropertyInfo, _ path: String) throws(EngineError) -> Value {
    do { return try root.program.value(value, as: info) } catch { throw EngineError(error, at: path) }
  }

  /// What an assignment writes to, the least there is.
  private func writeTarget(_ path: String, _ value: PortableValue) throws(EngineError) -> Target {
    if let part = try partTarget(path, value) { return part }
    return try target(path, value)
  }

  /// What is to be written where an assignment changes a long list in part; nil where the whole is.
  private func partTarget(_ path: String, _ value: PortableValue) throws(EngineError) -> Target? {
    if let property = stores.property(at: path) {
      guard case .list(let new) = value, new.isLong else { return nil }
      try requireSettable(property, path)
      do { return try listTarget(property, value) } catch { throw EngineError(error, at: path) }
    }
    guard path.contains("["), case (.property(let property), let rest) = try locate(Path(path)), !rest.isEmpty else {
      return nil
    }
    try requireSettable(property, path)
    let whole = property.store.instance.storedValue(at: property.info.slot!)
    var hint: Int?
    if case .identified(let field, let identity) = rest[0], transactions.current?.number != property.writtenIn {
      hint = property.place(of: identity, by: field)
    }
    do {
      guard let part = try root.program.part(of: whole, rest, at: hint, with: value, in: property.info) else {
        return nil
      }
      return Target(
        destination: .property(property.store, property.info), property: property, rest: rest, parts: [part])
    } catch { throw EngineError(error, at: path, of: property.path) }
  }

  /// What makes a property's long list another one; nil where all of it is to be written.
  func listTarget(_ property: Property, _ value: PortableValue) throws(ValueMismatch) -> Target? {
    // What a transaction has written already is not what the last commit says.
    guard let slot = property.info.slot, let store = property.owner,
      transactions.current.map({ $0.number != property.writtenIn }) ?? true
    else { return nil }
    let present = store.instance.storedValue(at: slot)
    guard let parts = try root.program.parts(of: present, property.value, to: value, as: property.info) else {
      return nil
    }
    return Target(
      destination: .property(store, property.info), property: property, rest: [], parts: parts)
  }

  private func project(_ value: Value, _ steps: [PathStep], _ path: String) throws(EngineError) -> Value {
    guard !steps.isEmpty else { return value }
    do { return try root.program.project(value, steps) } catch { throw EngineError(error, at: path) }
  }

  private func replacing(
    _ value: Value, _ steps: [PathStep], _ part: PortableValue, _ path: String, of owner: Property
  ) throws(EngineError) -> Value {
    do { return try root.program.replacing(value, steps, with: part, in: owner.info) } catch {
      throw EngineError(error, at: path, of: owner.path)
    }
  }

  private func plain(_ value: Value, _ path: String) throws(EngineError) -> PortableValue {
    guard let plain = root.program.portable(value) else {
      throw .validation(path: path, rule: "its value has no plain form")
    }
    return plain
  }

  /// Runs what computes a value. A reader may not be one who writes: what a getter writes is undone, and an object that it is
  /// the first to use is made for it alone.
  func whileReading<Result>(_ body: () throws(RunFailure) -> Result) throws(EngineError) -> Result {
    if poison != nil { return try attempt(body) }
    return try transactions.look(Cause(by: "engine", note: "read")) { () throws(EngineError) in try attempt(body) }
  }

  /// Runs what the program does, turning its failures into the engine's.
  func attempt<Result>(_ body: () throws(RunFailure) -> Result) throws(EngineError) -> Result {
    do { return try body() } catch {
      switch error {
      case .trap(let fault): throw .trap(fault)
      case .thrown(let thrown): throw .thrown(thrown)
      }
    }
  }
}

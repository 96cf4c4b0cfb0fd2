import Language

/// What outlives a restart or a redefinition, until the names and objects that it belongs to exist again: the values of
/// properties; and beside them the values of names at top level, which objects are where, and which subscriptions, timers
/// and tasks were called off.
///
/// The hot path only marks a variable as touched; what it holds is looked at once, at the end of the turn. So a statement
/// that was rolled back leaves nothing behind: by then everything is as it was.
final class Restoration {
  /// It owns this, and is there as long.
  unowned(unsafe) var engine: Engine!
  /// What a property had before a restart or a redefinition.
  struct PastValue {
    let kept: KeptValue
    /// It was there when the daemon started; a redefinition has not seen it.
    let isFromStorage: Bool
    /// Clients take it to be there, as they know it; it need not be delivered again.
    var isShown: Bool
    /// What the last commit told of it, where it was written since then.
    var news: News?

    enum News { case instead(of: PortableValue?) }

    /// What clients know.
    var told: PortableValue? { if case .instead(let value)? = news { value } else { kept.value } }
  }

  /// Values from before, by path, until the store they belong to exists again.
  var values: [String: PastValue] = [:]
  /// What names and properties held that is no property's data, by place, until it has come back.
  var held: [String: HeldValue] = [:]
  /// Places of objects that come from what is declared anew: another one there that is nobody else's is right.
  private var renewedObjects: Set<String> = []
  /// What is over of the work that initial values and `init` have begun, by owner.
  private(set) var overWork: [String: OverWork] = [:]
  /// The places of which the storage has something.
  var heldPlaces: Set<String> = []
  /// The places whose value is too large to be kept.
  private var tooLarge: Set<String> = []
  /// Names whose objects are nested too deep, which has been said.
  var tooDeep: Set<String> = []
  /// Properties of stores that hold another object now. The stores are not kept for that.
  var touchedSlots: [(store: String, slot: Int)] = []
  /// Names, and properties of stores, that hold the object of another place once that is there.
  private var twins: [(Namespace, name: String, place: String)] = []
  private var latecomers: [(path: String, PropertyInfo, place: String)] = []
  /// Objects that could not be made again, by place, until something else is there. They are tried again with the next
  /// redefinition or start.
  private(set) var unmade: [String: Fault] = [:]
  /// Variables with the data that they had when the daemon ended.
  private var variables: [(Namespace, GlobalVariable, PortableValue)] = []
  /// Stores that are registered now come back: they take what is kept.
  var isBringingBack = false

  /// What the turn has touched, for the storage.
  func recordHeld() {
    for namespace in engine.namespaces where namespace.hasCalledOff {
      namespace.hasCalledOff = false
      for (owner, work, isNew) in namespace.program.takeOverWork() {
        if isNew { forgetWork { $0.hasPrefix(owner + ".") } }
        noteOver(work, of: owner)
      }
    }
    for namespace in engine.namespaces where !namespace.touched.isEmpty {
      let touched = namespace.touched
      namespace.touched = []
      for variable in touched {
        variable.isTouched = false
        guard let name = variable.place, namespace.program.variable(at: name) === variable else { continue }
        let place = namespace.path(of: name)
        if unmade[place] != nil, variable.present.object == nil { continue }
        hold(held(variable, in: namespace), at: place, variable.location)
      }
    }
    let slots = touchedSlots
    touchedSlots = []
    for (path, slot) in slots {
      guard let store = engine.stores[path] else { continue }
      if let work = store.work[slot] {
        let place = store.path + "." + work.keptName
        hold(emptiness(of: store.instance.storedValue(at: slot)), at: place, nil)
      }
      if let binding = store.bindings[slot] {
        hold(bound(store.instance.storedValue(at: slot)), at: store.path + "." + binding.keptName, nil)
      }
      guard let info = store.objects[slot] else { continue }
      let (place, value) = (store.path + "." + info.keptName, store.instance.storedValue(at: slot))
      if unmade[place] != nil, value.object == nil { continue }
      hold(held(value, at: place), at: place, nil)
    }
  }

  private func noteOver(_ work: OverWork?, of owner: String) {
    let work = work.flatMap { $0.isEmpty ? nil : $0 }
    guard overWork[owner] != work else { return }
    overWork[owner] = work
    engine.records.append(.hold(path: owner, value: work?.plain))
  }

  /// The work of these owners begins anew, if anybody begins it.
  private func forgetWork(of isMeant: (_ owner: String) -> Bool) {
    for owner in overWork.keys.filter(isMeant) { noteOver(nil, of: owner) }
  }

  /// The place of an owner: `shelf.settings` for `shelf.settings()` and what that has made.
  private func place(of owner: String) -> String { String(owner.prefix { $0 != "(" && $0 != "=" }) }

  /// What the storage has.
  func take(_ variables: [String: PortableValue]) {
    for (place, value) in variables {
      if let work = OverWork(plain: value) {
        overWork[place] = work
      } else {
        held[place] = HeldValue(plain: value)
        heldPlaces.insert(place)
      }
    }
  }

  /// That a property holds no subscription, timer or task any more is kept, as data is.
  private func emptiness(of value: Value) -> HeldValue? {
    guard let held = data(value), [.data(.null), .data(.list([])), .data(.record([]))].contains(held) else {
      return nil
    }
    return held
  }

  /// A store comes back, and its `init` has put something there again.
  func empty(_ slot: Int, of store: Store, _ place: String) {
    if let held = held[place] { store.program.empty(store.instance, slot: slot, as: held) }
  }

  /// What another object had put in this place is nothing to the one that is there now.
  func beginAnew(at place: String) {
    held[place] = nil
    if heldPlaces.remove(place) != nil { engine.records.append(.hold(path: place, value: nil)) }
  }

  private func hold(_ value: HeldValue?, at place: String, _ location: Location?) {
    guard let value else {
      if heldPlaces.remove(place) != nil { engine.records.append(.hold(path: place, value: nil)) }
      return
    }
    let plain = value.plain
    let size = plain.byteCount
    guard value != .tooLarge, value != .tooDeep, size <= engine.limits.valueBytes else {
      if heldPlaces.remove(place) != nil || tooLarge.insert(place).inserted {
        tooLarge.insert(place)
        engine.records.append(.hold(path: place, value: nil))
        noteNotKept(place, value == .tooDeep ? nil : value == .tooLarge ? "more" : "\(size)", location)
      }
      return
    }
    tooLarge.remove(place)
    heldPlaces.insert(place)
    if case .object = value { unmade[place] = nil }
    engine.records.append(.hold(path: place, value: plain))
  }

  /// Says that a value is not kept.
  /// - Parameter bytes: how many it has, if that is why; otherwise it is nested too deeply.
  private func noteNotKept(_ place: String, _ bytes: String?, _ location: Location?) {
    let reason =
      bytes.map { "has \($0) bytes, over the limit of \(engine.limits.valueBytes)" }
      ?? "is nested deeper than 256 levels"
    let fault = Fault(
      message: "the value of '\(place)' \(reason); it is not kept",
      location: location ?? Location(file: place, line: 1, column: 1))
    // It is found at the end of the turn: whoever may have written that hears of it.
    engine.notices.append(
      Engine.Notice(
        kind: .warning(fault), pipeline: nil, session: nil, revision: engine.revision, isUnowned: true))
  }

  /// The first value of a store's property, null where it has no plain form now.
  /// - Returns: nil if it never has one.
  func initialValue(_ instance: Instance, _ slot: Int, _ info: PropertyInfo, of path: String) -> PortableValue? {
    switch form(of: instance.storedValue(at: slot)) {
    case .plain(let value):
      let size = value.byteCount
      if size <= engine.limits.valueBytes { return value }
      noteNotKept(path, "\(size)", nil)
    case .tooLarge: noteNotKept(path, "more", nil)
    case .tooDeep: noteNotKept(path, nil, nil)
    case .none: if !info.schema.mayBePlain { return nil }
    }
    return .null
  }

  /// A little more than may be kept, so that a message can say how much it is.
  func form(of value: Value) -> PlainForm {
    engine.root.program.plainForm(of: value, within: engine.limits.valueBytes + (1 << 20))
  }

  /// What a variable holds, if that is something that is kept.
  private func held(_ variable: GlobalVariable, in namespace: Namespace) -> HeldValue? {
    if variable.keepsNothing { return nil }
    if let identities = variable.boundIdentities { return .bound(to: identities) }
    return held(variable.present, at: namespace.path(of: variable.place ?? variable.name))
  }

  /// The elements that a binding means.
  private func bound(_ value: Value) -> HeldValue? { value.boundIdentities.map { .bound(to: $0) } }

  private func data(_ value: Value) -> HeldValue? {
    switch form(of: value) {
    case .plain(let plain): .data(plain)
    case .tooLarge: .tooLarge
    case .tooDeep: .tooDeep
    case .none: nil
    }
  }

  private func held(_ value: Value, at place: String) -> HeldValue? {
    guard let object = value.object else { return data(value) }
    guard let tag = object.hostTag else { return nil }
    let store = unsafeDowncast(tag, to: Store.self)
    return store.path == place ? .object(className: object.qualifiedClassName) : .same(place: store.path)
  }

  // MARK: Before a redefinition

  /// Remembers what every store of a namespace holds, for the stores that will take their places.
  func keepValues(of namespace: Namespace) {
    for store in engine.stores.all where store.namespace === namespace {
      keepValues(of: store)
      engine.lookAfterOthers()
    }
  }

  func keepValues(of store: Store) {
    for property in store.properties {
      values[property.path] = PastValue(kept: property.kept, isFromStorage: false, isShown: property.isWatchable)
    }
  }

  /// What was written in a transaction while a program ends, beside what is gone: the next one has it.
  func passOn(
    _ transaction: Transaction, in namespace: Namespace, unless isGone: (GlobalVariable) -> Bool, anew: Set<String>
  ) {
    for variable in namespace.touched where isGone(variable) { variable.isTouched = false }
    namespace.touched.removeAll(where: isGone)
    let slots = touchedSlots
    recordHeld()
    for property in transaction.touched {
      guard let store = property.owner, engine.stores[store.path] === store,
        case .plain(let value) = form(of: store.instance.storedValue(at: property.info.slot!)),
        !value.isIdentical(to: property.value)
      else { continue }
      noteNews(property, value, insteadOf: property.value)
    }
    for store in transaction.created where engine.stores[store.path] === store {
      for property in store.properties { noteNews(property, property.value, insteadOf: values[property.path]?.told) }
    }
    for state in transaction.variables where !isGone(state.variable) {
      guard let name = state.variable.place, namespace.program.variable(at: name) === state.variable,
        !anew.contains(name)
      else { continue }
      let place = namespace.path(of: name)
      if unmade[place] == nil { held[place] = held(state.variable, in: namespace) }
    }
    for (path, slot) in slots {
      guard let store = engine.stores[path], let info = store.objects[slot] else { continue }
      let place = store.path + "." + info.keptName
      if unmade[place] == nil { held[place] = held(store.instance.storedValue(at: slot), at: place) }
    }
  }

  private func noteNews(_ property: Property, _ value: PortableValue, insteadOf old: PortableValue?) {
    var kept = property.kept
    kept.value = value
    // It may have been written before.
    let news = values[property.path]?.news ?? .instead(of: old)
    values[property.path] = PastValue(kept: kept, isFromStorage: false, isShown: property.isWatchable, news: news)
  }

  /// A property is gone with its store, and clients have been notified. Its value stays if its name is to come back.
  /// - Returns: what the storage is to know of it.
  func letGo(_ property: Property, awaiting awaited: Set<String>) -> JournalRecord {
    guard isWithin(property.path, awaited) else {
      values[property.path] = nil
      return .forget(path: property.path)
    }
    var kept = property.kept
    if let past = values[property.path], past.news != nil { kept = past.kept }
    kept.version += 1
    values[property.path] = PastValue(kept: kept, isFromStorage: false, isShown: false)
    return .keep(kept)
  }

  /// A program has written to a name, or to a property that holds objects: what could not be made there is not wanted any
  /// more.
  func noteWrite(at place: @autoclosure () -> String) {
    if !unmade.isEmpty { unmade[place()] = nil }
  }

  /// The places that are declared and not there: what could not be evaluated or made again, and what is on its way.
  func awaitedPlaces() -> Set<String> {
    var places = Set(unmade.keys)
    for namespace in engine.namespaces {
      places.formUnion(engine.evaluations.restoring(in: namespace)?.staticsUnderWay ?? [])
      for name in engine.absentNames(in: namespace) { places.insert(namespace.path(of: name)) }
    }
    for (_, names) in engine.providing.absentNames { places.formUnion(names) }
    return places
  }

  /// Whether something is kept of what was at a name or below it.
  func hasValues(below name: String) -> Bool { values.keys.contains { $0.hasPrefix(name + ".") } }

  /// Whether a path is one of these places, or leads on from one.
  private func isWithin(_ path: String, _ places: Set<String>) -> Bool {
    if places.isEmpty { return false }
    if places.contains(path) { return true }
    return path.utf8.indices.contains { path.utf8[$0] == UInt8(ascii: ".") && places.contains(String(path[..<$0])) }
  }

  /// Remembers what names and objects of a namespace hold, for those that take their places.
  /// - Parameters:
  ///   - anew: names whose values come to be anew: what they held was another thing's.
  ///   - touched: names that have to do with what is declared anew or removed.
  ///   - declared: those of them that are declared with another text. Of the others, what was called off stays so.
  func rememberHeld(of namespace: Namespace, anew: Set<String>, touched: Set<String>, declared: Set<String>) {
    recordHeld()
    namespace.touchedNames = touched
    for variable in namespace.program.variables {
      engine.lookAfterOthers()
      let (name, value) = (variable.name, held(variable, in: namespace))
      let place = namespace.path(of: name)
      let stays: Bool
      switch value {
      // Its own text is as it was: where that gives an object of another place now, it is an object of its own still.
      case .object where anew.contains(name) && !declared.contains(name):
        renewedObjects.insert(place)
        stays = true
      // The same of a binding: what it leads into has the values that it had.
      case .bound where anew.contains(name) && !declared.contains(name): stays = true
      default: stays = !anew.contains(name)
      }
      if !stays { unmade[place] = nil }
      if unmade[place] == nil { held[place] = stays ? value : nil }
    }
    // One that has not been used since the last time has what it had then.
    for (place, variable) in staticVariables(in: namespace) where !variable.keepsNothing && unmade[place] == nil {
      held[place] = held(variable, in: namespace)
      // A constant has what its type says, now that this is declared with another text.
      guard variable.isConstant, let type = namespace.local(place).split(separator: ".").first,
        anew.contains(String(type))
      else { continue }
      if case .object? = held[place] { renewedObjects.insert(place) } else { held[place] = nil }
    }
    for store in engine.stores.all where store.namespace === namespace {
      engine.lookAfterOthers()
      for (slot, info) in store.objects {
        let place = store.path + "." + info.keptName
        if unmade[place] == nil { held[place] = held(store.instance.storedValue(at: slot), at: place) }
      }
      for (slot, info) in store.bindings {
        let isAnew = declared.contains(String(store.localPath.prefix { $0 != "." }))
        held[store.path + "." + info.keptName] = isAnew ? nil : bound(store.instance.storedValue(at: slot))
      }
      for (slot, info) in store.work {
        let place = store.path + "." + info.keptName
        // A class that is declared anew begins its work anew.
        let stays = heldPlaces.contains(place) && !declared.contains(store.className)
        held[place] = stays ? emptiness(of: store.instance.storedValue(at: slot)) : nil
        if !stays, heldPlaces.remove(place) != nil { engine.records.append(.hold(path: place, value: nil)) }
      }
    }
    forgetWork { owner in
      guard engine.resolve(owner).0 === namespace else { return false }
      let name = namespace.local(place(of: owner)).prefix { $0 != "." }
      let classes = (overWork[owner]?.classes ?? []).flatMap { [$0, String($0.prefix { $0 != "." })] }
      return declared.contains(String(name)) || !declared.isDisjoint(with: classes)
    }
    rememberExpected(in: namespace, anew)
  }

  /// What was to hold an object that has not come back by now is to hold it still.
  private func rememberExpected(in namespace: Namespace, _ anew: Set<String>) {
    for (_, name, other) in twins where !anew.contains(name) {
      let place = namespace.path(of: name)
      if engine.resolve(place).0 === namespace, engine.stores[other] == nil { held[place] = .same(place: other) }
    }
    for (path, info, other) in latecomers where engine.resolve(path).0 === namespace && engine.stores[other] == nil {
      held[path + "." + info.keptName] = .same(place: other)
    }
    twins.removeAll { $0.0 === namespace }
    latecomers.removeAll { engine.resolve($0.path).0 === namespace }
  }

  /// Names go, or come to be something else: what else holds an object of theirs has it from now on, with its values.
  /// - Parameter names: with the words of the text that declares them from now on, none where nothing does. A variable whose
  ///   type is among them gives the name its object again.
  func passOn(_ names: [String: Set<String>], in namespace: Namespace) {
    var heirs: [String: String] = [:]
    for place in held.keys.sorted() {
      engine.lookAfterOthers()
      guard case .same(let other)? = held[place], let store = engine.stores[other], store.namespace === namespace else {
        continue
      }
      func first(_ path: String) -> String { String(namespace.local(path).prefix { $0 != "." }) }
      let parts = namespace.local(place).split(separator: ".").map(String.init)
      guard let words = names[first(other)], names[parts[0]] == nil, !words.isSuperset(of: parts) else { continue }
      if let heir = heirs[other] {
        held[place] = .same(place: heir)
        continue
      }
      heirs[other] = place
      held[place] = .object(className: store.instance.qualifiedClassName)
      for (path, past) in values where path.hasPrefix(other + ".") {
        var kept = past.kept
        kept.path = place + path.dropFirst(other.count)
        // Also what clients do not see is to be kept under its new path.
        values[kept.path] = PastValue(kept: kept, isFromStorage: false, isShown: false, news: .instead(of: nil))
      }
      for (owner, work) in overWork where owner.hasPrefix(other + ".") || owner.hasPrefix(other + "(") {
        noteOver(work, of: place + owner.dropFirst(other.count))
      }
    }
  }

  /// The static variables of a namespace's types of which something is kept, by place.
  private func staticVariables(in namespace: Namespace) -> [(place: String, GlobalVariable)] {
    heldPlaces.compactMap { place in
      let (found, local) = engine.resolve(place)
      guard found === namespace, local.contains("."), let variable = namespace.program.staticVariable(at: local) else {
        return nil
      }
      return (place, variable)
    }
  }

  /// Everything of names that are no more. O(what is kept).
  func forget(_ names: [String], in namespace: Namespace) {
    if names.isEmpty { return }
    let places = Set(names.map { namespace.path(of: $0) })
    func isOf(_ path: String) -> Bool { isWithin(path, places) }
    for path in heldPlaces where isOf(path) {
      heldPlaces.remove(path)
      engine.records.append(.hold(path: path, value: nil))
    }
    held = held.filter { !isOf($0.key) }
    forgetWork { isOf(self.place(of: $0)) }
    tooDeep.subtract(places)
    unmade = unmade.filter { !isOf($0.key) }
    engine.lookAfterOthers()
    for path in values.keys where isOf(path) {
      values[path] = nil
      if engine.stores.property(at: path) == nil { engine.records.append(.forget(path: path)) }
    }
  }

  /// Everything of a namespace that is there again is there. What it has no more, like a property that its class is
  /// declared without, is not to come back with a later declaration. O(what is kept).
  func forgetWhatIsGone(in namespace: Namespace) {
    let awaited = awaitedPlaces()
    // They get what they had when they are first used.
    var statics: Set<String> = []
    for (place, variable) in staticVariables(in: namespace) {
      guard case .data(let past)? = held[place] else {
        if !variable.keepsNothing { statics.insert(place) }
        continue
      }
      if let mismatch = namespace.program.mismatch(of: past, with: variable) {
        noteLost(place, variable.typeName, mismatch)
      } else {
        statics.insert(place)
      }
    }
    func isGone(_ path: String) -> Bool {
      engine.resolve(path).0 === namespace && !isWithin(path, awaited) && !statics.contains(path)
    }
    for path in values.keys where engine.stores.property(at: path) == nil && isGone(path) {
      engine.lookAfterOthers()
      values[path] = nil
      engine.records.append(.forget(path: path))
    }
    held = held.filter { !isGone($0.key) }
    forgetWork { owner in
      let place = self.place(of: owner)
      return isGone(place) && !namespace.program.hasBegun(owner) && !isOfUnusedStatic(place, in: namespace)
    }
    for place in heldPlaces where !isObjectOfStore(place) && isGone(place) {
      engine.lookAfterOthers()
      heldPlaces.remove(place)
      engine.records.append(.hold(path: place, value: nil))
    }
  }

  /// Whether a place is a static variable that nothing has used yet, or in its object.
  private func isOfUnusedStatic(_ place: String, in namespace: Namespace) -> Bool {
    let names = namespace.local(place).split(separator: ".")
    return names.indices.dropFirst().contains { last in
      namespace.program.staticVariable(at: names[...last].joined(separator: "."))?.keepsNothing ?? false
    }
  }

  /// Whether a place is a name, or a property of a store that holds objects.
  private func isObjectOfStore(_ place: String) -> Bool {
    guard engine.resolve(place).1.contains("."), objectProperty(at: place) == nil else { return true }
    guard let dot = place.lastIndex(of: "."), let store = engine.stores[String(place[..<dot])] else { return false }
    let name = place[place.index(after: dot)...]
    return store.work.values.contains { $0.keptName == name } || store.bindings.values.contains { $0.keptName == name }
  }

  /// The property of a store, and its slot, that a place is: one that holds objects.
  private func objectProperty(at place: String) -> (Store, Int, PropertyInfo)? {
    guard let dot = place.lastIndex(of: "."), let store = engine.stores[String(place[..<dot])],
      let (slot, info) = store.objects.first(where: { $0.value.keptName == place[place.index(after: dot)...] })
    else { return nil }
    return (store, slot, info)
  }

  // MARK: Coming back

  /// Gives names that are evaluated again the objects they held, as far as the initial values did not make them.
  func bringBack(_ defined: [Definition], in namespace: Namespace) {
    for definition in defined {
      guard let variable = namespace.program.variable(definition.name) else { continue }
      bringBack(variable, definition.name, in: namespace)
    }
  }

  private func bringBack(_ variable: GlobalVariable, _ name: String, in namespace: Namespace) {
    let (program, place) = (namespace.program!, namespace.path(of: name))
    switch held[place] {
    case nil, .bound, .tooLarge, .tooDeep: break
    case .data(let past):
      guard let mismatch = program.mismatch(of: past, with: variable) else { break }
      // Its initial value is what it had.
      if !variable.keepsNothing, held(variable, in: namespace) == .data(past) { break }
      noteLost(place, variable.typeName, mismatch)
    case .object(let className):
      let present = variable.present.object
      let isRenewed = renewedObjects.remove(place) != nil
      if let present, present.hostTag == nil || isExpected(present, at: place),
        isRenewed || present.qualifiedClassName == className
      {
        break
      }
      guard variable.keepsObject else {
        held[place] = nil
        break
      }
      remake(className, at: place, variable.declaredType, variable.location) { program.restore(variable, $0) }
    case .same(let other): twins.append((namespace, name, other))
    }
  }

  /// Gives a static variable that has its first value the object that it had before, and that one its path.
  func bringBack(initialized variable: GlobalVariable, in namespace: Namespace) {
    guard let name = variable.place, let past = held[namespace.path(of: name)] else { return }
    bringingBack(true) {
      bringBack(variable, name, in: namespace)
      if case .object = past { engine.seat([name], in: namespace) }
      settleHeld(variable, name, in: namespace, afterStart: false)
    }
  }

  /// Gives the static variables their objects again that held some, as far as nothing has used them yet.
  /// - Parameter make: has a variable that nobody has used get its initial value.
  func makeStaticObjects(
    in namespace: Namespace, _ make: (_ variable: GlobalVariable, _ type: String, _ place: String) -> Void
  ) {
    let places = held.filter { _, value in
      switch value {
      case .object, .same: true
      default: false
      }
    }.keys.sorted()
    for place in places {
      let (found, local) = engine.resolve(place)
      guard found === namespace, let variable = namespace.program.variable(at: local), !variable.isTopLevel,
        let type = local.split(separator: ".").first
      else { continue }
      // Somebody has put an object there without using the one that was there.
      if variable.isInitialized {
        bringBack(initialized: variable, in: namespace)
        continue
      }
      make(variable, String(type), place)
    }
  }

  /// The initial value of a static variable has failed.
  func noteUnmade(_ place: String, _ failure: RunFailure, _ location: Location?) {
    let reason =
      switch failure {
      case .trap(let fault): fault.message
      case .thrown(let thrown): "an error was thrown: \(thrown.description)"
      }
    noteUnmade(place, reason, location)
  }

  // MARK: What is made again writes again

  /// What is being set back.
  private var beingSetBack: (store: Store, slot: Int)?
  /// The object whose properties are given what they had.
  private var broughtBack: Instance?
  /// Properties that the code that is made again has written itself, while that is noted.
  private var writtenAgain: [WrittenAgain]?
  /// What pipelines have made of properties meanwhile.
  private var pipelinesWork: [SlotOfStore: WrittenByPipelines] = [:]
  private struct SlotOfStore: Hashable {
    let store: ObjectIdentifier
    let slot: Int
  }
  private struct WrittenAgain {
    let store: Store
    let slot: Int
    /// What undoes it, in the order of the writes.
    var olds: [Transaction.Old]
  }

  /// Runs what is made again, and then gives the stores that it writes to what they had: its work has been done once, and
  /// they may have changed since. What pipelines assign follows from that anew; what they add has been added.
  /// - Parameters:
  ///   - isLate: the stores have been there since an earlier transaction, with the objects that they hold.
  ///   - isWhole: it has nothing to do with what is declared anew: so has nothing that its pipelines write.
  func settingBack(isLate: Bool, isWhole: Bool, _ body: () -> Void) {
    guard let transaction = engine.transactions.current else { return body() }
    let (outer, outerWork, before) = (writtenAgain, pipelinesWork, transaction.repetition)
    transaction.repetition = isWhole ? .whole : .ownWrites
    defer { transaction.repetition = before }
    (writtenAgain, pipelinesWork) = ([], [:])
    body()
    // Observers hear of it, and write again perhaps: so the last ones come first, and of each once.
    var told: [(store: Store, slot: Int)] = []
    while let entry = writtenAgain?.popLast() {
      let wasTold = told.contains { $0.store === entry.store && $0.slot == entry.slot }
      setBack(entry, isTold: !wasTold, isLate: isLate, isWhole: isWhole)
      if !wasTold { told.append((entry.store, entry.slot)) }
    }
    (writtenAgain, pipelinesWork) = (outer, outerWork)
  }

  /// - Parameter pipeline: who has written it, where its assignments stand; nil for everybody else.
  func noteWrittenAgain(
    _ store: Store, _ slot: Int, _ old: Transaction.Old, as kind: WriteKind, by pipeline: Pipeline?
  ) {
    guard let known = writtenAgain else { return }
    if let now = beingSetBack, now.store === store, now.slot == slot { return }
    if let pipeline {
      let key = SlotOfStore(store: ObjectIdentifier(store), slot: slot)
      let made = pipeline.making(of: pipelinesWork[key], by: kind)
      pipelinesWork[key] = made
      guard made == .added else { return }
    }
    let place = known.lastIndex { $0.store === store && $0.slot == slot }
    // It has what it had from here on.
    if store.instance === broughtBack {
      if let place { writtenAgain?.remove(at: place) }
      return
    }
    guard let place else {
      writtenAgain?.append(WrittenAgain(store: store, slot: slot, olds: [old]))
      return
    }
    // A whole value undoes all that came after it.
    if case .value? = known[place].olds.last { return }
    writtenAgain?[place].olds.append(old)
  }

  private func setBack(_ entry: WrittenAgain, isTold: Bool, isLate: Bool, isWhole: Bool) {
    let (store, slot) = (entry.store, entry.slot)
    // What pipelines derive in stores that have to do with what is declared anew is derived anew.
    let isTouched = store.namespace.touchedNames.contains(String(store.localPath.prefix { $0 != "." }))
    guard engine.stores[store.path] === store, isWhole && !isTouched || !store.instance.isDerived(slot),
      let info = store.objects[slot] ?? (slot < store.bySlot.count ? store.bySlot[slot]?.info : nil)
    else { return }
    let (program, instance) = (store.program, store.instance)
    engine.transactions.forgetEdits(of: store, slot: slot)
    let present = instance.storedValue(at: slot)
    for old in entry.olds.reversed() {
      switch old {
      case .value(let value): program.restore(instance, slot: slot, value)
      case .edit(let edit): program.undo(edit, in: instance, slot: slot)
      }
    }
    let past = instance.storedValue(at: slot)
    program.restore(instance, slot: slot, present)
    if present.isIdentical(to: past) { return }
    if past.object != nil, present.object != nil, !isLate {
      // An object that comes from the same code again is that one, unless it had been replaced by one of another name.
      guard case .same? = held[store.path + "." + info.keptName] else { return }
    }
    // Pipelines have heard of what is undone.
    beingSetBack = (store, slot)
    defer { beingSetBack = nil }
    if isTold { _ = try? program.write(instance, info, past) } else { program.restore(instance, slot: slot, past) }
  }

  /// What `body` registers takes what is kept, if that is so.
  func bringingBack(_ isSo: Bool, _ body: () -> Void) {
    let outer = isBringingBack
    isBringingBack = outer || isSo
    body()
    isBringingBack = outer
  }

  /// The same for the properties of a store that hold objects; before it is looked at.
  func bringBackObjects(of instance: Instance, at path: String, in namespace: Namespace) {
    let program = namespace.program!
    for info in instance.properties where info.keepsBinding {
      if let slot = info.slot, case .bound(let identities)? = held[path + "." + info.keptName] {
        instance.storedValue(at: slot).mean(identities)
      }
    }
    for info in instance.properties where info.keepsObject {
      let place = path + "." + info.keptName
      guard let slot = info.slot, let held = held[place] else { continue }
      let present = instance.storedValue(at: slot).object
      switch held {
      case .data: if present != nil { _ = program.restore(instance, info, nil) }
      case .object(let className):
        if let present, present.qualifiedClassName == className,
          present.hostTag == nil || isExpected(present, at: place)
        {
          break
        }
        remake(className, at: place, info.declaredType, nil) { program.restore(instance, info, $0) }
      case .same(let other):
        if let object = engine.stores[other]?.instance {
          _ = program.restore(instance, info, object)
        } else {
          latecomers.append((path, info, other))
        }
      case .bound, .tooLarge, .tooDeep: break
      }
    }
  }

  private func remake(
    _ className: String, at place: String, _ type: DeclaredType, _ location: Location?, _ put: (Instance) -> Bool
  ) {
    let reason: String
    if let object = objectMadeElsewhere(className, for: place), put(object) { return unmade[place] = nil }
    switch namespaceProgram(of: place).remake(className, at: place, in: type) {
    case .success(let object):
      if put(object) {
        unmade[place] = nil
        return
      }
      reason = "it does not fit there any more"
    case .failure(let unmade): reason = unmade.reason
    }
    noteUnmade(place, reason, location)
  }

  /// Whether the object of a store belongs to another place: the store's own was to hold what that one holds.
  func isExpected(_ store: Store, at segments: [String]) -> Bool {
    !latecomers.isEmpty && isExpected(store.instance, at: segments.joined(separator: "."))
  }

  private func isExpected(_ object: Instance, at place: String) -> Bool {
    guard let tag = object.hostTag else { return false }
    let path = unsafeDowncast(tag, to: Store.self).path
    return latecomers.contains { $0.place == place && $0.path + "." + $0.1.keptName == path }
  }

  /// The object that a place is to hold, where a private property has it, which made it.
  private func objectMadeElsewhere(_ className: String, for place: String) -> Instance? {
    for (path, info, other) in latecomers where other == place && info.isPrivate {
      guard let slot = info.slot, let object = engine.stores[path]?.instance.storedValue(at: slot).object,
        object.qualifiedClassName == className
      else { continue }
      return object
    }
    return nil
  }

  private func noteUnmade(_ place: String, _ reason: String, _ location: Location?) {
    let fault = Fault(
      message: "the object that was assigned to '\(place)' could not be made again: \(reason)",
      location: location ?? Location(file: place, line: 1, column: 1))
    // Whoever tries again and fails alike has been told.
    if unmade.updateValue(fault, forKey: place)?.message == fault.message { return }
    engine.notices.append(Engine.Notice(Problem(names: [], fault: fault), revision: engine.revision))
  }

  private func namespaceProgram(of place: String) -> Program { engine.resolve(place).0.program }

  /// Puts back what a store's properties had, where its `init` gave them something else. What pipelines derived from it is
  /// derived anew when something was declared anew that it has to do with; otherwise nothing else may be there than before.
  func bringBackValues(
    of instance: Instance, at path: String, _ wrapped: Store.Wrapped?, in namespace: Namespace
  ) {
    let program = namespace.program!
    let name = String(namespace.local(path).prefix { $0 != "." })
    let isTouched = namespace.touchedNames.contains(name)
    let outer = broughtBack
    broughtBack = instance
    defer { broughtBack = outer }
    for info in instance.properties {
      let place = wrapped.flatMap { $0.info.slot == info.slot ? $0.path : nil } ?? path + "." + info.keptName
      guard let slot = info.slot, !info.isLazy, let past = values[place],
        !instance.isDerived(slot) || past.isFromStorage || !isTouched, !info.isLoading(past.kept.value)
      else { continue }
      switch form(of: instance.storedValue(at: slot)) {
      case .plain(let plain) where plain.isIdentical(to: past.kept.value): continue
      // It was not kept the last time either.
      case .tooLarge, .tooDeep: if past.kept.value == .null { continue }
      // A constant has what it is always given, of which there is no plain form.
      case .none: if past.kept.value == .null, info.isConstant { continue }
      case .plain: break
      }
      let value: Value
      do throws(ValueMismatch) { value = try program.value(past: past.kept.value, as: info) } catch {
        if past.kept.value == .null, !info.schema.isPlain {
          noteObject(place, info.typeName)
        } else {
          noteLost(place, info.typeName, error)
        }
        continue
      }
      if info.isConstant {
        program.restore(instance, slot: slot, value)
      } else if instance.isProvided {
        _ = try? program.provide(instance, slot: slot, value)
      } else {
        _ = try? program.write(instance, info, value)
      }
    }
  }

  /// What can be there is there again after a start: has each name and property what it had when the daemon ended, whatever the
  /// initial values of others, their `init` and their subscriptions have done to it while they were made again. Pipelines
  /// are not notified: they had been. Where declarations wait, this is done once more for what came with them.
  func reassert(in namespace: Namespace) {
    guard let transaction = engine.transactions.current else { return }
    isBringingBack = true
    for (store, slot, child) in transaction.takeReplaced() {
      engine.exchangeChild(of: store, slot: slot, child, transaction)
    }
    while let store = transaction.homeless.popLast() { engine.rehome(store) }
    // Those nearer to the top first: what is in them depends on it.
    for place in held.keys.sorted() where engine.resolve(place).0 === namespace { reseat(place, transaction) }
    // Who waits may find another object there, which somebody has put there meanwhile.
    held = held.filter { place, value in
      !isSeated(value) || unmade[place] != nil || objectProperty(at: place) == nil
    }
    isBringingBack = false
    let program = namespace.program!
    for (path, past) in values where past.isFromStorage {
      guard let property = engine.stores.property(at: path), let store = property.owner, store.namespace === namespace,
        let slot = property.info.slot, !property.info.isLoading(past.kept.value)
      else { continue }
      if case .plain(let plain) = form(of: store.instance.storedValue(at: slot)), plain.isIdentical(to: past.kept.value)
      {
        continue
      }
      guard let value = try? program.value(past: past.kept.value, as: property.info) else { continue }
      engine.transactions.put(value, in: store, slot: slot)
      property.value = program.portable(value) ?? property.value
    }
    let (own, others) = (variables.filter { $0.0 === namespace }, variables.filter { $0.0 !== namespace })
    variables = others
    for (_, variable, past) in own where program.variable(variable.name) === variable {
      program.restore(variable, past: past)
    }
    for (place, variable) in staticVariables(in: namespace) where !variable.keepsNothing {
      if case .data(let past)? = held[place] { program.restore(variable, past: past) }
    }
  }

  private func isSeated(_ value: HeldValue) -> Bool {
    switch value {
    case .object, .data: true
    case .same(let other): engine.stores[other] != nil
    case .bound, .tooLarge, .tooDeep: false
    }
  }

  /// Gives a property of a store the object that it held, or none, where it holds something else.
  private func reseat(_ place: String, _ transaction: Transaction) {
    guard let held = held[place], unmade[place] == nil, let (store, slot, info) = objectProperty(at: place) else {
      return
    }
    let (program, present) = (store.program, store.instance.storedValue(at: slot).object)
    let child = store.children[slot]
    switch held {
    case .object(let className):
      if present?.qualifiedClassName == className { return }
      remake(className, at: place, info.declaredType, nil) { program.restore(store.instance, info, $0) }
    case .same(let other):
      guard let object = engine.stores[other]?.instance, object !== present,
        program.restore(store.instance, info, object)
      else { return }
    case .data: guard present != nil, program.restore(store.instance, info, nil) else { return }
    case .bound, .tooLarge, .tooDeep: return
    }
    engine.exchangeChild(of: store, slot: slot, child, transaction)
  }

  /// Says that a property has its initial value, as what it had was no data.
  private func noteObject(_ place: String, _ typeName: String) {
    let fault = Fault(
      message: "'\(place)' has its initial value: what it had was no data, such as an object in its '\(typeName)', "
        + "and that is not kept",
      location: Location(file: place, line: 1, column: 1))
    engine.notices.append(Engine.Notice(Problem(names: [], fault: fault), revision: engine.revision))
  }

  /// Says that a value does not fit its type any more.
  private func noteLost(_ place: String, _ typeName: String, _ mismatch: ValueMismatch) {
    let part = mismatch.at.isEmpty ? "" : " at '\(mismatch.at)'"
    let fault = Fault(
      message: "the value of '\(place)' does not fit '\(typeName)' any more, and has its initial value: it expects "
        + "\(mismatch.expected)\(part), and had \(mismatch.got)",
      location: Location(file: place, line: 1, column: 1))
    engine.notices.append(Engine.Notice(Problem(names: [], fault: fault), revision: engine.revision))
  }

  /// Names that held the object of another name hold it again, now that everything is there.
  func joinTwins(in namespace: Namespace) {
    let (own, others) = (twins.filter { $0.0 === namespace }, twins.filter { $0.0 !== namespace })
    twins = others
    let late = latecomers.filter { engine.resolve($0.path).0 === namespace }
    latecomers.removeAll { engine.resolve($0.path).0 === namespace }
    guard !own.isEmpty || !late.isEmpty else { return }
    engine.transactions.perform(Cause(by: "engine", note: "recovery")) {
      for (path, info, other) in late {
        guard let store = engine.stores[path], let slot = info.slot, let object = engine.stores[other]?.instance else {
          continue
        }
        let before = store.children[slot]
        if namespace.program.restore(store.instance, info, object), let transaction = engine.transactions.current {
          engine.exchangeChild(of: store, slot: slot, before, transaction)
        }
      }
      for (_, name, other) in own {
        guard let variable = namespace.program.variable(at: name), let object = engine.stores[other]?.instance,
          variable.present.object !== object, namespace.program.restore(variable, object)
        else { continue }
        engine.seat([name], in: namespace)
      }
    }
  }

  /// What has come back needs no new record, unless it is not what was there.
  func settleHeld(_ defined: [Definition], in namespace: Namespace, afterStart: Bool) {
    for definition in defined {
      guard let variable = namespace.program.variable(definition.name) else { continue }
      settleHeld(variable, definition.name, in: namespace, afterStart: afterStart)
    }
  }

  private func settleHeld(_ variable: GlobalVariable, _ name: String, in namespace: Namespace, afterStart: Bool) {
    let place = namespace.path(of: name)
    if case .same? = held[place] { return }
    if unmade[place] != nil { return }
    if afterStart, case .data(let past)? = held[place] { variables.append((namespace, variable, past)) }
    if held[place] == nil || held[place] != held(variable, in: namespace) { namespace.touch(variable) }
    held[place] = nil
  }
}

extension HeldValue {
  /// As the storage has it: one field that says what it is.
  var plain: PortableValue {
    switch self {
    case .data(let value): .record([.init("value", value)])
    case .object(let className): .record([.init("class", .string(className))])
    case .same(let place): .record([.init("same", .string(place))])
    case .bound(let identities): .record([.init("bound", .list(PortableList(identities)))])
    case .tooLarge, .tooDeep: .null
    }
  }

  /// Nil for what this version does not know.
  init?(plain: PortableValue) {
    guard case .record(let fields) = plain, let field = fields.first else { return nil }
    switch (field.name, field.value) {
    case ("value", let value): self = .data(value)
    case ("class", .string(let name)): self = .object(className: name)
    case ("same", .string(let place)): self = .same(place: place)
    case ("bound", .list(let identities)): self = .bound(to: identities.array)
    default: return nil
    }
  }
}

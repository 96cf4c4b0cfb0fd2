/// Reading and writing from outside: properties, plain values, paths.
extension Program {
  /// A stored or computed property's value.
  public func read(_ instance: Instance, _ property: PropertyInfo) throws(RunFailure) -> Value {
    do {
      return try machine.look { () throws(Abort) in
        try machine.get(property.declaration, of: .instance(instance), [], environment)
      }
    } catch { throw machine.outside(error) }
  }

  /// The same as `instance.property = value` in source: observers, `objectWillChange`, `$property`, then stored.
  public func write(_ instance: Instance, _ property: PropertyInfo, _ value: Value) throws(RunFailure) {
    do {
      try machine.activate { () throws(Abort) in try machine.set(instance, property.declaration, value) }
    } catch { throw machine.outside(error) }
  }

  /// The same for an object of another process, which has said so.
  public func provide(_ instance: Instance, slot: Int, _ value: Value) throws(RunFailure) {
    do {
      try machine.activate { () throws(Abort) in try machine.write(instance, slot, value, byOwner: true) }
    } catch { throw machine.outside(error) }
  }

  /// The same of a part of a stored list, one after the other.
  public func provide(_ instance: Instance, slot: Int, _ parts: [ListPart]) throws(RunFailure) {
    do {
      try machine.activate { () throws(Abort) in
        if machine.isEditable(instance, slot, byOwner: true) { return machine.edit(instance, slot, parts) }
        guard case .array(var elements) = instance.storedValue(at: slot) else { return }
        for part in parts { elements.replaceSubrange(part.range, with: part.elements) }
        try machine.write(instance, slot, .array(elements), byOwner: true)
      }
    } catch { throw machine.outside(error) }
  }

  /// The same for plain data of a property whose writes nothing in the program hears of: all there is to do is to store it.
  /// - Returns: whether the value has changed; nil if somebody may hear, or the data is not of the property's type as it
  ///   is: then nothing was done.
  public func writeUnheard(_ instance: Instance, _ property: PropertyInfo, _ data: PortableValue) -> Bool? {
    guard property.isQuiet, instance.publishers == nil, let slot = property.slot, !machine.isActive else { return nil }
    switch (property.plainKind, data, instance.slots[slot]) {
    case (.text, .string(let text), .string(let old)):
      if old == text, old.utf8.count == text.utf8.count { return false }
      instance.slots[slot] = .string(text)
    case (.integer, .int(let number), .int(let old)):
      if old == number { return false }
      instance.slots[slot] = .int(number)
    case (.truth, .bool(let flag), .bool(let old)):
      if old == flag { return false }
      instance.slots[slot] = .bool(flag)
    default: return nil
    }
    return true
  }

  /// Puts an old value back without telling anyone but later readers.
  public func restore(_ instance: Instance, slot: Int, _ value: Value) {
    guard instance.slots.indices.contains(slot) else { return }
    instance.put(value, in: slot)
    instance.publishers?.restore(slot, value)
  }

  /// The same for a write that is undone.
  public func takeBack(_ instance: Instance, slot: Int, _ value: Value) {
    guard instance.slots.indices.contains(slot) else { return }
    instance.put(value, in: slot)
    instance.publishers?.takeBack(slot, value)
  }

  /// Takes an edit back without telling anyone but later readers.
  public func undo(_ edit: ElementEdit, in instance: Instance, slot: Int) {
    guard instance.slots.indices.contains(slot) else { return }
    machine.undo(edit, in: instance, slot)
  }

  /// Puts other elements in the place of some in a stored list, one part after the other. Whoever hears of the property is
  /// told once, as of an assignment of the whole; so is the host, also where there is no part.
  public func write(_ instance: Instance, _ property: PropertyInfo, _ parts: [ListPart]) throws(RunFailure) {
    do {
      try machine.activate { () throws(Abort) in
        guard let slot = property.slot else { return }
        // Nobody may hold the list meanwhile: it would be copied.
        if machine.computed(property.declaration, of: instance) == nil, machine.isEditable(instance, slot) {
          return machine.edit(instance, slot, parts)
        }
        guard case .array(var elements) = instance.storedValue(at: slot) else { return }
        for part in parts { elements.replaceSubrange(part.range, with: part.elements) }
        try machine.set(instance, property.declaration, .array(elements))
      }
    } catch { throw machine.outside(error) }
  }

  /// Ends the activation that is running, of whatever program, at its next step. From within `Host.didRun` only.
  public static func stopRunning(_ reason: String) { Machine.current?.stop(reason) }

  /// Lets go of values that may be many, outside of an activation: the host looks after others meanwhile. Nothing of its own may
  /// be half done there.
  public static func lettingGo(_ body: () -> Void) {
    if let machine = Machine.current { machine.lettingGo(body) } else { body() }
  }

  /// A value as `print` would write it; nothing if the program's own `description` fails.
  public func description(of value: Value) -> String {
    (try? machine.look { () throws(Abort) in try machine.describe(value, .hole) }) ?? ""
  }

  /// Whether a value is so large that `print` would write more than so many bytes of it, found out without writing it. A
  /// description of a type's own may be shorter.
  public func isLarge(_ value: Value, moreThan bytes: Int) -> Bool { value.leastBytes(within: bytes) {} > bytes }

  /// A value as plain data; nil if it has no plain form.
  public func portable(_ value: Value) -> PortableValue? { value.portable }

  /// A Swift expression that makes an equal value, and what `String(describing:)` says of it as a literal, as far as
  /// there is one.
  public func source(of value: StatementValue) -> (expression: String?, description: String?) {
    let source = ValueSource(describer: machine.describer)
    // One whose description fails has none.
    let description = try? machine.look { () throws(Abort) in try source.description(value.value, value.type) }
    return (source.expression(value.value, value.type), (description ?? nil).map(ValueSource.quoted))
  }

  /// An expression that makes what a result of a session is, if that is data; `nil` where it is not, or is no result.
  public func source(ofResult name: String, in session: SessionResults) -> String? {
    guard let result = session.result(named: name), result.isPlain,
      let expression = ValueSource(describer: machine.describer).expression(result.value, result.type)
    else { return nil }
    return "(\(expression) as \(result.type))"
  }

  /// The same, if it has not more bytes than that.
  public func plainForm(of value: Value, within bytes: Int) -> PlainForm {
    value.plainForm(within: bytes) { [core] in _ = core.host.didRun(canPause: false) }
  }

  /// The plain form of something large, of what differs in it from another whose plain form is known.
  /// - Parameter bytes: as many as each part may have.
  /// - Returns: nil if it is to be made of the whole; of what is the same its form, and that it is.
  public func plainForm(of value: Value, after before: Value, _ plain: PortableValue, within bytes: Int)
    -> (PortableValue, isChanged: Bool)?
  {
    value.plainForm(after: before, plain, within: bytes)
  }

  /// The same of a list that was changed by these edits, which are all there were.
  public func plainForm(of value: Value, after edits: [ElementEdit], _ plain: PortableValue, within bytes: Int)
    -> (PortableValue, isChanged: Bool)?
  {
    guard let edited = plain.edited(by: edits, within: bytes) else { return nil }
    // One that was taken back by another is none.
    if edits.allSatisfy(\.changesNothing) { return (edited, false) }
    if edits.count == 1 || edited.differs(from: plain) { return (edited, true) }
    return (edited, !value.undone(edits).isIdentical(to: value))
  }

  /// What has to be written to make a long list, whose plain form is `plain`, another one.
  /// - Returns: nil if all of it has to be.
  public func parts(of present: Value, _ plain: PortableValue, to portable: PortableValue, as property: PropertyInfo)
    throws(ValueMismatch) -> [ListPart]?
  {
    try present.parts(plain, to: portable, as: property.type)
  }

  /// `replacing` of a list, as the element that has to be written.
  /// - Parameter hint: where the element is, if that is known.
  /// - Returns: nil if all of it has to be.
  public func part(
    of list: Value, _ steps: [PathStep], at hint: Int? = nil, with part: PortableValue, in property: PropertyInfo
  ) throws(ReplacementError) -> ListPart? {
    try list.replacingElement(property.type, along: steps, at: hint, with: part).map {
      ($0.place..<$0.place + 1, [$0.element])
    }
  }

  /// Plain data as a value of the property's type.
  public func value(_ portable: PortableValue, as property: PropertyInfo) throws(ValueMismatch) -> Value {
    switch (property.plainKind, portable) {
    case (.text, .string(let text)): .string(text)
    case (.integer, .int(let number)): .int(number)
    case (.truth, .bool(let flag)): .bool(flag)
    // Others are looked after meanwhile.
    default:
      try PortableReader(machine: portable.isLarge ? machine : nil).value(portable, property.type)
    }
  }

  /// The same, where most of it is as in another value of the property, whose plain form is known.
  public func value(
    _ portable: PortableValue, as property: PropertyInfo, like known: Value, _ plain: PortableValue
  ) throws(ValueMismatch) -> Value {
    switch plain {
    case .list, .record:
      try Value(portable, as: property.type, like: known, plain, in: portable.isLarge ? machine : nil)
    // What has no plain form is null, too.
    case .null, .bool, .int, .double, .string: try value(portable, as: property)
    }
  }

  /// What a property had before as a value of its type of today, as far as it fits.
  public func value(past portable: PortableValue, as property: PropertyInfo) throws(ValueMismatch) -> Value {
    try Value(past: portable, as: property.type)
  }

  /// The part of a value that the steps lead to.
  public func project(_ value: Value, _ steps: [PathStep]) throws(PathError) -> Value {
    try value.projected(along: steps)
  }

  /// What becomes of a value that was edited in two places at once.
  public struct Merge {
    /// What is there by now, with what was changed in the copy.
    public let value: Value
    /// What was changed in the copy, as paths within the value; empty for all of it.
    public let changed: [String]
    /// Those that were changed in both places, and not to the same: `value` has what was changed in the copy.
    public private(set) var conflicts: [String]

    /// The same, where it is not known that the two are copies of one.
    public var conflicting: Merge {
      var merge = self
      merge.conflicts = [""]
      return merge
    }
  }

  /// - Parameters:
  ///   - base: what the copy began with.
  ///   - mine: the copy.
  ///   - present: what is there by now.
  public func merge(base: Value, mine: Value, present: Value) throws(RunFailure) -> Merge {
    do {
      return try machine.activate { () throws(Abort) in
        var conflicts: [String] = []
        let value = try machine.merge(base, mine, present, &conflicts)
        return Merge(value: value, changed: try machine.differences(base, mine), conflicts: conflicts)
      }
    } catch { throw machine.outside(error) }
  }

  /// The value with one part replaced by plain data.
  /// - Parameter property: where the value comes from; its type decides what fits.
  public func replacing(_ value: Value, _ steps: [PathStep], with part: PortableValue, in property: PropertyInfo? = nil)
    throws(ReplacementError) -> Value
  {
    try value.replacing(
      property?.type ?? machine.dynamicType(value, .hole), along: steps, with: part)
  }
}

extension Instance {
  /// The properties in the order of declaration, a superclass' first; computed ones last.
  public var properties: [PropertyInfo] {
    if let known = type.runtime.properties[ownType] { return known }
    var result: [PropertyInfo] = []
    let (substitution, keptNames) = (substitution, type.keptNames)
    let machine = type.home?.machine
    let environment = machine?.program.environment
    func info(
      _ declaration: Declaration, slot: Int?, isAnnounced: Bool, isLazy: Bool, isReference: Bool = false,
      isQuiet: Bool = false, isWrapped: Bool = false
    ) -> PropertyInfo {
      declaration.resolved()
      let isPrivate = declaration.access == .private || declaration.access == .fileprivate
      let setterIsPrivate = declaration.setterAccess == .private || declaration.setterAccess == .fileprivate
      let seen = declaration.result.substituting(substitution)
      let type = environment?.resolve(seen, []) ?? seen
      return PropertyInfo(
        name: declaration.name, keptName: slot.map { keptNames[$0] } ?? declaration.name, slot: slot, type: type,
        isAnnounced: isAnnounced,
        isSettable: declaration.isSettable && !declaration.isLet && !setterIsPrivate, isPrivate: isPrivate,
        isObject: type.strippingOptionals.0.nominal.map { $0.kind == .classType && $0.isUserType }
          ?? false,
        isLazy: isLazy, isReference: isReference, isQuiet: isQuiet, isWrapped: isWrapped,
        declaration: declaration)
    }
    for property in type.storedProperties {
      let isReference = property.isWeak || property.isUnowned
      result.append(
        info(
          property.declaration, slot: property.slot, isAnnounced: property.isPublished || property.isTracked,
          isLazy: property.isLazy,
          isReference: isReference,
          isQuiet: !property.isObserved && !property.isTracked && !property.isLazy && !isReference
            && property.settingsKey == nil && property.wrapped == nil && !type.isProvided
            && type.storageOverrides[property.name] == nil))
    }
    // What is nearer comes first; what extensions of protocols have is furthest.
    let protocols = environment.map { $0.protocols(of: type).map(\.proto) } ?? []
    for owner in type.lineage + protocols {
      for declaration in environment?.declaredMembers(of: owner) ?? owner.memberOrder
      where declaration.kind == .variable && !declaration.isStatic {
        guard case .accessors = declaration.implementation, !result.contains(where: { $0.name == declaration.name }),
          machine?.hold(declaration.requirements, of: owner, for: ownType) ?? true
        else { continue }
        let isWrapped = type.storedProperties.contains { $0.wrapped == declaration.name }
        result.append(info(declaration, slot: nil, isAnnounced: false, isLazy: false, isWrapped: isWrapped))
      }
    }
    for proto in protocols {
      for name in proto.offeredNames where !result.contains(where: { $0.name == name }) {
        for declaration in environment?.members(of: proto, named: name) ?? [] where declaration.kind == .variable {
          guard case .native = declaration.implementation else { continue }
          result.append(info(declaration, slot: nil, isAnnounced: false, isLazy: false))
        }
      }
    }
    type.home?.note(searched: type)
    type.runtime.properties[ownType] = result
    return result
  }

  /// What stands for a property whose wrapper is in a slot: the wrapper, if that is an object that announces its value, and
  /// the property of it that has the value. Nil where the slot has no such wrapper.
  public func wrapper(in slot: Int) -> (object: Instance, value: PropertyInfo)? {
    guard let name = type.storedProperties.first(where: { $0.slot == slot })?.wrapped,
      let wrapped = properties.first(where: { $0.name == name && $0.slot == nil }),
      let object = storedValue(at: slot).object,
      let value = object.properties.first(where: { $0.name == "wrappedValue" }),
      value.slot != nil, value.isAnnounced, !value.isObject
    else { return nil }
    return (object, PropertyInfo(value, inPlaceOf: wrapped))
  }

  /// The same by the property's name.
  public func wrapper(of name: String) -> (object: Instance, value: PropertyInfo)? {
    type.storedProperties.first { $0.wrapped == name }.flatMap { wrapper(in: $0.slot) }
  }

  /// Whether a lazy property has its value by now.
  public func hasMade(_ property: PropertyInfo) -> Bool {
    property.slot.map { !storedValue(at: $0).isUnmadeLazy } ?? false
  }
}

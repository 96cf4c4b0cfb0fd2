import Language

// Waiting for what is no property as a whole: a part of one (`shelf.books[0].title`), or what a binding leads to. The
// property tells that something of it has changed; what is at the path is read again then.

/// What is at a path that is not that of a whole property.
struct PartOfProperty {
  /// Who tells of its changes.
  let property: Property
  let namespace: Namespace
  let typeName: String
  /// Nil where it is gone: an element that the list does not have.
  let value: Value?
}

extension Delivery {
  /// What is at a path into a property, or through a binding; nil where something else is there, or nothing.
  /// - Throws: Also where what the path leads into does not announce its changes.
  private func part(at path: Path) throws(EngineError) -> PartOfProperty? {
    guard engine.stores.property(at: path.text) == nil, let (place, steps) = try engine.find(path) else { return nil }
    switch place {
    case .property(let property):
      guard !steps.isEmpty else { return nil }
      try requireWatchable(property, part: path.text)
      return PartOfProperty(
        property: property, namespace: property.store.namespace, typeName: typeName(property.info.part(along: steps)),
        value: try project(property.store.instance.storedValue(at: property.info.slot!), steps, path.text))
    case .binding(let binding):
      guard let property = property(of: binding) else { throw leadsNowhere(path.text) }
      return PartOfProperty(
        property: property, namespace: engine.resolve(path.text).0, typeName: typeName(binding.part(along: steps)),
        value: try read(binding, steps, path.text))
    case .computed, .store, .global: return nil
    }
  }

  private func typeName(_ part: (typeName: String, schema: Schema)?) -> String {
    part?.typeName ?? Engine.dynamicType
  }

  /// Nil where the steps lead to what this value does not have, and another one may.
  private func project(_ value: Value, _ steps: [PathStep], _ path: String) throws(EngineError) -> Value? {
    do { return try engine.root.program.project(value, steps) } catch {
      if error.isGone { return nil }
      throw EngineError(error, at: path)
    }
  }

  private func read(_ binding: NamedBinding, _ steps: [PathStep], _ path: String) throws(EngineError) -> Value? {
    do throws(EngineError) {
      let whole = try engine.leading(path) { () throws(EngineError) in
        try engine.whileReading { () throws(RunFailure) in try binding.read() }
      }
      return try project(whole, steps, path)
    } catch {
      if case .gone = error { return nil }
      throw error
    }
  }

  /// Lets a wait listen to the property that its path leads into, if it does so.
  /// - Returns: nil if it leads elsewhere; otherwise whether that ends the waiting at once: its condition holds, or what
  ///   it found there before is another one since the program has been.
  func beginWithPart(_ wait: Wait) throws(EngineError) -> Bool? {
    let before = wait.part
    wait.part = nil
    guard let path = wait.place, let part = try part(at: path) else { return nil }
    if part.value == nil, !wait.evenAbsent { _ = try engine.read(path.text) }
    wait.filter = try PathFilter([part.property.path])
    guard let source = wait.condition else {
      wait.part = Wait.Part(value: part.value)
      wait.attach(part.property)
      return before.map { hasChanged(from: $0.value, to: part) } ?? false
    }
    let condition = try condition(source, over: part.typeName, in: part.namespace, session: wait.session)
    var holdsAlready = false
    if let value = part.value { holdsAlready = try holds(condition, in: part.namespace, [value, value]) }
    wait.part = Wait.Part(value: part.value, condition: condition)
    // Last: one that is refused is not to be looked at with the next commit.
    wait.attach(part.property)
    return holdsAlready
  }

  /// What is gone has not changed to something.
  private func hasChanged(from old: Value?, to part: PartOfProperty) -> Bool {
    guard let value = part.value else { return false }
    let program: Program = part.namespace.program
    guard let old, let was = program.portable(old), let now = program.portable(value) else { return true }
    return !now.isSame(as: was)
  }

  /// A commit that is just being published changes the property that a wait's path leads into.
  /// - Returns: whether that ends the waiting.
  func hasCome(_ wait: Wait) throws(EngineError) -> Bool {
    guard let known = wait.part, let path = wait.place, let part = try part(at: path) else { return false }
    wait.part?.value = part.value
    guard let condition = known.condition, let value = part.value else {
      if part.value == nil, !wait.evenAbsent { _ = try engine.read(path.text) }
      return hasChanged(from: known.value, to: part)
    }
    return try holds(condition, in: part.namespace, [value, known.value ?? value])
  }
}

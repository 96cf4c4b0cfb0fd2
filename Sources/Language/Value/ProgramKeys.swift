/// Sets and dictionaries whose keys are compared as the program says.
///
/// A `==` or `hash(into:)` of the program may break the rules: answer at random, say that all are equal, change its mind,
/// fault in the middle. Swift's collections trap when a key is found, or not, in another way after their storage has grown,
/// and that would end the process. What is declared here grows the storage before a key is looked for, so that nothing is
/// looked for twice; and nothing is equal while storage grows, since each key is looked for then as well.
/// A collection with such keys may then hold too many of them or too few, but it stays a collection.
///
/// These members stand in for Swift's own of the same names wherever the keys are values. Others that add keys, such as
/// `subscript(_:default:)`, `merge` and `Dictionary(grouping:by:)`, must not be used with values.
extension Dictionary where Key == Language.Value {
  subscript(key: Key) -> Value? {
    get { look(up: key, in: self) }
    set {
      if newValue != nil { makeRoom() }
      assign(newValue, to: key, in: &self)
    }
  }

  /// Before one more key.
  func checkRoom() throws(Abort) { try checkRoomForKeys(count, capacity) }

  @discardableResult
  mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    makeRoom()
    return replace(value, of: key, in: &self)
  }

  private mutating func makeRoom() {
    guard count == capacity else { return }
    if count > Language.Value.manyElements, let machine = AbstractMachine.running, keys.first?.isPlainKey == true {
      machine.aside { reserveCapacity(count + 1) }
    } else {
      AbstractMachine.withoutEqualKeys { reserveCapacity(count + 1) }
    }
  }
}

extension Set where Element == Value {
  init(_ elements: some Sequence<Value>) {
    self.init(minimumCapacity: elements.underestimatedCount)
    for element in elements { insert(element) }
  }

  /// Before one more element.
  func checkRoom() throws(Abort) { try checkRoomForKeys(count, capacity) }

  @discardableResult
  mutating func insert(_ element: Value) -> (inserted: Bool, memberAfterInsert: Value) {
    makeRoom()
    return add(element, to: &self)
  }

  @discardableResult
  mutating func update(with element: Value) -> Value? {
    makeRoom()
    return replace(element, in: &self)
  }

  func union(_ other: Set<Value>) -> Set<Value> {
    var result = self
    for element in other { result.insert(element) }
    return result
  }

  func intersection(_ other: Set<Value>) -> Set<Value> {
    var result: Set<Value> = []
    for element in self where other.contains(element) { result.insert(element) }
    return result
  }

  func subtracting(_ other: Set<Value>) -> Set<Value> {
    var result: Set<Value> = []
    for element in self where !other.contains(element) { result.insert(element) }
    return result
  }

  func symmetricDifference(_ other: Set<Value>) -> Set<Value> {
    var result = self
    for element in other where result.remove(element) == nil { result.insert(element) }
    return result
  }

  private mutating func makeRoom() {
    guard count == capacity else { return }
    if count > Language.Value.manyElements, let machine = AbstractMachine.running, first?.isPlainKey == true {
      machine.aside { reserveCapacity(count + 1) }
    } else {
      AbstractMachine.withoutEqualKeys { reserveCapacity(count + 1) }
    }
  }
}

/// Storage that is full is about to grow, and each key is looked for in the new one: a million takes a third of a second.
private func checkRoomForKeys(_ count: Int, _ capacity: Int) throws(Abort) {
  guard count == capacity, count > Language.Value.manyElements else { return }
  let nanosecondsPerKey = 800
  try AbstractMachine.running?.begin(takingNanoseconds: count * nanosecondsPerKey)
}

extension AbstractMachine {
  /// Moves keys to larger storage: those of one collection differ from each other, whatever the program says now.
  fileprivate static func withoutEqualKeys(_ move: () -> Void) {
    let machine = running
    machine?.isMovingKeys = true
    move()
    machine?.isMovingKeys = false
  }
}

// Swift's own members: where the key can be of any type, these are meant.

private func look<K: Hashable, V>(up key: K, in table: [K: V]) -> V? { table[key] }

private func assign<K: Hashable, V>(_ value: V?, to key: K, in table: inout [K: V]) { table[key] = value }

private func replace<K: Hashable, V>(_ value: V, of key: K, in table: inout [K: V]) -> V? {
  table.updateValue(value, forKey: key)
}

private func add<E: Hashable>(_ element: E, to set: inout Set<E>) -> (inserted: Bool, memberAfterInsert: E) {
  set.insert(element)
}

private func replace<E: Hashable>(_ element: E, in set: inout Set<E>) -> E? { set.update(with: element) }

/// Sets and dictionaries whose keys are compared as the program says.
///
/// A `==` or `hash(into:)` of the program may break the rules: answer at random, say that all are equal, change its mind,
/// fault in the middle. Swift's collections trap when a key is found, or not, in another way after their storage has grown,
/// and that would end the process. What is declared here grows the storage before a key is looked for, so that nothing is
/// looked for twice; and nothing is equal while storage grows, since each key is looked for then as well.
/// Storage of many keys grows key by key, which counts: a million take a third of a second. Where there are no steps left for that,
/// the key that was to be added is not.
/// A collection with such keys may then hold too many of them or too few, but it stays a collection.
///
/// These members stand in for Swift's own of the same names wherever the keys are values. Others that add keys, such as
/// `subscript(_:default:)`, `merge` and `Dictionary(grouping:by:)`, must not be used with values.
extension Dictionary where Key == Language.Value {
  subscript(key: Key) -> Value? {
    get { look(up: key, in: self) }
    set {
      if newValue == nil || makeRoom() { assign(newValue, to: key, in: &self) }
    }
  }

  @discardableResult
  mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    makeRoom() ? replace(value, of: key, in: &self) : nil
  }

  private mutating func makeRoom() -> Bool {
    guard count == capacity else { return true }
    let isPlain = keys.first?.isPlainKey == true
    guard count > Language.Value.manyElements else {
      AbstractMachine.withoutEqualKeys { reserveCapacity(count + 1) }
      return true
    }
    var larger = Self(minimumCapacity: count + 1)
    let isDone = AbstractMachine.movingKeys(arePlain: isPlain) { isCounted in
      for (key, value) in self {
        guard isCounted() else { return false }
        assign(value, to: key, in: &larger)
      }
      return true
    }
    if isDone { self = larger }
    return isDone
  }
}

extension Set where Element == Value {
  init(_ elements: some Sequence<Value>) {
    self.init(minimumCapacity: elements.underestimatedCount)
    var steps = CountedKeys()
    for element in elements {
      guard steps.count() else { break }
      insert(element)
    }
  }

  @discardableResult
  mutating func insert(_ element: Value) -> (inserted: Bool, memberAfterInsert: Value) {
    makeRoom() ? add(element, to: &self) : (false, element)
  }

  @discardableResult
  mutating func update(with element: Value) -> Value? {
    makeRoom() ? replace(element, in: &self) : nil
  }

  func union(_ other: Set<Value>) -> Set<Value> {
    var (result, steps) = (self, CountedKeys())
    for element in other {
      guard steps.count() else { break }
      result.insert(element)
    }
    return result
  }

  func intersection(_ other: Set<Value>) -> Set<Value> { elements { other.contains($0) } }

  func subtracting(_ other: Set<Value>) -> Set<Value> { elements { !other.contains($0) } }

  private func elements(_ isIncluded: (Value) -> Bool) -> Set<Value> {
    var (result, steps): (Set<Value>, _) = ([], CountedKeys())
    for element in self {
      guard steps.count() else { break }
      if isIncluded(element) { result.insert(element) }
    }
    return result
  }

  func symmetricDifference(_ other: Set<Value>) -> Set<Value> {
    var (result, steps) = (self, CountedKeys())
    for element in other {
      guard steps.count() else { break }
      if result.remove(element) == nil { result.insert(element) }
    }
    return result
  }

  func isSubset(of other: Set<Value>) -> Bool { count <= other.count && all { other.contains($0) } }

  func isSuperset(of other: Set<Value>) -> Bool { other.isSubset(of: self) }

  func isStrictSubset(of other: Set<Value>) -> Bool { count < other.count && isSubset(of: other) }

  func isStrictSuperset(of other: Set<Value>) -> Bool { other.isStrictSubset(of: self) }

  func isDisjoint(with other: Set<Value>) -> Bool {
    count <= other.count ? all { !other.contains($0) } : other.all { !contains($0) }
  }

  /// Whether something holds for all elements; each of them counts.
  func all(_ holds: (Value) -> Bool) -> Bool {
    var steps = CountedKeys()
    for element in self where !steps.count() || !holds(element) { return false }
    return true
  }

  private mutating func makeRoom() -> Bool {
    guard count == capacity else { return true }
    let isPlain = first?.isPlainKey == true
    guard count > Language.Value.manyElements else {
      AbstractMachine.withoutEqualKeys { reserveCapacity(count + 1) }
      return true
    }
    var larger = Self(minimumCapacity: count + 1)
    let isDone = AbstractMachine.movingKeys(arePlain: isPlain) { isCounted in
      for element in self {
        guard isCounted() else { return false }
        _ = add(element, to: &larger)
      }
      return true
    }
    if isDone { self = larger }
    return isDone
  }
}

/// Keys that are looked for one after the other, where nothing can be thrown.
struct CountedKeys {
  private static let (portion, keysPerStep) = (512, 8)
  private var left = Self.portion

  /// - Returns: false, with the fault noted, if there are no steps left.
  @inline(__always)
  mutating func count() -> Bool {
    left -= 1
    return left > 0 || isCounted()
  }

  private mutating func isCounted() -> Bool {
    left = Self.portion
    guard AbstractMachine.running?.takesSteps(Self.portion / Self.keysPerStep) ?? true else {
      left = 0
      return false
    }
    return true
  }
}

extension AbstractMachine {
  /// Moves keys to larger storage: those of one collection differ from each other, whatever the program says now.
  fileprivate static func withoutEqualKeys(_ move: () -> Void) {
    let machine = running
    machine?.isMovingKeys = true
    machine?.unpausable += 1
    move()
    machine?.unpausable -= 1
    machine?.isMovingKeys = false
  }

  /// The same for many, key by key; aside where nothing of the program is run to hash them.
  fileprivate static func movingKeys(arePlain: Bool, _ move: (_ isCounted: () -> Bool) -> Bool) -> Bool {
    var steps = CountedKeys()
    var isDone = false
    if arePlain, let machine = running {
      machine.aside { isDone = move { steps.count() } }
    } else {
      withoutEqualKeys { isDone = move { steps.count() } }
    }
    return isDone
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

import Language

/// The accepted source: what is evaluated again after a restart or a redefinition, in order.
struct DeclarationList {
  private(set) var records: [DeclarationRecord] = []
  /// Whether something of it is, or has been, what a provider offers. Most programs have none, and nobody looks for them.
  private(set) var mayBeProvided = false

  init(_ records: [DeclarationRecord] = []) {
    self.records = records
    mayBeProvided = records.contains(where: Providing.mayBeProvided)
  }

  private init(_ records: [DeclarationRecord], after earlier: DeclarationList, with changed: [DeclarationRecord]) {
    self.records = records
    mayBeProvided = earlier.mayBeProvided || changed.contains(where: Providing.mayBeProvided)
  }

  /// A new declaration, after all others.
  mutating func append(_ statement: CheckedStatement, in namespace: String, order: Int) -> DeclarationRecord {
    let record = DeclarationRecord(statement, in: namespace, order: order)
    records.append(record)
    mayBeProvided = mayBeProvided || Providing.mayBeProvided(record)
    return record
  }

  /// A value among statements that is declared together with others which they do not declare: `var (a, b)` and `var a`.
  func separation(by statements: [CheckedStatement]) -> (taken: String, left: [String])? {
    let declared = Set(statements.flatMap(\.names))
    let together = Dictionary(
      records.filter { $0.names.count > 1 }.flatMap { record in record.names.map { ($0, record) } },
      uniquingKeysWith: { first, _ in first })
    for statement in statements where statement.kind == .binding && !statement.unchanged {
      for name in statement.names {
        let left = together[name]?.names.filter { !declared.contains($0) } ?? []
        if !left.isEmpty { return (name, left) }
      }
    }
    return nil
  }

  /// The list with the declarations of a text put in: where a name was declared before, in the old one's place.
  /// - Parameter pending: names that are declared but have no value yet, so that a checker does not know them.
  func redefining(
    _ statements: [CheckedStatement], pending: Set<String>, in namespace: String, nextOrder: Int
  ) -> (
    list: DeclarationList, withdrawn: [DeclarationRecord], changed: [DeclarationRecord]
  ) {
    var nextOrder = nextOrder
    var withdrawn: [DeclarationRecord] = []
    var changed: [DeclarationRecord] = []
    // A text may declare thousands of names, and each of them is looked up.
    var list = records.map(Optional.some)
    var places: [String: Set<Int>] = [:]
    func put(_ record: DeclarationRecord, at place: Int) {
      take(place)
      if place == list.count { list.append(record) } else { list[place] = record }
      for name in record.names { places[name, default: []].insert(place) }
    }
    func take(_ place: Int) {
      guard place < list.count, let record = list[place] else { return }
      for name in record.names { places[name]?.remove(place) }
      list[place] = nil
    }
    for (place, record) in records.enumerated() {
      for name in record.names { places[name, default: []].insert(place) }
    }
    for statement in statements where statement.isDeclaration && !statement.unchanged {
      let isAnew = statement.redeclares || !pending.isDisjoint(with: statement.names)
      let found = isAnew ? Set(statement.names.flatMap { places[$0] ?? [] }).sorted() : []
      guard let first = found.first, let old = list[first] else {
        let record = DeclarationRecord(statement, in: namespace, order: nextOrder)
        put(record, at: list.count)
        changed.append(record)
        nextOrder += 1
        continue
      }
      let record = DeclarationRecord(statement, in: namespace, order: old.order)
      put(record, at: first)
      changed.append(record)
      for place in found.dropFirst().reversed() {
        if let record = list[place] { withdrawn.append(record) }
        take(place)
      }
    }
    return (DeclarationList(list.compactMap(\.self), after: self, with: changed), withdrawn, changed)
  }

  /// Puts some behind all others, in the order they have, with orders of their own.
  /// - Returns: them as they are now, and as they were.
  mutating func moveToTheEnd(_ orders: Set<Int>, nextOrder: Int)
    -> (moved: [DeclarationRecord], left: [DeclarationRecord])
  {
    let left = records.filter { orders.contains($0.order) }
    records.removeAll { orders.contains($0.order) }
    var next = max(nextOrder, (records.map(\.order).max() ?? -1) + 1, (left.map(\.order).max() ?? -1) + 1)
    let moved = left.map { record in
      var record = record
      record.order = next
      next += 1
      return record
    }
    records += moved
    return (moved, left)
  }

  /// Says of some that they stand in another file.
  /// - Returns: them as they are now.
  mutating func move(_ orders: Set<Int>, toFile file: String) -> [DeclarationRecord] {
    let places = records.indices.filter { orders.contains(records[$0].order) }
    for place in places { records[place].file = file }
    mayBeProvided = mayBeProvided || !places.isEmpty
    return places.map { records[$0] }
  }

  /// The names that somebody may mean who says `name`: that one, or functions of which it is the name without labels.
  func names(meantBy name: String) -> [String] {
    let all = Set(records.flatMap(\.names))
    return all.contains(name) ? [name] : all.filter { $0.hasPrefix(name + "(") }.sorted()
  }

  /// The list without the records of these orders.
  func removing(_ orders: Set<Int>) -> DeclarationList {
    var list = self
    list.records.removeAll { orders.contains($0.order) }
    return list
  }

  /// Takes records that hold one text, for several names in it, together as one.
  /// - Returns: what that changes.
  mutating func joinTwins() -> [JournalRecord] {
    var changes: [JournalRecord] = []
    var joined: [DeclarationRecord] = []
    for record in records {
      let twin = joined.firstIndex {
        $0.text == record.text && $0.file == record.file && $0.line == record.line && $0.names != record.names
      }
      guard let twin else {
        joined.append(record)
        continue
      }
      joined[twin].names += record.names
      changes += [.declare(joined[twin]), .withdraw(order: record.order)]
    }
    records = joined
    return changes
  }
}

extension DeclarationRecord {
  init(_ statement: CheckedStatement, in namespace: String, order: Int) {
    self.init(
      order: order, namespace: namespace, names: statement.names, file: statement.file, line: statement.line,
      text: statement.text, isScript: statement.isScript)
  }

  /// As a source for a checker, at its own place in its own file.
  var source: SourceText { SourceText(file: file, text: text, firstLine: line, isScript: isScript) }
}

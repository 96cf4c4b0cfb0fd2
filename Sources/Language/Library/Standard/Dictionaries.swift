/// `Dictionary`.
extension StandardLibrary {
  static func dictionary() -> LibraryType {
    LibraryType(
      """
      struct Dictionary<Key: Hashable, Value>: Collection, ExpressibleByDictionaryLiteral, CustomStringConvertible {
        typealias Element = (key: Key, value: Value)
        typealias Iterator = AnyIterator<(key: Key, value: Value)>
        typealias SubSequence = ArraySlice<(key: Key, value: Value)>
      }
      extension Dictionary: Equatable where Value: Equatable {}
      extension Dictionary: Hashable where Value: Hashable {}
      extension Dictionary: Encodable where Key: Encodable, Value: Encodable {}
      extension Dictionary: Decodable where Key: Decodable, Value: Decodable {}
      """,
      dictionaryInitialisers() + dictionaryAccess() + dictionaryMapping() + dictionaryMerging())
  }

  /// The pairs of a dictionary literal in the order of the text.
  static func keyValuePairs() -> LibraryType {
    LibraryType(
      """
      struct KeyValuePairs<Key, Value>: RandomAccessCollection, ExpressibleByDictionaryLiteral {
        typealias Element = (key: Key, value: Value)
        typealias Index = Int
        typealias Iterator = AnyIterator<(key: Key, value: Value)>
        typealias SubSequence = ArraySlice<(key: Key, value: Value)>
      }
      """, [unary("init(dictionaryLiteral elements: (Key, Value)...)") { $0 }])
  }

  static func dictionaryIndex() -> LibraryType { LibraryType("struct Index: Comparable, Hashable {}") }

  /// `keys` and `values` are lists in the dictionary's order.
  static func dictionaryKeys() -> LibraryType {
    LibraryType(
      """
      struct Keys: Collection, Equatable, CustomStringConvertible {
        typealias Element = Key
        typealias Index = Dictionary<Key, Value>.Index
      }
      """)
  }

  static func dictionaryValues() -> LibraryType {
    LibraryType(
      """
      struct Values: Collection, CustomStringConvertible {
        typealias Element = Value
        typealias Index = Dictionary<Key, Value>.Index
      }
      """)
  }

  private static func dictionaryInitialisers() -> [LibraryEntry] {
    [
      nullary("init()") { .dictionary([:]) },
      unary("init(minimumCapacity: Int)") { _ in .dictionary([:]) },
      contextual("init<S: Sequence>(uniqueKeysWithValues keysAndValues: S) where S.Element == (Key, Value)") {
        call throws(Abort) in
        var result: [Value: Value] = [:]
        for pair in try Elements.list(call[0]) {
          try call.machine.step()
          let (key, value) = pair.parts
          guard result.updateValue(value, forKey: key) == nil else {
            throw .trap("Duplicate values for key: '\(try call.describe(key, as: .hole))'")
          }
        }
        return .dictionary(result)
      },
      binary(
        "init<S: Sequence>(_ keysAndValues: S, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows "
          + "where S.Element == (Key, Value)"
      ) { pairs, combine throws(Abort) in
        var result: [Value: Value] = [:]
        try merge(pairs, into: &result, combine.closure)
        return .dictionary(result)
      },
      binary(
        "init<S: Sequence>(grouping values: S, by keyForValue: (S.Element) throws -> Key) rethrows "
          + "where Value == [S.Element]"
      ) { values, key throws(Abort) in
        let function = key.closure
        var places: [Value: Int] = [:]
        var groups: [[Value]] = []
        for element in try Elements.list(values) {
          let key = try function.call(element)
          if let place = places[key] {
            groups[place].append(element)
          } else {
            places[key] = groups.count
            groups.append([element])
          }
        }
        return .dictionary(places.mapValues { .array(groups[$0]) })
      },
    ]
  }

  private static func dictionaryAccess() -> [LibraryEntry] {
    [
      property("subscript(key: Key) -> Value? { get set }") { operands in
        operands[0].table[operands[1]]?.some ?? .null
      } set: { value, operands, new throws(Abort) in
        try withTable(&value) { table throws(Abort) in
          if let new = new.unwrapped {
            table[operands[0]] = new
            try ValueSize.check(table.count, adding: 1)
          } else {
            table.removeValue(forKey: operands[0])
          }
        }
      },
      property("subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value { get set }") {
        operands throws(Abort) in
        if let value = operands[0].table[operands[1]] { return value }
        return try operands[2].closure.call()
      } set: { value, operands, new throws(Abort) in
        try withTable(&value) { table throws(Abort) in
          table[operands[0]] = new
          try ValueSize.check(table.count, adding: 1)
        }
      },
      unary("var keys: Dictionary<Key, Value>.Keys { get }") { .array(Array($0.table.keys)) },
      unary("var values: Dictionary<Key, Value>.Values { get }") { .array(Array($0.table.values)) },
      mutating("@discardableResult mutating func updateValue(_ value: Value, forKey key: Key) -> Value?") {
        value, operands throws(Abort) in
        try withTable(&value) { table throws(Abort) in
          try ValueSize.check(table.count + 1, adding: 1)
          return table.updateValue(operands[0], forKey: operands[1])?.some ?? .null
        }
      },
      mutating("@discardableResult mutating func removeValue(forKey key: Key) -> Value?") {
        value, operands throws(Abort) in
        try withTable(&value) { table throws(Abort) in table.removeValue(forKey: operands[0])?.some ?? .null }
      },
      mutating("mutating func removeAll(keepingCapacity keepCapacity: Bool = false)") { value, _ in
        value = .dictionary([:])
        return .void
      },
      mutating(
        "@discardableResult mutating func remove(at index: Dictionary<Key, Value>.Index) -> (key: Key, value: Value)"
      ) { value, operands throws(Abort) in
        let pair = try Positions.element(operands[0], in: value)
        try withTable(&value) { table throws(Abort) in _ = table.removeValue(forKey: pair.parts.0) }
        return pair
      },
      binary("func index(forKey key: Key) -> Dictionary<Key, Value>.Index?") { dictionary, key in
        guard dictionary.table[key] != nil else { return .null }
        var steps = CountedKeys()
        for (number, known) in dictionary.table.keys.enumerated() where !steps.count() || known == key {
          return .int(number)
        }
        return .null
      },
      mutating("mutating func popFirst() -> (key: Key, value: Value)?") { value, _ throws(Abort) in
        try withTable(&value) { table throws(Abort) in
          guard let (key, element) = table.first else { return .null }
          table.removeValue(forKey: key)
          return Elements.pair(key, element)
        }
      },
      mutating("mutating func reserveCapacity(_ minimumCapacity: Int)") { _, _ in .void },
      unary("var capacity: Int { get }") { .int($0.table.count) },
      contextual("var description: String { get }") { call throws(Abort) in
        .string(try call.describe(call[0], as: call.type("Self")))
      },
    ]
  }

  private static func dictionaryMapping() -> [LibraryEntry] {
    [
      binary("func mapValues<T>(_ transform: (Value) throws -> T) rethrows -> Dictionary<Key, T>") {
        dictionary, transform throws(Abort) in
        let function = transform.closure
        var result: [Value: Value] = [:]
        for (key, value) in dictionary.table { result[key] = try function.call(value) }
        return .dictionary(result)
      },
      binary("func compactMapValues<T>(_ transform: (Value) throws -> T?) rethrows -> Dictionary<Key, T>") {
        dictionary, transform throws(Abort) in
        let function = transform.closure
        var result: [Value: Value] = [:]
        for (key, value) in dictionary.table { result[key] = try function.call(value).unwrapped }
        return .dictionary(result)
      },
      binary("func filter(_ isIncluded: ((key: Key, value: Value)) throws -> Bool) rethrows -> Dictionary<Key, Value>")
      {
        dictionary, test throws(Abort) in
        let function = test.closure
        var result: [Value: Value] = [:]
        for (key, value) in dictionary.table where try function.call(Elements.pair(key, value)).flag {
          result[key] = value
        }
        return .dictionary(result)
      },
    ]
  }

  private static func dictionaryMerging() -> [LibraryEntry] {
    let combine = "uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows"
    func copying(_ signature: String) -> LibraryEntry {
      ternary(signature) { dictionary, other, combine throws(Abort) in
        var result = dictionary.table
        try merge(other, into: &result, combine.closure)
        return .dictionary(result)
      }
    }
    func changing(_ signature: String) -> LibraryEntry {
      mutating(signature) { value, operands throws(Abort) in
        // The closure may look at the dictionary: it is changed at the end.
        var result = value.table
        try merge(operands[0], into: &result, operands[1].closure)
        value = .dictionary(result)
        return .void
      }
    }
    return [
      copying("func merging(_ other: Dictionary<Key, Value>, \(combine) -> Dictionary<Key, Value>"),
      copying(
        "func merging<S: Sequence>(_ other: S, \(combine) -> Dictionary<Key, Value> where S.Element == (Key, Value)"),
      changing("mutating func merge(_ other: Dictionary<Key, Value>, \(combine)"),
      changing("mutating func merge<S: Sequence>(_ other: S, \(combine) where S.Element == (Key, Value)"),
    ]
  }

  private static func merge(_ pairs: Value, into table: inout [Value: Value], _ combine: FunctionValue) throws(Abort) {
    for pair in try Elements.list(pairs) {
      let (key, value) = pair.parts
      if let known = table[key] {
        table[key] = try combine.call(known, value)
      } else {
        table[key] = value
        try ValueSize.check(table.count, adding: 1)
      }
    }
  }
}

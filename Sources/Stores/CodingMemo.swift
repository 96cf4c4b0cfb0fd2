// What a property's long lists and dictionaries were when they were coded last, so that of the next ones only the difference is.
internal import Wire

/// What is long in a property, natively and as JSON, by where it is. What has become another one is compared by its bytes, and
/// what is the same is taken over; the other way round, what has stayed of a JSON that was made here is not decoded again.
///
/// Lists within the elements of a long one are parts of these.
final class CodingMemo {
  /// What has fewer elements is coded as a whole.
  static let countMin = 256
  /// With more keys that differ all of a dictionary is coded: putting one into the order of the others takes all that follow.
  private static let keysMax = 1024

  private struct Entry {
    let native: Any
    let json: JSONValue
  }

  /// How a JSON differs from the one that it was made of. It holds both, so that no other is at their addresses.
  private enum Difference {
    case list(from: [JSONValue], to: [JSONValue], [ListEdit])
    case members(from: [JSONValue.Member], to: [JSONValue.Member], [MemberEdit])
  }

  /// A member that is another, new (`old` is nil) or gone.
  struct MemberEdit {
    let name: String
    let old: JSONValue?
    let new: JSONValue?
  }

  private var entries: [String: Entry] = [:]
  /// Those of the coding that goes on.
  private var coded: [String: Entry] = [:]
  /// By the address of what has become of it.
  private var differences: [UnsafeRawPointer: Difference] = [:]
  private var bytes: [ObjectIdentifier: MeaningfulBytes] = [:]

  /// Codes the whole, from what it is made of; what was long before and is not any more is forgotten.
  func coding(_ body: () throws(StoresError) -> JSONValue) throws(StoresError) -> JSONValue {
    coded = [:]
    defer { coded = [:] }
    let json = try body()
    entries = coded
    return json
  }

  /// What differs is known as long as it is to be told.
  func forgetDifferences() { differences = [:] }

  private func bytes<Value>(of type: Value.Type) -> MeaningfulBytes {
    if let known = bytes[ObjectIdentifier(type)] { return known }
    let found = MeaningfulBytes(of: type)
    bytes[ObjectIdentifier(type)] = found
    return found
  }

  private static func name(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: "\u{0}") }

  // MARK: Coding

  func list<Element>(
    _ list: [Element], at path: [any CodingKey], _ code: (Element, Int) throws -> JSONValue
  ) throws -> JSONValue {
    let place = Self.name(path)
    let json: JSONValue
    if let entry = entries[place], let old = entry.native as? [Element], type(of: entry.native) == [Element].self,
      case .array(let elements) = entry.json, elements.count == old.count
    {
      let comparison = ListComparison(old, list, bytes(of: Element.self))
      if comparison.edits.isEmpty {
        coded[place] = Entry(native: list, json: entry.json)
        return entry.json
      }
      var result: [JSONValue] = []
      result.reserveCapacity(list.count)
      var from = 0
      for edit in comparison.edits {
        result += elements[from..<edit.old.lowerBound]
        for index in edit.new {
          result.append(try comparison.known[index].map { elements[$0] } ?? code(list[index], index))
        }
        from = edit.old.upperBound
      }
      result += elements[from...]
      note(.list(from: elements, to: result, comparison.edits))
      json = .array(result)
    } else {
      var result: [JSONValue] = []
      result.reserveCapacity(list.count)
      for (index, element) in list.enumerated() { result.append(try code(element, index)) }
      json = .array(result)
    }
    coded[place] = Entry(native: list, json: json)
    return json
  }

  /// - Parameters:
  ///   - whole: codes all of it, in order.
  ///   - code: a key and its value; nil if keys are no names.
  func dictionary<Key, Value>(
    _ dictionary: [Key: Value], at path: [any CodingKey], _ whole: () throws -> JSONValue,
    _ name: (Key) throws -> JSONValue, _ code: (Key, Value) throws -> JSONValue
  ) throws -> JSONValue {
    let place = Self.name(path)
    let json = try known(dictionary, at: place, name, code) ?? whole()
    coded[place] = Entry(native: dictionary, json: json)
    return json
  }

  private func known<Key, Value>(
    _ dictionary: [Key: Value], at place: String, _ name: (Key) throws -> JSONValue,
    _ code: (Key, Value) throws -> JSONValue
  ) throws -> JSONValue? {
    guard let entry = entries[place], type(of: entry.native) == [Key: Value].self,
      let old = entry.native as? [Key: Value], case .object(let members) = entry.json, members.count == old.count
    else { return nil }
    let (keys, values) = (bytes(of: [Key: Value].self), bytes(of: Value.self))
    if keys.areSame(old, dictionary) { return entry.json }
    var changed: [(key: JSONValue, value: JSONValue?)] = []
    var added = 0
    for (key, value) in dictionary {
      let known = old[key]
      if let known, values.areSame(known, value) { continue }
      if known == nil { added += 1 }
      guard changed.count < Self.keysMax else { return nil }
      changed.append((try name(key), try code(key, value)))
    }
    if old.count + added > dictionary.count {
      for key in old.keys where dictionary[key] == nil {
        guard changed.count < Self.keysMax else { return nil }
        changed.append((try name(key), nil))
      }
    }
    var result = members
    var edits: [MemberEdit] = []
    for (key, value) in changed {
      guard let name = key.memberName else { return nil }
      let isNumber = if case .int = key { true } else { false }
      var (low, high) = (0, result.count)
      while low < high {
        let middle = (low + high) / 2
        let text = result[middle].name
        let other: JSONValue? = isNumber ? Int(text).map { .int($0) } : .string(text)
        guard let other else { return nil }
        if precedes(other, key) { low = middle + 1 } else { high = middle }
      }
      let isThere = low < result.count && result[low].name == name
      edits.append(MemberEdit(name: name, old: isThere ? result[low].value : nil, new: value))
      switch (isThere, value) {
      case (true, let value?): result[low].value = value
      case (true, nil): result.remove(at: low)
      case (false, let value?): result.insert(JSONValue.Member(name, value), at: low)
      case (false, nil): return nil
      }
    }
    // Keys that are the same name are told by nobody.
    guard result.count == dictionary.count else { return nil }
    note(.members(from: members, to: result, edits))
    return .object(result)
  }

  // MARK: What differs

  private static func address<Element>(_ array: [Element]) -> UnsafeRawPointer? {
    array.count < countMin ? nil : array.withUnsafeBytes { $0.baseAddress }
  }

  private func note(_ difference: Difference) {
    switch difference {
    case .list(_, let new, _): if let place = Self.address(new) { differences[place] = difference }
    case .members(_, let new, _): if let place = Self.address(new) { differences[place] = difference }
    }
  }

  func note(_ new: [JSONValue], from old: [JSONValue], _ edits: [ListEdit]) {
    note(.list(from: old, to: new, edits))
  }

  func note(_ new: [JSONValue.Member], from old: [JSONValue.Member], _ edits: [MemberEdit]) {
    note(.members(from: old, to: new, edits))
  }

  /// Where one list is another than the other one; nil where that is not known.
  func edits(from old: [JSONValue], to new: [JSONValue]) -> [ListEdit]? {
    guard let (from, to) = Self.addresses(old, new) else { return nil }
    if from == to { return old.count == new.count ? [] : nil }
    guard case .list(let known, _, let edits)? = differences[to], Self.address(known) == from else { return nil }
    return edits
  }

  /// The same of objects.
  func edits(from old: [JSONValue.Member], to new: [JSONValue.Member]) -> [MemberEdit]? {
    guard let (from, to) = Self.addresses(old, new) else { return nil }
    if from == to { return old.count == new.count ? [] : nil }
    guard case .members(let known, _, let edits)? = differences[to], Self.address(known) == from else { return nil }
    return edits
  }

  /// Whether an object that was coded here is a dictionary, and no structure.
  func isDictionary(_ members: [JSONValue.Member]) -> Bool {
    guard let place = Self.address(members) else { return false }
    return entries.values.contains { entry in
      guard case .object(let known) = entry.json else { return false }
      return Self.address(known) == place
    }
  }

  private static func addresses<Element>(_ old: [Element], _ new: [Element]) -> (UnsafeRawPointer, UnsafeRawPointer)? {
    guard let from = address(old), let to = address(new) else { return nil }
    return (from, to)
  }

  // MARK: Decoding

  private func native<Native>(_ isIt: (JSONValue) -> Bool) -> Native? {
    for entry in entries.values where type(of: entry.native) == Native.self && isIt(entry.json) {
      return entry.native as? Native
    }
    return nil
  }

  private func native<Element>(of json: [JSONValue]) -> [Element]? {
    native {
      guard case .array(let known) = $0 else { return false }
      return known.count == json.count && Self.address(known) == Self.address(json)
    }
  }

  private func native<Key, Value>(of json: [JSONValue.Member]) -> [Key: Value]? {
    native {
      guard case .object(let known) = $0 else { return false }
      return known.count == json.count && Self.address(known) == Self.address(json)
    }
  }

  /// What a list is that was coded here, or has been made of such a one; nil where that is not known.
  func list<Element>(of json: [JSONValue], _ decode: (JSONValue, Int) throws -> Element) throws -> [Element]? {
    guard let place = Self.address(json) else { return nil }
    if let whole: [Element] = native(of: json) { return whole }
    guard case .list(let known, _, let edits)? = differences[place], let old: [Element] = native(of: known),
      old.count == known.count
    else { return nil }
    var result: [Element] = []
    result.reserveCapacity(json.count)
    var from = 0
    for edit in edits {
      result += old[from..<edit.old.lowerBound]
      for index in edit.new { result.append(try decode(json[index], index)) }
      from = edit.old.upperBound
    }
    result += old[from...]
    return result
  }

  /// The same of a dictionary.
  func dictionary<Key, Value>(
    of json: [JSONValue.Member], _ key: (String) throws -> Key, _ decode: (JSONValue, String) throws -> Value
  ) throws -> [Key: Value]? {
    guard let place = Self.address(json) else { return nil }
    if let whole: [Key: Value] = native(of: json) { return whole }
    guard case .members(let known, _, let edits)? = differences[place],
      var result: [Key: Value] = native(of: known)
    else { return nil }
    for edit in edits { result[try key(edit.name)] = try edit.new.map { try decode($0, edit.name) } }
    return result
  }
}

/// What is coded with a memo where it is long.
protocol RememberedWriting {
  /// Nil where it is coded as all else is.
  func written(_ path: [any CodingKey], _ memo: CodingMemo) throws -> JSONValue?
}

/// The same of what is decoded.
protocol RememberedReading {
  static func read(_ json: JSONValue, _ path: [any CodingKey], _ memo: CodingMemo) throws -> Self?
}

extension Array: RememberedWriting where Element: Encodable {
  func written(_ path: [any CodingKey], _ memo: CodingMemo) throws -> JSONValue? {
    guard count >= CodingMemo.countMin else { return nil }
    return try memo.list(self, at: path) { try ValueEncoder.json(of: $0, path + [Step($1)]) }
  }
}

extension Array: RememberedReading where Element: Decodable {
  static func read(_ json: JSONValue, _ path: [any CodingKey], _ memo: CodingMemo) throws -> Array? {
    guard case .array(let elements) = json else { return nil }
    return try memo.list(of: elements) { try ValueDecoder.value(Element.self, $0, path + [Step($1)]) }
  }
}

extension Dictionary: RememberedWriting where Key: Encodable, Value: Encodable {
  func written(_ path: [any CodingKey], _ memo: CodingMemo) throws -> JSONValue? {
    guard count >= CodingMemo.countMin else { return nil }
    return try memo.dictionary(
      self, at: path, { try written(path) }, { try ValueEncoder.json(of: $0, path) },
      { try ValueEncoder.json(of: $1, path + [Step(try ValueEncoder.json(of: $0, path).memberName ?? "…")]) })
  }
}

extension Dictionary: RememberedReading where Key: Decodable, Value: Decodable {
  static func read(_ json: JSONValue, _ path: [any CodingKey], _ memo: CodingMemo) throws -> Dictionary? {
    guard case .object(let members) = json else { return nil }
    return try memo.dictionary(
      of: members, { try key(named: $0, path + [Step($0)]) },
      { try ValueDecoder.value(Value.self, $0, path + [Step($1)]) })
  }
}

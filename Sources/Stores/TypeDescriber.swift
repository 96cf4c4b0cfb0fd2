// What a Codable type is called in Swift, and how the daemon is to declare it.
internal import Foundation

/// What the types of a server's stores are called: two types never the same.
final class TypeNames {
  private var names: [ObjectIdentifier: String] = [:]
  private var taken: Set<String> = []

  /// The name that was said for a type.
  func claim(_ name: String, for type: any Any.Type) -> Bool {
    if let present = names[ObjectIdentifier(type)] { return present == name }
    guard taken.insert(name).inserted else { return false }
    names[ObjectIdentifier(type)] = name
    return true
  }

  /// The type's own name; where another has that, with the names of what it stands in: `SongState` for `Song.State`.
  func name(of type: any Any.Type) -> String {
    if let name = names[ObjectIdentifier(type)] { return name }
    // The module, and places without a name, are left out.
    let steps = String(reflecting: type).split(separator: ".").dropFirst().filter { !$0.contains("(") }
    var name = String(describing: type)
    for step in steps.dropLast().reversed() where taken.contains(name) { name = step + name }
    let whole = name
    var number = 2
    while taken.contains(name) {
      name = "\(whole)\(number)"
      number += 1
    }
    taken.insert(name)
    names[ObjectIdentifier(type)] = name
    return name
  }
}

/// Finds out how values of a type look, without having one: a structure is decoded from nothing, and notes what it asks for.
struct TypeDescriber {
  /// Whether something of it is an object, which may become another where it is.
  private(set) var hasObjects = false
  /// What cannot be found out, and is said.
  var declared: [(type: any Any.Type, name: String, source: String)] = []
  var names = TypeNames()
  private(set) var declarations: [String: String] = [:]

  private static let plain: [ObjectIdentifier: String] = {
    let types: [(any Any.Type, String)] = [
      (Bool.self, "Bool"), (String.self, "String"), (Double.self, "Double"), (Float.self, "Float"), (Int.self, "Int"),
      (Int8.self, "Int8"), (Int16.self, "Int16"), (Int32.self, "Int32"), (Int64.self, "Int64"), (UInt.self, "UInt"),
      (UInt8.self, "UInt8"), (UInt16.self, "UInt16"), (UInt32.self, "UInt32"), (UInt64.self, "UInt64"),
      (Date.self, "Date"), (Data.self, "Data"), (UUID.self, "UUID"), (URL.self, "URL"), (Decimal.self, "Decimal"),
      (CGFloat.self, "CGFloat"), (Duration.self, "Duration"), (IndexSet.self, "IndexSet"),
      (TimeZone.self, "TimeZone"), (Locale.self, "Locale"), (Calendar.self, "Calendar"),
      (DateComponents.self, "DateComponents"), (DateInterval.self, "DateInterval"),
      (URLComponents.self, "URLComponents"),
    ]
    return Dictionary(uniqueKeysWithValues: types.map { (ObjectIdentifier($0.0), $0.1) })
  }()

  /// - Parameter place: where it is used, for messages.
  mutating func name(of type: any Any.Type, at place: String) throws(StoresError) -> String {
    if type is AnyClass { hasObjects = true }
    if let name = Self.plain[ObjectIdentifier(type)] { return name }
    if let given = declared.first(where: { $0.type == type }) {
      guard names.claim(given.name, for: type) else {
        throw StoresError(
          "'\(place)' is of the type '\(type)', which is to be called '\(given.name)', as another type is; give it another name"
        )
      }
      declarations[given.name] = given.source
      return given.name
    }
    if let type = type as? any Wrapping.Type {
      var parts: [String] = []
      for part in type.parts { parts.append(try name(of: part, at: place)) }
      return type.spelled(parts)
    }
    guard let decodable = type as? any Decodable.Type else {
      throw StoresError("'\(place)' is of the type '\(type)', which is not Codable")
    }
    guard String(describing: type).allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      throw StoresError("'\(place)' is of the type '\(type)'; say with `type(_:named:_:)` how it is declared")
    }
    let name = names.name(of: type)
    if declarations[name] != nil { return name }
    // It may contain itself.
    declarations[name] = ""
    declarations[name] =
      if let choice = type as? any (CaseIterable & RawRepresentable).Type {
        try Self.text(of: choice, name, at: place)
      } else {
        try text(of: decodable, name, at: place)
      }
    return name
  }

  private static func text<Choice: CaseIterable & RawRepresentable>(
    of type: Choice.Type, _ name: String, at place: String
  ) throws(StoresError) -> String {
    let isText = Choice.RawValue.self == String.self
    guard isText || Choice.RawValue.self == Int.self else {
      throw StoresError("'\(place)' is of the enumeration '\(type)', whose raw values are neither String nor Int")
    }
    let cases = type.allCases.map { choice in
      let raw = isText ? String(reflecting: choice.rawValue) : "\(choice.rawValue)"
      return "case \(SwiftName.spelled(SwiftName.ofCase(choice))) = \(raw)"
    }
    return "enum \(name): \(isText ? "String" : "Int"), Codable, CaseIterable { \(cases.joined(separator: "; ")) }"
  }

  private mutating func text(of type: any Decodable.Type, _ name: String, at place: String) throws(StoresError)
    -> String
  {
    let notes = Notes()
    do { _ = try type.init(from: Asking(notes: notes)) } catch {
      throw StoresError(
        "'\(place)' is of the type '\(type)', which does not say of what it is made; say with `type(_:named:_:)` how it is "
          + "declared, and give an enumeration raw values and CaseIterable")
    }
    guard notes.isKeyed else {
      throw StoresError("'\(place)' is of the type '\(type)'; say with `type(_:named:_:)` how it is declared")
    }
    var fields: [String] = []
    for (field, part) in notes.fields {
      fields.append("var \(SwiftName.spelled(field)): \(try self.name(of: part, at: "\(place).\(field)"))")
    }
    var bounds = ["Codable"]
    if type is any Hashable.Type { bounds.append("Hashable") }
    if type is any Identifiable.Type, notes.fields.contains(where: { $0.name == "id" }) {
      bounds.append("Identifiable")
    }
    return "struct \(name): \(bounds.joined(separator: ", ")) { \(fields.joined(separator: "; ")) }"
  }
}

// MARK: Types made of others

private protocol Wrapping {
  static var parts: [any Any.Type] { get }
  static func spelled(_ parts: [String]) -> String
}

extension Optional: Wrapping {
  fileprivate static var parts: [any Any.Type] { [Wrapped.self] }
  fileprivate static func spelled(_ parts: [String]) -> String { "\(parts[0])?" }
}

extension Array: Wrapping {
  fileprivate static var parts: [any Any.Type] { [Element.self] }
  fileprivate static func spelled(_ parts: [String]) -> String { "[\(parts[0])]" }
}

extension Set: Wrapping {
  fileprivate static var parts: [any Any.Type] { [Element.self] }
  fileprivate static func spelled(_ parts: [String]) -> String { "Set<\(parts[0])>" }
}

extension Range: Wrapping {
  fileprivate static var parts: [any Any.Type] { [Bound.self] }
  fileprivate static func spelled(_ parts: [String]) -> String { "Range<\(parts[0])>" }
}

extension ClosedRange: Wrapping {
  fileprivate static var parts: [any Any.Type] { [Bound.self] }
  fileprivate static func spelled(_ parts: [String]) -> String { "ClosedRange<\(parts[0])>" }
}

extension PartialRangeFrom: Wrapping {
  fileprivate static var parts: [any Any.Type] { [Bound.self] }
  fileprivate static func spelled(_ parts: [String]) -> String { "PartialRangeFrom<\(parts[0])>" }
}

extension PartialRangeThrough: Wrapping {
  fileprivate static var parts: [any Any.Type] { [Bound.self] }
  fileprivate static func spelled(_ parts: [String]) -> String { "PartialRangeThrough<\(parts[0])>" }
}

extension PartialRangeUpTo: Wrapping {
  fileprivate static var parts: [any Any.Type] { [Bound.self] }
  fileprivate static func spelled(_ parts: [String]) -> String { "PartialRangeUpTo<\(parts[0])>" }
}

extension Measurement: Wrapping {
  // The daemon knows units by the same names.
  fileprivate static var parts: [any Any.Type] { [] }
  fileprivate static func spelled(_ parts: [String]) -> String { "Measurement<\(UnitType.self)>" }
}

extension LoadState: Wrapping {
  fileprivate static var parts: [any Any.Type] { [Value.self] }
  fileprivate static func spelled(_ parts: [String]) -> String { "LoadState<\(parts[0])>" }
}

extension Dictionary: Wrapping {
  fileprivate static var parts: [any Any.Type] { [Key.self, Value.self] }
  fileprivate static func spelled(_ parts: [String]) -> String { "[\(parts[0]): \(parts[1])]" }
}

// MARK: Decoding from nothing

/// Has a value that says nothing, and cannot be decoded from nothing.
private protocol Blank {
  static func blank() throws -> Self
}

extension Range: Blank where Bound: Decodable {
  fileprivate static func blank() throws -> Range {
    let bound = try Asking.blank(Bound.self)
    return bound..<bound
  }
}

extension ClosedRange: Blank where Bound: Decodable {
  fileprivate static func blank() throws -> ClosedRange {
    let bound = try Asking.blank(Bound.self)
    return bound...bound
  }
}

extension PartialRangeFrom: Blank where Bound: Decodable {
  fileprivate static func blank() throws -> PartialRangeFrom { try Asking.blank(Bound.self)... }
}

extension PartialRangeThrough: Blank where Bound: Decodable {
  fileprivate static func blank() throws -> PartialRangeThrough { ...(try Asking.blank(Bound.self)) }
}

extension PartialRangeUpTo: Blank where Bound: Decodable {
  fileprivate static func blank() throws -> PartialRangeUpTo { ..<(try Asking.blank(Bound.self)) }
}

extension Measurement: Blank where UnitType: Dimension {
  fileprivate static func blank() throws -> Measurement { Measurement(value: 0, unit: UnitType.baseUnit()) }
}

/// What a type asked for.
private final class Notes {
  var isKeyed = false
  var fields: [(name: String, type: any Any.Type)] = []

  func note(_ name: String, _ type: any Any.Type) {
    if !fields.contains(where: { $0.name == name }) { fields.append((name, type)) }
  }
}

/// Gives values that say nothing, of whatever type is asked for.
private struct Asking: Decoder {
  let notes: Notes
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    notes.isKeyed = true
    return KeyedDecodingContainer(Keyed<Key>(notes: notes))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Nothing() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single() }

  static func blank<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let plain: [any Sendable] = [
      false, "", 0.0, Float(0), 0, Int8(0), Int16(0), Int32(0), Int64(0), UInt(0), UInt8(0), UInt16(0), UInt32(0),
      UInt64(0), Date(timeIntervalSince1970: 0), Data(), UUID(), URL(fileURLWithPath: "/"), Decimal(0), CGFloat(0),
      Duration.zero, IndexSet(), TimeZone.gmt, Locale(identifier: "en"), Calendar(identifier: .gregorian),
      DateComponents(), DateInterval(), URLComponents(),
    ]
    for value in plain { if let found = value as? Value { return found } }
    if let type = type as? any Blank.Type, let found = try type.blank() as? Value { return found }
    if let choice = type as? any CaseIterable.Type, let first = first(of: choice) as? Value { return first }
    return try Value(from: Asking(notes: Notes()))
  }

  private static func first<Choice: CaseIterable>(of type: Choice.Type) -> Any? { type.allCases.first }
}

private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let notes: Notes
  let codingPath: [any CodingKey] = []
  let allKeys: [Key] = []

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) throws -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    notes.note(key.stringValue, type)
    return try Asking.blank(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    notes.note(key.stringValue, Value?.self)
    return nil
  }

  // What the compiler makes asks for plain types by these; those that the protocol has by itself decode them.
  private func optional<Value>(_ type: Value.Type, _ key: Key) -> Value? {
    notes.note(key.stringValue, Value?.self)
    return nil
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { optional(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { optional(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { optional(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) -> Float? { optional(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { optional(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) -> Int8? { optional(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) -> Int16? { optional(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) -> Int32? { optional(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { optional(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) -> UInt? { optional(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) -> UInt8? { optional(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) -> UInt16? { optional(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) -> UInt32? { optional(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) -> UInt64? { optional(type, key) }

  func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Other>
  {
    throw DecodingError.dataCorrupted(.init(codingPath: [key], debugDescription: "a coding of its own"))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw DecodingError.dataCorrupted(.init(codingPath: [key], debugDescription: "a coding of its own"))
  }

  func superDecoder() throws -> any Decoder { Asking(notes: Notes()) }
  func superDecoder(forKey key: Key) throws -> any Decoder { Asking(notes: Notes()) }
}

private struct Single: SingleValueDecodingContainer {
  let codingPath: [any CodingKey] = []
  func decodeNil() -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Asking.blank(type) }
}

/// A list of nothing.
private struct Nothing: UnkeyedDecodingContainer {
  let codingPath: [any CodingKey] = []
  let count: Int? = 0
  let isAtEnd = true
  let currentIndex = 0

  private var end: DecodingError {
    .valueNotFound(Any.self, .init(codingPath: [], debugDescription: "the list is empty"))
  }

  mutating func decodeNil() throws -> Bool { throw end }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw end }
  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw end
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw end }
  mutating func superDecoder() throws -> any Decoder { throw end }
}

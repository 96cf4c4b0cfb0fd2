/// Keys, and which of them stand for which stored property.
internal import Foundation

/// A key as Foundation's coders see it.
struct AnyKey: CodingKey, CustomStringConvertible {
  let stringValue: String
  let intValue: Int?
  private let typeName: String

  init(_ text: String, number: Int? = nil, typeName: String = "_DictionaryCodingKey") {
    stringValue = text
    intValue = number
    self.typeName = typeName
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(String(intValue), number: intValue) }

  var description: String {
    "\(typeName)(stringValue: \"\(stringValue)\", intValue: \(intValue.map(String.init) ?? "nil"))"
  }
}

/// A key that is not one of the program's: an index, a dictionary's.
final class CodingKeyObject: NativeObject {
  let key: AnyKey

  init(_ key: AnyKey, type: Type) {
    self.key = key
    super.init(type: type)
  }

  override var text: String { key.description }
  override func isEqual(to other: NativeObject) -> Bool {
    (other as? CodingKeyObject)?.key.stringValue == key.stringValue
  }
  override func hash(into hasher: inout Hasher) { hasher.combine(key.stringValue) }
}

extension Machine {
  /// A key of the program for Foundation's coders.
  func key(_ value: Value) throws(Abort) -> AnyKey {
    let value = value.unboxed
    if case .native(let object as CodingKeyObject) = value { return object.key }
    let name = dynamicType(value, .hole).nominal?.name ?? "CodingKey"
    return remembered(AnyKey(try keyText(value), number: try keyNumber(value), typeName: name), value)
  }

  /// Foundation takes no values of the program along: an enum's keys are found again by how they are written.
  private func remembered(_ key: AnyKey, _ value: Value) -> AnyKey {
    if case .choice = value { state(KnownKeys.self).keys[key.description] = value }
    return key
  }

  /// `stringValue`: an enum's raw value or the name of its case, or what the key's type says.
  func keyText(_ key: Value) throws(Abort) -> String {
    switch key.unboxed {
    case .native(let object as CodingKeyObject): return object.key.stringValue
    case .choice(let enumCase): return enumCase.keyText
    case let own:
      guard case .string(let text)? = try member(named: "stringValue", of: own) else { return "" }
      return text
    }
  }

  func keyNumber(_ key: Value) throws(Abort) -> Int? {
    switch key.unboxed {
    case .native(let object as CodingKeyObject): return object.key.intValue
    case .choice(let enumCase):
      if case .int(let number)? = enumCase.rawValue { return number }
      return nil
    case let own:
      guard case .int(let number)? = try member(named: "intValue", of: own)?.unwrapped else { return nil }
      return number
    }
  }

  /// A key of Foundation's for the program.
  func value(_ key: any CodingKey) -> Value {
    if let own = (key as? AnyKey).flatMap({ state(KnownKeys.self).keys[$0.description] }) { return own }
    let known = (key as? AnyKey) ?? AnyKey(key.stringValue, number: key.intValue, typeName: "_CodingKey")
    return .native(CodingKeyObject(known, type: library.combineType("_CodingKey")))
  }

  /// The key of a type with a text; `nil` if the type has none.
  func key(_ text: String, of type: Type) throws(Abort) -> Value? {
    guard let nominal = type.nominal, nominal.isUserType else {
      return .native(CodingKeyObject(AnyKey(text), type: library.combineType("_CodingKey")))
    }
    if nominal.kind == .enumeration { return nominal.cases.first { $0.keyText == text }.map { .choice($0) } }
    let initialisers = program.environment.members(of: nominal, named: "init")
    guard
      let initialiser = initialisers.first(where: {
        $0.resolved()
        return $0.labels == ["stringValue"]
      })
    else { return nil }
    return try make(nominal, initialiser, [.string(text)]).unwrapped
  }
}

extension EnumCase {
  /// Keys describe themselves as keys; `nil` if it is none.
  var asCodingKey: AnyKey? {
    guard owner.conformances.contains(where: { $0.proto.name == "CodingKey" && $0.proto.library != nil }) else {
      return nil
    }
    if case .int(let number)? = rawValue { return AnyKey(name, number: number, typeName: owner.name) }
    return AnyKey(keyText, typeName: owner.name)
  }

  /// What stands for the case in coded data.
  var keyText: String {
    if case .string(let text)? = rawValue { return text }
    return name
  }
}

/// What the language derives for a type that conforms to `Decodable` or `Encodable` and does not code itself.
struct CodedProperty {
  let property: StoredProperty
  let key: AnyKey
}

extension Machine {
  /// The stored properties that are coded, with their keys: those that `CodingKeys` names, or all.
  func codedProperties(_ nominal: Nominal) -> [CodedProperty] {
    let properties = nominal.storedProperties.filter { !$0.isLazy }
    guard let keys = codingKeys(nominal) else {
      return properties.map { CodedProperty(property: $0, key: AnyKey($0.wrapped ?? $0.name, typeName: "CodingKeys")) }
    }
    return keys.cases.compactMap { enumCase in
      guard let property = properties.first(where: { ($0.wrapped ?? $0.name) == enumCase.name }) else { return nil }
      let key = AnyKey(enumCase.keyText, typeName: keys.name)
      return CodedProperty(property: property, key: remembered(key, .choice(enumCase)))
    }
  }

  /// The program's own `CodingKeys`, here or in an extension.
  func codingKeys(_ nominal: Nominal) -> Nominal? {
    guard case .nominal(let keys)? = program.environment.typeMember(of: nominal, named: "CodingKeys"),
      keys.kind == .enumeration
    else { return nil }
    return keys
  }

  /// The key of an enum's case, and those of its payload.
  func caseKey(_ enumCase: EnumCase) -> AnyKey {
    let own = codingKeys(enumCase.owner)?.cases.first { $0.name == enumCase.name }
    return AnyKey(own?.keyText ?? enumCase.name, typeName: "CodingKeys")
  }

  func payloadKey(_ index: Int, _ enumCase: EnumCase) -> AnyKey {
    let label = enumCase.payload[index].label
    let name = enumCase.name.prefix(1).uppercased() + enumCase.name.dropFirst() + "CodingKeys"
    guard let label, case .nominal(let keys)? = program.environment.typeMember(of: enumCase.owner, named: name),
      let own = keys.cases.first(where: { $0.name == label })
    else { return AnyKey(label ?? "_\(index)", typeName: name) }
    return AnyKey(own.keyText, typeName: name)
  }
}

/// The coding keys that Foundation's coders have seen, by how they are written.
private final class KnownKeys: LibraryState {
  var keys: [String: Value] = [:]
}

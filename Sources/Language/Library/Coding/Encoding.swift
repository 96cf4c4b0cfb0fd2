/// Writing values of the program's types with Foundation's own encoders.
internal import Foundation

/// A value on its way into an encoder.
struct EncodedValue: Encodable {
  let body: (any Encoder) throws -> Void
  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// A place to write to.
protocol EncodedPlace {
  mutating func put<T: Encodable>(_ value: T) throws
  mutating func putNil() throws
}

struct SingleTarget: EncodedPlace {
  var container: any SingleValueEncodingContainer
  init(_ container: any SingleValueEncodingContainer) { self.container = container }
  mutating func put<T: Encodable>(_ value: T) throws { try container.encode(value) }
  mutating func putNil() throws { try container.encodeNil() }
}

struct KeyedTarget: EncodedPlace {
  var container: KeyedEncodingContainer<AnyKey>
  let key: AnyKey
  mutating func put<T: Encodable>(_ value: T) throws { try container.encode(value, forKey: key) }
  mutating func putNil() throws { try container.encodeNil(forKey: key) }
}

struct UnkeyedTarget: EncodedPlace {
  var container: any UnkeyedEncodingContainer
  init(_ container: any UnkeyedEncodingContainer) { self.container = container }
  mutating func put<T: Encodable>(_ value: T) throws { try container.encode(value) }
  mutating func putNil() throws { try container.encodeNil() }
}

/// Writes values of types.
final class ValueWriter {
  let machine: Machine
  let location: Location
  /// Writes a date, if the program has given the encoder a strategy.
  var customDate: ((Value, any Encoder) throws -> Void)?

  init(_ machine: Machine, _ location: Location) {
    self.machine = machine
    self.location = location
  }

  /// The value as something that Foundation's encoders take.
  func coded(_ value: Value, _ type: Type) -> EncodedValue {
    EncodedValue { [self] encoder in try write(value, type, to: encoder) }
  }

  func write<Place: EncodedPlace>(_ value: Value, _ type: Type, _ place: inout Place) throws {
    if let wrapped = type.wrapped {
      guard let inside = value.unwrapped else { return try place.putNil() }
      return try write(inside, wrapped, &place)
    }
    if case .any(let box) = value { return try write(box.value, box.type, &place) }
    let type = machine.dynamicType(value, type)
    func integer<I: FixedWidthInteger & Encodable>(_ kind: I.Type) throws {
      try place.put(I(truncatingIfNeeded: value.integer))
    }
    switch type.libraryName {
    case "Int": try integer(Int.self)
    case "Int8": try integer(Int8.self)
    case "Int16": try integer(Int16.self)
    case "Int32": try integer(Int32.self)
    case "Int64": try integer(Int64.self)
    case "UInt": try integer(UInt.self)
    case "UInt8": try integer(UInt8.self)
    case "UInt16": try integer(UInt16.self)
    case "UInt32": try integer(UInt32.self)
    case "UInt64": try integer(UInt64.self)
    case "String", "Substring": try place.put(value.text)
    case "Double": try place.put(value.number)
    case "Float": try place.put(value.single)
    case "Bool": try place.put(value.flag)
    case "Date" where customDate == nil:
      try place.put(Date(timeIntervalSinceReferenceDate: value.object(DateObject.self)?.content ?? 0))
    case "Data": try place.put(value.data)
    case "URL":
      guard let url = value.url else { return try place.putNil() }
      try place.put(url)
    case "UUID": try place.put(value.object(UUIDObject.self)?.content ?? UUID())
    case "Decimal": try place.put(value.decimal)
    default: try place.put(coded(value, type))
    }
  }

  func write(_ value: Value, _ known: Type, to encoder: any Encoder) throws {
    try machine.spend(10)
    guard StackGuard.hasRoom else { throw Abort.nestedTooDeeply.at(location) }
    let type = machine.dynamicType(value, known)
    guard let nominal = type.nominal else { throw unwritable(type) }
    if nominal.isUserType { return try own(value, type, nominal, encoder) }
    switch type.libraryName {
    case "Array", "ContiguousArray", "ArraySlice", "Set": try list(try Elements.list(value), type.argument(0), encoder)
    case "Dictionary": try dictionary(value.table, type.argument(0), type.argument(1), encoder)
    case "Range", "ClosedRange": try list(value.fields, type.argument(0), encoder)
    case "Date":
      if let customDate { return try customDate(value, encoder) }
      fallthrough
    default:
      if case .native(let object) = value, let form = CodedForm.of(type) {
        return try form.encode(object, to: encoder)
      }
      var target = SingleTarget(encoder.singleValueContainer())
      if value.isSimple {
        try write(value, type, &target)
      } else {
        throw unwritable(type)
      }
    }
  }

  private func unwritable(_ type: Type) -> Abort {
    .fault(Fault(message: "a value of type '\(type)' cannot be encoded here", location: location))
  }

  private func list(_ elements: [Value], _ type: Type, _ encoder: any Encoder) throws {
    var target = UnkeyedTarget(encoder.unkeyedContainer())
    for element in elements {
      try machine.spend(2)
      try write(element, type, &target)
    }
  }

  private func dictionary(_ table: [Value: Value], _ key: Type, _ value: Type, _ encoder: any Encoder) throws {
    switch key.libraryName {
    case "String":
      // Foundation leaves the keys of such dictionaries alone, whatever the strategy.
      var items: [String: EncodedValue] = [:]
      for (name, item) in table {
        items[name.text] = EncodedValue { [self] encoder in
          var target = SingleTarget(encoder.singleValueContainer())
          try write(item, value, &target)
        }
      }
      var target = encoder.singleValueContainer()
      try target.encode(items)
    case "Int":
      for (number, item) in table {
        var target = KeyedTarget(
          container: encoder.container(keyedBy: AnyKey.self), key: AnyKey("\(number.integer)", number: number.integer))
        try write(item, value, &target)
      }
      if table.isEmpty { _ = encoder.container(keyedBy: AnyKey.self) }
    default:
      if key.isCodingKeyRepresentable {
        for (name, item) in table {
          guard case .string(let text)? = name.enumCase?.rawValue else { continue }
          var target = KeyedTarget(container: encoder.container(keyedBy: AnyKey.self), key: AnyKey(text))
          try write(item, value, &target)
        }
        if table.isEmpty { _ = encoder.container(keyedBy: AnyKey.self) }
        return
      }
      var target = UnkeyedTarget(encoder.unkeyedContainer())
      for (name, item) in table {
        try write(name, key, &target)
        try write(item, value, &target)
      }
    }
  }

  // MARK: The program's types

  private func own(_ value: Value, _ type: Type, _ nominal: Nominal, _ encoder: any Encoder) throws {
    if let method = machine.writtenEncode(nominal) {
      _ = try machine.activate { () throws(Abort) in
        try machine.invoke(method, receiver: value, [machine.value(encoder, self)])
      }
      return
    }
    try synthesised(value, type, nominal, encoder)
  }

  func synthesised(_ value: Value, _ type: Type, _ nominal: Nominal, _ encoder: any Encoder) throws {
    switch value {
    case .record(let record) where nominal.isCodedByRawValue:
      guard let property = nominal.storedProperties.first(where: { $0.name == "rawValue" }) else { break }
      var target = SingleTarget(encoder.singleValueContainer())
      try write(record[property.slot], property.settledType, &target)
    case .record(let record): try properties(record.fields, type, nominal, encoder)
    case .instance(let instance): try properties(instance.slots, type, nominal, encoder)
    case .choice(let enumCase):
      guard let raw = enumCase.rawValue else {
        var container = encoder.container(keyedBy: AnyKey.self)
        _ = container.nestedContainer(keyedBy: AnyKey.self, forKey: machine.caseKey(enumCase))
        return
      }
      var target = SingleTarget(encoder.singleValueContainer())
      try write(raw, nominal.rawType ?? .hole, &target)
    case .payload(let payload):
      let enumCase = payload.enumCase
      var container = encoder.container(keyedBy: AnyKey.self)
      let inner = container.nestedContainer(keyedBy: AnyKey.self, forKey: machine.caseKey(enumCase))
      for (index, (value, type)) in zip(payload.values, payload.types(type)).enumerated() {
        if type.wrapped != nil, value.isNull { continue }
        var target = KeyedTarget(container: inner, key: machine.payloadKey(index, enumCase))
        try write(value, type, &target)
      }
    default: throw unwritable(type)
    }
  }

  private func properties(_ fields: [Value], _ type: Type, _ nominal: Nominal, _ encoder: any Encoder) throws {
    let substitution = nominal.substitution(type.genericArguments)
    let container = encoder.container(keyedBy: AnyKey.self)
    for coded in machine.codedProperties(nominal) {
      let type = coded.property.settledType.substituting(substitution)
      let value = coded.property.stored(in: fields)
      if type.wrapped != nil, value.isNull { continue }
      var target = KeyedTarget(container: container, key: coded.key)
      try write(value, type, &target)
    }
  }
}

extension Value {
  fileprivate var isSimple: Bool {
    switch self {
    case .bool, .int, .double, .float, .string, .character, .native: true
    default: false
    }
  }
}

extension Machine {
  /// The `encode(to:)` that the program wrote for a type or a type it inherits from.
  fileprivate func writtenEncode(_ nominal: Nominal) -> Declaration? {
    for ancestor in nominal.lineage {
      let found = program.environment.members(of: ancestor, named: "encode").first { candidate in
        candidate.resolved()
        guard candidate.labels == ["to"], case .function = candidate.implementation else { return false }
        return candidate.parameters[0].type.isCoder("Encoder")
      }
      if let found { return found }
    }
    return nil
  }
}

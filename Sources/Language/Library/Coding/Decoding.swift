/// Reading values of the program's types with Foundation's own decoders.
///
/// The decoder is the real one, so that its strategies, its errors and their paths are those of the compiled program.
/// What is ours is the way from a type as the checker knows it to the calls that its synthesised or written
/// `init(from:)` makes.
internal import Foundation

/// The outermost value, with what is to be read.
struct DecodedRoot: DecodableWithConfiguration {
  typealias DecodingConfiguration = ValueReader
  let value: Value

  init(from decoder: any Decoder, configuration reader: ValueReader) throws {
    value = try reader.read(reader.type, SinglePlace(decoder))
  }
}

/// A place in coded data.
protocol DecodedPlace {
  mutating func get<T: Decodable>(_ type: T.Type) throws -> T
  mutating func getNil() throws -> Bool
  /// A decoder of what is there. It outlives the call, unlike the one that a `Decodable` type is given.
  mutating func nested() throws -> any Decoder
}

struct SinglePlace: DecodedPlace {
  let decoder: any Decoder
  private let container: any SingleValueDecodingContainer

  init(_ decoder: any Decoder) throws {
    self.decoder = decoder
    container = try decoder.singleValueContainer()
  }
  func get<T: Decodable>(_ type: T.Type) throws -> T { try container.decode(type) }
  func getNil() throws -> Bool { container.decodeNil() }
  func nested() throws -> any Decoder { decoder }
}

struct KeyedPlace: DecodedPlace {
  let container: KeyedDecodingContainer<AnyKey>
  let key: AnyKey
  func get<T: Decodable>(_ type: T.Type) throws -> T { try container.decode(type, forKey: key) }
  func getNil() throws -> Bool { try !container.contains(key) || container.decodeNil(forKey: key) }
  func nested() throws -> any Decoder {
    guard container.contains(key) else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: container.codingPath,
          debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\")."))
    }
    return try container.superDecoder(forKey: key)
  }
}

/// The next element of a list.
struct UnkeyedPlace: DecodedPlace {
  var container: any UnkeyedDecodingContainer
  init(_ container: any UnkeyedDecodingContainer) { self.container = container }
  mutating func get<T: Decodable>(_ type: T.Type) throws -> T { try container.decode(type) }
  mutating func getNil() throws -> Bool { try container.decodeNil() }
  mutating func nested() throws -> any Decoder { try container.superDecoder() }
}

/// Any value at all, for the names of what has it.
private struct Unread: Decodable {
  init(from decoder: any Decoder) {}
}

/// Reads values of types.
final class ValueReader {
  let machine: Machine
  let type: Type
  let location: Location
  /// Its value has been decoded, or not.
  var isOver = false
  /// Turns a text or a number into a date, if the program has given the decoder a strategy.
  var customDate: ((any Decoder) throws -> Value)?
  /// Makes a key of a path, if the program says how.
  var customKey: (([any CodingKey]) -> AnyKey)?

  init(_ machine: Machine, _ type: Type, _ location: Location) {
    self.machine = machine
    self.type = type
    self.location = location
  }

  func read<Place: DecodedPlace>(_ type: Type, _ place: Place) throws -> Value {
    var place = place
    return try readIn(type, &place)
  }

  func readIn<Place: DecodedPlace>(_ type: Type, _ place: inout Place) throws -> Value {
    if let wrapped = type.wrapped {
      if try place.getNil() { return .null }
      return try readIn(wrapped, &place).some
    }
    if let known = try simple(type, &place) { return known }
    return try read(type, from: try place.nested())
  }

  private func simple<Place: DecodedPlace>(_ type: Type, _ place: inout Place) throws -> Value? {
    func integer<I: FixedWidthInteger & Decodable>(_ kind: I.Type) throws -> Value {
      let number = try place.get(kind)
      return Int(exactly: number).map { .int($0) } ?? .word(UInt(truncatingIfNeeded: number))
    }
    switch type.libraryName {
    case "Int": return try integer(Int.self)
    case "String": return .string(try place.get(String.self))
    case "Double": return .double(try place.get(Double.self))
    case "Bool": return .bool(try place.get(Bool.self))
    case "Float": return .float(try place.get(Float.self))
    case "Int8": return try integer(Int8.self)
    case "Int16": return try integer(Int16.self)
    case "Int32": return try integer(Int32.self)
    case "Int64": return try integer(Int64.self)
    case "UInt": return try integer(UInt.self)
    case "UInt8": return try integer(UInt8.self)
    case "UInt16": return try integer(UInt16.self)
    case "UInt32": return try integer(UInt32.self)
    case "UInt64": return try integer(UInt64.self)
    case "Date":
      if let customDate { return try customDate(try place.nested()) }
      return .native(DateObject(try place.get(Date.self).timeIntervalSinceReferenceDate, type: type))
    case "Data": return .native(DataObject(try place.get(Data.self), type: type))
    case "URL": return .native(URLObject(try place.get(URL.self), type: type))
    case "UUID": return .native(UUIDObject(try place.get(UUID.self), type: type))
    case "Decimal": return .native(DecimalObject(try place.get(Decimal.self), type: type))
    default: return nil
    }
  }

  // MARK: Values of parts

  func read(_ type: Type, from decoder: any Decoder) throws -> Value {
    try machine.spendReading()
    guard StackGuard.hasRoom else { throw Abort.nestedTooDeeply.at(location) }
    guard let nominal = type.nominal else { throw unreadable(type) }
    if nominal.isUserType { return try own(type, nominal, decoder) }
    switch type.libraryName {
    case "Array", "ContiguousArray", "ArraySlice": return .array(try list(type.argument(0), decoder))
    case "Set":
      let list = try list(type.argument(0), decoder)
      return .set(Set(list))
    case "Dictionary": return try dictionary(type.argument(0), type.argument(1), decoder)
    case "Range", "ClosedRange":
      let bounds = try list(type.argument(0), decoder)
      guard bounds.count == 2 else { throw unreadable(type) }
      guard try Ordering.isAtMost(bounds[0], bounds[1]) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription:
              "Cannot initialize \(type) with a lowerBound (\(try machine.describe(bounds[0], type.argument(0)))) greater than upperBound (\(try machine.describe(bounds[1], type.argument(0))))"
          ))
      }
      return .record(Record(nominal, bounds))
    default:
      if let form = CodedForm.of(type) { return .native(try form.decode(type, from: decoder)) }
      return try read(type, SinglePlace(decoder))
    }
  }

  private func unreadable(_ type: Type) -> Abort {
    .fault(Fault(message: "a value of type '\(type)' cannot be decoded here", location: location))
  }

  private func list(_ element: Type, _ decoder: any Decoder) throws -> [Value] {
    var container = UnkeyedPlace(try decoder.unkeyedContainer())
    var result: [Value] = []
    while !container.container.isAtEnd {
      try machine.spend(2)
      result.add(try readIn(element, &container))
      try ValueSize.check(result.count, adding: 1)
    }
    return result
  }

  private func dictionary(_ key: Type, _ value: Type, _ decoder: any Decoder) throws -> Value {
    var result: [Value: Value] = [:]
    switch key.libraryName {
    case "String":
      // Foundation leaves the keys of such dictionaries alone, whatever the strategy.
      let names = try decoder.singleValueContainer().decode([String: Unread].self).keys
      let container = try decoder.container(keyedBy: AnyKey.self)
      for name in names {
        let key =
          customKey?(decoder.codingPath + [AnyKey(name)])
          ?? AnyKey(container.contains(AnyKey(name)) ? name : name.fromSnakeCase)
        result[.string(name)] = try read(value, KeyedPlace(container: container, key: key))
      }
    case "Int":
      let container = try decoder.container(keyedBy: AnyKey.self)
      for key in container.allKeys {
        guard let number = key.intValue ?? Int(key.stringValue) else {
          throw DecodingError.typeMismatch(
            Int.self,
            .init(
              codingPath: decoder.codingPath + [key],
              debugDescription: "Expected Int key but found String key instead."))
        }
        result[.int(number)] = try read(value, KeyedPlace(container: container, key: key))
      }
    default:
      let keyType = key
      if key.isCodingKeyRepresentable {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for key in container.allKeys {
          guard let enumCase = keyType.nominal?.cases.first(where: { $0.rawValue == .string(key.stringValue) }) else {
            throw DecodingError.dataCorrupted(
              .init(
                codingPath: decoder.codingPath + [key], debugDescription: "Could not convert key to type \(keyType)"))
          }
          result[.choice(enumCase)] = try read(value, KeyedPlace(container: container, key: key))
        }
        return .dictionary(result)
      }
      var container = UnkeyedPlace(try decoder.unkeyedContainer())
      while !container.container.isAtEnd {
        let name = try readIn(key, &container)
        result[name] = try readIn(value, &container)
      }
    }
    return .dictionary(result)
  }

  // MARK: The program's types

  private func own(_ type: Type, _ nominal: Nominal, _ decoder: any Decoder) throws -> Value {
    if let written = machine.writtenInit(nominal) {
      return try machine.make(nominal, written, [machine.value(decoder, self)], as: type)
    }
    return try synthesised(type, nominal, decoder)
  }

  func synthesised(_ type: Type, _ nominal: Nominal, _ decoder: any Decoder) throws -> Value {
    switch nominal.kind {
    case .enumeration:
      return nominal.rawType == nil ? try payload(type, nominal, decoder) : try raw(nominal, decoder)
    case .structure where nominal.isCodedByRawValue: return try rawRepresentable(type, nominal, decoder)
    case .structure:
      let types = TypeArguments.of(type)
      var fields = try machine.initialFields(nominal, types)
      try fill(&fields, type, nominal, decoder)
      let record = Record(nominal, fields)
      record.typeArguments = types
      return .record(record)
    case .classType:
      let instance = Instance(nominal, machine)
      instance.typeArguments = TypeArguments.of(type)
      try machine.setAllInitialValues(instance)
      try fill(&instance.slots, type, nominal, decoder)
      return .instance(instance)
    case .protocolType: throw unreadable(type)
    }
  }

  private func fill(_ fields: inout [Value], _ type: Type, _ nominal: Nominal, _ decoder: any Decoder) throws {
    let substitution = nominal.substitution(type.genericArguments)
    let container = try decoder.container(keyedBy: AnyKey.self)
    for coded in machine.codedProperties(nominal) {
      // A constant that has its value keeps it.
      if coded.property.isLet, coded.property.initial != nil { continue }
      let type = coded.property.settledType.substituting(substitution)
      fields[coded.property.slot] =
        try ownDecode(type, container, coded.key) ?? read(type, KeyedPlace(container: container, key: coded.key))
    }
  }

  /// What an overload of `decode(_:forKey:)` gives that the program has for just this type: derived initialisers choose it.
  private func ownDecode(_ type: Type, _ container: KeyedDecodingContainer<AnyKey>, _ key: AnyKey) throws -> Value? {
    guard case .nominal(let nominal, let arguments) = type, nominal.isUserType,
      let owner = machine.library.type(named: "KeyedDecodingContainer")
    else { return nil }
    for declaration in machine.program.environment.members(of: owner, named: "decode") {
      guard case .function = declaration.implementation, declaration.labels == [nil, "forKey"],
        case .metatype(.nominal(let wanted, let parameters)) = declaration.parameters[0].type, wanted === nominal
      else { continue }
      var substitution: Substitution = [:]
      for (parameter, argument) in zip(parameters, arguments) {
        if case .parameter(let generic) = parameter { substitution[generic] = argument }
      }
      let receiver = KeyedReader(container, self, type: .nominal(owner, owner.genericParameters.map { _ in .hole }))
      return try machine.activate { () throws(Abort) in
        try machine.invoke(
          declaration, receiver: .native(receiver), [.metatype(TypeBox(type)), machine.value(key)],
          types: .native(TypeArguments(substitution)))
      }
    }
    return nil
  }

  /// `super.init(from:)` of a class whose initialiser is derived.
  func fill(_ instance: Instance, of nominal: Nominal, _ decoder: any Decoder) throws {
    try machine.setInitialValues(instance, of: nominal)
    try fill(&instance.slots, nominal.selfType, nominal, decoder)
  }

  /// A struct that stands for its raw value: an `OptionSet`.
  private func rawRepresentable(_ type: Type, _ nominal: Nominal, _ decoder: any Decoder) throws -> Value {
    let rawType = nominal.storedProperties.first { $0.name == "rawValue" }?.settledType ?? .hole
    let raw = try read(rawType, SinglePlace(decoder))
    let written = machine.program.environment.members(of: nominal, named: "init").first { candidate in
      guard candidate.resolved(), candidate.labels == ["rawValue"] else { return false }
      if case .function = candidate.implementation { return true }
      return false
    }
    guard let written else { return .record(Record(nominal, [raw])) }
    let made = try machine.make(nominal, written, [raw], as: type)
    if !made.isNull { return made }
    let text = try machine.describe(raw, rawType)
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "Cannot initialize \(nominal.name) from invalid \(rawType) value \(text)"))
  }

  private func raw(_ nominal: Nominal, _ decoder: any Decoder) throws -> Value {
    let rawType = nominal.rawType ?? .hole
    let raw = try read(rawType, SinglePlace(decoder))
    if let found = nominal.cases.first(where: { $0.rawValue == raw }) { return .choice(found) }
    let text = try machine.describe(raw, rawType)
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "Cannot initialize \(nominal.name) from invalid \(rawType) value \(text)"))
  }

  private func payload(_ type: Type, _ nominal: Nominal, _ decoder: any Decoder) throws -> Value {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let known = nominal.cases.map { (enumCase: $0, key: machine.caseKey($0)) }
    let found = known.filter { container.contains($0.key) }
    guard found.count == 1, let (enumCase, key) = found.first else {
      throw Abort.thrown(
        machine.decodingError(
          "typeMismatch", .metatype(TypeBox(type)), path: decoder.codingPath,
          "Invalid number of keys found, expected one."), at: location)
    }
    if enumCase.payload.isEmpty { return .choice(enumCase) }
    let inner = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
    var values: [Value] = []
    for (index, type) in enumCase.payloadTypes(type).enumerated() {
      let place = KeyedPlace(container: inner, key: machine.payloadKey(index, enumCase))
      if enumCase.payload[index].hasDefault, try place.getNil(), type.wrapped == nil {
        throw Abort.fault(
          Fault(message: "a payload's default is not used by a decoder", location: location))
      }
      values.append(try read(type, place))
    }
    return .payload(Payload(enumCase, values))
  }
}

extension Machine {
  func decode(into instance: Instance, _ arguments: [Value]) throws(Abort) -> Value {
    guard let object = arguments.first?.object(DecoderObject.self),
      let owner = instance.type.lineage.first(where: { writtenInit($0) == nil })
    else { throw .fault("'\(instance.type.name)' cannot be made here") }
    do { try object.reader.fill(instance, of: owner, object.decoder) } catch {
      throw abort(error, at: object.reader.location)
    }
    return .void
  }

  fileprivate func spendReading() throws(Abort) { try spend(10) }

  /// The `init(from:)` that the program wrote for a type or a type it inherits from.
  func writtenInit(_ nominal: Nominal) -> Declaration? {
    for ancestor in nominal.lineage {
      let found = program.environment.members(of: ancestor, named: "init").first { candidate in
        candidate.resolved()
        guard candidate.labels == ["from"], case .function = candidate.implementation else { return false }
        return candidate.parameters[0].type.isCoder("Decoder")
      }
      if let found { return found }
    }
    return nil
  }
}

extension Nominal {
  /// It has one stored property, `rawValue`, and says that it is represented by it.
  var isCodedByRawValue: Bool {
    guard kind == .structure, storedProperties.count == 1, storedProperties[0].name == "rawValue" else { return false }
    return conformances.contains {
      ["OptionSet", "RawRepresentable"].contains($0.proto.name) && $0.proto.library != nil
    }
  }
}

extension Type {
  /// An enum whose texts are the keys of coded dictionaries.
  var isCodingKeyRepresentable: Bool {
    guard let nominal, nominal.isUserType, nominal.rawType?.libraryName == "String" else { return false }
    return nominal.conformances.contains { $0.proto.name == "CodingKeyRepresentable" && $0.proto.library != nil }
  }

  /// `any Decoder` or `any Encoder`.
  func isCoder(_ name: String) -> Bool {
    guard case .existential(let existential) = self else { return false }
    return existential.protocols.first?.name == name && existential.protocols.first?.library != nil
  }
}

extension String {
  /// `someKey` for `some_key`, as `convertFromSnakeCase` has it; underscores at the ends stay.
  fileprivate var fromSnakeCase: String {
    let head = prefix { $0 == "_" }
    let tail = reversed().prefix { $0 == "_" }
    guard head.count + tail.count < count else { return self }
    let words = dropFirst(head.count).dropLast(tail.count).split(separator: "_")
    guard words.count > 1 else { return self }
    let rest = words.dropFirst().map { $0.lowercased() }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return head + words[0].lowercased() + rest.joined() + String(tail)
  }
}

/// Decoders and their containers as the program's own `init(from:)` uses them.
internal import Foundation

/// A `Decoder`.
final class DecoderObject: NativeObject {
  let decoder: any Decoder
  let reader: ValueReader

  init(_ decoder: any Decoder, _ reader: ValueReader, type: Type) {
    self.decoder = decoder
    self.reader = reader
    super.init(type: type)
  }
}

final class KeyedReader: NativeObject {
  let container: KeyedDecodingContainer<AnyKey>
  let reader: ValueReader

  init(_ container: KeyedDecodingContainer<AnyKey>, _ reader: ValueReader, type: Type) {
    self.container = container
    self.reader = reader
    super.init(type: type)
  }
}

final class UnkeyedReader: NativeObject {
  var place: UnkeyedPlace
  let reader: ValueReader

  init(_ container: any UnkeyedDecodingContainer, _ reader: ValueReader, type: Type) {
    place = UnkeyedPlace(container)
    self.reader = reader
    super.init(type: type)
  }

  /// One that goes on by itself.
  init(_ other: UnkeyedReader) {
    (place, reader) = (other.place, other.reader)
    super.init(type: other.type)
  }
}

final class SingleReader: NativeObject {
  let place: SinglePlace
  let reader: ValueReader

  init(_ place: SinglePlace, _ reader: ValueReader, type: Type) {
    self.place = place
    self.reader = reader
    super.init(type: type)
  }
}

extension Machine {
  func value(_ decoder: any Decoder, _ reader: ValueReader) -> Value {
    .native(DecoderObject(decoder, reader, type: library.combineType("Decoder")))
  }

  fileprivate func unkeyed(_ container: any UnkeyedDecodingContainer, _ reader: ValueReader) -> Value {
    .native(UnkeyedReader(container, reader, type: library.combineType("UnkeyedDecodingContainer")))
  }
}

extension NativeCall {
  /// Runs what may throw anything of Foundation's.
  func coding<T>(_ body: () throws -> T) throws(Abort) -> T {
    do { return try body() } catch {
      // A loop that tries again what cannot be decoded is stopped in its time: making an error takes some.
      try machine.spend(1000)
      throw machine.abort(error, at: location)
    }
  }

  /// The same with a decoder of the program's. Foundation's stop the process when they are used after the value that they
  /// were made for has been decoded, or has failed to be.
  func coding<T>(_ reader: ValueReader, _ body: () throws -> T) throws(Abort) -> T {
    if reader.isOver { throw .trap("a decoder cannot be used after its value has been decoded") }
    return try coding(body)
  }

  /// The type that a metatype among the operands stands for.
  func metatype(_ index: Int) -> Type {
    if case .metatype(let box) = self[index].unboxed { return box.type }
    return .hole
  }

  func path(_ keys: [any CodingKey]) -> Value { .array(keys.map { machine.value($0) }) }

  fileprivate func keyed(_ index: Int) throws(Abort) -> KeyedReader {
    guard let object = self[index].object(KeyedReader.self) else { throw .trap("this is no container of the library") }
    return object
  }
}

extension CodingLibrary {
  static func decoding() -> [String: Table] {
    [
      "Decodable": {
        LibraryType(
          "protocol Decodable {}",
          [
            contextual("init(from decoder: any Decoder) throws") { call throws(Abort) in
              guard let object = call[0].object(DecoderObject.self) else { throw .trap("this is no decoder") }
              let type = call.type("Self")
              return try call.coding(object.reader) {
                if let nominal = type.nominal, nominal.isUserType {
                  return try object.reader.synthesised(type, nominal, object.decoder)
                }
                return try object.reader.read(type, SinglePlace(object.decoder))
              }
            }
          ])
      },
      "Decoder": { LibraryType("protocol Decoder {}", decoder()) },
      "KeyedDecodingContainer": { LibraryType("struct KeyedDecodingContainer<Key: CodingKey> {}", keyedDecoding()) },
      "UnkeyedDecodingContainer": { LibraryType("protocol UnkeyedDecodingContainer {}", unkeyedDecoding()) },
      "SingleValueDecodingContainer": {
        LibraryType("protocol SingleValueDecodingContainer {}", singleDecoding())
      },
    ]
  }

  private static func decoder() -> [LibraryEntry] {
    [
      contextual("func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key>") {
        call throws(Abort) in
        guard let object = call[0].object(DecoderObject.self) else { return .void }
        let container = try call.coding(object.reader) { try object.decoder.container(keyedBy: AnyKey.self) }
        return .native(KeyedReader(container, object.reader, type: call.result))
      },
      contextual("func unkeyedContainer() throws -> any UnkeyedDecodingContainer") { call throws(Abort) in
        guard let object = call[0].object(DecoderObject.self) else { return .void }
        return call.machine.unkeyed(
          try call.coding(object.reader) { try object.decoder.unkeyedContainer() }, object.reader)
      },
      contextual("func singleValueContainer() throws -> any SingleValueDecodingContainer") { call throws(Abort) in
        guard let object = call[0].object(DecoderObject.self) else { return .void }
        let place = try call.coding(object.reader) { try SinglePlace(object.decoder) }
        let type = call.machine.library.combineType("SingleValueDecodingContainer")
        return .native(SingleReader(place, object.reader, type: type))
      },
      contextual("var codingPath: [any CodingKey] { get }") { call in
        call.path(call[0].object(DecoderObject.self)?.decoder.codingPath ?? [])
      },
    ]
  }

  private static func keyedDecoding() -> [LibraryEntry] {
    [
      contextual("func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T") { call throws(Abort) in
        let (object, key) = (try call.keyed(0), try call.machine.key(call[2]))
        return try call.coding(object.reader) {
          try object.reader.read(call.metatype(1), KeyedPlace(container: object.container, key: key))
        }
      },
      contextual("func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T?") {
        call throws(Abort) in
        let (object, key) = (try call.keyed(0), try call.machine.key(call[2]))
        return try call.coding(object.reader) {
          let place = KeyedPlace(container: object.container, key: key)
          if try place.getNil() { return .null }
          return try object.reader.read(call.metatype(1), place).some
        }
      },
      contextual("func contains(_ key: Key) -> Bool") { call throws(Abort) in
        .bool(try call.keyed(0).container.contains(try call.machine.key(call[1])))
      },
      contextual("func decodeNil(forKey key: Key) throws -> Bool") { call throws(Abort) in
        let (object, key) = (try call.keyed(0), try call.machine.key(call[1]))
        return .bool(try call.coding(object.reader) { try object.container.decodeNil(forKey: key) })
      },
      contextual("var allKeys: [Key] { get }") { call throws(Abort) in
        let object = try call.keyed(0)
        let type = object.type.argument(0)
        var keys: [Value] = []
        for key in object.container.allKeys {
          if let own = try call.machine.key(key.stringValue, of: type) { keys.append(own) }
        }
        return .array(keys)
      },
      contextual("var codingPath: [any CodingKey] { get }") { call throws(Abort) in
        call.path(try call.keyed(0).container.codingPath)
      },
      contextual(
        "func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws "
          + "-> KeyedDecodingContainer<NestedKey>"
      ) { call throws(Abort) in
        let (object, key) = (try call.keyed(0), try call.machine.key(call[2]))
        let nested = try call.coding(object.reader) {
          try object.container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
        }
        return .native(KeyedReader(nested, object.reader, type: call.result))
      },
      contextual("func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer") {
        call throws(Abort) in
        let (object, key) = (try call.keyed(0), try call.machine.key(call[1]))
        return call.machine.unkeyed(
          try call.coding(object.reader) { try object.container.nestedUnkeyedContainer(forKey: key) }, object.reader)
      },
      contextual("func superDecoder() throws -> any Decoder") { call throws(Abort) in
        let object = try call.keyed(0)
        return call.machine.value(try call.coding(object.reader) { try object.container.superDecoder() }, object.reader)
      },
      contextual("func superDecoder(forKey key: Key) throws -> any Decoder") { call throws(Abort) in
        let (object, key) = (try call.keyed(0), try call.machine.key(call[1]))
        return call.machine.value(
          try call.coding(object.reader) { try object.container.superDecoder(forKey: key) }, object.reader)
      },
    ]
  }

  private static func unkeyedDecoding() -> [LibraryEntry] {
    func entry(
      _ signature: String, _ body: @escaping (NativeCall, UnkeyedReader) throws(Abort) -> Value
    ) -> LibraryEntry {
      contextual(signature) { call throws(Abort) in
        guard let object = call[0].object(UnkeyedReader.self) else { return .void }
        return try body(call, object)
      }
    }
    // A copy of a container stays where it is when the container goes on.
    func advancing(
      _ signature: String, _ body: @escaping (NativeCall, UnkeyedReader) throws(Abort) -> Value
    ) -> LibraryEntry {
      writing(signature) { call, value throws(Abort) in
        guard let object = value.object(UnkeyedReader.self) else { return .void }
        let own = UnkeyedReader(object)
        value = .native(own)
        return try body(call, own)
      }
    }
    return [
      advancing("mutating func decode<T: Decodable>(_ type: T.Type) throws -> T") { call, object throws(Abort) in
        try call.coding(object.reader) { try object.reader.readIn(call.metatype(1), &object.place) }
      },
      advancing("mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T?") {
        call, object throws(Abort) in
        try call.coding(object.reader) {
          if object.place.container.isAtEnd { return .null }
          if try object.place.getNil() { return .null }
          return try object.reader.readIn(call.metatype(1), &object.place).some
        }
      },
      advancing("mutating func decodeNil() throws -> Bool") { call, object throws(Abort) in
        .bool(try call.coding(object.reader) { try object.place.getNil() })
      },
      entry("var isAtEnd: Bool { get }") { _, object in .bool(object.place.container.isAtEnd) },
      entry("var count: Int? { get }") { _, object in object.place.container.count.map { .int($0) } ?? .null },
      entry("var currentIndex: Int { get }") { _, object in .int(object.place.container.currentIndex) },
      entry("var codingPath: [any CodingKey] { get }") { call, object in
        call.path(object.place.container.codingPath)
      },
      advancing(
        "mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws "
          + "-> KeyedDecodingContainer<NestedKey>"
      ) { call, object throws(Abort) in
        let nested = try call.coding(object.reader) { try object.place.container.nestedContainer(keyedBy: AnyKey.self) }
        return .native(KeyedReader(nested, object.reader, type: call.result))
      },
      advancing("mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer") {
        call, object throws(Abort) in
        call.machine.unkeyed(
          try call.coding(object.reader) { try object.place.container.nestedUnkeyedContainer() }, object.reader)
      },
      advancing("mutating func superDecoder() throws -> any Decoder") { call, object throws(Abort) in
        call.machine.value(try call.coding(object.reader) { try object.place.container.superDecoder() }, object.reader)
      },
    ]
  }

  private static func singleDecoding() -> [LibraryEntry] {
    [
      contextual("func decode<T: Decodable>(_ type: T.Type) throws -> T") { call throws(Abort) in
        guard let object = call[0].object(SingleReader.self) else { return .void }
        return try call.coding(object.reader) { try object.reader.read(call.metatype(1), object.place) }
      },
      contextual("func decodeNil() -> Bool") { call throws(Abort) in
        guard let object = call[0].object(SingleReader.self) else { return .bool(true) }
        return .bool(try call.coding(object.reader) { try object.place.getNil() })
      },
      contextual("var codingPath: [any CodingKey] { get }") { call in
        call.path(call[0].object(SingleReader.self)?.place.decoder.codingPath ?? [])
      },
    ]
  }
}

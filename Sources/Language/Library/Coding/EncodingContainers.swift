/// Encoders and their containers as the program's own `encode(to:)` uses them.
internal import Foundation

/// What a value is written as: once begun, it cannot be written as another kind. Foundation's encoders trap then.
private enum ContainerKind {
  case keyed, unkeyed, single

  /// - Parameter known: what was begun before.
  func follow(_ known: inout ContainerKind?) throws(Abort) {
    if let known, known != self || self == .single {
      throw .trap(
        self == .single && known == .single
          ? "a second value cannot be encoded through a single value container"
          : "this is encoded as \(known.words) already, and cannot be encoded as \(words) too")
    }
    known = self
  }

  private var words: String {
    switch self {
    case .keyed: "a keyed container"
    case .unkeyed: "an unkeyed container"
    case .single: "a single value"
    }
  }
}

/// An `Encoder`.
final class EncoderObject: NativeObject {
  let encoder: any Encoder
  let writer: ValueWriter
  private var kind: ContainerKind?

  fileprivate func begin(_ next: ContainerKind) throws(Abort) { try next.follow(&kind) }

  init(_ encoder: any Encoder, _ writer: ValueWriter, type: Type) {
    self.encoder = encoder
    self.writer = writer
    super.init(type: type)
  }
}

private final class KeyedWriter: NativeObject {
  var container: KeyedEncodingContainer<AnyKey>
  let writer: ValueWriter
  private var kinds: [String: ContainerKind] = [:]

  func begin(_ next: ContainerKind, for key: AnyKey) throws(Abort) {
    // A value that is encoded again takes the other's place.
    if next == .single { kinds[key.stringValue] = next } else { try next.follow(&kinds[key.stringValue]) }
  }

  init(_ container: KeyedEncodingContainer<AnyKey>, _ writer: ValueWriter, type: Type) {
    self.container = container
    self.writer = writer
    super.init(type: type)
  }
}

private final class UnkeyedWriter: NativeObject {
  var target: UnkeyedTarget
  let writer: ValueWriter

  init(_ container: any UnkeyedEncodingContainer, _ writer: ValueWriter, type: Type) {
    target = UnkeyedTarget(container)
    self.writer = writer
    super.init(type: type)
  }
}

private final class SingleWriter: NativeObject {
  var target: SingleTarget
  let writer: ValueWriter
  private let owner: EncoderObject

  func begin() throws(Abort) { try owner.begin(.single) }

  init(_ container: any SingleValueEncodingContainer, _ owner: EncoderObject, _ writer: ValueWriter, type: Type) {
    target = SingleTarget(container)
    self.owner = owner
    self.writer = writer
    super.init(type: type)
  }
}

extension Machine {
  func value(_ encoder: any Encoder, _ writer: ValueWriter) -> Value {
    .native(EncoderObject(encoder, writer, type: library.combineType("Encoder")))
  }

  fileprivate func unkeyed(_ container: any UnkeyedEncodingContainer, _ writer: ValueWriter) -> Value {
    .native(UnkeyedWriter(container, writer, type: library.combineType("UnkeyedEncodingContainer")))
  }
}

extension CodingLibrary {
  static func encoding() -> [String: Table] {
    [
      "Encodable": {
        LibraryType(
          "protocol Encodable {}",
          [
            contextual("func encode(to encoder: any Encoder) throws") { call throws(Abort) in
              guard let object = call[1].object(EncoderObject.self) else { throw .trap("this is no encoder") }
              // `super.encode(to:)` means the superclass' properties.
              let known = call.type("Self")
              let type = known.isClass ? known : call.machine.dynamicType(call[0], known)
              let isKeyed = type.nominal.map { $0.isUserType && $0.rawType == nil } ?? false
              try object.begin(isKeyed ? .keyed : .single)
              try call.coding {
                if let nominal = type.nominal, nominal.isUserType {
                  return try object.writer.synthesised(call[0].unboxed, type, nominal, object.encoder)
                }
                var target = SingleTarget(object.encoder.singleValueContainer())
                try object.writer.write(call[0], type, &target)
              }
              return .void
            }
          ])
      },
      "Encoder": { LibraryType("protocol Encoder {}", encoder()) },
      "KeyedEncodingContainer": { LibraryType("struct KeyedEncodingContainer<Key: CodingKey> {}", keyedEncoding()) },
      "UnkeyedEncodingContainer": { LibraryType("protocol UnkeyedEncodingContainer {}", unkeyedEncoding()) },
      "SingleValueEncodingContainer": {
        LibraryType(
          "protocol SingleValueEncodingContainer {}",
          [
            contextual("var codingPath: [any CodingKey] { get }") { call in
              call.path(call[0].object(SingleWriter.self)?.target.container.codingPath ?? [])
            },
            contextual("mutating func encode<T: Encodable>(_ value: T) throws") { call throws(Abort) in
              guard let object = call[0].object(SingleWriter.self) else { return .void }
              try object.begin()
              try call.coding { try object.writer.write(call[1], call.type("T"), &object.target) }
              return .void
            },
            contextual("mutating func encodeNil() throws") { call throws(Abort) in
              guard let object = call[0].object(SingleWriter.self) else { return .void }
              try object.begin()
              try call.coding { try object.target.putNil() }
              return .void
            },
          ])
      },
    ]
  }

  private static func encoder() -> [LibraryEntry] {
    [
      contextual("func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key>") {
        call throws(Abort) in
        guard let object = call[0].object(EncoderObject.self) else { return .void }
        try object.begin(.keyed)
        return .native(
          KeyedWriter(object.encoder.container(keyedBy: AnyKey.self), object.writer, type: call.result))
      },
      contextual("func unkeyedContainer() -> any UnkeyedEncodingContainer") { call throws(Abort) in
        guard let object = call[0].object(EncoderObject.self) else { return .void }
        try object.begin(.unkeyed)
        return call.machine.unkeyed(object.encoder.unkeyedContainer(), object.writer)
      },
      contextual("func singleValueContainer() -> any SingleValueEncodingContainer") { call in
        guard let object = call[0].object(EncoderObject.self) else { return .void }
        let type = call.machine.library.combineType("SingleValueEncodingContainer")
        return .native(SingleWriter(object.encoder.singleValueContainer(), object, object.writer, type: type))
      },
      contextual("var codingPath: [any CodingKey] { get }") { call in
        call.path(call[0].object(EncoderObject.self)?.encoder.codingPath ?? [])
      },
    ]
  }

  private static func keyedEncoding() -> [LibraryEntry] {
    func entry(
      _ signature: String, _ body: @escaping (NativeCall, KeyedWriter) throws(Abort) -> Value
    ) -> LibraryEntry {
      contextual(signature) { call throws(Abort) in
        guard let object = call[0].object(KeyedWriter.self) else { return .void }
        return try body(call, object)
      }
    }
    func put(_ call: NativeCall, _ object: KeyedWriter, _ value: Value, _ type: Type) throws(Abort) -> Value {
      let key = try call.machine.key(call[2])
      try object.begin(.single, for: key)
      try call.coding {
        var target = KeyedTarget(container: object.container, key: key)
        try object.writer.write(value, type, &target)
        object.container = target.container
      }
      return .void
    }
    return [
      entry("mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws") { call, object throws(Abort) in
        try put(call, object, call[1], call.type("T"))
      },
      entry("mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws") {
        call, object throws(Abort) in
        guard let value = call[1].unwrapped else { return .void }
        return try put(call, object, value, call.type("T"))
      },
      entry("mutating func encodeNil(forKey key: Key) throws") { call, object throws(Abort) in
        let key = try call.machine.key(call[1])
        try call.coding { try object.container.encodeNil(forKey: key) }
        return .void
      },
      entry(
        "mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) "
          + "-> KeyedEncodingContainer<NestedKey>"
      ) { call, object throws(Abort) in
        let key = try call.machine.key(call[2])
        try object.begin(.keyed, for: key)
        return .native(
          KeyedWriter(
            object.container.nestedContainer(keyedBy: AnyKey.self, forKey: key), object.writer, type: call.result))
      },
      entry("mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer") {
        call, object throws(Abort) in
        let key = try call.machine.key(call[1])
        try object.begin(.unkeyed, for: key)
        return call.machine.unkeyed(object.container.nestedUnkeyedContainer(forKey: key), object.writer)
      },
      entry("mutating func superEncoder() -> any Encoder") { call, object in
        call.machine.value(object.container.superEncoder(), object.writer)
      },
      entry("mutating func superEncoder(forKey key: Key) -> any Encoder") { call, object throws(Abort) in
        let key = try call.machine.key(call[1])
        return call.machine.value(object.container.superEncoder(forKey: key), object.writer)
      },
      entry("var codingPath: [any CodingKey] { get }") { call, object in call.path(object.container.codingPath) },
    ]
  }

  private static func unkeyedEncoding() -> [LibraryEntry] {
    func entry(
      _ signature: String, _ body: @escaping (NativeCall, UnkeyedWriter) throws(Abort) -> Value
    ) -> LibraryEntry {
      contextual(signature) { call throws(Abort) in
        guard let object = call[0].object(UnkeyedWriter.self) else { return .void }
        return try body(call, object)
      }
    }
    return [
      entry("mutating func encode<T: Encodable>(_ value: T) throws") { call, object throws(Abort) in
        try call.coding { try object.writer.write(call[1], call.type("T"), &object.target) }
        return .void
      },
      entry("mutating func encode<S: Sequence>(contentsOf sequence: S) throws where S.Element: Encodable") {
        call, object throws(Abort) in
        for element in try Elements.list(call[1]) {
          try call.coding { try object.writer.write(element, .hole, &object.target) }
        }
        return .void
      },
      entry("mutating func encodeNil() throws") { call, object throws(Abort) in
        try call.coding { try object.target.putNil() }
        return .void
      },
      entry("var count: Int { get }") { _, object in .int(object.target.container.count) },
      entry(
        "mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) "
          + "-> KeyedEncodingContainer<NestedKey>"
      ) { call, object in
        .native(
          KeyedWriter(
            object.target.container.nestedContainer(keyedBy: AnyKey.self), object.writer, type: call.result))
      },
      entry("mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer") { call, object in
        call.machine.unkeyed(object.target.container.nestedUnkeyedContainer(), object.writer)
      },
      entry("mutating func superEncoder() -> any Encoder") { call, object in
        call.machine.value(object.target.container.superEncoder(), object.writer)
      },
      entry("var codingPath: [any CodingKey] { get }") { call, object in
        call.path(object.target.container.codingPath)
      },
    ]
  }
}

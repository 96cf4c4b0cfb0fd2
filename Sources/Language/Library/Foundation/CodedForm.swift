/// Values of Foundation's whose plain form is what their `Codable` writes: time zones, calendars, components of dates.
internal import Foundation

/// A type of Foundation's whose values are known by what their `Codable` writes.
struct CodedForm: Sendable {
  private let write: @Sendable (NativeObject, any Encoder) throws -> Void
  private let read: @Sendable (any Decoder, Type) throws -> NativeObject
  private let readJSON: @Sendable (Data, Type) throws -> NativeObject?

  private init<Content: Codable & Hashable & Sendable>(
    _: Content.Type,
    _ make: @escaping @Sendable (Content, Type) -> ValueObject<Content> = { ValueObject($0, type: $1) }
  ) {
    write = { object, encoder in try (object as? ValueObject<Content>)?.content.encode(to: encoder) }
    read = { decoder, type in make(try Content(from: decoder), type) }
    readJSON = { data, type in try JSONDecoder().decode([Content].self, from: data).first.map { make($0, type) } }
  }

  private static let kinds = [
    "TimeZone": CodedForm(TimeZone.self), "Locale": CodedForm(Locale.self), "Calendar": CodedForm(Calendar.self),
    "DateComponents": CodedForm(DateComponents.self), "DateInterval": CodedForm(DateInterval.self),
    "URLComponents": CodedForm(URLComponents.self) { ComponentsObject($0, type: $1) },
  ]

  /// `nil` for all other types.
  static func of(_ type: Type) -> CodedForm? { type.libraryName.flatMap { kinds[$0] } }

  func encode(_ object: NativeObject, to encoder: any Encoder) throws { try write(object, encoder) }

  func decode(_ type: Type, from decoder: any Decoder) throws -> NativeObject { try read(decoder, type) }

  func portable(_ object: NativeObject) -> PortableValue? {
    guard let data = try? JSONEncoder().encode([Written(form: self, object: object)]) else { return nil }
    return try? JSONDecoder().decode([Plain].self, from: data).first?.value
  }

  /// The value that a plain form stands for; `nil` if it is not that of the type.
  func object(_ portable: PortableValue, as type: Type) -> NativeObject? {
    guard let data = try? JSONEncoder().encode([Plain(value: portable)]) else { return nil }
    return try? readJSON(data, type)
  }

  private struct Written: Encodable {
    let form: CodedForm
    let object: NativeObject
    func encode(to encoder: any Encoder) throws { try form.encode(object, to: encoder) }
  }
}

/// Any plain value on its way through an encoder.
private struct Plain: Codable {
  let value: PortableValue

  init(value: PortableValue) { self.value = value }

  init(from decoder: any Decoder) throws {
    if let fields = try? decoder.container(keyedBy: AnyKey.self) {
      let keys = fields.allKeys.sorted { $0.stringValue < $1.stringValue }
      value = .record(try keys.map { .init($0.stringValue, try fields.decode(Plain.self, forKey: $0).value) })
      return
    }
    if var items = try? decoder.unkeyedContainer() {
      var list: [PortableValue] = []
      while !items.isAtEnd { list.append(try items.decode(Plain.self).value) }
      value = .list(list)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      value = .null
    } else if let flag = try? single.decode(Bool.self) {
      value = .bool(flag)
    } else if let number = try? single.decode(Int.self) {
      value = .int(number)
    } else if let number = try? single.decode(Double.self) {
      value = .double(number)
    } else {
      value = .string(try single.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .record(let fields):
      var container = encoder.container(keyedBy: AnyKey.self)
      for field in fields { try container.encode(Plain(value: field.value), forKey: AnyKey(field.name)) }
    case .list(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(Plain(value: item)) }
    default:
      var container = encoder.singleValueContainer()
      switch value {
      case .null: try container.encodeNil()
      case .bool(let flag): try container.encode(flag)
      case .int(let number): try container.encode(number)
      case .double(let number): try container.encode(number)
      case .string(let text): try container.encode(text)
      case .record, .list: break
      }
    }
  }
}

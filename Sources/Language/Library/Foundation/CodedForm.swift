/// Values of Foundation's whose plain form is what their `Codable` writes: time zones, calendars, components of dates.
internal import Foundation

/// A type of Foundation's whose values are known by what their `Codable` writes.
struct CodedForm: Sendable {
  private let write: @Sendable (NativeObject, any Encoder) throws -> Void
  private let read: @Sendable (any Decoder, Type) throws -> NativeObject
  private let readJSON: @Sendable (Data, Type) throws -> NativeObject?
  /// A value that says nothing.
  let blank: @Sendable (Type) -> NativeObject

  private init<Content: Codable & Hashable & Sendable>(
    blank: Content, check: @escaping @Sendable (any Decoder) throws -> Void = { _ in },
    _ make: @escaping @Sendable (Content, Type) -> CodedObject<Content> = { CodedObject($0, type: $1) }
  ) {
    write = { object, encoder in try (object as? ValueObject<Content>)?.content.encode(to: encoder) }
    read = { decoder, type in
      try check(decoder)
      return make(try Content(from: decoder), type)
    }
    readJSON = { data, type in
      let decoder = JSONDecoder()
      decoder.userInfo[Guarded<Content>.key] = Check(run: check)
      return try decoder.decode([Guarded<Content>].self, from: data).first.map { make($0.content, type) }
    }
    self.blank = { make(blank, $0) }
  }

  private static let kinds = [
    "TimeZone": CodedForm(blank: TimeZone.gmt), "Locale": CodedForm(blank: Locale(identifier: "en_US_POSIX")),
    "Calendar": CodedForm(blank: Calendar(identifier: .gregorian), check: { try Parts($0).checkCalendar() }),
    "DateComponents": CodedForm(blank: DateComponents()),
    "DateInterval": CodedForm(
      blank: DateInterval(start: Date(timeIntervalSince1970: 0), duration: 0), check: { try Parts($0).checkInterval() }),
    "URLComponents": CodedForm(blank: URLComponents(), check: { try Parts($0).checkAddress() }) {
      ComponentsObject($0, type: $1)
    },
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

/// A value whose plain form is what its `Codable` writes.
class CodedObject<Content: Hashable>: ValueObject<Content> {
  override var portable: PortableValue? { CodedForm.of(type)?.portable(self) }
}

/// What has to be so before Foundation reads a value: it would stop the process where it sets what it has read.
private struct Check: Sendable {
  let run: @Sendable (any Decoder) throws -> Void
}

/// A value that is read if the check in `userInfo` finds nothing.
private struct Guarded<Content: Decodable>: Decodable {
  static var key: CodingUserInfoKey { CodingUserInfoKey(rawValue: "check")! }
  let content: Content

  init(from decoder: any Decoder) throws {
    try (decoder.userInfo[Self.key] as? Check)?.run(decoder)
    content = try Content(from: decoder)
  }
}

/// The parts of what is coded that have bounds.
private struct Parts {
  private let container: KeyedDecodingContainer<AnyKey>

  init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: AnyKey.self) }

  private func check<Part: Decodable>(_ name: String, _ type: Part.Type, _ isFine: (Part) -> Bool) throws {
    let key = AnyKey(name)
    guard let part = try container.decodeIfPresent(type, forKey: key), !isFine(part) else { return }
    throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "\(part) is no \(name).")
  }

  func checkCalendar() throws {
    for name in ["firstWeekday", "minimumDaysInFirstWeek"] { try check(name, Int.self) { (1...7).contains($0) } }
  }

  func checkInterval() throws { try check("duration", Double.self) { $0 >= 0 && $0.isFinite } }

  func checkAddress() throws {
    try check("port", Int.self) { $0 >= 0 }
    try check("scheme", String.self) { $0.isScheme }
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

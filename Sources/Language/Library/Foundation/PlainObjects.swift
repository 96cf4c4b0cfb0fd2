/// The library's objects that are values with a plain form: dates, bytes, identifiers, addresses.
import Foundation

/// A `Date`.
final class DateObject: NativeObject {
  /// Since 2001-01-01T00:00:00Z.
  let seconds: Double

  init(_ seconds: Double, type: Type) {
    self.seconds = seconds
    super.init(type: type)
  }

  override var text: String { DateText.description(seconds) }
  override func isEqual(to other: NativeObject) -> Bool { (other as? DateObject)?.seconds == seconds }
  override func hash(into hasher: inout Hasher) { hasher.combine(seconds) }
  override var portable: PortableValue? { DateText.text(seconds).map { .string($0) } }
}

/// A `Data`.
final class DataObject: NativeObject {
  let data: Data

  init(_ data: Data, type: Type) {
    self.data = data
    super.init(type: type)
  }

  override var text: String { "\(data.count) bytes" }
  override func isEqual(to other: NativeObject) -> Bool { (other as? DataObject)?.data == data }
  override func hash(into hasher: inout Hasher) { hasher.combine(data) }
  override var portable: PortableValue? { .string(data.base64EncodedString()) }
}

/// A `UUID`.
final class UUIDObject: NativeObject {
  let uuid: UUID

  init(_ uuid: UUID, type: Type) {
    self.uuid = uuid
    super.init(type: type)
  }

  override var text: String { uuid.uuidString }
  override func isEqual(to other: NativeObject) -> Bool { (other as? UUIDObject)?.uuid == uuid }
  override func hash(into hasher: inout Hasher) { hasher.combine(uuid) }
  override var portable: PortableValue? { .string(uuid.uuidString) }
}

/// A `URL`.
final class URLObject: NativeObject {
  let url: URL

  init(_ url: URL, type: Type) {
    self.url = url
    super.init(type: type)
  }

  override var text: String { url.description }
  override func isEqual(to other: NativeObject) -> Bool { (other as? URLObject)?.url == url }
  override func hash(into hasher: inout Hasher) { hasher.combine(url) }
  override var portable: PortableValue? { .string(url.absoluteString) }
}

/// Reading the plain forms.
enum PlainObjects {
  /// The object a text stands for, for the types that have a `form`; `nil` if the text is not of that type's form.
  static func object(_ text: String, as type: Type) -> NativeObject? {
    switch type.libraryName {
    case "Date": DateText.seconds(text).map { DateObject($0, type: type) }
    case "Data": Data(base64Encoded: text).map { DataObject($0, type: type) }
    case "UUID": UUID(uuidString: text).map { UUIDObject($0, type: type) }
    case "URL": URL(string: text).map { URLObject($0, type: type) }
    default: nil
    }
  }

  /// What the text must look like, for messages; `nil` for types without a plain form as text.
  static func form(of type: Type) -> String? {
    switch type.libraryName {
    case "Date": "Date (RFC 3339 text)"
    case "Data": "Data (base64 text)"
    case "UUID": "UUID (text)"
    case "URL": "URL (text)"
    default: nil
    }
  }
}

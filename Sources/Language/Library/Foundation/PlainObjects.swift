/// The library's objects that are values with a plain form: dates, bytes, identifiers, addresses.
import Foundation

/// A `Date`: seconds since 2001-01-01T00:00:00Z.
final class DateObject: ValueObject<Double> {
  override var text: String { DateText.description(content) }
  override var portable: PortableValue? { DateText.text(content).map { .string($0) } }
}

/// A `Data`.
final class DataObject: ValueObject<Data> {
  override var text: String { "\(content.count) bytes" }
  override var portable: PortableValue? { .string(content.base64EncodedString()) }
}

/// A `UUID`.
final class UUIDObject: ValueObject<UUID> {
  override var text: String { content.uuidString }
  override var portable: PortableValue? { .string(content.uuidString) }
}

/// A `URL`.
final class URLObject: ValueObject<URL> {
  override var portable: PortableValue? { .string(content.absoluteString) }
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

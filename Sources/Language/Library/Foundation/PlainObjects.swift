/// The library's objects that are values with a plain form: dates, bytes, identifiers, addresses.
import Foundation

/// A `Date`: seconds since 2001-01-01T00:00:00Z. What is no date between the years 0000 and 9999 goes out as these seconds.
final class DateObject: ValueObject<Double> {
  override var bulk: Value.Bulk { [] }
  override var text: String { DateText.description(content) }
  override var children: [(label: String, value: Value)] {
    [("timeIntervalSinceReferenceDate", .double(content))]
  }
  override var portable: PortableValue? { DateText.text(content).map { .string($0) } ?? .double(content) }
  override var expression: String? {
    guard content.isFinite else { return nil }
    let since1970 = content + Self.referenceDate
    return since1970 - Self.referenceDate == content
      ? "Date(timeIntervalSince1970: \(ValueSource.number(since1970)))"
      : "Date(timeIntervalSinceReferenceDate: \(ValueSource.number(content)))"
  }

  /// Seconds from 1970 to what dates count from.
  private static let referenceDate = 978_307_200.0
}

/// A `Data`.
final class DataObject: ValueObject<Data> {
  override var bulk: Value.Bulk { Value.bulk(ofBytes: content.count) }
  override func isEqual(to other: NativeObject) -> Bool {
    guard let other = other as? DataObject else { return false }
    return AbstractMachine.onTexts(ofBytes: min(content.count, other.content.count)) { content == other.content }
  }
  override func hash(into hasher: inout Hasher) {
    AbstractMachine.onTexts(ofBytes: content.count) { hasher.combine(content) }
  }
  override var text: String { "\(content.count) bytes" }
  override var portable: PortableValue? { .string(content.base64EncodedString()) }
  override var expression: String? {
    content.count <= 16
      ? "Data([" + content.map { String($0) }.joined(separator: ", ") + "])"
      : "Data(base64Encoded: \"\(content.base64EncodedString())\")!"
  }
}

/// A `UUID`.
final class UUIDObject: ValueObject<UUID> {
  override var bulk: Value.Bulk { [] }
  override var text: String { content.uuidString }
  override var portable: PortableValue? { .string(content.uuidString) }
  override var expression: String? { "UUID(uuidString: \"\(content.uuidString)\")!" }
}

/// A `URL`.
final class URLObject: ValueObject<URL> {
  override var bulk: Value.Bulk { [] }
  override var portable: PortableValue? { .string(content.absoluteString) }
  override var expression: String? { "URL(string: \(ValueSource.quoted(content.absoluteString)))!" }
}

/// Reading the plain forms.
enum PlainObjects {
  /// The object that something stands for which is not, or need not be, a text; `nil` if it is no such form.
  static func object(_ portable: PortableValue, as type: Type) -> NativeObject? {
    switch (type.libraryName, portable) {
    case ("Date", .double(let seconds)): DateObject(seconds, type: type)
    case ("Decimal", _): DecimalObject.read(portable).map { DecimalObject($0, type: type) }
    case ("Duration", .list(let parts)):
      DurationObject.read(parts).map { DurationObject($0, type: type) }
    case ("Measurement", _): MeasurementObject.read(portable, type)
    case ("Color", _): ColorObject.read(portable, as: type)
    default: CodedForm.of(type)?.object(portable, as: type)
    }
  }

  /// The object a text stands for, for the types that have a `form`; `nil` if the text is not of that type's form.
  static func object(_ text: String, as type: Type) -> NativeObject? {
    switch type.libraryName {
    case "Date": DateText.seconds(text).map { DateObject($0, type: type) }
    case "Data":
      // Foundation takes some texts that are no base64, such as "====".
      Data(base64Encoded: text).flatMap { $0.base64EncodedString() == text ? DataObject($0, type: type) : nil }
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
    case "Decimal": "Decimal (a number, or its text)"
    case "Duration": "Duration (its seconds and attoseconds)"
    case "Measurement": "\(type) (a record of its value and unit)"
    case "Color": "Color (a name, #RRGGBBAA, or a record of its parts)"
    case let name? where CodedForm.of(type) != nil: "\(name) as Codable writes it"
    default: nil
    }
  }
}

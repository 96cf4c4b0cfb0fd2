/// Dates as text and text as dates: `DateFormatter`, `ISO8601DateFormatter`, `Date.formatted()`.
internal import Foundation

/// A `DateFormatter`.
final class DateFormatterObject: NativeObject {
  let formatter = DateFormatter()
}

/// An `ISO8601DateFormatter`.
private final class ISOFormatterObject: NativeObject {
  let formatter = ISO8601DateFormatter()
}

extension Value {
  var dateFormatter: DateFormatter? { object(DateFormatterObject.self)?.formatter }
  private var isoFormatter: ISO8601DateFormatter? { object(ISOFormatterObject.self)?.formatter }

  fileprivate func format(_ date: Value) -> Value {
    .string(isoFormatter?.string(from: date.foundationDate) ?? "")
  }

  fileprivate func parse(_ text: String) -> Date? { isoFormatter?.date(from: text) }

  fileprivate var isoOptions: Int {
    get { Int(isoFormatter?.formatOptions.rawValue ?? 0) }
    nonmutating set { isoFormatter?.formatOptions = ISO8601DateFormatter.Options(rawValue: UInt(newValue)) }
  }

  fileprivate var isoZone: TimeZone? {
    get { isoFormatter?.timeZone }
    nonmutating set { isoFormatter?.timeZone = newValue }
  }
}

extension FoundationLibrary {
  static let formatterTypes: [String: @Sendable () -> LibraryType] = [
    "DateFormatter": { LibraryType("class DateFormatter {}", dateFormatter()) },
    "DateFormatter.Style": {
      LibraryType("enum Style: UInt { case none = 0, short = 1, medium = 2, long = 3, full = 4 }")
    },
    "ISO8601DateFormatter": { LibraryType("class ISO8601DateFormatter {}", isoFormatter()) },
    "ISO8601DateFormatter.Options": {
      StandardLibrary.options(
        "Options",
        [
          ("withYear", 1), ("withMonth", 2), ("withWeekOfYear", 4), ("withDay", 16), ("withTime", 32),
          ("withTimeZone", 64), ("withSpaceBetweenDateAndTime", 128), ("withDashSeparatorInDate", 256),
          ("withColonSeparatorInTime", 512), ("withColonSeparatorInTimeZone", 1024), ("withFractionalSeconds", 2048),
          ("withFullDate", 275), ("withFullTime", 1632), ("withInternetDateTime", 1907),
        ])
    },
  ]

  /// A property of an object that Foundation keeps.
  static func stored<Object: NativeObject>(
    _ signature: String, _ kind: Object.Type, get: @escaping (Object, NativeCall) -> Value,
    set: @escaping (Object, Value) throws(Abort) -> Void
  ) -> LibraryEntry {
    reference(signature) { call in
      call[0].object(kind).map { get($0, call) } ?? .void
    } set: { call, value throws(Abort) in
      if let object = call[0].object(kind) { try set(object, value) }
    }
  }

  private static func dateFormatter() -> [LibraryEntry] {
    func style(
      _ name: String, _ path: ReferenceWritableKeyPath<DateFormatter, DateFormatter.Style>
    ) -> LibraryEntry {
      stored("var \(name): DateFormatter.Style { get set }", DateFormatterObject.self) { object, call in
        call.choice(of: "DateFormatter.Style", Int(object.formatter[keyPath: path].rawValue))
      } set: { object, value in
        object.formatter[keyPath: path] = DateFormatter.Style(rawValue: UInt(value.caseIndex)) ?? .none
      }
    }
    return [
      contextual("init()") { call in
        let object = DateFormatterObject(type: call.result)
        // A program's output does not depend on where the daemon runs.
        object.formatter.locale = Locale(identifier: "en_US_POSIX")
        object.formatter.timeZone = .gmt
        return .native(object)
      },
      stored("var dateFormat: String { get set }", DateFormatterObject.self) { object, _ in
        .string(object.formatter.dateFormat ?? "")
      } set: { object, value in
        object.formatter.dateFormat = value.text
      },
      style("dateStyle", \.dateStyle), style("timeStyle", \.timeStyle),
      stored("var timeZone: TimeZone? { get set }", DateFormatterObject.self) { object, call in
        object.formatter.timeZone.map { call.timeZone($0) } ?? .null
      } set: { object, value in
        object.formatter.timeZone = value.unwrapped?.timeZone ?? .gmt
      },
      stored("var locale: Locale? { get set }", DateFormatterObject.self) { object, call in
        object.formatter.locale.map { call.locale($0) } ?? .null
      } set: { object, value in
        object.formatter.locale = value.unwrapped?.locale ?? Locale(identifier: "en_US_POSIX")
      },
      stored("var calendar: Calendar? { get set }", DateFormatterObject.self) { object, call in
        object.formatter.calendar.map { call.calendar($0) } ?? .null
      } set: { object, value in
        object.formatter.calendar = value.unwrapped?.calendar
      },
      stored("var isLenient: Bool { get set }", DateFormatterObject.self) { object, _ in
        .bool(object.formatter.isLenient)
      } set: { object, value in
        object.formatter.isLenient = value.flag
      },
      binary("func string(from date: Date) -> String") { formatter, date in
        .string(formatter.dateFormatter?.string(from: date.foundationDate) ?? "")
      },
      contextual("func date(from string: String) -> Date?") { call in
        call[0].dateFormatter?.date(from: call[1].text).map { call.date($0) } ?? .null
      },
    ]
  }

  private static func isoFormatter() -> [LibraryEntry] {
    [
      contextual("init()") { call in .native(ISOFormatterObject(type: call.result)) },
      binary("func string(from date: Date) -> String") { $0.format($1) },
      contextual("func date(from string: String) -> Date?") { call in
        call[0].parse(call[1].text).map { call.date($0) } ?? .null
      },
      reference("var formatOptions: ISO8601DateFormatter.Options { get set }") { call in
        .int(call[0].isoOptions)
      } set: { call, value in
        call[0].isoOptions = value.optionBits
      },
      reference("var timeZone: TimeZone? { get set }") { call in
        call[0].isoZone.map { call.timeZone($0) } ?? .null
      } set: { call, value in
        call[0].isoZone = value.unwrapped?.timeZone
      },
    ]
  }
}

extension NativeCall {
  /// The case of a library enum with a raw value.
  func choice(of path: String, _ raw: Int) -> Value {
    let cases = machine.library.combineType(path).nominal?.cases ?? []
    return cases.first { $0.rawValue == .int(raw) }.map { .choice($0) } ?? .void
  }
}

extension Value {
  /// The raw value of a library enum's case.
  fileprivate var caseIndex: Int {
    if case .choice(let enumCase) = unboxed, case .int(let raw)? = enumCase.rawValue { return raw }
    return 0
  }
}

/// Dates as text: `Date.formatted()`, and the styles `.dateTime`, `.iso8601` and `.relative(presentation:)`.
internal import Foundation

extension FoundationLibrary {
  private typealias Style = Date.FormatStyle
  private static let own = "Date.FormatStyle"
  private static let iso = "Date.ISO8601FormatStyle"
  private static let relative = "Date.RelativeFormatStyle"

  static let dateStyleTypes: [String: @Sendable () -> LibraryType] = [
    own: { LibraryType("struct FormatStyle: Hashable, Sendable {}", style()) },
    own + ".DateStyle": {
      constants(
        own + ".DateStyle",
        [
          ("omitted", Style.DateStyle.omitted), ("numeric", .numeric), ("abbreviated", .abbreviated), ("long", .long),
          ("complete", .complete),
        ])
    },
    own + ".TimeStyle": {
      constants(
        own + ".TimeStyle",
        [
          ("omitted", Style.TimeStyle.omitted), ("shortened", .shortened), ("standard", .standard),
          ("complete", .complete),
        ])
    },
    own + ".Symbol": { LibraryType("struct Symbol: Hashable, Sendable {}") },
    own + ".Symbol.Year": {
      constants(
        own + ".Symbol.Year",
        [("defaultDigits", Style.Symbol.Year.defaultDigits), ("twoDigits", .twoDigits)],
        [
          contextual("static func padded(_ length: Int) -> \(own).Symbol.Year") {
            $0.made(Style.Symbol.Year.padded($0.last.integer))
          }
        ])
    },
    own + ".Symbol.Month": {
      constants(
        own + ".Symbol.Month",
        [
          ("defaultDigits", Style.Symbol.Month.defaultDigits), ("twoDigits", .twoDigits), ("abbreviated", .abbreviated),
          ("wide", .wide), ("narrow", .narrow),
        ])
    },
    own + ".Symbol.Day": {
      constants(
        own + ".Symbol.Day", [("defaultDigits", Style.Symbol.Day.defaultDigits), ("twoDigits", .twoDigits)])
    },
    own + ".Symbol.Weekday": {
      constants(
        own + ".Symbol.Weekday",
        [
          ("abbreviated", Style.Symbol.Weekday.abbreviated), ("wide", .wide), ("narrow", .narrow), ("short", .short),
          ("oneDigit", .oneDigit), ("twoDigits", .twoDigits),
        ])
    },
    own + ".Symbol.Hour": {
      LibraryType(
        "struct Hour: Hashable, Sendable {}",
        [
          contextual("static func defaultDigits(amPM: \(own).Symbol.Hour.AMPMStyle) -> \(own).Symbol.Hour") { call in
            call.made(call.last.foundation().map { Style.Symbol.Hour.defaultDigits(amPM: $0) })
          },
          contextual("static func twoDigits(amPM: \(own).Symbol.Hour.AMPMStyle) -> \(own).Symbol.Hour") { call in
            call.made(call.last.foundation().map { Style.Symbol.Hour.twoDigits(amPM: $0) })
          },
        ])
    },
    own + ".Symbol.Hour.AMPMStyle": {
      constants(
        own + ".Symbol.Hour.AMPMStyle",
        [
          ("omitted", Style.Symbol.Hour.AMPMStyle.omitted), ("narrow", .narrow), ("abbreviated", .abbreviated),
          ("wide", .wide),
        ])
    },
    own + ".Symbol.Minute": {
      constants(
        own + ".Symbol.Minute", [("defaultDigits", Style.Symbol.Minute.defaultDigits), ("twoDigits", .twoDigits)])
    },
    own + ".Symbol.Second": {
      constants(
        own + ".Symbol.Second", [("defaultDigits", Style.Symbol.Second.defaultDigits), ("twoDigits", .twoDigits)])
    },
    iso: { LibraryType("struct ISO8601FormatStyle: Hashable, Sendable {}", isoStyle()) },
    iso + ".DateSeparator": {
      LibraryType("enum DateSeparator: Hashable, Sendable { case dash; case omitted }")
    },
    iso + ".TimeSeparator": {
      LibraryType("enum TimeSeparator: Hashable, Sendable { case colon; case omitted }")
    },
    iso + ".DateTimeSeparator": {
      LibraryType("enum DateTimeSeparator: Hashable, Sendable { case space; case standard }")
    },
    relative: { LibraryType("struct RelativeFormatStyle: Hashable, Sendable {}", relativeStyle()) },
    relative + ".Presentation": {
      constants(
        relative + ".Presentation",
        [("numeric", Date.RelativeFormatStyle.Presentation.numeric), ("named", .named)])
    },
    relative + ".UnitsStyle": {
      constants(
        relative + ".UnitsStyle",
        [
          ("wide", Date.RelativeFormatStyle.UnitsStyle.wide), ("spellOut", .spellOut), ("abbreviated", .abbreviated),
          ("narrow", .narrow),
        ])
    },
  ]

  private static func made(_ date: Style.DateStyle?, _ time: Style.TimeStyle?) -> Style {
    Style(
      date: date, time: time, locale: .ofPrograms, calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
  }

  /// `formatted()` of dates.
  static func dateFormats() -> [LibraryEntry] {
    [
      unary("func formatted() -> String") { .string(made(.numeric, .shortened).format($0.foundationDate)) },
      list("func formatted(date: \(own).DateStyle, time: \(own).TimeStyle) -> String") { operands in
        .string(made(operands[1].foundation(), operands[2].foundation()).format(operands[0].foundationDate))
      },
      formatted(own, Style.self) { $0.foundationDate },
      formatted(iso, Date.ISO8601FormatStyle.self) { $0.foundationDate },
      contextual("func formatted(_ format: \(relative)) -> String") { call in relativeText(call[1], call[0], call) },
    ]
  }

  private static func style() -> [LibraryEntry] {
    func part<Symbol: Hashable>(
      _ name: String, _ symbol: String, _ standard: String, _ change: @escaping (Style, Symbol) -> Style
    ) -> LibraryEntry {
      modifier("func \(name)(_ format: \(own).Symbol.\(symbol) = \(standard)) -> \(own)", Style.self) { style, call in
        call[1].foundation(Symbol.self).map { change(style, $0) }
      }
    }
    return [
      contextual(
        "init(date: \(own).DateStyle? = nil, time: \(own).TimeStyle? = nil, locale: Locale = .autoupdatingCurrent, "
          + "calendar: Calendar = .autoupdatingCurrent, timeZone: TimeZone = .autoupdatingCurrent)"
      ) { call in
        call.made(
          Style(
            date: call[0].unwrapped?.foundation(), time: call[1].unwrapped?.foundation(), locale: call[2].locale,
            calendar: call[3].calendar, timeZone: call[4].timeZone))
      },
      contextual("static var dateTime: \(own) { get }") { $0.made(made(nil, nil)) },
      part("year", "Year", ".defaultDigits") { $0.year($1) },
      part("month", "Month", ".abbreviated") { $0.month($1) },
      part("day", "Day", ".defaultDigits") { $0.day($1) },
      part("weekday", "Weekday", ".abbreviated") { $0.weekday($1) },
      part("hour", "Hour", ".defaultDigits(amPM: .abbreviated)") { $0.hour($1) },
      part("minute", "Minute", ".defaultDigits") { $0.minute($1) },
      part("second", "Second", ".defaultDigits") { $0.second($1) },
      modifier("func timeZone() -> \(own)", Style.self) { style, _ in style.timeZone() },
      modifier("func locale(_ locale: Locale) -> \(own)", Style.self) { style, call in style.locale(call[1].locale) },
      formatting("Date", Style.self) { $0.foundationDate },
    ]
  }

  private static func isoStyle() -> [LibraryEntry] {
    typealias ISO = Date.ISO8601FormatStyle
    return [
      contextual("init()") { $0.made(ISO()) },
      contextual("static var iso8601: \(iso) { get }") { $0.made(ISO()) },
      modifier("func year() -> \(iso)", ISO.self) { style, _ in style.year() },
      modifier("func month() -> \(iso)", ISO.self) { style, _ in style.month() },
      modifier("func day() -> \(iso)", ISO.self) { style, _ in style.day() },
      modifier("func time(includingFractionalSeconds: Bool) -> \(iso)", ISO.self) { style, call in
        style.time(includingFractionalSeconds: call[1].flag)
      },
      modifier("func dateSeparator(_ separator: \(iso).DateSeparator) -> \(iso)", ISO.self) { style, call in
        style.dateSeparator(call[1].caseName == "omitted" ? .omitted : .dash)
      },
      modifier("func timeSeparator(_ separator: \(iso).TimeSeparator) -> \(iso)", ISO.self) { style, call in
        style.timeSeparator(call[1].caseName == "omitted" ? .omitted : .colon)
      },
      modifier("func dateTimeSeparator(_ separator: \(iso).DateTimeSeparator) -> \(iso)", ISO.self) { style, call in
        style.dateTimeSeparator(call[1].caseName == "space" ? .space : .standard)
      },
      formatting("Date", ISO.self) { $0.foundationDate },
    ]
  }

  private static func relativeStyle() -> [LibraryEntry] {
    [
      contextual(
        "static func relative(presentation: \(relative).Presentation, unitsStyle: \(relative).UnitsStyle = .wide)"
          + " -> \(relative)"
      ) { call in
        let count = call.arguments.count
        return call.made(
          Date.RelativeFormatStyle(
            presentation: call[count - 2].foundation() ?? .numeric, unitsStyle: call[count - 1].foundation() ?? .wide,
            locale: .ofPrograms, calendar: Calendar(identifier: .gregorian)))
      },
      modifier("func locale(_ locale: Locale) -> \(relative)", Date.RelativeFormatStyle.self) { style, call in
        style.locale(call[1].locale)
      },
      contextual("func format(_ destDate: Date) -> String") { call in relativeText(call[0], call[1], call) },
    ]
  }

  /// Foundation counts from the machine's time; what is said here is how far a date is from the program's.
  private static func relativeText(_ style: Value, _ date: Value, _ call: NativeCall) -> Value {
    let distance = date.foundationDate.timeIntervalSince(call.nowDate)
    let style = style.foundation(Date.RelativeFormatStyle.self)
    return .string(style?.format(Date(timeIntervalSinceNow: distance)) ?? "")
  }
}

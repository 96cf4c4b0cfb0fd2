/// Further members of calendars, parts of dates and formatters.
internal import Foundation

extension FoundationLibrary {
  /// What is added to the tables of calendars and formatters.
  static let calendarAdditions: [String: @Sendable () -> [LibraryEntry]] = [
    "Calendar": furtherCalendar, "DateComponents": furtherComponents, "DateFormatter": furtherDateFormatter,
    "NumberFormatter": furtherNumberFormatter,
  ]

  private static func furtherCalendar() -> [LibraryEntry] {
    [
      contextual("var identifier: Calendar.Identifier { get }") { call throws(Abort) in
        switch call[0].calendar.identifier {
        case .iso8601: try call.choice("iso8601")
        case .buddhist: try call.choice("buddhist")
        case .japanese: try call.choice("japanese")
        default: try call.choice("gregorian")
        }
      },
      contextual("func dateComponents(in timeZone: TimeZone, from date: Date) -> DateComponents") { call in
        call.made(call[0].calendar.dateComponents(in: call[1].timeZone, from: call[2].foundationDate))
      },
      list("func ordinality(of smaller: Calendar.Component, in larger: Calendar.Component, for date: Date) -> Int?") {
        operands throws(Abort) in
        let calendar = operands[0].calendar
        return calendar.ordinality(
          of: try component(operands[1]), in: try component(operands[2]), for: operands[3].foundationDate
        ).map { .int($0) } ?? .null
      },
      contextual(
        "func nextDate(after date: Date, matching components: DateComponents, "
          + "matchingPolicy: Calendar.MatchingPolicy) -> Date?"
      ) { call throws(Abort) in
        call[0].calendar.nextDate(
          after: call[1].foundationDate, matching: call[2].foundation() ?? DateComponents(),
          matchingPolicy: try matchingPolicy(call[3])
        ).map { call.date($0) } ?? .null
      },
      unary("var amSymbol: String { get }") { .string($0.calendar.amSymbol) },
      unary("var pmSymbol: String { get }") { .string($0.calendar.pmSymbol) },
      unary("var minimumDaysInFirstWeek: Int { get }") { .int($0.calendar.minimumDaysInFirstWeek) },
    ]
  }

  private static func furtherComponents() -> [LibraryEntry] {
    [
      binary("func value(for component: Calendar.Component) -> Int?") { parts, wanted throws(Abort) in
        let parts: DateComponents? = parts.foundation()
        let wanted = try component(wanted)
        return parts?.value(for: wanted).map { .int($0) } ?? .null
      },
      mutating("mutating func setValue(_ value: Int?, for component: Calendar.Component)") {
        value, operands throws(Abort) in
        let wanted = try component(operands[1])
        change(&value) { $0.setValue(operands[0].unwrapped?.integer, for: wanted) }
        return .void
      },
      property("var calendar: Calendar? { get set }") { operands in
        let parts: DateComponents? = operands[0].foundation()
        return kept(parts?.calendar, "Calendar", operands[0])
      } set: { value, _, new in
        change(&value) { $0.calendar = new.unwrapped?.calendar }
      },
      property("var timeZone: TimeZone? { get set }") { operands in
        let parts: DateComponents? = operands[0].foundation()
        return kept(parts?.timeZone, "TimeZone", operands[0])
      } set: { value, _, new in
        change(&value) { $0.timeZone = new.unwrapped?.timeZone }
      },
      unary("var isValidDate: Bool { get }") { parts in
        let parts: DateComponents? = parts.foundation()
        return .bool(parts?.isValidDate ?? false)
      },
    ]
  }

  private static func change(_ value: inout Value, _ body: (inout DateComponents) -> Void) {
    guard let object = value.object(ValueObject<DateComponents>.self) else { return }
    var parts = object.content
    body(&parts)
    value = .native(CodedObject(parts, type: object.type))
  }

  /// What is kept in a value of Foundation's, as a value of its own.
  private static func kept<Content: Hashable>(_ content: Content?, _ type: String, _ owner: Value) -> Value {
    guard let content, let library = Machine.current?.library else {
      return .null
    }
    return .native(CodedObject(content, type: library.combineType(type)))
  }

  private static func furtherDateFormatter() -> [LibraryEntry] {
    func names(_ name: String, _ path: KeyPath<DateFormatter, [String]?>) -> LibraryEntry {
      unary("var \(name): [String] { get }") { formatter in
        .array((formatter.dateFormatter?[keyPath: path] ?? []).map { .string($0) })
      }
    }
    return [
      binary("func setLocalizedDateFormatFromTemplate(_ dateFormatTemplate: String)") { formatter, template in
        formatter.dateFormatter?.setLocalizedDateFormatFromTemplate(template.text)
        return .void
      },
      unary("var amSymbol: String { get }") { .string($0.dateFormatter?.amSymbol ?? "") },
      unary("var pmSymbol: String { get }") { .string($0.dateFormatter?.pmSymbol ?? "") },
      names("monthSymbols", \.optionalMonthSymbols), names("shortMonthSymbols", \.optionalShortMonthSymbols),
      names("weekdaySymbols", \.optionalWeekdaySymbols),
      names("shortWeekdaySymbols", \.optionalShortWeekdaySymbols),
    ]
  }

  private static func furtherNumberFormatter() -> [LibraryEntry] {
    [
      contextual("static func localizedString(from num: NSNumber, number nstyle: NumberFormatter.Style) -> String") {
        call in
        let count = call.arguments.count
        let formatter = NumberFormatter()
        formatter.locale = .ofPrograms
        if case .choice(let style) = call[count - 1].unboxed, case .int(let raw)? = style.rawValue {
          formatter.numberStyle = NumberFormatter.Style(rawValue: UInt(bitPattern: raw)) ?? .none
        }
        return .string(formatter.string(from: call[count - 2].foundation() ?? 0) ?? "")
      }
    ]
  }
}

extension DateFormatter {
  fileprivate var optionalMonthSymbols: [String]? { monthSymbols }
  fileprivate var optionalShortMonthSymbols: [String]? { shortMonthSymbols }
  fileprivate var optionalWeekdaySymbols: [String]? { weekdaySymbols }
  fileprivate var optionalShortWeekdaySymbols: [String]? { shortWeekdaySymbols }
}

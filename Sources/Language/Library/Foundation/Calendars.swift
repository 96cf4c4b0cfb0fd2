/// `Calendar`, `DateComponents`, `TimeZone` and `Locale`, as far as a program without a screen wants them.
internal import Foundation

extension Value {
  func foundation<Content: Hashable>(_ kind: Content.Type = Content.self) -> Content? {
    object(ValueObject<Content>.self)?.content
  }
  var calendar: Calendar { foundation() ?? Calendar(identifier: .gregorian) }
  var timeZone: TimeZone { foundation() ?? .gmt }
  var locale: Locale { foundation() ?? Locale(identifier: "en_US_POSIX") }
  fileprivate var components: DateComponents { foundation() ?? DateComponents() }
}

extension NativeCall {
  /// A value of the call's result type, which may be an optional.
  func made<Content: Hashable>(_ content: Content?) -> Value {
    guard let content else { return .null }
    return .native(CodedObject(content, type: result.wrapped ?? result))
  }
  func calendar(_ calendar: Calendar) -> Value { foundation(calendar, "Calendar") }
  func timeZone(_ zone: TimeZone) -> Value { foundation(zone, "TimeZone") }
  func locale(_ locale: Locale) -> Value { foundation(locale, "Locale") }

  func foundation<Content: Hashable>(_ content: Content, _ type: String) -> Value {
    .native(CodedObject(content, type: machine.library.combineType(type)))
  }

  /// Engine time.
  var nowDate: Date { Date(timeIntervalSince1970: nowSeconds) }
}

extension FoundationLibrary {
  static let calendarTypes: [String: @Sendable () -> LibraryType] = [
    "TimeZone": {
      LibraryType("struct TimeZone: Hashable, Codable, CustomStringConvertible, Sendable {}", timeZone(), .coded)
    },
    "Locale": {
      LibraryType("struct Locale: Hashable, Codable, CustomStringConvertible, Sendable {}", locale(), .coded)
    },
    "Calendar": {
      LibraryType("struct Calendar: Hashable, Codable, CustomStringConvertible, Sendable {}", calendar(), .coded)
    },
    "Calendar.Identifier": {
      LibraryType("enum Identifier: Hashable, Sendable { \(identifier.cases) }")
    },
    "Calendar.Component": {
      LibraryType("enum Component: Hashable, Sendable { \(component.cases) }")
    },
    "Calendar.MatchingPolicy": {
      LibraryType("enum MatchingPolicy: Hashable, Sendable { \(matchingPolicy.cases) }")
    },
    "DateInterval": { LibraryType("struct DateInterval: Hashable, Codable, Sendable {}", dateInterval(), .coded) },
    "DateComponents": {
      LibraryType("struct DateComponents: Hashable, Codable, Sendable {}", dateComponents(), .coded)
    },
  ]

  static let component = Choices<Calendar.Component>([
    "era": .era, "year": .year, "month": .month, "day": .day, "hour": .hour, "minute": .minute, "second": .second,
    "nanosecond": .nanosecond, "weekday": .weekday, "weekdayOrdinal": .weekdayOrdinal, "quarter": .quarter,
    "weekOfMonth": .weekOfMonth, "weekOfYear": .weekOfYear, "yearForWeekOfYear": .yearForWeekOfYear,
    "dayOfYear": .dayOfYear,
  ])

  private static func components(_ value: Value) throws(Abort) -> Set<Calendar.Component> {
    var result: Set<Calendar.Component> = []
    for member in value.members { result.insert(try component(member)) }
    return result
  }

  private static let identifier = Choices<Calendar.Identifier>([
    "gregorian": .gregorian, "iso8601": .iso8601, "buddhist": .buddhist, "japanese": .japanese,
  ])

  static let matchingPolicy = Choices<Calendar.MatchingPolicy>([
    "nextTime": .nextTime, "nextTimePreservingSmallerComponents": .nextTimePreservingSmallerComponents,
    "previousTimePreservingSmallerComponents": .previousTimePreservingSmallerComponents, "strict": .strict,
  ])

  private static func timeZone() -> [LibraryEntry] {
    [
      contextual("init?(identifier: String)") { $0.made(TimeZone(identifier: $0[0].text)) },
      contextual("init?(secondsFromGMT seconds: Int)") { call in
        // Foundation gives nil beyond 18 hours too, but overflows on its way there.
        let seconds = call[0].integer
        return call.made((-64_800...64_800).contains(seconds) ? TimeZone(secondsFromGMT: seconds) : nil)
      },
      contextual("init?(abbreviation: String)") { $0.made(TimeZone(abbreviation: $0[0].text)) },
      contextual("static var gmt: TimeZone { get }") { $0.made(TimeZone.gmt) },
      // The engine's time is the same everywhere.
      contextual("static var current: TimeZone { get }") { $0.made(TimeZone.gmt) },
      contextual("static var autoupdatingCurrent: TimeZone { get }") { $0.made(TimeZone.gmt) },
      unary("var identifier: String { get }") { .string($0.timeZone.identifier) },
      binary("func secondsFromGMT(for date: Date) -> Int") { .int($0.timeZone.secondsFromGMT(for: $1.foundationDate)) },
      contextual("func secondsFromGMT() -> Int") { .int($0[0].timeZone.secondsFromGMT(for: $0.nowDate)) },
      unary("var description: String { get }") { .string($0.timeZone.description) },
    ]
  }

  private static func locale() -> [LibraryEntry] {
    [
      contextual("init(identifier: String)") { $0.made(Locale(identifier: $0[0].text)) },
      contextual("static var current: Locale { get }") { $0.made(Locale(identifier: "en_001")) },
      contextual("static var autoupdatingCurrent: Locale { get }") { $0.made(Locale(identifier: "en_001")) },
      unary("var identifier: String { get }") { .string($0.locale.identifier) },
      unary("var languageCode: String? { get }") {
        $0.locale.language.languageCode.map { .string($0.identifier) } ?? .null
      },
      unary("var regionCode: String? { get }") { $0.locale.region.map { .string($0.identifier) } ?? .null },
      unary("var description: String { get }") { .string($0.locale.description) },
    ]
  }

  private static func calendar() -> [LibraryEntry] {
    func settable<Content: Hashable>(
      _ name: String, _ type: String, _ path: WritableKeyPath<Calendar, Content>,
      _ read: @escaping (Value) -> Content
    ) -> LibraryEntry {
      property("var \(name): \(type) { get set }") { operands in
        guard let object = operands[0].object(ValueObject<Calendar>.self),
          let library = Machine.current?.library
        else { return .void }
        return .native(CodedObject(object.content[keyPath: path], type: library.combineType(type)))
      } set: { value, _, new in
        guard let object = value.object(ValueObject<Calendar>.self) else { return }
        var calendar = object.content
        calendar[keyPath: path] = read(new)
        value = .native(CodedObject(calendar, type: object.type))
      }
    }
    return [
      contextual("init(identifier: Calendar.Identifier)") { call throws(Abort) in
        call.made(utc(Calendar(identifier: try identifier(call[0]))))
      },
      contextual("static var current: Calendar { get }") { $0.made(utc(Calendar(identifier: .gregorian))) },
      contextual("static var autoupdatingCurrent: Calendar { get }") { $0.made(utc(Calendar(identifier: .gregorian))) },
      settable("timeZone", "TimeZone", \.timeZone) { $0.timeZone },
      property("var locale: Locale? { get set }") { operands in
        guard let object = operands[0].object(ValueObject<Calendar>.self), let locale = object.content.locale,
          let library = Machine.current?.library
        else { return .null }
        return .native(CodedObject(locale, type: library.combineType("Locale")))
      } set: { value, _, new in
        guard let object = value.object(ValueObject<Calendar>.self) else { return }
        var calendar = object.content
        calendar.locale = new.unwrapped?.locale
        value = .native(CodedObject(calendar, type: object.type))
      },
      property("var firstWeekday: Int { get set }") {
        .int($0[0].calendar.firstWeekday)
      } set: { value, _, new in
        // Foundation leaves the calendar as it is for other numbers, and traps on the smallest of them.
        guard let object = value.object(ValueObject<Calendar>.self), (1...7).contains(new.integer) else { return }
        var calendar = object.content
        calendar.firstWeekday = new.integer
        value = .native(CodedObject(calendar, type: object.type))
      },
      contextual("func dateComponents(_ components: Set<Calendar.Component>, from date: Date) -> DateComponents") {
        call throws(Abort) in
        call.made(
          call[0].calendar.dateComponents(try components(call[1]), from: call[2].foundationDate))
      },
      contextual(
        "func dateComponents(_ components: Set<Calendar.Component>, from start: Date, to end: Date) -> DateComponents"
      ) { call throws(Abort) in
        call.made(
          call[0].calendar.dateComponents(
            try components(call[1]), from: call[2].foundationDate, to: call[3].foundationDate))
      },
      list("func component(_ component: Calendar.Component, from date: Date) -> Int") { operands throws(Abort) in
        .int(operands[0].calendar.component(try component(operands[1]), from: operands[2].foundationDate))
      },
      contextual("func date(from components: DateComponents) -> Date?") { call in
        call[0].calendar.date(from: call[1].components).map { call.date($0) } ?? .null
      },
      contextual(
        "func date(byAdding component: Calendar.Component, value: Int, to date: Date, wrappingComponents: Bool = false)"
          + " -> Date?"
      ) { call throws(Abort) in
        call[0].calendar.date(
          byAdding: try component(call[1]), value: call[2].integer, to: call[3].foundationDate,
          wrappingComponents: call[4].flag
        ).map { call.date($0) } ?? .null
      },
      contextual("func date(byAdding components: DateComponents, to date: Date) -> Date?") { call in
        call[0].calendar.date(byAdding: call[1].components, to: call[2].foundationDate).map { call.date($0) } ?? .null
      },
      contextual("func startOfDay(for date: Date) -> Date") { call in
        call.date(call[0].calendar.startOfDay(for: call[1].foundationDate))
      },
      list("func isDate(_ date1: Date, inSameDayAs date2: Date) -> Bool") { operands in
        .bool(operands[0].calendar.isDate(operands[1].foundationDate, inSameDayAs: operands[2].foundationDate))
      },
      list(
        "func isDate(_ date1: Date, equalTo date2: Date, toGranularity component: Calendar.Component) -> Bool"
      ) { operands throws(Abort) in
        .bool(
          operands[0].calendar.isDate(
            operands[1].foundationDate, equalTo: operands[2].foundationDate, toGranularity: try component(operands[3])))
      },
      contextual("func isDateInToday(_ date: Date) -> Bool") { call in
        .bool(call[0].calendar.isDate(call[1].foundationDate, inSameDayAs: call.nowDate))
      },
      contextual("func isDateInYesterday(_ date: Date) -> Bool") { call in
        .bool(call[0].calendar.isDate(call[1].foundationDate + 86_400, inSameDayAs: call.nowDate))
      },
      contextual("func isDateInTomorrow(_ date: Date) -> Bool") { call in
        .bool(call[0].calendar.isDate(call[1].foundationDate - 86_400, inSameDayAs: call.nowDate))
      },
      binary("func isDateInWeekend(_ date: Date) -> Bool") { .bool($0.calendar.isDateInWeekend($1.foundationDate)) },
      contextual(
        "func range(of smaller: Calendar.Component, in larger: Calendar.Component, for date: Date) -> Range<Int>?"
      ) { call throws(Abort) in
        guard let nominal = call.result.wrapped?.nominal,
          let range = call[0].calendar.range(
            of: try component(call[1]), in: try component(call[2]), for: call[3].foundationDate)
        else { return .null }
        return .record(Record(nominal, [.int(range.lowerBound), .int(range.upperBound)]))
      },
      contextual("func date(bySettingHour hour: Int, minute: Int, second: Int, of date: Date) -> Date?") { call in
        call[0].calendar.date(
          bySettingHour: call[1].integer, minute: call[2].integer, second: call[3].integer, of: call[4].foundationDate
        ).map { call.date($0) } ?? .null
      },
      contextual(
        "func date(bySetting component: Calendar.Component, value: Int, of date: Date) -> Date?"
      ) { call throws(Abort) in
        call[0].calendar.date(bySetting: try component(call[1]), value: call[2].integer, of: call[3].foundationDate)
          .map { call.date($0) } ?? .null
      },
      contextual(
        "func compare(_ date1: Date, to date2: Date, toGranularity component: Calendar.Component) -> ComparisonResult"
      ) { call throws(Abort) in
        let result = call[0].calendar.compare(
          call[1].foundationDate, to: call[2].foundationDate, toGranularity: try component(call[3]))
        let name =
          result == .orderedSame
          ? "orderedSame" : result == .orderedAscending ? "orderedAscending" : "orderedDescending"
        return call.result.nominal?.cases.first { $0.name == name }.map { .choice($0) } ?? .void
      },
      contextual("func dateInterval(of component: Calendar.Component, for date: Date) -> DateInterval?") {
        call throws(Abort) in
        call.made(call[0].calendar.dateInterval(of: try component(call[1]), for: call[2].foundationDate))
      },
      unary("var shortMonthSymbols: [String] { get }") { .array($0.calendar.shortMonthSymbols.map { .string($0) }) },
      unary("var shortWeekdaySymbols: [String] { get }") {
        .array($0.calendar.shortWeekdaySymbols.map { .string($0) })
      },
      unary("var veryShortWeekdaySymbols: [String] { get }") {
        .array($0.calendar.veryShortWeekdaySymbols.map { .string($0) })
      },
      unary("var monthSymbols: [String] { get }") { .array($0.calendar.monthSymbols.map { .string($0) }) },
      unary("var weekdaySymbols: [String] { get }") { .array($0.calendar.weekdaySymbols.map { .string($0) }) },
      unary("var description: String { get }") { .string($0.calendar.description) },
    ]
  }

  private static func dateInterval() -> [LibraryEntry] {
    func interval(_ value: Value) -> DateInterval { value.foundation() ?? DateInterval() }
    return [
      contextual("init(start: Date, end: Date)") { call throws(Abort) in
        let (start, end) = (call[0].foundationDate, call[1].foundationDate)
        // What is no date at all counts as equal to every other, and Foundation traps on its description.
        let isDate = ![start, end].contains { $0.timeIntervalSinceReferenceDate.isNaN }
        guard isDate, start <= end else { throw .trap("Reverse intervals are not allowed") }
        return call.made(DateInterval(start: start, end: end))
      },
      contextual("init(start: Date, duration: TimeInterval)") { call throws(Abort) in
        guard call[1].number >= 0, !call[0].foundationDate.timeIntervalSinceReferenceDate.isNaN else {
          throw .trap("Negative durations are not allowed")
        }
        return call.made(DateInterval(start: call[0].foundationDate, duration: call[1].number))
      },
      contextual("var start: Date { get }") { call in call.date(interval(call[0]).start) },
      contextual("var end: Date { get }") { call in call.date(interval(call[0]).end) },
      unary("var duration: TimeInterval { get }") { .double(interval($0).duration) },
      binary("func contains(_ date: Date) -> Bool") { .bool(interval($0).contains($1.foundationDate)) },
      binary("func intersects(_ dateInterval: DateInterval) -> Bool") { .bool(interval($0).intersects(interval($1))) },
      contextual("func intersection(with dateInterval: DateInterval) -> DateInterval?") { call in
        call.made(interval(call[0]).intersection(with: interval(call[1])))
      },
    ]
  }

  private static func utc(_ calendar: Calendar) -> Calendar {
    var calendar = calendar
    calendar.timeZone = .gmt
    return calendar
  }

  private static func dateComponents() -> [LibraryEntry] {
    let given = component.meanings.filter { !["era", "weekdayOrdinal", "quarter", "dayOfYear"].contains($0.name) }
    let parameters = given.map { "\($0.name): Int? = nil" }.joined(separator: ", ")
    return [
      contextual("init(calendar: Calendar? = nil, timeZone: TimeZone? = nil, \(parameters))") { call in
        var parts = DateComponents()
        parts.calendar = call[0].unwrapped?.calendar
        parts.timeZone = call[1].unwrapped?.timeZone
        for (index, part) in given.enumerated() {
          if let number = call[index + 2].unwrapped { parts.setValue(number.integer, for: part.meaning) }
        }
        return call.made(parts)
      },
      contextual("var date: Date? { get }") { call in call[0].components.date.map { call.date($0) } ?? .null },
    ]
      + component.meanings.map { name, component in
        property("var \(name): Int? { get set }") { operands in
          operands[0].components.value(for: component).map { .int($0) } ?? .null
        } set: { value, _, new in
          guard let object = value.object(ValueObject<DateComponents>.self) else { return }
          var parts = object.content
          parts.setValue(new.unwrapped?.integer, for: component)
          value = .native(CodedObject(parts, type: object.type))
        }
      }
  }
}

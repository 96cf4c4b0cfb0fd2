/// Help: dates, and formatters of dates and numbers. See `Documentation` for how it is written.
extension Documentation {
  static let dates = #"""
    # Date, Date.init
    A moment, kept as seconds since 2001.
    let date = Date(timeIntervalSince1970: 0)
    print(date, date < Date())
    => 1970-01-01 00:00:00 +0000 true

    # Date.now
    The present moment.
    print(Date.now <= Date())
    => true

    # Date.distantPast, Date.distantFuture
    A moment before, and one after all others.
    print(Date.distantPast < Date.now, Date.now < Date.distantFuture)
    => true true

    # Date.timeIntervalSince1970, Date.timeIntervalSinceReferenceDate, Date.timeIntervalBetween1970AndReferenceDate
    The seconds since 1970, and since 2001.
    let date = Date(timeIntervalSince1970: 978_307_200)
    print(date.timeIntervalSince1970, date.timeIntervalSinceReferenceDate)
    => 978307200.0 0.0

    # Date.timeIntervalSinceNow
    The seconds from now on; below 0 for what has been.
    print(Date.distantPast.timeIntervalSinceNow < 0)
    => true

    # Date.timeIntervalSince
    The seconds from another moment on.
    let start = Date(timeIntervalSince1970: 0)
    print(start.addingTimeInterval(60).timeIntervalSince(start))
    => 60.0

    # Date.addingTimeInterval, Date.addTimeInterval, Date.advanced
    A moment so many seconds later.
    print(Date(timeIntervalSince1970: 0).addingTimeInterval(86_400))
    => 1970-01-02 00:00:00 +0000

    # Date.distance
    The seconds to another moment.
    let start = Date(timeIntervalSince1970: 0)
    print(start.distance(to: start + 60))
    => 60.0

    # Date.compare
    How two moments are ordered.
    print(Date(timeIntervalSince1970: 0).compare(Date()) == .orderedAscending)
    => true

    # Date.ISO8601Format
    The moment as ISO 8601 writes it.
    print(Date(timeIntervalSince1970: 0).ISO8601Format())
    => 1970-01-01T00:00:00Z

    # Calendar, Calendar.init, Calendar.Identifier
    What counts years, months and days.
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "UTC")!
    print(calendar.component(.year, from: Date(timeIntervalSince1970: 0)))
    => 1970

    # Calendar.timeZone, Calendar.locale, Calendar.firstWeekday
    Where, in what language, and from what day of the week on it counts; 1 is Sunday.
    var calendar = Calendar(identifier: .gregorian)
    calendar.firstWeekday = 2
    print(calendar.firstWeekday)
    => 2

    # Calendar.Component
    The parts of a date: year, month, day, hour, minute, second, weekday and so on.
    print(Calendar.current.date(byAdding: .day, value: 1, to: Date(timeIntervalSince1970: 0))!)
    => 1970-01-02 00:00:00 +0000

    # Calendar.dateComponents
    The parts of a date, or what lies between two.
    let start = Date(timeIntervalSince1970: 0), end = Date(timeIntervalSince1970: 90_000)
    let parts = Calendar(identifier: .gregorian).dateComponents([.day, .hour], from: start, to: end)
    print(parts.day ?? 0, parts.hour ?? 0)
    => 1 1

    # Calendar.component
    One part of a date.
    print(Calendar(identifier: .gregorian).component(.weekday, from: Date(timeIntervalSince1970: 0)))
    => 5

    # Calendar.date
    A date from its parts, or so much later than another.
    let calendar = Calendar(identifier: .gregorian)
    let date = calendar.date(from: DateComponents(timeZone: TimeZone(identifier: "UTC"), year: 2024, month: 2, day: 28))!
    print(calendar.date(byAdding: .day, value: 2, to: date)!)
    => 2024-03-01 00:00:00 +0000

    # Calendar.startOfDay
    Midnight before a date.
    print(Calendar.current.startOfDay(for: Date(timeIntervalSince1970: 90_000)))
    => 1970-01-02 00:00:00 +0000

    # Calendar.isDate
    Whether two dates are on the same day, or equal but for smaller parts.
    let start = Date(timeIntervalSince1970: 0)
    print(Calendar.current.isDate(start, inSameDayAs: start + 60), Calendar.current.isDate(start, equalTo: start + 60, toGranularity: .minute))
    => true false

    # Calendar.isDateInToday, Calendar.isDateInYesterday, Calendar.isDateInTomorrow, Calendar.isDateInWeekend
    Whether a date is today, yesterday, tomorrow, on a weekend.
    print(Calendar.current.isDateInToday(Date()), Calendar.current.isDateInWeekend(Date(timeIntervalSince1970: 0)))
    => true false

    # Calendar.monthSymbols, Calendar.weekdaySymbols
    The names of the months, and of the days of the week from Sunday on.
    print(Calendar(identifier: .gregorian).monthSymbols.count, Calendar(identifier: .gregorian).weekdaySymbols.count)
    => 12 7

    # Calendar.identifier
    What calendar it is.
    print(Calendar(identifier: .gregorian).identifier == .gregorian)
    => true

    # Calendar.range, Calendar.ordinality
    How many of a part another one has around a date, and which of them the date is in.
    let calendar = Calendar(identifier: .gregorian), date = Date(timeIntervalSince1970: 1_700_000_000)
    print(calendar.range(of: .day, in: .month, for: date)!, calendar.ordinality(of: .day, in: .year, for: date)!)
    => 1..<31 318

    # Calendar.nextDate, Calendar.MatchingPolicy
    The next date whose parts are these.
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    print(Calendar(identifier: .gregorian).nextDate(after: date, matching: DateComponents(hour: 9, minute: 0), matchingPolicy: .nextTime)!)
    => 2023-11-15 09:00:00 +0000

    # Calendar.compare
    How two dates are ordered, but for smaller parts.
    let start = Date(timeIntervalSince1970: 0)
    print(Calendar.current.compare(start, to: start + 60, toGranularity: .day) == .orderedSame)
    => true

    # Calendar.dateInterval, DateInterval, DateInterval.start, DateInterval.end, DateInterval.duration
    A span between two dates, such as the month around a date.
    let month = Calendar(identifier: .gregorian).dateInterval(of: .month, for: Date(timeIntervalSince1970: 1_700_000_000))!
    print(month.start, month.duration / 86_400)
    => 2023-11-01 00:00:00 +0000 30.0

    # DateInterval.contains, DateInterval.intersects, DateInterval.intersection
    Whether a date lies in the span, and what two spans have in common.
    let start = Date(timeIntervalSince1970: 0)
    let first = DateInterval(start: start, duration: 60), second = DateInterval(start: start + 30, duration: 60)
    print(first.contains(start + 59), first.intersects(second), first.intersection(with: second)!.duration)
    => true true 30.0

    # Calendar.shortMonthSymbols, Calendar.shortWeekdaySymbols, Calendar.veryShortWeekdaySymbols, Calendar.amSymbol, Calendar.pmSymbol, Calendar.minimumDaysInFirstWeek
    Short names of months and days, and of the halves of the day.
    print(Calendar(identifier: .gregorian).shortMonthSymbols.count, Calendar(identifier: .gregorian).amSymbol)
    => 12 AM

    # DateComponents.value, DateComponents.setValue
    One part, by its name as a value.
    var parts = DateComponents(year: 2024)
    parts.setValue(29, for: .day)
    print(parts.value(for: .day) ?? 0)
    => 29

    # DateComponents.calendar, DateComponents.timeZone, DateComponents.isValidDate
    What the parts are counted by, and whether there is such a date.
    var parts = DateComponents(year: 2024, month: 2, day: 30)
    parts.calendar = Calendar(identifier: .gregorian)
    print(parts.isValidDate)
    => false

    # DateFormatter.setLocalizedDateFormatFromTemplate
    Which parts are written; their order is the language's.
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.setLocalizedDateFormatFromTemplate("MMMMd")
    print(formatter.string(from: Date(timeIntervalSince1970: 86_400)))
    => January 2

    # DateFormatter.monthSymbols, DateFormatter.shortMonthSymbols, DateFormatter.weekdaySymbols, DateFormatter.shortWeekdaySymbols, DateFormatter.amSymbol, DateFormatter.pmSymbol
    The names of months, days and halves of the day in the formatter's language.
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US")
    print(formatter.monthSymbols[1], formatter.shortWeekdaySymbols.count)
    => February 7

    # NumberFormatter.localizedString
    A number as text in a style, at once.
    print(NumberFormatter.localizedString(from: 1234.5, number: .decimal))
    => 1,234.5

    # DateComponents, DateComponents.init
    The parts of a date, each there or not.
    var parts = DateComponents(year: 2024, month: 2)
    parts.day = 29
    print(parts.year ?? 0, parts.month ?? 0, parts.day ?? 0, parts.hour ?? -1)
    => 2024 2 29 -1

    # DateComponents.date
    The date that the parts stand for, if they have a calendar.
    let parts = DateComponents(calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: "UTC"), year: 2024, month: 2)
    print(parts.date!)
    => 2024-02-01 00:00:00 +0000

    # DateComponents.era, DateComponents.year, DateComponents.month, DateComponents.day, DateComponents.hour, DateComponents.minute, DateComponents.second, DateComponents.nanosecond, DateComponents.weekday, DateComponents.weekdayOrdinal, DateComponents.quarter, DateComponents.weekOfMonth, DateComponents.weekOfYear, DateComponents.yearForWeekOfYear, DateComponents.dayOfYear
    One part, or nil.
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month], from: Date(timeIntervalSince1970: 0))
    print(parts.year ?? 0, parts.month ?? 0, parts.day ?? -1)
    => 1970 1 -1

    # TimeZone, TimeZone.init
    A zone of time.
    print(TimeZone(identifier: "Europe/Berlin")!.identifier, TimeZone(secondsFromGMT: 3600)!.secondsFromGMT())
    => Europe/Berlin 3600

    # TimeZone.identifier
    The name of the zone.
    print(TimeZone(identifier: "Asia/Tokyo")!.identifier)
    => Asia/Tokyo

    # TimeZone.secondsFromGMT
    How many seconds the zone is ahead, now or at a date.
    print(TimeZone(identifier: "Asia/Tokyo")!.secondsFromGMT())
    => 32400

    # Locale, Locale.init, Locale.identifier
    A language and a country, for formats.
    print(Locale(identifier: "de_DE").identifier)
    => de_DE

    # DateFormatter, DateFormatter.init, DateFormatter.dateFormat
    Dates as text, and back, in a format of yours.
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MM-dd HH:mm"
    formatter.timeZone = TimeZone(identifier: "UTC")
    print(formatter.string(from: Date(timeIntervalSince1970: 0)))
    => 1970-01-01 00:00

    # DateFormatter.dateStyle, DateFormatter.timeStyle, DateFormatter.Style
    How much is said of the day and of the time: none, short, medium, long, full.
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateStyle = .medium
    print(formatter.string(from: Date(timeIntervalSince1970: 0)))
    => Jan 1, 1970

    # DateFormatter.timeZone, DateFormatter.locale, DateFormatter.calendar, DateFormatter.isLenient
    Where, in what language and by what calendar dates are written, and whether what is nearly right is read.
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "de_DE")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "d. MMMM yyyy"
    print(formatter.string(from: Date(timeIntervalSince1970: 0)))
    => 1. Januar 1970

    # DateFormatter.string
    A date as text.
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy"
    print(formatter.string(from: Date(timeIntervalSince1970: 86_400)))
    => 1970

    # DateFormatter.date
    Text as a date, or nil.
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MM-dd"
    formatter.timeZone = TimeZone(identifier: "UTC")
    print(formatter.date(from: "2024-02-29")!, formatter.date(from: "soon") == nil)
    => 2024-02-29 00:00:00 +0000 true

    # ISO8601DateFormatter, ISO8601DateFormatter.init, ISO8601DateFormatter.string, ISO8601DateFormatter.date
    Dates as ISO 8601 writes them, and back.
    let formatter = ISO8601DateFormatter()
    print(formatter.string(from: Date(timeIntervalSince1970: 0)), formatter.date(from: "1970-01-01T00:01:00Z")!)
    => 1970-01-01T00:00:00Z 1970-01-01 00:01:00 +0000

    # ISO8601DateFormatter.formatOptions, ISO8601DateFormatter.Options, ISO8601DateFormatter.timeZone
    What is written of a date, and in what zone.
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate]
    print(formatter.string(from: Date(timeIntervalSince1970: 0)))
    => 1970-01-01

    # NumberFormatter
    Numbers as text, and back.
    let formatter = NumberFormatter()
    formatter.numberStyle = .decimal
    formatter.locale = Locale(identifier: "en_US")
    print(formatter.string(from: 1234.5)!)
    => 1,234.5

    # NumberFormatter.numberStyle, NumberFormatter.Style
    What the numbers are: decimal, currency, percent, spellOut, ordinal and so on.
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.numberStyle = .percent
    print(formatter.string(from: 0.25)!)
    => 25%

    # NumberFormatter.minimumFractionDigits, NumberFormatter.maximumFractionDigits, NumberFormatter.minimumIntegerDigits, NumberFormatter.maximumIntegerDigits, NumberFormatter.minimumSignificantDigits, NumberFormatter.maximumSignificantDigits, NumberFormatter.usesSignificantDigits
    How many digits there are at least and at most, behind the point, before it, or in all.
    let formatter = NumberFormatter()
    formatter.minimumFractionDigits = 2
    formatter.maximumFractionDigits = 2
    formatter.minimumIntegerDigits = 1
    print(formatter.string(from: 2.5)!)
    => 2.50

    # NumberFormatter.roundingMode, NumberFormatter.RoundingMode
    How what has more digits is rounded.
    let formatter = NumberFormatter()
    formatter.maximumFractionDigits = 0
    formatter.roundingMode = .up
    print(formatter.string(from: 2.1)!)
    => 3

    # NumberFormatter.locale, NumberFormatter.groupingSize, NumberFormatter.usesGroupingSeparator, NumberFormatter.groupingSeparator, NumberFormatter.decimalSeparator, NumberFormatter.alwaysShowsDecimalSeparator
    In what language numbers are written, and what stands between their digits.
    let formatter = NumberFormatter()
    formatter.numberStyle = .decimal
    formatter.locale = Locale(identifier: "de_DE")
    print(formatter.string(from: 1234.5)!)
    => 1.234,5

    # NumberFormatter.currencyCode, NumberFormatter.currencySymbol
    The money.
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.numberStyle = .currency
    formatter.currencyCode = "EUR"
    print(formatter.string(from: 5)!)
    => €5.00

    # NumberFormatter.positiveFormat, NumberFormatter.negativeFormat, NumberFormatter.positivePrefix, NumberFormatter.positiveSuffix, NumberFormatter.negativePrefix, NumberFormatter.negativeSuffix
    What stands around numbers above and below 0.
    let formatter = NumberFormatter()
    formatter.positiveSuffix = " km"
    print(formatter.string(from: 5)!)
    => 5 km

    # NumberFormatter.multiplier
    What numbers are multiplied by before they are written.
    let formatter = NumberFormatter()
    formatter.multiplier = 100
    print(formatter.string(from: 5)!)
    => 500

    # NumberFormatter.zeroSymbol, NumberFormatter.percentSymbol, NumberFormatter.minusSign, NumberFormatter.plusSign
    What is written for 0, for percent, and for the signs.
    let formatter = NumberFormatter()
    formatter.zeroSymbol = "none"
    print(formatter.string(from: 0)!)
    => none

    # NumberFormatter.string
    A number as text.
    print(NumberFormatter().string(from: 42)!)
    => 42

    # NumberFormatter.number, NumberFormatter.isLenient
    Text as a number, or nil.
    print(NumberFormatter().number(from: "42")!.intValue, NumberFormatter().number(from: "x") == nil)
    => 42 true
    """#
}

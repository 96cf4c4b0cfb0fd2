// Members of calendars, parts of dates and formatters.
import Foundation

var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = TimeZone(identifier: "UTC")!
let date = Date(timeIntervalSince1970: 1_700_000_000)
print(calendar.identifier == .gregorian, calendar.ordinality(of: .day, in: .year, for: date) ?? 0)
print(calendar.nextDate(after: date, matching: DateComponents(hour: 9, minute: 0), matchingPolicy: .nextTime)!)
print(calendar.nextDate(after: date, matching: DateComponents(weekday: 2), matchingPolicy: .strict)!)
print(calendar.dateComponents(in: TimeZone(identifier: "Asia/Tokyo")!, from: date).hour ?? 0)
let morning = calendar.date(bySettingHour: 8, minute: 30, second: 0, of: date)!
print(calendar.range(of: .day, in: .month, for: date)!, morning)
print(calendar.amSymbol, calendar.pmSymbol)

var parts = DateComponents(year: 2024, month: 2)
parts.setValue(29, for: .day)
print(parts.value(for: .day) ?? 0, parts.value(for: .hour) ?? -1)
parts.setValue(nil, for: .day)
print(parts.day ?? -1)
parts.calendar = calendar
parts.day = 30
print(parts.isValidDate)
parts.day = 28
print(parts.isValidDate)

let formatter = DateFormatter()
formatter.locale = Locale(identifier: "en_US")
formatter.timeZone = TimeZone(identifier: "UTC")
formatter.setLocalizedDateFormatFromTemplate("MMMMd")
print(formatter.string(from: date), formatter.monthSymbols[1], formatter.shortWeekdaySymbols.joined(separator: " "))
print(formatter.weekdaySymbols.count)
print(NumberFormatter.localizedString(from: 1234.5, number: .decimal))

// Dates as people read them, in the styles of formatted().
import Foundation

let date = Date(timeIntervalSince1970: 1_700_000_000)
print(date.formatted())
print(date.formatted(date: .abbreviated, time: .shortened))
print(date.formatted(date: .long, time: .omitted), "|", date.formatted(date: .numeric, time: .standard))
print(date.formatted(date: .complete, time: .complete))
print(date.formatted(.dateTime), "|", date.formatted(.dateTime.year().month().day()))
print(
  date.formatted(.dateTime.weekday(.wide).hour().minute()), "|", date.formatted(.dateTime.month(.wide).year(.twoDigits))
)
print(
  date.formatted(.dateTime.day(.twoDigits).month(.twoDigits).year()), "|",
  date.formatted(.dateTime.hour(.twoDigits(amPM: .omitted)).minute().second()))
print(
  date.formatted(.iso8601), date.formatted(.iso8601.year().month().day()),
  date.formatted(.iso8601.dateSeparator(.omitted)))
print(date.formatted(.dateTime.weekday().day().month().locale(Locale(identifier: "de_DE"))))
let style = Date.FormatStyle(date: .abbreviated, time: .omitted)
print(style.format(date), date.formatted(style))
let day: Date.FormatStyle = .dateTime.day().month()
print(day.format(date))
print(Date(timeIntervalSinceNow: -3600).formatted(.relative(presentation: .named)))
print(Date(timeIntervalSinceNow: 86_400 * 3).formatted(.relative(presentation: .numeric, unitsStyle: .wide)))
print(
  Date(timeIntervalSinceNow: -86_400).formatted(.relative(presentation: .named)),
  Date(timeIntervalSinceNow: 86_400).formatted(.relative(presentation: .numeric)))

import Foundation

struct Day: Hashable, Strideable, CustomStringConvertible {
  let ordinal: Int
  func distance(to other: Day) -> Int { other.ordinal - ordinal }
  func advanced(by n: Int) -> Day { Day(ordinal: ordinal + n) }
  var description: String { "D\(ordinal)" }
}
extension Calendar {
  static let utc: Calendar = {
    var c = Calendar(identifier: .gregorian); c.timeZone = TimeZone(identifier: "UTC")!;
    c.locale = Locale(identifier: "en_US_POSIX"); c.firstWeekday = 2; return c
  }()
}
extension Date {
  static func at(_ y: Int, _ m: Int, _ d: Int, _ h: Int = 0, _ min: Int = 0) -> Date {
    Calendar.utc.date(from: DateComponents(year: y, month: m, day: d, hour: h, minute: min))!
  }
  func startOfDay() -> Date { Calendar.utc.startOfDay(for: self) }
  var iso: String { ISO8601DateFormatter().string(from: self) }
  func adding(_ c: Calendar.Component, _ n: Int) -> Date { Calendar.utc.date(byAdding: c, value: n, to: self)! }
  static func - (l: Date, r: Date) -> TimeInterval { l.timeIntervalSince(r) }
  var isWeekend: Bool { Calendar.utc.isDateInWeekend(self) }
}
extension TimeInterval {
  static func minutes(_ n: Double) -> Self { n * 60 }; static func hours(_ n: Double) -> TimeInterval { n * 60 * 60 }
  var clock: String { let s = Int(self); return String(format: "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60) }
}
struct Appointment: Comparable {
  var title: String; var start: Date; var length: TimeInterval
  var end: Date { start + length }
  static func < (a: Self, b: Self) -> Bool { a.start < b.start }
  func overlaps(_ o: Appointment) -> Bool { start < o.end && o.start < end }
}
var list = [
  Appointment(title: "Lunch", start: .at(2024, 2, 28, 12), length: .hours(1)),
  Appointment(title: "Call", start: .at(2024, 2, 28, 12, 30), length: .minutes(15)),
  .init(title: "Gym", start: .at(2024, 3, 2, 18), length: 5400),
]
list.sort(by: >)
print(list.map(\.title), list[1].overlaps(list[2]), (list[0].end - list[0].start).clock)
let byDay = Dictionary(grouping: list) { $0.start.startOfDay() }
for (day, items) in byDay.sorted(by: { $0.key < $1.key }) { print(day.iso, items.map(\.title).sorted(), day.isWeekend) }
let leap = Date.at(2024, 2, 28).adding(.day, 1)
let c = Calendar.utc.dateComponents([.year, .month, .day, .weekday], from: leap)
print(c.year!, c.month!, c.day!, c.weekday!, leap.adding(.year, 1).iso, leap.adding(.month, 12).iso)
print(
  Calendar.utc.dateComponents([.day, .hour], from: list[2].start, to: list[0].start).day!,
  Calendar.utc.isDate(list[1].start, inSameDayAs: list[2].start))
print(Calendar.utc.component(.month, from: leap), Calendar.utc.range(of: .day, in: .month, for: leap)!.count)
let f = DateFormatter(); f.calendar = .utc; f.timeZone = .gmt; f.locale = Locale(identifier: "en_US_POSIX");
f.dateFormat = "EEEE, d MMMM yyyy 'at' HH:mm"
print(f.string(from: list[0].start))
f.dateFormat = "dd/MM/yy"; print(f.date(from: "05/03/21")?.iso ?? "nil", f.date(from: "x") as Any)
print(
  (Day(ordinal: 3)...Day(ordinal: 5)).map(\.description), Day(ordinal: 1) < Day(ordinal: 2),
  Array(stride(from: Day(ordinal: 0), to: Day(ordinal: 10), by: 4)))
print((Day(ordinal: 3)..<Day(ordinal: 9)).contains(Day(ordinal: 9)), (Day(ordinal: 3)...).contains(Day(ordinal: 9)))
print(
  Date.distantPast < Date(timeIntervalSince1970: 0),
  Date(timeIntervalSince1970: 0) == Date(timeIntervalSinceReferenceDate: -978307200), max(leap, leap + 1) > leap)
let interval = DateInterval(start: list[0].start, duration: .hours(2))
print(interval.duration, interval.contains(list[0].end), interval.end.iso)

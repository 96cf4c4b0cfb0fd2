// Dates from seconds, their differences and order; time intervals; UUIDs and their text.
import Foundation

let start = Date(timeIntervalSince1970: 0)
let later = start.addingTimeInterval(90)
print(
  later.timeIntervalSince(start), later > start, start == Date(timeIntervalSince1970: 0), later.timeIntervalSince1970)
print(start + 60 == Date(timeIntervalSince1970: 60), max(start, later) == later, start.distance(to: later))
let formatter = ISO8601DateFormatter()
print(formatter.string(from: later), formatter.date(from: "2024-01-02T03:04:05Z")!.timeIntervalSince1970)
var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = TimeZone(identifier: "UTC")!
let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: 1_700_000_000))
print(parts.year!, parts.month!, parts.day!)
print(calendar.date(byAdding: .day, value: 3, to: start)!.timeIntervalSince1970 / 86_400)

let id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
print(id, id.uuidString.count, UUID(uuidString: "nonsense") as Any, UUID() == UUID())
struct Item: Identifiable {
  let id = UUID()
  var title: String
}
let items = [Item(title: "a"), Item(title: "b")]
print(items[0].id != items[1].id, Set(items.map(\.id)).count, items.first { $0.id == items[1].id }!.title)
let interval: TimeInterval = 2.5
print(interval * 2, Date().timeIntervalSinceNow <= 0, Date.distantPast < Date.distantFuture)
let seconds = Duration.seconds(90) + .milliseconds(500)
print(seconds, seconds.components.seconds, Duration.seconds(3) < .seconds(4), Duration.milliseconds(1500) * 2)

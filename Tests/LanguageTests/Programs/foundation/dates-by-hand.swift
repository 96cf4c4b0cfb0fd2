// Dates as intervals: arithmetic, comparison, differences.
import Foundation

let start = Date(timeIntervalSince1970: 86_400)
let later = start.addingTimeInterval(90)
print(later.timeIntervalSince(start), start < later, start == Date(timeIntervalSince1970: 86_400))
print(later > start ? "later" : "earlier", start.timeIntervalSince1970, start.distance(to: later))
print(
  [later, start].min()! == start, (start...later).contains(start.addingTimeInterval(1)),
  later.timeIntervalSinceReferenceDate < 0)

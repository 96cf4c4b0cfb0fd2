// Sorting by values that compare.
import Foundation
struct U { var name: String; var age: Int; var nick: String? }
let us = [U(name: "b", age: 2, nick: nil), U(name: "a", age: 2, nick: "z"), U(name: "c", age: 1, nick: "q")]
print(us.sorted(using: KeyPathComparator(\.name)).map(\.name))
print(us.sorted(using: [KeyPathComparator(\U.age, order: .reverse), KeyPathComparator(\U.name)]).map(\.name))
print(us.sorted(using: SortDescriptor(\U.age)).map(\.name))
print(us.sorted(using: [SortDescriptor(\.age, order: .reverse), SortDescriptor(\.name)]).map(\.name))
var v = us
v.sort(using: SortDescriptor(\.name, order: .reverse))
print(v.map(\.name))
v.sort(using: KeyPathComparator(\.nick))
print(v.map(\.name))
var d = SortDescriptor(\U.name)
print(d.order, d.compare(us[0], us[1]) == .orderedDescending)
d.order = .reverse
print(d.order)
print(
  ["b", "A", "c"].sorted(using: String.StandardComparator(.lexical)),
  [3, 1, 2].sorted(using: ComparableComparator<Int>(order: .reverse)))
let order: SortOrder = .forward
print(order, order == .reverse)
struct Len: SortComparator {
  var order: SortOrder = .forward;
  func compare(_ a: String, _ b: String) -> ComparisonResult {
    let r: ComparisonResult =
      a.count < b.count ? .orderedAscending : a.count > b.count ? .orderedDescending : .orderedSame
    ;
    return order == .forward
      ? r : (r == .orderedAscending ? .orderedDescending : r == .orderedDescending ? .orderedAscending : .orderedSame)
  }
}
print(["aaa", "b", "cc"].sorted(using: Len()), ["aaa", "b", "cc"].sorted(using: Len(order: .reverse)))
print(us.sorted(using: KeyPathComparator(\.name, comparator: Len())).map(\.name))
print(
  ["a10", "a9", "A1"].sorted(using: String.Comparator(options: [.numeric, .caseInsensitive])),
  ["a10", "a9"].sorted(using: String.StandardComparator(.lexical)))

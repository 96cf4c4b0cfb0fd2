// All cases, in order; with filters, indices and a random one among them.
enum Day: String, CaseIterable { case mon, tue, wed, thu, fri, sat, sun }
print(Day.allCases.count, Day.allCases.first!, Day.allCases.map(\.rawValue).joined(separator: ","))
extension Day {
  var isWeekend: Bool { self == .sat || self == .sun }
  var next: Day {
    let all = Self.allCases
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }
}
print(Day.allCases.filter(\.isWeekend), Day.sun.next, Day.mon.next.next)
print(Day.allCases.contains(Day.allCases.randomElement()!))

// What one element costs: `swift run -c release CombineBench [part of a row's name]`.
//
// A second thread sleeps all the while, as in any real program: with a single thread the C library takes shortcuts that
// flatter locks.

import Foundation

let sleeper = Thread { while true { sleep(1_000) } }
sleeper.start()

let wanted = CommandLine.arguments.dropFirst().first

func column(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

func cells(_ cost: Cost?) -> String {
  guard let cost else { return "| " + column("", 7) + " | " + column("", 6) + " " }
  let allocations = cost.allocations < 0.01 ? "0" : String(format: "%.1f", cost.allocations)
  return "| " + column(String(format: "%.1f", cost.nanoseconds), 7) + " | " + column(allocations, 6) + " "
}

print("| per element                              | ns      | allocs | closures, ns | allocs | goal, ns |")
print("| ---                                      | ---:    | ---:   | ---:    | ---:   | ---: |")
let total = Total()
for row in operatorRows(total) + combiningRows(total) + lifeRows(total) + threadRows(total)
where wanted == nil || row.name.contains(wanted ?? "") {
  let combine = Cost.of(row.elements, row.combine)
  let plain = row.plain.map { Cost.of(row.elements, $0) }
  let goal = row.goal.map { combine.nanoseconds <= Double($0) ? "\($0)" : "\($0) missed" } ?? ""
  print(
    "| " + row.name.padding(toLength: 40, withPad: " ", startingAt: 0), cells(combine) + cells(plain) + "| \(goal) |")
}

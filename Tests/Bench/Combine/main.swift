// What one element costs: `swift run -c release CombineBench [part of a row's name]`.

import Foundation
import Measuring

keepSecondThread()
let wanted = CommandLine.arguments.dropFirst().first

print("| per element                              | ns      | allocs | closures, ns | allocs | goal, ns |")
print("| ---                                      | ---:    | ---:   | ---:    | ---:   | ---: |")
let total = Total()
for row in operatorRows(total) + combiningRows(total) + lifeRows(total) + threadRows(total)
where wanted == nil || row.name.contains(wanted ?? "") {
  let combine = Cost.of(row.elements, row.combine)
  let plain = row.plain.map { Cost.of(row.elements, $0) }
  print(
    "| " + row.name.padding(toLength: 40, withPad: " ", startingAt: 0),
    combine.cells + (plain?.cells ?? Cost.noCells) + "| \(combine.verdict(row.goal)) |")
}

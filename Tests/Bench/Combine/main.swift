// What one element costs: `swift run -c release CombineBench [part of a row's name [elements]]`. With a number of
// elements, only the library's side runs: for tools that count (`Tests/Bench/instructions.sh`).

import Foundation
import Measuring

keepSecondThread()
let wanted = CommandLine.arguments.dropFirst().first
let elements = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) }

print("| per element                              | ns      | allocs | closures, ns | allocs | goal, ns |")
print("| ---                                      | ---:    | ---:   | ---:    | ---:   | ---: |")
let total = Total()
for row in operatorRows(total) + combiningRows(total) + lifeRows(total) + threadRows(total)
where wanted == nil || row.name.contains(wanted ?? "") {
  let combine = Cost.of(elements ?? row.elements, row.combine)
  let plain = elements == nil ? row.plain.map { Cost.of(row.elements, $0) } : nil
  print(
    "| " + row.name.padding(toLength: 40, withPad: " ", startingAt: 0),
    combine.cells + (plain?.cells ?? Cost.noCells) + "| \(combine.verdict(row.goal)) |")
}

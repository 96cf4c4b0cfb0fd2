// What interpreting costs: `swift run -c release LanguageBench [part of a row's name]`.

import Foundation
import Measuring

keepSecondThread()
let wanted = CommandLine.arguments.dropFirst().first

print("| per element                                  | ns      | allocs | compiled, ns | allocs | goal, ns |")
print("| ---                                          | ---:    | ---:   | ---:    | ---:   | ---: |")
for row in rows() where wanted == nil || row.name.contains(wanted ?? "") {
  let interpreter = Interpreter()
  interpreter.evaluate(row.setup)
  let statements = interpreter.statements(row.statement)
  let interpreted = Cost.of(Row.elements, runs: 25) { _ in interpreter.run(statements) }
  let native = Cost.of(Row.elements, runs: 25) { _ in row.native() }
  print(
    "| " + row.name.padding(toLength: 44, withPad: " ", startingAt: 0),
    interpreted.cells + native.cells + "| \(interpreted.verdict(row.goal)) |")
}

print("\n| text                                         | p50 µs  | p99 µs | goal, µs |")
print("| ---                                          | ---:    | ---:   | ---: |")
for row in textRows() where wanted == nil || row.name.contains(wanted ?? "") {
  var times: [Double] = []
  let clock = ContinuousClock()
  for round in 0..<row.rounds {
    let body = row.prepare(round)
    let (seconds, attoseconds) = clock.measure(body).components
    times.append(Double(seconds) * 1e6 + Double(attoseconds) * 1e-12)
  }
  times.sort()
  let p50 = times[times.count / 2]
  let p99 = times[times.count * 99 / 100]
  let goal = row.goal.map { p50 <= Double($0) ? "\($0)" : "\($0) missed" } ?? ""
  print(
    "| " + row.name.padding(toLength: 44, withPad: " ", startingAt: 0),
    "| " + column(String(format: "%.0f", p50), 7) + " | " + column(String(format: "%.0f", p99), 6) + " | \(goal) |")
}

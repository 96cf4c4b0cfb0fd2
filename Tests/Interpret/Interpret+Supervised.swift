/// Programs that may kill: each in a process that may die.
import Foundation
import InterpreterHarness

extension Interpret {
  /// - Parameter numbers: how many calls of each member, the seed, and in the other process where to begin and how many to leave out.
  static func extremes(_ numbers: [Int]) throws {
    let count = numbers.first ?? 3
    let seed = numbers.count > 1 ? UInt64(numbers[1]) : 1
    var generator = ExtremeCalls(seed: seed)
    let calls = generator.calls(ofEach: count)
    if numbers.count > 3 {
      return SupervisedRun.work(
        on: calls.map(\.text), after: ExtremeCalls.prelude, from: numbers[2], every: numbers[3])
    }
    print("\(calls.count) calls of \(generator.memberCount) members, seed \(seed)")
    let report = try SupervisedRun.run(["--extremes", String(count), String(seed)], count: calls.count) { note($0) }
    for (number, how) in report.killed { print("\n== \(calls[number].member): \(how)\n\(calls[number].text)") }
    for (number, seconds) in report.slow { print("\n== \(calls[number].member): \(seconds) s\n\(calls[number].text)") }
    for (number, size) in report.large { print("\n== \(calls[number].member): \(size) MB\n\(calls[number].text)") }
    let byMember = Dictionary(grouping: calls.indices) { calls[$0].member }
    let unreached = byMember.filter { !$0.value.contains { [.done, .stopped].contains(report.ends[$0]) } }
    print("\nreached \(byMember.count - unreached.count) of \(byMember.count) members by name; not reached:")
    for (member, numbers) in unreached.sorted(by: { $0.key < $1.key }) {
      print("  \(member): \(report.refusals[numbers[0]] ?? "no operands")")
    }
    exit(report.killed.isEmpty ? 0 : 1)
  }

  static func hostile(_ arguments: [String]) throws {
    if arguments.first == "--work", arguments.count > 2, let start = Int(arguments[1]), let step = Int(arguments[2]) {
      return SupervisedRun.work(on: HostilePrograms.all.map(\.text), from: start, every: step)
    }
    if arguments == ["--list"] {
      for program in HostilePrograms.all + HostilePrograms.holding {
        let fields = ["kind": program.kind, "name": program.name, "text": program.text]
        print(String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self))
      }
      return
    }
    let programs = HostilePrograms.all
    if !arguments.isEmpty {
      for program in programs where arguments.contains(program.name) {
        let run = ProgramRun.onItsOwnStack(program.text)
        print(run.output.prefix(2_000), run.failure ?? "")
      }
      return
    }
    let report = try SupervisedRun.run(["--hostile", "--work"], count: programs.count) { note($0) }
    for (number, how) in report.killed { print("== \(programs[number].name): \(how)") }
    for (number, seconds) in report.slow { print("== \(programs[number].name): \(seconds) s") }
    for (number, size) in report.large { print("== \(programs[number].name): \(size) MB") }
    for (number, why) in report.refusals.sorted(by: { $0.key < $1.key }) {
      print("== \(programs[number].name): refused: \(why)")
    }
    print("\(programs.count) programs, \(report.killed.count) kill")
    exit(report.killed.isEmpty ? 0 : 1)
  }
}

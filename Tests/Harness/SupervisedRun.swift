/// Many programs in processes of their own: what kills one is found by its number, and the rest goes on in another.
import Foundation
package import Language
import TestSupport

package struct SupervisedRun {
  package enum End: String { case done, refused, stopped }

  package struct Report {
    /// How each program that was run ended.
    package var ends: [Int: End] = [:]
    /// Why the checker refused a program.
    package var refusals: [Int: String] = [:]
    /// The programs that took their process with them, and how.
    package var killed: [(number: Int, how: String)] = []
    /// The programs that took long, with their seconds.
    package var slow: [(number: Int, seconds: Double)] = []
    /// The programs that took much memory, with what the process had taken by then.
    package var large: [(number: Int, megabytes: Int)] = []
  }

  /// - Parameters:
  ///   - arguments: those with which `interpret` calls `work(on:from:)` with the same programs.
  ///   - count: how many programs there are.
  ///   - start: the first of them to run.
  package static func run(
    _ arguments: [String], from start: Int = 0, count: Int, told: (String) -> Void = { _ in }
  ) throws -> Report {
    var report = Report()
    var next = start
    while next < count {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Tool.product("interpret"))
      process.arguments = arguments + [String(next)]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      var begun = next - 1
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count > 1, let number = Int(words[1]) else { continue }
        switch words[0] {
        case "begin": begun = number
        case "slow": report.slow.append((number, words.count > 2 ? Double(words[2]) ?? 0 : 0))
        case "large": report.large.append((number, words.count > 2 ? Int(words[2]) ?? 0 : 0))
        default:
          report.ends[number] = End(rawValue: words[0])
          if words[0] == "refused" { report.refusals[number] = words.count > 2 ? words[2] : "" }
        }
      }
      if process.terminationReason == .exit, process.terminationStatus == 0 { break }
      let how =
        process.terminationReason == .exit
        ? "exit status \(process.terminationStatus)" : "signal \(process.terminationStatus)"
      report.killed.append((begun, how))
      told("program \(begun): \(how)")
      next = begun + 1
    }
    return report
  }

  // MARK: In the other process

  /// Runs the programs from one on, and says how each ended.
  package static func work(on programs: [String], from start: Int, limits: Limits = .hostile) {
    var memory = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
    var peak = 600
    for number in start..<max(start, programs.count) where !programs[number].isEmpty {
      say("begin \(number)")
      let begin = Date()
      allow(cpuSeconds: 15)
      let run = ProgramRun.onItsOwnStack(programs[number], limits: limits)
      allow(cpuSeconds: 0)
      let seconds = -begin.timeIntervalSinceNow
      if seconds > 3 { say("slow \(number) \(seconds)") }
      if let megabytes = peakMegabytes, megabytes > peak + 200 {
        say("large \(number) \(megabytes)")
        peak = megabytes
      }
      if let error = run.errors.first {
        say("refused \(number) \(error.message.replacing("\n", with: " "))")
      } else {
        say("\(run.failure == nil ? "done" : "stopped") \(number)")
      }
    }
  }

  /// At once: the process may die with what it has not written yet.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// The process dies when it has used so much time from now on; 0 takes the limit away.
  package static func allow(cpuSeconds: Int) {
    var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: cpuSeconds, tv_usec: 0))
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }

  /// The most memory that the process has had.
  private static var peakMegabytes: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(separator: " ").compactMap { Int($0) }.first.map { $0 / 1024 }
  }
}

extension Limits {
  /// As deep as any program may go, but not for as long.
  package static let hostile = Limits(stepsPerActivation: 200_000, valueCount: 2_000_000, memoryBytes: 256 << 20)
}

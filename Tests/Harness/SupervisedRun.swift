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
  ///   - start: the first of them that is run.
  ///   - step: only every so many of them are run.
  ///   - count: how many programs there are.
  package static func run(
    _ arguments: [String], from start: Int = 0, every step: Int = 1, count: Int, told: (String) -> Void = { _ in }
  ) throws -> Report {
    var report = Report()
    var next = start
    while next < count {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Tool.product("interpret"))
      process.arguments = arguments + [String(next), String(step)]
      // What the runtime says of a crash takes it half a minute to find out.
      process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      var begun = next
      var text = ""
      for line in said.split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count > 1, let number = Int(words[1]) else { continue }
        switch words[0] {
        case "begin":
          begun = number
          text = words.count > 2 ? words[2] : ""
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
      told("program \(begun): \(how): \(text)")
      next = max(begun, next) + step
    }
    return report
  }

  // MARK: In the other process

  /// Runs the programs from one on, and says how each ended.
  package static func work(on programs: [String], from start: Int, every step: Int) {
    work(stride(from: start, to: programs.count, by: step), { programs[$0] }) { number in
      let run = ProgramRun.onItsOwnStack(programs[number], limits: .hostile)
      if let error = run.errors.first { return (.refused, error.message) }
      return (run.failure == nil ? .done : .stopped, "")
    }
  }

  /// Runs texts from one on, each after the others in a program that has begun with `prelude`. That is many times as fast;
  /// now and then there is a new program.
  package static func work(on texts: [String], after prelude: String, from start: Int, every step: Int) {
    let thread = Thread {
      var current: LongProgram?
      var begun = 0
      work(stride(from: start, to: texts.count, by: step), { texts[$0] }) { number in
        if texts[number].isEmpty { return (.refused, "no operands") }
        begun += 1
        if begun % 200 == 1 {
          current = LongProgram()
          _ = current?.run(prelude)
        }
        return current?.run(texts[number]) ?? (.stopped, "")
      }
      exit(0)
    }
    thread.stackSize = 8 << 20
    thread.start()
    while true { pause() }
  }

  private static func work(_ numbers: StrideTo<Int>, _ text: (Int) -> String, _ run: (Int) -> (End, String)) {
    var peak = 600
    for number in numbers {
      // Each may take so much more than there is: what the ones before it have left in circles is none of its doing.
      var memory = rlimit(rlim_cur: addressSpace + (4 << 30), rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
      say("begin \(number) \(text(number).prefix(300).replacing("\n", with: "; "))")
      let begin = clock()
      allow(cpuSeconds: 15)
      let (end, message) = run(number)
      allow(cpuSeconds: 0)
      let seconds = Double(clock() - begin) / Double(CLOCKS_PER_SEC)
      if seconds > 3 { say("slow \(number) \(seconds)") }
      if let megabytes = peakMegabytes, megabytes > peak + 200 {
        say("large \(number) \(megabytes)")
        peak = megabytes
      }
      say("\(end.rawValue) \(number) \(message.replacing("\n", with: " "))")
    }
  }

  /// At once: the process may die with what it has not written yet.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// The process dies when it has used so much time from now on; 0 takes the limit away.
  package static func allow(cpuSeconds: Int) {
    var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: cpuSeconds, tv_usec: 0))
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }

  /// How many bytes of addresses are in use.
  private static var addressSpace: rlim_t {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").first
    return pages.flatMap { rlim_t($0) }.map { $0 * rlim_t(getpagesize()) } ?? 0
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

/// A program that texts are added to, as in a REPL.
private final class LongProgram {
  private let host = VirtualHost()
  private let program: Program
  private let session: SessionResults

  init() {
    program = Program(host: host, limits: .hostile)
    session = program.openResults(of: "main")
  }

  deinit {
    session.close()
    program.close()
  }

  func run(_ text: String) -> (SupervisedRun.End, String) {
    let checked = program.check(SourceText(file: "main.swift", text: text), session: session)
    guard let unit = checked.unit else {
      return (.refused, checked.diagnostics.first { $0.severity == .error }?.message ?? "")
    }
    for statement in unit.statements {
      var result: Result<StatementOutcome, RunFailure>?
      program.execute(statement, session: session) { result = $0 }
      if result == nil { host.advance(by: 3600 * 1_000_000_000) { result != nil } }
      guard case .success? = result else { return (.stopped, "") }
    }
    host.advance(by: 3 * 1_000_000_000)
    return (.done, "")
  }
}

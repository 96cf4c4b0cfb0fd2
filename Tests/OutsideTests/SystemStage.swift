// A loop with files and commands on it, a directory of its own, and sources that write down what they hear.
import EventLoop
import Foundation
import Glibc
import Language
import Testing

@testable import Outside

/// One after the other: they count what the process has open.
@Suite(.serialized) struct SystemTests {}

final class SystemStage {
  let loop: EventLoop
  let system: LinuxSystem
  /// Removed at the end.
  let directory: String
  private(set) var troubles: [String] = []

  /// - Parameter allow: what is granted beside reading and writing the stage's directory.
  init(allow: String...) throws {
    directory = NSTemporaryDirectory() + "combined-outside-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    loop = EventLoop(poller: try EpollPoller())
    var grants = Grants()
    for text in allow + ["read=\(directory)", "write=\(directory)"] { #expect(grants.allow(text) == nil) }
    system = try LinuxSystem(on: loop, granting: grants) { $0() }
  }

  /// Ends everything; nothing may be left.
  func close() {
    system.close()
    #expect(system.running == (0, 0, 0))
    try? FileManager.default.removeItem(atPath: directory)
  }

  func path(_ name: String) -> String { directory + "/" + name }

  func write(_ text: String, to name: String) throws {
    let file = open(path(name), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    try #require(file >= 0)
    #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
    Glibc.close(file)
  }

  func read(_ name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }

  /// Turns the loop until something holds; gives up after half a minute, which only a broken test takes.
  func run(until condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    let limit = MonotonicTime.now + .seconds(30)
    while !condition() {
      guard MonotonicTime.now < limit else {
        Issue.record("it did not happen", sourceLocation: sourceLocation)
        return
      }
      loop.turn(until: limit)
    }
  }

  /// Turns the loop until as many descriptors are open, which other threads close and messages hold; for a test that runs
  /// in a process of its own.
  func runUntil(openDescriptors count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    let limit = MonotonicTime.now + .seconds(30)
    while openDescriptors() != count {
      guard MonotonicTime.now < limit else {
        Issue.record("\(openDescriptors()) are open instead of \(count)", sourceLocation: sourceLocation)
        return
      }
      loop.poll()
      sched_yield()
    }
  }

  func perform(_ effect: Effect) { system.perform(effect) { [unowned self] in troubles.append($0) } }

  final class Ear {
    var events: [LineEvent] = []
    var work: (any LineWork)!
    /// What it does with each event.
    var reaction: (LineEvent) -> Void = { _ in }

    var lines: [String] {
      events.compactMap { if case .line(let text) = $0 { text } else { nil } }
    }
    var end: LineEvent? {
      switch events.last {
      case .finished, .failed: events.last
      default: nil
      }
    }
  }

  func listen(to source: LineSource, asking lines: Int? = nil, _ reaction: ((LineEvent) -> Void)? = nil) -> Ear {
    let ear = Ear()
    ear.reaction = reaction ?? { _ in }
    ear.work = system.lines(of: source) { [unowned ear] event in
      ear.events.append(event)
      ear.reaction(event)
    }
    ear.work.request(lines)
    #expect(ear.events.isEmpty)
    return ear
  }

  func command(_ words: String..., asking lines: Int? = nil) -> Ear { listen(to: .command(words), asking: lines) }
  func shell(_ script: String, asking lines: Int? = nil) -> Ear {
    listen(to: .command(["sh", "-c", script]), asking: lines)
  }
  func follow(_ name: String, onlyNew: Bool = false, asking lines: Int? = nil) -> Ear {
    listen(to: .file(path: path(name), onlyNew: onlyNew), asking: lines)
  }
}

/// How many descriptors of the kinds that files and commands need this process has open: those of other tests' daemons too,
/// so it is for a process that does nothing else. (libdispatch opens timers and queues of its own when it likes.)
func openDescriptors() -> Int {
  let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return all.count { number in
    let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) ?? ""
    return ["pidfd", "inotify", "pipe:", "combined-outside"].contains { target.contains($0) }
  }
}

/// Whether a process exists, other than as one that waits to be waited for.
func runs(_ pid: Int32) -> Bool {
  guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
  return status.split(separator: ")").last?.split(separator: " ").first != "Z"
}

extension SystemStage {
  /// Turns the loop until no file is being looked at and none has news.
  func settle() {
    let limit = MonotonicTime.now + .seconds(30)
    while loop.poll() || system.isReading {
      if system.isReading { loop.turn(until: limit) }
      if MonotonicTime.now >= limit {
        Issue.record("it goes on for ever")
        return
      }
    }
  }
}

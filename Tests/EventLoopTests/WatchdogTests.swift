// A loop that does not turn is noticed, and where it is.
import EventLoop
import Synchronization
import Testing

/// One after the other: a process has one watchdog.
@Suite(.serialized) struct WatchdogTests {
  /// What the watchdog has told, for the loop's thread and for that of the test.
  private final class Ear: Sendable {
    private let events = Mutex<[Watchdog.Event]>([])

    func hear(_ event: Watchdog.Event) { events.withLock { $0.append(event) } }

    func forget() { events.withLock { $0 = [] } }

    func first<Found>(_ find: (Watchdog.Event) -> Found?) -> Found? {
      let told = events.withLock { $0 }
      return told.lazy.compactMap(find).first
    }

    /// Waits for it, busily: whoever slept in the system would not be seen where it is.
    func next<Found>(_ find: (Watchdog.Event) -> Found?) -> Found {
      while true {
        if let found = first(find) { return found }
      }
    }
  }

  @Test func aLoopThatStandsStillIsToldWithItsPlace() throws {
    let loop = EventLoop(poller: try EpollPoller())
    let ear = Ear()
    let watchdog = try Watchdog(loop, patience: .milliseconds(5), interval: .milliseconds(1)) { ear.hear($0) }
    defer { watchdog.close() }
    // Said before the loop turns: where other threads have the processor, the loop stands still in the middle of anything.
    loop.pulse.begin(workNumber: 7)
    // For the same reason it may not get to answer where it is before the watchdog gives up, or answers from within the C
    // library, which says nothing of its callers: it stands still until it has answered, a hundred times at most.
    func isPlace(_ frame: String) -> Bool { frame.contains("combinedPackageTests") || frame.contains("EventLoop") }
    var answer: [String] = []
    for _ in 0..<100 where !answer.contains(where: isPlace) {
      ear.forget()
      loop.post {
        let (time, number, place) = ear.next { event in
          if case .standsStill(let time, let number, let place) = event { (time, number, place) } else { nil }
        }
        #expect(time >= .milliseconds(5))
        #expect(number == 7)
        answer = place
      }
      #expect(loop.poll())
      // One turn may be over before the watchdog looks again, and then the loop stands still once more.
      let turnsAgain: (Watchdog.Event) -> Void? = {
        if case .turnsAgain(let time) = $0, time >= .milliseconds(5) { () } else { nil }
      }
      while ear.first(turnsAgain) == nil { loop.poll() }
    }
    #expect(answer.contains(where: isPlace), "\(answer)")
  }

  @Test func aLoopThatSleepsIsWell() throws {
    let loop = EventLoop(poller: try EpollPoller())
    let ear = Ear()
    let watchdog = try Watchdog(loop, patience: .nanoseconds(1), interval: .milliseconds(1)) { ear.hear($0) }
    defer { watchdog.close() }
    // It has not begun to turn.
    ear.next { if case .turns = $0 { () } else { nil } }
    #expect(ear.first { if case .standsStill = $0 { () } else { nil } } == nil)
  }
}

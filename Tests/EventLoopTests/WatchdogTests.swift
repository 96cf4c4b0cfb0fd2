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
    loop.post {
      loop.pulse.begin(workNumber: 7)
      let (time, number, place) = ear.next { event in
        if case .standsStill(let time, let number, let place) = event { (time, number, place) } else { nil }
      }
      #expect(time >= .milliseconds(5))
      #expect(number == 7)
      #expect(place.count > 3, "\(place)")
      #expect(place.contains { $0.contains("combinedPackageTests") || $0.contains("EventLoop") }, "\(place)")
    }
    #expect(loop.poll())
    // One turn may be over before the watchdog looks again, and then the loop stands still once more.
    let turnsAgain: (Watchdog.Event) -> Void? = {
      if case .turnsAgain(let time) = $0, time >= .milliseconds(5) { () } else { nil }
    }
    while ear.first(turnsAgain) == nil { loop.poll() }
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

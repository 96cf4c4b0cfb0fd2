// The schedulers' clocks and their work.

import Combine
import CombineTesting
import Dispatch
import Foundation
import Synchronization
import Testing

@Test(.leavesNothing) func immediateSchedulerDoesNotWait() {
  let scheduler = ImmediateScheduler.shared
  var log: [Int] = []
  scheduler.schedule { log.append(1) }
  scheduler.schedule(after: scheduler.now.advanced(by: .seconds(100))) { log.append(2) }
  let cancellable = scheduler.schedule(after: scheduler.now, interval: 1) { log.append(3) }
  #expect(log == [1, 2, 3])
  #expect(scheduler.now.distance(to: scheduler.now.advanced(by: 5)) == 0)
  withExtendedLifetime(cancellable) {}
}

@Suite(.leavesNothing) struct DispatchQueueSchedulerTests {
  typealias Stride = DispatchQueue.SchedulerTimeType.Stride

  @Test func stridesClamp() {
    #expect(Stride.seconds(2) == Stride.milliseconds(2_000))
    #expect(Stride.microseconds(3) == Stride.nanoseconds(3_000))
    #expect((0.8 as Stride).magnitude == 800_000_000)
    #expect((3 as Stride).timeInterval == .nanoseconds(3_000_000_000))
    #expect(Stride.seconds(Int.max).magnitude == .max)
    #expect(Stride.seconds(1e300).magnitude == .max)
    #expect(Stride(.never).magnitude == .max)
    #expect((Stride.seconds(Int.max) + .seconds(1)).magnitude == .max)
  }

  @Test func momentsAdvanceAndCode() throws {
    let moment = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 5_000))
    #expect(moment.advanced(by: .nanoseconds(500)).dispatchTime.uptimeNanoseconds == 5_500)
    #expect(moment.distance(to: moment.advanced(by: .nanoseconds(-100))) == .nanoseconds(-100))
    #expect(moment.advanced(by: .seconds(Int.max)).dispatchTime == .distantFuture)
    // A distance that does not fit is the one without an end, in both directions.
    let future = DispatchQueue.SchedulerTimeType(.distantFuture)
    #expect(moment.distance(to: future) == .nanoseconds(.max))
    #expect(future.distance(to: moment) == .nanoseconds(.max))
    #expect(future.distance(to: future) == .zero)
    let last = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: UInt64(Int.max)))
    #expect(last.distance(to: moment) == .nanoseconds(5_000 - Int.max))
    let data = try JSONEncoder().encode([moment])
    #expect(try JSONDecoder().decode([DispatchQueue.SchedulerTimeType].self, from: data) == [moment])
  }

  @Test func infiniteStrideTraps() async {
    await #expect(processExitsWith: .failure) { _ = DispatchQueue.SchedulerTimeType.Stride.seconds(Double.infinity) }
  }

  @Test func optionsAreTheQueues() async {
    let queue = DispatchQueue(label: "options", attributes: .concurrent)
    let group = DispatchGroup()
    let ran = Atomic<Int>(0)
    queue.schedule(options: .init(qos: .userInitiated, flags: .barrier, group: group)) {
      ran.wrappingAdd(1, ordering: .relaxed)
    }
    queue.schedule(after: queue.now.advanced(by: .milliseconds(1)), tolerance: .zero, options: .init(group: group)) {
      ran.wrappingAdd(1, ordering: .relaxed)
    }
    // The group knows of both.
    await withCheckedContinuation { continuation in group.notify(queue: queue) { continuation.resume() } }
    #expect(ran.load(ordering: .relaxed) >= 1)
    #expect(queue.minimumTolerance == .zero)
  }

  @Test func runsWorkOnTheQueue() async {
    let queue = DispatchQueue(label: "work")
    await withCheckedContinuation { continuation in
      queue.schedule {
        queue.schedule(after: queue.now.advanced(by: .milliseconds(1))) {
          nonisolated(unsafe) var ticks = 0
          nonisolated(unsafe) var timer: (any Cancellable)?
          timer = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
            ticks += 1
            if ticks == 3 {
              timer?.cancel()
              continuation.resume()
            }
          }
        }
      }
    }
  }
}

@Test(.leavesNothing) func runLoopRunsWork() {
  let loop = RunLoop.current
  var log: [Int] = []
  loop.schedule { log.append(1) }
  // One after the other: a machine under load may find two timers due at once, and a run loop promises no order then.
  let timer = loop.schedule(after: loop.now.advanced(by: 0.001), interval: 100) {
    log.append(2)
    loop.schedule(after: loop.now.advanced(by: 0.001)) { log.append(3) }
  }
  while log.count < 3 { loop.run(until: Date(timeIntervalSinceNow: 0.002)) }
  #expect(log == [1, 2, 3])
  timer.cancel()
  #expect(RunLoop.SchedulerTimeType.Stride.milliseconds(1500).timeInterval == 1.5)
}

// Intervals, tolerances and options of a scheduler of which only the protocol is known.
import Combine
import Foundation

func use<S: Scheduler>(_ scheduler: S) {
  let pause: S.SchedulerTimeType.Stride = .milliseconds(300)
  print(pause < .seconds(1), pause > .zero, .seconds(0.3) == pause)
  scheduler.schedule(options: nil) { print("at once") }
  scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1)), tolerance: scheduler.minimumTolerance) {
    print("later")
  }
  let token = Just(1).debounce(for: .milliseconds(200), scheduler: scheduler).sink { print("debounced", $0) }
  RunLoop.main.run(until: Date(timeIntervalSinceNow: 2))
  token.cancel()
}
use(DispatchQueue.main)
use(RunLoop.main)

struct Immediately: Scheduler {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = Never
  var now: SchedulerTimeType { DispatchQueue.main.now }
  var minimumTolerance: SchedulerTimeType.Stride { .zero }
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { action() }
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    DispatchQueue.main.schedule(after: date, tolerance: tolerance, options: nil, action)
  }
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> Cancellable {
    DispatchQueue.main.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
Immediately().schedule { print("immediately") }

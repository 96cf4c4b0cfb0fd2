// Timers of DispatchSource: repeated, once, suspended, cancelled, and ended by who lets go of them.
import Foundation

final class Ticker {
  private var timer: DispatchSourceTimer?
  private(set) var ticks = 0
  func start(_ done: @escaping () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .milliseconds(50), repeating: .milliseconds(50), leeway: .nanoseconds(0))
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      ticks += 1
      print("tick", ticks)
      if ticks == 3 { stop(); done() }
    }
    timer.setCancelHandler { print("cancelled") }
    self.timer = timer
    timer.activate()
  }
  func stop() {
    timer?.cancel()
    print(timer?.isCancelled ?? false)
    timer = nil
  }
}
let ticker = Ticker()
ticker.start { print("done") }
RunLoop.main.run(until: Date() + 0.5)

let once = DispatchSource.makeTimerSource(flags: [], queue: DispatchQueue.main)
once.schedule(deadline: .now() + 0.05)
once.setEventHandler { print("once") }
once.resume()
RunLoop.main.run(until: Date() + 0.3)

var dropped: (any DispatchSourceTimer)? = DispatchSource.makeTimerSource(queue: .main)
dropped?.schedule(deadline: .now() + 0.05, repeating: 0.05)
dropped?.setEventHandler { print("not any more") }
dropped?.resume()
dropped = nil
RunLoop.main.run(until: Date() + 0.2)

let paused = DispatchSource.makeTimerSource(queue: .main)
var count = 0
paused.schedule(deadline: .now() + 0.1, repeating: 0.1)
paused.setEventHandler { count += 1 }
paused.resume()
RunLoop.main.run(until: Date() + 0.15)
paused.suspend()
RunLoop.main.run(until: Date() + 0.3)
print(count)
paused.resume()
RunLoop.main.run(until: Date() + 0.14)
print(count > 1)
paused.cancel()
print("end")

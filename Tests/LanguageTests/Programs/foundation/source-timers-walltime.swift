// Timers of DispatchSource: again and again, once by the wall clock, until they are cancelled.
// swift-format-ignore-file
import Foundation
import Dispatch
let q = DispatchQueue.main
var n = 0
let t = DispatchSource.makeTimerSource(queue: q)
t.schedule(deadline: .now() + .milliseconds(50), repeating: .milliseconds(50))
t.setEventHandler { n += 1; print("tick", n); if n == 3 { t.cancel() } }
t.setCancelHandler { print("cancelled", t.isCancelled) }
t.resume()
let once = DispatchSource.makeTimerSource()
once.schedule(wallDeadline: .now() + 0.12)
once.setEventHandler { print("once") }
once.activate()
RunLoop.main.run(until: Date() + 0.5)
print(n)

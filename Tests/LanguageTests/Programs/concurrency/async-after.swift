// Work for later: asyncAfter in order of time, a work item that is cancelled before its turn.
import Foundation

let start = Date()
DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { print("second") }
DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(100)) {
  print("first", Date().timeIntervalSince(start) > 0.09)
}
let item = DispatchWorkItem { print("never") }
DispatchQueue.main.asyncAfter(deadline: .now() + 0.15, execute: item)
item.cancel()
DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 0.05) { print("elsewhere") }
print("now")
RunLoop.main.run(until: Date() + 0.4)
print("over")

// Work items that are waited for, and work that is done several times at once.
// swift-format-ignore-file
import Dispatch
let item = DispatchWorkItem { print("work") }
print(item.wait(timeout: .now() + 0.01))
DispatchQueue.global().async(execute: item)
print(item.wait(timeout: .now() + 2))
let lock = DispatchQueue(label: "lock")
var total = 0
DispatchQueue.concurrentPerform(iterations: 10) { number in lock.sync { total += number } }
print(total)

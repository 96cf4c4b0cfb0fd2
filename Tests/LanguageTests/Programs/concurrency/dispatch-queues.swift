// Work handed to the main queue and to a global one, and back; the order on one serial queue.
import Foundation

var log: [String] = []
print(Thread.isMainThread)
await withCheckedContinuation { continuation in
  DispatchQueue.main.async {
    log.append("on the main queue")
    continuation.resume()
  }
  log.append("asked")
}
print(log)
let answer: Int = await withCheckedContinuation { continuation in
  DispatchQueue.global(qos: .userInitiated).async {
    let sum = (1...10).reduce(0, +)
    let wasMain = Thread.isMainThread
    DispatchQueue.main.async {
      print("computed elsewhere: \(!wasMain)")
      continuation.resume(returning: sum)
    }
  }
}
print(answer)
let queue = DispatchQueue(label: "serial")
var order: [Int] = []
await withCheckedContinuation { continuation in
  for i in 1...3 { queue.async { order.append(i) } }
  queue.async { continuation.resume() }
}
print(order)
print(queue.sync { 5 + 1 }, DispatchQueue.global().sync { "sync" })
let group = DispatchGroup()
for _ in 1...2 { DispatchQueue.global().async(group: group) {} }
await withCheckedContinuation { continuation in
  group.notify(queue: .main) { continuation.resume() }
}
print("group done")

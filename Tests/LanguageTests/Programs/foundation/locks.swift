// Locks: taken and given back, again and again, around a value.
import Foundation

final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  func add() {
    lock.lock()
    defer { lock.unlock() }
    count += 1
  }
  var value: Int { lock.withLock { count } }
}

let counter = Counter()
for _ in 0..<3 { counter.add() }
print(counter.value)

let plain = NSLock()
plain.lock()
print(plain.try(), plain.lock(before: Date()))
plain.unlock()
print(plain.try())
plain.unlock()

let again = NSRecursiveLock()
func depth(_ n: Int) -> Int { again.withLock { n == 0 ? 0 : 1 + depth(n - 1) } }
print(depth(3), again.try())
again.unlock()

struct Failure: Error {}
do { try plain.withLock { throw Failure() } } catch { print(error) }
print(plain.try())
plain.unlock()

let waiting = NSLock()
let queue = DispatchQueue(label: "other", attributes: .concurrent)
let done = DispatchGroup()
queue.async(group: done) {
  waiting.lock()
  Thread.sleep(forTimeInterval: 0.05)
  print("first")
  waiting.unlock()
}
queue.asyncAfter(deadline: .now() + 0.02) {
  waiting.lock()
  print("second")
  waiting.unlock()
}
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.3))

func use(_ lock: any NSLocking) {
  lock.lock()
  print("held")
  lock.unlock()
}
use(plain)
use(again)

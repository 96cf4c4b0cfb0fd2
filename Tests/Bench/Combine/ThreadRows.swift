// More than one thread: two senders, and a task that waits for values.

import Combine
import Foundation

/// Runs `work` on two threads at once and waits for both.
private func onTwoThreads(_ work: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  for _ in 0..<2 {
    Thread {
      work()
      done.signal()
    }.start()
  }
  for _ in 0..<2 { done.wait() }
}

func threadRows(_ total: Total) -> [Row] {
  // A sink is called by one thread at a time, and the plain closure under a lock.
  nonisolated(unsafe) let total = total
  return [
    Row("subject, sink, 2 threads send", goal: 82) { elements in
      nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.sink { total.value &+= $0 }
      onTwoThreads {
        for index in 0..<(elements / 2) { subject.send(index) }
      }
      cancellable.cancel()
    } plain: { elements in
      let lock = NSLock()
      nonisolated(unsafe) let last = opaque { total.value &+= $0 }
      onTwoThreads {
        for index in 0..<(elements / 2) { lock.withLock { last(index) } }
      }
    },
    Row("for await over values", goal: 345, elements: 300_000) { elements in
      let done = DispatchSemaphore(value: 0)
      Task {
        for await value in (0..<elements).publisher.values { total.value &+= value }
        done.signal()
      }
      done.wait()
    },
  ]
}

// What queues carry with them, operation queues, and waiting until a date.
import Combine
import Foundation

let key = DispatchSpecificKey<Int>()
let other = DispatchSpecificKey<String>()
let queue = DispatchQueue(label: "numbered")
queue.setSpecific(key: key, value: 4)
print(
  queue.getSpecific(key: key) ?? 0, queue.getSpecific(key: other) ?? "none", DispatchQueue.getSpecific(key: key) ?? -1)
queue.sync { print(DispatchQueue.getSpecific(key: key) ?? -2) }
queue.setSpecific(key: key, value: nil)
print(queue.getSpecific(key: key) as Any)

let stride: DispatchQueue.SchedulerTimeType.Stride = .milliseconds(1500)
print(stride.timeInterval, stride.magnitude, DispatchQueue.SchedulerTimeType.Stride(.seconds(2)) > stride)

let operations = OperationQueue()
operations.name = "one at a time"
operations.maxConcurrentOperationCount = 1
operations.qualityOfService = .utility
print(operations.name ?? "", operations.maxConcurrentOperationCount, operations.qualityOfService == .utility)
operations.isSuspended = true
for n in 1...3 { operations.addOperation { print("operation", n) } }
print(operations.operationCount, operations.isSuspended)
operations.isSuspended = false
operations.waitUntilAllOperationsAreFinished()
print(operations.operationCount)
OperationQueue.main.addOperation { print("on main", Thread.isMainThread) }
RunLoop.main.run(until: Date().addingTimeInterval(0.05))

let before = Date()
Thread.sleep(until: before.addingTimeInterval(0.02))
print(Date().timeIntervalSince(before) >= 0.02)

import Foundation
import Combine

struct Timeout: Error, CustomStringConvertible {
  let seconds: Double; var description: String { "timed out after \(seconds)s" }
}
func withTimeout<T: Sendable>(_ seconds: Double, _ work: @escaping @Sendable () async throws -> T) async throws -> T {
  try await withThrowingTaskGroup(of: T.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000)); throw Timeout(seconds: seconds)
    }
    defer { group.cancelAll() }
    guard let first = try await group.next() else { throw CancellationError() }
    return first
  }
}
func retry<T>(
  times: Int, delay: Duration = .zero, shouldRetry: (any Error) -> Bool = { _ in true },
  _ op: (_ attempt: Int) async throws -> T
) async throws -> T {
  var last: (any Error)?
  for attempt in 1...times {
    do { return try await op(attempt) } catch  where shouldRetry(error) {
      last = error; try await Task.sleep(for: delay)
    }
  }
  throw last!
}
enum Net: Error { case flaky(Int), fatal }
extension Sequence {
  func asyncMap<T>(_ f: (Element) async throws -> T) async rethrows -> [T] {
    var r: [T] = []; for e in self { try await r.append(f(e)) }; return r
  }
  func concurrentMap<T: Sendable>(_ f: @escaping @Sendable (Element) async -> T) async -> [T] where Element: Sendable {
    await withTaskGroup(of: (Int, T).self) { g in
      for (i, e) in enumerated() { g.addTask { (i, await f(e)) } }
      return await g.reduce(into: [Int: T]()) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}
extension Future where Failure == Error {
  convenience init(_ op: @escaping () async throws -> Output) {
    self.init { promise in Task { do { promise(.success(try await op())) } catch { promise(.failure(error)) } } }
  }
}
do {
  print(
    try await withTimeout(0.01) {
      try await Task.sleep(for: .seconds(5)); return 1
    })
} catch let t as Timeout { print(t) }
print(try await withTimeout(5) { "fast" })
print(
  try await retry(times: 3) { attempt in
    if attempt < 3 { throw Net.flaky(attempt) }; return "attempt \(attempt)"
  })
do {
  _ = try await retry(times: 5, shouldRetry: { if case Net.fatal = $0 { false } else { true } }) { n -> Int in
    throw n == 2 ? Net.fatal : Net.flaky(n)
  }
} catch { print("gave up: \(error)") }
print(
  await [3, 1, 2].asyncMap { n in
    await Task.yield(); return n * 10
  })
print(
  await (1...4).concurrentMap { n in
    try? await Task.sleep(for: .milliseconds(5 - n)); return "\(n)"
  })
let future = Future<Int, Error> {
  try await Task.sleep(for: .milliseconds(1)); return 42
}
print(try await future.value)
@MainActor final class Progress: ObservableObject {
  @Published var steps: [String] = []
  var task: Task<Int, Error>?
  func start() {
    task = Task {
      for i in 1... {
        try Task.checkCancellation(); steps.append("s\(i)"); if i == 3 { return i };
        try await Task.sleep(for: .milliseconds(1))
      }
      return 0
    }
  }
}
let p = await Progress()
await p.start()
print(try await p.task!.value, await p.steps)
await p.start(); await p.task?.cancel()
if case .failure(let e) = await p.task!.result { print(type(of: e)) }
let (stream, continuation) = AsyncStream.makeStream(of: String.self)
let consumer = Task {
  var got: [String] = []; for await s in stream.map({ $0.uppercased() }).filter({ $0 != "B" }) { got.append(s) };
  return got
}
["a", "b", "c"].forEach { continuation.yield($0) }; continuation.finish()
print(await consumer.value)
let subject = CurrentValueSubject<Int, Never>(0)
let watcher = Task { () -> Int in
  var sum = 0; for await v in subject.values.prefix(3) { sum += v; if v < 2 { subject.send(v + 1) } }; return sum
}
print(await watcher.value)
await withDiscardingTaskGroup { g in for i in 0..<3 { g.addTask { _ = i } } }
let detached = Task.detached(priority: .background) { Task.isCancelled }
print(await detached.value, Task.isCancelled)
let throwing = AsyncThrowingStream<Int, Error> { c in
  c.yield(1); c.yield(2); c.finish(throwing: Net.fatal)
}
do { for try await n in throwing { print("n", n) } } catch { print("stream: \(error)") }
let clock = ContinuousClock(); let elapsed = await clock.measure { try? await clock.sleep(for: .milliseconds(2)) }
print(elapsed >= .milliseconds(2), Duration.seconds(90) / 2, Duration.milliseconds(1500).components.seconds)

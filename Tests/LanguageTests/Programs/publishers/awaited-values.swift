// Publishers awaited: for await over values, first(where:) of them, Future.value, throwing ones, cancellation.
import Combine
import Foundation

enum Failed: Error { case bad }
func numbers() async {
  for await n in [1, 2, 3].publisher.values { print(n) }
  for await text in Just(5).map({ "n\($0)" }).values { print(text) }
  let first = await (1...10).publisher.filter { $0 > 4 }.values.first { $0 % 2 == 0 }
  print(first as Any)
  var sum = 0
  for await n in (1...5).publisher.values where n != 3 { sum += n }
  print(sum)
}
await numbers()
let future = Future<Int, Never> { promise in promise(.success(7)) }
print(await future.value)
let failing = Future<Int, Failed> { $0(.failure(.bad)) }
do { print(try await failing.value) } catch { print("failed", error) }
do {
  for try await n in [1, 2].publisher.setFailureType(to: Failed.self).append(Fail(error: Failed.bad)).values {
    print("got", n)
  }
} catch Failed.bad { print("bad") }
let subject = PassthroughSubject<Int, Never>()
let task = Task {
  var received: [Int] = []
  for await n in subject.values { received.append(n); if received.count == 3 { break } }
  return received
}
try await Task.sleep(nanoseconds: 50_000_000)
for n in 1...5 { subject.send(n); try await Task.sleep(nanoseconds: 10_000_000) }
print(await task.value)
final class Model: ObservableObject { @Published var count = 0 }
let model = Model()
let watcher = Task { @MainActor in
  for await c in model.$count.values { print("count", c); if c == 2 { return "done" } }
  return "never"
}
try await Task.sleep(nanoseconds: 20_000_000)
model.count = 1
try await Task.sleep(nanoseconds: 20_000_000)
model.count = 2
print(await watcher.value)
let stopped = Task {
  for await _ in Empty<Int, Never>(completeImmediately: false).values {}; return Task.isCancelled
}
stopped.cancel()
print(await stopped.value)
extension Publisher {
  func firstValue() async throws -> Output? { for try await v in values { return v }; return nil }
}
print(try await Just("x").firstValue() as Any, try await Empty<Int, Failed>().firstValue() as Any)

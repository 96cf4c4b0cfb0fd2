// The client against the daemon itself: demand crosses the wire, and nothing is lost when the daemon is killed.
import Combine
import Foundation
import Glibc
import Synchronization
import Testing
import Wire

@testable import ClientConnection
@testable import CombineClient

@Suite(.timeLimit(.minutes(10))) struct RealDaemonTests {
  private func reached(_ condition: () async throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < deadline {
      if try await condition() { return true }
      await Task.yield()
    }
    return false
  }

  /// Three values are asked for here, and three are made there.
  @Test func aPrefixStopsProductionInTheDaemon() async throws {
    let daemon = try RealDaemon()
    let client = try CombineClient.connect(to: daemon.socket)
    try await client.evaluate(
      "class Mill: ObservableObject { @Published var made = 0 }\nlet mill = Mill()")
    let values = Mutex<[Int]>([])
    let isDone = Mutex(false)
    // Not `map` on the sequence itself, which works through all of it at once.
    let source = "(1...1_000_000).publisher.handleEvents(receiveOutput: { _ in mill.made += 1 }).map { $0 * 10 }"
    let subscription = client.publisher(source, as: Int.self).prefix(3)
      .sink { _ in
        isDone.withLock { $0 = true }
      } receiveValue: { value in
        values.withLock { $0.append(value) }
      }
    #expect(await reached { isDone.withLock { $0 } })
    #expect(values.withLock { $0 } == [10, 20, 30])
    #expect(try await client.get("mill.made", as: Int.self) == 3)
    withExtendedLifetime(subscription) {}
    await client.close()
  }

  @Test func aPropertySendsOnlyWhatIsAskedFor() async throws {
    let daemon = try RealDaemon()
    let client = try CombineClient.connect(to: daemon.socket)
    try await client.evaluate("class Counter: ObservableObject { @Published var n = 0 }\nlet counter = Counter()")
    let values = Mutex<[Int]>([])
    let first = client.property("counter.n", as: Int.self).prefix(2)
      .sink(receiveCompletion: { _ in }, receiveValue: { value in values.withLock { $0.append(value) } })
    #expect(await reached { values.withLock { $0 == [0] } })
    for n in 1...5 { try await client.set("counter.n", to: n) }
    #expect(await reached { values.withLock { $0.count == 2 } })
    #expect(values.withLock { $0.last! > 0 })
    withExtendedLifetime(first) {}
    await client.close()
  }

  @Test func aMirrorSurvivesTheDaemonsDeath() async throws {
    let daemon = try RealDaemon()
    let client = try CombineClient.connect(to: daemon.socket)
    try await client.evaluate("class Counter: ObservableObject { @Published var n = 0 }\nlet counter = Counter()")
    let mirror = try await client.mirror("counter.**")
    let property = Mutex<[Int]>([])
    let subscription = client.property("counter.n", as: Int.self)
      .sink(receiveCompletion: { _ in }, receiveValue: { value in property.withLock { $0.append(value) } })
    for life in 1...3 {
      try await client.set("counter.n", to: life)
      #expect(await reached { mirror["counter.n"] == .int(life) && property.withLock { $0.last } == life })
      daemon.kill()
      #expect(await reached { await !client.isConnected })
      try daemon.start()
      #expect(await reached { await client.isConnected })
    }
    #expect(mirror["counter.n"] == 3)
    withExtendedLifetime(subscription) {}
    await client.close()
  }
}

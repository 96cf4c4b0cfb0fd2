// A remote property is a publisher: its values, its demand, its ends.
import Combine
import Synchronization
import Testing
import Wire

@testable import ClientConnection
@testable import CombineClient

/// Asks for exactly what the test says.
private final class Taker: Subscriber, Sendable {
  typealias Input = Int
  typealias Failure = ClientError

  struct State {
    var log: [String] = []
  }

  let state = Mutex(State())
  nonisolated(unsafe) var subscription: (any Subscription)?

  var log: [String] { state.withLock { $0.log } }

  func receive(subscription: any Subscription) { self.subscription = subscription }

  func receive(_ input: Int) -> Subscribers.Demand {
    state.withLock { $0.log.append("\(input)") }
    return .none
  }

  func receive(completion: Subscribers.Completion<ClientError>) {
    let text =
      switch completion {
      case .finished: "finished"
      case .failure(let error): error.message
      }
    state.withLock { $0.log.append(text) }
  }

  func reached(_ expected: [String]) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < deadline {
      if log == expected { return true }
      await Task.yield()
    }
    return false
  }
}

@Suite(.timeLimit(.minutes(10))) struct RemotePropertyTests {
  @Test func valuesComeOnDemandAndTheNewestWins() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client()
    let taker = Taker()
    client.property("a.n", as: Int.self).subscribe(taker)
    #expect(daemon.requests == [], "nothing is opened before it is asked for")
    taker.subscription?.request(.max(1))
    #expect(await taker.reached(["10"]))
    daemon.commit(3)
    // The reply to this comes after the events on the same connection, so they have arrived.
    _ = try? await client.call(SubscriptionClose.self, .init(sub: "other"))
    #expect(taker.log == ["10"], "nobody asked for more")
    taker.subscription?.request(.max(2))
    #expect(await taker.reached(["10", "13"]))
    daemon.commit(1)
    #expect(await taker.reached(["10", "13", "14"]))
    taker.subscription?.cancel()
    #expect(await daemon.reached { $0.requests.last == #"sub.close {"sub":"s1"}"# })
    daemon.commit(1)
    #expect(taker.log == ["10", "13", "14"])
  }

  @Test func operatorsWorkOnIt() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client()
    let values = Mutex<[String]>([])
    let subscription = client.property("a.n", as: Int.self)
      .map { "n is \($0)" }
      .sink(receiveCompletion: { _ in }, receiveValue: { value in values.withLock { $0.append(value) } })
    #expect(await daemon.reached { _ in values.withLock { $0 == ["n is 10"] } })
    daemon.commit(2)
    #expect(await daemon.reached { _ in values.withLock { $0 == ["n is 10", "n is 11", "n is 12"] } })
    subscription.cancel()
  }

  @Test func itFailsWhereThePathIsRefusedOrTheTypeIsAnother() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client()
    let taker = Taker()
    client.property("nothing", as: Int.self).subscribe(taker)
    taker.subscription?.request(.unlimited)
    #expect(await taker.reached(["Nothing is there"]))

    let ends = Mutex<[String]>([])
    let subscription = client.property("a.n", as: Bool.self)
      .sink(receiveCompletion: { end in ends.withLock { $0.append("\(end)") } }, receiveValue: { _ in })
    #expect(await daemon.reached { _ in ends.withLock { $0.count == 1 } })
    #expect(ends.withLock { $0[0].contains("a.n is not of type Bool: 10") })
    subscription.cancel()
  }

  @Test func itSurvivesALostConnectionAndFinishesWithTheClient() async throws {
    let daemon = ScriptedDaemon()
    let client = daemon.client(reconnecting: true)
    let taker = Taker()
    client.property("a.n", as: Int.self).subscribe(taker)
    taker.subscription?.request(.unlimited)
    #expect(await taker.reached(["10"]))
    #expect(await daemon.reached { !$0.open.isEmpty })
    daemon.hangUp()
    #expect(await daemon.reached { $0.connections == 2 && !$0.open.isEmpty })
    daemon.commit(1)
    #expect(await taker.reached(["10", "11"]))
    await client.close()
    #expect(await taker.reached(["10", "11", "finished"]))
  }
}

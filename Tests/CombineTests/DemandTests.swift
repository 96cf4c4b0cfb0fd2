// Demand's arithmetic, order, text and coding; completion's coding.

import Combine
import CombineTesting
import Foundation
import Testing

private typealias Demand = Subscribers.Demand

@Test(.leavesNothing) func demandAddsUpAndSaturates() {
  #expect(Demand.max(2) + .max(3) == .max(5))
  #expect(Demand.max(2) + 3 == .max(5))
  #expect(Demand.unlimited + .max(1) == .unlimited)
  #expect(Demand.unlimited + .unlimited == .unlimited)
  #expect(Demand.max(.max) + 1 == .unlimited)
  #expect(Demand.max(.max) * 2 == .unlimited)
  #expect(Demand.max(4) * 3 == .max(12))
  #expect(Demand.unlimited * 0 == .unlimited)
  #expect(Demand.max(5) - 2 == .max(3))
  #expect(Demand.unlimited - 2 == .unlimited)
  #expect(Demand.max(5) - .unlimited == .none)
  // Taking away saturates at none, even where taking away a negative count adds.
  #expect(Demand.max(5) - (-2) == .max(7))
  #expect(Demand.max(.max) - (-1) == .none)
  #expect(Demand.max(5) - .min == .none)
  #expect(Demand.max(5) + (-2) == .max(3))
  #expect(Demand.none == .max(0))
  var demand = Demand.max(1)
  demand += 2
  demand *= 2
  demand -= 1
  demand += .max(1)
  demand -= .max(2)
  #expect(demand == 4)
}

@Test(.leavesNothing) func demandCompares() {
  #expect(Demand.max(1) < .max(2))
  #expect(Demand.max(2) < .unlimited)
  #expect(!(Demand.unlimited < .unlimited))
  #expect(Demand.unlimited <= .unlimited)
  #expect(Demand.unlimited > .max(.max))
  #expect(Demand.max(2) > 1 && Demand.max(2) >= 2 && Demand.max(2) < 3 && Demand.max(2) <= 2)
  #expect(1 < Demand.max(2) && 2 <= Demand.max(2) && 3 > Demand.max(2) && 2 >= Demand.max(2))
  #expect(Demand.max(2) == 2 && 2 == Demand.max(2) && Demand.max(2) != 3 && 3 != Demand.max(2))
  #expect(Demand.unlimited > Int.max && Demand.unlimited != Int.max)
  #expect(Demand.none > -1)
}

@Test(.leavesNothing) func demandShowsAndCodes() throws {
  #expect(Demand.max(3).description == "max(3)")
  #expect(Demand.unlimited.description == "unlimited")
  #expect(Demand.unlimited.max == nil)
  #expect(Demand.max(3).max == 3)
  let data = try JSONEncoder().encode([Demand.max(3), .unlimited])
  #expect(try JSONDecoder().decode([Demand].self, from: data) == [.max(3), .unlimited])
}

@Test(.leavesNothing) func negativeDemandsTrap() async {
  await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
  await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) - 2 }
}

private struct CodableFailure: Error, Codable, Equatable { let code: Int }

@Test(.leavesNothing) func completionCodes() throws {
  let completions: [Subscribers.Completion<CodableFailure>] = [.finished, .failure(CodableFailure(code: 4))]
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  let data = try encoder.encode(completions)
  #expect(String(decoding: data, as: UTF8.self) == #"[{"success":true},{"error":{"code":4},"success":false}]"#)
  #expect(try JSONDecoder().decode([Subscribers.Completion<CodableFailure>].self, from: data) == completions)
}

@Test(.leavesNothing) func identifiersNeverMeet() {
  let object = ManualPublisher<Int, Never>()
  let identifiers = (0..<100).map { _ in CombineIdentifier() } + [CombineIdentifier(object)]
  #expect(Set(identifiers).count == 101)
  #expect(CombineIdentifier(object) == CombineIdentifier(object))
  #expect(identifiers[0].description.hasPrefix("0x"))
}

@Test(.leavesNothing) func requestingNothingTraps() async {
  await #expect(processExitsWith: .failure) {
    Just(1).subscribe(AnySubscriber<Int, Never>(receiveSubscription: { $0.request(.none) }))
  }
  await #expect(processExitsWith: .failure) {
    PassthroughSubject<Int, Never>().subscribe(AnySubscriber<Int, Never>(receiveSubscription: { $0.request(.none) }))
  }
  await #expect(processExitsWith: .failure) {
    ManualPublisher<Int, Never>().removeDuplicates()
      .subscribe(AnySubscriber<Int, Never>(receiveSubscription: { $0.request(.none) }))
  }
  [1].publisher.subscribe(AnySubscriber<Int, Never>(receiveSubscription: { $0.request(.none) }))
}

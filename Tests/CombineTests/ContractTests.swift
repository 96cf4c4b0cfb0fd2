// Every operator against every rule of the publisher contract. A new operator is a line here.

import Combine
import CombineTesting
import Testing

let contracts: [PublisherContract] =
  mappingContracts + filteringContracts + combiningContracts + timingContracts + sharingContracts + debuggingContracts

let mappingContracts: [PublisherContract] = [
  PublisherContract("map") { $0.map { $0 + 1 } },
  PublisherContract("map.map") { $0.map { $0 + 1 }.map(String.init) },
  PublisherContract("map key path") { $0.map(\.description) },
  PublisherContract("map two key paths") { $0.map(\.description, \.hashValue) },
  PublisherContract("map three key paths") { $0.map(\.description, \.hashValue, \.magnitude) },
  PublisherContract("tryMap") { $0.tryMap { $0 + 1 } },
  PublisherContract("tryMap, throwing") { $0.tryMap { if $0 == 2 { throw TestFailure() } } },
  PublisherContract("replaceNil") { $0.map { $0 == 2 ? nil : $0 }.replaceNil(with: 0) },
  PublisherContract("mapError") { $0.mapError { _ in TestFailure("other") } },
  PublisherContract("scan") { $0.scan(0, +) },
  PublisherContract("tryScan") { $0.tryScan(0, +) },
  PublisherContract("tryScan, throwing") { $0.tryScan(0) { if $1 == 2 { throw TestFailure() } else { $0 + $1 } } },
  PublisherContract("eraseToAnyPublisher") { $0.eraseToAnyPublisher() },
]

let filteringContracts: [PublisherContract] = [
  PublisherContract("filter") { $0.filter { $0 != 2 } },
  PublisherContract("filter.filter") { $0.filter { $0 != 2 }.filter { $0 != 3 } },
  PublisherContract("tryFilter") { $0.tryFilter { $0 != 2 } },
  PublisherContract("tryFilter, throwing") { $0.tryFilter { if $0 == 3 { throw TestFailure() } else { true } } },
  PublisherContract("compactMap") { $0.compactMap { $0 == 2 ? nil : $0 } },
  PublisherContract("tryCompactMap") { $0.tryCompactMap { $0 == 2 ? nil : $0 } },
  PublisherContract("removeDuplicates") { $0.removeDuplicates() },
  PublisherContract("tryRemoveDuplicates") { $0.tryRemoveDuplicates { $0 == $1 } },
]

let combiningContracts: [PublisherContract] = [
  PublisherContract("combineLatest") {
    $0.combineLatest(Just("a").setFailureType(to: TestFailure.self)) { "\($0)\($1)" }
  }
]

let timingContracts: [PublisherContract] = [
  PublisherContract("debounce") { $0.debounce(for: 0, scheduler: ImmediateScheduler.shared) }
]

let sharingContracts: [PublisherContract] = [
  PublisherContract("share") { $0.share() }
]

let debuggingContracts: [PublisherContract] = [
  PublisherContract("print") { $0.print("", to: Discarded()) },
  PublisherContract("handleEvents") { $0.handleEvents(receiveOutput: { _ in }) },
]

struct Discarded: TextOutputStream {
  mutating func write(_ string: String) {}
}

@Test(arguments: contracts)
func keepsTheContract(_ contract: PublisherContract) {
  let violations = contract.violations()
  #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
}

// The traces of every operator, as data: a change of any is a line in a diff. They were looked at when they were recorded.

import Combine
import CombineTesting
import Foundation
import TestSupport
import Testing

private func unlessThree(_ value: Int) throws {
  if value == 3 { throw TestFailure("three") }
}

private let traces: [Trace] = [
  // Mapping
  Trace("map") { up, _ in up.map { $0 * 10 } },
  Trace("map-key-path") { up, _ in up.map(\.description) },
  Trace("map-key-paths") { up, _ in up.map(\.description, \.magnitude) },
  Trace("tryMap") { up, _ in
    up.tryMap {
      try unlessThree($0)
      return $0
    }
  },
  Trace("replaceNil") { up, _ in up.map { $0 == 2 ? nil : $0 }.replaceNil(with: 0) },
  Trace("mapError") { up, _ in up.mapError { TestFailure("other than \($0)") } },
  Trace("setFailureType") { up, _ in up.replaceError(with: 9).setFailureType(to: TestFailure.self) },
  Trace("scan") { up, _ in up.scan(0, +) },
  Trace("tryScan") { up, _ in
    up.tryScan(0) {
      try unlessThree($1)
      return $0 + $1
    }
  },
  Trace("encode") { up, _ in up.encode(encoder: JSONEncoder()).map { String(decoding: $0, as: UTF8.self) } },
  Trace("decode") { up, _ in
    up.map { Data(($0 == 3 ? "x" : "\($0)").utf8) }.decode(type: Int.self, decoder: JSONDecoder()).mapError { _ in
      TestFailure("no number")
    }
  },
  Trace("eraseToAnyPublisher") { up, _ in up.eraseToAnyPublisher() },

  // Filtering
  Trace("filter") { up, _ in up.filter { $0 != 2 } },
  Trace("tryFilter") { up, _ in
    up.tryFilter {
      try unlessThree($0)
      return $0 != 1
    }
  },
  Trace("compactMap") { up, _ in up.compactMap { $0 == 2 ? nil : $0 } },
  Trace("tryCompactMap") { up, _ in
    up.tryCompactMap {
      try unlessThree($0)
      return $0 == 1 ? nil : $0
    }
  },
  Trace("removeDuplicates") { up, _ in up.removeDuplicates() },
  Trace("tryRemoveDuplicates") { up, _ in
    up.tryRemoveDuplicates {
      try unlessThree($1)
      return $0 == $1
    }
  },
  Trace("replaceEmpty") { up, _ in up.replaceEmpty(with: 0) },

  // Reducing
  Trace("collect") { up, _ in up.collect() },
  Trace("collect-by-count") { up, _ in up.collect(3) },
  Trace("count") { up, _ in up.count() },
  Trace("reduce") { up, _ in up.reduce(0, +) },
  Trace("tryReduce") { up, _ in
    up.tryReduce(0) {
      try unlessThree($1)
      return $0 + $1
    }
  },
  Trace("min") { up, _ in up.min() },
  Trace("max") { up, _ in up.max() },
  Trace("min-by") { up, _ in up.min { $0 > $1 } },
  Trace("max-by") { up, _ in up.max { $0 > $1 } },
  Trace("tryMin") { up, _ in
    up.tryMin {
      try unlessThree($0)
      try unlessThree($1)
      return $0 < $1
    }
  },
  Trace("tryMax") { up, _ in up.tryMax { $0 < $1 } },
  Trace("contains") { up, _ in up.contains(2) },
  Trace("contains-where") { up, _ in up.contains { $0 > 3 } },
  Trace("tryContains") { up, _ in
    up.tryContains {
      try unlessThree($0)
      return false
    }
  },
  Trace("allSatisfy") { up, _ in up.allSatisfy { $0 < 2 } },
  Trace("tryAllSatisfy") { up, _ in
    up.tryAllSatisfy {
      try unlessThree($0)
      return true
    }
  },
  Trace("ignoreOutput") { up, _ in up.ignoreOutput() },

  // Selecting
  Trace("first") { up, _ in up.first() },
  Trace("first-where") { up, _ in up.first { $0 == 2 } },
  Trace("tryFirst") { up, _ in
    up.tryFirst {
      try unlessThree($0)
      return false
    }
  },
  Trace("last") { up, _ in up.last() },
  Trace("last-where") { up, _ in up.last { $0 == 2 } },
  Trace("tryLast") { up, _ in
    up.tryLast {
      try unlessThree($0)
      return true
    }
  },
  Trace("dropFirst") { up, _ in up.dropFirst(2) },
  Trace("drop-while") { up, _ in up.drop { $0 < 2 } },
  Trace("tryDrop") { up, _ in
    up.tryDrop {
      try unlessThree($0)
      return true
    }
  },
  Trace("drop-until-output") { $0.drop(untilOutputFrom: $1.other(after: 2)) },
  Trace("prefix") { up, _ in up.prefix(2) },
  Trace("prefix-while") { up, _ in up.prefix { $0 < 3 } },
  Trace("tryPrefix") { up, _ in
    up.tryPrefix {
      try unlessThree($0)
      return true
    }
  },
  Trace("prefix-until-output") { $0.prefix(untilOutputFrom: $1.other(after: 4)) },
  Trace("output-at") { up, _ in up.output(at: 1) },
  Trace("output-in") { up, _ in up.output(in: 1...2) },

  // Combining
  Trace("combineLatest") { $0.combineLatest($1.other) },
  Trace("combineLatest-of-three") { $0.combineLatest($1.other, $1.other(after: 3)) },
  Trace("combineLatest-of-four") { $0.combineLatest($1.other, $1.other, $1.other) },
  Trace("zip") { $0.zip($1.other) },
  Trace("zip-of-three") { $0.zip($1.other, $1.other) },
  Trace("zip-of-four") { $0.zip($1.other, $1.other, $1.other) },
  Trace("merge") { $0.merge(with: $1.other) },
  Trace("merge-of-three") { $0.merge(with: $1.other, $1.other(after: 3)) },
  Trace("merge-many") { Publishers.MergeMany([$0, $1.other]) },
  Trace("append") { up, _ in up.append(8, 9) },
  Trace("append-publisher") { $0.append($1.other) },
  Trace("prepend") { up, _ in up.prepend(8, 9) },
  Trace("prepend-publisher") { $0.prepend($1.other) },

  // Flattening, failing
  Trace("flatMap") { up, scene in up.flatMap { _ in scene.other } },
  Trace("flatMap-one-at-a-time") { up, scene in up.flatMap(maxPublishers: .max(1)) { _ in scene.other(after: 3) } },
  Trace("switchToLatest") { up, scene in up.map { _ in scene.other(after: 2) }.switchToLatest() },
  Trace("catch") { up, scene in up.catch { _ in scene.other } },
  Trace("tryCatch") { up, scene in up.tryCatch { _ in scene.other } },
  Trace("retry") { up, _ in up.retry(1) },
  Trace("replaceError") { up, _ in up.replaceError(with: 9) },
  Trace("assertNoFailure") { up, _ in
    up.replaceError(with: 9).setFailureType(to: TestFailure.self).assertNoFailure()
  },

  // Time
  Trace("receive-on") { $0.receive(on: $1.scheduler) },
  Trace("subscribe-on") { $0.subscribe(on: $1.scheduler) },
  Trace("delay") { $0.delay(for: 2, scheduler: $1.scheduler) },
  Trace("debounce") { $0.debounce(for: 2, scheduler: $1.scheduler) },
  Trace("throttle-latest") { $0.throttle(for: 2, scheduler: $1.scheduler, latest: true) },
  Trace("throttle-first") { $0.throttle(for: 2, scheduler: $1.scheduler, latest: false) },
  Trace("timeout") { $0.timeout(2, scheduler: $1.scheduler, customError: { "too late" }) },
  Trace("measureInterval") { $0.measureInterval(using: $1.scheduler).map { $0.nanoseconds / 1_000_000_000 } },
  Trace("collect-by-time") { $0.collect(.byTime($1.scheduler, 2)) },
  Trace("collect-by-time-or-count") { $0.collect(.byTimeOrCount($1.scheduler, 3, 2)) },

  // Buffering, sharing, debugging
  Trace("buffer-keepFull-dropNewest") { up, _ in up.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest) },
  Trace("buffer-byRequest-dropOldest") { up, _ in up.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest) },
  Trace("buffer-byRequest-customError") { up, _ in
    up.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { "full" })
  },
  Trace("multicast-autoconnect") { up, _ in up.multicast { PassthroughSubject() }.autoconnect() },
  Trace("share") { up, _ in up.share() },
  Trace("makeConnectable-autoconnect") { up, _ in up.replaceError(with: 9).makeConnectable().autoconnect() },
  Trace("print") { $0.print("between", to: $1.transcript) },
  Trace("handleEvents") { up, scene in
    up.handleEvents(
      receiveSubscription: { scene.transcript.write("sees subscription \($0)") },
      receiveOutput: { scene.transcript.write("sees value \($0)") },
      receiveCompletion: { scene.transcript.write("sees completion \($0)") },
      receiveCancel: { scene.transcript.write("sees cancel") },
      receiveRequest: { scene.transcript.write("sees request \($0)") })
  },
  Trace("breakpoint") { up, _ in up.breakpoint() },
]

@Suite(.leavesNothing) struct TraceTests {
  @Test(arguments: traces)
  func isAsRecorded(_ trace: Trace) {
    #expect(Expect.difference(file: "Tests/CombineTests/Traces/\(trace.name).txt", from: trace.text) == nil)
  }

  /// An upstream that goes on after its end is stopped wherever there is a state to know it by.
  @Test func nothingPassesAfterTheEnd() {
    let text = traces.map { "\($0.name): \($0.afterTheEnd())" }.joined(separator: "\n") + "\n"
    #expect(Expect.difference(file: "Tests/CombineTests/Interface/AfterTheEnd.txt", from: text) == nil)
  }

  @Test func everyFileBelongsToAnOperator() throws {
    let files = try Repository.files(in: "Tests/CombineTests/Traces", extension: "txt")
    let names = Set(files.map { $0.split(separator: "/").last!.dropLast(4) })
    #expect(names == Set(traces.map { Substring($0.name) }))
  }

  /// An operator that is added to the library needs a line here.
  @Test func everyOperatorIsTraced() throws {
    // These end a chain, or stop the program when something fails.
    let others: Set = ["sink", "assign", "values", "breakpointOnError", "Failure", "Output"]
    let operators = try Repository.text("Tests/CombineTests/Interface/Combine.txt").split(separator: "\n")
      .filter { $0.hasPrefix("Publisher.") || $0.hasPrefix("ConnectablePublisher.auto") }
      .map { $0.split(separator: ".")[1].prefix { $0.isLetter } }
    let words = Set(traces.flatMap { $0.name.split(separator: "-") })
    #expect(Set(operators).subtracting(words).subtracting(others.map { Substring($0) }) == [])
  }
}

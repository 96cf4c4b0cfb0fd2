import Combine
import Foundation
struct Job: Identifiable, Equatable {
  let id: Int; let name: String; var priority: Priority = .normal; var dependsOn: Set<Int> = []
  enum Priority: Int, Comparable, CaseIterable {
    case low = -1, normal, high; static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }
}
struct Heap<T> {
  private var items: [T] = []; private let before: (T, T) -> Bool
  init(_ before: @escaping (T, T) -> Bool) { self.before = before }
  init(_ items: T..., by before: @escaping (T, T) -> Bool) { self.init(before); items.forEach { push($0) } }
  var isEmpty: Bool { items.isEmpty }; var count: Int { items.count }; var top: T? { items.first }
  mutating func push(_ x: T) {
    items.append(x); var i = items.count - 1;
    while i > 0, case let p = (i - 1) / 2, before(items[i], items[p]) { items.swapAt(i, p); i = p }
  }
  mutating func pop() -> T? {
    guard !items.isEmpty else { return nil }; items.swapAt(0, items.count - 1); let last = items.removeLast(); sift(0);
    return last
  }
  private mutating func sift(_ start: Int) {
    var i = start;
    while true {
      let kids = [2 * i + 1, 2 * i + 2].filter { $0 < items.count };
      guard let best = kids.min(by: { before(items[$0], items[$1]) }), before(items[best], items[i]) else { return };
      items.swapAt(best, i); i = best
    }
  }
}
extension Heap where T: Comparable {
  init() { self.init(<) };
  static func sorted(_ a: [T]) -> [T] {
    var h = Heap(); a.forEach { h.push($0) }; return sequence(state: h) { $0.pop() }.map { $0 }
  }
}
enum PlanError: Error, CustomStringConvertible {
  case cycle([String]), unknown(Int, in: String);
  var description: String {
    switch self {
    case let .cycle(names): return "cycle: " + names.joined(separator: " → ");
    case .unknown(let id, in: let n): return "\(n) needs \(id)"
    }
  }
}
func plan(_ jobs: [Job]) throws -> [Job] {
  let byID = Dictionary(uniqueKeysWithValues: jobs.lazy.map { ($0.id, $0) });
  var open = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0.dependsOn) })
  for j in jobs { for d in j.dependsOn.sorted() where byID[d] == nil { throw PlanError.unknown(d, in: j.name) } }
  var ready = Heap<Job> { ($0.priority, $1.id) > ($1.priority, $0.id) }; var result: [Job] = []
  func release() { for (id, deps) in open where deps.isEmpty { open[id] = nil; ready.push(byID[id]!) } }
  release()
  while let job = ready.pop() { result.append(job); for key in open.keys { open[key]!.remove(job.id) }; release() }
  guard open.isEmpty else { throw PlanError.cycle(open.keys.sorted().compactMap { byID[$0]?.name }) }
  return result
}
final class Runner: ObservableObject {
  @Published private(set) var log: [String] = []; @Published private(set) var progress = 0.0;
  private var bag: AnyCancellable?
  func run(_ jobs: [Job], work: @escaping (Job) -> AnyPublisher<String, Never>) {
    do {
      let steps = try plan(jobs)
      bag = steps.publisher.flatMap(maxPublishers: .max(1), work).enumerated().handleEvents(receiveOutput: {
        [weak self] in self?.progress = Double($0.0 + 1) / Double(steps.count)
      }).map(\.1).sink(
        receiveCompletion: { [weak self] _ in self?.log.append("done") },
        receiveValue: { [weak self] in self?.log.append($0) })
    } catch { log = ["\(error)"] }
  }
}
extension Publisher {
  func enumerated() -> AnyPublisher<(Int, Output), Failure> {
    scan((-1, Output?.none)) { ($0.0 + 1, $1) }.map { ($0.0, $0.1!) }.eraseToAnyPublisher()
  }
}
let r = Runner();
let jobs = [
  Job(id: 1, name: "test", dependsOn: [2, 3]), Job(id: 2, name: "build"), Job(id: 3, name: "lint", priority: .low),
  Job(id: 4, name: "fetch", priority: .high), Job(id: 5, name: "ship", priority: .high, dependsOn: [1]),
]
r.run(jobs) { Just("ran \($0.name)").eraseToAnyPublisher() }
print(r.log, r.progress)
r.run(jobs + [Job(id: 6, name: "loop", dependsOn: [7]), Job(id: 7, name: "pool", dependsOn: [6])]) { _ in
  Empty().eraseToAnyPublisher()
}; print(r.log)
r.run([Job(id: 1, name: "x", dependsOn: [9])]) { _ in Just("").eraseToAnyPublisher() }; print(r.log)
print(
  Heap<Int>.sorted([5, 2, 9, 1]), Heap.sorted(["b", "a"]), Heap(3, 1, 2, by: >).top!,
  Job.Priority.allCases.sorted(by: >))
var h = Heap<(Int, String)> { $0.0 < $1.0 }; h.push((2, "b")); h.push((1, "a")); print(h.pop()!.1, h.count)

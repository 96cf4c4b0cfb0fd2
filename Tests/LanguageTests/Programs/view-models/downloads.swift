import Foundation
import Combine

final class Download: ObservableObject, Identifiable {
  enum Status: Equatable {
    case queued, running(Double), done(bytes: Int), failed(reason: String), cancelled
    var isFinal: Bool {
      switch self {
      case .done, .failed, .cancelled: return true;
      default: return false
      }
    }
  }
  let name: String
  @Published fileprivate(set) var status: Status = .queued
  init(_ name: String) { self.name = name }
}
final class DownloadManager: ObservableObject {
  @Published private(set) var downloads: [Download] = []
  @Published private(set) var overall = 0.0
  let finished = PassthroughSubject<(Download, Result<Int, Failure>), Never>()
  struct Failure: LocalizedError {
    let name: String; var errorDescription: String? { "\(name) failed" };
    var recoverySuggestion: String? { "Try again" }
  }
  private var cancellables = [String: AnyCancellable]()
  private var forwarding = Set<AnyCancellable>()
  let limit: Int
  init(limit: Int = 2) { self.limit = limit }
  private var running: Int { downloads.count { if case .running = $0.status { true } else { false } } }
  func enqueue(_ names: String...) {
    for name in names {
      let d = Download(name)
      d.objectWillChange.sink { [unowned self] _ in objectWillChange.send() }.store(in: &forwarding)
      downloads.append(d)
    }
    Publishers.MergeMany(downloads.map { d in d.$status.map { (d.name, $0) } })
      .scan([String: Double]()) { acc, next in
        var acc = acc
        switch next.1 {
        case .running(let p): acc[next.0] = p
        case .done: acc[next.0] = 1
        default: break
        }
        return acc
      }
      .map { [count = downloads.count] in $0.values.reduce(0, +) / Double(count) }
      .assign(to: &$overall)
    pump()
  }
  private func pump() {
    while running < limit, let next = downloads.first(where: { $0.status == .queued }) { start(next) }
  }
  private func start(_ d: Download) {
    d.status = .running(0)
    let parts = PassthroughSubject<Int, Failure>()
    sources[d.name] = parts
    cancellables[d.name] =
      parts
      .scan(0, +)
      .handleEvents(receiveOutput: { d.status = .running(min(1, Double($0) / 100)) })
      .last()
      .sink { [weak self] completion in
        if case .failure(let error) = completion {
          d.status = .failed(reason: error.localizedDescription)
          self?.finished.send((d, .failure(error)))
        }
        self?.pump()
      } receiveValue: { [weak self] total in
        d.status = .done(bytes: total)
        self?.finished.send((d, .success(total)))
      }
  }
  func cancel(_ name: String) {
    cancellables.removeValue(forKey: name)?.cancel()
    downloads.first { $0.name == name }?.status = .cancelled
    pump()
  }
  var sources: [String: PassthroughSubject<Int, Failure>] = [:]
}
let manager = DownloadManager()
var changes = 0
let c1 = manager.objectWillChange.sink { changes += 1 }
let c2 = manager.finished.sink { d, result in print(d.name, result.map { "\($0) bytes" }, d.status.isFinal) }
manager.enqueue("a", "b", "c")
print(manager.downloads.map(\.status))
manager.sources["a"]!.send(30); manager.sources["b"]!.send(50)
print(String(format: "%.3f", manager.overall))
manager.sources["a"]!.send(70); manager.sources["a"]!.send(completion: .finished)
print(manager.downloads.map(\.status))
manager.sources["b"]!.send(completion: .failure(.init(name: "b")))
manager.cancel("c")
print(manager.downloads.map(\.status), changes)
print(Set(manager.downloads.map(\.status.isFinal)), manager.sources.keys.sorted())

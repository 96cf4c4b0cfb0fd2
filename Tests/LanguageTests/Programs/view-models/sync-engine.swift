import Combine
import Foundation

final class SyncEngine: ObservableObject {
  enum Phase: String { case idle, uploading, downloading, merging }
  struct Change: Hashable, Identifiable {
    enum Kind: Int8 { case insert = 1, update, delete = 10 }; let id: Int; let kind: Kind
  }
  @Published private(set) var phase = Phase.idle
  @Published private(set) var pending: Set<Change> = []
  @Published var isOnline = true
  private let trigger = PassthroughSubject<Void, Never>()
  private(set) lazy var progress: AnyPublisher<Double, Never> =
    Publishers
    .CombineLatest($phase, $pending.map(\.count))
    .map { phase, count -> Double in
      switch phase {
      case .idle: return count == 0 ? 1 : 0
      case .uploading: return 0.25
      case .downloading: return 0.5
      case .merging: return 0.75
      }
    }
    .removeDuplicates()
    .share()
    .eraseToAnyPublisher()
  private var bag = Set<AnyCancellable>()
  private let upload: ([Change]) -> Future<Int, URLError>
  init(upload: @escaping ([Change]) -> Future<Int, URLError>) {
    self.upload = upload
    let online = $isOnline.removeDuplicates().filter { $0 }.map { _ in () }
    trigger.merge(with: online.dropFirst())
      .filter { [unowned self] in isOnline && !pending.isEmpty }
      .map { [unowned self] _ -> AnyPublisher<Int, Never> in
        phase = .uploading
        return upload(pending.sorted { ($0.id, $0.kind.rawValue) < ($1.id, $1.kind.rawValue) })
          .retry(1)
          .handleEvents(receiveOutput: { [unowned self] _ in self.phase = .merging })
          .replaceError(with: 0)
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .sink { [unowned self] count in
        if count > 0 { pending.removeAll() }
        phase = .idle
        print("synced", count)
      }
      .store(in: &bag)
  }
  func record(_ kind: Change.Kind, _ ids: Int...) {
    for id in ids { pending.insert(.init(id: id, kind: kind)) }; trigger.send()
  }
}
var attempts = 0
let engine = SyncEngine { changes in
  attempts += 1
  return Future { promise in promise(attempts % 3 == 1 ? .failure(URLError(.timedOut)) : .success(changes.count)) }
}
var values: [Double] = []
let c = engine.progress.sink { values.append($0) }
let phases = engine.$phase.map(\.rawValue).collect(.byTime(ImmediateScheduler.shared, .zero)).sink { _ in }
phases.cancel()
engine.record(.insert, 1, 2)
engine.isOnline = false
engine.record(.update, 3); engine.record(.delete, 3)
print(engine.pending.count, engine.pending.map(\.kind.rawValue).sorted(), engine.phase)
engine.isOnline = true
print(engine.pending.isEmpty, values, attempts)
engine.record(.delete, 9)
print(
  engine.phase.rawValue, engine.pending.map(\.id), SyncEngine.Change.Kind(rawValue: 2)!,
  SyncEngine.Change.Kind(rawValue: 5) as Any)

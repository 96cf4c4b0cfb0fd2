import Combine
import Foundation

public typealias DriverSubject<T> = PassthroughSubject<T, Never>
typealias Driver<T> = AnyPublisher<T, Never>
typealias CancelBag = Set<AnyCancellable>
typealias Handler<V> = (V) -> Void

protocol ViewModelType {
  associatedtype Input
  associatedtype Output
  func transform(_ input: Input, _ bag: inout CancelBag) -> Output
}
extension Set where Element == AnyCancellable {
  mutating func cancelAll() { forEach { $0.cancel() }; removeAll() }
}
extension Publisher {
  func asDriver(onErrorJustReturn value: Output) -> Driver<Output> {
    self.catch { _ in Just(value) }.eraseToAnyPublisher()
  }
  func asDriver() -> Driver<Output> { self.catch { _ in Empty() }.eraseToAnyPublisher() }
  static func just(_ output: Output) -> AnyPublisher<Output, Failure> {
    Just(output).setFailureType(to: Failure.self).eraseToAnyPublisher()
  }
  static func empty() -> AnyPublisher<Output, Failure> { Empty().eraseToAnyPublisher() }
  static func fail(with error: Failure) -> AnyPublisher<Output, Failure> { Fail(error: error).eraseToAnyPublisher() }
}
open class ActivityTracker {
  private let subject = CurrentValueSubject<Int, Never>(0)
  public init() {}
  fileprivate func track<P: Publisher>(_ source: P) -> AnyPublisher<P.Output, P.Failure> {
    source.handleEvents(
      receiveSubscription: { [subject] _ in subject.value += 1 },
      receiveCompletion: { [subject] _ in subject.value -= 1 },
      receiveCancel: { [subject] in subject.value -= 1 }
    ).eraseToAnyPublisher()
  }
  var isActive: Driver<Bool> { subject.map { $0 > 0 }.removeDuplicates().eraseToAnyPublisher() }
}
extension Publisher {
  func trackActivity(_ tracker: ActivityTracker) -> AnyPublisher<Output, Failure> { tracker.track(self) }
}

struct Repo: Equatable { let name: String; let stars: Int }
enum SearchError: Error { case tooShort(String), forbidden }
struct SearchViewModel: ViewModelType {
  struct Input {
    let query: Driver<String>
    let select: Driver<Int>
    var refresh: Driver<Void> = .empty()
  }
  final class Output: ObservableObject {
    @Published fileprivate(set) var repos: [Repo] = []
    @Published fileprivate(set) var isLoading = false
    @Published fileprivate(set) var error: String?
    @Published fileprivate(set) var selected: Repo?
  }
  let search: (String) -> AnyPublisher<[Repo], SearchError>

  func transform(_ input: Input, _ bag: inout CancelBag) -> Output {
    let output = Output()
    let tracker = ActivityTracker()
    let errors = DriverSubject<SearchError>()
    input.query
      .merge(with: input.refresh.combineLatest(input.query).map(\.1))
      .map { query in
        self.search(query)
          .trackActivity(tracker)
          .catch { error -> Driver<[Repo]> in
            errors.send(error); return .empty()
          }
      }
      .switchToLatest()
      .assign(to: \.repos, on: output)
      .store(in: &bag)
    tracker.isActive.assign(to: &output.$isLoading)
    errors.map { "\($0)" }.map(Optional.some).assign(to: &output.$error)
    input.select
      .withLatest(output.$repos) { index, repos in repos.indices ~= index ? repos[index] : nil }
      .assign(to: \.selected, on: output)
      .store(in: &bag)
    return output
  }
}
extension Publisher where Failure == Never {
  func withLatest<Other: Publisher, R>(_ other: Other, _ combine: @escaping (Output, Other.Output) -> R) -> Driver<R>
  where Other.Failure == Never {
    let latest = CurrentValueSubject<Other.Output?, Never>(nil)
    let keep = other.map(Optional.some).subscribe(latest)
    return compactMap { value in latest.value.map { combine(value, $0) } }
      .handleEvents(receiveCancel: { keep.cancel() })
      .eraseToAnyPublisher()
  }
}
var bag = CancelBag()
let query = DriverSubject<String>(), select = DriverSubject<Int>(), refresh = DriverSubject<Void>()
var calls = [String]()
let vm = SearchViewModel { q in
  calls.append(q)
  switch q.count {
  case ..<2: return .fail(with: .tooShort(q))
  case 2...5: return .just([Repo(name: q, stars: q.count), Repo(name: q + "-kit", stars: 1)])
  default: return Fail(error: SearchError.forbidden).eraseToAnyPublisher()
  }
}
let out = vm.transform(
  .init(
    query: query.eraseToAnyPublisher(), select: select.eraseToAnyPublisher(), refresh: refresh.eraseToAnyPublisher()),
  &bag)
let loading = out.$isLoading.sink { print("loading:", $0) }
query.send("a"); print(out.error ?? "-")
query.send("abc"); print(out.repos)
select.send(1); print(out.selected as Any)
select.send(9); print(out.selected?.name ?? "none")
refresh.send(); print(calls)
query.send("abcdefg"); print(out.error!)
bag.cancelAll()
query.send("zz"); print(calls.count, bag.isEmpty)
let handler: Handler<Int> = { print("handled", $0) }
handler(3)

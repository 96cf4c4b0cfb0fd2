import Combine
import Foundation

protocol Action {}
protocol StateMachine {
  associatedtype S: Equatable; var initial: S { get }; func reduce(_ state: inout S, _ action: any Action)
}
typealias Dispatch = (any Action) -> Void
typealias Middleware<S> = (_ getState: @escaping () -> S, _ dispatch: @escaping Dispatch) -> (@escaping Dispatch) ->
  Dispatch
enum CounterAction: Action { case inc(by: Int = 1), dec, reset }
struct Thunk<S>: Action { let run: (() -> S, @escaping Dispatch) -> Void }
struct AppState: Equatable {
  var count = 0; var history: [Int] = []; var user: User?; struct User: Equatable { var name: String; var age: Int }
}
enum UserAction: Action { case login(name: String), birthday, logout }
struct AppMachine: StateMachine {
  let initial = AppState()
  func reduce(_ state: inout AppState, _ action: any Action) {
    switch action {
    case let action as CounterAction: reduceCounter(&state.count, action); state.history.append(state.count)
    case let user as UserAction: reduceUser(&state.user, user)
    default: break
    }
  }
  private func reduceCounter(_ n: inout Int, _ a: CounterAction) {
    switch a {
    case .inc(let by): n += by;
    case .dec: n -= 1;
    case .reset: n = 0
    }
  }
  private func reduceUser(_ u: inout AppState.User?, _ a: UserAction) {
    switch (u, a) {
    case (nil, .login(let name)): u = .init(name: name, age: 0)
    case (.some, .birthday): u?.age += 1
    case (_, .logout): u = nil
    case (_?, .login), (nil, .birthday): print("ignored \(a)")
    }
  }
}
final class Store<M: StateMachine>: ObservableObject {
  @Published private(set) var state: M.S
  private var dispatcher: Dispatch = { _ in }
  init(_ machine: M, middleware: [Middleware<M.S>] = []) {
    state = machine.initial
    let base: Dispatch = { [unowned self] action in machine.reduce(&self.state, action) }
    dispatcher = middleware.reversed().reduce(base) { next, make in
      make({ [unowned self] in self.state }, { [unowned self] in self.dispatch($0) })(next)
    }
  }
  func dispatch(_ action: any Action) { dispatcher(action) }
  func select<T: Equatable>(_ kp: KeyPath<M.S, T>) -> some Publisher<T, Never> { $state.map(kp).removeDuplicates() }
  func select<T>(_ f: @escaping (M.S) -> T, by same: @escaping (T, T) -> Bool) -> AnyPublisher<T, Never> {
    $state.map(f).removeDuplicates(by: same).eraseToAnyPublisher()
  }
  func binding<T>(_ get: @escaping (M.S) -> T, _ make: @escaping (T) -> any Action) -> (get: () -> T, set: (T) -> Void)
  { ({ get(self.state) }, { self.dispatch(make($0)) }) }
}
var lines: [String] = []
let logger: Middleware<AppState> = { getState, _ in
  { next in
    { action in
      let before = getState(); next(action); let after = getState()
      lines.append("\(action): \(before.count) -> \(after.count)\(before == after ? " (same)" : "")")
    }
  }
}
let thunks: Middleware<AppState> = { getState, dispatch in
  { next in
    { action in
      if let thunk = action as? Thunk<AppState> { thunk.run(getState, dispatch) } else { next(action) }
    }
  }
}
let store = Store(AppMachine(), middleware: [thunks, logger])
var bag = Set<AnyCancellable>()
store.select(\.count).sink { print("count", $0) }.store(in: &bag)
store.select(\.user?.name).map { $0 ?? "nobody" }.sink { print("user", $0) }.store(in: &bag)
store.select({ ($0.count / 10, $0.history.count > 2) }, by: ==).sink { print("derived", $0) }.store(in: &bag)
store.dispatch(CounterAction.inc())
store.dispatch(CounterAction.inc(by: 10))
store.dispatch(UserAction.birthday)
store.dispatch(UserAction.login(name: "Ann"))
store.dispatch(UserAction.birthday)
store.dispatch(
  Thunk<AppState> { get, dispatch in
    if get().count > 5 { dispatch(CounterAction.reset) }; dispatch(CounterAction.dec)
  })
let (get, set) = store.binding(\.count) { CounterAction.inc(by: $0) }
set(100); print(get(), store.state.user as Any)
lines.forEach { print($0) }

import Combine
import Foundation

struct Reducer<State, Action, Environment> {
  let run: (inout State, Action, Environment) -> Effect<Action>
  init(_ run: @escaping (inout State, Action, Environment) -> Effect<Action>) { self.run = run }
  func callAsFunction(_ state: inout State, _ action: Action, _ environment: Environment) -> Effect<Action> {
    run(&state, action, environment)
  }
  static func combine(_ reducers: Reducer...) -> Reducer {
    .init { state, action, environment in
      .merge(reducers.map { $0(&state, action, environment) })
    }
  }
  func pullback<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: WritableKeyPath<GlobalState, State>,
    action toLocalAction: @escaping (GlobalAction) -> Action?,
    embed: @escaping (Action) -> GlobalAction,
    environment toLocalEnvironment: @escaping (GlobalEnvironment) -> Environment
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    .init { globalState, globalAction, globalEnvironment in
      guard let localAction = toLocalAction(globalAction) else { return .none }
      return self.run(&globalState[keyPath: toLocalState], localAction, toLocalEnvironment(globalEnvironment)).map(
        embed)
    }
  }
}

struct Effect<Output>: Publisher {
  typealias Failure = Never
  let upstream: AnyPublisher<Output, Never>
  init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Never {
    upstream = publisher.eraseToAnyPublisher()
  }
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    upstream.subscribe(subscriber)
  }
  static var none: Effect { Effect(Empty()) }
  static func just(_ value: Output) -> Self { Self(Just(value)) }
  static func merge(_ effects: [Effect]) -> Effect { Effect(Publishers.MergeMany(effects)) }
  static func fireAndForget(_ work: @escaping () -> Void) -> Effect {
    Effect(
      Deferred { () -> Empty<Output, Never> in
        work(); return Empty()
      })
  }
  func map<T>(_ transform: @escaping (Output) -> T) -> Effect<T> { Effect<T>(upstream.map(transform)) }
}

@dynamicMemberLookup
final class Store<State, Action>: ObservableObject {
  @Published private(set) var state: State
  private let reduce: (inout State, Action) -> Effect<Action>
  private var effects: [UUID: AnyCancellable] = [:]
  init<E>(initialState: State, reducer: Reducer<State, Action, E>, environment: E) {
    state = initialState
    reduce = { reducer(&$0, $1, environment) }
  }
  func send(_ action: Action) {
    let effect = reduce(&state, action)
    let id = UUID()
    var isDone = false
    let cancellable = effect.sink(
      receiveCompletion: { [weak self] _ in
        isDone = true; self?.effects[id] = nil
      },
      receiveValue: { [weak self] in self?.send($0) })
    if !isDone { effects[id] = cancellable }
  }
  subscript<T>(dynamicMember keyPath: KeyPath<State, T>) -> T { state[keyPath: keyPath] }
}

struct Todo: Equatable, Identifiable { let id: Int; var title: String; var done = false }
struct TodosState { var todos: [Todo] = []; var nextID = 1 }
enum TodosAction { case add(String), toggle(id: Int), removeDone, confirmed(Int) }
struct TodosEnvironment { var log: (String) -> Void }

let todosReducer = Reducer<TodosState, TodosAction, TodosEnvironment> { state, action, env in
  switch action {
  case .add(let title):
    defer { state.nextID += 1 }
    state.todos.append(Todo(id: state.nextID, title: title))
    return .just(.confirmed(state.nextID))
  case let .toggle(id):
    guard let i = state.todos.firstIndex(where: { $0.id == id }) else { return .none }
    state.todos[i].done.toggle()
    return .none
  case .removeDone:
    let before = state.todos.count
    state.todos.removeAll(where: \.done)
    let removed = before - state.todos.count
    return .fireAndForget { env.log("removed \(removed)") }
  case .confirmed(let id):
    env.log("confirmed \(id)")
    return .none
  }
}
struct AppState { var todos = TodosState(); var counter = 0 }
enum AppAction { case todos(TodosAction); case increment }
struct AppEnvironment { var log: (String) -> Void = { print("log:", $0) } }

let counterReducer = Reducer<AppState, AppAction, AppEnvironment> { state, action, _ in
  if case .increment = action { state.counter += 1 }
  return .none
}
let appReducer: Reducer<AppState, AppAction, AppEnvironment> = .combine(
  counterReducer,
  todosReducer.pullback(
    state: \.todos,
    action: {
      if case let .todos(a) = $0 { return a }; return nil
    },
    embed: AppAction.todos,
    environment: { .init(log: $0.log) })
)
let store = Store(initialState: AppState(), reducer: appReducer, environment: AppEnvironment())
let w = store.$state.map(\.counter).removeDuplicates().sink { print("counter", $0) }
store.send(.increment)
store.send(.todos(.add("milk")))
store.send(.todos(.add("bread")))
store.send(.todos(.toggle(id: 2)))
print(store.todos.todos, store.counter)
store.send(.todos(.removeDone))
store.send(.increment)
print(store.todos.todos.map(\.title))

// A store with actions and a reducer, as in architectures for SwiftUI: generics, inout, effects, middleware.
struct AppState: Equatable {
  var count = 0
  var todos: [Todo] = []
  var filter = Filter.all
  struct Todo: Equatable, Identifiable {
    let id: Int
    var title: String
    var isDone = false
  }
  enum Filter { case all, open, done }
  var visible: [Todo] {
    todos.filter { todo in
      switch filter {
      case .all: true
      case .open: !todo.isDone
      case .done: todo.isDone
      }
    }
  }
}
enum Action {
  case increment(by: Int = 1)
  case add(String)
  case toggle(id: Int)
  case setFilter(AppState.Filter)
  indirect case batch([Action])
}
typealias Reducer<State, Action> = (inout State, Action) -> Void
func appReducer(_ state: inout AppState, _ action: Action) {
  switch action {
  case .increment(let n): state.count += n
  case .add(let title) where title.isEmpty: break
  case let .add(title): state.todos.append(.init(id: state.todos.count + 1, title: title))
  case .toggle(let id):
    guard let index = state.todos.firstIndex(where: { $0.id == id }) else { return }
    state.todos[index].isDone.toggle()
  case .setFilter(let filter): state.filter = filter
  case .batch(let actions): actions.forEach { appReducer(&state, $0) }
  }
}
func logging<S: Equatable, A>(_ reducer: @escaping Reducer<S, A>) -> Reducer<S, A> {
  { state, action in
    let before = state
    reducer(&state, action)
    print(before == state ? "same" : "changed")
  }
}
final class Store<State, Action> {
  private(set) var state: State
  private let reducer: Reducer<State, Action>
  private var subscribers: [Int: (State) -> Void] = [:]
  private var nextID = 0
  init(_ initial: State, _ reducer: @escaping Reducer<State, Action>) {
    state = initial
    self.reducer = reducer
  }
  func send(_ action: Action) {
    reducer(&state, action)
    for key in subscribers.keys.sorted() { subscribers[key]?(state) }
  }
  func subscribe(_ body: @escaping (State) -> Void) -> () -> Void {
    let id = nextID
    nextID += 1
    subscribers[id] = body
    return { [weak self] in self?.subscribers[id] = nil }
  }
  func binding<Value>(_ path: KeyPath<State, Value>, _ action: @escaping (Value) -> Action) -> (
    get: () -> Value, set: (Value) -> Void
  ) {
    (get: { self.state[keyPath: path] }, set: { self.send(action($0)) })
  }
}
let store = Store(AppState(), logging(appReducer))
let cancel = store.subscribe { print("count \($0.count), visible \($0.visible.map(\.title))") }
store.send(.increment())
store.send(.increment(by: 4))
store.send(.batch([.add("a"), .add(""), .add("b"), .toggle(id: 1)]))
store.send(.setFilter(.open))
let filter = store.binding(\.filter, Action.setFilter)
filter.set(.done)
print(filter.get() == .done, store.state.visible.first?.title ?? "-")
cancel()
store.send(.toggle(id: 99))
print(store.state.todos.filter(\.isDone).count)

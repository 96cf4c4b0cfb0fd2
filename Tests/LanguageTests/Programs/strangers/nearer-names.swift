// A type in a function is nearer than a member, a member for some hides none for all, and `State` is what the protocol infers.
import Combine

struct Basket {
  var item = 1
  func word() -> String {
    struct item { let text = "local" }
    return item().text
  }
  func number() -> Int {
    func item() -> Int { 5 }
    return item()
  }
}
print(Basket().word(), Basket().number())

struct Box<T> { var content: T }
protocol Named { var name: String { get } }
extension Named { var name: String { "default" } }
extension Box: Named {}
extension Box where T == Int { var name: String { "number" } }
print(Box(content: 1).name, Box(content: "").name)

protocol ViewModeling<State, Event>: ObservableObject {
  associatedtype State
  associatedtype Event
  var state: State { get }
  func send(_ event: Event)
}
struct Counting: Equatable { var n: Int }
final class Counter: ViewModeling {
  @Published var state: Counting
  init(n: Int) { state = State(n: n) }
  enum Event { case more }
  func send(_ event: Event) { state = State(n: state.n + 1) }
}
final class Preview: ViewModeling {
  @Published var state: Counter.State
  init(_ state: Counter.State) { self.state = state }
  func send(_ event: Counter.Event) {}
}
let counter = Counter(n: 1)
counter.send(.more)
print(counter.state, Preview(counter.state).state == counter.state)

// Types that follow from members which meet requirements are members of their type.
import Combine
protocol VM: ObservableObject {
  associatedtype State; associatedtype Event; var state: State { get }; func send(event: Event)
}
struct SA: Equatable { var n = 0 }
final class A: VM {
  @Published var state: SA
  init() { self.state = State() }
  enum Event { case go }
  func send(event: Event) { state.n += 1 }
}
let a = A(); a.send(event: .go); print(a.state)
final class P: VM { @Published var state = A.State(); func send(event: A.Event) {} }
print(P().state)

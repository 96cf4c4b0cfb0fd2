// The target property has no such case.
import Combine

enum Color { case red, green }
class Form: ObservableObject {
  @Published var name = ""
  @Published var color: Color = .red
  init() {
    $name.map { $0.isEmpty ? .red : .grey }.assign(to: &$color)  // error: type 'Color' has no member 'grey'
  }
}

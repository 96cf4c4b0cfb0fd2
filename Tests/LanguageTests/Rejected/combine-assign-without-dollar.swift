// assign(to:) wants the publisher of the property, not its value.
// swift-format-ignore-file
import Combine

class Form: ObservableObject {
  @Published var name = ""
  @Published var length = 0
  init() {
    $name.map(\.count).assign(to: &length)  // error: cannot convert value of type 'Int' to expected argument type 'Published<Int>.Publisher'
  }
}

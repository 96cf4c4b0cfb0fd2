// The value of the property instead of its publisher.
// swift-format-ignore-file
import Combine

class Form: ObservableObject {
  @Published var count = 0
  @Published var text = ""
  init() {
    count.map { "\($0)" }.assign(to: &$text)  // error: referencing instance method 'map' requires wrapper 'Published<Int>.Publisher'
  }
}

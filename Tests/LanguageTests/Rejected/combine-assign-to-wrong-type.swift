// A Bool is assigned to a published String.
// swift-format-ignore-file
import Combine

class Form: ObservableObject {
  @Published var name = ""
  @Published var message = ""
  init() {
    $name.map { $0.count > 3 }.assign(to: &$message)  // error: cannot convert value of type 'Bool' to closure result type 'String'
  }
}

// A greeting that follows a text property, typed letter by letter.
import Combine

class GreetingViewModel: ObservableObject {
  @Published var name = ""
  @Published private(set) var greeting = ""
  init() {
    $name
      .map { $0.isEmpty ? "Hello!" : "Hello, \($0)!" }
      .assign(to: &$greeting)
  }
  func reset() { name = "" }
}
let model = GreetingViewModel()
print(model.greeting)
for end in 1...3 { model.name = String("Ann".prefix(end)); print(model.greeting) }
model.reset()
print(model.greeting)

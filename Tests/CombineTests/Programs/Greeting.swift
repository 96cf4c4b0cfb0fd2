// A view model whose greeting follows a name.

import Combine
import Foundation

let greeting = Program(
  "greeting",
  prints: """
    Hello!
    will change: Hello!
    will change: Hello!
    greeting is Hello, A!
    will change: Hello, A!
    will change: Hello, A!
    greeting is Hello, Al!
    greeting of the copy: Hello, Al!
    model is gone
    """
) { print in
  final class Model: ObservableObject {
    @Published var name = ""
    @Published private(set) var greeting = ""
    private let print: Transcript

    init(_ print: Transcript) {
      self.print = print
      $name.map { $0.isEmpty ? "Hello!" : "Hello, \($0)!" }.assign(to: &$greeting)
    }

    deinit { print("model is gone") }
  }

  var model: Model? = Model(print)
  print(model!.greeting)
  var cancellables = Set<AnyCancellable>()
  model!.objectWillChange.sink { [unowned model = model!] in print("will change:", model.greeting) }
    .store(in: &cancellables)
  for text in ["A", "Al"] {
    model!.name = text
    print("greeting is", model!.greeting)
  }
  let copy = model!.$greeting.first().sink { print("greeting of the copy:", $0) }
  cancellables.removeAll()
  model = nil
  withExtendedLifetime(copy) {}
}

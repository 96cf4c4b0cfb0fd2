// From text to effect: what a person at the prompt and a file that is pasted wait for.

struct TextRow {
  let name: String
  let goal: Int?
  let rounds: Int
  /// What is measured, in a world that is ready for it.
  let prepare: (Int) -> () -> Void
}

private let form = """
  class SignUp: ObservableObject {
    @Published var username = ""
    @Published var isValid = false
    init() { $username.map { $0.count >= 3 }.assign(to: &$isValid) }
  }
  let signup = SignUp()
  """

/// A file of view models, of 48 lines each.
private func viewModels(_ count: Int) -> String {
  var text = "import Combine\nimport Foundation\n"
  for number in 1...count {
    text += """

      enum Step\(number): String, CaseIterable { case start, middle, end }

      struct Entry\(number): Identifiable, Hashable {
        let id: Int
        var title: String
        var step = Step\(number).start
        var isLong: Bool { title.count > 20 }
      }

      class Model\(number): ObservableObject {
        @Published var query = ""
        @Published var entries: [Entry\(number)] = []
        @Published var message: String?
        private var cancellables = Set<AnyCancellable>()

        private lazy var isQueryLong: AnyPublisher<Bool, Never> = {
          $query
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .removeDuplicates()
            .map { $0.count >= 3 }
            .eraseToAnyPublisher()
        }()

        init() {
          Publishers.CombineLatest(isQueryLong, $entries)
            .map { isLong, entries in isLong ? "\\(entries.count) found" : nil }
            .assign(to: &$message)
          $entries
            .dropFirst()
            .filter { !$0.isEmpty }
            .sink { [weak self] entries in
              guard let self else { return }
              for entry in entries where entry.isLong { self.query += entry.title }
            }
            .store(in: &cancellables)
        }

        func advance(_ id: Int) {
          guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
          switch entries[index].step {
          case .start: entries[index].step = .middle
          case .middle: entries[index].step = .end
          case .end: entries.remove(at: index)
          }
        }
      }

      """
  }
  return text
}

func textRows() -> [TextRow] {
  let one = Interpreter()
  one.evaluate(form)
  let text = viewModels(7)
  return [
    TextRow(name: "signup.username = \"ada\"", goal: 1_000, rounds: 500) { round in
      { one.evaluate("signup.username = \"ada\(round)\"") }
    },
    TextRow(name: "signup.$username.map { … }.sink { … }", goal: 1_000, rounds: 500) { _ in
      { one.evaluate("signup.$username.map { $0.count * 2 }.filter { $0 > 3 }.sink { _ in }") }
    },
    TextRow(name: "a form: class, property, pipeline, store", goal: nil, rounds: 100) { _ in
      let interpreter = Interpreter()
      return { interpreter.evaluate(form) }
    },
    TextRow(name: "checking 338 lines", goal: 50_000, rounds: 20) { _ in { _ = one.statements(text) } },
    TextRow(name: "the same as a program's first text", goal: nil, rounds: 20) { _ in
      let interpreter = Interpreter()
      return { _ = interpreter.statements(text) }
    },
  ]
}

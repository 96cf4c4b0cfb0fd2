// Interpreted work, and the same work compiled.

struct Row {
  let name: String
  let goal: Int?
  /// Runs once, before anything is measured.
  let setup: String
  /// Handles `Row.elements` elements each time it runs.
  let statement: String
  let native: () -> Void

  static let elements = 10_000

  init(_ name: String, goal: Int? = nil, setup: String, _ statement: String, native: @escaping () -> Void) {
    self.name = name
    self.goal = goal
    self.setup = setup
    self.statement = statement
    self.native = native
  }
}

private struct Item {
  var name: String
  var price: Double
  var quantity: Int
}

private let words = (0..<Row.elements).map { "\($0 % 1_000)" }
private let items = (0..<Row.elements).map { Item(name: "item \($0)", price: Double($0), quantity: $0 % 7) }

/// `body`, so that the caller has to call it, as a pipeline has to call its stages.
@inline(never)
private func opaque<A, B>(_ body: @escaping (A) -> B) -> (A) -> B { body }
@inline(never)
private func use<A>(_ value: A) {}

func rows() -> [Row] {
  let setup = """
    struct Item { var name: String; var price: Double; var quantity: Int }
    let words = (0..<\(Row.elements)).map { "\\($0 % 1_000)" }
    let items = (0..<\(Row.elements)).map { Item(name: "item \\($0)", price: Double($0), quantity: $0 % 7) }
    let subject = PassthroughSubject<String, Never>()
    var seen = 0
    let ending = subject.map { $0.count >= 3 }.sink { _ in }
    func next(_ number: Int) -> Int { number + 1 }
    class Form: ObservableObject {
      @Published var name = ""
      @Published var isValid = false
      init() { $name.map { $0.count >= 3 }.assign(to: &$isValid) }
      func type() { for word in words { name = word } }
    }
    let form = Form()
    func send() { for word in words { subject.send(word) } }
    func count() -> Int {
      var total = 0
      for number in 0..<\(Row.elements) { total = total + number % 3 }
      return total
    }
    func call() -> Int {
      var total = 0
      for _ in 0..<\(Row.elements) { total = next(total) }
      return total
    }
    """
  return [
    Row("words.filter { $0.count >= 3 }", goal: 150, setup: setup, "_ = words.filter { $0.count >= 3 }") {
      use(words.filter(opaque { $0.count >= 3 }))
    },
    Row(
      "items.map { $0.price * Double($0.quantity) }", goal: 400, setup: setup,
      "_ = items.map { $0.price * Double($0.quantity) }"
    ) {
      use(items.map(opaque { $0.price * Double($0.quantity) }))
    },
    Row(
      "items.map { \"\\($0.name): \\($0.quantity)\" }", setup: setup,
      "_ = items.map { \"\\($0.name): \\($0.quantity)\" }"
    ) {
      use(items.map(opaque { "\($0.name): \($0.quantity)" }))
    },
    Row("items.map(\\.quantity)", setup: setup, "_ = items.map(\\.quantity)") {
      use(items.map(opaque { $0.quantity }))
    },
    Row("a loop: total = total + number % 3", setup: setup, "_ = count()") {
      let step = opaque { (pair: (Int, Int)) in pair.0 + pair.1 % 3 }
      var total = 0
      for number in 0..<Row.elements { total = step((total, number)) }
      use(total)
    },
    Row("a function: total = next(total)", setup: setup, "_ = call()") {
      let next = opaque { (number: Int) in number + 1 }
      var total = 0
      for _ in 0..<Row.elements { total = next(total) }
      use(total)
    },
    Row("subject.map { $0.count >= 3 }.sink", setup: setup, "send()") {
      let map = opaque { (word: String) in word.count >= 3 }
      for word in words { use(map(word)) }
    },
    Row("@Published to @Published through map", setup: setup, "form.type()") {
      let map = opaque { (word: String) in word.count >= 3 }
      for word in words { use(map(word)) }
    },
  ]
}

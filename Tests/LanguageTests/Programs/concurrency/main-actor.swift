// @MainActor on classes, methods and closures; MainActor.run; nonisolated members.
@MainActor
class ViewModel {
  var books: [String] = []
  private(set) var isLoading = false
  nonisolated let name = "library"
  func load() async {
    isLoading = true
    defer { isLoading = false }
    books = await fetch()
    print(books.count, isLoading)
  }
  nonisolated func describe() -> String { "model of \(name)" }
}
func fetch() async -> [String] { ["Dune", "Emma"] }

@MainActor func show(_ model: ViewModel) {
  print(model.books, model.isLoading)
}
let model = ViewModel()
print(model.describe())
await model.load()
show(model)
func fromElsewhere(_ model: ViewModel) async {
  await MainActor.run {
    model.books.append("Ulysses")
  }
  await show(model)
}
await fromElsewhere(model)
class Service {
  @MainActor var state = "idle"
  @MainActor func finish() { state = "done" }
}
let service = Service()
await service.finish()
print(service.state)
let task = Task { @MainActor in
  model.books.removeAll()
  return model.books.isEmpty
}
print(await task.value)

// async properties, initialisers, methods of classes and protocols.
protocol Store { func load() async throws -> [Int] }
struct Fixed: Store { func load() async throws -> [Int] { [3, 1, 2] } }
struct Failing: Store {
  struct Offline: Error {}
  func load() async throws -> [Int] { throw Offline() }
}
final class Model {
  let store: any Store
  private(set) var state = "idle"
  init(store: any Store) { self.store = store }
  var total: Int { get async { ((try? await store.load()) ?? []).reduce(0, +) } }
  func refresh() async {
    state = "loading"
    do {
      let values = try await store.load()
      state = "loaded \(values.sorted())"
    } catch {
      state = "failed \(type(of: error))"
    }
  }
}
for store in [Fixed(), Failing()] as [any Store] {
  let model = Model(store: store)
  await model.refresh()
  print(model.state, await model.total)
}

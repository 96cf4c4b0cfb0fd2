// A main-actor method called from a function that is not on the main actor.
// swift-format-ignore-file
@MainActor
class Model {
  func refresh() {}
}
func start(_ model: Model) {
  model.refresh()  // error: call to main actor-isolated instance method 'refresh()' in a synchronous nonisolated context [#ActorIsolatedCall]
}

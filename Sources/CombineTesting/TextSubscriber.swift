package import Combine

/// A subscriber of any publisher, which hands on what it hears as text. Of one publisher.
package final class TextSubscriber {
  /// What it has been given.
  package private(set) var subscription: (any Subscription)?
  private let more: Subscribers.Demand
  private let hear: (String) -> Void

  /// - Parameter more: what it asks for with each value.
  package init(askingWithEachValueFor more: Subscribers.Demand, _ hear: @escaping (String) -> Void) {
    self.more = more
    self.hear = hear
  }

  func listen<P: Publisher>(to publisher: P) {
    publisher.subscribe(
      AnySubscriber(
        receiveSubscription: { self.subscription = $0 },
        receiveValue: {
          self.hear("\($0)")
          return self.more
        },
        receiveCompletion: {
          switch $0 {
          case .finished: self.hear("finished")
          case .failure(let failure): self.hear("failed with \(failure)")
          }
        }))
  }
}

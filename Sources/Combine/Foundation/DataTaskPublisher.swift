// A network request as a publisher.

public import Foundation
public import FoundationNetworking

extension URLSession {
  /// A publisher of what is found at `url`. The request starts when the subscriber asks.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
    dataTaskPublisher(for: URLRequest(url: url))
  }

  /// A publisher of the answer to `request`. It starts when the subscriber asks.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  /// Delivers the data and the response of one request, then finishes; or fails.
  ///
  /// Each subscriber has a task of its own, made at its first request; cancelling cancels the task. An answer without
  /// data comes with empty data. An error that is not a `URLError` becomes `URLError(.unknown)`. Delivered on the
  /// session's queue. An HTTP status is not a failure.
  public struct DataTaskPublisher: Combine.Publisher, Sendable {
    public typealias Output = (data: Data, response: URLResponse)
    public typealias Failure = URLError

    /// What is asked for.
    public let request: URLRequest

    /// Who asks.
    public let session: URLSession

    /// The answer to `request`, got by `session`.
    public init(request: URLRequest, session: URLSession) {
      self.request = request
      self.session = session
    }

    /// Attaches `subscriber`. A request for `.none` traps.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == URLError {
      subscriber.receive(subscription: DataTaskSubscription(request, session, boxed(subscriber)))
    }
  }
}

private final class DataTaskSubscription: Subscription {
  typealias Box = SubscriberBox<(data: Data, response: URLResponse), URLError>

  private struct State {
    var box: Box?
    var task: URLSessionDataTask?
    var session: URLSession?
  }

  private let request: URLRequest
  private let state: Protected<State>

  init(_ request: URLRequest, _ session: URLSession, _ box: Box) {
    self.request = request
    state = Protected(State(box: box, task: nil, session: session))
  }

  /// The first request starts the task. One answer comes, so the amount does not matter.
  func request(_ demand: Subscribers.Demand) {
    requirePositive(demand, "DataTaskPublisher")
    guard let session = state.withLock({ $0.session.take() }) else { return }
    // Held by the task until it is done, whose handler is called once.
    nonisolated(unsafe) let subscription = self
    let task = session.dataTask(with: request) { data, response, error in
      subscription.complete(data, response, error)
    }
    let isCancelled = state.withLock { state in
      if state.box != nil { state.task = task }
      return state.box == nil
    }
    if !isCancelled { task.resume() }
  }

  private func complete(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    let box: Box? = state.withLock { state in
      state.task = nil
      return state.box.take()
    }
    guard let box else { return }
    if let response, error == nil {
      _ = box.receive((data: data ?? Data(), response: response))
      box.receive(completion: .finished)
    } else {
      box.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
    }
  }

  func cancel() {
    let old = state.exchange(State())
    old.task?.cancel()
  }
}

extension DataTaskSubscription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  var description: String { "DataTaskPublisher" }
  var customMirror: Mirror { Mirror(self, children: []) }
  var playgroundDescription: Any { description }
}

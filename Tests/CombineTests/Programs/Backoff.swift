// An operator of one's own: retry with growing pauses.

import Combine
import Foundation

extension Publisher {
  fileprivate func retry<S: Scheduler>(
    _ retries: Int, withBackoff pause: TimeInterval, on scheduler: S
  ) -> AnyPublisher<Output, Failure> {
    self.catch { error -> AnyPublisher<Output, Failure> in
      guard retries > 0 else { return Fail(error: error).eraseToAnyPublisher() }
      return Just(())
        .delay(for: .seconds(pause), scheduler: scheduler)
        .setFailureType(to: Failure.self)
        .flatMap { self.retry(retries - 1, withBackoff: pause * 2, on: scheduler) }
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}

let backoff = Program(
  "retry with backoff",
  prints: """
    attempt 1
    attempt 2
    attempt 3
    got answer 3
    finished
    attempt 4
    attempt 5
    attempt 6
    failure(Maintenance())
    """
) { print in
  struct Maintenance: Error {}

  let queue = DispatchQueue(label: "pauses", attributes: .concurrent)
  var attempts = 0
  let server = Deferred {
    Future<String, Maintenance> { promise in
      attempts += 1
      print("attempt", attempts)
      promise(attempts == 3 ? .success("answer 3") : .failure(Maintenance()))
    }
  }
  let request = server.retry(2, withBackoff: 0.001, on: queue)
  do {
    for try await answer in request.values { print("got", answer) }
    print("finished")
    for try await answer in request.values { print("got", answer) }
  } catch {
    print("failure(\(error))")
  }
}

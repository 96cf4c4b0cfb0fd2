// Operators that people add: failures as values, and looking at what passes.

import Combine
import Foundation

extension Publisher {
  fileprivate func asResult() -> AnyPublisher<Result<Output, Failure>, Never> {
    map(Result.success).catch { Just(.failure($0)) }.eraseToAnyPublisher()
  }

  fileprivate func dump(to stream: Transcript) -> AnyPublisher<Output, Failure> {
    handleEvents(receiveOutput: { value in
      var text = ""
      Swift.dump(value, to: &text)
      stream.write(text)
    })
    .eraseToAnyPublisher()
  }
}

let asResult = Program(
  "failures as values",
  prints: """
    page: This username is not available
    admin: Username is not valid: admin.
    ann: fine
    the pipeline lives: true
    """
) { print in
  enum APIError: Error { case validation(String) }
  func check(_ name: String) -> AnyPublisher<Bool, APIError> {
    switch name {
    case "admin": Fail(error: .validation("Username is not valid: admin.")).eraseToAnyPublisher()
    default: Just(name != "page").setFailureType(to: APIError.self).eraseToAnyPublisher()
    }
  }

  let username = PassthroughSubject<String, Never>()
  var hasEnded = false
  let cancellable =
    username
    .flatMap { name in check(name).asResult().map { (name, $0) } }
    .map { name, result in
      switch result {
      case .success(true): "\(name): fine"
      case .success(false): "\(name): This username is not available"
      case .failure(.validation(let reason)): "\(name): \(reason)"
      }
    }
    .sink { _ in
      hasEnded = true
    } receiveValue: {
      print($0)
    }
  for name in ["page", "admin", "ann"] { username.send(name) }
  print("the pipeline lives:", !hasEnded)
  withExtendedLifetime(cancellable) {}
}

let dumpOperator = Program(
  "dump",
  prints: """
    ▿ 2 elements
      - 1
      - 2
    sum 3
    """
) { print in
  let cancellable = [1, 2].publisher.collect().dump(to: print).map { $0.reduce(0, +) }.sink { print("sum", $0) }
  withExtendedLifetime(cancellable) {}
}

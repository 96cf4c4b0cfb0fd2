// Requests: how many there are, what becomes of their failures, and when they are tried again.

import Combine
import Foundation

let availability = Program(
  "availability",
  prints: """
    too short
    asked for jonyive
    jonyive: not available
    asked for jonyives
    jonyives: valid
    2 requests
    """
) { print in
  enum Availability { case tooShort, notAvailable, valid }

  final class Check: ObservableObject {
    @Published var username = ""
    private(set) var requests = 0
    let print: Transcript
    init(_ print: Transcript) { self.print = print }

    func ask(_ name: String) -> AnyPublisher<Bool, Never> {
      Deferred { () -> Just<Bool> in
        self.requests += 1
        self.print("asked for", name)
        return Just(!["jonyive", "page"].contains(name))
      }
      .eraseToAnyPublisher()
    }

    /// What is too short is not asked for.
    lazy var result: AnyPublisher<(String, Availability), Never> =
      $username
      .debounce(for: .milliseconds(5), scheduler: DispatchQueue.main)
      .removeDuplicates()
      .map { name -> AnyPublisher<(String, Availability), Never> in
        guard name.count >= 3 else { return Just((name, .tooShort)).eraseToAnyPublisher() }
        return self.ask(name).map { (name, $0 ? .valid : .notAvailable) }.eraseToAnyPublisher()
      }
      .switchToLatest()
      .share()
      .eraseToAnyPublisher()
  }

  let finished = Future<Void, Never> { promise in
    nonisolated(unsafe) let promise = promise
    DispatchQueue.main.async {
      let check = Check(print)
      var cancellables = Set<AnyCancellable>()
      // Two subscribers of a shared pipeline make one request.
      check.result.sink { _ in }.store(in: &cancellables)
      check.result.sink { name, availability in
        switch availability {
        case .tooShort:
          print("too short")
          for length in 1...7 { check.username = String("jonyive".prefix(length)) }
        case .notAvailable:
          print("\(name): not available")
          // There and back: the debounced text is the same, so nobody asks again.
          for text in ["jonyives", "jonyive", "jonyives"] { check.username = text }
        case .valid:
          print("\(name): valid")
          print(check.requests, "requests")
          cancellables = []
          promise(.success(()))
        }
      }
      .store(in: &cancellables)
    }
  }
  await finished.value
}

let typedFailures = Program(
  "typed failures",
  prints: """
    Invalid request: URL invalid
    Validation Error: too short
    The server returned data in an unexpected format. Try updating the app.
    Server error with code 500, reason: no reason, retry after: 17
    """
) { print in
  struct Answer: Decodable { var isAvailable: Bool }
  enum APIError: LocalizedError {
    case invalidRequest(String)
    case validation(String)
    case decoding(any Error)
    case server(code: Int, reason: String? = nil, retryAfter: String? = nil)

    var errorDescription: String? {
      switch self {
      case .invalidRequest(let message): "Invalid request: \(message)"
      case .validation(let reason): "Validation Error: \(reason)"
      case .decoding: "The server returned data in an unexpected format. Try updating the app."
      case .server(let code, let reason, let retryAfter):
        "Server error with code \(code), reason: \(reason ?? "no reason"), retry after: \(retryAfter ?? "none")"
      }
    }
  }

  func request(_ name: String) -> AnyPublisher<Bool, APIError> {
    let answers: [String: (Int, String)] = [
      "ab": (400, "too short"), "odd": (200, "{}"), "busy": (500, "17"), "free": (200, #"{"isAvailable":true}"#),
    ]
    guard let (status, text) = answers[name] else {
      return Fail(error: .invalidRequest("URL invalid")).eraseToAnyPublisher()
    }
    return Just(Data(text.utf8))
      .tryMap { data in
        if status == 400 { throw APIError.validation(text) }
        if status == 500 { throw APIError.server(code: status, retryAfter: text) }
        return data
      }
      .decode(type: Answer.self, decoder: JSONDecoder())
      .map(\.isAvailable)
      .mapError { $0 as? APIError ?? .decoding($0) }
      .eraseToAnyPublisher()
  }

  // Each failure becomes a text inside flatMap, so that the pipeline lives on.
  let texts = ["?", "ab", "odd", "busy", "free"].publisher
    .flatMap { name in
      request(name).map { _ in "" }.catch { Just($0.errorDescription ?? "") }
    }
    .sink { if !$0.isEmpty { print($0) } }
  withExtendedLifetime(texts) {}
}

let retryServerErrorsOnly = Program(
  "retry server errors only",
  prints: """
    request 1
    request 2
    request 3
    answer 3
    request 4
    failed: validation
    """
) { print in
  enum Trouble: Error { case validation, server }

  var requests = 0
  func request(failing with: Trouble) -> AnyPublisher<Int, any Error> {
    Deferred {
      Future<Int, any Error> { promise in
        requests += 1
        print("request", requests)
        promise(requests == 3 ? .success(requests) : .failure(with))
      }
    }
    .eraseToAnyPublisher()
  }

  /// A server's error is tried again after a pause; everything else is an answer.
  func patiently(_ upstream: AnyPublisher<Int, any Error>) -> AnyPublisher<Int, any Error> {
    upstream
      .tryCatch { error -> AnyPublisher<Int, any Error> in
        guard case Trouble.server = error else { throw error }
        return Just(())
          .delay(for: .milliseconds(2), scheduler: DispatchQueue.global())
          .flatMap { upstream }
          .retry(10)
          .eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
  }

  do {
    for try await answer in patiently(request(failing: .server)).values { print("answer", answer) }
    for try await answer in patiently(request(failing: .validation)).values { print("answer", answer) }
  } catch {
    print("failed: \(error)")
  }
}

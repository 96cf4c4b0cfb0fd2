// Trying again: when, how often, and what of it is a mistake.
import Combine
import Foundation

enum APIError: Error {
  case validation(String)
  case server(code: Int, retryAfter: String?)
  var isOfServer: Bool { if case .server = self { return true } else { return false } }
}

func request() -> AnyPublisher<String, Error> {
  URLSession.shared.dataTaskPublisher(for: URL(string: "https://api.test/")!)
    .tryMap { data, response -> String in
      let response = response as! HTTPURLResponse
      switch response.statusCode {
      case 200: return String(decoding: data, as: UTF8.self)
      case 400: throw APIError.validation("no")
      default:
        throw APIError.server(code: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
      }
    }
    .eraseToAnyPublisher()
}

var results: [String] = []
var tokens: Set<AnyCancellable> = []
func watch<P: Publisher>(_ publisher: P) where P.Output == String, P.Failure == Error {
  results = []
  publisher.sink { if case .failure = $0 { results.append("failed") } } receiveValue: { results.append($0) }
    .store(in: &tokens)
}

// S083: plain retry(3) repeats whatever failed, at once: four requests, also for a name that will never be valid.
:stub https://api.test/ 400
watch(request().retry(3))
:clock 0s
:requests 4
#expect(results == ["failed"])

// S084: only what is the server's fault is tried again, every 3 s: requests at 0, 3 and 6 s, then success.
extension Publisher where Output == String, Failure == Error {
  func retryingServerErrors() -> AnyPublisher<String, Error> {
    tryCatch { error -> AnyPublisher<String, Error> in
      guard let api = error as? APIError, api.isOfServer else { throw error }
      return Just(())
        .delay(for: .seconds(3), scheduler: DispatchQueue.global())
        .setFailureType(to: Error.self)
        .flatMap { self }
        .retry(10)
        .receive(on: DispatchQueue.main)
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}
:requests clear
:stub https://api.test/ 500 ×2, 200 "fine"
watch(request().retryingServerErrors())
:clock 2999ms
:requests 1
:clock 1ms
:requests 2
:clock 3s
:requests 3
#expect(results == ["fine"])
:stub https://api.test/ 400
:requests clear
watch(request().retryingServerErrors())
:clock 1h
:requests 1
#expect(results == ["failed"])

// S085: how many that really are: the first one, the first after a pause, and ten more: twelve.
:stub https://api.test/ 500
:requests clear
watch(request().retryingServerErrors())
:clock 1h
:requests 12
#expect(results == ["failed"])

// S085: the built-in operator tries again only what may pass by itself, and waits as long as the server asks for.
var page: [String] = []
func load() {
  URLSession.shared.dataTaskPublisher(for: URL(string: "https://api.test/")!)
    .checkedData()
    .retry(2, backoff: .constant(.seconds(3)))
    .map { String(decoding: $0, as: UTF8.self) }
    .replaceError(with: "gave up")
    .sink { page.append($0) }
    .store(in: &tokens)
}
:stub https://api.test/ 503 Retry-After:17, 200 "fine"
:requests clear
load()
:clock 16999ms
:requests 1
:clock 1ms
:requests 2
#expect(page == ["fine"])
:stub https://api.test/ 400
:requests clear
load()
:clock 1h
:requests 1
#expect(page == ["fine", "gave up"])

// S086: a delay on a concurrent queue keeps the value before the completion, however many run.
var arrived = 0
var ends: [String] = []
for number in 1...50 {
  Just(number)
    .delay(for: .milliseconds(10), scheduler: DispatchQueue.global())
    .receive(on: DispatchQueue.global())
    .sink { _ in ends.append("end \(number)") } receiveValue: { _ in
      arrived += 1
      ends.append("value \(number)")
    }
    .store(in: &tokens)
}
var order: [Int] = []
(1...100).publisher.receive(on: DispatchQueue.global()).sink { order.append($0) }.store(in: &tokens)
:clock 1s
#expect(arrived == 50)
#expect((1...50).allSatisfy { n in ends.firstIndex(of: "value \(n)")! < ends.firstIndex(of: "end \(n)")! })
#expect(order == Array(1...100))

// S088: an operator of one's own that hides a global function, and calls it.
extension Publisher {
  func dump() -> AnyPublisher<Output, Failure> {
    handleEvents(receiveOutput: { value in Swift.dump(value) }).eraseToAnyPublisher()
  }
}
struct Book { var title = "Dune" }
Just(Book()).dump().sink { results.append($0.title) }.store(in: &tokens)
#expect(results.last == "Dune")

// S089: a retry of one's own with a delay and a condition.
extension Publisher {
  func retry(_ retries: Int, withDelay delay: Int, condition: ((Failure) -> Bool)? = nil) -> AnyPublisher<Output, Failure> {
    self.catch { error -> AnyPublisher<Output, Failure> in
      guard condition?(error) == true else { return Fail(error: error).eraseToAnyPublisher() }
      return Just(())
        .delay(for: .seconds(delay), scheduler: DispatchQueue.global())
        .setFailureType(to: Failure.self)
        .flatMap { self }
        .retry(retries)
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}
:stub https://api.test/ 500 ×2, 200 "fine"
:requests clear
watch(request().retry(3, withDelay: 3) { ($0 as? APIError)?.isOfServer == true })
:clock 5s
:requests 2
:clock 1s
:requests 3
#expect(results == ["fine"])
:stub https://api.test/ 400
:requests clear
watch(request().retry(3, withDelay: 3) { ($0 as? APIError)?.isOfServer == true })
:clock 1h
:requests 1

// S090: without a condition nothing is tried again, whatever the text says.
:stub https://api.test/ 500
:requests clear
watch(request().retry(3, withDelay: 3))
:clock 1h
:requests 1
#expect(results == ["failed"])

// S091: pauses that double: requests at 0, 3 and 9 s, then the error.
extension Publisher {
  func retry(_ retries: Int, withBackoff initial: Int, condition: ((Failure) -> Bool)? = nil) -> AnyPublisher<Output, Failure> {
    self.catch { error -> AnyPublisher<Output, Failure> in
      guard condition?(error) ?? true else { return Fail(error: error).eraseToAnyPublisher() }
      var pause = initial
      return Just(())
        .flatMap { _ -> AnyPublisher<Void, Never> in
          let result = Just(()).delay(for: .seconds(pause), scheduler: DispatchQueue.global()).eraseToAnyPublisher()
          pause *= 2
          return result
        }
        .setFailureType(to: Failure.self)
        .flatMap { self }
        .retry(retries - 1)
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}
:requests clear
watch(request().retry(2, withBackoff: 3))
:clock 2999ms
:requests 1
:clock 1ms
:requests 2
:clock 5999ms
:requests 2
#expect(results == [])
:clock 1ms
:requests 3
#expect(results == ["failed"])

// S092: a strategy as a value, and the pause from the server's header.
enum Strategy {
  case retry(retries: Int = 2, delay: Int = 3)
  case skip
}
extension Publisher {
  func retry(strategy: @escaping (Failure) -> Strategy) -> AnyPublisher<Output, Failure> {
    self.catch { error -> AnyPublisher<Output, Failure> in
      switch strategy(error) {
      case .skip: return Fail(error: error).eraseToAnyPublisher()
      case .retry(let retries, let delay):
        return Just(())
          .delay(for: .seconds(delay), scheduler: DispatchQueue.global())
          .setFailureType(to: Failure.self)
          .flatMap { self }
          .retry(retries - 1)
          .eraseToAnyPublisher()
      }
    }
    .eraseToAnyPublisher()
  }
}
func strategy(_ error: Error) -> Strategy {
  guard case APIError.server(_, let header)? = error as? APIError else { return .skip }
  guard let seconds = header else { return .retry() }
  return .retry(delay: Int(seconds) ?? 3)
}
:stub https://api.test/ 500 Retry-After:17, 200 "fine"
:requests clear
watch(request().retry(strategy: strategy))
:clock 16s
:requests 1
:clock 1s
:requests 2
#expect(results == ["fine"])
:stub https://api.test/ 500 Retry-After:soon
:requests clear
watch(request().retry(strategy: strategy))
:clock 2s
:requests 1
:clock 4s
:requests 3
#expect(results == ["failed"])
:stub https://api.test/ 400
:requests clear
watch(request().retry(strategy: strategy))
:clock 1h
:requests 1

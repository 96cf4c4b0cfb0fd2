// What goes wrong between a form and its server, told apart and told to people.
import Combine
import Foundation

struct Availability: Codable {
  var isAvailable: Bool
  var userName: String
}
struct ErrorMessage: Codable {
  var error: Bool
  var reason: String
}

// S075: failures with types and texts of their own.
enum APIError: LocalizedError {
  case invalidRequestError(String)
  case transportError(Error)
  case invalidResponse
  case validationError(String)
  case decodingError(Error)
  case serverError(code: Int, reason: String? = nil, retryAfter: String? = nil)
  var errorDescription: String? {
    switch self {
    case .invalidRequestError(let message): return "Invalid request: \(message)"
    case .transportError(let error): return "Transport error: \(error)"
    case .invalidResponse: return "Invalid response"
    case .validationError(let reason): return "Validation Error: \(reason)"
    case .decodingError:
      return "The server returned data in an unexpected format. Try updating the app."
    case .serverError(let code, let reason, let retryAfter):
      return "Server error with code \(code), reason: \(reason ?? "no reason given"), retry after: \(retryAfter ?? "no retry after provided")"
    }
  }
}
#expect(APIError.invalidRequestError("URL invalid").localizedDescription == "Invalid request: URL invalid")
#expect(APIError.invalidResponse.localizedDescription == "Invalid response")
#expect(APIError.validationError("no").localizedDescription == "Validation Error: no")
#expect(
  APIError.serverError(code: 500).localizedDescription
    == "Server error with code 500, reason: no reason given, retry after: no retry after provided")

func address(_ name: String) -> URL? {
  var parts = URLComponents(string: "http://127.0.0.1:8080/isUserNameAvailable")
  parts?.queryItems = [URLQueryItem(name: "userName", value: name)]
  return parts?.url
}

func check(_ name: String) -> AnyPublisher<Bool, Error> {
  guard let url = address(name) else {
    return Fail(error: APIError.invalidRequestError("URL invalid")).eraseToAnyPublisher()
  }
  return URLSession.shared.dataTaskPublisher(for: url)
    .mapError { APIError.transportError($0) as Error }
    .tryMap { data, response -> Data in
      guard let response = response as? HTTPURLResponse else { throw APIError.invalidResponse }
      if (200..<300).contains(response.statusCode) { return data }
      let message = try JSONDecoder().decode(ErrorMessage.self, from: data)
      if response.statusCode == 400 { throw APIError.validationError(message.reason) }
      if (500..<600).contains(response.statusCode) {
        throw APIError.serverError(
          code: response.statusCode, reason: message.reason,
          retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
      }
      throw APIError.invalidResponse
    }
    .tryMap { data -> Availability in
      do { return try JSONDecoder().decode(Availability.self, from: data) } catch { throw APIError.decodingError(error) }
    }
    .map(\.isAvailable)
    .eraseToAnyPublisher()
}

// S077: success and failure both become values, and the pipeline lives on.
extension Publisher {
  func asResult() -> AnyPublisher<Result<Output, Failure>, Never> {
    self.map(Result.success).catch { Just(.failure($0)) }.eraseToAnyPublisher()
  }
}

class Form: ObservableObject {
  typealias Answer = Result<Bool, Error>
  @Published var username = ""
  @Published var message = ""
  @Published var isValid = false
  @Published var needsUpdate = false
  @Published var updateMessage = ""
  init() {
    let answers = $username
      .debounce(for: 0.8, scheduler: DispatchQueue.main)
      .removeDuplicates()
      .flatMap { check($0).asResult() }
      .share()
    answers.map { answer -> String in
      switch answer {
      case .success(true): return ""
      case .success(false): return "This username is not available"
      case .failure(APIError.transportError): return ""
      case .failure(APIError.validationError(let reason)): return reason
      case .failure(APIError.serverError(_, let reason, _)): return reason ?? "Server error"
      case .failure(let error): return error.localizedDescription
      }
    }
    .assign(to: &$message)
    answers.map { answer -> Bool in
      if case .failure(APIError.transportError) = answer { return true }
      if case .success(true) = answer { return true }
      return false
    }
    .assign(to: &$isValid)
    answers.map { answer -> Bool in
      if case .failure(APIError.decodingError) = answer { return true }
      return false
    }
    .assign(to: &$needsUpdate)
    answers.compactMap { answer -> String? in
      if case .failure(let error as APIError) = answer, case .decodingError = error { return error.localizedDescription }
      return nil
    }
    .assign(to: &$updateMessage)
  }
}

// S080: the test server's rules, as stubs; the same server for real is in examples/signup-server.
:stub *isUserNameAvailable* 200 {"isAvailable":true,"userName":"x"}
:stub *userName= 400 {"error":true,"reason":"Username must not be empty"}
:stub *userName=abc 400 {"error":true,"reason":"Username is too short."}
:stub *userName=admin 400 {"error":true,"reason":"Username is not valid: admin."}
:stub *userName=page 200 {"isAvailable":false,"userName":"page"}
:stub *userName=servererror 500 {"error":true,"reason":"The database is corrupted"}
:stub *userName=maintenance 500 Retry-After:120 ×2 {"error":true,"reason":"Temporarily unavailable for maintenance"}, 200 {"isAvailable":true,"userName":"maintenance"}
:stub *userName=maintenance! 500 Retry-After:120 {"error":true,"reason":"Temporarily unavailable for maintenance"}
:stub *userName=illegalresponse 200 {"isAvailable":true}
:stub *userName=offline notConnectedToInternet

// S081: what the form says, from its first 0.8 s on, when nobody has typed.
let form = Form()
:clock 799ms
#expect(form.message == "")
:clock 1ms
#expect(form.message == "Username must not be empty")
#expect(!form.isValid)
form.username = "page"
:clock 1s
#expect(form.message == "This username is not available")
form.username = "adalovelace"
:clock 1s
#expect(form.message == "")
#expect(form.isValid)
form.username = "servererror"
:clock 1s
#expect(form.message == "The database is corrupted")

// S078: offline is not the person's fault: no message, and the form stays valid.
form.username = "offline"
:clock 1s
#expect(form.message == "")
#expect(form.isValid)

// S079: a reason of the server's is shown as it is.
form.username = "admin"
:clock 1s
#expect(form.message == "Username is not valid: admin.")
#expect(!form.isValid)

// S082: only an answer that cannot be read asks for an update, and the next answer takes that back.
form.username = "illegalresponse"
:clock 1s
#expect(form.needsUpdate)
#expect(form.updateMessage == "The server returned data in an unexpected format. Try updating the app.")
#expect(!form.isValid)
form.username = "adalovelace"
:clock 1s
#expect(!form.needsUpdate)

// S076: without that, the first failure ends a pipeline for good.
class Fragile: ObservableObject {
  @Published var username = ""
  @Published var isValid = true
  @Published var end = ""
  var tokens: Set<AnyCancellable> = []
  init() {
    $username.dropFirst()
      .setFailureType(to: Error.self)
      .flatMap { check($0) }
      .sink { [unowned self] in end = "\($0)" } receiveValue: { [unowned self] in isValid = $0 }
      .store(in: &tokens)
  }
}
let fragile = Fragile()
:requests clear
fragile.username = "admin"
:clock 1s
#expect(fragile.end.hasPrefix("failure"))
fragile.username = "adalovelace"
:clock 1s
#expect(fragile.isValid)
:requests 1

// S074: the same failure, met in five ways.
var strategies: [String: String] = [:]
var tokens: Set<AnyCancellable> = []
func end(of name: String, _ publisher: AnyPublisher<String, Error>) {
  publisher
    .sink { if case .failure = $0 { strategies[name] = "an error instead of the view" } } receiveValue: { strategies[name] = $0 }
    .store(in: &tokens)
}
:stub https://strategy.test/* 503
let failing = URLSession.shared.dataTaskPublisher(for: URL(string: "https://strategy.test/")!)
  .checkedData().map { _ in "data" }
end(of: "ignore", failing.catch { _ in Empty<String, Error>() }.eraseToAnyPublisher())
end(of: "retry", failing.retry(2, backoff: .exponential(.seconds(1))).catch { _ in Just("gave up").setFailureType(to: Error.self) }.eraseToAnyPublisher())
end(of: "modal", failing.catch { Just("alert: \($0)").setFailureType(to: Error.self) }.eraseToAnyPublisher())
end(of: "replace", failing.eraseToAnyPublisher())
end(of: "inline", failing.replaceError(with: "try another one").setFailureType(to: Error.self).eraseToAnyPublisher())
:clock 1m
#expect(strategies["ignore"] == nil)
#expect(strategies["retry"] == "gave up")
#expect(strategies["modal"]?.hasPrefix("alert: ") == true)
#expect(strategies["replace"] == "an error instead of the view")
#expect(strategies["inline"] == "try another one")

// S087: what people type is encoded, whatever it is.
:requests clear
:stub *userName=a%20b* {"isAvailable":true,"userName":"a b"}
#expect(address("a b")!.absoluteString.hasSuffix("userName=a%20b"))
#expect(address("a&admin=1#x")!.absoluteString.hasSuffix("userName=a%26admin%3D1%23x"))
form.username = "a b"
:clock 1s
#expect(form.isValid)
:requests 1

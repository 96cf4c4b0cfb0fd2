import Foundation
import Combine

enum HTTPMethod: String { case get = "GET", post = "POST", delete = "DELETE" }
struct Endpoint<Response: Decodable> {
  var path: String
  var method: HTTPMethod = .get
  var query: [URLQueryItem] = []
  var headers = ["Accept": "application/json"]
  func request(base: URL) throws -> URLRequest {
    guard var components = URLComponents(url: base.appendingPathComponent(path), resolvingAgainstBaseURL: false) else {
      throw NetworkError.invalidURL
    }
    if !query.isEmpty { components.queryItems = query }
    guard let url = components.url else { throw NetworkError.invalidURL }
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    headers.forEach { request.setValue($1, forHTTPHeaderField: $0) }
    return request
  }
}
enum NetworkError: Error, LocalizedError {
  case invalidURL
  case status(code: Int, body: String)
  case transport(Error)
  case decoding(DecodingError)
  var errorDescription: String? {
    switch self {
    case .invalidURL: return "The URL is invalid."
    case .status(404, _): return "Not found."
    case .status(let code, let body): return "HTTP \(code): \(body)"
    case .transport(let e as LocalizedError): return e.errorDescription
    case .transport: return "The network failed."
    case .decoding(.keyNotFound(let key, _)): return "No value for \(key.stringValue)."
    case .decoding: return "Bad data."
    }
  }
}
protocol Session {
  typealias Completion = (Result<(Data, HTTPURLResponse), Error>) -> Void
  func load(_ request: URLRequest, completion: @escaping Completion)
}
struct StubSession: Session {
  var responses: [String: (Int, String)]
  func load(_ request: URLRequest, completion: @escaping Completion) {
    let key = "\(request.httpMethod ?? "?") \(request.url?.path ?? "")"
    guard let (status, body) = responses[key] else {
      completion(.failure(URLError(.fileDoesNotExist)))
      return
    }
    let response = HTTPURLResponse(url: request.url!, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)!
    completion(.success((Data(body.utf8), response)))
  }
}
final class Client {
  let base: URL, session: Session
  let decoder: JSONDecoder = {
    let d = JSONDecoder(); d.keyDecodingStrategy = .convertFromSnakeCase; return d
  }()
  init(base: URL, session: Session) { (self.base, self.session) = (base, session) }
  func send<T>(_ endpoint: Endpoint<T>, completion: @escaping (Result<T, NetworkError>) -> Void) {
    let request: URLRequest
    do { request = try endpoint.request(base: base) } catch { return completion(.failure(.invalidURL)) }
    session.load(request) { [decoder] result in
      completion(
        result
          .mapError(NetworkError.transport)
          .flatMap { data, response in
            guard 200..<300 ~= response.statusCode else {
              return .failure(.status(code: response.statusCode, body: String(decoding: data, as: UTF8.self)))
            }
            return Result { try decoder.decode(T.self, from: data) }
              .mapError { ($0 as? DecodingError).map(NetworkError.decoding) ?? .transport($0) }
          })
    }
  }
  func publisher<T>(for endpoint: Endpoint<T>) -> AnyPublisher<T, NetworkError> {
    Deferred { Future { promise in self.send(endpoint, completion: promise) } }.eraseToAnyPublisher()
  }
  func value<T>(for endpoint: Endpoint<T>) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      send(endpoint) { continuation.resume(with: $0) }
    }
  }
}
struct User: Decodable { let id: Int; let displayName: String }
extension Endpoint where Response == User {
  static func user(_ id: Int) -> Endpoint {
    Endpoint(path: "users/\(id)", query: [.init(name: "q", value: "a b&c"), URLQueryItem(name: "v", value: nil)])
  }
}
extension Endpoint where Response == [User] { static var all: Self { .init(path: "users") } }
struct Empty_: Decodable {}
extension Endpoint<Empty_> { static func delete(user id: Int) -> Self { .init(path: "users/\(id)", method: .delete) } }
let client = Client(
  base: URL(string: "https://api.example.com/v1")!,
  session: StubSession(responses: [
    "GET /v1/users/1": (200, #"{"id": 1, "display_name": "Ann"}"#),
    "GET /v1/users/2": (200, #"{"id": 2}"#),
    "GET /v1/users/3": (404, "nope"),
    "GET /v1/users/4": (503, "busy"),
    "GET /v1/users": (200, #"[{"id": 1, "display_name": "Ann"}]"#),
    "DELETE /v1/users/1": (200, "{}"),
  ]))
print(try Endpoint.user(5).request(base: client.base).url!.absoluteString)
for id in 1...5 {
  client.send(.user(id)) { (result: Result<User, NetworkError>) in
    switch result {
    case .success(let user): print(user)
    case .failure(let error):
      print(error.localizedDescription == error.errorDescription, id == 5 ? "" : error.localizedDescription)
    }
  }
}
let c = client.publisher(for: .all).map(\.count).sink {
  print($0)
} receiveValue: {
  print("users", $0)
}
do {
  print(try await client.value(for: .user(1)).displayName)
  _ = try await client.value(for: Endpoint<Empty_>.delete(user: 1))
  _ = try await client.value(for: .user(4))
} catch NetworkError.status(let code, _) { print("status \(code)") }

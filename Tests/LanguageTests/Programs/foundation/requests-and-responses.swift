// Requests and responses without a network: method, headers, body, status codes, a validating function.
import Combine
import Foundation

var request = URLRequest(url: URL(string: "https://example.com/words/partially")!)
request.httpMethod = "POST"
request.setValue("secret", forHTTPHeaderField: "X-API-Key")
request.addValue("application/json", forHTTPHeaderField: "Content-Type")
request.httpBody = Data("{}".utf8)
print(
  request.httpMethod ?? "-", request.value(forHTTPHeaderField: "x-api-key") ?? "-", request.httpBody!.count,
  request.url!)
request.timeoutInterval = 5
print(request.timeoutInterval, request.allHTTPHeaderFields!.count)

enum APIError: Error { case invalidResponse, server(Int, retryAfter: String?) }
func validate(_ data: Data, _ response: URLResponse) throws -> Data {
  guard let httpResponse = response as? HTTPURLResponse else { throw APIError.invalidResponse }
  guard (200..<300) ~= httpResponse.statusCode else {
    throw APIError.server(httpResponse.statusCode, retryAfter: httpResponse.value(forHTTPHeaderField: "Retry-After"))
  }
  return data
}
func response(_ status: Int, _ headers: [String: String] = [:]) -> HTTPURLResponse {
  HTTPURLResponse(url: request.url!, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)!
}
for response in [response(204), response(503, ["Retry-After": "3"]), response(404)] {
  do { print(try validate(Data([1, 2]), response)) } catch { print(error) }
}
do {
  _ = try validate(
    Data(), URLResponse(url: request.url!, mimeType: nil, expectedContentLength: 0, textEncodingName: nil))
} catch { print(error) }
_ = Just((data: Data("ok".utf8), response: response(200) as URLResponse))
  .tryMap { try validate($0.data, $0.response) }
  .map { String(decoding: $0, as: UTF8.self) }
  .sink {
    print($0)
  } receiveValue: {
    print($0)
  }

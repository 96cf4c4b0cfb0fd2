/// `checkedData()` and its `HTTPError`: the body of a response that says it succeeded.
internal import Combine
internal import Foundation
internal import FoundationNetworking

extension ExtrasLibrary {
  /// A member of `URLSession.DataTaskPublisher`.
  static func checkedData() -> [LibraryEntry] {
    [
      contextual("func checkedData() -> AnyPublisher<Data, any Error>") { call throws(Abort) in
        let source = try call.publisher(0)
        let location = call.location
        let type = call.machine.library.plain("HTTPError")
        return call.made(
          source.stream.tryMap { output in
            if output.isFault { return output }
            let (data, answer) = output.parts
            guard let response = answer.object(ResponseObject.self)?.response as? HTTPURLResponse,
              !(200..<300).contains(response.statusCode)
            else { return data }
            throw Abort.thrown(
              .native(HTTPErrorObject(response, data.object(DataObject.self), type: type)), at: location)
          })
      }
    ]
  }

  static func httpError() -> LibraryType {
    LibraryType(
      "struct HTTPError: Error, CustomStringConvertible {}",
      [
        unary("var statusCode: Int { get }") { .int($0.object(HTTPErrorObject.self)?.status ?? 0) },
        unary("var retryAfter: String? { get }") {
          $0.object(HTTPErrorObject.self)?.retryAfter.map { .string($0) } ?? .null
        },
        contextual("var data: Data { get }") { call in
          call[0].object(HTTPErrorObject.self)?.body.map { .native($0) }
            ?? .native(DataObject(Data(), type: call.result))
        },
        unary("var description: String { get }") { .string($0.object(HTTPErrorObject.self)?.text ?? "") },
        unary("var localizedDescription: String { get }") { .string($0.object(HTTPErrorObject.self)?.text ?? "") },
      ])
  }
}

/// An `HTTPError`.
final class HTTPErrorObject: NativeObject, LocalizedObject {
  let status: Int
  let retryAfter: String?
  let body: DataObject?
  private let url: String

  init(_ response: HTTPURLResponse, _ body: DataObject?, type: Type) {
    status = response.statusCode
    retryAfter = response.value(forHTTPHeaderField: "Retry-After")
    url = response.url?.absoluteString ?? ""
    self.body = body
    super.init(type: type)
  }

  override var text: String {
    "\(url) answered \(status) \(HTTPURLResponse.localizedString(forStatusCode: status))"
  }
  var localizedDescription: String { text }

  /// Worth another attempt: RFC 9110 and RFC 6585 say so of these, and gateways mean it.
  var isTemporary: Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }
}

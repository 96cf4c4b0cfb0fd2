/// `URLRequest`, `URLResponse` and `HTTPURLResponse`: Foundation's own, inside values of the program.
internal import Foundation
internal import FoundationNetworking

extension FoundationLibrary {
  static let requestTypes: [String: @Sendable () -> LibraryType] = [
    "URLRequest": urlRequest, "URLRequest.CachePolicy": cachePolicy, "URLResponse": urlResponse,
    "HTTPURLResponse": httpURLResponse,
  ]

  // MARK: Requests

  private static func urlRequest() -> LibraryType {
    LibraryType(
      "struct URLRequest: Hashable, CustomStringConvertible, Sendable {}",
      [
        contextual(
          """
          init(
            url: URL, cachePolicy: URLRequest.CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60.0)
          """
        ) { call throws(Abort) in
          guard let url = call[0].url else { throw .trap("a request needs a URL") }
          return .native(RequestObject(URLRequest(url: url, timeoutInterval: call[2].number), type: call.result))
        },
        contextual("var url: URL? { get }") { call in
          guard let url = call[0].request?.url, let type = call.result.wrapped else { return .null }
          return .native(URLObject(url, type: type))
        },
        part("var httpMethod: String? { get set }") {
          $0.httpMethod.map { .string($0) } ?? .null
        } set: { request, new in
          request.httpMethod = new.unwrapped?.text
        },
        part("var timeoutInterval: TimeInterval { get set }") {
          .double($0.timeoutInterval)
        } set: { request, new in
          request.timeoutInterval = new.number
        },
        body(),
        part("var allHTTPHeaderFields: [String: String]? { get set }") {
          $0.allHTTPHeaderFields.map { .dictionary(texts: $0) } ?? .null
        } set: { request, new in
          request.allHTTPHeaderFields = new.unwrapped?.texts
        },
        binary("func value(forHTTPHeaderField field: String) -> String?") { value, field in
          value.request?.value(forHTTPHeaderField: field.text).map { .string($0) } ?? .null
        },
        changed("mutating func setValue(_ value: String?, forHTTPHeaderField field: String)") { request, operands in
          request.setValue(operands[0].unwrapped?.text, forHTTPHeaderField: operands[1].text)
        },
        changed("mutating func addValue(_ value: String, forHTTPHeaderField field: String)") { request, operands in
          request.addValue(operands[0].text, forHTTPHeaderField: operands[1].text)
        },
        unary("var description: String { get }") { .string($0.request?.description ?? "") },
      ])
  }

  private static func body() -> LibraryEntry {
    LibraryEntry(
      signature: "var httpBody: Data? { get set }",
      native: .property(
        get: { operands in
          guard let object = operands[0].object(RequestObject.self), let body = object.body else { return .null }
          return .native(body)
        },
        set: { value, _, new in
          guard let object = value.object(RequestObject.self) else { return }
          value = .native(
            RequestObject(object.request, body: new.unwrapped?.object(DataObject.self), type: object.type))
        }))
  }

  private static func part(
    _ signature: String, get: @escaping (URLRequest) -> Value, set: @escaping (inout URLRequest, Value) -> Void
  ) -> LibraryEntry {
    property(signature) { operands in
      operands[0].request.map(get) ?? .null
    } set: { value, _, new in
      value.changeRequest { set(&$0, new) }
    }
  }

  private static func changed(
    _ signature: String, _ change: @escaping (inout URLRequest, [Value]) -> Void
  ) -> LibraryEntry {
    mutating(signature) { value, operands in
      value.changeRequest { change(&$0, operands) }
      return .void
    }
  }

  /// Nothing is cached here, so that every policy is accepted and changes nothing.
  private static func cachePolicy() -> LibraryType {
    LibraryType(
      """
      enum CachePolicy {
        case useProtocolCachePolicy
        case reloadIgnoringLocalCacheData
        case reloadIgnoringLocalAndRemoteCacheData
        case reloadIgnoringCacheData
        case returnCacheDataElseLoad
        case returnCacheDataDontLoad
        case reloadRevalidatingCacheData
      }
      """)
  }

  // MARK: Responses

  private static func urlResponse() -> LibraryType {
    LibraryType(
      "class URLResponse: Hashable, CustomStringConvertible, Sendable {}",
      [
        contextual(
          "init(url: URL, mimeType: String?, expectedContentLength length: Int, textEncodingName name: String?)"
        ) { call throws(Abort) in
          guard let url = call[0].url else { throw .trap("a response needs a URL") }
          return .native(
            ResponseObject(
              URLResponse(
                url: url, mimeType: call[1].unwrapped?.text, expectedContentLength: call[2].integer,
                textEncodingName: call[3].unwrapped?.text), type: call.result))
        },
        contextual("var url: URL? { get }") { call in
          guard let url = call[0].response?.url, let type = call.result.wrapped else { return .null }
          return .native(URLObject(url, type: type))
        },
        unary("var mimeType: String? { get }") { $0.response?.mimeType.map { .string($0) } ?? .null },
        unary("var expectedContentLength: Int64 { get }") { .int(Int($0.response?.expectedContentLength ?? -1)) },
        unary("var textEncodingName: String? { get }") { $0.response?.textEncodingName.map { .string($0) } ?? .null },
        unary("var suggestedFilename: String? { get }") { $0.response?.suggestedFilename.map { .string($0) } ?? .null },
        unary("var description: String { get }") { .string($0.response?.description ?? "") },
      ])
  }

  private static func httpURLResponse() -> LibraryType {
    LibraryType(
      "class HTTPURLResponse: URLResponse {}",
      [
        contextual(
          "init?(url: URL, statusCode: Int, httpVersion HTTPVersion: String?, headerFields: [String: String]?)"
        ) {
          call in
          guard let url = call[0].url,
            let response = HTTPURLResponse(
              url: url, statusCode: call[1].integer, httpVersion: call[2].unwrapped?.text,
              headerFields: call[3].unwrapped?.texts)
          else { return .null }
          return .native(ResponseObject(response, type: call.result.wrapped ?? call.result))
        },
        unary("var statusCode: Int { get }") { .int($0.httpResponse?.statusCode ?? 0) },
        unary("var allHeaderFields: [AnyHashable: Any] { get }") { value in
          var texts: [String: String] = [:]
          for (name, field) in value.httpResponse?.allHeaderFields ?? [:] { texts["\(name)"] = "\(field)" }
          return .dictionary(texts: texts)
        },
        binary("func value(forHTTPHeaderField field: String) -> String?") { value, field in
          value.httpResponse?.value(forHTTPHeaderField: field.text).map { .string($0) } ?? .null
        },
        unary("static func localizedString(forStatusCode statusCode: Int) -> String") { code in
          .string(HTTPURLResponse.localizedString(forStatusCode: code.integer))
        },
      ])
  }
}

/// A `URLRequest`. The body is kept beside it, as the program's own object.
final class RequestObject: NativeObject {
  let request: URLRequest
  let body: DataObject?

  init(_ request: URLRequest, body: DataObject? = nil, type: Type) {
    self.request = request
    self.body = body
    super.init(type: type)
  }

  override var text: String { request.description }
  override func isEqual(to other: NativeObject) -> Bool {
    guard let other = other as? RequestObject else { return false }
    return other.request == request && other.body?.content == body?.content
  }
  override func hash(into hasher: inout Hasher) { hasher.combine(request) }

  /// As the host gets it; nil without a URL.
  var plain: HTTPRequest? {
    guard let url = request.url else { return nil }
    // Sorted: Foundation keeps a dictionary, and the same program should send the same bytes in every run.
    let headers = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }.map { HTTPHeader($0.key, $0.value) }
    return HTTPRequest(
      url: url.absoluteString, method: (request.httpMethod ?? "GET").uppercased(), headers: headers,
      body: body.map { Array($0.content) } ?? [], timeout: max(0, .nanoseconds(seconds: request.timeoutInterval)))
  }
}

/// A `URLResponse` or an `HTTPURLResponse`.
final class ResponseObject: NativeObject {
  let response: URLResponse

  init(_ response: URLResponse, type: Type) {
    self.response = response
    super.init(type: type)
  }

  override var text: String { response.description }
}

extension Value {
  fileprivate var request: URLRequest? { object(RequestObject.self)?.request }
  fileprivate var response: URLResponse? { object(ResponseObject.self)?.response }
  fileprivate var httpResponse: HTTPURLResponse? { response as? HTTPURLResponse }

  fileprivate mutating func changeRequest(_ change: (inout URLRequest) -> Void) {
    guard let object = object(RequestObject.self) else { return }
    var request = object.request
    change(&request)
    self = .native(RequestObject(request, body: object.body, type: object.type))
  }

  /// A dictionary of texts.
  fileprivate var texts: [String: String] {
    var texts: [String: String] = [:]
    for (key, value) in table { texts[key.text] = value.text }
    return texts
  }

  fileprivate static func dictionary(texts: [String: String]) -> Value {
    var table: [Value: Value] = [:]
    for (key, value) in texts { table[.string(key)] = .string(value) }
    return .dictionary(table)
  }
}

/// `URLError`: what a request fails with.
internal import Foundation
internal import FoundationNetworking

extension FoundationLibrary {
  static let errorTypes: [String: @Sendable () -> LibraryType] = [
    "URLError": urlError,
    "URLError.Code": { LibraryType("struct Code: RawRepresentable, Hashable, Sendable {}", codes()) },
  ]

  private static func urlError() -> LibraryType {
    LibraryType(
      "struct URLError: Error, Hashable {}",
      [
        contextual("init(_ code: URLError.Code)") { call in
          .native(URLErrorObject(call[0].code, type: call.result, comesOfRequest: false))
        },
        contextual("var code: URLError.Code { get }") { call in
          .native(URLErrorCodeObject(call[0].object(URLErrorObject.self)?.error.code ?? .unknown, type: call.result))
        },
        unary("var errorCode: Int { get }") { .int($0.object(URLErrorObject.self)?.error.errorCode ?? 0) },
        unary("var localizedDescription: String { get }") { value in
          .string(value.object(URLErrorObject.self)?.localizedDescription ?? "")
        },
        contextual("var failingURL: URL? { get }") { _ in .null },
      ]
        + names.map { name, _ in
          contextual("static var \(name): URLError.Code { get }") { call in
            .native(URLErrorCodeObject(code(name), type: call.result))
          }
        })
  }

  private static func codes() -> [LibraryEntry] {
    [
      contextual("init(rawValue: Int)") { call in
        .native(URLErrorCodeObject(URLError.Code(rawValue: call[0].integer) ?? .unknown, type: call.result))
      },
      unary("var rawValue: Int { get }") { .int($0.code.rawValue) },
    ]
      + names.map { name, _ in
        contextual("static var \(name): URLError.Code { get }") { call in
          .native(URLErrorCodeObject(code(name), type: call.result))
        }
      }
  }

  /// `catch URLError.timedOut`, where the pattern is only the code.
  static func errorCodeGlobals() -> [LibraryEntry] {
    [
      binary("func ~= (code: URLError.Code, error: any Error) -> Bool") { code, error in
        .bool(error.object(URLErrorObject.self)?.error.code == code.code)
      }
    ]
  }

  private static func code(_ name: String) -> URLError.Code {
    names.first { $0.0 == name }?.1 ?? .unknown
  }

  /// The codes that requests of ours can end in, and those that programs make themselves.
  fileprivate static let names: [(String, URLError.Code)] = [
    ("unknown", .unknown), ("cancelled", .cancelled), ("badURL", .badURL), ("timedOut", .timedOut),
    ("unsupportedURL", .unsupportedURL), ("cannotFindHost", .cannotFindHost),
    ("cannotConnectToHost", .cannotConnectToHost), ("networkConnectionLost", .networkConnectionLost),
    ("dnsLookupFailed", .dnsLookupFailed), ("httpTooManyRedirects", .httpTooManyRedirects),
    ("resourceUnavailable", .resourceUnavailable), ("notConnectedToInternet", .notConnectedToInternet),
    ("redirectToNonExistentLocation", .redirectToNonExistentLocation), ("badServerResponse", .badServerResponse),
    ("userCancelledAuthentication", .userCancelledAuthentication),
    ("userAuthenticationRequired", .userAuthenticationRequired), ("zeroByteResource", .zeroByteResource),
    ("cannotDecodeRawData", .cannotDecodeRawData), ("cannotDecodeContentData", .cannotDecodeContentData),
    ("cannotParseResponse", .cannotParseResponse), ("fileDoesNotExist", .fileDoesNotExist),
    ("fileIsDirectory", .fileIsDirectory), ("noPermissionsToReadFile", .noPermissionsToReadFile),
    ("dataLengthExceedsMaximum", .dataLengthExceedsMaximum), ("secureConnectionFailed", .secureConnectionFailed),
    ("serverCertificateUntrusted", .serverCertificateUntrusted), ("dataNotAllowed", .dataNotAllowed),
    ("cannotLoadFromNetwork", .cannotLoadFromNetwork),
  ]
}

/// A `URLError`.
final class URLErrorObject: NativeObject, LocalizedObject {
  let error: URLError
  /// A request has failed; the other ones a program has made itself.
  let comesOfRequest: Bool

  init(_ code: URLError.Code, type: Type, comesOfRequest: Bool = true) {
    error = URLError(code)
    self.comesOfRequest = comesOfRequest
    super.init(type: type)
  }

  override var text: String { "\(error)" }
  override func isEqual(to other: NativeObject) -> Bool { (other as? URLErrorObject)?.error.code == error.code }
  override func hash(into hasher: inout Hasher) { hasher.combine(error.code) }
  var localizedDescription: String { error.localizedDescription }
}

/// A `URLError.Code`.
final class URLErrorCodeObject: ValueObject<URLError.Code> {}

extension Value {
  fileprivate var code: URLError.Code { object(URLErrorCodeObject.self)?.content ?? .unknown }
}

extension HTTPOutcome {
  /// What a request can fail with, by Foundation's names.
  public static let failureCodes = Dictionary(
    FoundationLibrary.names.map { ($0.0, $0.1.rawValue) }, uniquingKeysWith: { first, _ in first })
}

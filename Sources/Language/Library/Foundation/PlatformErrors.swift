/// `NSError`: an error known by its domain and a number, and what every error is in its place.
internal import Foundation

/// An `NSError`.
final class PlatformErrorObject: NativeObject, LocalizedObject {
  let domain: String
  let code: Int
  let userInfo: [Value: Value]
  let localizedDescription: String
  /// The error of the program that it stands for.
  let error: Value?
  private let reason: String

  init(
    _ domain: String, _ code: Int, _ userInfo: [Value: Value], text: String? = nil, reason: String = "(null)",
    for error: Value? = nil, type: Type
  ) {
    self.reason = reason
    self.domain = domain
    self.code = code
    self.userInfo = userInfo
    self.error = error
    let given = userInfo[.string(FoundationLibrary.descriptionKey)].map { $0.unboxed }
    localizedDescription =
      if case .string(let given)? = given {
        given
      } else {
        text ?? "The operation could not be completed. (\(domain) error \(code).)"
      }
    super.init(type: type)
  }

  override var text: String {
    let start = "Error Domain=\(domain) Code=\(code) \"\(reason)\""
    if userInfo.isEmpty { return start }
    let items = userInfo.map { "\($0.key.unboxed.shown)=\($0.value.unboxed.shown)" }.sorted()
    return start + "UserInfo={" + items.joined(separator: ", ") + "}"
  }

  override func isEqual(to other: NativeObject) -> Bool {
    guard let other = other as? PlatformErrorObject else { return false }
    return other.domain == domain && other.code == code && other.userInfo == userInfo
  }

  override func hash(into hasher: inout Hasher) {
    hasher.combine(domain)
    hasher.combine(code)
  }
}

extension FoundationLibrary {
  static let descriptionKey = "NSLocalizedDescription"

  /// The keys of `userInfo`, as Foundation's constants are called.
  private static let keys = [
    "NSLocalizedDescriptionKey": descriptionKey, "NSLocalizedFailureReasonErrorKey": "NSLocalizedFailureReason",
    "NSLocalizedRecoverySuggestionErrorKey": "NSLocalizedRecoverySuggestion",
    "NSUnderlyingErrorKey": "NSUnderlyingError", "NSURLErrorKey": "NSURL",
    "NSCocoaErrorDomain": "NSCocoaErrorDomain", "NSURLErrorDomain": "NSURLErrorDomain",
    "NSPOSIXErrorDomain": "NSPOSIXErrorDomain",
  ]

  static func platformErrorGlobals() -> [LibraryEntry] {
    keys.sorted { $0.key < $1.key }.map { name, text in nullary("var \(name): String { get }") { .string(text) } }
  }

  static let platformErrorTypes: [String: @Sendable () -> LibraryType] = [
    "NSError": {
      LibraryType(
        "class NSError: Error, Hashable, CustomStringConvertible {}",
        [
          contextual("init(domain: String, code: Int, userInfo dict: [String: Any]? = nil)") { call in
            let given: [Value: Value] = if case .dictionary(let items)? = call[2].unwrapped { items } else { [:] }
            return .native(PlatformErrorObject(call[0].text, call[1].integer, given, type: call.result))
          },
          unary("var domain: String { get }") { .string($0.platformError?.domain ?? "") },
          unary("var code: Int { get }") { .int($0.platformError?.code ?? 0) },
          unary("var userInfo: [String: Any] { get }") { .dictionary($0.platformError?.userInfo ?? [:]) },
          unary("var localizedDescription: String { get }") {
            .string($0.platformError?.localizedDescription ?? "")
          },
          unary("var localizedFailureReason: String? { get }") {
            $0.platformError?.text("NSLocalizedFailureReason") ?? .null
          },
          unary("var localizedRecoverySuggestion: String? { get }") {
            $0.platformError?.text("NSLocalizedRecoverySuggestion") ?? .null
          },
          unary("var description: String { get }") { .string($0.platformError?.text ?? "") },
        ])
    },
    "CustomNSError": {
      LibraryType(
        """
        protocol CustomNSError: Error {
          static var errorDomain: String { get }
          var errorCode: Int { get }
          var errorUserInfo: [String: Any] { get }
        }
        """,
        [
          contextual("static var errorDomain: String { get }") { call in
            .string(call.type("Self").nominal.map { "main." + $0.qualifiedName } ?? "")
          },
          unary("var errorCode: Int { get }") { .int($0.errorCode) },
          unary("var errorUserInfo: [String: Any] { get }") { _ in .dictionary([:]) },
        ], .values)
    },
  ]
}

extension PlatformErrorObject {
  fileprivate func text(_ key: String) -> Value? { userInfo[.string(key)]?.unboxed }
}

extension Value {
  fileprivate var platformError: PlatformErrorObject? { object(PlatformErrorObject.self) }

  fileprivate var shown: String {
    if case .string(let text) = self { return text }
    return "\(self)"
  }
}

extension Machine {
  /// An error as an `NSError`: the number of its case in the domain of its type.
  func platformError(_ error: Value, as type: Type) -> Value {
    let error = error.unboxed
    if case .native(let object) = error, object is PlatformErrorObject { return error }
    if case .native(let object) = error, let failure = object as? URLErrorObject {
      return .native(
        PlatformErrorObject(
          "NSURLErrorDomain", failure.error.errorCode, [:], text: failure.localizedDescription, for: error, type: type))
    }
    if let custom = try? customError(error) {
      return .native(
        PlatformErrorObject(custom.domain, custom.code, custom.userInfo, for: error, type: type))
    }
    var text: String?
    if case .string(let own)? = try? member(named: "errorDescription", of: error)?.unwrapped { text = own }
    let domain = error.errorDomain ?? dynamicType(error, .hole).description
    return .native(PlatformErrorObject(domain, error.errorCode, [:], text: text, for: error, type: type))
  }

  /// What a `CustomNSError` of the program says of itself, and what Foundation says where it says nothing; `nil` of others.
  func customError(_ error: Value) throws(Abort) -> (domain: String, code: Int, userInfo: [Value: Value])? {
    let type = dynamicType(error, .hole)
    guard let nominal = type.nominal, nominal.isUserType, let proto = library.type(named: "CustomNSError"),
      conforms(type, proto)
    else { return nil }
    var domain = Value.string("main." + nominal.qualifiedName)
    if let own = program.environment.members(of: nominal, named: "errorDomain").first(where: \.isStatic), own.resolved()
    {
      domain = try invoke(own, receiver: .metatype(TypeBox(type)), [])
    }
    let code = try member(named: "errorCode", of: error) ?? .int(error.errorCode)
    var userInfo: [Value: Value] = [:]
    if case .dictionary(let own)? = try member(named: "errorUserInfo", of: error) { userInfo = own }
    return (domain.text, code.integer, userInfo)
  }
}

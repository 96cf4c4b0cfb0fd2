/// `URL`, and `URLComponents` to build one.
internal import Foundation

extension FoundationLibrary {
  static func url() -> LibraryType {
    LibraryType(
      "struct URL: Hashable, CustomStringConvertible, Codable, Sendable {}",
      urlInitialisers() + urlParts() + urlChanges())
  }

  private static func made(_ signature: String, _ make: @escaping (NativeCall) -> URL?) -> LibraryEntry {
    contextual(signature) { call in
      guard let url = make(call) else { return .null }
      return .native(URLObject(url, type: call.result.wrapped ?? call.result))
    }
  }

  private static func urlInitialisers() -> [LibraryEntry] {
    [
      made("init?(string: String)") { URL(string: $0[0].text) },
      made("init?(string: String, relativeTo url: URL?)") { URL(string: $0[0].text, relativeTo: $0[1].unwrapped?.url) },
      made("init(fileURLWithPath path: String)") { URL(fileURLWithPath: $0[0].text) },
      made("init(filePath path: String)") { URL(fileURLWithPath: $0[0].text) },
    ]
  }

  private static func urlParts() -> [LibraryEntry] {
    func text(_ signature: String, _ part: @escaping (URL) -> String) -> LibraryEntry {
      unary(signature) { .string($0.url.map(part) ?? "") }
    }
    func optional(_ signature: String, _ part: @escaping (URL) -> String?) -> LibraryEntry {
      unary(signature) { $0.url.flatMap(part).map { .string($0) } ?? .null }
    }
    return [
      text("var absoluteString: String { get }", \.absoluteString), text("var path: String { get }", \.path),
      text("func path() -> String") { $0.path }, text("var description: String { get }", \.description),
      text("var relativeString: String { get }", \.relativeString),
      text("var lastPathComponent: String { get }", \.lastPathComponent),
      text("var pathExtension: String { get }", \.pathExtension),
      optional("var scheme: String? { get }", \.scheme), optional("var host: String? { get }", \.host),
      optional("func host() -> String?") { $0.host }, optional("var query: String? { get }", \.query),
      optional("func query() -> String?") { $0.query }, optional("var fragment: String? { get }", \.fragment),
      optional("var user: String? { get }", \.user), optional("var password: String? { get }", \.password),
      unary("var port: Int? { get }") { $0.url?.port.map { .int($0) } ?? .null },
      unary("var isFileURL: Bool { get }") { .bool($0.url?.isFileURL ?? false) },
      unary("var pathComponents: [String] { get }") { .array(($0.url?.pathComponents ?? []).map { .string($0) }) },
    ]
  }

  private static func urlChanges() -> [LibraryEntry] {
    [
      made("func appendingPathComponent(_ pathComponent: String, isDirectory: Bool) -> URL") {
        $0[0].url?.appendingPathComponent($0[1].text, isDirectory: $0[2].flag)
      },
      made("var absoluteURL: URL { get }") { $0[0].url?.absoluteURL },
    ]
      + [
        (
          "appendingPathComponent(_ pathComponent: String)", "appendPathComponent",
          { $0.appendingPathComponent($1.text) }
        ),
        ("appending(path: String)", "append", { $0.appendingPathComponent($1.text) }),
        ("appending(component: String)", "append", { $0.appendingPathComponent($1.text) }),
        ("appending(queryItems: [URLQueryItem])", "append", { $0.appending($1.items.compactMap(\.queryItem)) }),
        (
          "appendingPathExtension(_ pathExtension: String)", "appendPathExtension",
          { $0.appendingPathExtension($1.text) }
        ),
        ("deletingLastPathComponent()", "deleteLastPathComponent", { url, _ in url.deletingLastPathComponent() }),
        ("deletingPathExtension()", "deletePathExtension", { url, _ in url.deletingPathExtension() }),
      ].flatMap(change)
  }

  /// A change of an address, as another one and in place.
  private static func change(_ signature: String, _ inPlace: String, _ apply: @escaping (URL, Value) -> URL?)
    -> [LibraryEntry]
  {
    [
      made("func \(signature) -> URL") { call in
        call[0].url.flatMap { apply($0, call.arguments.count > 1 ? call[1] : .void) }
      },
      mutating("mutating func \(inPlace)\(signature.drop { $0 != "(" })") { value, operands in
        guard let object = value.object(URLObject.self), let url = apply(object.content, operands.first ?? .void) else {
          return .void
        }
        value = .native(URLObject(url, type: object.type))
        return .void
      },
    ]
  }

  // MARK: Components

  static func urlQueryItem() -> LibraryType {
    LibraryType(
      "struct URLQueryItem: Hashable, CustomStringConvertible, Sendable {}",
      [
        contextual("init(name: String, value: String?)") { call in
          .native(
            QueryItemObject(
              URLQueryItem(name: call[0].text, value: call[1].unwrapped?.text), type: call.result))
        },
        unary("var name: String { get }") { .string($0.queryItem?.name ?? "") },
        unary("var value: String? { get }") { $0.queryItem?.value.map { .string($0) } ?? .null },
        unary("var description: String { get }") { .string($0.queryItem?.description ?? "") },
      ])
  }

  static func urlComponents() -> LibraryType {
    LibraryType(
      "struct URLComponents: Hashable, Codable, Sendable {}",
      [
        contextual("init()") { call in .native(ComponentsObject(URLComponents(), type: call.result)) },
        contextual("init?(string: String)") { call in
          guard let parts = URLComponents(string: call[0].text) else { return .null }
          return .native(ComponentsObject(parts, type: call.result.wrapped ?? call.result))
        },
        contextual("init?(url: URL, resolvingAgainstBaseURL resolve: Bool)") { call in
          guard let url = call[0].url, let parts = URLComponents(url: url, resolvingAgainstBaseURL: call[1].flag) else {
            return .null
          }
          return .native(ComponentsObject(parts, type: call.result.wrapped ?? call.result))
        },
        part("scheme", \.scheme), part("host", \.host), part("query", \.query), part("fragment", \.fragment),
        part("user", \.user), part("password", \.password),
        property("var path: String { get set }") {
          .string($0[0].components?.path ?? "")
        } set: { value, _, new in
          value = value.withComponents { $0.path = new.text }
        },
        property("var port: Int? { get set }") {
          $0[0].components?.port.map { .int($0) } ?? .null
        } set: {
          value, _, new throws(Abort) in
          let port = new.unwrapped?.integer
          if let port, port < 0 { throw .trap("Attempting to set port with a negative number") }
          value = value.withComponents { $0.port = port }
        },
        contextualQueryItems(),
        made("var url: URL? { get }") { $0[0].components?.url },
        unary("var string: String? { get }") { $0.components?.string.map { .string($0) } ?? .null },
      ], .coded)
  }

  private static func part(_ name: String, _ path: any WritableKeyPath<URLComponents, String?> & Sendable)
    -> LibraryEntry
  {
    property("var \(name): String? { get set }") { operands in
      operands[0].components?[keyPath: path].map { .string($0) } ?? .null
    } set: { value, _, new throws(Abort) in
      let text = new.unwrapped?.text
      if name == "scheme", let text, !text.isScheme {
        throw .trap("Attempting to set scheme with invalid characters")
      }
      value = value.withComponents { $0[keyPath: path] = text }
    }
  }

  private static func contextualQueryItems() -> LibraryEntry {
    property("var queryItems: [URLQueryItem]? { get set }") { operands in
      guard let object = operands[0].object(ComponentsObject.self), let items = object.content.queryItems else {
        return .null
      }
      return .array(items.map { .native(QueryItemObject($0, type: object.type)) })
    } set: { value, _, new in
      value = value.withComponents { $0.queryItems = new.unwrapped?.items.compactMap(\.queryItem) }
    }
  }
}

final class ComponentsObject: CodedObject<URLComponents> {}

final class QueryItemObject: ValueObject<URLQueryItem> {}

extension Value {
  var url: URL? { object(URLObject.self)?.content }
  fileprivate var queryItem: URLQueryItem? { object(QueryItemObject.self)?.content }
  fileprivate var components: URLComponents? { object(ComponentsObject.self)?.content }

  fileprivate func withComponents(_ change: (inout URLComponents) -> Void) -> Value {
    guard let object = object(ComponentsObject.self) else { return self }
    var components = object.content
    change(&components)
    return .native(ComponentsObject(components, type: object.type))
  }
}

extension String {
  /// RFC 3986: a letter, then letters, digits, plus, minus and dots.
  /// Foundation stops the process where something else is to be a scheme.
  var isScheme: Bool {
    guard let first, first.isASCII, first.isLetter else { return false }
    return allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

extension URL {
  fileprivate func appending(_ items: [URLQueryItem]) -> URL? {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    parts.queryItems = (parts.queryItems ?? []) + items
    return parts.url
  }
}

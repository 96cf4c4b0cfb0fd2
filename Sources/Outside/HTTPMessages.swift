// What a request says on the wire, and how the head of an answer is read.

internal import CCurl
internal import Foundation
internal import Language

extension HTTPRequest {
  /// Why it cannot be sent.
  var refusal: URLError.Code? {
    guard let url = URL(string: url) else { return .badURL }
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return .unsupportedURL }
    guard let host = url.host, !host.isEmpty, method.utf8.allSatisfy(\.isToken), !method.isEmpty else { return .badURL }
    // As Foundation has it.
    return method == "GET" && !body.isEmpty ? .dataLengthExceedsMaximum : nil
  }

  /// What is asked for instead, after an answer with `status` that names another place; nil if that is no redirect.
  func redirected(to target: String, status: Int) -> HTTPRequest? {
    guard URL(string: target) != nil else { return nil }
    var next = self
    switch status {
    case 303 where method != "HEAD", 301 where method == "POST", 302 where method == "POST":
      next.method = "GET"
      next.body = []
      next.headers.removeAll { ["content-type", "content-length"].contains($0.name.lowercased()) }
    case 301, 302, 303, 307, 308: break
    default: return nil
    }
    next.url = target
    // What lets somebody in here is not for others to know.
    if origin != next.origin {
      next.headers.removeAll { ["authorization", "cookie"].contains($0.name.lowercased()) }
    }
    return next
  }

  private var origin: [String?] {
    guard let url = URL(string: url) else { return [] }
    let scheme = url.scheme?.lowercased()
    return [scheme, url.host?.lowercased(), String(url.port ?? (scheme == "https" ? 443 : 80))]
  }

  /// The header as libcurl wants it: `name: value`, `name;` for an empty value, `name:` for none of its own.
  var headerLines: [String] {
    var lines: [String] = []
    var names: Set<String> = []
    for header in headers where !header.name.isEmpty && header.name.utf8.allSatisfy(\.isToken) {
      guard names.insert(header.name.lowercased()).inserted else { continue }
      let values = headers.filter { $0.name.lowercased() == header.name.lowercased() }.map(\.value)
      let value = String(values.joined(separator: ",").unicodeScalars.map { $0.endsLine ? " " : Character($0) })
      lines.append(value.allSatisfy(\.isWhitespace) ? "\(header.name);" : "\(header.name): \(value)")
    }
    for (name, value) in Self.defaults where !names.contains(name.lowercased()) { lines.append("\(name): \(value)") }
    if !names.contains("content-type") {
      let isForm = method == "POST" && !body.isEmpty
      lines.append(isForm ? "Content-Type: application/x-www-form-urlencoded" : "Content-Type:")
    }
    // A body follows at once.
    if !names.contains("expect") { lines.append("Expect:") }
    return lines
  }

  private static let defaults: [(String, String)] = {
    let version = String(cString: ccurl_version())
    var defaults = [("Connection", "keep-alive"), ("User-Agent", "combined (unknown version) curl/\(version)")]
    if let language = Locale.current.language.languageCode?.identifier {
      defaults.append(("Accept-Language", language))
    }
    return defaults
  }()
}

extension UInt8 {
  /// Whether it may stand in a method or a field's name (RFC 9110, 5.6.2).
  fileprivate var isToken: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}

extension Unicode.Scalar {
  /// Whether a field's value would end there and something else begin.
  fileprivate var endsLine: Bool { self == "\r" || self == "\n" || self == "\0" }
}

/// The head of an answer, as it comes in line by line.
struct ResponseHead {
  private var fields: [HTTPHeader] = []
  private var isWhole = false
  private var byteCount = 0
  /// Of all heads of an answer: there may be several before the one that counts.
  private static let byteLimit = 256 << 10

  /// Sorted by name; those of one name are one.
  var headers: [HTTPHeader] { fields.sorted { $0.name < $1.name } }

  /// False when it has become too long.
  mutating func read(_ line: UnsafeRawBufferPointer) -> Bool {
    byteCount += line.count
    guard byteCount <= Self.byteLimit else { return false }
    let text = String(decoding: line, as: UTF8.self)
    let content = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.hasPrefix("HTTP/") {
      // What came before was only on the way here.
      fields = []
      isWhole = false
    } else if content.isEmpty {
      isWhole = true
    } else if !isWhole {
      add(content, continuing: text.first == " " || text.first == "\t")
    }
    return true
  }

  private mutating func add(_ line: String, continuing: Bool) {
    if continuing, !fields.isEmpty {
      fields[fields.count - 1].value += " " + line
      return
    }
    guard let colon = line.firstIndex(of: ":") else { return }
    let name = String(line[..<colon])
    let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    if let place = fields.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
      fields[place].value += ", " + value
    } else {
      fields.append(HTTPHeader(name, value))
    }
  }
}

// What a scraper says, as far as a server of one page has to know: RFC 9112.

struct HTTPRequest: Equatable {
  var method: String
  var path: String
  /// The name of the server, without a port.
  var host: String?
  /// Whether more may come on the connection.
  var staysOpen: Bool
  /// Whether something follows its head. Nobody wants it here, so that it is the last on its connection.
  var hasBody = false

  /// What is wrong with one.
  struct Refusal: Error, Equatable {
    var code: Int
    var text: String
  }

  static let headBytesMax = 8 << 10

  /// Takes a request from the beginning of what has come; `nil` when it is not all there yet.
  static func next(_ bytes: inout [UInt8]) throws(Refusal) -> HTTPRequest? {
    // Empty lines before a request are passed over.
    while bytes.first == 0x0d || bytes.first == 0x0a { bytes.removeFirst() }
    guard let end = headEnd(bytes) else {
      guard bytes.count <= headBytesMax else { throw Refusal(code: 431, text: "the request is too long") }
      return nil
    }
    guard let head = String(validating: bytes[..<end.text], as: UTF8.self) else {
      throw Refusal(code: 400, text: "the request is no text")
    }
    bytes.removeFirst(end.all)
    return try HTTPRequest(head)
  }

  private static func headEnd(_ bytes: [UInt8]) -> (text: Int, all: Int)? {
    var index = 0
    while let line = bytes[index...].firstIndex(of: 0x0a) {
      let rest = bytes[(line + 1)...]
      if rest.first == 0x0a { return (line, line + 2) }
      if rest.starts(with: [0x0d, 0x0a]) { return (line, line + 3) }
      index = line + 1
    }
    return nil
  }

  private init(_ head: String) throws(Refusal) {
    let lines = head.split(whereSeparator: \.isNewline)
    let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, !words[0].isEmpty, !words[1].isEmpty else {
      throw Refusal(code: 400, text: "the first line is no request")
    }
    guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
      throw Refusal(code: 505, text: "only HTTP/1.1 is spoken here")
    }
    method = String(words[0])
    path = String(words[1].prefix { $0 != "?" })
    staysOpen = words[2] == "HTTP/1.1"
    var hosts: [String] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false else {
        throw Refusal(code: 400, text: "a header is none")
      }
      let value = line[line.index(after: colon)...].trimmed
      switch line[..<colon].lowercased() {
      case "host": hosts.append(value)
      case "connection":
        let words = value.lowercased().split(separator: ",").map { $0.trimmed }
        if words.contains("close") { staysOpen = false }
        if words.contains("keep-alive"), !words.contains("close") { staysOpen = true }
      case "content-length" where value == "0": break
      case "content-length" where value.isEmpty || !value.utf8.allSatisfy { (0x30...0x39).contains($0) }:
        throw Refusal(code: 400, text: "the length is no number")
      case "content-length", "transfer-encoding": hasBody = true
      default: break
      }
    }
    guard hosts.count == 1 || hosts.isEmpty && words[2] == "HTTP/1.0" else {
      throw Refusal(code: 400, text: "a request names one host")
    }
    if hasBody { staysOpen = false }
    host = hosts.first.map(Self.name)
  }

  /// `[::1]:9188` is `::1`.
  private static func name(_ host: String) -> String {
    if host.first == "[" { return String(host.dropFirst().prefix { $0 != "]" }) }
    return String(host.prefix { $0 != ":" })
  }
}

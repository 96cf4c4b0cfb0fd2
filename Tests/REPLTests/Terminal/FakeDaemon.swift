// A daemon that a test plays: a real socket, replies as the test decides.
import Glibc
import TestSupport
import Testing
import Wire

final class FakeDaemon {
  let path: String
  private(set) var listener: Int32 = -1
  private(set) var connection: Int32 = -1
  /// Every request after the greeting, as `method params`.
  private(set) var requests: [String] = []
  /// The result for a request as JSON, or `error(…)`; `nil` leaves it open.
  var answer: (_ method: String, _ params: JSONValue) -> String? = { _, _ in nil }
  /// A line instead of the answer to the greeting: what something else would say.
  var greeting: String?
  var rev = 2
  /// What the answer to the greeting says of secrets.
  var secrets: [String] = []
  private var validator = MessageValidator.known
  private var input: [UInt8] = []
  private var lastNumber = 0
  private var openRequest: Int?
  private var subscription = ""

  init(path: String) throws {
    self.path = path
    try listen()
  }

  deinit {
    close(connection)
    close(listener)
  }

  func listen() throws {
    unlink(path)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0 && Glibc.listen(listener, 8) == 0)
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
  }

  /// Goes away: no connection, nobody listening.
  func stop() {
    close(connection)
    close(listener)
    unlink(path)
    (connection, listener) = (-1, -1)
  }

  /// Answers what has arrived.
  func process() {
    if connection < 0, listener >= 0 {
      connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      _ = fcntl(connection, F_SETFL, O_NONBLOCK)
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      (input, lastNumber) = ([], 0)
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while connection >= 0 {
      let count = read(connection, &chunk, chunk.count)
      guard count > 0 else { break }
      input += chunk[..<count]
    }
    while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: input[..<end], as: UTF8.self)
      input.removeFirst(end + 1)
      validator?.sent(line, by: "")
      if let message = try? JSONValue(parsing: line) { receive(message) }
    }
  }

  private func receive(_ message: JSONValue) {
    let method = message["method"]?.string ?? ""
    let params = message["params"] ?? [:]
    if method != "session.hello" { requests.append("\(method) \(params)") }
    guard let id = message["id"]?.int else { return }
    switch method {
    case "session.hello": if let greeting { send(greeting) } else { reply(id, Self.hello(rev: rev, secrets: secrets)) }
    case "sub.open":
      subscription = params["sub"]?.string ?? ""
      reply(id, #"{"sub":"\#(subscription)","rev":\#(rev),"effective":{"mode":"latest"}}"#)
      event(#""type":"ready","rev":\#(rev),"count":1"#)
    default:
      openRequest = id
      if let result = answer(method, params) { reply(id, result) }
    }
  }

  /// Answers the last request that was left open.
  func answerNow(_ result: String) {
    if let openRequest { reply(openRequest, result) }
  }

  /// One commit that changes `a.n`.
  func change() {
    rev += 1
    event(
      #""type":"change","rev":\#(rev),"at":"2026-11-21T01:17:01Z","changes":[{"path":"a.n","op":"set","value":\#(rev),"v":1}]"#
    )
  }

  func printLine(_ text: String) {
    send(#"{"jsonrpc":"2.0","method":"session.notice","params":{"type":"print","text":"\#(text)","by":"$R0","rev":1}}"#)
  }

  private func event(_ members: String) {
    lastNumber += 1
    send(#"{"jsonrpc":"2.0","method":"sub.event","params":{"sub":"\#(subscription)","n":\#(lastNumber),\#(members)}}"#)
  }

  private func reply(_ id: Int, _ result: String) {
    let isError = result.hasPrefix(Self.errorMark)
    let body = isError ? result.dropFirst(Self.errorMark.count) : result[...]
    send(#"{"jsonrpc":"2.0","id":\#(id),"\#(isError ? "error" : "result")":\#(body)}"#)
  }

  private static let errorMark = "error "

  static func error(_ error: RPCError) -> String {
    var writer = JSONWriter()
    error.encode(to: &writer)
    return errorMark + writer.text
  }

  /// Says something, which has to be as `Protocol/schemas` has it; but for a strange greeting.
  private func send(_ line: String) {
    if greeting == nil, let complaint = validator == nil ? "cannot be read" : validator!.complaint(line, to: "") {
      Issue.record("Protocol/schemas: \(complaint): \(line)")
    }
    let text = line + "\n"
    let sent = Glibc.send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    // Whoever was greeted strangely may have left.
    #expect(sent == text.utf8.count || greeting != nil)
  }

  static func value(_ text: String) -> String {
    #"{"rev":1,"defined":[],"values":[{"name":"$R0","type":"Int","text":"\#(text)","value":1}],"printed":[],"warnings":[]}"#
  }

  private static func hello(rev: Int, secrets: [String]) -> String {
    let secrets = secrets.isEmpty ? "" : ",\"secrets\":\(secrets)"
    return """
      {"protocol":"1","session":"c1","server":{"name":"combined","version":"0.1.0","pid":1},"epoch":"e1","rev":\(rev),\
      "oldestRev":1,"durableRev":1,"clock":{"mode":"real","now":"2026-11-21T01:17:00Z"},"features":[],\
      "limits":{"frame":1048576,"batch":100,"inflight":128,"subs":256,"queue":1024},"you":{"uid":1,"gid":1,"role":"owner"}\(secrets)}
      """
  }
}

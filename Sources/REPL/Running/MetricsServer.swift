// Answers scrapers by HTTP/1.1, on a socket in the file system or on a port of this machine: a GET of /metrics, and nothing
// else. One thread, one `poll`; who is slow or silent is nobody's burden but its own.
import CLinux
import ClientConnection
import Glibc

final class MetricsServer {
  /// How long the daemon may take for an answer, and a client to say what it wants or to take what it gets.
  static let patience = Duration.seconds(10)
  private static let idleTime = Duration.seconds(60)
  private static let clientsMax = 64

  private final class Client {
    let descriptor: Int32
    var input: [UInt8] = []
    var output: ArraySlice<UInt8> = []
    /// It is closed when everything is sent.
    var isLast = false
    /// It has its answer, and is heard out: who is cut off while sending may never read what it was told.
    var isHeardOut = false
    var deadline = ContinuousClock.now + MetricsServer.patience

    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }
  }

  private let place: ServePlace
  private let listener: Int32
  /// Which file its socket is: another may have taken its place.
  private let file: FileIdentity?
  private var clients: [Client] = []
  private let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP])

  /// - Parameter quietly: Says nothing of where it is.
  init(at place: ServePlace, quietly: Bool) throws(UsageError) {
    self.place = place
    let address: String
    switch place {
    case .socket(let path):
      listener = try Self.listen(at: expandingTilde(path))
      file = FileIdentity(ofSocketAt: expandingTilde(path))
      address = path
    case .port(let number, let port):
      listener = clinux_listen_tcp(number, port)
      guard listener >= 0 else { throw Self.failure(place, errno) }
      file = nil
      address = "http://\(ServePlace.port(address: number, UInt16(clinux_port(listener))))/metrics"
    }
    if !quietly { writeAll("-- serving \(address)\n", to: STDERR_FILENO) }
  }

  deinit {
    close(listener)
    if case .socket(let path) = place, let file, FileIdentity(ofSocketAt: expandingTilde(path)) == file {
      unlink(expandingTilde(path))
    }
  }

  private struct FileIdentity: Equatable {
    let device: dev_t
    let number: ino_t

    /// Nil where there is no socket: a link to one is none.
    init?(ofSocketAt path: String) {
      var info = stat()
      guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFSOCK else { return nil }
      (device, number) = (info.st_dev, info.st_ino)
    }
  }

  private static func failure(_ place: ServePlace, _ reason: Int32) -> UsageError {
    UsageError("cannot serve at \(place): \(String(cString: strerror(reason)))", status: 73)
  }

  /// A socket for its owner only. One that was left behind, where nobody listens, is replaced.
  private static func listen(at path: String) throws(UsageError) -> Int32 {
    let place = ServePlace.socket(path: path)
    func bound() -> Int32 {
      let socket = clinux_unix_socket()
      guard socket >= 0 else { return -1 }
      let mask = umask(0o177)
      defer { umask(mask) }
      if clinux_bind(socket, path, path.utf8.count) == 0, Glibc.listen(socket, 64) == 0 { return socket }
      let reason = errno
      close(socket)
      errno = reason
      return -1
    }
    let first = bound()
    if first >= 0 { return first }
    guard errno == EADDRINUSE else { throw failure(place, errno) }
    // Whatever else is there is somebody's file.
    guard FileIdentity(ofSocketAt: path) != nil else { throw failure(place, EEXIST) }
    let probe = clinux_unix_socket()
    let isLeft = clinux_connect(probe, path, path.utf8.count) != 0 && errno == ECONNREFUSED
    close(probe)
    guard isLeft, unlink(path) == 0 else { throw failure(place, EADDRINUSE) }
    let second = bound()
    guard second >= 0 else { throw failure(place, errno) }
    return second
  }

  // MARK: Waiting

  /// Serves until a signal, or for so long.
  /// - Parameter page: asks the daemon.
  /// - Returns: the exit status.
  func run(
    _ connection: Connection, for time: Duration?, page: () throws(ClientError) -> String
  ) throws -> Int32 {
    let end = time.map { ContinuousClock.now + $0 }
    while true {
      connection.flush()
      var wanted = [
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: clients.count < Self.clientsMax ? listener : -1, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: connection.descriptor ?? -1, events: Int16(POLLIN | (connection.wantsToWrite ? POLLOUT : 0)), revents: 0),
      ]
      wanted += clients.map {
        pollfd(fd: $0.descriptor, events: Int16($0.output.isEmpty ? POLLIN : POLLOUT), revents: 0)
      }
      let deadline = (clients.map(\.deadline) + [connection.deadline, end].compactMap { $0 }).min()
      poll(&wanted, nfds_t(wanted.count), deadline.map { pollMilliseconds(ContinuousClock.now.duration(to: $0)) } ?? -1)
      if let signal = signals.take().first { return 128 + signal }
      if let end, ContinuousClock.now >= end { throw ClientError.notDone(after: time!) }
      connection.process(now: .now)
      let ready = zip(clients, wanted.dropFirst(3)).filter { $0.1.revents != 0 }.map(\.0)
      for client in ready { serve(client, connection, page) }
      clients.removeAll { $0.deadline <= .now }
      if wanted[1].revents != 0 { accept() }
    }
  }

  private func accept() {
    let descriptor = clinux_accept(listener)
    if descriptor >= 0 { clients.append(Client(descriptor)) }
  }

  private func serve(_ client: Client, _ connection: Connection, _ page: () throws(ClientError) -> String) {
    if client.output.isEmpty {
      guard receive(client) else { return drop(client) }
      guard !client.isHeardOut else { return client.input.removeAll() }
      do throws(HTTPRequest.Refusal) {
        while !client.isLast, let request = try HTTPRequest.next(&client.input) {
          client.isLast = !request.staysOpen
          client.output += answer(request, connection, page).bytes(isLast: client.isLast, for: request.method)
        }
      } catch {
        client.isLast = true
        client.output += PageAnswer(code: error.code, text: error.text).bytes(isLast: true, for: "GET")
      }
    }
    while !client.output.isEmpty {
      let count = client.output.withUnsafeBytes {
        send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return }
      guard count > 0 else { return drop(client) }
      client.output = client.output.dropFirst(count)
      client.deadline = .now + (client.output.isEmpty ? Self.idleTime : Self.patience)
    }
    guard client.isLast else { return }
    shutdown(client.descriptor, Int32(SHUT_WR))
    client.isHeardOut = true
    client.input.removeAll()
    client.deadline = .now + Self.patience
  }

  /// - Returns: whether it is still there.
  private func receive(_ client: Client) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(client.descriptor, &chunk, chunk.count)
    if count > 0 { client.input += chunk[..<count] }
    return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
  }

  private func drop(_ client: Client) { clients.removeAll { $0 === client } }

  // MARK: Answers

  private func answer(
    _ request: HTTPRequest, _ connection: Connection, _ page: () throws(ClientError) -> String
  ) -> PageAnswer {
    guard isMeant(request.host) else {
      return PageAnswer(code: 421, text: "this is \(place), and no server for \(request.host ?? "that")")
    }
    guard ["GET", "HEAD"].contains(request.method) else {
      return PageAnswer(code: 405, text: "only GET and HEAD are answered", headers: ["Allow: GET, HEAD"])
    }
    guard request.path == "/metrics" else {
      return request.path == "/"
        ? PageAnswer(code: 200, text: "combined: the metrics are at /metrics")
        : PageAnswer(code: 404, text: "only /metrics is here")
    }
    connection.connectNow(now: .now)
    do throws(ClientError) {
      return PageAnswer(code: 200, page: try page(), type: Exposition.contentType)
    } catch {
      return PageAnswer(code: 503, text: error.message, headers: ["Retry-After: 1"])
    }
  }

  /// Whether the name is one of this machine's own, where only that is served: a page in a browser can give any name to
  /// 127.0.0.1, and would read what is not for it.
  private func isMeant(_ host: String?) -> Bool {
    guard case .port(let address, _) = place, place.isLocal, let host else { return true }
    return host == address || host.hasPrefix("127.") || ["localhost", "::1"].contains(host.lowercased())
  }
}

/// An answer, as bytes.
struct PageAnswer {
  var code: Int
  var body: String
  var type: String
  var headers: [String]

  init(code: Int, page: String, type: String, headers: [String] = []) {
    (self.code, body, self.type, self.headers) = (code, page, type, headers)
  }

  init(code: Int, text: String, headers: [String] = []) {
    self.init(code: code, page: text + "\n", type: "text/plain; charset=utf-8", headers: headers)
  }

  private static let reasons = [
    200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 421: "Misdirected Request",
    431: "Request Header Fields Too Large", 503: "Service Unavailable",
    505: "HTTP Version Not Supported",
  ]

  func bytes(isLast: Bool, for method: String) -> [UInt8] {
    let lines =
      ["HTTP/1.1 \(code) \(Self.reasons[code] ?? "Error")", "Date: \(Self.date(time(nil)))"] + headers + [
        "Content-Type: \(type)", "Content-Length: \(body.utf8.count)", "Cache-Control: no-store",
        "Connection: \(isLast ? "close" : "keep-alive")",
      ]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (method == "HEAD" ? "" : body)).utf8)
  }

  /// `Fri, 27 Nov 2026 22:30:00 GMT`
  static func date(_ seconds: time_t) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 40)
    strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

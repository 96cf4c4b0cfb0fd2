// A server that says exactly what it is told to say, byte for byte, however wrong that is.
import Foundation
import Glibc
import Synchronization

/// Listens on a port of the loopback interface. Each connection gets a thread.
final class RawServer: Sendable {
  /// Writes what a connection gets whose request has that path; `/silent` gets nothing, `/echo` its own request, and what
  /// ends in `?open` is not closed.
  typealias Script = @Sendable (_ path: String, _ write: Writer) -> Void

  struct Writer {
    fileprivate let connection: Int32

    /// False when nobody is there any more.
    func callAsFunction(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    func callAsFunction(_ text: String) -> Bool { self(Array(text.utf8)) }
  }

  let port: UInt16
  private let listener: Int32
  /// How many connections are open.
  private let connections = Mutex(0)
  var openConnections: Int { connections.withLock { $0 } }

  /// - Parameter greeting: what is said to everybody at once, whatever they want.
  init(greeting: String? = nil, _ script: @escaping Script = { _, _ in }) {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    port = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        precondition(bind(listener, $0, length) == 0 && listen(listener, 16) == 0)
        getsockname(listener, $0, &length)
      }
      return UInt16(bigEndian: $0.pointee.sin_port)
    }
    run { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        connections.withLock { $0 += 1 }
        run { [self] in
          if let greeting { _ = Writer(connection: connection)(greeting) }
          Self.serve(connection, script)
          connections.withLock { $0 -= 1 }
        }
      }
    }
  }

  /// No further connections; those that are open end by themselves.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private static func serve(_ connection: Int32, _ script: Script) {
    defer { close(connection) }
    var request = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while !isWhole(request) {
      let count = read(connection, &bytes, bytes.count)
      if count <= 0 { return }
      request += String(decoding: bytes[..<count], as: UTF8.self)
    }
    let words = request.split(separator: " ")
    guard words.count > 1 else { return }
    if words[1] == "/silent" {
      // Never a word; it ends when the other side goes.
      _ = read(connection, &bytes, bytes.count)
      return
    }
    let write = Writer(connection: connection)
    if words[1] == "/echo" {
      _ = write("HTTP/1.1 200 OK\r\nContent-Length: \(request.utf8.count)\r\n\r\n\(request)")
    } else {
      script(String(words[1]), write)
    }
    // Nothing more comes, and the connection stays.
    if words[1].hasSuffix("?open") { _ = read(connection, &bytes, bytes.count) }
  }
}

/// Whether a request has its head, and as much of a body as that announces.
private func isWhole(_ request: String) -> Bool {
  guard let end = request.range(of: "\r\n\r\n") else { return false }
  let lines = request[..<end.lowerBound].lowercased().split(separator: "\r\n")
  let length = lines.first { $0.hasPrefix("content-length:") }?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  return request[end.upperBound...].utf8.count >= length
}

/// A thread of its own for `body`.
private func run(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(Work(body))
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { argument in
      Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().body()
      return nil
    }, box.toOpaque())
  pthread_detach(thread)
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

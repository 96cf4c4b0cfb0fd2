// A server that says exactly what it is told to say, byte for byte, however wrong that is.
import Glibc

/// Listens on a port of the loopback interface. Each connection gets a thread.
final class RawServer: Sendable {
  /// Writes what a connection gets whose request has that path; `/silent` gets nothing, and what ends in `?open` is not
  /// closed. Writing fails when nobody is there any more.
  typealias Script = @Sendable (_ path: String, _ write: (String) -> Bool) -> Void

  let port: UInt16
  private let listener: Int32

  init(_ script: @escaping Script) {
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
    run {
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        run { Self.serve(connection, script) }
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
    while !request.contains("\r\n\r\n") {
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
    script(String(words[1])) { text in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    // Nothing more comes, and the connection stays.
    if words[1].hasSuffix("?open") { _ = read(connection, &bytes, bytes.count) }
  }
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

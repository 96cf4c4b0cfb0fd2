// What systemd and its like agree on: sockets handed over, and a word when we are ready or stopping. Both are a few lines;
// without such a manager nothing here does anything.

internal import EventLoop
internal import Glibc

struct ServiceManager: Sendable {
  /// The first socket that was handed over for this very process.
  let inheritedSocket: Int32?
  /// It ends the process that has not said for so long that it is well.
  let watchdogTime: Duration?
  private let socketName: String?

  init(_ places: Places) {
    let environment = places.environment
    func isMeant(_ variable: String) -> Bool { environment(variable).flatMap(Int32.init) == getpid() }
    let count = environment("LISTEN_FDS").flatMap(Int32.init) ?? 0
    inheritedSocket = count > 0 && isMeant("LISTEN_PID") ? 3 : nil
    let time = environment("WATCHDOG_USEC").flatMap(Int64.init).flatMap { $0 > 0 ? $0 : nil }
    watchdogTime = environment("WATCHDOG_PID") == nil || isMeant("WATCHDOG_PID") ? time.map { .microseconds($0) } : nil
    socketName = environment("NOTIFY_SOCKET")
  }

  /// Tells the manager something, such as `READY=1`. It goes to a datagram socket whose name is in the environment; `@` in
  /// front stands for a name that is not in the file system.
  func tell(_ state: String) {
    guard let name = socketName, name.hasPrefix("/") || name.hasPrefix("@") else { return }
    var address = sockaddr_un()
    guard name.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: name.utf8)
      if name.hasPrefix("@") { bytes[0] = 0 }
    }
    let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path)! + name.utf8.count)
    let fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    guard fd >= 0 else { return }
    defer { close(fd) }
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(fd, state, state.utf8.count, Int32(MSG_NOSIGNAL), $0, length)
      }
    }
  }
}

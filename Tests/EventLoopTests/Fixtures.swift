// What the tests of this module share: handlers that write down what happens to them, and directories that go away.
import EventLoop
import Glibc

/// Runs a closure when ready.
final class ClosureHandler: ReadyHandler {
  private let body: (Readiness) -> Void
  init(_ body: @escaping (Readiness) -> Void) { self.body = body }
  func ready(_ readiness: Readiness) { body(readiness) }
}

extension EventLoop {
  /// A loop on real descriptors and hand-moved time.
  static func virtual() throws -> (EventLoop, VirtualPoller) {
    let poller = VirtualPoller(over: try EpollPoller())
    return (EventLoop(poller: poller), poller)
  }
}

extension Transport {
  /// Writes a string at once; the tests' strings always fit into a socket buffer.
  func send(_ text: String) {
    let vector = WriteVector()
    Array(text.utf8).withUnsafeBytes {
      vector.append($0)
      precondition(write(vector) == .written(text.utf8.count), "the test's text did not fit")
    }
  }

  /// What is there to read now.
  func receive() -> (text: String, ended: Bool) {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      switch buffer.withUnsafeMutableBytes({ read(into: $0) }) {
      case .bytes(let count): text += buffer.prefix(count)
      case .wouldBlock: return (String(decoding: text, as: UTF8.self), false)
      case .end, .failed: return (String(decoding: text, as: UTF8.self), true)
      }
    }
  }
}

/// Attaches a handler made of a closure.
func watch(
  _ stream: Stream, on loop: EventLoop, for interest: Readiness = .readable, _ body: @escaping (Readiness) -> Void
) throws {
  try stream.attach(to: loop, interest: interest, handler: ClosureHandler(body))
}

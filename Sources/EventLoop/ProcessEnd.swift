// The end of another process, as a readable event: a pidfd, so that also one that is killed is missed by nobody, and none
// is taken for another one that got its number.
internal import CLinux
internal import Glibc

/// Calls back once when a process has ended.
public final class ProcessEnd: ReadyHandler {
  private let loop: EventLoop
  private let fd: Int32
  private var registration: Registration?
  private let ended: () -> Void
  public var isServedMeanwhile: Bool { true }

  /// - Returns: nil if there is no such process.
  public init?(of processID: Int32, on loop: EventLoop, _ ended: @escaping () -> Void) throws(SystemError) {
    self.loop = loop
    self.ended = ended
    fd = clinux_pidfd(processID)
    guard fd >= 0 else {
      if errno == ESRCH { return nil }
      throw SystemError(call: "pidfd_open", code: errno)
    }
    registration = try loop.register(fd: fd, interest: .readable, handler: self)
  }

  public func ready(_ readiness: Readiness) {
    guard registration != nil else { return }
    close()
    ended()
  }

  public func close() {
    guard let registration else { return }
    self.registration = nil
    loop.deregister(registration)
    closeDescriptor(fd)
  }
}

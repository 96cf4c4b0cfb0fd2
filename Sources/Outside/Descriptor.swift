internal import EventLoop
internal import Glibc

/// A descriptor that closes itself when the last who holds it lets go of it, on whichever thread that is.
final class Descriptor: Sendable {
  let number: Int32
  init(_ number: Int32) { self.number = number }
  deinit { close(number) }

  enum Outcome {
    case bytes([UInt8])
    case end
    case wouldBlock
    case failed(Int32)
  }

  /// Reads once.
  func read(max count: Int) -> Outcome {
    var failure: Int32 = 0
    var length = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      repeat { length = Glibc.read(number, buffer.baseAddress, count) } while length < 0 && errno == EINTR
      if length < 0 { failure = errno }
      filled = max(length, 0)
    }
    if length > 0 { return .bytes(bytes) }
    if length == 0 { return .end }
    return failure == EAGAIN ? .wouldBlock : .failed(failure)
  }

  /// What is at a place of a file, as far as it reaches; where reading goes on stays the same.
  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var length = 0
      repeat { length = pread(number, buffer.baseAddress, count, Int(offset)) } while length < 0 && errno == EINTR
      filled = max(length, 0)
    }
  }
}

/// A descriptor that a loop watches, until it is let go of.
final class Watch: ReadyHandler {
  private let loop: EventLoop
  private let descriptor: Descriptor
  private let whenReady: () -> Void
  private var registration: Registration?

  init(_ descriptor: Descriptor, on loop: EventLoop, whenReady: @escaping () -> Void) {
    self.loop = loop
    self.descriptor = descriptor
    self.whenReady = whenReady
  }

  /// Says nothing more of a descriptor that cannot be watched: regular files, and those of a kernel without memory.
  func start() {
    guard registration == nil else { return }
    registration = try? loop.register(fd: descriptor.number, interest: .readable, handler: self)
  }

  /// A descriptor whose other end is gone is ready for ever: who does not read stops watching.
  func stop() {
    guard let registration else { return }
    self.registration = nil
    loop.deregister(registration)
  }

  func ready(_ readiness: Readiness) { whenReady() }
}

/// The sentence for an errno.
func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

// The one way this module calls the kernel: interrupted calls are repeated, "would block" is a value, errors carry the
// call's name, and an errno that only a bug of ours can produce ends the process where it happened.
internal import Glibc

/// A system call that failed for a reason outside the program.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The call, as the manual names it.
  public let call: String
  /// The errno it left.
  public let code: Int32

  /// Makes an error; tests and fault injection use it, everyone else gets errors from the calls themselves.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// "bind: Permission denied"
  public var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// What a call that never blocks came back with.
enum CallOutcome: Equatable {
  /// It worked; what it returned, 0 or more.
  case done(Int)
  /// EAGAIN: nothing to do until the descriptor is ready again.
  case wouldBlock
  /// Any other errno.
  case failed(SystemError)
}

/// Calls `body` until it is not interrupted.
func systemCall(_ name: StaticString, _ body: () -> Int) -> CallOutcome {
  while true {
    let result = body()
    if result >= 0 { return .done(result) }
    let code = errno
    switch code {
    case EINTR: continue
    case EAGAIN: return .wouldBlock
    // A descriptor that is not open, or memory that is not ours: going on would act on somebody else's descriptor.
    case EBADF, EFAULT, ENOTSOCK:
      preconditionFailure("\(name) failed with errno \(code): a descriptor or a pointer was used after its end")
    default: return .failed(SystemError(call: "\(name)", code: code))
    }
  }
}

/// As `systemCall`, for calls that do not know "would block": it is an error like the others.
@discardableResult
func checkedCall(_ name: StaticString, _ body: () -> Int32) throws(SystemError) -> Int32 {
  switch systemCall(name, { Int(body()) }) {
  case .done(let result): return Int32(result)
  case .wouldBlock: throw SystemError(call: "\(name)", code: EAGAIN)
  case .failed(let error): throw error
  }
}

/// Closes a descriptor that is known to be open. EINTR is not retried: Linux has released the descriptor by then, and a
/// second close could hit one that another thread has just been given.
func closeDescriptor(_ fd: Int32) {
  let result = close(fd)
  precondition(result == 0 || errno != EBADF, "close: descriptor \(fd) was closed twice")
}

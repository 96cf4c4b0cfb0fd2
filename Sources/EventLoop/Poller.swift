// What the loop needs from the kernel, as a protocol, so that tests and simulation can put their own time and readiness
// under the same loop.

/// What happened, or is asked about, on a descriptor.
public struct Readiness: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// There are bytes, a connection or an end of input to read.
  public static let readable = Readiness(rawValue: 1)
  /// There is room to write.
  public static let writable = Readiness(rawValue: 2)
  /// Both directions are closed, or the descriptor has an error. Always reported, never asked for.
  public static let hangup = Readiness(rawValue: 4)
}

/// A registration: the descriptor, and which of its registrations is meant. The number tells an event that was already
/// collected for a descriptor since closed from one of the descriptor that got the same number again.
public struct Registration: Hashable, Sendable {
  public let fd: Int32
  public let generation: UInt32

  public init(fd: Int32, generation: UInt32) {
    self.fd = fd
    self.generation = generation
  }

  /// Both, as the 64 bits that the kernel keeps for us.
  var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: fd)) }

  init(token: UInt64) {
    self.init(fd: Int32(bitPattern: UInt32(truncatingIfNeeded: token)), generation: UInt32(token >> 32))
  }
}

/// One registration that has become ready.
public struct ReadyEvent: Equatable, Sendable {
  public let registration: Registration
  public let readiness: Readiness

  public init(registration: Registration, readiness: Readiness) {
    self.registration = registration
    self.readiness = readiness
  }
}

/// The kernel's side of the loop: knows what is waited for, waits, and tells the time. Loop thread only.
///
/// Readiness is level-triggered: what is not consumed is reported again by the next wait. That costs no more system
/// calls than edges here. A short read or write already says that the socket is drained or full, so neither way needs a
/// second call to find out; write interest is set only for peers that lag behind; and with edges, every read by a peer
/// would wake us to say that there is room, which we nearly always knew.
public protocol Poller: AnyObject {
  /// The time, for deadlines.
  var now: MonotonicTime { get }
  /// Starts watching a descriptor. An empty interest still reports `hangup`.
  func add(_ registration: Registration, interest: Readiness) throws(SystemError)
  /// Changes what is watched for.
  func modify(_ registration: Registration, interest: Readiness) throws(SystemError)
  /// Stops watching. Must come before the descriptor is closed.
  func remove(_ registration: Registration)
  /// Waits until something is ready or `deadline` has come (`nil`: no deadline; the past: do not wait), and appends what is
  /// ready to `events`. May return with nothing.
  func wait(until deadline: MonotonicTime?, into events: inout [ReadyEvent])
}

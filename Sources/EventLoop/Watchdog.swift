// Notices from a thread of its own that the loop does not turn. It tells where the loop's thread is, once for each time it
// stands still, and again when it turns once more. Nothing else can: whoever holds the loop holds all that could say so.

internal import CLinux
internal import Glibc
internal import Synchronization

/// Watches one loop. Made on the loop's thread, once in a process.
public final class Watchdog {
  /// What it sees.
  public enum Event: Sendable {
    /// The loop turns, or has nothing to do. Told again and again.
    case turns
    /// It has stood still for so long, with that work, and there.
    case standsStill(Duration, workNumber: Int, at: [String])
    /// It turns again; how long it stood still, to within the time between two looks.
    case turnsAgain(Duration)
  }

  /// What both threads have.
  private final class Watch: Sendable {
    let isOver = Mutex(false)
    let pulse: Pulse
    let patience: Duration
    let interval: Duration
    let tell: @Sendable (Event) -> Void

    init(_ pulse: Pulse, _ patience: Duration, _ interval: Duration, _ tell: @escaping @Sendable (Event) -> Void) {
      self.pulse = pulse
      self.patience = patience
      self.interval = interval
      self.tell = tell
    }
  }

  private let watch: Watch

  /// - Parameters:
  ///   - patience: how long the loop may stand still.
  ///   - interval: between two looks.
  ///   - tell: called on the watchdog's thread.
  public init(
    _ loop: EventLoop, patience: Duration, interval: Duration, tell: @escaping @Sendable (Event) -> Void
  ) throws(SystemError) {
    try checkedCall("sigaction") { clinux_allow_trace() }
    watch = Watch(loop.pulse, patience, interval, tell)
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(watch)
    let status = pthread_create(
      &thread, nil,
      { argument in
        Watchdog.run(Unmanaged<Watch>.fromOpaque(argument!).takeRetainedValue())
        return nil
      }, retained.toOpaque())
    guard status == 0 else {
      retained.release()
      throw SystemError(call: "pthread_create", code: status)
    }
    pthread_detach(thread)
  }

  /// Ends it, at its next look.
  public func close() { watch.isOver.withLock { $0 = true } }

  private static func run(_ watch: Watch) {
    var stillSince: MonotonicTime?
    while !watch.isOver.withLock({ $0 }) {
      let now = MonotonicTime.now
      if let last = watch.pulse.last, now - last > watch.patience {
        if stillSince == nil {
          watch.tell(.standsStill(now - last, workNumber: watch.pulse.workNumber, at: Self.place))
        }
        stillSince = last
      } else {
        if let since = stillSince { watch.tell(.turnsAgain(now - since)) }
        stillSince = nil
        watch.tell(.turns)
      }
      usleep(UInt32(clamping: watch.interval.wholeNanoseconds / 1000))
    }
  }

  /// What the loop's thread runs, innermost first.
  private static var place: [String] {
    var frames = [UInt](repeating: 0, count: 24)
    let count = Int(clinux_trace(&frames, Int32(frames.count)))
    return frames.prefix(count).compactMap { frame in
      var text = [CChar](repeating: 0, count: 512)
      guard clinux_symbol(frame, &text, text.count) != 0 else { return nil }
      return text.withUnsafeBufferPointer { demangled($0.baseAddress!) }
    }
  }

  private static func demangled(_ symbol: UnsafePointer<CChar>) -> String {
    guard let name = demangle(symbol, UInt(strlen(symbol)), nil, nil, 0) else { return String(cString: symbol) }
    defer { free(name) }
    return String(cString: name)
  }
}

/// The standard library's own, which it does not declare.
@_silgen_name("swift_demangle")
private func demangle(
  _ name: UnsafePointer<CChar>, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
  _ bufferSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

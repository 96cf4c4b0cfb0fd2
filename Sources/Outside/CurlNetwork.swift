// HTTP for the engine's programs, by libcurl. Everything that waits does so on a thread of its own; what comes of it reaches
// the engine through a mailbox of the loop.
//
// Foundation's URLSession stands on the same library, but reads a body ahead of whoever takes it, without a bound. Here the
// pieces are counted as they come off the connection.

public import Engine
public import EventLoop
internal import Foundation
public import Language

/// Sends requests. Loop thread only.
///
/// A body may have `Limits.body` bytes, a request may go on for `Limits.duration` however slowly its answer trickles in,
/// and sixteen redirects are followed. Proxies are those of the environment (`https_proxy`, `no_proxy`, …).
public final class CurlNetwork: Network {
  public struct Limits: Sendable {
    /// Bytes of an answer's body, unpacked; more is `URLError.dataLengthExceedsMaximum`.
    public var body = 16 << 20
    /// Seconds from the first byte sent to the last received; more is `URLError.timedOut`.
    public var duration = 600.0
    /// Seconds that connections are kept for further requests after the last one has ended.
    public var idle = 30.0
    public init() {}
  }

  /// Made with the first request: it starts a thread, and most daemons never send one.
  private var transport: Transport?
  private let limits: Limits
  private let pending = Pending()
  private let mailbox: Mailbox<Arrival>
  private var isClosed = false

  private struct Arrival: Sendable {
    let number: Int
    let outcome: HTTPOutcome
  }

  /// - Parameter turn: what is called around the arrival of answers, for the engine to be brought up to the present.
  public init(on loop: EventLoop, limits: Limits = Limits(), turn: @escaping (() -> Void) -> Void) throws(SystemError) {
    mailbox = try Mailbox(on: loop) { [pending] arrival in
      guard let receive = pending.receivers.removeValue(forKey: arrival.number) else { return }
      turn { receive(arrival.outcome) }
    }
    self.limits = limits
  }

  /// How many requests are under way.
  public var running: Int { pending.receivers.count }

  /// Gives up what is under way and refuses more.
  public func close() {
    isClosed = true
    pending.receivers = [:]
    transport?.close()
    transport = nil
    mailbox.close()
  }

  public func load(_ request: HTTPRequest, _ receive: @escaping (HTTPOutcome) -> Void) -> any HostWork {
    pending.count += 1
    let number = pending.count
    pending.receivers[number] = receive
    let sender = mailbox.sender
    // Refusals come later, as every answer.
    if let code = request.refusal {
      sender.post(Arrival(number: number, outcome: .failure(code: code.rawValue)))
    } else if !isClosed {
      if transport == nil {
        transport = Transport(limits) { sender.post(Arrival(number: $0, outcome: $1)) }
      }
      if let transport {
        transport.give(.start(number: number, request))
      } else {
        sender.post(Arrival(number: number, outcome: .failure(code: URLError.Code.cannotLoadFromNetwork.rawValue)))
      }
    }
    return Handle(pending, number) { [weak transport] in transport?.give(.cancel(number: number)) }
  }
}

/// Who waits for an answer, by the number of the request.
private final class Pending {
  var receivers: [Int: (HTTPOutcome) -> Void] = [:]
  var count = 0
}

private final class Handle: HostWork {
  private let pending: Pending
  private let number: Int
  private let stop: () -> Void

  init(_ pending: Pending, _ number: Int, stop: @escaping () -> Void) {
    self.pending = pending
    self.number = number
    self.stop = stop
  }

  func cancel() {
    guard pending.receivers.removeValue(forKey: number) != nil else { return }
    stop()
  }
}

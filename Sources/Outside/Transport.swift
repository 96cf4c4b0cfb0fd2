internal import CCurl
internal import EventLoop
internal import Foundation
internal import Glibc
internal import Language
internal import Synchronization

/// A thread on which libcurl works until `close`. Any thread may give it orders.
final class Transport: Sendable {
  enum Order: Sendable {
    case start(number: Int, HTTPRequest)
    /// Nothing more is heard of the request.
    case cancel(number: Int)
  }

  private let inbox: OrderInbox
  private let thread: pthread_t

  /// - Parameter report: called on the thread, once for each request that was not cancelled.
  /// - Returns: nil if the system has no thread or no memory for it.
  init?(_ limits: CurlNetwork.Limits, report: @escaping @Sendable (Int, HTTPOutcome) -> Void) {
    guard Self.isReady, let multi = MultiHandle() else { return nil }
    let inbox = OrderInbox(multi)
    let work = ThreadWork { TransferLoop(inbox, limits, report).run() }
    let retained = Unmanaged.passRetained(work)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<ThreadWork>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, retained.toOpaque())
    guard status == 0 else {
      retained.release()
      curl_multi_cleanup(multi.pointer)
      return nil
    }
    self.inbox = inbox
    self.thread = thread
  }

  func give(_ order: Order) { inbox.add(order) }

  /// Gives up everything and waits until the thread has ended, which nothing on the network can delay. Once.
  func close() {
    inbox.close()
    pthread_join(thread, nil)
  }

  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

private final class ThreadWork: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Where libcurl's transfers come together. It is the thread's; the one thing that other threads may do is to wake it.
struct MultiHandle: Sendable {
  private let address: UInt
  var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: address)! }

  init?() {
    guard let multi = curl_multi_init() else { return nil }
    ccurl_multi_set(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 32)
    ccurl_multi_set(multi, CURLMOPT_MAXCONNECTS, 32)
    address = UInt(bitPattern: multi)
  }
}

/// The orders that the thread has not seen yet, and what wakes it.
final class OrderInbox: Sendable {
  private struct Contents {
    var orders: [Transport.Order] = []
    var isOpen = true
    var multi: MultiHandle
  }

  private let contents: Mutex<Contents>

  init(_ multi: MultiHandle) { contents = Mutex(Contents(multi: multi)) }

  func add(_ order: Transport.Order) {
    contents.withLock { contents in
      guard contents.isOpen else { return }
      contents.orders.append(order)
      if contents.orders.count == 1 { curl_multi_wakeup(contents.multi.pointer) }
    }
  }

  func close() {
    contents.withLock { contents in
      guard contents.isOpen else { return }
      contents.isOpen = false
      contents.orders = []
      curl_multi_wakeup(contents.multi.pointer)
    }
  }

  /// What has been ordered since the last time; nil when it is over, and nobody wakes the handle any more.
  func take() -> [Transport.Order]? {
    contents.withLock { contents in
      defer { contents.orders = [] }
      return contents.isOpen ? contents.orders : nil
    }
  }

  /// The handle that is woken. For the thread.
  var multi: MultiHandle {
    get { contents.withLock { $0.multi } }
    set { contents.withLock { $0.multi = newValue } }
  }
}

/// What runs on the thread: all transfers at once.
private final class TransferLoop {
  private let inbox: OrderInbox
  private let limits: CurlNetwork.Limits
  private let report: (Int, HTTPOutcome) -> Void
  private var multi: UnsafeMutableRawPointer
  private var transfers: [Int: Transfer] = [:]
  /// When the connections that are kept for later are closed.
  private var cooling: MonotonicTime?
  private static let redirectsMax = 16

  init(_ inbox: OrderInbox, _ limits: CurlNetwork.Limits, _ report: @escaping (Int, HTTPOutcome) -> Void) {
    self.inbox = inbox
    self.limits = limits
    self.report = report
    multi = inbox.multi.pointer
  }

  func run() {
    while let orders = inbox.take() {
      for order in orders {
        switch order {
        case .start(let number, let request): start(number, request)
        case .cancel(let number): drop(number)
        }
      }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      finish()
      let now = MonotonicTime.now
      for transfer in transfers.values where transfer.deadline <= now { end(transfer, .failure(.timedOut)) }
      coolDown(now)
      // Woken by sockets, by orders and by libcurl's own timers too.
      curl_multi_poll(multi, nil, 0, milliseconds(from: now), nil)
    }
    for number in transfers.keys { drop(number) }
    curl_multi_cleanup(multi)
  }

  private func start(_ number: Int, _ request: HTTPRequest) {
    guard let transfer = Transfer(number, request, limits) else {
      return report(number, .failure(.cannotLoadFromNetwork))
    }
    transfers[number] = transfer
    add(transfer)
  }

  private func add(_ transfer: Transfer) {
    let status = curl_multi_add_handle(multi, transfer.easy)
    if status != CURLM_OK { end(transfer, .failure(.cannotLoadFromNetwork)) }
  }

  private func drop(_ number: Int) {
    guard let transfer = transfers.removeValue(forKey: number) else { return }
    curl_multi_remove_handle(multi, transfer.easy)
  }

  private func end(_ transfer: Transfer, _ outcome: HTTPOutcome) {
    drop(transfer.number)
    report(transfer.number, outcome)
  }

  /// Looks at what libcurl is done with.
  private func finish() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let code = message.pointee.data.result
      guard let transfer = transfers[Transfer.number(of: easy)] else { continue }
      guard code == CURLE_OK, let next = transfer.redirection else {
        end(transfer, transfer.outcome(code))
        continue
      }
      if transfer.redirects == Self.redirectsMax {
        end(transfer, .failure(.httpTooManyRedirects))
      } else if let refusal = next.refusal {
        end(transfer, .failure(refusal))
      } else {
        curl_multi_remove_handle(multi, easy)
        transfer.follow(next)
        add(transfer)
      }
    }
  }

  /// Closes the connections that nobody has asked for again: a server ends them at some time, and they would stay half open.
  private func coolDown(_ now: MonotonicTime) {
    guard transfers.isEmpty else {
      cooling = .distantFuture
      return
    }
    guard let end = cooling else { return }
    if end == .distantFuture {
      cooling = now + .seconds(limits.idle)
    } else if end <= now, let fresh = MultiHandle() {
      inbox.multi = fresh
      curl_multi_cleanup(multi)
      multi = fresh.pointer
      cooling = nil
    }
  }

  private func milliseconds(from now: MonotonicTime) -> Int32 {
    let next = transfers.values.reduce(cooling ?? .distantFuture) { min($0, $1.deadline) }
    let wait = next.nanoseconds - now.nanoseconds
    return Int32(max(0, min(3_600_000, wait / 1_000_000 + 1)))
  }
}

extension HTTPOutcome {
  fileprivate static func failure(_ code: URLError.Code) -> HTTPOutcome { .failure(code: code.rawValue) }
}

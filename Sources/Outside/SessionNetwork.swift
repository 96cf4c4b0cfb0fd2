// HTTP for the engine's programs, by Foundation's URLSession. Everything that waits does so on the session's threads; what
// comes of it reaches the engine through a mailbox of the loop.

public import Engine
public import EventLoop
internal import Foundation
internal import FoundationNetworking
public import Language
internal import Synchronization

/// Sends requests. Loop thread only.
///
/// A body may have `bodyLimit` bytes, a request may go on for `durationLimit` however slowly its answer trickles in, and
/// sixteen redirects are followed.
public final class SessionNetwork: Network {
  public struct Limits: Sendable {
    /// Bytes of an answer's body; more is `URLError.dataLengthExceedsMaximum`.
    public var body = 16 << 20
    /// Seconds from the first byte sent to the last received; more is `URLError.timedOut`.
    public var duration = 600.0
    public init() {}
  }

  /// Made with the first request: it starts threads, and most daemons never send one.
  private lazy var session = makeSession()
  private var isOpen = false
  private let limits: Limits
  private let pending: Pending
  private let mailbox: Mailbox<Arrival>

  fileprivate struct Arrival: Sendable {
    let task: Int
    let outcome: HTTPOutcome
  }

  /// - Parameter turn: what is called around the arrival of answers, for the engine to be brought up to the present.
  public init(on loop: EventLoop, limits: Limits = Limits(), turn: @escaping (() -> Void) -> Void) throws(SystemError) {
    let pending = Pending()
    self.pending = pending
    mailbox = try Mailbox(on: loop) { arrival in
      guard let receive = pending.receivers.removeValue(forKey: arrival.task) else { return }
      turn { receive(arrival.outcome) }
    }
    self.limits = limits
  }

  private func makeSession() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForResource = limits.duration
    configuration.httpMaximumConnectionsPerHost = 32
    // A program's requests know nothing of each other.
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    let transfers = Transfers(bodyLimit: limits.body, mailbox.sender)
    isOpen = true
    return URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
  }

  /// How many requests are under way.
  public var running: Int { pending.receivers.count }

  /// Gives up what is under way and refuses more.
  public func close() {
    pending.receivers = [:]
    if isOpen { session.invalidateAndCancel() }
    mailbox.close()
  }

  public func load(_ request: HTTPRequest, _ receive: @escaping (HTTPOutcome) -> Void) -> any HostWork {
    guard let url = URL(string: request.url) else { return refuse(.badURL, receive) }
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      return refuse(.unsupportedURL, receive)
    }
    var message = URLRequest(url: url)
    message.httpMethod = request.method
    for header in request.headers { message.addValue(header.value, forHTTPHeaderField: header.name) }
    if !request.body.isEmpty { message.httpBody = Data(request.body) }
    // Foundation counts whole seconds here, and takes less than one for none.
    message.timeoutInterval = max(1, (Double(request.timeout) / 1e9).rounded(.up))
    let task = session.dataTask(with: message)
    pending.receivers[task.taskIdentifier] = receive
    task.resume()
    return Transfer(pending, task.taskIdentifier) { task.cancel() }
  }

  /// Later, as every answer. Numbers below zero are nobody's task.
  private func refuse(_ code: URLError.Code, _ receive: @escaping (HTTPOutcome) -> Void) -> any HostWork {
    pending.refusals += 1
    let number = -pending.refusals
    pending.receivers[number] = receive
    mailbox.sender.post(Arrival(task: number, outcome: .failure(code: code.rawValue)))
    return Transfer(pending, number) {}
  }
}

/// Who waits for an answer, by task.
private final class Pending {
  var receivers: [Int: (HTTPOutcome) -> Void] = [:]
  var refusals = 0
}

private final class Transfer: HostWork {
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

/// The answers that are coming in. Called on the session's own threads.
private final class Transfers: NSObject, URLSessionDataDelegate {
  private struct Part {
    var body = Data()
    /// It has been given up, and said so.
    var isTooLong = false
  }

  private let sender: Mailbox<SessionNetwork.Arrival>.Sender
  private let parts = Mutex<[Int: Part]>([:])
  private let bodyLimit: Int

  init(bodyLimit: Int, _ sender: Mailbox<SessionNetwork.Arrival>.Sender) {
    self.bodyLimit = bodyLimit
    self.sender = sender
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let number = dataTask.taskIdentifier
    let isTooLong = parts.withLock { parts in
      if parts[number]?.isTooLong == true { return false }
      parts[number, default: Part()].body.append(data)
      guard parts[number]!.body.count > bodyLimit else { return false }
      parts[number] = Part(isTooLong: true)
      return true
    }
    guard isTooLong else { return }
    // At once: what has been read but not delivered yet can keep the end of the task back for long.
    sender.post(
      SessionNetwork.Arrival(task: number, outcome: .failure(code: URLError.Code.dataLengthExceedsMaximum.rawValue)))
    dataTask.cancel()
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let part = parts.withLock { $0.removeValue(forKey: task.taskIdentifier) } ?? Part()
    if part.isTooLong { return }
    let outcome: HTTPOutcome
    if let error {
      outcome = .failure(code: code(of: error, of: task, received: part.body.count).rawValue)
    } else if let response = task.response as? HTTPURLResponse {
      outcome = .response(HTTPResponse(response, body: part.body))
    } else {
      outcome = .failure(code: URLError.Code.badServerResponse.rawValue)
    }
    sender.post(SessionNetwork.Arrival(task: task.taskIdentifier, outcome: outcome))
  }
}

extension Transfers {
  /// The code as Apple's Foundation has it. On Linux a body that ends too early is an unknown error, and an answer that is
  /// no HTTP an unsupported URL; but schemes were looked at before.
  private func code(of error: any Error, of task: URLSessionTask, received: Int) -> URLError.Code {
    let code = (error as? URLError)?.code ?? .unknown
    switch code {
    case .unknown where task.response.map { Int64(received) < $0.expectedContentLength } ?? false:
      return .networkConnectionLost
    case .unsupportedURL: return .cannotParseResponse
    default: return code
    }
  }
}

extension HTTPResponse {
  fileprivate init(_ response: HTTPURLResponse, body: Data) {
    let headers = response.allHeaderFields.map { HTTPHeader("\($0.key)", "\($0.value)") }.sorted { $0.name < $1.name }
    self.init(
      url: response.url?.absoluteString ?? "", status: response.statusCode, headers: headers, body: Array(body))
  }
}

internal import CCurl
internal import EventLoop
internal import Foundation
internal import Language

/// One request with its redirects, as a handle of libcurl's. For the transport's thread only.
final class Transfer {
  let number: Int
  let easy: UnsafeMutableRawPointer
  /// How many redirects it has followed.
  private(set) var redirects = 0
  private var request: HTTPRequest
  private let bodyLimit: Int
  private let receivers: UnsafeMutablePointer<ccurl_receivers>
  private var lines: UnsafeMutablePointer<curl_slist>?

  private var head = ResponseHead()
  private var body: [UInt8] = []
  private var isTooLong = false

  /// When it has taken too long altogether, and when something was last received or sent.
  private let end: MonotonicTime
  private var lastMove = MonotonicTime.now
  private var moved: (received: curl_off_t, sent: curl_off_t) = (0, 0)

  /// Nil if there is no memory for it.
  init?(_ number: Int, _ request: HTTPRequest, _ limits: CurlNetwork.Limits) {
    guard let easy = curl_easy_init() else { return nil }
    self.number = number
    self.easy = easy
    self.request = request
    bodyLimit = limits.body
    end = lastMove + .seconds(limits.duration)
    receivers = .allocate(capacity: 1)
    receivers.initialize(
      to: ccurl_receivers(
        body: { Transfer.at($0).receive(body: UnsafeRawBufferPointer(start: $1, count: $2)) ? 1 : 0 },
        head: { Transfer.at($0).receive(head: UnsafeRawBufferPointer(start: $1, count: $2)) ? 1 : 0 },
        progress: { Transfer.at($0).note((received: $1, sent: $2)) },
        context: nil))
    receivers.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    prepare()
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(lines)
    receivers.deallocate()
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
  }

  static func number(of easy: UnsafeMutableRawPointer) -> Int { Int(bitPattern: ccurl_text(easy, CURLINFO_PRIVATE)) }

  /// When it is over at the latest, should nothing move until then.
  var deadline: MonotonicTime { min(end, lastMove + .nanoseconds(request.timeout)) }

  // MARK: Asking

  private func prepare() {
    ccurl_prepare(easy, receivers, number)
    ccurl_set_text(easy, CURLOPT_URL, request.url)
    // Whatever it can unpack; what is counted is unpacked.
    ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
    if let file = Self.authorities { ccurl_set_text(easy, CURLOPT_CAINFO, file) }
    switch request.method {
    case "GET": break
    case "HEAD": ccurl_set_number(easy, CURLOPT_NOBODY, 1)
    default:
      _ = request.body.withUnsafeBytes { ccurl_set_body(easy, $0.baseAddress, $0.count) }
      ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method)
    }
    curl_slist_free_all(lines)
    lines = nil
    for line in request.headerLines { lines = curl_slist_append(lines, line) }
    ccurl_set_list(easy, CURLOPT_HTTPHEADER, lines)
  }

  /// The certificates to trust in place of the system's.
  private static let authorities = ProcessInfo.processInfo.environment["SSL_CERT_FILE"]

  // MARK: Receiving

  private func note(_ now: (received: curl_off_t, sent: curl_off_t)) {
    guard now != moved else { return }
    moved = now
    lastMove = .now
  }

  private func receive(head line: UnsafeRawBufferPointer) -> Bool {
    lastMove = .now
    isTooLong = !head.read(line)
    return !isTooLong
  }

  private func receive(body piece: UnsafeRawBufferPointer) -> Bool {
    if body.isEmpty {
      let announced = ccurl_announced_length(easy)
      if announced > bodyLimit { isTooLong = true } else if announced > 0 { body.reserveCapacity(Int(announced)) }
    }
    let count = body.count + piece.count
    if count > bodyLimit { isTooLong = true }
    if isTooLong {
      body = []
      return false
    }
    // Room for twice as much, but never for more than may come.
    if count > body.capacity { body.reserveCapacity(min(bodyLimit, 2 * count)) }
    body.append(contentsOf: piece)
    return true
  }

  // MARK: Ending

  /// What it came to.
  func outcome(_ code: CURLcode) -> HTTPOutcome {
    if isTooLong { return .failure(code: URLError.Code.dataLengthExceedsMaximum.rawValue) }
    guard code == CURLE_OK else {
      return .failure(code: code.error(errno: Int32(ccurl_number(easy, CURLINFO_OS_ERRNO))).rawValue)
    }
    return .response(
      HTTPResponse(
        url: request.url, status: ccurl_number(easy, CURLINFO_RESPONSE_CODE), headers: head.headers, body: body))
  }

  /// What the answer says is to be asked for instead.
  var redirection: HTTPRequest? {
    guard let target = ccurl_text(easy, CURLINFO_REDIRECT_URL) else { return nil }
    return request.redirected(to: String(cString: target), status: ccurl_number(easy, CURLINFO_RESPONSE_CODE))
  }

  /// Asks for something else. The handle must be with nobody.
  func follow(_ next: HTTPRequest) {
    redirects += 1
    request = next
    head = ResponseHead()
    body = []
    moved = (0, 0)
    curl_easy_reset(easy)
    prepare()
  }
}

extension CURLcode {
  /// The code that Foundation has for it on Apple's systems.
  /// - Parameter errno: of the connection that could not be made.
  fileprivate func error(errno: Int32) -> URLError.Code {
    switch self {
    case CURLE_URL_MALFORMAT: .badURL
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .cannotFindHost
    case CURLE_COULDNT_CONNECT:
      switch errno {
      case ETIMEDOUT: .timedOut
      case ENETUNREACH, ENETDOWN: .notConnectedToInternet
      default: .cannotConnectToHost
      }
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      .networkConnectionLost
    case CURLE_GOT_NOTHING: .badServerResponse
    // Schemes were looked at before: what is unsupported is an answer that is no HTTP.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .cannotParseResponse
    case CURLE_BAD_CONTENT_ENCODING: .cannotDecodeContentData
    case CURLE_PEER_FAILED_VERIFICATION: .serverCertificateUntrusted
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_ISSUER_ERROR:
      .secureConnectionFailed
    // A line of the head that is longer than libcurl takes.
    case CURLE_OUT_OF_MEMORY: .dataLengthExceedsMaximum
    default: .unknown
    }
  }
}

// What a program asks of the network and what it gets: plain values on their way to whoever runs the program.

/// One header field. Names are compared without case; the order is the sender's.
public struct HTTPHeader: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

public struct HTTPRequest: Hashable, Sendable {
  /// Absolute, encoded.
  public var url: String
  /// In capitals.
  public var method: String
  public var headers: [HTTPHeader]
  public var body: [UInt8]
  /// How long nothing may arrive before the request fails as timed out, in nanoseconds.
  public var timeout: Int

  public init(url: String, method: String = "GET", headers: [HTTPHeader] = [], body: [UInt8] = [], timeout: Int) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}

public struct HTTPResponse: Hashable, Sendable {
  /// Of the last request, should there have been redirects.
  public var url: String
  public var status: Int
  public var headers: [HTTPHeader]
  public var body: [UInt8]

  public init(url: String, status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.url = url
    self.status = status
    self.headers = headers
    self.body = body
  }
}

public enum HTTPOutcome: Hashable, Sendable {
  case response(HTTPResponse)
  /// A code of `URLError`, such as -1001 for a request that timed out.
  case failure(code: Int)
}

/// Work that goes on outside the program and has not ended yet.
public protocol HostWork: AnyObject {
  /// Gives it up: nothing of it arrives any more, and what it held outside is let go of. Idempotent.
  func cancel()
}

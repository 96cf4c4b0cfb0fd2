// Where the daemon listens. The same rule is the daemon's, so that nobody has to name the socket.

/// A path that a Unix socket can have.
public struct SocketPath: Hashable, Sendable, CustomStringConvertible {
  /// What `sockaddr_un` holds besides the final zero.
  public static let bytesMax = 107

  public let path: String
  public var description: String { path }

  /// - Throws: `ClientError.pathTooLong`, before anything is tried with it.
  public init(_ path: String) throws(ClientError) {
    guard path.utf8.count <= Self.bytesMax else {
      throw .pathTooLong(path: path, bytes: path.utf8.count, bytesMax: Self.bytesMax)
    }
    self.path = path
  }

  /// The first that is there: `explicit`, `$COMBINED_SOCKET`, `$XDG_RUNTIME_DIR/combined/sock`,
  /// `$TMPDIR/combined-UID/sock`, `/tmp/combined-UID/sock`.
  public static func resolve(
    explicit: String?, environment: [String: String], userID: UInt32
  ) throws(ClientError) -> SocketPath {
    func named(_ variable: String) -> String? {
      environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let path = explicit ?? named("COMBINED_SOCKET") { return try SocketPath(path) }
    if let directory = named("XDG_RUNTIME_DIR") { return try SocketPath(directory + "/combined/sock") }
    return try SocketPath((named("TMPDIR") ?? "/tmp") + "/combined-\(userID)/sock")
  }
}

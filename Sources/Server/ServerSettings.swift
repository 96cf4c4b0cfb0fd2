// Every bound of the server in one place. Clients can read all of them, in `session.hello` and `server.status`.

internal import Engine
internal import EventLoop
internal import Wire

/// What the server allows, and when it loses patience.
public struct ServerSettings: Sendable {
  /// Connections at the same time; one more is given a reason and closed.
  public var connectionsMax = 1024
  /// Bytes taken from one connection in one turn; the rest is read in the next, after everybody else's.
  public var readBytesPerTurn = 64 << 10
  /// Events are taken for a connection while fewer bytes than this wait to be sent to it. Small on purpose: what has
  /// been taken can no longer be conflated with something newer.
  public var eventBytesQueued = 64 << 10
  /// A connection's requests wait while this much waits to be sent to it: replies it does not read cost it its own time.
  public var outboxBytesMax = 4 << 20
  /// How long a connection with that much waiting may take nothing at all before it is closed.
  public var writeStall: Duration = .seconds(30)
  /// Bytes that may wait to be sent to all connections together. From three quarters on readers get no more than they
  /// take; over it those with most are given a reason and closed.
  public var bufferBytesMax = 256 << 20
  /// How long a stopping daemon waits for connections to take what is meant for them.
  public var shutdownGrace: Duration = .seconds(1)
  /// How long after a commit the journal does what can wait, and the longest time until commits are on the disk itself.
  public var journalRest: Duration = .milliseconds(250)
  /// How long a connection keeps large buffers that it does not use; at most twice that.
  public var memoryRest: Duration = .seconds(1)

  /// Requests of one connection that have not been answered.
  public var inflightMax = 128
  /// How long a transaction may run once it has changed a store: others wait to write.
  public var transactionTime = Duration.seconds(1)
  /// What programs may reach outside, as the daemon's options say it: `read=/var/log`, `net`.
  public var capabilities: [String] = []
  /// Where the journal is, for people; nil if nothing is kept.
  public var journal: String?
  /// Users and groups that are let in beside the daemon's own user.
  public var grants: [Grant] = []

  /// Lets a user or a group in.
  public struct Grant: Sendable, Equatable {
    /// `viewer`, `writer` or `owner`.
    public var role: String
    public var uid: UInt32?
    public var gid: UInt32?
    /// A writer's paths, as a pattern; all of them without one.
    public var paths: String?

    /// `viewer:1001` for a user, `writer:@100` for a group, `writer:1001:home.**` for a user and some paths; `nil` if it
    /// is spelled otherwise.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count >= 2, ["viewer", "writer", "owner"].contains(parts[0]) else { return nil }
      role = String(parts[0])
      if parts.count == 3 {
        paths = String(parts[2])
        // Whoever looks sees everything, and an owner rules.
        guard role == "writer", (try? PathPattern(String(parts[2]))) != nil else { return nil }
      }
      if parts[1].hasPrefix("@") { gid = UInt32(parts[1].dropFirst()) } else { uid = UInt32(parts[1]) }
      guard uid != nil || gid != nil else { return nil }
    }

    func isOf(_ peer: PeerCredentials) -> Bool {
      uid.map { $0 == UInt32(peer.uid) } ?? gid.map { $0 == UInt32(peer.gid) } ?? false
    }
  }

  public init() {}

  /// Bytes of a line.
  public var frameBytesMax: Int { WireLimits.frameBytesMax }
  /// Members of a batch.
  public var batchMax: Int { WireLimits.batchMax }
}

// What a client owns, as far as the server keeps it: who it is, what it asked for, its open subscriptions. The values and
// pipelines it has not named are the engine's, under the same name.

internal import Engine
internal import EventLoop
internal import Wire

/// The owner's side of one connection. Ends with it; nothing is kept for a client that comes back.
final class ClientSession {
  /// `c17`: the name under which causes and lists know it.
  let id: String
  let peer: PeerCredentials
  /// As it introduced itself.
  var client: Agent?
  /// The same, as causes have it.
  var cause: Cause.Client?
  /// Optional features it asked for and we have.
  var features: Set<Feature> = []
  /// Whether params we do not know are refused: a typing error in an option must not pass for an option that works.
  var isStrict = true
  var feeds: [String: Feed] = [:]
  /// Whether it has been notified of what could not be brought back.
  var hasHeardOfProblems = false
  /// What it may do.
  var role = Role.owner
  /// Where it may write, if not everywhere.
  var writable: [PathPattern]?
  let since: Int
  /// How many of the feeds are in mode `every`: replies to writes wait for their events.
  var everyFeeds = 0

  /// Its requests that may write and are not answered, as long as somebody hears of those that change nothing.
  var writing: [RequestID: IdleRequests.Asked] = [:]

  /// In an order that does not change from run to run.
  var feedsByName: [Feed] { feeds.values.sorted { $0.subscription.name < $1.subscription.name } }

  init(id: String, peer: PeerCredentials, role: Role, since: Int) {
    self.id = id
    self.peer = peer
    self.role = role
    self.since = since
  }
}

/// What a client can ask for in `session.hello`.
enum Feature: String, CaseIterable {
  /// Notices of all sessions, not only of its own.
  case tail
  /// Notices of requests that have changed nothing.
  case requests
  /// Notices of what nobody who is there has defined.
  case output
  /// Events longer than a frame, in parts.
  case parts
  /// Changes of values as patches.
  case patch
  /// Changes only on demand.
  case demand
  /// A clock that clients move.
  case virtualTime
}

/// What a client may do.
enum Role: String {
  /// Reads, and listens.
  case viewer
  /// Writes values as well.
  case writer
  /// Everything: it can run source, which can do anything.
  case owner

  /// Gives up what another role does not have.
  mutating func lower(to role: RoleName) {
    switch (role, self) {
    case (.viewer, _): self = .viewer
    case (.writer, .owner): self = .writer
    default: break
    }
  }

  /// The role of a peer in a daemon that runs as `own`; nil is refused. The kernel's word, not the client's.
  init?(_ peer: PeerCredentials, own: PeerCredentials, grants: [ServerSettings.Grant] = []) {
    if peer.uid == own.uid || peer.uid == 0 {
      self = .owner
      return
    }
    let roles = grants.filter { $0.isOf(peer) }.compactMap { Role(rawValue: $0.role) }
    // In the order of what they may.
    guard let highest = [.owner, .writer, .viewer].first(where: roles.contains) else { return nil }
    self = highest
  }

  /// Where a writer may write; `nil` is everywhere.
  static func writable(_ peer: PeerCredentials, grants: [ServerSettings.Grant]) -> [PathPattern]? {
    let mine = grants.filter { $0.isOf(peer) && $0.role == Role.writer.rawValue }
    guard mine.allSatisfy({ $0.paths != nil }) else { return nil }
    return mine.compactMap { $0.paths.flatMap { try? PathPattern($0) } }
  }
}

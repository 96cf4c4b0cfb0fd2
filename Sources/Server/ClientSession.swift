// What a client owns, as far as the server keeps it: who it is, what it asked for, its open subscriptions. The values and
// pipelines it has not named are the engine's, under the same name.

internal import Engine
internal import EventLoop
internal import Wire

/// The owner's side of one connection. Ends with it; nothing is kept for a client that comes back.
struct ClientSession {
  /// `c17`: the name under which causes and lists know it.
  let id: String
  let peer: PeerCredentials
  /// As it introduced itself.
  var client: Agent?
  /// Optional features it asked for and we have.
  var features: Set<Feature> = []
  /// Whether params we do not know are refused: a typing error in an option must not pass for an option that works.
  var isStrict = true
  var feeds: [String: Feed] = [:]
  /// How many of the feeds are in mode `every`: replies to writes wait for their events.
  var everyFeeds = 0

  /// In an order that does not change from run to run.
  var feedsByName: [Feed] { feeds.values.sorted { $0.subscription.name < $1.subscription.name } }

  init(id: String, peer: PeerCredentials) {
    self.id = id
    self.peer = peer
  }
}

/// What a client can ask for in `session.hello`.
enum Feature: String, CaseIterable {
  /// Notices of all sessions, not only of its own.
  case tail
}

/// What a client may do. Only owners get in; the word is on the wire because others will.
enum Role: String {
  case owner

  /// The role of a peer in a daemon that runs as `own`; nil is refused. The kernel's word, not the client's.
  init?(_ peer: PeerCredentials, own: PeerCredentials) {
    guard peer.uid == own.uid || peer.uid == 0 else { return nil }
    self = .owner
  }
}

// What a client core tells its owner, in the order in which it happened.
public import Wire

public enum ClientEvent: Sendable {
  /// The daemon has answered the greeting. `missed` is the number of commits since the connection was lost; nil at the
  /// first time, and when the daemon's history is another one.
  case connected(SessionHello.Result, missed: Int?, isReconnect: Bool)
  /// The daemon does not speak this client's protocol version. Nothing useful follows on this connection.
  case greetingRefused(ClientError)
  /// The connection has ended. Every pending request has failed before this; subscriptions wait for the next connection.
  case lost
  /// An event of a subscription; `gap`, `snapshot` and `ready` come again after a reconnection.
  case subscription(String, SubscriptionEvent)
  /// A subscription that was opened again after a reconnection was refused, and is gone.
  case subscriptionFailed(String, ClientError)
  case notice(SessionNotice)
  /// A provider of this connection is asked for something.
  case providerRequest(ProvideRequest)
  /// The daemon did something that the protocol excludes. It is said once where it happens; what could be repaired is.
  case violation(String)
}

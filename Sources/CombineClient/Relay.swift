// Who hears of a subscription besides the readers of `subscribe`: remote properties and mirrors.
import ClientConnection
import Wire

/// How a relay's subscription ends.
enum RelayEnd {
  case finished
  case failure(ClientError)
}

/// The near end of a wire subscription; used on the client's thread only.
protocol Relay: AnyObject {
  /// Takes an event; returns how it ends, if this is the end.
  func receive(_ event: SubscriptionEvent) -> RelayEnd?
  func complete(_ end: RelayEnd)
  /// Nothing more comes until there is a connection again.
  func connectionLost()
}

extension Relay {
  func connectionLost() {}
}

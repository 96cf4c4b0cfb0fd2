/// What has gone through a connection, or through all of them: counted where it happens, for whoever watches.
struct Traffic {
  /// Requests that were answered, and notifications that were dealt with.
  var requests = 0
  /// Events of subscriptions that were written for it.
  var events = 0
  /// Changes that overflow policies of subscriptions have dropped which are closed by now.
  var lost = 0
  /// Bytes, from the client and to it.
  var received = 0
  var sent = 0

  static func += (sum: inout Traffic, more: Traffic) {
    sum.requests += more.requests
    sum.events += more.events
    sum.lost += more.lost
    sum.received += more.received
    sum.sent += more.sent
  }
}

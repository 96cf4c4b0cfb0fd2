public import Language

/// Notifications from outside: the default `NotificationCenter` of the program is what all clients have in common.
extension Engine {
  public struct PostReceipt: Sendable {
    public var revision: Int
    /// Observers and publishers that it was for.
    public var receivers: Int
  }

  /// Posts to the program's default notification centre, as one transaction.
  public func post(
    _ name: String, object: PortableValue?, userInfo: PortableValue?, in namespace: String = "", _ options: WriteOptions
  ) throws(EngineError) -> PostReceipt {
    try requireHealthy()
    let program = try self.namespace(lookingFor: namespace).program!
    let (count, _) = try transactions.transact(options.cause, activity: options.activity) { () throws(EngineError) in
      try attempt { () throws(RunFailure) in try program.post(name, object: object, userInfo: userInfo) }
    }
    options.activity?.leave()
    return PostReceipt(revision: revision, receivers: count)
  }
}

extension Program {
  /// Posts to the default centre from outside, as `NotificationCenter.default.post` does in source.
  ///
  /// - Parameters:
  ///   - object: what stands for the sender, as `Any`.
  ///   - userInfo: a record: the notification's dictionary, with texts as keys.
  /// - Returns: how many observers it was for.
  public func post(_ name: String, object: PortableValue?, userInfo: PortableValue?) throws(RunFailure) -> Int {
    do throws(Abort) { return try machine.post(name, object: object, userInfo: userInfo) } catch {
      throw machine.outside(error)
    }
  }
}

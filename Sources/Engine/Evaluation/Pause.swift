/// Work that has left in the middle, so that others can run: a check, or an activation that has changed nothing yet.
public final class Pause {
  /// What its client has asked after it waits; nil for what no client has asked for.
  public let hold: Hold?
  private var goOn: ((_ stopping: String?) -> Void)?
  private var reason: String?

  init(_ hold: Hold?, _ goOn: @escaping (_ stopping: String?) -> Void) {
    self.hold = hold
    self.goOn = goOn
  }

  /// Goes on, where nothing runs. Before this returns it has ended, waits for something, or has been paused again.
  public func resume() {
    let goOn = goOn
    self.goOn = nil
    goOn?(reason)
  }

  /// Ends it, with a fault, when it goes on.
  func stop(_ reason: String) { self.reason = reason }
}

/// What a client has asked for, and has been paused: what it asks next is to find it done, and waits.
public final class Hold {
  /// Called once, when that need not wait any more: it is done, or waits for something by itself.
  public var onFree: (() -> Void)?

  func free() {
    let onFree = onFree
    self.onFree = nil
    onFree?()
  }
}

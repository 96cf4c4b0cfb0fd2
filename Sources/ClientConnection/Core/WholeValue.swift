// A value that fits into no message: asked for in parts, and put together.
public import Wire

/// What has come of it so far.
public struct WholeValue {
  private let path: String
  private var text = ""
  private var revision: Int?
  private var partsLeft = 8192

  public init(path: String) { self.path = path }

  /// What to ask for next.
  public var next: StoreGet.Params { .init(path: path, offset: text.utf8.count) }

  /// Takes what was answered. A value that has changed meanwhile is begun again.
  /// - Returns: the whole, when it is all there.
  /// - Throws: `refused` with `tooLarge` when there is no end of it: it changes again and again.
  public mutating func add(_ part: StoreGet.Result) throws(ClientError) -> StoreGet.Result? {
    partsLeft -= 1
    guard partsLeft > 0 else {
      throw .refused(
        .tooLarge(size: part.size ?? 0, limit: WireLimits.frameBytesMax, "\(path) changes while it is read in parts."))
    }
    guard part.rev == revision || revision == nil else {
      (text, revision) = ("", nil)
      return nil
    }
    revision = part.rev
    text += part.text ?? ""
    guard text.utf8.count >= part.size ?? 0 else { return nil }
    guard let value = try? JSONValue(parsing: text) else { throw .violation("the value of \(path) is no JSON") }
    var whole = part
    (whole.value, whole.text, whole.size) = (value, nil, nil)
    return whole
  }
}

extension ClientError {
  /// Whether something was left unsaid since it fits into no message.
  public var isTooLarge: Bool { if case .refused(let refusal) = self { refusal.known == .tooLarge } else { false } }
}

extension Connection {
  /// What `store.get` answers, however long the value is.
  /// - Parameter timeout: for each request.
  public func value(at path: String, timeout: Duration? = nil) throws(ClientError) -> StoreGet.Result {
    do throws(ClientError) { return try call(StoreGet.self, .init(path: path), timeout: timeout) } catch {
      guard error.isTooLarge else { throw error }
    }
    var value = WholeValue(path: path)
    while true {
      if let whole = try value.add(try call(StoreGet.self, value.next, timeout: timeout)) { return whole }
    }
  }
}

// The requests that have not been answered yet.
import Wire

struct PendingRequests {
  struct Pending {
    var method: String
    var reply: (Result<JSONView, ClientError>) -> Void
  }

  private var pending: [Int: Pending] = [:]
  private var lastID = 0

  var isEmpty: Bool { pending.isEmpty }

  /// 1, 2, 3, …: ids are not used again, so a late reply finds nobody.
  mutating func nextID() -> RequestID {
    lastID += 1
    return .number(lastID)
  }

  /// From here on ids are greater than this.
  mutating func skip(to id: RequestID) {
    if case .number(let number) = id { lastID = max(lastID, number) }
  }

  mutating func add(_ id: RequestID, method: String, reply: @escaping (Result<JSONView, ClientError>) -> Void) {
    guard case .number(let number) = id else { return }
    pending[number] = Pending(method: method, reply: reply)
  }

  func contains(_ id: RequestID) -> Bool {
    guard case .number(let number) = id else { return false }
    return pending[number] != nil
  }

  mutating func remove(_ id: RequestID) -> Pending? {
    guard case .number(let number) = id else { return nil }
    return pending.removeValue(forKey: number)
  }

  /// The replies come and find nobody.
  mutating func ignoreAll() { for id in pending.keys { pending[id]?.reply = { _ in } } }

  mutating func ignoreReply(of id: RequestID) { _ = remove(id) }

  /// All of them, oldest first.
  mutating func removeAll() -> [Pending] {
    defer { pending.removeAll() }
    return pending.sorted { $0.key < $1.key }.map(\.value)
  }
}

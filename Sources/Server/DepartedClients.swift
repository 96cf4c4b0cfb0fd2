// Programs that have left: a shell's have ended before anybody asks who it was.
import Wire

/// The last ones, by their sessions.
struct DepartedClients {
  private var clients: [String: Agent] = [:]
  private var order: [String] = []
  private var oldest = 0
  private static let countMax = 1_000

  subscript(session: String) -> Agent? { clients[session] }

  mutating func add(_ client: Agent, session: String) {
    clients[session] = client
    guard order.count == Self.countMax else { return order.append(session) }
    clients[order[oldest]] = nil
    order[oldest] = session
    oldest = (oldest + 1) % Self.countMax
  }
}

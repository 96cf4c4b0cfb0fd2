// Requests that could have changed something and have not: commits tell of all others. They cost nothing as long as nobody asks
// for them with the feature `requests`.

internal import Engine
internal import Wire

enum IdleRequests {
  /// What is remembered of a request until it is answered.
  struct Asked {
    let method: String
    let path: String?
    /// The revision before it.
    let revision: Int
  }

  /// What a client wrote for a path may be as long as a frame, and goes to others: no more than so many letters of it.
  fileprivate static let pathMax = 256

  /// Of one that was asked for long ago no more commits than these are looked through.
  fileprivate static let commitsMax = 1000
}

extension Server {
  /// A client has said what it wants to hear of, or has left.
  func noteListeners() {
    hearsIdleRequests = connections.values.contains { $0.session.features.contains(.requests) }
  }

  /// A request is about to be carried out.
  func noteAsked(_ method: String, _ params: JSONView?, _ id: RequestID?, on connection: Connection) {
    guard let id, hearsIdleRequests, MethodTable[method]?.changes == .values else { return }
    noteAsked(method, path: params.flatMap { JSONValue($0)["path"]?.string }.map(engine.ownPath), id, on: connection)
  }

  func noteAsked(_ method: String, path: String?, _ id: RequestID, on connection: Connection) {
    connection.session.writing[id] = IdleRequests.Asked(method: method, path: path, revision: engine.revision)
  }

  func noteAsked(toSet path: String, _ id: RequestID, on connection: Connection) {
    if hearsIdleRequests { noteAsked(StoreSet.method.name, path: path, id, on: connection) }
  }

  /// It is answered.
  func noteAnswered(_ id: RequestID, failed: Bool, on connection: Connection) {
    guard let asked = connection.session.writing.removeValue(forKey: id) else { return }
    let session = connection.session.id
    let first = max(asked.revision, engine.revision - IdleRequests.commitsMax) + 1
    if first <= engine.revision {
      for revision in first...engine.revision {
        guard let cause = engine.commitRecord(revision)?.cause else { continue }
        if cause.by == session, cause.request == id.description { return }
      }
    }
    var request = SessionNotice.IdleRequest()
    (request.by, request.client, request.req) = (session, connection.session.client?.name, id)
    // Of what is secret even the key of an element may be.
    request.path = asked.path.flatMap { engine.hasSecrets($0) ? nil : $0 }.map {
      $0.count > IdleRequests.pathMax ? $0.prefix(IdleRequests.pathMax) + "…" : $0
    }
    (request.method, request.failed) = (asked.method, failed)
    (request.rev, request.at) = (engine.revision, Timestamp(nanoseconds: engine.date))
    for listener in connectionsByAge where listener.session.features.contains(.requests) {
      listener.notify(.idle(request))
    }
  }
}

// Errors for programs: one JSON object, whoever found the error.
import ClientConnection
import Wire

/// `{"error":{"code":…,"message":…,"data":{"kind":…,…}},"exitStatus":66}`; what the client itself finds has no code.
struct ErrorObject: CustomStringConvertible {
  let description: String

  init(_ error: ClientError) {
    guard case .refused(let refusal) = error else {
      self.init(kind: error.kind, message: error.message, hint: error.hint, status: error.exitStatus)
      return
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("error", refusal)
    writer.field("exitStatus", Int(error.exitStatus))
    writer.endObject()
    self.init(text: writer.text)
  }

  private init(text: String) { description = text }

  init(_ error: UsageError) { self.init(kind: "usage", message: error.message, hint: error.hint, status: error.status) }

  private init(kind: String, message: String, hint: String?, status: Int32) {
    var data: [JSONValue.Member] = [.init("kind", .string(kind))]
    if let hint { data.append(.init("hint", .string(ErrorRenderer.abridged(hint)))) }
    let object: JSONValue = [
      "error": ["message": .string(ErrorRenderer.abridged(message)), "data": .object(data)],
      "exitStatus": .int(Int(status)),
    ]
    self.init(text: object.description)
  }
}

extension ClientError {
  /// The name of the error, for programs.
  var kind: String {
    switch self {
    case .noDaemon: "noDaemon"
    case .cannotConnect: "cannotConnect"
    case .pathTooLong: "pathTooLong"
    case .noExecutable: "noExecutable"
    case .launchFailed: "launchFailed"
    case .lost, .ended: "lost"
    case .notConnected: "notConnected"
    case .timedOut, .notDone: "timeout"
    case .refused(let error): error.kind
    case .violation: "violation"
    }
  }
}

// The Model Context Protocol over the daemon: its methods are tools. One message a line, both ways.
import ClientConnection
import Wire

/// One client. Messages go in and out as JSON; it never waits, and reads no descriptor.
final class ContextServer {
  /// The versions whose handshake is spoken, newest first.
  static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// From this one on several messages in one array are none of the protocol's.
  private static let firstWithoutBatches = "2025-06-18"

  private enum ErrorCode {
    static let parse = -32700
    static let invalidRequest = -32600
    static let methodNotFound = -32601
    static let invalidParams = -32602
  }

  private let core: ClientCore
  private let role: RoleName
  private let tools: ContextTools
  private let send: (JSONValue) -> Void
  /// Called when the daemon is asked for something and is not there: connects at once, starting one if that may be.
  var wake: () -> ClientError? = { nil }
  /// What of the daemon each request waits for, and the batch that it is of.
  private var requests: [JSONValue: (request: RequestID, batch: Batch?)] = [:]
  /// The version that was agreed.
  private var version: String?

  /// Requests that have come in one array, and are answered in one.
  private final class Batch {
    var unanswered = 0
    var answers: [JSONValue] = []
  }

  init(core: ClientCore, role: RoleName, send: @escaping (JSONValue) -> Void) {
    self.core = core
    self.role = role
    self.send = send
    tools = ContextTools(for: role)
  }

  /// Whether something is being answered.
  var isBusy: Bool { !requests.isEmpty }

  private func reply(_ id: JSONValue, _ result: JSONValue, in batch: Batch?) {
    requests[id] = nil
    answer(["jsonrpc": "2.0", "id": id, "result": result], in: batch)
  }

  private func fail(_ id: JSONValue, _ code: Int, _ message: String, in batch: Batch? = nil) {
    answer(
      ["jsonrpc": "2.0", "id": id, "error": ["code": .int(code), "message": .string(message)]], in: batch)
  }

  private func answer(_ message: JSONValue, in batch: Batch?) {
    guard let batch else { return send(message) }
    batch.answers.append(message)
    settle(batch)
  }

  /// A request of a batch is answered, or will not be.
  private func settle(_ batch: Batch) {
    batch.unanswered -= 1
    if batch.unanswered == 0, !batch.answers.isEmpty { send(.array(batch.answers)) }
  }

  /// One line.
  func receive(_ line: [UInt8]) {
    guard let text = String(validating: line, as: UTF8.self), let message = try? JSONValue(parsing: text) else {
      return fail(.null, ErrorCode.parse, "The line is not JSON.")
    }
    guard let messages = message.array else { return receive(message, in: nil) }
    guard let version, version < Self.firstWithoutBatches else {
      let reason =
        version.map { "Version \($0) of the protocol has no batches: one message a line." }
        ?? "The first request is 'initialize', by itself."
      return fail(.null, ErrorCode.invalidRequest, reason)
    }
    guard !messages.isEmpty else { return fail(.null, ErrorCode.invalidRequest, "There is nothing in the batch.") }
    let batch = Batch()
    // One more, so that it is not done before all of it was read.
    batch.unanswered = 1
    for message in messages { receive(message, in: batch) }
    settle(batch)
  }

  private func receive(_ message: JSONValue, in batch: Batch?) {
    func refuse(_ reason: String, to id: JSONValue = .null) {
      batch?.unanswered += 1
      fail(id, ErrorCode.invalidRequest, reason, in: batch)
    }
    guard let method = message["method"]?.string else {
      // What is answered to a ping of ours; there is none.
      if message["result"] == nil, message["error"] == nil { refuse("A request is an object with a method.") }
      return
    }
    let params = message["params"] ?? .object([])
    guard let id = message["id"] else {
      if method == "notifications/cancelled", let given = params["requestId"], let (request, batch) = requests[given] {
        // It is not answered any more.
        core.cancel(request)
        core.abandon(request)
        requests[given] = nil
        if let batch { settle(batch) }
      }
      return
    }
    guard id.string != nil || id.int != nil else { return refuse("The id of a request is a string or an integer.") }
    guard message["jsonrpc"] == "2.0" else { return refuse("A request says that it is of JSON-RPC 2.0.", to: id) }
    guard requests[id] == nil else { return refuse("A request with this id is being answered.", to: id) }
    batch?.unanswered += 1
    guard params.object != nil else {
      return fail(id, ErrorCode.invalidParams, "Parameters are an object.", in: batch)
    }
    switch method {
    case "initialize":
      guard batch == nil else {
        return fail(id, ErrorCode.invalidRequest, "'initialize' comes by itself.", in: batch)
      }
      // What was agreed on holds to the end.
      guard version == nil else {
        return fail(id, ErrorCode.invalidRequest, "'initialize' is the first request, and comes once.")
      }
      initialize(id, params)
    case "ping": reply(id, .object([]), in: batch)
    case "tools/list", "tools/call":
      guard version != nil else { return fail(id, ErrorCode.invalidRequest, "The first request is 'initialize'.") }
      guard method == "tools/list" else { return call(id, params, in: batch) }
      guard params["cursor"].map(\.isNull) ?? true else {
        return fail(id, ErrorCode.invalidParams, "All tools are on one page: there is no such cursor.", in: batch)
      }
      reply(id, ["tools": .array(tools.tools.map(\.json))], in: batch)
    default: fail(id, ErrorCode.methodNotFound, "This server has no method '\(method)'.", in: batch)
    }
  }

  private func initialize(_ id: JSONValue, _ params: JSONValue) {
    let wanted = params["protocolVersion"]?.string
    let version = wanted.flatMap { Self.versions.contains($0) ? $0 : nil } ?? Self.versions[0]
    self.version = version
    reply(
      id,
      [
        "protocolVersion": .string(version), "capabilities": ["tools": ["listChanged": false]],
        "serverInfo": ["name": "combinectl", "title": "combined", "version": .string(Combinectl.version)],
        "instructions": .string(instructions),
      ], in: nil)
  }

  private var instructions: String {
    """
    combined is a daemon that owns observable stores and Combine pipelines, written in Swift. store_list says what there \
    is, store_get reads a path such as signup.username, why explains a value, program_check says what is wrong with Swift \
    before anything runs, program_help explains a name.
    """
      + (role == .viewer
        ? " Nothing can be changed here: the server was started for a viewer."
        : role == .writer ? " Values can be set; source cannot be run." : " program_eval runs Swift for everybody.")
  }

  // MARK: Tools

  private func call(_ id: JSONValue, _ params: JSONValue, in batch: Batch?) {
    let name = params["name"]?.string ?? ""
    guard let tool = tools.tool(named: name) else {
      let meant = nearest(name, among: tools.tools.map(\.name)).map { " Did you mean '\($0)'?" } ?? ""
      let known = MethodTable[name.replacing("_", with: ".")]
      let reason = known.map { method in
        guard ContextTools.isTool(method) else {
          return "'\(name)' is no tool: it is about a connection, or events that it hears."
        }
        return "'\(name)' needs the role \(method.access.role), and this server has \(role.rawValue)."
      }
      return fail(id, ErrorCode.invalidParams, reason ?? "There is no tool '\(name)'.\(meant)", in: batch)
    }
    if !core.isConnected, let error = wake() { return reply(id, Self.refused(error), in: batch) }
    var isAnswered = false
    let arguments = params["arguments"].flatMap { $0 == .null ? nil : $0 } ?? .object([])
    let request = core.request(named: tool.method.name, arguments) { [unowned self] outcome in
      isAnswered = true
      switch outcome {
      case .success(let result): reply(id, Self.result(told(result, of: tool.method), of: tool.method), in: batch)
      case .failure(let error): reply(id, Self.refused(error), in: batch)
      }
    }
    if !isAnswered { requests[id] = (request, batch) }
  }

  /// Without what the program gives to something secret.
  private func told(_ result: JSONValue, of method: Method) -> JSONValue {
    guard [ProgramSource.method.name, ProgramList.method.name].contains(method.name),
      case .object(let members) = result
    else { return result }
    let secrets = SecretLiterals(core.hello?.secrets ?? [])
    func told(_ member: JSONValue.Member) -> JSONValue.Member {
      switch (member.name, member.value) {
      case ("declarations", .array(let declarations)):
        .init(
          member.name,
          .array(
            declarations.map { declaration in
              guard case .object(let members) = declaration else { return declaration }
              return .object(members.map(told))
            }))
      case ("text", .string(let text)): .init(member.name, .string(secrets.without(text)))
      default: member
      }
    }
    return .object(members.map(told))
  }

  private static func result(_ result: JSONValue, of method: Method) -> JSONValue {
    // What is wrong with source is read best beside it.
    let rendered = result["rendered"]?.string ?? ""
    let text = rendered.isEmpty ? result.description : rendered
    var members: [JSONValue.Member] = [.init("content", [["type": "text", "text": .string(text)]])]
    if case .object = method.result { members.append(.init("structuredContent", result)) }
    return .object(members + [.init("isError", false)])
  }

  /// What the daemon refuses is for whoever called: it can be done better.
  private static func refused(_ error: ClientError) -> JSONValue {
    var lines = [error.message + "."]
    if case .refused(let refusal) = error,
      let rendered = refusal.fields.first(where: { $0.name == "rendered" })?.value.string
    {
      lines.append(rendered)
    }
    if let hint = error.hint { lines.append(hint) }
    return ["content": [["type": "text", "text": .string(lines.joined(separator: "\n"))]], "isError": true]
  }
}

// The Language Server Protocol (3.17) over the daemon: what an editor says and hears of Swift that the daemon runs.
import ClientConnection
import Wire

/// One editor. Messages go in and out as JSON; it never waits, and reads no descriptor.
final class LanguageServer {
  /// Beyond those of JSON-RPC, as the Language Server Protocol numbers them.
  enum ErrorCode {
    static let parse = -32700
    static let invalidRequest = -32600
    static let methodNotFound = -32601
    static let invalidParams = -32602
    static let notInitialized = -32002
    static let requestFailed = -32803
    static let cancelled = -32800
    static let contentModified = -32801
  }

  enum Phase { case waiting, running, shutDown, exited }

  let core: ClientCore
  let namespace: String?
  private(set) var phase = Phase.waiting
  private(set) var encoding = PositionEncoding.utf16
  private(set) var root: String?
  var documents: [String: OpenDocument] = [:]
  /// What of the daemon each request of the editor waits for.
  private var requests: [JSONValue: RequestID] = [:]
  /// The last completion that was asked for, by document.
  private var completions: [String: JSONValue] = [:]
  private let send: (JSONValue) -> Void
  /// The text of a file on the disk.
  let readFile: (String) -> String?
  /// Runs `combinectl` with arguments and gives all that it has printed, and its exit status.
  let runTool: ([String], @escaping (_ output: String, _ status: Int32) -> Void) -> Void

  /// Called when the daemon is asked for something and is not there: connects at once, starting one if that may be.
  var wake: () -> ClientError? = { nil }

  struct OpenDocument {
    var document: TextDocument
    var checked: CheckedText
    /// What the last check found, in the document as it was then.
    var diagnostics: [DiagnosticReport] = []
    /// What the last run of the file as a whole has found; a change forgets it.
    var findings: [JSONValue] = []
    /// The check that is under way, and whether the text has changed since.
    var check: RequestID?
    var isStale = false
  }

  /// - Parameter namespace: the world of names that files belong to.
  init(
    core: ClientCore, namespace: String?, readFile: @escaping (String) -> String?,
    runTool: @escaping ([String], @escaping (String, Int32) -> Void) -> Void, send: @escaping (JSONValue) -> Void
  ) {
    self.core = core
    self.namespace = namespace
    self.readFile = readFile
    self.runTool = runTool
    self.send = send
    core.onEvent = { [unowned self] in heard($0) }
  }

  /// What the process ends with when the editor has gone, or said `exit`.
  var exitStatus: Int32 { didShutDown ? 0 : 1 }
  private var didShutDown = false

  // MARK: Saying

  func notify(_ method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  func reply(_ id: JSONValue?, _ result: JSONValue) {
    guard let id else { return }
    requests[id] = nil
    send(["jsonrpc": "2.0", "id": id, "result": result])
  }

  func fail(_ id: JSONValue?, _ code: Int, _ message: String) {
    guard let id else { return }
    requests[id] = nil
    send(["jsonrpc": "2.0", "id": id, "error": ["code": .int(code), "message": .string(message)]])
  }

  /// For the editor's log.
  func log(_ message: String, _ type: MessageType = .log) {
    notify("window/logMessage", ["type": .int(type.rawValue), "message": .string(message)])
  }

  func show(_ message: String, _ type: MessageType) {
    notify("window/showMessage", ["type": .int(type.rawValue), "message": .string(message)])
  }

  enum MessageType: Int { case error = 1, warning, info, log }

  // MARK: Hearing

  /// One message of the editor, as it has come.
  func receive(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), let message = try? JSONValue(parsing: text) else {
      return send([
        "jsonrpc": "2.0", "id": .null,
        "error": ["code": .int(ErrorCode.parse), "message": "The message is not JSON."],
      ])
    }
    receive(message)
  }

  private func receive(_ message: JSONValue) {
    let id = message["id"].flatMap { $0.isNull ? nil : $0 }
    guard let method = message["method"]?.string else {
      // The editor's answer to what it was asked: nothing waits for one.
      if id == nil || message["result"] == nil && message["error"] == nil {
        fail(id ?? .null, ErrorCode.invalidRequest, "A request has a method.")
      }
      return
    }
    let params = message["params"] ?? .null
    if method == "exit" {
      phase = .exited
      return
    }
    guard let id else { return receive(notification: method, params) }
    switch phase {
    case .waiting where method != "initialize":
      fail(id, ErrorCode.notInitialized, "The first request is 'initialize', not '\(method)'.")
    case .running where method == "initialize":
      fail(id, ErrorCode.invalidRequest, "'initialize' was asked already.")
    case .shutDown, .exited: fail(id, ErrorCode.invalidRequest, "The server has shut down.")
    default: answer(method, id, params)
    }
  }

  private func receive(notification method: String, _ params: JSONValue) {
    guard phase == .running else { return }
    switch method {
    case "textDocument/didOpen":
      guard let item = params["textDocument"], let uri = item["uri"]?.string, let text = item["text"]?.string else {
        return
      }
      open(TextDocument(uri: uri, version: item["version"]?.int, text: text))
    case "textDocument/didChange":
      guard let uri = params["textDocument"]?["uri"]?.string, var open = documents[uri] else { return }
      for change in params["contentChanges"]?.array ?? [] { open.document.change(change, encoding) }
      open.document.version = params["textDocument"]?["version"]?.int ?? open.document.version
      open.checked = checkedText(of: open.document)
      open.findings = []
      documents[uri] = open
      check(uri)
    case "textDocument/didSave":
      // Files that name it with `:source` have it anew.
      for (uri, open) in documents where !open.checked.sources.isEmpty {
        documents[uri]!.checked = checkedText(of: open.document)
        check(uri)
      }
    case "textDocument/didClose":
      guard let uri = params["textDocument"]?["uri"]?.string, let open = documents.removeValue(forKey: uri) else {
        return
      }
      if let check = open.check { core.cancel(check) }
      completions[uri] = nil
      publish(uri, version: nil, [])
    case "$/cancelRequest":
      if let id = params["id"] { giveUp(id, "The request was cancelled.") }
    default: break
    }
  }

  private func answer(_ method: String, _ id: JSONValue, _ params: JSONValue) {
    switch method {
    case "initialize": initialize(id, params)
    case "shutdown":
      (phase, didShutDown) = (.shutDown, true)
      reply(id, .null)
    case "textDocument/completion": complete(id, params)
    case "textDocument/hover": hover(id, params)
    case "textDocument/definition": define(id, params)
    case "textDocument/references": listReferences(id, params)
    case "textDocument/documentHighlight": highlight(id, params)
    case "textDocument/prepareRename": prepareRenaming(id, params)
    case "textDocument/rename": rename(id, params)
    case "textDocument/documentSymbol": listSymbols(id, params)
    case "textDocument/codeAction": offerActions(id, params)
    case "textDocument/codeLens": offerLenses(id, params)
    case "workspace/executeCommand": execute(id, params)
    default: fail(id, ErrorCode.methodNotFound, "This server has no method '\(method)'.")
    }
  }

  private func initialize(_ id: JSONValue, _ params: JSONValue) {
    let offered = params["capabilities"]?["general"]?["positionEncodings"]?.array ?? []
    encoding = offered.lazy.compactMap { $0.string.flatMap(PositionEncoding.init) }.first ?? .utf16
    root =
      (params["rootUri"]?.string ?? params["workspaceFolders"]?[0]?["uri"]?.string).flatMap(FileURI.path)
      ?? params["rootPath"]?.string
    phase = .running
    reply(
      id,
      [
        "serverInfo": ["name": "combinectl", "version": .string(Combinectl.version)],
        "capabilities": [
          "positionEncoding": .string(encoding.rawValue),
          "textDocumentSync": ["openClose": true, "change": 2, "save": true],
          "completionProvider": ["triggerCharacters": [".", "$", "@", "#", ":"]],
          "hoverProvider": true, "definitionProvider": true, "documentSymbolProvider": true,
          "referencesProvider": true, "documentHighlightProvider": true,
          "renameProvider": ["prepareProvider": true],
          "codeActionProvider": ["codeActionKinds": ["quickfix"]],
          "codeLensProvider": ["resolveProvider": false],
          "executeCommandProvider": ["commands": .array(ToolCommand.allCases.map { .string($0.rawValue) })],
        ],
      ])
  }

  // MARK: Documents

  private func checkedText(of document: TextDocument) -> CheckedText {
    checkedText(of: document) { [documents, readFile] path in
      documents[FileURI.uri(path)]?.document.text ?? readFile(path)
    }
  }

  func checkedText(of document: TextDocument, read: (String) -> String?) -> CheckedText {
    CheckedText(document.text, path: document.path, read: read)
  }

  private func open(_ document: TextDocument) {
    documents[document.uri] = OpenDocument(document: document, checked: checkedText(of: document))
    check(document.uri)
  }

  /// The document that a request is about, and the place in it.
  func place(_ params: JSONValue) -> (open: OpenDocument, offset: Int)? {
    guard let uri = params["textDocument"]?["uri"]?.string, let open = documents[uri],
      let position = EditorPosition(params["position"])
    else { return nil }
    return (open, open.document.offset(position, encoding))
  }

  /// Asks the daemon; the editor may give that up.
  func ask<M: MethodDefinition>(
    _ method: M.Type, _ params: M.Params, for id: JSONValue?, _ body: @escaping (Result<M.Result, ClientError>) -> Void
  ) {
    if !core.isConnected, let error = wake() { return body(.failure(error)) }
    var isAnswered = false
    let request = core.request(method, params) { outcome in
      isAnswered = true
      body(outcome)
    }
    if !isAnswered, let id { requests[id] = request }
  }

  /// Nobody waits for an answer any more, or it would be about what was there before.
  private func giveUp(_ id: JSONValue, _ why: String) {
    guard let request = requests[id] else { return }
    core.cancel(request)
    core.abandon(request)
    fail(id, ErrorCode.cancelled, why)
  }

  /// Of the completions of a text the last is wanted: one that is still looked for is given up.
  func supersede(_ uri: String, by id: JSONValue) {
    if let earlier = completions.updateValue(id, forKey: uri), earlier != id {
      giveUp(earlier, "Another completion was asked for.")
    }
  }

  // MARK: Diagnostics

  /// A test has names of its own; what else is opened belongs to the daemon's program.
  func namespace(of document: TextDocument) -> String? { document.isTest ? TextDocument.testNamespace : namespace }

  /// Has the text checked; while it is being checked, it is again when that is done.
  private func check(_ uri: String) {
    guard let open = documents[uri] else { return }
    if let check = open.check {
      documents[uri]!.isStale = true
      return core.cancel(check)
    }
    let params = SourceParams(
      source: open.checked.text, file: open.document.path, namespace: namespace(of: open.document))
    let version = open.document.version
    if !core.isConnected, let error = wake() {
      return log("\(open.document.path) was not checked: \(error.message)", .warning)
    }
    // What has just come back has all documents checked.
    guard documents[uri]!.check == nil else { return }
    var isAnswered = false
    let request = core.request(ProgramCheck.self, params) { [unowned self] outcome in
      isAnswered = true
      guard documents[uri] != nil else { return }
      documents[uri]!.check = nil
      if documents[uri]!.isStale {
        documents[uri]!.isStale = false
        return check(uri)
      }
      switch outcome {
      case .success(let result):
        documents[uri]!.diagnostics = result.diagnostics
        publish(uri, version: version)
      case .failure(let error): log("\(open.document.path) was not checked: \(error.message)", .warning)
      }
    }
    if !isAnswered { documents[uri]?.check = request }
  }

  /// Somebody waits for something else of the text, which comes first: it is checked anew when that has been asked for.
  func postponeCheck(_ uri: String) {
    guard let check = documents[uri]?.check else { return }
    documents[uri]!.isStale = true
    core.cancel(check)
  }

  func publish(_ uri: String, version: Int?) {
    guard let open = documents[uri] else { return }
    let found = open.diagnostics.map { json($0, in: open) }
    publish(
      uri, version: version, found + open.checked.commands.compactMap { refusal(of: $0, in: open) } + open.findings)
  }

  /// What is wrong with a command, as far as that is known without doing it.
  private func refusal(of command: CheckedText.Command, in open: OpenDocument) -> JSONValue? {
    guard let error = error(in: command, of: open.document) else { return nil }
    let text = ":" + command.text
    let column = Session.CommandPlace(open.document.path, command.line + 1, text).column(of: error.message)
    let length = text.utf8.dropFirst(column - 1).prefix { $0 != UInt8(ascii: " ") }.count
    let start = open.offset(line: open.checked.linesBefore + command.line + 1, column: column)
    return [
      "range": open.document.range(start..<start + length, encoding), "severity": 1, "source": "combined",
      "message": .string(error.message + (error.hint.map { "; " + $0 } ?? "")),
    ]
  }

  private func error(in command: CheckedText.Command, of document: TextDocument) -> UsageError? {
    if let file = CheckedText.file(namedBy: command, beside: document.path) {
      if documents[FileURI.uri(file)] != nil || readFile(file) != nil { return nil }
      return UsageError("cannot read \(file)", hint: fileExists(file) ? "it is no text" : "there is no such file")
    }
    return Session.refusal(ofCommand: command.text, isTest: document.isTest)
  }

  private func publish(_ uri: String, version: Int?, _ diagnostics: [JSONValue]) {
    let shown = version.map { [JSONValue.Member("version", .int($0))] } ?? []
    notify(
      "textDocument/publishDiagnostics",
      .object([.init("uri", .string(uri))] + shown + [.init("diagnostics", .array(diagnostics))]))
  }

  private func json(_ report: DiagnosticReport, in open: OpenDocument) -> JSONValue {
    // What is wrong with a file that the document names is said where it is named.
    let source = open.checked.source(ofLine: report.line)
    let message =
      source.map { "\($0.path):\(report.line - $0.lines.lowerBound + 1):\(report.column): \(report.message)" }
      ?? report.message
    let related = report.notes.map { note -> JSONValue in
      ["location": location(note, in: open), "message": .string(note.message)]
    }
    return .object(
      [
        .init("range", range(report, in: open)), .init("severity", .int(report.severity == .error ? 1 : 2)),
        .init("source", "combined"), .init("message", .string(message)),
      ] + (related.isEmpty ? [] : [.init("relatedInformation", .array(related))]))
  }

  private func location(_ report: DiagnosticReport, in open: OpenDocument) -> JSONValue {
    if let source = open.checked.source(ofLine: report.line) {
      let line = report.line - source.lines.lowerBound
      let place = EditorPosition(line: line, character: report.column - 1).json
      return ["uri": .string(FileURI.uri(source.path)), "range": ["start": place, "end": place]]
    }
    return ["uri": .string(open.document.uri), "range": range(report, in: open)]
  }

  func range(_ report: DiagnosticReport, in open: OpenDocument) -> JSONValue {
    if let source = open.checked.source(ofLine: report.line) {
      let line = EditorPosition(line: source.namedOn, character: 0)
      let end = EditorPosition(line: source.namedOn, character: .max)
      let offsets = open.document.offset(line, encoding)..<open.document.offset(end, encoding)
      return open.document.range(offsets, encoding)
    }
    let start = open.offset(line: report.line, column: report.column)
    let end = max(start, open.offset(line: report.endLine, column: report.endColumn))
    return open.document.range(start..<end, encoding)
  }

  // MARK: The daemon

  private func heard(_ event: ClientEvent) {
    switch event {
    case .connected(_, _, let isReconnect):
      if isReconnect { documents.keys.forEach(check) }
    case .lost: log("the daemon is gone; it is looked for", .warning)
    case .greetingRefused(let error): show(error.message, .error)
    default: break
    }
  }
}

extension LanguageServer.OpenDocument {
  /// In the document, of a place in the checked text: lines and columns from 1, columns in UTF-8 bytes.
  func offset(line: Int, column: Int) -> Int {
    let start = document.lineFeeds(line - 1 - checked.linesBefore)
    return min(document.bytes.count, max(0, start + column - 1))
  }
}

extension TextDocument {
  var isTest: Bool { path.hasSuffix(".test") }
  /// Nothing is ever evaluated in it: a test begins with nothing.
  static let testNamespace = "checkedTest"
}

// What an editor can do with a text: repair it, run it.
import ClientConnection
import Wire

/// What `workspace/executeCommand` can be asked; its argument is the document.
enum ToolCommand: String, CaseIterable {
  case run = "combinectl.run"
  case test = "combinectl.test"

  var title: String {
    switch self {
    case .run: "Run this file"
    case .test: "Run this test"
    }
  }

  init(for document: TextDocument) { self = document.isTest ? .test : .run }

  func json(_ document: TextDocument) -> JSONValue {
    ["title": .string(title), "command": .string(rawValue), "arguments": [.string(document.uri)]]
  }
}

extension LanguageServer {
  /// The fix-its of diagnostics that the range touches.
  func offerActions(_ id: JSONValue, _ params: JSONValue) {
    guard let uri = params["textDocument"]?["uri"]?.string, let open = documents[uri],
      let start = EditorPosition(params["range"]?["start"]), let end = EditorPosition(params["range"]?["end"])
    else { return reply(id, .null) }
    let only = params["context"]?["only"]?.array?.compactMap(\.string)
    guard only?.contains(where: { "quickfix".hasPrefix($0) }) ?? true else { return reply(id, []) }
    // What was found in another text than this one would be repaired in the wrong places.
    guard open.check == nil else { return reply(id, []) }
    let wanted =
      open.document.offset(
        start, encoding)...max(
        open.document.offset(start, encoding), open.document.offset(end, encoding))
    var actions: [JSONValue] = []
    for report in open.diagnostics where open.checked.source(ofLine: report.line) == nil {
      let begin = open.offset(line: report.line, column: report.column)
      let range = begin...max(begin, open.offset(line: report.endLine, column: report.endColumn))
      guard range.overlaps(wanted) else { continue }
      for fixIt in report.fixIts + report.notes.flatMap(\.fixIts) {
        actions.append([
          "title": .string(fixIt.message), "kind": "quickfix", "isPreferred": .bool(report.fixIts.count == 1),
          "edit": ["changes": .object([.init(uri, .array(fixIt.edits.map { edit($0, in: open) }))])],
        ])
      }
    }
    reply(id, .array(actions))
  }

  private func edit(_ edit: DiagnosticReport.Edit, in open: OpenDocument) -> JSONValue {
    let start = open.offset(line: edit.line, column: edit.column)
    let end = max(start, open.offset(line: edit.endLine, column: edit.endColumn))
    return ["range": open.document.range(start..<end, encoding), "newText": .string(edit.text)]
  }

  /// One above the first line: to run the file.
  func offerLenses(_ id: JSONValue, _ params: JSONValue) {
    guard let uri = params["textDocument"]?["uri"]?.string, let open = documents[uri] else { return reply(id, .null) }
    let command = ToolCommand(for: open.document)
    reply(id, [["range": open.document.range(0..<0, encoding), "command": command.json(open.document)]])
  }

  func execute(_ id: JSONValue, _ params: JSONValue) {
    let name = params["command"]?.string ?? ""
    guard let command = ToolCommand(rawValue: name) else {
      return fail(id, ErrorCode.invalidParams, "There is no command '\(name)'.")
    }
    guard let uri = params["arguments"]?[0]?.string, let path = FileURI.path(uri) else {
      return fail(id, ErrorCode.invalidParams, "\(name) takes the URI of a file.")
    }
    let verb = command == .test ? "test" : "run"
    if let name = unsaved(path) {
      show("combinectl \(verb): \(name) has changes that are not saved: save it, then run it", .error)
      return reply(id, ["status": 65, "output": ""])
    }
    runTool([verb, path]) { [self] output, status in
      let lines = output.split(whereSeparator: \.isNewline).map(String.init)
      if !lines.isEmpty { log(lines.joined(separator: "\n")) }
      let last = lines.last ?? (status == 0 ? "done" : "failed")
      let summary = status == 0 ? last : lines.first { $0.contains("error:") } ?? last
      show("combinectl \(verb): \(summary)", status == 0 ? .info : .error)
      if documents[uri] != nil {
        documents[uri]!.findings = findings(in: lines, of: path, documents[uri]!)
        publish(uri, version: documents[uri]!.document.version)
      }
      reply(id, ["status": .int(Int(status)), "output": .string(output)])
    }
  }

  /// The document that is to be run, or one that it reads, if what is on the disk is something else: that would be run.
  private func unsaved(_ path: String) -> String? {
    let sources = documents[FileURI.uri(path)]?.checked.sources.map(\.path) ?? []
    return ([path] + sources).first { path in
      guard let text = documents[FileURI.uri(path)]?.document.text else { return false }
      // Of a file that is no text, whoever runs it says so.
      guard let saved = readFile(path) else { return !fileExists(path) }
      return !Self.plain(text).elementsEqual(Self.plain(saved))
    }
  }

  /// Editors keep the mark at the beginning, and the end of the last line, to themselves.
  private static func plain(_ text: String) -> Substring.UTF8View {
    var bytes = Substring(text).utf8
    if bytes.starts(with: "\u{FEFF}".utf8) { bytes = bytes.dropFirst(3) }
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
    return bytes
  }

  /// `form.test:3:1: error: …`, where the check has not found the same already.
  private func findings(in lines: [String], of path: String, _ open: OpenDocument) -> [JSONValue] {
    lines.compactMap { line in
      guard line.hasPrefix(path + ":") else { return nil }
      let parts = line.dropFirst(path.count + 1).split(separator: ":", maxSplits: 3).map { String($0).trimmed }
      guard parts.count == 4, let row = Int(parts[0]), let column = Int(parts[1]), parts[2] == "error",
        !open.diagnostics.contains(where: { $0.line - open.checked.linesBefore == row && $0.message == parts[3] })
      else { return nil }
      let start = open.offset(line: row + open.checked.linesBefore, column: column)
      let place = open.document.position(start, encoding)
      let lineEnd = open.document.offset(EditorPosition(line: place.line, character: .max), encoding)
      return [
        "range": open.document.range(start..<max(start, lineEnd), encoding), "severity": 1,
        "source": "combinectl", "message": .string(parts[3]),
      ]
    }
  }
}

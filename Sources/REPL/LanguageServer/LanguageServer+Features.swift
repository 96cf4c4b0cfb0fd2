// What an editor asks of a place in a text: what could stand there, what does, and where that is declared.
import ClientConnection
import Wire

extension LanguageServer {
  // MARK: Completion

  func complete(_ id: JSONValue, _ params: JSONValue) {
    guard let (open, offset) = place(params) else { return reply(id, .null) }
    let line = open.document.position(offset, encoding).line
    if let command = commandCompletion(open, line: line, offset: offset) { return reply(id, command) }
    let place = offset + open.checked.bytesBefore
    var request = ProgramComplete.Params(
      source: open.checked.text(at: place), offset: place, namespace: namespace(of: open.document))
    request.file = open.document.path
    supersede(open.document.uri, by: id)
    postponeCheck(open.document.uri)
    ask(ProgramComplete.self, request, for: id) { [unowned self] outcome in
      guard case .success(let result) = outcome else { return reply(id, .null) }
      let own = open.checked.bytesBefore
      let range = open.document.range(result.start - own..<max(offset, (result.end ?? result.start) - own), encoding)
      let items = result.candidates.enumerated().map { item($1, at: $0, range) }
      // More are found when more is typed.
      reply(id, ["isIncomplete": .bool(result.candidates.count >= 256), "items": .array(items)])
    }
  }

  private func item(_ candidate: CompletionCandidate, at position: Int, _ range: JSONValue) -> JSONValue {
    // The daemon's order, best first, as text that sorts so.
    let number = String(position)
    var members: [JSONValue.Member] = [
      .init("label", .string(candidate.name)), .init("kind", .int(Self.completionKind(candidate.kind))),
      .init("sortText", .string(String(repeating: "0", count: max(0, 4 - number.count)) + number)),
      .init("textEdit", ["range": range, "newText": .string(candidate.name)]),
    ]
    if let detail = candidate.signature ?? candidate.type { members.append(.init("detail", .string(detail))) }
    if let summary = candidate.summary {
      members.append(.init("documentation", ["kind": "markdown", "value": .string(summary)]))
    }
    return .object(members)
  }

  /// `CompletionItemKind`.
  private static func completionKind(_ kind: String) -> Int {
    switch kind {
    case "method": 2
    case "function", "macro": 3
    case "property", "label": 10
    case "store", "value": 6
    case "type": 7
    case "module": 9
    case "case": 20
    case "keyword", "attribute": 14
    default: 1
    }
  }

  /// The names of commands, where one is typed; `nil` where Swift is.
  private func commandCompletion(_ open: OpenDocument, line: Int, offset: Int) -> JSONValue? {
    let text = open.document.line(line)
    guard open.checked.command(onLine: line) != nil || text == ":" else { return nil }
    let start = open.document.offset(EditorPosition(line: line, character: 0), encoding)
    let word = text.dropFirst().prefix { !$0.isWhitespace }
    guard offset <= start + 1 + word.utf8.count else {
      // The paths that a command takes are those of the program.
      return open.checked.path(at: offset + open.checked.bytesBefore) == nil ? .null : nil
    }
    let range = open.document.range(start + 1..<start + 1 + word.utf8.count, encoding)
    return .array(
      Command.all.map { command in
        [
          "label": .string(command.name), "kind": 3, "filterText": .string(command.name),
          "detail": .string(":\(command.name) \(command.synopsis)".trimmed), "documentation": .string(command.summary),
          "textEdit": ["range": range, "newText": .string(command.name)],
        ]
      })
  }

  // MARK: Hover

  func hover(_ id: JSONValue, _ params: JSONValue) {
    guard let (open, offset) = place(params) else { return reply(id, .null) }
    let line = open.document.position(offset, encoding).line
    if let command = open.checked.command(onLine: line),
      open.checked.path(at: offset + open.checked.bytesBefore)?.text.isEmpty ?? true
    {
      return reply(id, hover(command))
    }
    lookUp(open, offset, for: id) { [unowned self] found in
      guard let found else { return reply(id, .null) }
      let own = open.checked.bytesBefore
      let range = open.document.range(found.start - own..<found.end - own, encoding)
      let before = String(decoding: open.document.bytes[..<(found.end - own)], as: UTF8.self)
      guard !open.document.isTest, let path = Session.path(at: before) else {
        return reply(id, Self.hover(found, value: nil, range))
      }
      var request = StoreGet.Params(path: Namespaces.absolute(path, in: namespace), offset: 0, length: 400)
      request.stored = true
      ask(StoreGet.self, request, for: id) { [unowned self] outcome in
        reply(id, Self.hover(found, value: try? outcome.get(), range))
      }
    }
  }

  private static func hover(_ found: ProgramLookup.Result, value: StoreGet.Result?, _ range: JSONValue) -> JSONValue {
    let declared = found.signatures.isEmpty ? [found.type ?? found.name] : found.signatures
    var parts = [(["```swift"] + declared.prefix(6) + ["```"]).joined(separator: "\n")]
    if let type = found.type, !["function", "method"].contains(found.kind),
      !declared.contains(where: { $0.contains(type) })
    {
      parts.append("`\(type)`")
    }
    if let summary = found.summary { parts.append(summary) }
    if let value {
      let whole = value.text ?? value.value.description
      let isCut = value.size.map { $0 > whole.utf8.count } ?? false
      parts.append("now `\(whole)\(isCut ? "…" : "")`, since rev \(value.rev)")
    }
    return ["contents": ["kind": "markdown", "value": .string(parts.joined(separator: "\n\n"))], "range": range]
  }

  private func hover(_ command: CheckedText.Command) -> JSONValue {
    guard let known = Command.named(command.text.words.first ?? "") else { return .null }
    let parts = ["`:\(known.name) \(known.synopsis)`", known.summary, known.details].filter { !$0.isEmpty }
    return ["contents": ["kind": "markdown", "value": .string(parts.joined(separator: "\n\n"))]]
  }

  func lookUp(
    _ open: OpenDocument, _ offset: Int, for id: JSONValue, _ body: @escaping (ProgramLookup.Result?) -> Void
  ) {
    let place = offset + open.checked.bytesBefore
    var request = ProgramComplete.Params(
      source: open.checked.text(at: place), offset: place, namespace: namespace(of: open.document))
    request.file = open.document.path
    ask(ProgramLookup.self, request, for: id) { body(try? $0.get()) }
  }

  // MARK: Definitions and symbols

  func define(_ id: JSONValue, _ params: JSONValue) {
    guard let (open, offset) = place(params) else { return reply(id, .null) }
    lookUp(open, offset, for: id) { [unowned self] found in
      reply(id, found?.definition.flatMap { location($0, in: open) } ?? .null)
    }
  }

  func location(_ place: SourcePlace, in open: OpenDocument) -> JSONValue? {
    func inFile(_ path: String, linesBefore: Int) -> JSONValue? {
      guard let text = documents[FileURI.uri(path)]?.document.text ?? readFile(path) else { return nil }
      let file = TextDocument(uri: FileURI.uri(path), version: nil, text: text)
      let opened = OpenDocument(document: file, checked: CheckedText("", path: path) { _ in nil })
      let start = opened.offset(line: place.line - linesBefore, column: place.column)
      let end = max(start, opened.offset(line: place.endLine - linesBefore, column: place.endColumn))
      return ["uri": .string(file.uri), "range": file.range(start..<end, encoding)]
    }
    if place.file == open.document.path {
      if let source = open.checked.source(ofLine: place.line) {
        return inFile(source.path, linesBefore: source.lines.lowerBound - 1)
      }
      let start = open.offset(line: place.line, column: place.column)
      let end = max(start, open.offset(line: place.endLine, column: place.endColumn))
      return ["uri": .string(open.document.uri), "range": open.document.range(start..<end, encoding)]
    }
    // What the daemon was given by others has the name that they gave: a path from where they were.
    let folder = open.document.path.lastIndex(of: "/").map { String(open.document.path[..<$0]) }
    let places = place.file.hasPrefix("/") ? [""] : [root, folder].compactMap(\.self).map { $0 + "/" }
    return places.lazy.compactMap { inFile($0 + place.file, linesBefore: 0) }.first
  }

  func listSymbols(_ id: JSONValue, _ params: JSONValue) {
    guard let uri = params["textDocument"]?["uri"]?.string, let open = documents[uri] else { return reply(id, .null) }
    let text = String(decoding: open.checked.text.utf8.dropFirst(open.checked.bytesBefore), as: UTF8.self)
    ask(ProgramOutline.self, .init(source: text), for: id) { [unowned self] outcome in
      guard case .success(let outline) = outcome else { return reply(id, .null) }
      var symbols = outline.symbols[...]
      reply(id, .array(tree(&symbols, depth: 0, open.document)))
    }
  }

  private func tree(_ symbols: inout ArraySlice<OutlineSymbol>, depth: Int, _ document: TextDocument) -> [JSONValue] {
    var result: [JSONValue] = []
    while let symbol = symbols.first, symbol.depth >= depth {
      symbols.removeFirst()
      let members = tree(&symbols, depth: depth + 1, document)
      result.append([
        "name": .string(symbol.name), "kind": .int(Self.symbolKind(symbol.kind)), "detail": .string(symbol.detail),
        "range": document.range(symbol.start..<symbol.end, encoding),
        "selectionRange": document.range(symbol.nameStart..<symbol.nameEnd, encoding), "children": .array(members),
      ])
    }
    return result
  }

  /// `SymbolKind`.
  private static func symbolKind(_ kind: String) -> Int {
    switch kind {
    case "class", "actor": 5
    case "struct": 23
    case "enum": 10
    case "protocol": 11
    case "extension": 3
    case "function": 12
    case "method", "subscript": 6
    case "initializer": 9
    case "property": 7
    case "case": 22
    case "alias": 26
    default: 13
    }
  }
}

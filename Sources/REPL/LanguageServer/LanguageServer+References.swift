// Where else a name stands that means the same: references, highlights and renaming. The daemon says of each place what the
// name there refers to.
import ClientConnection
import Wire

extension LanguageServer {
  /// A name in a file, by what it means.
  fileprivate struct Occurrence: Hashable {
    var uri: String
    /// As the editor has it.
    var range: JSONValue

    var json: JSONValue { ["uri": .string(uri), "range": range] }
  }

  /// What is found of a name.
  fileprivate struct References {
    var name: String
    /// The name at the place that was asked about.
    var range: JSONValue
    /// `nil` where nothing that can be read declares it.
    var declaration: JSONValue?
    /// In the order of the files and of the places in them, the declaration among them.
    var occurrences: [Occurrence]
  }

  /// So many places with the same word are looked at.
  private static let occurrencesMax = 1_000

  // MARK: Requests

  func listReferences(_ id: JSONValue, _ params: JSONValue) {
    let withDeclaration = params["context"]?["includeDeclaration"]?.bool ?? true
    find(id, params) { [unowned self] found in
      guard let found else { return reply(id, .null) }
      let shown = found.occurrences.map(\.json).filter { withDeclaration || $0 != found.declaration }
      reply(id, .array(shown))
    }
  }

  func highlight(_ id: JSONValue, _ params: JSONValue) {
    guard let uri = params["textDocument"]?["uri"]?.string else { return reply(id, .null) }
    find(id, params, onlyIn: uri) { [unowned self] found in
      guard let found else { return reply(id, .null) }
      reply(id, .array(found.occurrences.filter { $0.uri == uri }.map { ["range": $0.range, "kind": 1] }))
    }
  }

  func prepareRenaming(_ id: JSONValue, _ params: JSONValue) {
    guard let (open, offset) = place(params) else { return reply(id, .null) }
    lookUp(open, offset, for: id) { [unowned self] found in
      guard let found else { return reply(id, .null) }
      guard found.definition.flatMap({ location($0, in: open) }) != nil else {
        return fail(id, ErrorCode.requestFailed, Self.notOurs(found.name))
      }
      let own = open.checked.bytesBefore
      let start = found.start - own + (found.name.first == "$" ? 1 : 0)
      reply(
        id,
        [
          "range": open.document.range(start..<found.end - own, encoding),
          "placeholder": .string(Self.plain(found.name)),
        ])
    }
  }

  func rename(_ id: JSONValue, _ params: JSONValue) {
    guard let uri = params["textDocument"]?["uri"]?.string, let open = documents[uri],
      let wanted = params["newName"]?.string
    else { return fail(id, ErrorCode.invalidParams, "rename takes a place in an open document, and a new name.") }
    guard Self.isName(wanted) else {
      return fail(
        id, ErrorCode.invalidParams, "'\(wanted)' is no name of Swift: letters, digits and _, no digit first.")
    }
    find(id, params) { [unowned self] found in
      guard let found else { return fail(id, ErrorCode.requestFailed, "No name that is known stands there.") }
      guard found.declaration != nil else { return fail(id, ErrorCode.requestFailed, Self.notOurs(found.name)) }
      guard documents[uri]?.document.version == open.document.version else {
        return fail(id, ErrorCode.contentModified, "The text has changed meanwhile.")
      }
      let edits = found.occurrences.map { ($0.uri, ["range": $0.range, "newText": .string(wanted)] as JSONValue) }
      refuseOrReply(id, open, edits, wanted)
    }
  }

  /// What would be wrong afterwards, and is not now, is a reason not to.
  private func refuseOrReply(
    _ id: JSONValue, _ open: OpenDocument, _ edits: [(uri: String, edit: JSONValue)], _ name: String
  ) {
    func text(_ edits: [(uri: String, edit: JSONValue)]) -> String {
      checkedText(of: changed(open.document, edits)) { [unowned self] path in
        let uri = FileURI.uri(path)
        guard let text = documents[uri]?.document.text ?? readFile(path) else { return nil }
        return changed(TextDocument(uri: uri, version: nil, text: text), edits).text
      }.text
    }
    func check(_ text: String, _ body: @escaping ([DiagnosticReport]) -> Void) {
      let params = SourceParams(source: text, file: open.document.path, namespace: namespace(of: open.document))
      ask(ProgramCheck.self, params, for: id) { [unowned self] outcome in
        switch outcome {
        case .success(let result): body(result.diagnostics.filter { $0.severity == .error })
        case .failure(let error): fail(id, ErrorCode.requestFailed, error.message)
        }
      }
    }
    check(text([])) { [unowned self] before in
      check(text(edits)) { [unowned self] after in
        guard after.count <= before.count else {
          let new = after.first { report in !before.contains { $0.message == report.message } } ?? after[0]
          return fail(
            id, ErrorCode.requestFailed, "'\(name)' cannot be its name: line \(new.line), \(new.message).")
        }
        let files = Dictionary(grouping: edits, by: \.uri).sorted { $0.key < $1.key }
        reply(
          id, ["changes": .object(files.map { .init($0.key, .array($0.value.map(\.edit))) })])
      }
    }
  }

  private func changed(_ document: TextDocument, _ edits: [(uri: String, edit: JSONValue)]) -> TextDocument {
    var document = document
    // From the end on, so that what is to come keeps its place.
    for (uri, edit) in edits.reversed() where uri == document.uri {
      document.change(["range": edit["range"] ?? .null, "text": edit["newText"] ?? ""], encoding)
    }
    return document
  }

  private static func notOurs(_ name: String) -> String {
    "'\(name)' is declared in no file that is open or named with :source, so that it cannot be renamed."
  }

  private static func plain(_ name: String) -> String { name.first == "$" ? String(name.dropFirst()) : name }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.first, first == "_" || first.isLetter, text != "_" else { return false }
    return text.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
  }

  // MARK: Finding

  /// Everything that means what stands at the place of a request, in the documents that are open and the files that they name.
  private func find(
    _ id: JSONValue, _ params: JSONValue, onlyIn uri: String? = nil, _ body: @escaping (References?) -> Void
  ) {
    guard let (open, offset) = place(params) else { return body(nil) }
    lookUp(open, offset, for: id) { [unowned self] found in
      guard let found else { return body(nil) }
      let own = open.checked.bytesBefore
      let declaration = found.definition.flatMap { location($0, in: open) }
      let references = References(
        name: found.name, range: open.document.range(found.start - own..<found.end - own, encoding),
        declaration: declaration, occurrences: [])
      // What the library has is declared nowhere: it is told by its kind and signature instead.
      let meaning = declaration ?? .string(([found.kind] + found.signatures).joined(separator: "\n"))
      let others = uri == nil ? documents.values.filter { $0.document.uri != open.document.uri } : []
      let texts = [open] + others.sorted { $0.document.uri < $1.document.uri }
      var places = texts.flatMap { text in
        words(Self.plain(found.name), in: text).map { (text: text, bytes: $0) }
      }
      guard places.count <= Self.occurrencesMax else {
        return fail(
          id, ErrorCode.requestFailed,
          "'\(found.name)' stands in \(places.count) places; up to \(Self.occurrencesMax) are looked at.")
      }
      places.reverse()
      look(references, places, meaning, for: id, body)
    }
  }

  /// One place after the other: the daemon does what others ask in between.
  private func look(
    _ references: References, _ places: [(text: OpenDocument, bytes: Range<Int>)], _ meaning: JSONValue,
    for id: JSONValue, _ body: @escaping (References?) -> Void
  ) {
    var (references, places) = (references, places)
    guard let (text, bytes) = places.popLast() else {
      references.occurrences.sort { ($0.uri, $0.range.start) < ($1.uri, $1.range.start) }
      return body(references)
    }
    guard let occurrence = occurrence(bytes, in: text), !references.occurrences.contains(occurrence) else {
      return look(references, places, meaning, for: id, body)
    }
    var request = ProgramComplete.Params(
      source: text.checked.text, offset: bytes.lowerBound, namespace: namespace(of: text.document))
    request.file = text.document.path
    ask(ProgramLookup.self, request, for: id) { [unowned self] outcome in
      var references = references
      switch outcome {
      case .success(let found):
        let place = found.definition.flatMap { location($0, in: text) }
        let its = place ?? .string(([found.kind] + found.signatures).joined(separator: "\n"))
        if its == meaning { references.occurrences.append(occurrence) }
      case .failure(.refused(let refusal)) where refusal.known == .notFound: break
      case .failure(let error): return fail(id, ErrorCode.requestFailed, error.message)
      }
      look(references, places, meaning, for: id, body)
    }
  }

  /// Where a word stands in a checked text.
  private func words(_ word: String, in open: OpenDocument) -> [Range<Int>] {
    let (bytes, word) = (Array(open.checked.text.utf8), Array(word.utf8))
    func isName(_ index: Int) -> Bool {
      bytes.indices.contains(index)
        && (bytes[index] >= 0x80 || bytes[index] == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index] | 0x20))
    }
    guard let first = word.first, bytes.count >= word.count else { return [] }
    return (0...bytes.count - word.count).compactMap { start in
      guard bytes[start] == first, bytes[start...].starts(with: word), !isName(start - 1), !isName(start + word.count)
      else { return nil }
      return start..<start + word.count
    }
  }

  /// A piece of a checked text in the file that it is of.
  private func occurrence(_ bytes: Range<Int>, in open: OpenDocument) -> Occurrence? {
    guard let source = open.checked.sources.first(where: { $0.bytes.contains(bytes.lowerBound) }) else {
      let own = open.checked.bytesBefore
      guard bytes.lowerBound >= own else { return nil }
      return Occurrence(
        uri: open.document.uri,
        range: open.document.range(bytes.lowerBound - own..<bytes.upperBound - own, encoding))
    }
    guard let text = documents[FileURI.uri(source.path)]?.document.text ?? readFile(source.path) else { return nil }
    let file = TextDocument(uri: FileURI.uri(source.path), version: nil, text: text)
    let start = source.bytes.lowerBound
    return Occurrence(
      uri: file.uri, range: file.range(bytes.lowerBound - start..<bytes.upperBound - start, encoding))
  }
}

extension JSONValue {
  /// Where a range begins, to be compared.
  fileprivate var start: EditorPosition {
    EditorPosition(self["start"]) ?? EditorPosition(line: 0, character: 0)
  }
}

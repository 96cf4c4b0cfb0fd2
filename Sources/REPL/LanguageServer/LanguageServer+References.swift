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

  /// A word in a checked text.
  fileprivate struct WordPlace {
    var bytes: Range<Int>
    /// The text in which the daemon finds it, where it stands in a command, which is no Swift.
    var source: String?

    var isInCommand: Bool { source != nil }
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
      refuseOrReply(id, open, edits, found.name, wanted)
    }
  }

  /// What would be wrong afterwards, and is not now, is a reason not to; what would mean something else is another.
  private func refuseOrReply(
    _ id: JSONValue, _ open: OpenDocument, _ edits: [(uri: String, edit: JSONValue)], _ old: String, _ name: String
  ) {
    let renamed = self.open(open, with: edits)
    func check(_ text: String, _ body: @escaping ([DiagnosticReport]) -> Void) {
      let params = SourceParams(source: text, file: open.document.path, namespace: namespace(of: open.document))
      ask(ProgramCheck.self, params, for: id) { [unowned self] outcome in
        switch outcome {
        case .success(let result): body(result.diagnostics.filter { $0.severity == .error })
        case .failure(let error): fail(id, ErrorCode.requestFailed, error.message)
        }
      }
    }
    check(open.checked.text) { [unowned self] before in
      check(renamed.checked.text) { [unowned self] after in
        guard after.count <= before.count else {
          let new = after.first { report in !before.contains { $0.message == report.message } } ?? after[0]
          return fail(
            id, ErrorCode.requestFailed, "'\(name)' cannot be its name: line \(new.line), \(new.message).")
        }
        // A document that is open beside it may have a meaning of its own for the new name.
        let others = documents.values.filter { other in
          other.document.uri != open.document.uri && edits.contains { $0.uri == other.document.uri }
        }
        let pairs = [(open, renamed)] + others.map { ($0, self.open($0, with: edits)) }
        compareMeanings(id, pairs, Renaming(edits, from: old, to: name)) { [unowned self] refusal in
          if let refusal { return fail(id, ErrorCode.requestFailed, refusal) }
          let files = Dictionary(grouping: edits, by: \.uri).sorted { $0.key < $1.key }
          reply(
            id, ["changes": .object(files.map { .init($0.key, .array($0.value.map(\.edit))) })])
        }
      }
    }
  }

  /// A document as it would be with changes, in it and in the files that it names.
  private func open(_ open: OpenDocument, with edits: [(uri: String, edit: JSONValue)]) -> OpenDocument {
    let document = changed(open.document, edits)
    let checked = checkedText(of: document) { [unowned self] path in
      let uri = FileURI.uri(path)
      guard let text = documents[uri]?.document.text ?? readFile(path) else { return nil }
      return changed(TextDocument(uri: uri, version: nil, text: text), edits).text
    }
    return OpenDocument(document: document, checked: checked)
  }

  fileprivate struct Renaming {
    var places: Set<Occurrence>
    /// Without their `$`.
    var old: String
    var new: String

    init(_ edits: [(uri: String, edit: JSONValue)], from old: String, to new: String) {
      places = Set(edits.map { Occurrence(uri: $0.uri, range: $0.edit["range"] ?? .null) })
      (self.old, self.new) = (LanguageServer.plain(old), new)
    }
  }

  /// Whether the new name means, wherever it stands afterwards, what it should: what was renamed in the places that were
  /// changed, and something else in all others.
  /// - Parameters:
  ///   - texts: each as it is and as it would be.
  ///   - body: called with what is in the way.
  private func compareMeanings(
    _ id: JSONValue, _ texts: [(before: OpenDocument, after: OpenDocument)], _ renaming: Renaming,
    _ body: @escaping (String?) -> Void
  ) {
    guard let (before, after) = texts.first else { return body(nil) }
    let next = { [unowned self] in compareMeanings(id, Array(texts.dropFirst()), renaming, body) }
    let growth = renaming.new.utf8.count - renaming.old.utf8.count
    var changed: Set<Int> = []
    var count = 0
    for place in places(of: renaming.old, in: before).sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
      guard let occurrence = occurrence(place.bytes, in: before), renaming.places.contains(occurrence) else { continue }
      if !place.isInCommand { changed.insert(place.bytes.lowerBound + count * growth) }
      count += 1
    }
    let places = words(renaming.new, in: after).map(\.lowerBound)
    guard places.count <= Self.occurrencesMax else {
      return body("'\(renaming.new)' stands in \(places.count) places; up to \(Self.occurrencesMax) are looked at.")
    }
    meanings(id, places, in: after) { [unowned self] meanings in
      // The declaration is one of the places that were changed, unless it is in none of these texts.
      guard let own = changed.compactMap({ meanings[$0] }).first(where: changed.contains) else { return next() }
      for place in places {
        if changed.contains(place), meanings[place] != own {
          return body(
            "'\(renaming.new)' cannot be its name: \(wording(of: place, in: after)) it would mean something else.")
        }
        if !changed.contains(place), meanings[place] == own {
          return body(
            "'\(renaming.new)' cannot be its name: \(wording(of: place, in: after)) it stands already, and would mean this one."
          )
        }
      }
      next()
    }
  }

  /// Where what stands at places of a checked text is declared in it, by the offset of each place.
  private func meanings(
    _ id: JSONValue, _ places: [Int], in open: OpenDocument, _ found: [Int: Int] = [:],
    _ body: @escaping ([Int: Int]) -> Void
  ) {
    guard let place = places.last else { return body(found) }
    var request = ProgramComplete.Params(
      source: open.checked.text, offset: place, namespace: namespace(of: open.document))
    request.file = open.document.path
    ask(ProgramLookup.self, request, for: id) { [unowned self] outcome in
      var found = found
      switch outcome {
      case .success(let result):
        if let definition = result.definition, definition.file == open.document.path {
          found[place] = open.checked.offset(line: definition.line, column: definition.column)
        }
      case .failure(.refused(let refusal)) where refusal.known == .notFound: break
      case .failure(let error): return fail(id, ErrorCode.requestFailed, error.message)
      }
      meanings(id, places.dropLast(), in: open, found, body)
    }
  }

  /// `in line 3`, and of which file where that is another.
  private func wording(of offset: Int, in open: OpenDocument) -> String {
    let line = open.checked.line(of: offset)
    guard let source = open.checked.source(ofLine: line) else {
      return "in line \(line - open.checked.linesBefore)"
    }
    return "in \(source.path), line \(line - source.lines.lowerBound + 1),"
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
        self.places(of: Self.plain(found.name), in: text).map { (text: text, place: $0) }
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
    _ references: References, _ places: [(text: OpenDocument, place: WordPlace)], _ meaning: JSONValue,
    for id: JSONValue, _ body: @escaping (References?) -> Void
  ) {
    var (references, places) = (references, places)
    guard let (text, place) = places.popLast() else {
      references.occurrences.sort { ($0.uri, $0.range.start) < ($1.uri, $1.range.start) }
      return body(references)
    }
    guard let occurrence = occurrence(place.bytes, in: text), !references.occurrences.contains(occurrence) else {
      return look(references, places, meaning, for: id, body)
    }
    var request = ProgramComplete.Params(
      source: place.source ?? text.checked.text, offset: place.bytes.lowerBound, namespace: namespace(of: text.document)
    )
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

  /// Where a word stands in a document and the files that it names: also in the paths that commands of a test take.
  private func places(of word: String, in open: OpenDocument) -> [WordPlace] {
    words(word, in: open).map { WordPlace(bytes: $0) }
      + open.checked.paths.flatMap { path in
        guard path.text.utf8.count >= word.utf8.count else { return [WordPlace]() }
        let text = open.checked.text(with: path)
        return words(word, in: Array(text.utf8), within: path.bytes).map { WordPlace(bytes: $0, source: text) }
      }
  }

  /// Where a word stands in a checked text.
  private func words(_ word: String, in open: OpenDocument) -> [Range<Int>] {
    let bytes = Array(open.checked.text.utf8)
    return words(word, in: bytes, within: 0..<bytes.count)
  }

  private func words(_ word: String, in bytes: [UInt8], within range: Range<Int>) -> [Range<Int>] {
    let word = Array(word.utf8)
    func isName(_ index: Int) -> Bool {
      bytes.indices.contains(index)
        && (bytes[index] >= 0x80 || bytes[index] == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index] | 0x20))
    }
    guard let first = word.first, range.count >= word.count else { return [] }
    return (range.lowerBound...range.upperBound - word.count).compactMap { start in
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

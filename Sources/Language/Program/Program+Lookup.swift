/// What the names in a text are: for editors.
extension Program {
  /// What a text declares. The program does not matter to it.
  public static func outline(of source: SourceText, limits: Limits = Limits()) -> [OutlineEntry] {
    source.text.utf8.count <= limits.sourceBytes ? SourceParser.outline(of: source.text) : []
  }

  /// What the name around `offset` refers to; `nil` where there is no name, or none that is known.
  ///
  /// It is what could be completed there to just this name. At its own declaration nothing could: there it is looked up
  /// as others would use it.
  /// - Parameter offset: UTF-8 bytes into the text.
  public func lookup(_ source: SourceText, offset: Int, session: SessionResults) -> NameReference? {
    let completions = complete(source, offset: offset, session: session, isExact: true)
    if let found = completions.references.first {
      return NameReference(completions, signatures: completions.suggestions.map(\.signature), found)
    }
    guard completions.start < completions.end else { return nil }
    let entries = Self.outline(of: source, limits: limits)
    guard
      let index = entries.firstIndex(where: { $0.nameRange.lowerBound <= offset && offset <= $0.nameRange.upperBound })
    else { return laterUse(of: completions.start..<completions.end, source, session: session) }
    let entry = entries[index]
    var reference = NameReference(completions, declaring: entry, in: SourceFile(source))
    guard let use = Self.use(of: entry, at: index, among: entries) else { return reference }
    var longer = source
    longer.text += use.before
    let place = longer.text.utf8.count
    longer.text += entry.name + use.behind
    let used = complete(longer, offset: place, session: session, isExact: true)
    if let suggestion = used.suggestions.first { reference.describe(suggestion) }
    return reference
  }

  /// What is said of a name in a body where it is declared: what the next that refers to it says.
  private func laterUse(of name: Range<Int>, _ source: SourceText, session: SessionResults) -> NameReference? {
    let bytes = Array(source.text.utf8)
    let word = bytes[name]
    let file = SourceFile(source)
    var uses = 0
    var start = name.upperBound
    while uses < Self.usesMax, start + word.count <= bytes.count {
      defer { start += 1 }
      guard bytes[start...].starts(with: word), !Self.isName(bytes[start - 1]),
        start + word.count == bytes.count || !Self.isName(bytes[start + word.count])
      else { continue }
      uses += 1
      let used = complete(source, offset: start, session: session, isExact: true)
      guard let found = used.references.first ?? nil, found.file == source.file,
        found.start == file.position(name.lowerBound)
      else { continue }
      var reference = NameReference(used, signatures: used.suggestions.prefix(1).map(\.signature), found)
      reference.range = name
      return reference
    }
    return nil
  }

  /// So many places are looked at; each has the text checked.
  private static let usesMax = 4

  /// A text in which a declaration is used, to stand behind it.
  private static func use(of entry: OutlineEntry, at index: Int, among entries: [OutlineEntry]) -> (
    before: String, behind: String
  )? {
    switch entry.kind {
    case .extension, .initializer, .subscript: return nil
    case .property, .method, .case:
      var owners: [String] = []
      var depth = entry.depth
      for outer in entries[..<index].reversed() where outer.depth < depth {
        owners.insert(outer.name, at: 0)
        depth = outer.depth
      }
      guard !owners.isEmpty else { return nil }
      return (
        "\nextension \(owners.joined(separator: ".")) { func __use__() { _ = \(entry.isStatic ? "Self" : "self").",
        " } }"
      )
    default: return entry.depth == 0 ? ("\n_ = ", "") : nil
    }
  }
}

/// What a name in a text refers to.
public struct NameReference: Hashable, Sendable {
  /// The name, in UTF-8 bytes.
  public var range: Range<Int>
  public var name: String
  /// As `Suggestion` has it.
  public var kind: String
  public var typeName: String
  /// The declarations that may be meant, as they would be written.
  public var signatures: [String]
  public var summary: String
  /// Where it is declared, if the program or the text does.
  public var definition: Place?

  /// A piece of a file, as diagnostics count.
  public struct Place: Hashable, Sendable {
    public var file: String
    public var start: Diagnostic.Position
    public var end: Diagnostic.Position
  }

  fileprivate init(_ completions: Completions, signatures: [String], _ place: Place?) {
    let best = completions.suggestions[0]
    range = completions.start..<completions.end
    name = best.name
    kind = best.kind
    typeName = best.typeName
    self.signatures = signatures.filter { !$0.isEmpty }
    summary = best.summary
    definition = place
  }

  fileprivate init(_ completions: Completions, declaring entry: OutlineEntry, in file: SourceFile) {
    range = entry.nameRange
    name = entry.name
    kind = entry.kind.rawValue
    typeName = ""
    signatures = [entry.detail]
    summary = file.documentation(above: entry.range.lowerBound)?.text.firstParagraph ?? ""
    definition = Place(
      file: file.name, start: file.position(range.lowerBound), end: file.position(range.upperBound))
  }

  fileprivate mutating func describe(_ suggestion: Suggestion) {
    kind = suggestion.kind
    typeName = suggestion.typeName
    if !suggestion.signature.isEmpty { signatures = [suggestion.signature] }
    if !suggestion.summary.isEmpty { summary = suggestion.summary }
  }
}

extension CompletionCandidate {
  /// Where it is declared.
  /// - Parameters:
  ///   - source: the text that was completed.
  ///   - typed: what its name was replaced with the token in.
  func place(in source: SourceText, typed: Range<Int>) -> NameReference.Place? {
    let (file, span): (SourceFile?, Span)
    switch subject {
    case .declaration(let declaration), .label(let declaration):
      (file, span) = (declaration.declaredIn, declaration.span)
    // One of a body is the text's own; the body itself need not be there any more.
    case .local(let variable): (file, span) = (Self.checked(source, typed), variable.span)
    case .nominal(let nominal): (file, span) = (nominal.file, nominal.node?.nameSpan ?? nominal.span)
    default: return nil
    }
    guard let file, !file.isLibrary, !file.text.isEmpty, span != .none else { return nil }
    let name = file.nameSpan(of: name, in: span)
    // The checked text has the token in the place of the name.
    let token = CompletionToken.text.utf8.count
    let isOwn = file.name == source.file && file.text.utf8.count == source.text.utf8.count + token - typed.count
    guard isOwn else {
      return NameReference.Place(file: file.name, start: file.position(name.start), end: file.position(name.end))
    }
    let original = SourceFile(source)
    func moved(_ offset: Int) -> Int { offset <= typed.lowerBound ? offset : offset - token + typed.count }
    return NameReference.Place(
      file: original.name, start: original.position(moved(name.start)), end: original.position(moved(name.end)))
  }
}

extension CompletionCandidate {
  /// The text as it was checked, with the token.
  private static func checked(_ source: SourceText, _ typed: Range<Int>) -> SourceFile {
    let bytes = Array(source.text.utf8)
    var source = source
    source.text =
      String(decoding: bytes[..<typed.lowerBound], as: UTF8.self) + CompletionToken.text
      + String(decoding: bytes[typed.upperBound...], as: UTF8.self)
    return SourceFile(source)
  }
}

extension SourceFile {
  /// Where a declaration says its name: the first time that the word stands in it.
  fileprivate func nameSpan(of name: String, in span: Span) -> Span {
    let bytes = Array(slice(span).utf8)
    let wanted = Array((name.hasPrefix("$") ? String(name.dropFirst()) : name).utf8)
    func isName(_ index: Int) -> Bool { bytes.indices.contains(index) && Program.isName(bytes[index]) }
    guard !wanted.isEmpty, bytes.count >= wanted.count else { return Span(start: span.start, end: span.start) }
    for start in 0...(bytes.count - wanted.count)
    where bytes[start...].starts(with: wanted) && !isName(start - 1) && !isName(start + wanted.count) {
      return Span(start: span.start + start, end: span.start + start + wanted.count)
    }
    return Span(start: span.start, end: span.start)
  }
}

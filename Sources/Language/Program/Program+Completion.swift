/// What could stand at the cursor of an unfinished text.
///
/// The text is checked with a name at the cursor that nothing has, and what the checker would make of that name says what
/// is wanted. What is wrong with the rest of the text does not matter, and the program stays as it is.
extension Program {
  /// Candidates for the name at `offset`, what fits first.
  /// - Parameter offset: UTF-8 bytes into the text; one beyond the end counts as the end.
  public func complete(_ source: SourceText, offset: Int, session: SessionResults) -> Completions {
    complete(source, offset: offset, session: session, isExact: false)
  }

  /// - Parameter isExact: only what has just the name that stands there, and where it is declared.
  func complete(
    _ source: SourceText, offset: Int, session: SessionResults, isExact: Bool, _ progress: Progress? = nil
  ) -> Completions {
    let bytes = Array(source.text.utf8)
    let cursor = min(max(0, offset), bytes.count)
    let start = bytes[..<cursor].lastIndex { !Self.isName($0) }.map { $0 + 1 } ?? 0
    let end = bytes[cursor...].firstIndex { !Self.isName($0) } ?? bytes.count
    var completions = Completions(start: start, end: end)
    // The digits of a number, and what is longer than any text.
    if start < cursor, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start]) { return completions }
    guard bytes.count <= limits.sourceBytes else { return completions }
    let progress = progress ?? Progress { [core] in _ = core.host.didRun(canPause: false) }
    // The text's own declarations are there as long as its checker is.
    let checker = UnitChecker(program: environment, session: session)
    withExtendedLifetime(checker) {
      var candidates = checker.complete(
        source, typed: start..<end, cursor: isExact ? end : cursor, globalNames: topLevel.all.reversed().map(\.name),
        after: unfinished, progress)
      if isExact {
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        candidates.removeAll { $0.name != name }
        completions.references = candidates.map { $0.place(in: source, typed: start..<end) }
      }
      completions.suggestions = candidates.map { suggestion($0) }
    }
    return completions
  }

  static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func suggestion(_ candidate: CompletionCandidate) -> Suggestion {
    var suggestion = Suggestion(name: candidate.name, kind: "keyword", typeName: candidate.type?.description ?? "")
    suggestion.fits = candidate.fit <= .converted
    switch candidate.subject {
    case .declaration(let declaration):
      suggestion.describe(declaration, isStore: isStore(declaration))
    case .local(let variable):
      suggestion.kind = "value"
      suggestion.signature = (variable.isLet ? "let " : "var ") + variable.name + ": " + variable.type.description
    case .nominal(let nominal):
      suggestion.kind = "type"
      suggestion.typeName = nominal.qualifiedName
      suggestion.signature = nominal.describedKind + " " + nominal.qualifiedName
      suggestion.summary = nominal.comment?.firstParagraph ?? ""
    case .libraryType(let name):
      suggestion.kind = "type"
      suggestion.typeName = name
      suggestion.summary = Documentation.of(name)?.summary ?? ""
    case .alias: suggestion.kind = "type"
    case .word: suggestion.summary = Documentation.of(candidate.name)?.summary ?? ""
    case .attribute:
      suggestion.kind = "attribute"
      suggestion.summary =
        (Documentation.of("@" + candidate.name) ?? Documentation.of(candidate.name))?.summary ?? ""
    case .macro:
      suggestion.kind = "macro"
      suggestion.summary = Documentation.of("#" + candidate.name)?.summary ?? ""
    case .module: suggestion.kind = "module"
    case .label(let declaration):
      suggestion.kind = "label"
      suggestion.signature = declaration.asWritten
    }
    return suggestion
  }

  private func isStore(_ declaration: Declaration) -> Bool {
    guard case .global(let variable) = declaration.implementation else { return false }
    return variable.value.object?.type.isObservableObject ?? false
  }
}

/// What could stand at a place of a text.
public struct Completions: Sendable {
  /// The text that a suggestion takes the place of, in UTF-8 bytes: the whole name around the cursor.
  public var start: Int
  public var end: Int
  public var suggestions: [Suggestion] = []
  /// Where each is declared; only of an exact name.
  var references: [NameReference.Place?] = []

  init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }
}

/// Something that could stand at the cursor.
public struct Suggestion: Hashable, Sendable {
  /// The text to insert.
  public var name: String
  /// `store`, `value`, `type`, `function`, `property`, `method`, `keyword`, `case`, `label`, `attribute`, `macro`, `module`.
  public var kind: String
  public var typeName: String
  /// The declaration as it would be written; empty where there is none.
  public var signature = ""
  /// What help, or the comment above the declaration, says of it in one line; empty where nothing is said.
  public var summary = ""
  /// Whether it has the type that is wanted at the cursor.
  public var fits = false

  init(name: String, kind: String, typeName: String) {
    self.name = name
    self.kind = kind
    self.typeName = typeName
  }

  fileprivate mutating func describe(_ declaration: Declaration, isStore: Bool) {
    kind =
      switch declaration.kind {
      case .variable where isStore: "store"
      case .variable: declaration.owner == nil ? "value" : "property"
      case .enumCase: "case"
      default: declaration.owner == nil ? "function" : "method"
      }
    let owner = declaration.owner.flatMap { $0.library == nil ? nil : $0.qualifiedName }
    let isGlobal = declaration.owner == nil && declaration.documentation != nil
    let known =
      isGlobal ? Documentation.of(declaration.name) : owner.flatMap { Documentation.of(declaration.name, in: $0) }
    signature = declaration.documentation ?? declaration.asWritten
    summary = known?.summary ?? declaration.comment?.firstParagraph ?? ""
  }
}

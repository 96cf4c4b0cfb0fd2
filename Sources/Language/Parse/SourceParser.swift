/// Text to tree: the toolchain's parser, operator folding, and the translation into our own nodes.
///
/// The only folder that sees SwiftSyntax. Syntax errors come with SwiftParserDiagnostics' wording; what is Swift but
/// outside the subset is reported by name, all of it at once.
internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftParserDiagnostics
internal import SwiftSyntax

struct ParsedSource {
  var statements: [Stmt]
  /// The syntax, kept for rendering diagnostics.
  var rendering: RenderedSource
}

/// Enough of the syntax tree to print diagnostics between its lines.
struct RenderedSource {
  /// `nil` for a text that cannot be parsed at all.
  fileprivate let tree: SourceFileSyntax?
  let file: SourceFile

  fileprivate init(tree: SourceFileSyntax?, file: SourceFile) {
    self.tree = tree
    self.file = file
  }

  /// Of a text about which nothing is said.
  init(of file: SourceFile) { self.init(tree: nil, file: file) }

  /// The lines that diagnostics stand on, annotated, with the file's name above.
  func rendered(_ diagnostics: [Diagnostic]) -> String {
    let mine = diagnostics.filter { $0.source == file.number }.flatMap { [$0] + $0.culprits }
    guard !mine.isEmpty else { return "" }
    guard let ownTree = tree else {
      return mine.map { "\(file.name):\($0.start.line):\($0.start.column): \($0.severity): \($0.message)\n" }.joined()
    }
    // Lines are counted from the beginning of the file, of which this may be a later part.
    let above = String(repeating: "\n", count: max(0, file.firstLine - 1))
    let tree = above.isEmpty ? ownTree : Parser.parse(source: above + file.text)
    var group = GroupedDiagnostics()
    let source = group.addSourceFile(
      tree: tree, displayName: file.name,
      diagnostics: mine.map { diagnostic in
        let offset = above.utf8.count + self.offset(diagnostic.start)
        let token = tree.token(at: AbsolutePosition(utf8Offset: offset)) ?? tree.endOfFileToken
        return SwiftDiagnostics.Diagnostic(
          node: token, position: AbsolutePosition(utf8Offset: offset), message: Message(diagnostic))
      })
    _ = source
    return DiagnosticsFormatter(contextSize: 1).annotateSources(in: group)
  }

  private func offset(_ position: Diagnostic.Position) -> Int { file.offset(position) }

  private struct Message: DiagnosticMessage {
    let message: String
    let severity: DiagnosticSeverity
    let diagnosticID = MessageID(domain: "Language", id: "diagnostic")

    init(_ diagnostic: Diagnostic) {
      message = diagnostic.message
      severity =
        switch diagnostic.severity {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
    }
  }
}

extension Diagnostic {
  /// Which properties are to blame, where the error stands at their type.
  fileprivate var culprits: [Diagnostic] { notes.filter { $0.message.contains("synthesize") } }
}

/// What the texts of a unit, and those before them, say about how a text is to be read.
struct Conventions {
  /// Declarations of operators and precedence groups, as written, by what they declare.
  var operators: [String: String] = [:]
  /// Types that are skipped because they are a matter of the screen.
  var skipped: [String: ScreenPart] = [:]
  /// There is an `appendInterpolation` for values without a label: any interpolation may be meant for it.
  var hasOwnInterpolations = false
  /// Types that the program or the unit declares itself: its own `Shape` is not the screen's.
  var isDeclared: (String) -> Bool = { _ in false }
}

enum SourceParser {
  /// Parses a text of the library: declarations without bodies, of which nothing is a matter of the screen and nothing has
  /// operators to be ordered. They are read when a program first speaks of them, so each look at them that finds nothing
  /// is left out.
  static func parseLibrary(_ text: String) -> (file: SourceFile, statements: [Stmt]) {
    let file = SourceFile(SourceText(file: "library", text: text), isLibrary: true)
    let tree = Parser.parse(source: text)
    let diagnostics = Diagnostics()
    let translator = Translator(
      file: file, assignmentOperators: [], conventions: Conventions(), diagnostics: diagnostics)
    let statements = translator.statements(tree.statements)
    precondition(
      !tree.hasError && !diagnostics.hasErrors, "library: \(text): \(diagnostics.list.map(\.message))")
    return (file, statements)
  }

  /// Parses the texts of one unit. With a syntax error a text has no statements: a half-understood text would be
  /// misunderstood.
  static func parse(_ files: [SourceFile], _ known: Conventions, into diagnostics: Diagnostics) -> [ParsedSource] {
    let trees = files.map { syntax($0, into: diagnostics) }
    var conventions = known
    conventions.learn(from: trees.compactMap { $0.isSound ? $0.tree : nil }, diagnostics.progress)
    return zip(files, trees).map { file, parsed in
      let rendering = RenderedSource(tree: parsed.tree, file: file)
      guard parsed.isSound, let tree = parsed.tree else { return ParsedSource(statements: [], rendering: rendering) }
      let folding = Folding(tree, file, conventions, diagnostics)
      guard let tree = folding.tree else { return ParsedSource(statements: [], rendering: rendering) }
      let translator = Translator(
        file: file, assignmentOperators: folding.assignmentOperators, conventions: conventions,
        diagnostics: diagnostics)
      return ParsedSource(statements: translator.statements(tree.statements), rendering: rendering)
    }
  }

  /// Says what is wrong with a text's syntax, and renders what else is said of it.
  static func syntax(of file: SourceFile, into diagnostics: Diagnostics) -> RenderedSource {
    RenderedSource(tree: syntax(file, into: diagnostics).tree, file: file)
  }

  private static func syntax(_ file: SourceFile, into diagnostics: Diagnostics) -> (
    tree: SourceFileSyntax?, isSound: Bool
  ) {
    let text = file.text
    // The toolchain's parser cannot be paused, nor what generates its messages.
    func parsed() -> (SourceFileSyntax?, tooDeep: Int?, [SwiftDiagnostics.Diagnostic]) {
      if let deep = SourceDepth.tooDeep(text) { return (nil, deep, []) }
      let tree = Parser.parse(source: text)
      if let deep = TreeDepth.tooDeep(tree, textBytes: text.utf8.count) { return (nil, deep, []) }
      guard tree.hasError || tree.hasWarning else { return (tree, nil, []) }
      return (tree, nil, ParseDiagnosticsGenerator.diagnostics(for: diagnosable(tree)))
    }
    let (tree, deep, found) = diagnostics.progress?.apart(parsed) ?? parsed()
    if let deep {
      diagnostics.error("this is nested too deeply", file, Span(start: deep, end: deep))
      return (nil, false)
    }
    guard !found.isEmpty else { return (tree, true) }
    var isSound = true
    let slips = SyntaxSlips(file)
    // Once it is clear what a line was meant to be, the rest of what the parser says of it is of no use.
    var understood: Set<Int> = []
    for diagnostic in found {
      let severity: Diagnostic.Severity =
        switch diagnostic.diagMessage.severity {
        case .warning: .warning
        case .note, .remark: .note
        default: .error
        }
      if severity == .error { isSound = false }
      let (message, place) = SyntaxWording.of(diagnostic.message)
      var start = diagnostic.position.utf8Offset
      if understood.contains(file.position(start).line) { continue }
      if severity == .error, let slip = slips.slip(message, at: start) {
        understood.insert(file.position(start).line)
        diagnostics.add(.error, slip.message, file, slip.span, fixIts: slip.repair.map { [$0] } ?? [])
        continue
      }
      switch place {
      case .same: break
      case .next: start = file.nextToken(after: start)
      case .opening: start = diagnostic.notes.first?.position.utf8Offset ?? start
      case .before: start = max(0, start - 1)
      }
      diagnostics.add(
        severity, message, file, Span(start: start, end: start),
        notes: diagnostic.notes.map { note in
          (note.message, Span(start: note.position.utf8Offset, end: note.position.utf8Offset))
        },
        // No member can have the name of the initializers.
        fixIts: diagnostic.fixIts.filter { !$0.edits.contains { $0.replacement == "`init`" } }.map { fixIt in
          let edits: [(Span, String)] = fixIt.edits.map { edit in
            (Span(start: edit.range.lowerBound.utf8Offset, end: edit.range.upperBound.utf8Offset), edit.replacement)
          }
          return (fixIt.message.message, edits)
        })
    }
    return (tree, isSound)
  }

  /// Many errors take the toolchain's generator long, more than in proportion: it sees the text up to the first of them.
  private static func diagnosable(_ tree: SourceFileSyntax) -> SourceFileSyntax {
    let missingMax = 300
    guard tree.totalLength.utf8Length > missingMax else { return tree }
    var missing = 0
    for token in tree.tokens(viewMode: .all) where token.presence == .missing {
      missing += 1
      guard missing > missingMax else { continue }
      let text = tree.description.utf8.prefix(token.position.utf8Offset)
      return Parser.parse(source: String(decoding: text, as: UTF8.self))
    }
    return tree
  }
}

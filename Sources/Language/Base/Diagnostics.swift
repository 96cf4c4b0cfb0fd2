/// Collects what the parser and the checker have to say about one check.
final class Diagnostics {
  private(set) var list: [Diagnostic] = []
  private(set) var errorCount = 0
  /// At this many errors the rest is left out; one slip should not fill a screen.
  let errorsMax = 100

  var hasErrors: Bool { errorCount > 0 }

  /// Of the check that is under way; nil for what is not to be left in the middle, like the library's own declarations.
  var progress: Progress?

  /// What has been said, so that nothing is said twice, however much it is.
  private struct Said: Hashable {
    var severity: Diagnostic.Severity
    var message: String
    var file: String
    var start: Diagnostic.Position
  }
  private var known: Set<Said> = []

  private var questions: [() -> Void] = []

  /// Something that can only be judged once everything is declared.
  func whenDeclared(_ question: @escaping () -> Void) { questions.append(question) }

  func answerQuestions() {
    let asked = questions
    questions = []
    for question in asked { question() }
  }

  func add(
    _ severity: Diagnostic.Severity, _ message: String, _ file: SourceFile, _ span: Span,
    notes: [(String, Span)] = [], fixIts: [(String, [(Span, String)])] = []
  ) {
    if severity == .error {
      errorCount += 1
      if errorCount > errorsMax { return }
    }
    var diagnostic = Diagnostic(
      severity: severity, message: message, file: file.name, start: file.position(span.start),
      end: file.position(max(span.end, span.start)),
      notes: notes.map {
        Diagnostic(
          severity: .note, message: $0.0, file: file.name, start: file.position($0.1.start),
          end: file.position($0.1.end))
      },
      fixIts: fixIts.map { fixIt in
        Diagnostic.FixIt(
          message: fixIt.0,
          edits: fixIt.1.map {
            Diagnostic.Edit(start: file.position($0.0.start), end: file.position($0.0.end), replacement: $0.1)
          })
      })
    diagnostic.source = file.number
    let said = Said(severity: severity, message: message, file: file.name, start: diagnostic.start)
    guard known.insert(said).inserted else {
      if severity == .error { errorCount -= 1 }
      return
    }
    list.append(diagnostic)
  }

  func error(_ message: String, _ file: SourceFile, _ span: Span) { add(.error, message, file, span) }

  /// In the order of the text, files in the order given.
  func sorted(_ files: [String]) -> [Diagnostic] {
    let rank = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return list.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      let (fa, fb) = (rank[a.file] ?? 0, rank[b.file] ?? 0)
      if fa != fb { return fa < fb }
      if a.start.line != b.start.line { return a.start.line < b.start.line }
      if a.start.column != b.start.column { return a.start.column < b.start.column }
      return left.offset < right.offset
    }.map(\.element)
  }
}

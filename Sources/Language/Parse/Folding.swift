/// Operator precedence: sequences of operands and operators become trees. Positions stay those of the text.
internal import SwiftOperators
internal import SwiftSyntax

struct Folding {
  /// `nil` if something could not be folded; it has been reported.
  let tree: SourceFileSyntax?
  let assignmentOperators: Set<String>

  private static let standardAssignments: Set<String> = [
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-=", "&*=",
  ]
  /// Operands in one expression. More would make a tree too deep to walk.
  private static let elementsMax = 600

  /// - Parameter isUnfinished: what cannot be folded stays as it is.
  init(
    _ syntax: SourceFileSyntax, _ file: SourceFile, _ conventions: Conventions, _ diagnostics: Diagnostics,
    isUnfinished: Bool = false
  ) {
    let operators = conventions.operators
    func folded() -> (Folding, [Report]) {
      var reports: [Report] = []
      return (Folding(syntax, file, operators, isUnfinished: isUnfinished, &reports), reports)
    }
    // The toolchain's folding cannot be paused.
    let (made, reports) = diagnostics.progress?.apart(folded) ?? folded()
    for report in reports {
      diagnostics.add(.error, report.message, file, report.span, fixIts: report.fixIts)
    }
    self = made
  }

  /// What is wrong with an operator.
  private struct Report {
    let message: String
    let span: Span
    var fixIts: [(String, [(Span, String)])] = []
  }

  private init(
    _ syntax: SourceFileSyntax, _ file: SourceFile, _ operators: [String: String], isUnfinished: Bool,
    _ reports: inout [Report]
  ) {
    var found: [Report] = []
    defer { reports = found }
    var table = OperatorTable.standardOperators
    var assignments = Self.standardAssignments
    var failed = false
    func report(_ message: String, _ node: some SyntaxProtocol) {
      failed = true
      let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      let span = Span(start: start, end: node.endPositionBeforeTrailingTrivia.utf8Offset)
      // What other languages write for a range.
      let isRange = file.slice(span) == ".." && message.hasPrefix("cannot find operator")
      found.append(
        Report(
          message: isRange ? message + "; did you mean '...'?" : message, span: span,
          fixIts: isRange ? [("use '...'", [(span, "...")])] : []))
    }

    if !operators.isEmpty {
      let declared = DeclaredOperators(operators.values.sorted())
      table = declared.table
      assignments.formUnion(declared.assignments)
    }
    let finder = SequenceFinder(viewMode: .sourceAccurate)
    finder.walk(syntax)
    for sequence in finder.found {
      if sequence.elements.count > Self.elementsMax {
        report(
          "the compiler is unable to type-check this expression in reasonable time; "
            + "try breaking up the expression into distinct sub-expressions", sequence)
      }
      for element in sequence.elements {
        if let binary = element.as(BinaryOperatorExprSyntax.self),
          table.infixOperator(named: binary.operator.text) == nil
        {
          report("cannot find operator '\(binary.operator.text)' in scope", binary)
        }
      }
    }
    assignmentOperators = assignments
    guard !failed || isUnfinished && finder.found.allSatisfy({ $0.elements.count <= Self.elementsMax }) else {
      tree = nil
      return
    }
    guard !finder.found.isEmpty else {
      tree = syntax
      return
    }
    let folded = table.foldAll(syntax) { error in
      switch error {
      case .incomparableOperators(let left, let leftGroup, let right, let rightGroup):
        let isSame = leftGroup == rightGroup
        report(
          isSame
            ? "adjacent operators are in non-associative precedence group '\(leftGroup)'"
            : "adjacent operators are in unordered precedence groups '\(leftGroup)' and '\(rightGroup)'", left)
        _ = right
      case .missingOperator(let name, let reference): report("cannot find operator '\(name)' in scope", reference)
      case .missingGroup(let name, let reference): report("unknown precedence group '\(name)'", reference)
      default: if let first = finder.found.first, !failed { report("operators cannot be ordered here", first) }
      }
    }
    tree = failed && !isUnfinished ? nil : folded.as(SourceFileSyntax.self)
  }
}

private final class SequenceFinder: SyntaxVisitor {
  var found: [SequenceExprSyntax] = []
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }
}

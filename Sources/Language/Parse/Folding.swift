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

  init(_ syntax: SourceFileSyntax, _ file: SourceFile, _ conventions: Conventions, _ diagnostics: Diagnostics) {
    var table = OperatorTable.standardOperators
    var assignments = Self.standardAssignments
    var failed = false
    func report(_ message: String, _ node: some SyntaxProtocol) {
      failed = true
      let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      diagnostics.error(message, file, Span(start: start, end: node.endPositionBeforeTrailingTrivia.utf8Offset))
    }

    if !conventions.operators.isEmpty {
      let declared = DeclaredOperators(conventions.operators.values.sorted())
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
    guard !failed else {
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
    tree = failed ? nil : folded.as(SourceFileSyntax.self)
  }
}

private final class SequenceFinder: SyntaxVisitor {
  var found: [SequenceExprSyntax] = []
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }
}

/// How deep brackets are nested, looked at before the parser does. Where it looks ahead for a type it counts no levels,
/// and reads what is behind a `[` twice: the time doubles with each one inside another.
enum BracketDepth {
  private static let depthMax = 256
  private static let squaresMax = 14

  /// Words that stand before an expression and may be repeated: the parser goes one call deeper for each.
  private static let prefixWords: [[UInt8]] = [
    "await", "try", "try?", "try!", "unsafe", "copy", "consume", "each", "_",
  ]
  .map { Array($0.utf8) }

  /// A long run of such words, or many `#if` inside one another, told by the offset of its end.
  private static func tooManyPrefixes(_ text: String) -> Int? {
    guard text.utf8.count > depthMax else { return nil }
    var run = 0
    var conditions = 0
    for word in text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }) {
      run = word.count <= 7 && prefixWords.contains { $0.elementsEqual(word) } ? run + 1 : 0
      if word.starts(with: "#if".utf8) { conditions += 1 }
      if word.starts(with: "#endif".utf8) { conditions = max(0, conditions - 1) }
      if max(run, conditions) > depthMax { return text.utf8.distance(from: text.utf8.startIndex, to: word.endIndex) }
    }
    return nil
  }

  /// The offset at which it is too much. Marks in strings and comments count too; no program has so many of them open.
  static func tooDeep(_ text: String) -> Int? {
    if let offset = tooManyPrefixes(text) { return offset }
    /// For each bracket that is open: how many `[` there are from here to the nearest brace around.
    var open: [(byte: UInt8, squares: Int)] = []
    var angles = 0
    for (offset, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "("): open.append((byte, open.last?.squares ?? 0))
      case UInt8(ascii: "["): open.append((byte, (open.last?.squares ?? 0) + 1))
      case UInt8(ascii: "{"): open.append((byte, 0))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
      case UInt8(ascii: "<"): angles += 1
      case UInt8(ascii: ">"): angles = max(0, angles - 1)
      // These do not stand inside the arguments of a generic type: what was open was a comparison.
      case UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "\""): angles = 0
      default: break
      }
      if open.count > depthMax || angles > depthMax || open.last?.squares ?? 0 > squaresMax { return offset }
    }
    return nil
  }
}

/// How deep a syntax tree is, found without recursion.
enum TreeDepth {
  private static let depthMax = 2_400
  /// A level costs at least this many bytes of text, so shorter texts need no look.
  private static let bytesPerLevel = 1

  /// The offset of a node that is too deep to be walked recursively.
  static func tooDeep(_ syntax: SourceFileSyntax, textBytes: Int) -> Int? {
    guard textBytes > depthMax / 2 * bytesPerLevel else { return nil }
    var stack: [(Syntax, Int)] = [(Syntax(syntax), 0)]
    while let (node, depth) = stack.popLast() {
      if depth > depthMax { return node.positionAfterSkippingLeadingTrivia.utf8Offset }
      for child in node.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
        stack.append((child, depth + 1))
      }
    }
    return nil
  }
}

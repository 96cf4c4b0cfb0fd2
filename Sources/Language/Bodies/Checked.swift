/// What checking a text gives: a unit that can be executed, or the reasons why not.

/// The outcome of `Program.check`.
public struct Checked {
  /// `nil` if there is any error.
  public let unit: CheckedUnit?
  /// Errors, warnings and notices in the order of the text.
  public let diagnostics: [Diagnostic]
  /// The source annotated with the diagnostics, for people; empty when there are none.
  public let rendered: String
}

/// A text that checked. Execute its statements in order; each may run in a transaction of its own.
public struct CheckedUnit {
  public let statements: [CheckedStatement]
  /// Names declared before that this text declares anew with different text.
  public let redeclares: [String]
}

/// One top-level statement of a checked unit.
public struct CheckedStatement {
  public enum Kind: String, Sendable { case type, function, `extension`, binding, expression, statement }

  public let kind: Kind
  /// What it declares; empty for expressions and statements.
  public let names: [String]
  /// Exactly as written, without the trivia around it.
  public let text: String
  public let file: String
  /// The 1-based line of `file` where `text` begins.
  public let line: Int
  /// Which of the texts that were checked together it stands in, counted from 0.
  public let source: Int
  /// Whether that text is a script, whose statements run in their order.
  public let isScript: Bool
  /// The same declaration, with the same text, is in force already: executing it changes nothing.
  public let unchanged: Bool
  /// It declares a name anew that is declared already, with different text.
  public let redeclares: Bool
  /// Whether it stays: what it declares is declared again after a restart.
  public var isDeclaration: Bool {
    switch kind {
    case .type, .function, .extension: true
    // `let _ = f()` leaves nothing behind that could be meant later: it is run, like `_ = f()`.
    case .binding: !names.isEmpty
    case .expression, .statement: false
    }
  }

  /// A `let`, whose value is what was computed first.
  public var isConstant: Bool {
    switch action {
    case .bind(_, _, let variables, _), .unwrap(_, let variables, _): variables.allSatisfy(\.isLet)
    default: false
    }
  }

  /// The classes whose objects its variables may hold, as their types say; nil if these are protocols, and so do not say.
  public var classesHeld: Set<String>? {
    let variables =
      switch action {
      case .bind(_, _, let variables, _), .unwrap(_, let variables, _): variables
      default: [GlobalVariable]()
      }
    var classes: Set<String> = []
    for variable in variables {
      switch variable.type.strippingOptionals.0 {
      case .existential: return nil
      case .nominal(let nominal, _) where nominal.kind == .classType:
        classes.formUnion(nominal.lineage.map(\.qualifiedName))
      default: break
      }
    }
    return classes
  }

  let action: TopLevelAction
  let contents: UnitContents
}

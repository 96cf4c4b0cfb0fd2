/// Syntax errors in swiftc's words, and where swiftc points. The library parser of the toolchain finds the same errors as
/// the compiler's, and says some of them otherwise.
enum SyntaxWording {
  /// Where swiftc points, seen from where the parser does.
  enum Anchor {
    case same
    /// What follows, on whichever line.
    case next
    /// What the parser says the missing part belongs to.
    case opening
    case before
  }

  static func of(_ message: String) -> (message: String, anchor: Anchor) {
    if let known = exact[message] { return known }
    if message.hasPrefix("expected '\""), message.hasSuffix("to end string literal") {
      return ("unterminated string literal", .opening)
    }
    if message.hasPrefix("expected '}' to end ") {
      let whole = message.dropFirst("expected '}' to end ".count)
      return types.contains(String(whole))
        ? ("expected '}' in \(whole)", .next) : ("expected '}' at end of brace statement", .next)
    }
    if message.hasPrefix("expected code block in '"), message.hasSuffix("' statement") {
      let keyword = message.dropFirst("expected code block in '".count).dropLast("' statement".count)
      return ("expected '{' after '\(keyword)' condition", .same)
    }
    return (message, .same)
  }

  private static let types: Set<String> = ["struct", "class", "enum", "protocol", "extension"]

  private static let exact: [String: (String, Anchor)] = [
    "expected expression after operator": ("expected expression after operator", .next),
    "expected expression in variable": ("expected initial value after '='", .same),
    "expected ')' to end function call": ("expected ')' in expression list", .next),
    "expected ')' to end tuple": ("expected ')' in expression list", .next),
    "expected ']' to end array": ("expected ']' in container literal expression", .same),
    "expected ']' to end array type": ("expected ']' in array type", .same),
    "expected pattern in variable": ("expected pattern", .same),
    "expected type in inherited type": ("expected type", .same),
    "expected type in type annotation": ("expected type", .same),
    "expected return type in function signature": ("expected type for function result", .same),
    "expected ':' in switch case": ("expected ':' after 'case'", .same),
    "expected 'else' in 'guard' statement": ("expected 'else' after 'guard' condition", .same),
    "expected identifier in enum case": ("expected identifier in enum 'case' declaration", .same),
    "expected ':' and value in dictionary element": ("expected ':' in dictionary literal", .same),
    "expected ':' and expression after '? ...' in ternary expression": (
      "expected ':' after '? ...' in ternary expression", .same
    ),
    "expected ':' in parameter": ("expected ':' following argument label and parameter name", .same),
    "expected name in member access": ("expected member name following '.'", .before),
    "expected declaration after attribute": ("expected declaration", .next),
    "expected 'var' in variable": ("expected 'var' keyword in property declaration", .same),
    "unexpected brace in source file": ("extraneous '}' at top level", .same),
    "unexpected ';' separator": ("';' statements are not allowed", .same),
    "consecutive statements on a line must be separated by newline or ';'": (
      "consecutive statements on a line must be separated by ';'", .same
    ),
    "consecutive declarations on a line must be separated by newline or ';'": (
      "consecutive declarations on a line must be separated by ';'", .same
    ),
    "all statements inside a switch must be covered by a 'case' or 'default' label": (
      "all statements inside a switch must be covered by a 'case' or 'default'", .same
    ),
    "Single-quoted string literal found, use '\"'": ("single-quoted string literal found, use '\"'", .same),
  ]
}

extension SourceFile {
  /// The offset of what follows blanks and comments; the end of the text if nothing does.
  func nextToken(after offset: Int) -> Int {
    let bytes = Array(text.utf8)
    var index = offset
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      default: return index
      }
    }
    return bytes.count
  }
}

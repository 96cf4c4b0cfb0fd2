// What others have written, on a terminal: values, names and lines of programs may hold anything.
import Glibc

let outputIsTerminal = isatty(STDOUT_FILENO) == 1
let errorsAreOnTerminal = isatty(STDERR_FILENO) == 1

/// A terminal that cannot move its cursor, or does not say what it can.
func isDumbTerminal(_ environment: [String: String]) -> Bool {
  ["", "dumb", "unknown"].contains(environment["TERM"] ?? "")
}

/// Text of any number of lines as a terminal may have it. Colours stay, and end with their line; what else would move the cursor,
/// change the title or answer in somebody's place is spelled as in Swift.
func harmless(_ text: String) -> String {
  // Behind 0xc2 are the control characters of one byte more.
  guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0a || $0 == 0x7f || $0 == 0xc2 }) else {
    return text
  }
  var result = ""
  var isColored = false
  var rest = Substring(text).unicodeScalars
  while let scalar = rest.popFirst() {
    switch scalar.value {
    case 0x0a:
      if isColored { result += "\u{1b}[0m" }
      isColored = false
      result += "\n"
    case 0x0d where rest.isEmpty || rest.first == "\n": break
    case 0x1b:
      guard let color = color(rest) else {
        result += spelled(scalar)
        continue
      }
      rest.removeFirst(color.unicodeScalars.count)
      isColored = color != "[0m" && color != "[m"
      result += "\u{1b}" + color
    case 0x09: result.unicodeScalars.append(scalar)
    case ..<0x20, 0x7f..<0xa0: result += spelled(scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return isColored ? result + "\u{1b}[0m" : result
}

/// `[1;31m`, if that is what follows.
private func color(_ rest: Substring.UnicodeScalarView) -> String? {
  guard rest.first == "[" else { return nil }
  let numbers = rest.dropFirst().prefix { $0 == ";" || ("0"..."9").contains($0) }
  guard numbers.count <= 24, rest.dropFirst(1 + numbers.count).first == "m" else { return nil }
  return "[" + String(numbers) + "m"
}

private func spelled(_ scalar: Unicode.Scalar) -> String {
  scalar == "\r" ? "\\r" : "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
}

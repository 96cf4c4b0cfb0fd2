extension JSONValue {
  /// The value over several lines, two spaces a level: for people and for files. What fits in `width` stays on one line.
  public func pretty(width: Int = 100) -> String {
    var text = ""
    write(to: &text, indent: 0, column: 0, width: width)
    return text
  }

  /// - Parameter column: how much of the line is taken already.
  private func write(to text: inout String, indent: Int, column: Int, width: Int) {
    let line = description
    switch self {
    case .array(let elements) where column + line.utf8.count > width:
      text += "[\n"
      for (index, element) in elements.enumerated() {
        text += Self.spaces(indent + 1)
        element.write(to: &text, indent: indent + 1, column: 2 * (indent + 1), width: width)
        text += index < elements.count - 1 ? ",\n" : "\n"
      }
      text += Self.spaces(indent) + "]"
    case .object(let members) where column + line.utf8.count > width:
      text += "{\n"
      for (index, member) in members.enumerated() {
        let head = Self.spaces(indent + 1) + JSONValue.string(member.name).description + ": "
        text += head
        member.value.write(to: &text, indent: indent + 1, column: head.utf8.count, width: width)
        text += index < members.count - 1 ? ",\n" : "\n"
      }
      text += Self.spaces(indent) + "}"
    default: text += line
    }
  }

  private static func spaces(_ indent: Int) -> String { String(repeating: "  ", count: indent) }
}

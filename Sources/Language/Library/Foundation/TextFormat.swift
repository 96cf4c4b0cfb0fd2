/// `String(format:)`: C's conversions, and `%@`.
internal import Glibc

enum TextFormat {
  /// - Parameter describe: what `%@` writes.
  static func apply(_ format: String, _ arguments: [Value], _ describe: (Value) throws(Abort) -> String) throws(Abort)
    -> String
  {
    var result = ""
    var rest = Substring(format)
    var used = 0
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      var directive = Directive(&rest)
      if directive.conversion == "%" {
        result += "%"
        continue
      }
      if directive.takesWidth {
        if arguments.indices.contains(used), case .int(let width) = arguments[used].unboxed {
          directive.width = max(-Directive.widthMax, min(width, Directive.widthMax))
        } else {
          directive.width = 0
        }
        used += 1
      }
      let position = directive.position.map { $0 - 1 } ?? used
      if directive.position == nil { used += 1 }
      guard arguments.indices.contains(position) else { continue }
      let part = try directive.text(arguments[position].unboxed, describe)
      result += part
      try ValueSize.check(result.utf8.count, adding: part.utf8.count)
    }
    return result + rest
  }

  /// One conversion: flags, width, precision, and what to write.
  private struct Directive {
    static let widthMax = 10_000
    var flags = ""
    var width: Int?
    var precision: Int?
    var position: Int?
    var takesWidth = false
    var conversion: Character = "%"

    init(_ rest: inout Substring) {
      func number() -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[digits.endIndex...]
        // More than anybody can read is cut off, so that a width cannot ask for all memory.
        return digits.isEmpty ? nil : min(Int(digits) ?? Self.widthMax, Self.widthMax)
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if rest[digits.endIndex...].first == "$" {
        position = Int(digits)
        rest = rest[digits.endIndex...].dropFirst()
      }
      while let flag = rest.first, "-+ 0#'".contains(flag) {
        flags.append(flag)
        rest = rest.dropFirst()
      }
      if rest.first == "*" {
        takesWidth = true
        rest = rest.dropFirst()
      } else {
        width = number()
      }
      if rest.first == "." {
        rest = rest.dropFirst()
        precision = number() ?? 0
      }
      while let size = rest.first, "hlqzjtL".contains(size) { rest = rest.dropFirst() }
      conversion = rest.first ?? "%"
      rest = rest.dropFirst()
    }

    func text(_ value: Value, _ describe: (Value) throws(Abort) -> String) throws(Abort) -> String {
      switch conversion {
      case "d", "i", "D": return print("lld", Int64(truncatingIfNeeded: whole(value)))
      case "u", "U": return print("llu", Int64(truncatingIfNeeded: whole(value)))
      case "x", "X", "o": return print("ll" + String(conversion), Int64(truncatingIfNeeded: whole(value)))
      case "f", "F", "e", "E", "g", "G", "a", "A":
        switch value {
        case .int, .word, .double, .float: return print(String(conversion), value.number)
        default: return print(String(conversion), 0.0)
        }
      case "c", "C":
        if case .int(let code) = value {
          return padded(String(Unicode.Scalar(UInt32(truncatingIfNeeded: code)).map(Character.init) ?? " "))
        }
        return padded(value.isText ? value.text : "")
      // Foundation leaves an object as it is, whatever the width.
      case "@": return try describe(value)
      case "s", "S": return padded(try describe(value))
      case "p": return "0x0"
      default: return ""
      }
    }

    private func whole(_ value: Value) -> Int {
      switch value {
      case .int, .word: value.integer
      case .bool(let flag): flag ? 1 : 0
      case .double, .float: Int(exactly: value.number.rounded(.towardZero)) ?? 0
      default: 0
      }
    }

    private func print(_ conversion: String, _ argument: some CVarArg) -> String {
      let format =
        "%" + flags.filter { $0 != "'" } + (width.map(String.init) ?? "")
        + (precision.map { "." + String($0) } ?? "") + conversion
      return withVaList([argument]) { list in
        var buffer = [CChar](repeating: 0, count: 512)
        let needed = Int(vsnprintf(&buffer, buffer.count, format, list))
        guard needed >= buffer.count else {
          return String(decoding: buffer.prefix(max(needed, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return withVaList([argument]) { list in
          var large = [CChar](repeating: 0, count: needed + 1)
          vsnprintf(&large, large.count, format, list)
          return String(decoding: large.prefix(needed).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
      }
    }

    private func padded(_ text: String) -> String {
      let text = precision.map { String(text.prefix($0)) } ?? text
      let missing = max((width ?? 0).magnitude.clampedInt - text.count, 0)
      let space = String(repeating: " ", count: missing)
      return flags.contains("-") || (width ?? 0) < 0 ? text + space : space + text
    }
  }
}

extension UInt {
  fileprivate var clampedInt: Int { Int(clamping: Swift.min(self, 10_000)) }
}

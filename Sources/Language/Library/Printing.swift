/// Functions that write: `print`, `debugPrint`, `dump`; and `type(of:)`.
enum ProgramLibrary {
  static func globals() -> [LibraryEntry] {
    [
      contextual("func print(_ items: Any..., separator: String = \" \", terminator: String = \"\\n\")") {
        call throws(Abort) in
        try call.write(inside: false)
      },
      contextual("func debugPrint(_ items: Any..., separator: String = \" \", terminator: String = \"\\n\")") {
        call throws(Abort) in
        try call.write(inside: true)
      },
      contextual("@discardableResult func dump<T>(_ value: T, name: String? = nil) -> T") { call throws(Abort) in
        let name: String? = if case .string(let text)? = call[1].unwrapped { text } else { nil }
        call.machine.program.output.write(try call.machine.dump(call[0], call.type("T"), name: name))
        return call[0]
      },
      contextual("func type<T>(of value: T) -> T.Type") { call in
        .metatype(TypeBox(call.machine.dynamicType(call[0], call.type("T"))))
      },
    ]
  }
}

extension NativeCall {
  fileprivate func write(inside: Bool) throws(Abort) -> Value {
    guard case .array(let items) = self[0], case .string(let separator) = self[1],
      case .string(let terminator) = self[2]
    else { return .void }
    var text = ""
    for (index, item) in items.enumerated() {
      if index > 0 { text += separator }
      text += inside ? try machine.describeInside(item) : try machine.describe(item, .hole)
      if text.utf8.count > machine.limits.valueCount {
        throw fault("a text of more than \(machine.limits.valueCount) bytes")
      }
    }
    machine.program.output.write(text + terminator)
    return .void
  }
}

/// What a program prints, line by line. What has no line end yet waits for the rest, at most until its activation ends.
final class ProgramOutput {
  private var pending = ""
  private let emit: (_ text: String, _ endsLine: Bool) -> Void

  init(_ emit: @escaping (_ text: String, _ endsLine: Bool) -> Void) { self.emit = emit }

  func write(_ text: String) {
    guard text.contains("\n") else {
      pending += text
      return
    }
    var lines = (pending + text).split(separator: "\n", omittingEmptySubsequences: false)
    pending = String(lines.removeLast())
    for line in lines { emit(String(line), true) }
  }

  func flush() {
    guard !pending.isEmpty else { return }
    let text = pending
    pending = ""
    emit(text, false)
  }
}

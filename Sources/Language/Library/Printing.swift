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
      writing(
        "func print<Target: TextOutputStream>(_ items: Any..., separator: String = \" \", terminator: String = \"\\n\", "
          + "to output: inout Target)"
      ) { call, output throws(Abort) in
        for piece in try call.pieces(inside: false) { try call.machine.write(piece, to: &output) }
        return .void
      },
      writing(
        "func debugPrint<Target: TextOutputStream>(_ items: Any..., separator: String = \" \", "
          + "terminator: String = \"\\n\", to output: inout Target)"
      ) { call, output throws(Abort) in
        for piece in try call.pieces(inside: true) { try call.machine.write(piece, to: &output) }
        return .void
      },
      writing("@discardableResult func dump<T, Target: TextOutputStream>(_ value: T, to target: inout Target) -> T") {
        call, output throws(Abort) in
        try call.machine.write(try call.machine.dump(call[0], call.type("T"), name: nil), to: &output)
        return call[0]
      },
      contextual("@discardableResult func dump<T>(_ value: T, name: String? = nil) -> T") { call throws(Abort) in
        let name: String? = if case .string(let text)? = call[1].unwrapped { text } else { nil }
        call.machine.program.output.write(try call.machine.dump(call[0], call.type("T"), name: name))
        return call[0]
      },
      contextual("func type<T>(of value: T) -> T.Type") { call in
        let known = call.type("T")
        return .metatype(TypeBox(known.isExact ? known : call.machine.dynamicType(call[0], known)))
      },
    ]
  }
}

extension Type {
  /// Values of it have no other type: structs, enums and tuples, if nothing of it is open.
  fileprivate var isExact: Bool {
    if hasHoles || hasParameters { return false }
    switch self {
    case .nominal(let nominal, _): return nominal.kind != .classType && !nominal.isOpaque
    case .tuple: return true
    default: return false
    }
  }
}

extension NativeCall {
  fileprivate func write(inside: Bool) throws(Abort) -> Value {
    let text = try pieces(inside: inside).joined()
    // Whoever shows it copies and encodes it, which is measured as any other work on a long text is.
    return try machine.operate(on: Value.string(text).bulk.isEmpty ? [] : .long) {
      machine.program.output.write(text)
      return .void
    }
  }

  /// What is written one after the other, as Swift does: something before each item, the item, what ends them.
  fileprivate func pieces(inside: Bool) throws(Abort) -> [String] {
    guard case .array(let items) = self[0], case .string(let separator) = self[1],
      case .string(let terminator) = self[2]
    else { return [] }
    var result: [String] = []
    var size = 0
    for (index, item) in items.enumerated() {
      result.append(index > 0 ? separator : "")
      result.append(inside ? try machine.describeInside(item) : try machine.describe(item, .hole))
      size += separator.utf8.count + result[result.count - 1].utf8.count
      if size > machine.limits.valueCount {
        throw fault("a text of more than \(machine.limits.valueCount) bytes")
      }
    }
    return result + [terminator]
  }
}

extension Machine {
  /// Hands text to a stream: appends it, or calls the `write` of the program's own.
  fileprivate func write(_ text: String, to stream: inout Value) throws(Abort) {
    if case .string(let written) = stream {
      stream = .void
      defer { stream = .string(written + text) }
      return try ValueSize.check(written.utf8.count + text.utf8.count, adding: text.utf8.count)
    }
    guard let requirement = library.type(named: "TextOutputStream")?.members["write"]?.first,
      let write = witness(requirement, for: stream, program.environment),
      case .function(let context) = write.implementation
    else { throw .trap("this stream cannot be written to here") }
    if case .instance = stream {
      _ = try call(compiled(context), captures: [], [stream, .string(text)])
    } else {
      _ = try callMutating(compiled(context), &stream, [.string(text)])
    }
  }
}

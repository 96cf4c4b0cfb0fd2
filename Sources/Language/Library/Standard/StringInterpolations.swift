/// What makes the text of a literal with `\\(…)`, where the program has a part in it: the text so far.
///
/// An object, since nobody but the literal has it.
private final class InterpolationObject: NativeObject {
  var content = ""

  override var text: String { content }
  override func isEqual(to other: NativeObject) -> Bool { (other as? InterpolationObject)?.content == content }
  override func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension StandardLibrary {
  static func stringInterpolation() -> LibraryType {
    LibraryType(
      "struct DefaultStringInterpolation: CustomStringConvertible, Sendable {}",
      [
        contextual("init()") { .native(InterpolationObject(type: $0.result)) },
        contextual("init(literalCapacity: Int, interpolationCount: Int)") {
          .native(InterpolationObject(type: $0.result))
        },
        appending("func appendLiteral(_ literal: String)") { $0[1].text },
        appending("func write(_ string: String)") { $0[1].text },
        appending("func appendInterpolation<T>(_ value: T)") { call throws(Abort) in
          try call.describe(call[1], as: call.type("T"))
        },
        appending("func appendInterpolation<T>(_ value: T?, default: @autoclosure () -> String)") {
          call throws(Abort) in
          guard let value = call[1].unwrapped else { return try call[2].closure.call().text }
          return try call.describe(value, as: call.type("T"))
        },
        unary("var description: String { get }") { .string($0.object(InterpolationObject.self)?.content ?? "") },
      ])
  }

  private static func appending(
    _ signature: String, _ text: @escaping @Sendable (NativeCall) throws(Abort) -> String
  ) -> LibraryEntry {
    contextual(signature) { call throws(Abort) in
      guard let object = call[0].object(InterpolationObject.self) else { return .void }
      let addition = try text(call)
      try ValueSize.check(object.content.utf8.count + addition.utf8.count, adding: addition.utf8.count)
      object.content += addition
      return .void
    }
  }
}

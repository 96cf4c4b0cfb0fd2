/// `Logger` of Apple's `os`, as view models use it. Here it prints: there is no log but what a program says.
extension FoundationLibrary {
  static let loggerTypes: [String: @Sendable () -> LibraryType] = [
    "OSLogType": {
      LibraryType(
        "enum OSLogType: Hashable, Sendable { case `default`; case info; case debug; case error; case fault }")
    },
    "OSLogMessage": {
      LibraryType(
        "struct OSLogMessage: ExpressibleByStringInterpolation {}",
        [contextual("init(stringLiteral value: String)") { $0[0] }])
    },
    "Logger": {
      LibraryType(
        "struct Logger: Sendable {}",
        [
          contextual("init()") { .native(LoggerObject("", type: $0.result)) },
          contextual("init(subsystem: String, category: String)") {
            .native(LoggerObject($0[1].text, type: $0.result))
          },
          contextual("func log(_ message: OSLogMessage)") { call in call.log(call[1], as: nil) },
          contextual("func log(level: OSLogType, _ message: OSLogMessage)") { call in
            guard case .choice(let level) = call[1].unboxed else { return .void }
            return call.log(call[2], as: ["error", "fault"].contains(level.name) ? level.name : nil)
          },
        ]
          + ["trace", "debug", "info", "notice"].map { (level: String) in
            contextual("func \(level)(_ message: OSLogMessage)") { call in call.log(call[1], as: nil) }
          }
          + ["warning", "error", "critical", "fault"].map { (level: String) in
            contextual("func \(level)(_ message: OSLogMessage)") { call in call.log(call[1], as: level) }
          })
    },
  ]
}

/// A `Logger`; its content is the category.
private final class LoggerObject: ValueObject<String> {
  override var text: String { "Logger(category: \(content))" }
}

extension NativeCall {
  fileprivate func log(_ message: Value, as level: String?) -> Value {
    let category = self[0].object(LoggerObject.self)?.content ?? ""
    let head = (category.isEmpty ? "" : "[\(category)] ") + (level.map { "\($0): " } ?? "")
    machine.program.output.write(head + message.text + "\n")
    return .void
  }
}

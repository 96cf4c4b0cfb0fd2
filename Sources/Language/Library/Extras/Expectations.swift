/// What `#expect` and `#require` become. An expectation that fails is reported to the host, and the program goes on; one that
/// is required throws.
enum ExpectationLibrary {
  static func globals() -> [LibraryEntry] {
    [
      contextual("func _expect(_ source: String, _ condition: Bool, _ comment: String? = nil)") {
        call
          throws(Abort) in
        try call.judge(call[1].flag, call[2])
        return .void
      },
      contextual(
        "@discardableResult func _expect<E: Error, R>(_ source: String, throws errorType: E.Type, _ comment: String? = nil, "
          + "performing expression: () throws -> R) -> E?"
      ) { call throws(Abort) in
        do throws(Abort) {
          _ = try call[3].closure.call()
        } catch {
          guard case .thrown(let thrown, _) = error else { throw error }
          // An error of a type, of one below it, or any: `(any Error).self`.
          let expected = call.machine.cast(thrown.value, from: .hole, to: call.type("E"))
          try call.judge(expected != nil, call[2], instead: "threw \(try call.debugDescribe(thrown.value, as: .hole))")
          return expected?.some ?? .null
        }
        // To expect an error of a type that has no values is to expect none.
        let isExpected = call.type("E") == call.machine.program.library.never
        try call.judge(isExpected, call[2], instead: isExpected ? nil : "threw nothing")
        return .null
      },
      contextual(
        "@discardableResult func _expect<E: Error & Equatable, R>(_ source: String, throws error: E, _ comment: String? = nil, "
          + "performing expression: () throws -> R) -> E?"
      ) { call throws(Abort) in
        do throws(Abort) {
          _ = try call[3].closure.call()
        } catch {
          guard case .thrown(let thrown, _) = error else { throw error }
          let same = call.machine.cast(thrown.value, from: .hole, to: call.type("E"))
          let isExpected = try same.map { value throws(Abort) in try call.areEqual(value, call[1]) } ?? false
          try call.judge(isExpected, call[2], instead: "threw \(try call.debugDescribe(thrown.value, as: .hole))")
          return isExpected ? same!.some : .null
        }
        try call.judge(false, call[2], instead: "threw nothing")
        return .null
      },
      contextual("func _require(_ source: String, _ condition: Bool, _ comment: String? = nil) throws") {
        call throws(Abort) in
        guard try call.judge(call[1].flag, call[2]) else { throw call.unmet() }
        return .void
      },
      contextual("func _require<T>(_ source: String, _ optionalValue: T?, _ comment: String? = nil) throws -> T") {
        call throws(Abort) in
        guard let value = call[1].unwrapped else {
          try call.judge(false, call[2], instead: "nil")
          throw call.unmet()
        }
        try call.judge(true, call[2])
        return value
      },
    ]
  }

}

extension NativeCall {
  /// Tells the host how an expectation came out.
  @discardableResult
  func judge(_ holds: Bool, _ comment: Value, instead: String? = nil) throws(Abort) -> Bool {
    let seen = machine.state(LastObservations.self).take()
    guard !holds else {
      machine.program.host.expected(nil, by: machine.program.currentPipeline)
      return true
    }
    let explained = try seen?.explain(machine)
    var message = "Expectation failed: \(explained?.condition ?? self[0].text)"
    if let instead, instead.first != "\n" { message += " → \(instead)" }
    if case .string(let text)? = comment.unwrapped { message += " · \(text)" }
    for other in explained?.others ?? [] { message += "\n  " + other }
    // A picture has lines of its own.
    if let instead, instead.first == "\n" { message += instead }
    machine.program.host.expected(
      Fault(message: message, location: location), by: machine.program.currentPipeline)
    return false
  }

  fileprivate func unmet() -> Abort {
    guard let type = machine.library.type(named: "ExpectationFailedError") else { return fault("a requirement failed") }
    return .thrown(.record(Record(type, [])), at: location)
  }
}

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
    ] + ["", " async"].flatMap(throwing)
  }

  /// Those that expect an error of a closure.
  /// - Parameter effect: whether it is awaited.
  private static func throwing(_ effect: String) -> [LibraryEntry] {
    func signature(_ name: String, _ expected: String, _ effects: String, _ result: String) -> String {
      "@discardableResult func \(name)<\(expected), _ comment: String? = nil, "
        + "performing expression: ()\(effect) throws -> R)\(effects) -> \(result)"
    }
    let type = "E: Error, R>(_ source: String, throws errorType: E.Type"
    let value = "E: Error & Equatable, R>(_ source: String, throws error: E"
    return [
      contextual(signature("_expect", type, effect, "E?")) { call throws(Abort) in
        try call.judgeErrorOfType()?.some ?? .null
      },
      contextual(signature("_expect", value, effect, "E?")) { call throws(Abort) in
        try call.judgeEqualError()?.some ?? .null
      },
      contextual(signature("_require", type, effect + " throws", "E")) { call throws(Abort) in
        guard let error = try call.judgeErrorOfType() else { throw call.unmet() }
        return error
      },
      contextual(signature("_require", value, effect + " throws", "E")) { call throws(Abort) in
        guard let error = try call.judgeEqualError() else { throw call.unmet() }
        return error
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

  /// What the closure throws, and the same as an `E` where it is one; `nil` where it throws nothing.
  private func thrownError() throws(Abort) -> (any: Value, expected: Value?)? {
    do throws(Abort) {
      _ = try self[3].closure.call()
      return nil
    } catch {
      guard case .thrown(let thrown, _) = error else { throw error }
      return (thrown.value, machine.cast(thrown.value, from: .hole, to: type("E")))
    }
  }

  /// Whether the closure throws an error of a type, of one below it, or any: `(any Error).self`.
  /// - Returns: the error, if so.
  fileprivate func judgeErrorOfType() throws(Abort) -> Value? {
    guard let thrown = try thrownError() else {
      // To expect an error of a type that has no values is to expect none.
      let isExpected = type("E") == machine.program.library.never
      try judge(isExpected, self[2], instead: isExpected ? nil : "threw nothing")
      return nil
    }
    try judge(thrown.expected != nil, self[2], instead: "threw \(try debugDescribe(thrown.any, as: .hole))")
    return thrown.expected
  }

  /// Whether the closure throws an error that is equal to the one that is given.
  /// - Returns: the error, if so.
  fileprivate func judgeEqualError() throws(Abort) -> Value? {
    guard let thrown = try thrownError() else {
      try judge(false, self[2], instead: "threw nothing")
      return nil
    }
    let isEqual = try thrown.expected.map { error throws(Abort) in try areEqual(error, self[1]) } ?? false
    try judge(isEqual, self[2], instead: "threw \(try debugDescribe(thrown.any, as: .hole))")
    return isEqual ? thrown.expected : nil
  }

  fileprivate func unmet() -> Abort {
    guard let type = machine.library.type(named: "ExpectationFailedError") else { return fault("a requirement failed") }
    return .thrown(.record(Record(type, [])), at: location)
  }
}

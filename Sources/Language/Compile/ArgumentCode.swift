/// Calls: arguments to parameters, and the way to whoever is called.
enum ArgumentCode {
  case value(Code)
  case place(Place)

  var code: Code {
    switch self {
    case .value(let code): code
    case .place(let place): place.read
    }
  }
}

extension [ArgumentCode] {
  var hasPlaces: Bool {
    contains { if case .place = $0 { true } else { false } }
  }

  /// Calls with the arguments' values. Places are lent: they hold what their parameters became, also when it throws, and
  /// where they are is found out once.
  func lending(
    _ frame: Frame, receiver: Value? = nil, _ body: (inout [Value]) throws(Abort) -> Value
  ) throws(Abort) -> Value {
    var values = receiver.map { [$0] } ?? []
    let offset = values.count
    for argument in self {
      if case .value(let code) = argument { values.append(try code(frame)) } else { values.append(.void) }
    }
    return try lend(frame, from: 0, offset, &values, body)
  }

  private func lend(
    _ frame: Frame, from index: Int, _ offset: Int, _ values: inout [Value],
    _ body: (inout [Value]) throws(Abort) -> Value
  ) throws(Abort) -> Value {
    guard index < count else { return try body(&values) }
    guard case .place(let place) = self[index] else { return try lend(frame, from: index + 1, offset, &values, body) }
    var result = Value.void
    try place.lend(frame) { target throws(Abort) in
      values[index + offset] = target
      target = .void
      defer { target = values[index + offset] }
      result = try lend(frame, from: index + 1, offset, &values, body)
    }
    return result
  }
}

extension Place {
  /// Calls back with the value in place. What is thrown comes out after the value has been put back; a trap at once.
  func lend(_ frame: Frame, _ body: (inout Value) throws(Abort) -> Void) throws(Abort) {
    var thrown: Abort?
    try modify(frame) { target throws(Abort) in
      do throws(Abort) { try body(&target) } catch {
        guard case .thrown = error else { throw error }
        thrown = error
      }
    }
    if let thrown { throw thrown }
  }
}

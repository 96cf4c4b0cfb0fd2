// Source says what a program gives to its secrets. It is told as it is to who may run source; to others without its
// literals, as long as the daemon keeps anything secret: which of them get there is known when it runs, and not before.

internal import Engine
internal import Language
internal import Wire

extension Connection {
  private var readsLiterals: Bool { session.role == .owner || server.engine.secretPatterns.isEmpty }

  /// A piece of source, as its client may read it.
  func told(_ source: String) -> String { readsLiterals ? source : SourceText.withoutLiterals(source) }

  func told(_ notice: SessionNotice) -> SessionNotice { readsLiterals ? notice : notice.withoutSource }

  func told(_ error: RPCError) -> RPCError { readsLiterals ? error : error.withoutSource }
}

extension Call {
  func told(_ source: String) -> String { connection.told(source) }
}

extension SessionNotice {
  /// A line of source may begin in the middle of something: it is left out.
  fileprivate var withoutSource: SessionNotice {
    func without(_ fault: Fault) -> Fault {
      var fault = fault
      fault.source = nil
      return fault
    }
    switch self {
    case .fault(let fault): return .fault(without(fault))
    case .trouble(let fault): return .trouble(without(fault))
    case .warning(let fault): return .warning(without(fault))
    case .expectation(var unmet):
      unmet.message = "an expectation did not hold"
      return .expectation(unmet)
    // It may say for which condition.
    case .pipeline(let name, "paused", let text?, let rev):
      return .pipeline(name: name, state: "paused", text: SourceText.withoutLiterals(text), rev: rev)
    default: return self
    }
  }
}

extension RPCError {
  fileprivate var withoutSource: RPCError {
    var error = self
    error.fields = Self.withoutSource(fields)
    return error
  }

  private static func withoutSource(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    members.compactMap { member in
      switch (member.name, member.value) {
      case ("source", .string): return nil
      case ("stack", .array(let calls)):
        return .init(
          member.name,
          .array(
            calls.map { call in
              guard case .object(let members) = call else { return call }
              return .object(withoutSource(members))
            }))
      default: return member
      }
    }
  }
}

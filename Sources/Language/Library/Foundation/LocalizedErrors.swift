/// What Foundation says of errors.
extension FoundationLibrary {
  static func localizedError() -> LibraryType {
    LibraryType(
      """
      protocol LocalizedError: Error {
        var errorDescription: String? { get }
        var failureReason: String? { get }
        var recoverySuggestion: String? { get }
        var helpAnchor: String? { get }
      }
      """,
      ["errorDescription", "failureReason", "recoverySuggestion", "helpAnchor"].map { name in
        unary("var \(name): String? { get }") { _ in .null }
      }, .values)
  }

  static func errorDescriptions() -> [LibraryEntry] {
    [
      contextual("var localizedDescription: String { get }") { call throws(Abort) in
        .string(try call.localizedDescription(of: call[0]))
      }
    ]
  }
}

extension NativeCall {
  /// What Foundation says of an error for people.
  func localizedDescription(of error: Value) throws(Abort) -> String {
    if case .native(let object as any LocalizedObject) = error.unboxed { return object.localizedDescription }
    if case .payload(let payload) = error.unboxed, payload.isCodingError { return payload.codingErrorText }
    if let custom = try machine.customError(error.unboxed) {
      if case .string(let text)? = custom.userInfo[.string(FoundationLibrary.descriptionKey)]?.unboxed { return text }
      return "The operation could not be completed. (\(custom.domain) error \(custom.code).)"
    }
    if let text = try property("errorDescription", of: error)?.unwrapped { return text.text }
    let domain = if let own = error.errorDomain { own } else { try describe(error, as: type("Self")) }
    return "The operation could not be completed. (\(domain) error \(error.errorCode).)"
  }
}

extension Value {
  /// The name of a type of the program, as Foundation takes it for the domain of its errors.
  var errorDomain: String? {
    switch unboxed {
    case .choice(let enumCase): "main." + enumCase.owner.qualifiedName
    case .payload(let payload): "main." + payload.enumCase.owner.qualifiedName
    case .record(let record): "main." + record.type.qualifiedName
    case .instance(let instance): "main." + instance.type.qualifiedName
    default: nil
    }
  }

  /// What Foundation takes for the code of an error that has none: the number of the case, one for a struct.
  var errorCode: Int {
    switch unboxed {
    case .choice(let enumCase):
      // Cases with payload are counted first.
      let cases = enumCase.owner.cases
      let before = cases.prefix(enumCase.index).filter { $0.payload.isEmpty }.count
      return cases.filter { !$0.payload.isEmpty }.count + before
    case .payload(let payload):
      return payload.enumCase.owner.cases.prefix(payload.enumCase.index).filter { !$0.payload.isEmpty }.count
    default: return 1
    }
  }
}

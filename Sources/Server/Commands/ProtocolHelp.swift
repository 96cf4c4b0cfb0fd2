/// Help for the protocol's own names: methods, and the errors they answer with.
import Wire

extension HelpEntry {
  /// The entry of a method, `store.set`, or of an error by its kind or code, `notFound`, `-32002`.
  init?(ofProtocol name: String) {
    if let method = MethodTable[name] {
      self.init(method)
    } else if let code = ErrorCode.allCases.first(where: { $0.kind == name || "\($0.rawValue)" == name }) {
      self.init(code)
    } else {
      return nil
    }
  }

  static var namesOfProtocol: [String] { MethodTable.names + ErrorCode.allCases.map(\.kind) }

  private init(_ method: Method) {
    self.init {
      $0.name = method.name
      $0.signatures = method.params.fields.map { field in
        "\(field.name): \(field.shape.phrase)\(field.isRequired ? "" : ", optional") – \(field.doc)"
      }
      $0.summary = method.summary
      $0.output = ["> \(method.name) \(method.example.params)", "< \(method.example.result)"]
    }
  }

  private init(_ code: ErrorCode) {
    let entry = code.entry
    let again =
      switch entry.retry {
      case .never: "not without changing something"
      case .now: "at once"
      case .later: "later"
      }
    let methods = MethodTable.methods.filter { $0.errors.contains(code) }.map(\.name)
    self.init {
      $0.name = entry.kind
      $0.signatures =
        ["code: \(code.rawValue)", "exit status: \(entry.exitStatus)", "try again: \(again)"]
        + (entry.data.isEmpty ? [] : ["data: " + entry.data.joined(separator: ", ")])
        + (methods.isEmpty ? [] : ["of: " + methods.joined(separator: ", ")])
      $0.summary = entry.meaning.prefix(1).uppercased() + entry.meaning.dropFirst() + "."
    }
  }
}

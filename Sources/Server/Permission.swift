// Who may what. Decided here and nowhere else: from what the method's definition says it needs, what the shapes of its
// parameters say they do, and the role that the kernel's word about the peer gives. Handlers do not ask.

internal import Engine
internal import Wire

extension ClientSession {
  /// Why a request must not be looked at any further; `nil` if it may.
  func refusal(of method: Method) -> RPCError? {
    guard method.access > access else { return nil }
    if let writable, role == .writer, method.access.role == Role.writer.rawValue {
      return .denied("'\(method.name)'", need: "writer of every path", have: Self.describe(writable))
    }
    return .denied(
      "'\(method.name)'", need: method.access.role, have: role.rawValue,
      hint: "The daemon's owner decides who may what: combined --allow \(method.access.role):UID.")
  }

  /// Why a request must not be carried out with these parameters; `nil` if it may. Whatever name it gives an object, that
  /// one's own path decides.
  func refusal(of method: Method, params: JSONView?, in engine: Engine) -> RPCError? {
    guard role != .owner, let params else { return nil }
    for use in method.params.uses(in: params) {
      switch use {
      case .reads: continue
      case .writes(let path):
        guard access >= .write else {
          return .denied("'\(path)'", need: Role.writer.rawValue, have: role.rawValue)
        }
        guard let writable, !writable.contains(where: { $0.matches(Self.segments(of: engine.ownPath(path))) }) else {
          continue
        }
        return .denied("'\(path)'", need: "writer of \(path)", have: Self.describe(writable))
      case .runs(let parameter):
        return .denied(
          "'\(parameter)' is source, and running it", need: Role.owner.rawValue, have: role.rawValue)
      }
    }
    return nil
  }

  private var access: AccessLevel {
    switch role {
    case .viewer: .read
    case .writer: writable == nil ? .writeAnywhere : .write
    case .owner: .own
    }
  }

  /// The members that a path begins with. A path that cannot be read matches no pattern: it is refused, as one that
  /// leads elsewhere is.
  private static func segments(of path: String) -> [String] {
    (try? Path(path))?.names ?? []
  }

  private static func describe(_ writable: [PathPattern]) -> String {
    "writer of " + writable.map(\.text).joined(separator: ", ")
  }
}

extension RPCError {
  fileprivate static func denied(_ what: String, need: String, have: String, hint: String? = nil) -> RPCError {
    RPCError(
      .denied, "\(what) needs the role \(need), and yours is \(have).",
      ["need": .string(need), "have": .string(have)], hint: hint)
  }
}

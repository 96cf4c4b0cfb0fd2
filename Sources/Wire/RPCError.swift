/// An error as it crosses the wire: a code and a kind for programs, a sentence for people, data, and what to do.
///
///     {"code":-32002,"message":"…","data":{"kind":"notFound","path":"…","didYouMean":["…"],"hint":"…","retry":"never"}}
public struct RPCError: Error, Hashable, Sendable {
  /// One of `ErrorCode`, or one that a newer daemon has.
  public var code: Int
  public var kind: String
  /// What happened, where, and what to do, without the hint.
  public var message: String
  /// The members of `data` that belong to the kind, in order; see `ErrorCode.Entry.data`.
  public var fields: [JSONValue.Member]
  /// What to type or to change.
  public var hint: String?
  public var retry: ErrorCode.Retry

  public init(
    _ code: ErrorCode, kind: String? = nil, _ message: String, _ fields: KeyValuePairs<String, JSONValue> = [:],
    hint: String? = nil, retry: ErrorCode.Retry? = nil
  ) {
    self.code = code.rawValue
    self.kind = kind ?? code.kind
    self.message = message
    self.fields = fields.map { JSONValue.Member($0, $1) }
    self.hint = hint
    self.retry = retry ?? code.entry.retry
  }

  public var known: ErrorCode? { ErrorCode(rawValue: code) }

  /// A member of `data`.
  public subscript(field: String) -> JSONValue? { fields.first { $0.name == field }?.value }

  /// Names that were probably meant.
  public var didYouMean: [String] { self["didYouMean"]?.array?.compactMap(\.string) ?? [] }

  /// The same without what is long in it.
  var abridged: RPCError {
    var abridged = self
    abridged.message = message.cut
    abridged.hint = hint?.cut
    abridged.fields = fields.compactMap { field in
      switch field.value {
      case .string(let text): .init(field.name, .string(text.cut))
      case .array, .object: nil
      default: field
      }
    }
    return abridged
  }

  /// What combinectl exits with.
  public var exitStatus: Int32 { known?.exitStatus ?? 1 }
}

extension RPCError: WireObject {
  public static let schema = ObjectSchema(
    "Error", doc: "Why a request was refused. The other members of `data` depend on its kind.",
    [
      .required("code", .int, "the number of the error, from the table of errors"),
      .required("message", .string, "a sentence for people"),
      .required(
        "data",
        .object(
          ObjectSchema([
            .required("kind", .string, "the name of the error, for programs; stable"),
            .optional("hint", .string, "what to type or to change"),
            .required(
              "retry", .choice(["never", "now", "later"]), "whether the same request can succeed another time"),
          ])),
        "what programs need to know"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    code = try members.required("code")
    message = try members.required("message")
    kind = ErrorCode(rawValue: code)?.kind ?? "unknown"
    fields = []
    retry = .never
    guard let data = members.view("data") else { return }
    for (name, value) in data.members {
      switch name {
      case "kind": kind = value.string ?? kind
      case "hint": hint = value.string
      case "retry": retry = value.string.flatMap(ErrorCode.Retry.init) ?? .never
      default: fields.append(JSONValue.Member(name, JSONValue(value)))
      }
    }
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("code", code)
    writer.field("message", message)
    writer.key("data")
    writer.beginObject()
    writer.field("kind", kind)
    for field in fields {
      writer.key(field.name)
      writer.value(field.value)
    }
    writer.field("hint", ifPresent: hint)
    writer.field("retry", retry.rawValue)
    writer.endObject()
  }
}

// MARK: The errors that this module finds

extension RPCError {
  public static func parse(_ error: JSONError) -> RPCError {
    RPCError(
      .parse, "The line is not JSON: \(error.reason), at byte \(error.offset).", ["at": .int(error.offset)],
      hint: "Send one JSON text per line, in UTF-8.")
  }

  public static func invalidRequest(_ message: String, kind: String? = nil, hint: String? = nil) -> RPCError {
    RPCError(.invalidRequest, kind: kind, message, hint: hint)
  }

  /// A request came with the id of one that has not been answered yet.
  public static func duplicateID(_ id: RequestID) -> RPCError {
    .invalidRequest(
      "A request with the id \(id) is still being answered.", kind: "duplicateId",
      hint: "Give every request of a connection an id of its own.")
  }

  public static func methodNotFound(_ method: String, among known: some Sequence<String>) -> RPCError {
    let near = Wire.didYouMean(method, among: known)
    var error = RPCError(.methodNotFound, "There is no method '\(method.abbreviated)'.", ["method": .string(method)])
    error.suggest(near, otherwise: "rpc.discover lists the methods.")
    return error
  }

  public static func invalidParams(_ error: ShapeError) -> RPCError {
    var refusal = RPCError(
      .invalidParams, error.sentence(whole: "params") + ".", ["param": .string(error.place)])
    if let expected = error.expected { refusal.fields.append(.init("expected", .string(expected))) }
    if case .unknown(let near) = error.problem { refusal.suggest(near) }
    return refusal
  }

  /// A parameter that has the right shape and still makes no sense.
  public static func invalidParams(param: String, expected: String, _ message: String, hint: String? = nil) -> RPCError
  {
    RPCError(.invalidParams, message, ["param": .string(param), "expected": .string(expected)], hint: hint)
  }

  public static func tooLarge(size: Int, limit: Int, _ message: String) -> RPCError {
    RPCError(.tooLarge, message, ["size": .int(size), "limit": .int(limit)])
  }

  /// Says which names were probably meant, in data and as a hint.
  public mutating func suggest(_ near: [String], otherwise hint: String? = nil) {
    guard let nearest = near.first else {
      self.hint = self.hint ?? hint
      return
    }
    fields.append(.init("didYouMean", .array(near.map(JSONValue.string))))
    self.hint = "Did you mean '\(nearest)'?"
  }
}

extension String {
  /// At most so much of it that all texts of an error fit in a frame.
  fileprivate var cut: String {
    let scalars = unicodeScalars.prefix(1000)
    return scalars.endIndex == endIndex ? self : String(scalars) + "…"
  }
}

/// The messages of JSON-RPC 2.0, read strictly from one parsed frame.
///
/// `params` and `result` are views of the frame: they are decoded by whoever knows the method, without a tree in between.
public enum Message: Sendable {
  case request(Request)
  case notification(Notification)
  case response(Response)
  /// No message. It is answered with this error, and with the id where one could be made out.
  case invalid(id: RequestID?, RPCError)
}

/// What a request and its reply have in common, chosen by who asks.
public enum RequestID: Hashable, Sendable, CustomStringConvertible {
  /// Strictly between −2⁵³ and 2⁵³.
  case number(Int)
  case string(String)

  /// The id as JSON.
  public var description: String {
    var writer = JSONWriter(capacity: 32)
    encode(to: &writer)
    return writer.text
  }
}

/// A call that wants a reply.
public struct Request: Sendable {
  public var id: RequestID
  public var method: String
  public var params: JSONView?
}

/// A call that is never answered, whatever comes of it.
public struct Notification: Sendable {
  public var method: String
  public var params: JSONView?
}

/// The reply to a request.
public struct Response: Sendable {
  /// Absent when the other side could not tell which request its error belongs to.
  public var id: RequestID?
  public var outcome: Result<JSONView, RPCError>
}

// MARK: Reading

extension Message {
  /// Reads one message; a batch has been taken apart before.
  public init(_ view: JSONView) {
    guard view.kind == .object else {
      self = .invalid(
        id: nil, .invalidRequest("A message must be an object, not \(view.phrase).", hint: requestExample))
      return
    }
    let idView = view["id"]
    let id = idView.flatMap(RequestID.init)
    if view["method"] == nil, view["result"] != nil || view["error"] != nil {
      self = Self.response(view, id)
      return
    }
    if let error = Self.fault(view, idView, id) {
      self = .invalid(id: id, error)
      return
    }
    let method = view["method"]!.string!
    let params = view["params"]
    if params?.kind == .array {
      // A notification is never answered, so there nothing can be said about it.
      self =
        id == nil
        ? .notification(Notification(method: method, params: params))
        : .invalid(
          id: id,
          .invalidParams(
            param: "", expected: "an object", "params must be an object with named members, not an array.",
            hint: #"Write "params":{"name":value}."#))
      return
    }
    if let id {
      self = .request(Request(id: id, method: method, params: params))
    } else {
      self = .notification(Notification(method: method, params: params))
    }
  }

  /// What keeps an object from being a request or a notification.
  private static func fault(_ view: JSONView, _ idView: JSONView?, _ id: RequestID?) -> RPCError? {
    guard let version = view["jsonrpc"], version.equals("2.0") else {
      return .invalidRequest(#"The member "jsonrpc" must be the string "2.0"."#, hint: requestExample)
    }
    if let idView, id == nil {
      return .invalidRequest(
        "The id must be a string of at most \(WireLimits.requestIDBytesMax) bytes or an integer between -2^53 and 2^53, not \(JSONValue(idView).abbreviated).",
        hint: idView.isNull ? "Leave the id out of a notification." : nil)
    }
    guard let method = view["method"] else {
      return .invalidRequest(#"The member "method" is missing."#, hint: requestExample)
    }
    guard method.kind == .string else {
      return .invalidRequest(#"The member "method" must be a string, not \#(method.phrase)."#)
    }
    if let params = view["params"], params.kind != .object, params.kind != .array {
      return .invalidRequest(
        #"The member "params" must be an object, not \#(params.phrase)."#,
        hint: params.isNull ? "Leave params out when there are none." : nil)
    }
    return nil
  }

  private static func response(_ view: JSONView, _ id: RequestID?) -> Message {
    if let result = view["result"] { return .response(Response(id: id, outcome: .success(result))) }
    do {
      return .response(Response(id: id, outcome: .failure(try RPCError(json: view["error"]!, strict: false))))
    } catch {
      return .invalid(id: id, .invalidRequest("A response is malformed: " + error.sentence(whole: "error") + "."))
    }
  }
}

private let requestExample = #"A request looks like {"jsonrpc":"2.0","id":1,"method":"session.ping","params":{}}."#

extension RequestID {
  /// `nil` for what is no id.
  public init?(_ view: JSONView) {
    if let number = view.int {
      guard number.magnitude < UInt(WireLimits.requestNumberBound) else { return nil }
      self = .number(number)
    } else if let string = view.string, string.utf8.count <= WireLimits.requestIDBytesMax {
      self = .string(string)
    } else {
      return nil
    }
  }
}

extension RequestID: WireCodable {
  public static var shape: Shape { .either([.int, .string]) }
  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    guard let id = RequestID(json) else { throw .mismatch(expected: "an integer or a string", got: json) }
    self = id
  }
  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .number(let number): writer.value(number)
    case .string(let string): writer.value(string)
    }
  }
}

extension JSONValue {
  /// The value as JSON, cut after forty characters: for sentences.
  var abbreviated: String {
    let text = description
    return text.count <= 40 ? text : text.prefix(40) + "…"
  }
}

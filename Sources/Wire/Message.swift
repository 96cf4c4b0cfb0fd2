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
    if case .number(let number) = self { return String(number) }
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
    let members = Members(view)
    let document = view.document
    let nodes = document.nodeList
    let id = members.id.flatMap { RequestID(document, $0) }
    if members.method == nil, members.result != nil || members.error != nil {
      self = Self.response(document, members, id)
      return
    }
    if let error = members.fault(document, id) {
      self = .invalid(id: id, error)
      return
    }
    let method = nodes.string(of: members.method!)
    let params = members.params.map { JSONView(document: document, index: $0) }
    if let id {
      if let index = members.params, nodes[index].kind == .array {
        let error = RPCError.invalidParams(
          param: "", expected: "an object", "params must be an object with named members, not an array.",
          hint: #"Write "params":{"name":value}."#)
        self = .invalid(id: id, error)
      } else {
        self = .request(Request(id: id, method: method, params: params))
      }
    } else {
      // Never answered, so that here nothing can be said about an array of params.
      self = .notification(Notification(method: method, params: params))
    }
  }

  /// Where the members of a message are, found in one pass; of duplicates the last.
  private struct Members {
    var version: Int?
    var id: Int?
    var method: Int?
    var params: Int?
    var result: Int?
    var error: Int?

    init(_ view: JSONView) {
      let nodes = view.document.nodeList
      let end = nodes.end(of: view.index)
      var name = view.index + 1
      while name < end {
        let value = name + 1
        if nodes.text(at: name, equals: "jsonrpc") {
          version = value
        } else if nodes.text(at: name, equals: "id") {
          id = value
        } else if nodes.text(at: name, equals: "method") {
          method = value
        } else if nodes.text(at: name, equals: "params") {
          params = value
        } else if nodes.text(at: name, equals: "result") {
          result = value
        } else if nodes.text(at: name, equals: "error") {
          error = value
        }
        name = nodes.end(of: value)
      }
    }

    /// What keeps an object from being a request or a notification.
    func fault(_ document: JSONDocument, _ id: RequestID?) -> RPCError? {
      let nodes = document.nodeList
      func phrase(_ index: Int) -> String { JSONView(document: document, index: index).phrase }
      guard let version, nodes[version].kind == .string, nodes.text(at: version, equals: "2.0") else {
        return .invalidRequest(#"The member "jsonrpc" must be the string "2.0"."#, hint: requestExample)
      }
      if let index = self.id, id == nil {
        let view = JSONView(document: document, index: index)
        return .invalidRequest(
          """
          The id must be a string of at most \(WireLimits.requestIDBytesMax) bytes or an integer between -2^53 and 2^53, \
          not \(JSONValue(view).abbreviated).
          """,
          hint: view.isNull ? "Leave the id out of a notification." : nil)
      }
      guard let method else {
        return .invalidRequest(#"The member "method" is missing."#, hint: requestExample)
      }
      guard nodes[method].kind == .string else {
        return .invalidRequest(#"The member "method" must be a string, not \#(phrase(method))."#)
      }
      if let params {
        let kind = nodes[params].kind
        if kind != .object, kind != .array {
          return .invalidRequest(
            #"The member "params" must be an object, not \#(phrase(params))."#,
            hint: kind == .null ? "Leave params out when there are none." : nil)
        }
      }
      return nil
    }
  }

  private static func response(_ document: JSONDocument, _ members: Members, _ id: RequestID?) -> Message {
    if let result = members.result {
      return .response(Response(id: id, outcome: .success(JSONView(document: document, index: result))))
    }
    do {
      let error = JSONView(document: document, index: members.error!)
      return .response(Response(id: id, outcome: .failure(try RPCError(json: error, strict: false))))
    } catch {
      return .invalid(id: id, .invalidRequest("A response is malformed: " + error.sentence(whole: "error") + "."))
    }
  }
}

private let requestExample = #"A request looks like {"jsonrpc":"2.0","id":1,"method":"session.ping","params":{}}."#

extension RequestID {
  /// `nil` for what is no id.
  public init?(_ view: JSONView) { self.init(view.document, view.index) }

  init?(_ document: JSONDocument, _ index: Int) {
    let nodes = document.nodeList
    switch nodes[index].kind {
    case .int:
      let number = nodes.int(of: index)
      guard number.magnitude < UInt(WireLimits.integerBound) else { return nil }
      self = .number(number)
    case .double:
      guard let number = JSONView(document: document, index: index).wholeNumber else { return nil }
      self = .number(number)
    case .string:
      guard nodes.utf8(of: index).count <= WireLimits.requestIDBytesMax else { return nil }
      self = .string(nodes.string(of: index))
    default: return nil
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
  /// The value as JSON, cut where it gets long: for sentences.
  var abbreviated: String { description.abbreviated }
}

extension String {
  /// The text, cut after sixty characters: for sentences.
  var abbreviated: String { utf8.count <= 60 || count <= 60 ? self : prefix(60) + "…" }
}

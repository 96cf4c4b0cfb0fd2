// Commands that answer in place of the network, and tell what was asked of it.
import ClientConnection
import Wire

extension Command {
  static let http: [Command] = [
    Command(
      name: "stub", synopsis: "[METHOD] URL ANSWER…", summary: "answer requests in place of the network",
      details: """
        In the URL * is any run of characters. An answer is a status, header fields, a JSON body, or the name of a failure:
          :stub GET https://example.com/names* {"free":true}
          :stub https://example.com/* 503 Retry-After:5 ×2 after 1s, 200 {"free":true} after 3s
          :stub * timedOut
        Answers take turns, each ×N times; the last one stays. :stub off takes all stubs away.
        """,
      argument: .none, run: { session, text throws(UsageError) in try session.stub(text) }),
    Command(
      name: "requests", synopsis: "[COUNT|clear]", summary: "the requests that pipelines have made",
      details: "With a number it expects that many since the last clear, and a test fails where there were others.",
      argument: .choice(["clear"]), run: { session, text throws(UsageError) in try session.requests(text) }),
  ]
}

/// The arguments of `:stub`, as the method takes them.
struct StubText {
  let params: HTTPStub.Params

  init(_ text: String) throws(UsageError) {
    var rest = text[...]
    var params = HTTPStub.Params()
    let first = Self.word(&rest)
    if !first.isEmpty, first.allSatisfy({ $0.isASCII && $0.isUppercase }) {
      params.method = first
      params.url = Self.word(&rest)
    } else {
      params.url = first
    }
    guard !params.url.isEmpty, !rest.trimmed.isEmpty else {
      throw UsageError("stub takes a URL and an answer", hint: ":stub https://example.com/* 200 {\"free\":true}")
    }
    while !rest.trimmed.isEmpty { params.answers.append(try Self.answer(&rest)) }
    self.params = params
  }

  private static func word(_ rest: inout Substring) -> String {
    rest = rest.drop(while: \.isWhitespace)
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  /// Up to a comma outside of JSON, or the end.
  private static func answer(_ rest: inout Substring) throws(UsageError) -> HTTPAnswer {
    var answer = HTTPAnswer()
    var isEmpty = true
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first else { break }
      if first == "," {
        rest = rest.dropFirst()
        break
      }
      isEmpty = false
      if first == "{" || first == "[" || first == "\"" {
        answer.body = try json(&rest)
        continue
      }
      let word = String(rest.prefix { !$0.isWhitespace && $0 != "," })
      rest = rest.dropFirst(word.count)
      if let status = Int(word) {
        answer.status = status
      } else if (word.first == "×" || word.first == "x"), let times = Int(word.dropFirst()), times > 0 {
        answer.times = times
      } else if word == "after" {
        rest = rest.drop(while: \.isWhitespace)
        let text = String(rest.prefix { !$0.isWhitespace && $0 != "," })
        rest = rest.dropFirst(text.count)
        guard let delay = WireDuration(text) else {
          throw UsageError("'after' takes a duration, not '\(text)'", hint: "after 3s")
        }
        answer.delay = delay
      } else if let colon = word.firstIndex(of: ":"), colon != word.startIndex {
        let field = JSONValue.Member(String(word[..<colon]), .string(String(word[word.index(after: colon)...])))
        if case .object(let fields)? = answer.headers {
          answer.headers = .object(fields + [field])
        } else {
          answer.headers = .object([field])
        }
      } else if word.allSatisfy({ $0.isLetter }) {
        answer.fail = word
      } else {
        throw UsageError("'\(word)' is no part of an answer", hint: "503 ×2 after 1s, 200 {\"free\":true}")
      }
    }
    if isEmpty { throw UsageError("an answer is missing", hint: "503 ×2, 200 {\"free\":true}") }
    return answer
  }

  /// The JSON value that the text begins with.
  private static func json(_ rest: inout Substring) throws(UsageError) -> JSONValue {
    try jsonArgument(jsonText(&rest)) { ":stub * \($0)" }
  }

  /// The text of the JSON object, array or string at the beginning.
  static func jsonText(_ rest: inout Substring) -> String {
    var depth = 0
    var isInString = false
    var isEscaped = false
    var length = 0
    for character in rest {
      length += 1
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isInString = false
        }
      } else if character == "\"" {
        isInString = true
      } else if character == "{" || character == "[" {
        depth += 1
      } else if character == "}" || character == "]" {
        depth -= 1
      }
      if depth == 0, !isInString { break }
    }
    let text = String(rest.prefix(length))
    rest = rest.dropFirst(length)
    return text
  }
}

extension Session {
  fileprivate func stub(_ text: String) throws(UsageError) {
    if text == "off" {
      return ask(HTTPClear.self, HTTPClear.Params()) { [unowned self] result in
        if settings.isJSON { return emit(result) }
        confirm(result.removed == 1 ? "1 stub removed" : "\(result.removed) stubs removed")
      }
    }
    ask(HTTPStub.self, try StubText(text).params) { [unowned self] result in
      if settings.isJSON { emit(result) }
    }
  }

  fileprivate func requests(_ text: String) throws(UsageError) {
    switch text {
    case "clear":
      return ask(
        HTTPClear.self,
        HTTPClear.Params {
          $0.stubs = false
          $0.log = true
        }
      ) { [unowned self] result in
        if settings.isJSON { emit(result) }
      }
    case "": break
    default:
      guard let count = Int(text), count >= 0 else {
        throw UsageError("requests takes nothing, a number, or clear", hint: ":requests clear")
      }
      let place = currentPlace
      return ask(HTTPLog.self, HTTPLog.Params()) { [unowned self] result in
        let made = result.requests.map { "\n  \($0.method) \($0.url)" }.joined()
        expect(
          result.total == count, at: place,
          orSay:
            "expected \(count) request\(count == 1 ? "" : "s"), there were \(result.total)\(made.isEmpty ? "" : ":" + made)"
        )
      }
    }
    ask(HTTPLog.self, HTTPLog.Params()) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      guard result.total > 0 else { return write("no requests") }
      for request in result.requests {
        let outcome =
          switch request.state {
          case .running: "running"
          case .cancelled: "cancelled"
          case .done: "\(request.status ?? 0)"
          case .failed: "failed (\(request.error ?? 0))"
          }
        write("\(request.method) \(request.url)  \(outcome)" + (request.pipe.map { "  by \($0)" } ?? ""))
      }
      let each = result.pipelines.map { "\($0.pipe) \($0.requests)" }.joined(separator: ", ")
      write("\(result.total) in all" + (each.isEmpty ? "" : ": \(each)"))
    }
  }
}

// A client core with its other end in the hands of a test: lines out, lines in, and a log of what it told.
import TestSupport
import Testing
import Wire

@testable import ClientConnection
@testable import CombineClient

/// The daemon's answer to the greeting, as the tests use it.
func helloResult(epoch: String = "e1", rev: Int = 10) -> String {
  """
  {"protocol":"1","session":"c1","server":{"name":"combined","version":"0.1.0","pid":1},"epoch":"\(epoch)","rev":\(rev),\
  "oldestRev":1,"durableRev":\(rev),"clock":{"mode":"real","now":"2026-11-21T01:17:00Z"},"features":[],\
  "limits":{"frame":1048576,"batch":100,"inflight":128,"subs":256,"queue":1024},"you":{"uid":1,"gid":1,"role":"owner"}}
  """
}

final class Harness {
  let core = ClientCore(client: Agent(name: "test"))
  /// What happened, in order: events and the replies of `ask`.
  var log: [String] = []
  private var validator = MessageValidator.known

  init() {
    core.onEvent = { [unowned self] in log.append(Self.describe($0)) }
  }

  /// Connected and greeted, with nothing left to send.
  static func connected(rev: Int = 10) -> Harness {
    let harness = Harness()
    harness.connect(rev: rev)
    harness.log = []
    return harness
  }

  func connect(epoch: String = "e1", rev: Int = 10) {
    core.connectionMade()
    let id = sent()[0].split(separator: ",")[0].split(separator: ":")[1]
    receive("{\"id\":\(id),\"result\":\(helloResult(epoch: epoch, rev: rev))}")
  }

  /// Asks for a path's value and logs what comes of it.
  func ask(_ path: String) -> RequestID {
    core.request(StoreGet.self, .init(path: path)) { [unowned self] result in
      switch result {
      case .success(let value): log.append("\(path) = \(value.value)")
      case .failure(let error): log.append("\(path): \(error.message)")
      }
    }
  }

  /// The lines that were sent since the last time, without the constant `"jsonrpc":"2.0"`.
  func sent() -> [String] {
    let text = core.withOutput { String(decoding: $0, as: UTF8.self) }
    core.outputSent(core.outputCount)
    for line in text.split(separator: "\n") { validator?.sent(String(line), by: "") }
    return text.split(separator: "\n").map { "{" + $0.dropFirst("{\"jsonrpc\":\"2.0\",".count) }
  }

  /// What a daemon says, which has to be as `Protocol/schemas` has it.
  func receive(_ lines: String...) {
    let unsent = core.withOutput { String(decoding: $0, as: UTF8.self) }
    for request in unsent.split(separator: "\n") { validator?.sent(String(request), by: "") }
    for line in lines {
      let line = Self.line(line)
      if validator == nil { Issue.record("Protocol/schemas cannot be read") }
      if let complaint = validator?.complaint(line, to: "") { Issue.record("Protocol/schemas: \(complaint): \(line)") }
      core.receive(Array(line.utf8))
    }
  }

  /// What no daemon of this version says.
  func receive(foreign lines: String...) {
    for line in lines { core.receive(Array(Self.line(line).utf8)) }
  }

  static func line(_ line: String) -> String { "{\"jsonrpc\":\"2.0\"," + line.dropFirst() + "\n" }

  static func event(_ sub: String, _ n: Int, _ members: String) -> String {
    "{\"method\":\"sub.event\",\"params\":{\"sub\":\"\(sub)\",\"n\":\(n),\(members)}}"
  }

  static func change(_ sub: String, _ n: Int, rev: Int) -> String {
    event(
      sub, n,
      "\"type\":\"change\",\"rev\":\(rev),\"at\":\"2026-11-21T01:17:00Z\",\"changes\":[{\"path\":\"a.b\",\"op\":\"set\",\"value\":\(rev),\"v\":1}]"
    )
  }

  static func value(_ id: RequestID, _ value: String, rev: Int = 10) -> String {
    """
    {"id":\(id),"result":{"path":"p","value":\(value),"type":"Int","rev":\(rev),"v":1,"at":"2026-11-21T01:17:00Z"}}
    """
  }

  static func describe(_ event: ClientEvent) -> String {
    switch event {
    case .connected(let hello, let missed, let isReconnect):
      "connected \(hello.session)\(isReconnect ? " again, missed \(missed.map(String.init) ?? "?")" : "")"
    case .greetingRefused(let error): "refused: \(error.message)"
    case .lost: "lost"
    case .subscription(let name, let event): "\(name): " + describe(event)
    case .subscriptionFailed(let name, let error): "\(name) failed: \(error.message)"
    case .notice(.print(let text, let by, _)): "print \(by): \(text)"
    case .providerRequest(let request): "request \(request.request)"
    case .notice(let notice): "notice \(notice)"
    case .violation(let what): "violation: \(what)"
    }
  }

  static func describe(_ event: SubscriptionEvent) -> String {
    switch event {
    case .snapshot(let rev, let entries): "snapshot \(rev) \(entries.map { "\($0.path)=\($0.value)" })"
    case .ready(let rev, _): "ready \(rev)"
    case .change(let change): "change \(change.rev)"
    case .gap(let gap): "gap \(gap.from)-\(gap.to)"
    case .end(let reason, let resume): "end \(reason.rawValue) \(resume?.description ?? "")"
    default: event.type
    }
  }
}

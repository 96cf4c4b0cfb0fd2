// A daemon for the asynchronous client: a thread that answers on the other end of a socket pair.
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing
import Wire

@testable import ClientConnection
@testable import CombineClient

/// One connection after another, each served by a thread until the client goes.
final class ScriptedDaemon: Sendable {
  struct State {
    var requests: [String] = []
    var connections = 0
    var ended = 0
    /// Commits of the path `a.n`, whose value is always the revision.
    var rev = 10
    /// Subscriptions that are open, with the number of their last message.
    var open: [String: Int] = [:]
    var peer: Int32 = -1
  }

  let state = Mutex(State())
  private let validator = Mutex(MessageValidator.known)
  /// A commit is told either by the opening of a subscription or after it.
  private let turn = Mutex(())
  /// The result for a method beside those that are known here; `nil` leaves the request open.
  let answer: @Sendable (_ method: String, _ params: JSONValue) -> String?

  init(answer: @escaping @Sendable (_ method: String, _ params: JSONValue) -> String? = { _, _ in nil }) {
    self.answer = answer
  }

  /// Makes a connection and returns the client's end.
  func connect() -> Int32 {
    var ends: [Int32] = [0, 0]
    let status = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    precondition(status == 0)
    let peer = ends[1]
    state.withLock {
      $0.connections += 1
      $0.open = [:]
      $0.peer = peer
    }
    Thread.detachNewThread { self.serve(peer) }
    return ends[0]
  }

  func client(reconnecting: Bool = false) -> CombineClient {
    guard reconnecting else { return CombineClient(name: "test", descriptor: connect(), reconnect: nil) }
    return CombineClient(name: "test", descriptor: connect()) { () throws(ClientError) in self.connect() }
  }

  var requests: [String] { state.withLock { $0.requests } }

  /// Waits until it holds; the answer to "has it happened yet" without knowing when.
  func reached(_ condition: @escaping @Sendable (State) -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < deadline {
      if state.withLock({ condition($0) }) { return true }
      await Task.yield()
    }
    return false
  }

  /// Commits `count` changes and tells every open subscription.
  func commit(_ count: Int) {
    for _ in 0..<count { turn.withLock { _ in commitOne() } }
  }

  private func commitOne() {
    let (rev, open) = state.withLock { state in
      state.rev += 1
      for name in state.open.keys { state.open[name]! += 1 }
      return (state.rev, state.open)
    }
    for (name, number) in open { send(Harness.change(name, number, rev: rev)) }
  }

  /// Says something, which has to be as `Protocol/schemas` has it.
  func send(_ line: String) {
    let complaint = validator.withLock { $0 == nil ? "cannot be read" : $0!.complaint(Harness.line(line), to: "") }
    if let complaint { Issue.record("Protocol/schemas: \(complaint): \(line)") }
    let peer = state.withLock { $0.peer }
    var bytes = Array(Harness.line(line).utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Ends the present connection from this side.
  func hangUp() { shutdown(state.withLock { $0.peer }, Int32(SHUT_RDWR)) }

  private func serve(_ peer: Int32) {
    var input: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(peer, &chunk, chunk.count)
      guard count > 0 else { break }
      input += chunk[..<count]
      while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: input[..<end], as: UTF8.self)
        input.removeFirst(end + 1)
        validator.withLock { $0?.sent(line, by: "") }
        if let message = try? JSONValue(parsing: line) { receive(message) }
      }
    }
    close(peer)
    state.withLock { $0.ended += 1 }
  }

  private func receive(_ message: JSONValue) {
    let method = message["method"]?.string ?? ""
    let params = message["params"] ?? [:]
    if method != "session.hello" { state.withLock { $0.requests.append("\(method) \(params)") } }
    guard let id = message["id"]?.int else { return }
    func reply(_ result: String) { send("{\"id\":\(id),\"result\":\(result)}") }
    let name = params["sub"]?.string ?? ""
    switch method {
    case "session.hello": reply(helloResult(rev: state.withLock { $0.rev }))
    case "sub.open":
      if params["paths"]?[0]?.string == "nothing" {
        return send(
          "{\"id\":\(id),\"error\":{\"code\":-32002,\"message\":\"Nothing is there.\",\"data\":{\"kind\":\"notFound\",\"retry\":\"never\"}}}"
        )
      }
      turn.withLock { _ in open(name, after: params["from"]?["rev"]?.int, reply) }
    case "sub.close":
      turn.withLock { _ in
        let number = state.withLock { $0.open.removeValue(forKey: name) }
        if let number { send(Harness.event(name, number + 1, #""type":"end","reason":"closed""#)) }
        reply("{\"sub\":\"\(name)\"}")
      }
    default: if let result = answer(method, params) { reply(result) }
    }
  }

  /// Replays what came after a known revision, or shows what is there.
  private func open(_ name: String, after known: Int?, _ reply: (String) -> Void) {
    let rev = state.withLock { $0.rev }
    reply(#"{"sub":"\#(name)","rev":\#(rev),"effective":{"mode":"every"}}"#)
    var number = 0
    func next() -> Int {
      number += 1
      return number
    }
    if let known {
      if known < rev { for missed in (known + 1)...rev { send(Harness.change(name, next(), rev: missed)) } }
    } else {
      send(
        Harness.event(
          name, next(),
          #""type":"snapshot","rev":\#(rev),"entries":[{"path":"a.n","value":\#(rev),"rev":\#(rev),"at":"2026-11-21T01:17:00Z"}]"#
        ))
    }
    send(Harness.event(name, next(), #""type":"ready","rev":\#(rev),"count":1"#))
    state.withLock { $0.open[name] = number }
  }
}

// Servers that misbehave, again and again, in a process of their own: nothing of them may be left, neither descriptors nor
// memory.
import EventLoop
import Foundation
import Glibc
import Language
import Outside
import Testing

@Suite struct NetworkLeakTests {
  /// A loop with a network, which asks for one thing after the other.
  private final class Stage {
    let loop: EventLoop
    let network: CurlNetwork
    private var outcomes: [HTTPOutcome] = []

    init() throws {
      loop = EventLoop(poller: try EpollPoller())
      network = try CurlNetwork(on: loop) { $0() }
    }

    func outcome(of url: String, timeout: Double = 20) throws -> HTTPOutcome {
      try outcomes(of: url, times: 1, timeout: timeout)[0]
    }

    /// What comes of several requests at once.
    func outcomes(of url: String, times: Int, timeout: Double = 20) throws -> [HTTPOutcome] {
      outcomes = []
      for _ in 0..<times {
        _ = network.load(HTTPRequest(url: url, timeout: Int(timeout * 1e9))) { [unowned self] in
          outcomes.append($0)
          if outcomes.count == times { loop.stop() }
        }
      }
      loop.run()
      return outcomes
    }

    /// Turns the loop until as many descriptors are open as before: the session's threads close theirs in their own time.
    func settle(at count: Int) {
      let limit = MonotonicTime.now + .seconds(30)
      while openSockets() > count {
        guard MonotonicTime.now < limit else {
          Issue.record("\(openSockets()) are open instead of \(count)")
          return
        }
        loop.poll()
        sched_yield()
      }
    }
  }

  private static let gigabyte = 1 << 30

  private static func serve(_ path: String, _ write: RawServer.Writer) {
    switch path {
    case "/hello": _ = write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    case "/half", "/half?open": _ = write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly a part")
    case "/gigabyte", "/gigabyte?announced", "/gigabyte?chunked":
      let head = [
        "/gigabyte": "Connection: close", "/gigabyte?announced": "Content-Length: \(gigabyte)",
        "/gigabyte?chunked": "Transfer-Encoding: chunked",
      ]
      guard write("HTTP/1.1 200 OK\r\n\(head[path]!)\r\n\r\n") else { return }
      let letters = String(repeating: "x", count: 1 << 16)
      let piece = path == "/gigabyte?chunked" ? "10000\r\n\(letters)\r\n" : letters
      for _ in 0..<(gigabyte / letters.utf8.count) where !write(piece) { return }
    case "/heads":
      // A head that never ends.
      guard write("HTTP/1.1 200 OK\r\n") else { return }
      let piece = String(repeating: "X-Much: \(String(repeating: "x", count: 1000))\r\n", count: 64)
      for _ in 0..<(gigabyte / piece.utf8.count) where !write(piece) { return }
    case "/line":
      guard write("HTTP/1.1 200 OK\r\nX-Much: ") else { return }
      let piece = String(repeating: "x", count: 1 << 16)
      for _ in 0..<(gigabyte / piece.utf8.count) where !write(piece) { return }
    case "/early":
      let piece = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 1000)
      for _ in 0..<(gigabyte / piece.utf8.count) where !write(piece) { return }
    case "/loop": _ = write("HTTP/1.1 302 Found\r\nLocation: /loop\r\nContent-Length: 0\r\n\r\n")
    default: break
    }
  }

  /// The most that has been in memory so far, in bytes.
  private static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) << 10
  }

  /// What is in memory now, in bytes.
  private static func resident() -> Int {
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
  }

  /// Every way to go wrong, with the error that it is documented to end in.
  private static let ways: [(path: String, timeout: Double, error: URLError.Code)] = [
    ("/silent", 0.05, .timedOut), ("/half", 20, .networkConnectionLost), ("/loop", 20, .httpTooManyRedirects),
    ("/nothing", 20, .badServerResponse),
  ]

  @Test func misbehavingServersLeaveNothing() async {
    await #expect(processExitsWith: .success) {
      let server = RawServer { NetworkLeakTests.serve($0, $1) }
      let gone = RawServer { _, _ in }
      gone.stop()
      let stage = try Stage()
      defer { stage.network.close() }
      func once() throws {
        for way in NetworkLeakTests.ways {
          let outcome = try stage.outcome(of: server.url(way.path), timeout: way.timeout)
          #expect(outcome == .failure(code: way.error.rawValue), "\(way.path): \(outcome)")
        }
        #expect(try stage.outcome(of: gone.url("/")) == .failure(code: URLError.Code.cannotConnectToHost.rawValue))
        // What is cancelled is never heard of.
        stage.network.load(HTTPRequest(url: server.url("/silent"), timeout: 20_000_000_000)) { _ in
          Issue.record("it was cancelled")
        }.cancel()
        let answer = try stage.outcome(of: server.url("/hello"))
        if case .failure = answer { Issue.record("\(answer)") }
        #expect(stage.network.running == 0)
      }
      // The first round makes what stays: threads, caches, pools of memory.
      for _ in 0..<3 { try once() }
      let descriptors = openSockets()
      let memory = NetworkLeakTests.resident()
      for _ in 0..<10 { try once() }
      stage.settle(at: descriptors)
      let growth = NetworkLeakTests.resident() - memory
      #expect(growth < 16 << 20, "\(growth) bytes more after ten rounds")
    }
  }

  /// Bodies of a gigabyte, four at once, are cut off where the limit is. What they take meanwhile is that, and what growing
  /// to it takes; nothing is read ahead of the counting.
  @Test func aGigabyteIsNotKept() async {
    await #expect(processExitsWith: .success) {
      let server = RawServer { NetworkLeakTests.serve($0, $1) }
      let stage = try Stage()
      defer { stage.network.close() }
      let limit = CurlNetwork.Limits().body
      _ = try stage.outcomes(of: server.url("/hello"), times: 4)
      let descriptors = openSockets()
      let before = try NetworkLeakTests.peak()
      for path in ["/gigabyte?announced", "/gigabyte", "/gigabyte?chunked", "/heads", "/line", "/early"] {
        for _ in 0..<2 {
          let outcomes = try stage.outcomes(of: server.url(path), times: 4)
          #expect(
            outcomes.allSatisfy { $0 == .failure(code: URLError.Code.dataLengthExceedsMaximum.rawValue) },
            "\(path): \(outcomes)")
        }
      }
      let growth = try NetworkLeakTests.peak() - before
      #expect(growth < 4 * 3 * limit, "\(growth) bytes for four bodies of at most \(limit)")
      stage.settle(at: descriptors)
    }
  }

  /// Without a network: no name is found, nobody is there, and what is under way stops in the middle.
  @Test func anUnpluggedNetworkIsAFailure() async {
    await #expect(processExitsWith: .success) {
      let server = RawServer { NetworkLeakTests.serve($0, $1) }
      let gone = RawServer { _, _ in }
      gone.stop()
      let stage = try Stage()
      defer { stage.network.close() }
      // Names below .invalid exist nowhere.
      #expect(
        try stage.outcome(of: "http://host.invalid/") == .failure(code: URLError.Code.cannotFindHost.rawValue))
      let sockets = openSockets()
      for _ in 0..<20 {
        #expect(
          try stage.outcome(of: gone.url("/"), timeout: 1)
            == .failure(code: URLError.Code.cannotConnectToHost.rawValue))
      }
      #expect(
        try stage.outcome(of: server.url("/half?open"), timeout: 1) == .failure(code: URLError.Code.timedOut.rawValue))
      stage.settle(at: sockets)
    }
  }
}

/// How many sockets this process has open: those of other tests' daemons too, so it is for a process that does nothing else.
private func openSockets() -> Int {
  let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return all.count { number in
    let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) ?? ""
    return target.hasPrefix("socket:")
  }
}

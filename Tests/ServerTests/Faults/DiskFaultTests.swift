// Each change of the disk that a daemon makes in a life with everything in it (a first start, declarations, writes, a redefinition, a
// backup, an end in order, another start) is a point at which it is killed, and at which the call fails, for n until none is left.
// Whatever was acknowledged is there afterwards, and a daemon on a well disk starts, reads and writes.
//
// `make faults` takes every point; a test takes every STEP-th from one that is another each time.
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

@testable import Server

@Suite(.serialized) struct DiskFaultTests {
  /// Some operations of one life: what is sent, and the value of `counter.n` once it is answered well.
  private static let life: [(request: String, value: Int?)] = [
    (define("var n = 0"), nil), (set(1), 1), (set(2), 2),
    (#"{"id":4,"method":"program.eval","params":{"source":"let other = Counter()\nother.n = 7"}}"#, nil), (set(3), 3),
    (define("var n = 0\\n  @Published var label = \\\"a\\\""), nil), (set(4), 4),
    (#"{"id":5,"method":"program.remove","params":{"name":"other"}}"#, nil), (set(5), 5),
  ]

  private static func define(_ members: String) -> String {
    #"{"id":1,"method":"program.eval","params":{"source":"class Counter: ObservableObject {\n  @Published \#(members)\n}\nlet counter = Counter()"}}"#
      .replacing(#"\nlet counter = Counter()"#, with: members.contains("label") ? "" : #"\nlet counter = Counter()"#)
  }
  private static func set(_ value: Int) -> String {
    #"{"id":2,"method":"store.set","params":{"path":"counter.n","value":\#(value)}}"#
  }

  /// What may be found afterwards: the last value that was acknowledged, or one that was asked for and not answered well.
  private struct Found {
    var acknowledged: Int?
    var isDeclared = false
    var possible: Set<Int> = []
  }

  /// One life on a disk with a fault, in two starts. The daemon ends as it may: killed by us, or with a status that its help lists.
  private func live(_ directory: TemporaryDirectory, _ environment: [String: String], isKilled: Bool) throws -> Found {
    var found = Found()
    for start in 0..<2 {
      let daemon = try DaemonProcess(in: directory, environment: environment)
      if daemon.waits(for: "ready"), let client = try? daemon.connect() {
        let backup = #"{"id":6,"method":"server.backup","params":{"file":"\#(directory.path)/state/copy"}}"#
        for (request, value) in start == 0 ? Self.life : [(Self.set(6), 6), (backup, nil), (Self.set(7), 7)] {
          if let value { found.possible.insert(value) }
          guard let reply = client.ask(request) else { break }
          guard reply.contains(#""result""#) else { continue }
          if request == Self.life[0].request { found.isDeclared = true }
          if let value {
            found.acknowledged = value
            found.possible = [value]
          }
        }
      }
      let status = daemon.kill(SIGTERM)
      #expect(isKilled && status == -SIGKILL || [0, 71, 73, 74].contains(status), "\(status): \(daemon.output)")
    }
    return found
  }

  private func check(_ directory: TemporaryDirectory, _ found: Found, _ situation: String) throws {
    let daemon = try DaemonProcess(in: directory)
    try #require(daemon.waits(for: "ready"), "\(situation): it does not start: \(daemon.output)")
    let client = try daemon.connect()
    let reply = try JSONValue(
      parsing: try #require(client.ask(#"{"id":9,"method":"store.get","params":{"path":"counter.n"}}"#)))
    if let value = reply["result"]?["value"]?.int {
      #expect(
        value == 0 && found.acknowledged == nil || found.possible.contains(value), "\(situation): \(value), \(found)")
    } else {
      #expect(!found.isDeclared, "\(situation): \(reply)")
    }
    _ = client.ask(Self.define("var n = 0"))
    #expect(client.ask(Self.set(100))?.contains(#""result""#) == true, "\(situation): it does not work on")
    #expect(daemon.kill(SIGTERM) == 0, "\(situation)")
  }

  @Test func everyChangeOfTheDiskMayFail() throws {
    let whole = TemporaryDirectory()
    let state = whole.path + "/state"
    let library = try FaultLibrary()
    let found = try live(whole, DiskFault.listing(library, state), isKilled: false)
    #expect(found.acknowledged == 7)
    let calls = DiskFault.calls(state)
    #expect(calls.count == 2)
    let kinds = Set(calls.joined().map { $0.prefix { $0 != " " } })
    #expect(kinds.isSuperset(of: ["open", "write", "pwrite64", "fdatasync", "rename", "unlink"]), "\(kinds)")
    let environment = ProcessInfo.processInfo.environment
    let step = environment["STEP"].flatMap(Int.init) ?? 29
    var random = SeededRandom()
    for fault in DiskFault.allCases {
      for number in stride(
        from: 1 + Int.random(in: 0..<step, using: &random), through: calls.map(\.count).max() ?? 0, by: step)
      {
        let directory = TemporaryDirectory()
        let situation =
          "\(fault) at \(number), \(calls.filter { number <= $0.count }.map { $0[number - 1] }), seed \(random.seed)"
        let environment = fault.environment(library, directory.path + "/state", at: number)
        try check(directory, try live(directory, environment, isKilled: fault == .kill), situation)
      }
    }
  }
}

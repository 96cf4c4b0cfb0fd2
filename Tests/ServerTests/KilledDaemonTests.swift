// The daemon is killed without a word. Whoever comes back with its place has one of three outcomes, in every mode.
import Glibc
import TestSupport
import Testing
import Wire

@testable import Server

@Suite(.serialized) struct KilledDaemonTests {
  private static let define =
    #"{"id":1,"method":"program.eval","params":{"source":"class Counter: ObservableObject {\n  @Published var n = 0\n  @Published var label = \"a\"\n}\nlet counter = Counter()"}}"#

  private func set(_ value: Int) -> String {
    #"{"id":2,"method":"store.set","params":{"path":"counter.n","value":\#(value)}}"#
  }

  private func open(_ mode: String, from place: JSONValue? = nil) -> String {
    let from = place.map { #","from":\#($0)"# } ?? ""
    return
      #"{"id":9,"method":"sub.open","params":{"sub":"w","paths":["counter.n"],"deliver":{"mode":"\#(mode)"}\#(from)}}"#
  }

  /// The events from the reply to an opening up to `ready`.
  private func events(_ client: BlockingClient, _ request: String) throws -> [JSONValue] {
    var line = client.ask(request)
    #expect(line?.hasPrefix(#"{"id":9,"result""#) == true, "\(line ?? "nothing")")
    var events: [JSONValue] = []
    while events.last?["type"] != "ready" {
      line = client.nextLine()
      events.append(try #require(try JSONValue(parsing: line ?? "{}")["params"]))
    }
    #expect(events.compactMap { $0["n"]?.int } == Array(1...events.count))
    return events
  }

  private func types(_ events: [JSONValue]) -> [String] { events.compactMap { $0["type"]?.string } }

  @Test(arguments: ["latest", "every", "sample", "signal"])
  func thereAreThreeOutcomesAndNothingIsLostSilently(mode: String) throws {
    let directory = TemporaryDirectory()
    let first = try DaemonProcess(in: directory)
    #expect(first.waits(for: "ready"))
    let reader = try first.connect()
    _ = reader.ask(Self.define)
    let hello = reader.ask(#"{"id":3,"method":"session.hello","params":{"protocols":["1"]}}"#)
    let epoch = try #require(try JSONValue(parsing: hello ?? "")["result"]?["epoch"])
    let begun = try events(reader, open(mode))
    #expect(types(begun) == ["snapshot", "ready"])
    let place: JSONValue = ["epoch": epoch, "rev": try #require(begun.last?["rev"])]
    // Acknowledged, and not read by whoever comes back.
    let writer = try first.connect()
    for value in 1...3 { #expect(writer.ask(set(value))?.contains(#""changed":true"#) == true) }
    #expect(first.kill(SIGKILL) == -SIGKILL)

    let second = try DaemonProcess(in: directory)
    #expect(second.waits(for: "ready"))
    let again = try second.connect()
    _ = again.ask(set(4))
    // What was missed is told: each commit, or the newest of it with how many that were.
    let replayed = try events(again, open(mode, from: place))
    let changes = replayed.dropLast()
    if mode == "every" {
      #expect(changes.compactMap { $0["changes"]?[0]?["value"]?.int } == [1, 2, 3, 4])
    } else {
      #expect(changes.count == 1 && changes.first?["merged"]?.int == 4)
      #expect(changes.first?["changes"]?[0]?["value"]?.int == (mode == "signal" ? nil : 4))
    }
    // Nothing was missed.
    let newest: JSONValue = ["epoch": epoch, "rev": try #require(replayed.last?["rev"])]
    #expect(types(try events(try second.connect(), open(mode, from: newest))) == ["ready"])
    #expect(second.kill(SIGKILL) == -SIGKILL)

    // Another history: it cannot be told, and that is said.
    let other = TemporaryDirectory()
    let third = try DaemonProcess(in: other)
    #expect(third.waits(for: "ready"))
    let stranger = try third.connect()
    _ = stranger.ask(Self.define)
    let gap = try events(stranger, open(mode, from: newest))
    #expect(types(gap) == ["gap", "snapshot", "ready"])
    #expect(gap[0]["reason"] == "epoch")
    #expect(third.kill(SIGKILL) == -SIGKILL)
  }
}

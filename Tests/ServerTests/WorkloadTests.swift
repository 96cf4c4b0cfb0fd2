// Many clients doing everything at random for a while: connecting, writing, watching in both modes, reading late or never,
// sending halves of lines, leaving in mid-sentence. Whatever happens, the promises hold: numbers without holes, revisions in
// order, nothing missed in mode `every`, the last value in mode `latest`, one reply for each request, in order.
import Engine
import EventLoop
import Journal
import Testing
import TestSupport
import Wire

@testable import Server

@Suite struct WorkloadTests {
  /// A client and what it must have heard.
  private final class Actor {
    let client: Client
    var nextID = 1
    /// Requests that have not been answered.
    var asked: [Int] = []
    /// What is left of a line that was begun.
    var rest = ""
    var subs: [String: Heard] = [:]
    var names = 0
    init(_ client: Client) { self.client = client }

    struct Heard {
      var mode: String
      /// What it listens to: a path, or `nil` for everything.
      var path: String?
      var number = 0
      var revision = 0
      var revisions: [Int] = []
      var values: [String: JSONValue] = [:]
      var isReady = false
      var openedAt = 0
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func thePromisesHold(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var limits = Engine.Limits()
    limits.commitsInMemory = 32  // so that slow readers fall back on the journal
    let stage = try Stage(Source.counter, limits: limits)
    var actors: [Actor] = []
    for _ in 0..<1500 {
      if actors.count < 3 || (actors.count < 12 && Int.random(in: 0..<40, using: &random) == 0) {
        actors.append(Actor(try stage.connect()))
      }
      let index = actors.indices.randomElement(using: &random)!
      let actor = actors[index]
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<55: write(actor, &random)
      case 55..<63: open(actor, &random)
      case 63..<67: if let name = actor.subs.keys.sorted().randomElement(using: &random) { close(actor, name) }
      case 67..<72: actor.client.reads.toggle()
      case 72..<74:
        actor.client.close()
        actors.remove(at: index)
        stage.settle()
      case 74..<80: half(actor, &random)
      case 80..<84 where actor.rest.isEmpty:
        actor.client.sendRaw(["nonsense\n", "[]\n", "\n", "{}\n"].randomElement(using: &random)!)
      default: stage.loop.poll()
      }
      if Int.random(in: 0..<10, using: &random) == 0 { try hear(actors) }
    }
    for actor in actors {
      finish(actor)
      actor.client.reads = true
    }
    stage.settle()
    try hear(actors)

    let commits = try stage.journal.log(after: 0, limit: .max)
    let end = (n: try stage.engine.get("counter.n").value, label: try stage.engine.get("counter.label").value)
    for actor in actors {
      #expect(actor.asked.isEmpty, "seed \(seed): every request was answered")
      for (name, heard) in actor.subs {
        #expect(heard.isReady, "seed \(seed): \(name) became ready")
        if heard.mode == "every" {
          let expected = commits.filter { commit in
            commit.revision > heard.openedAt && commit.changes.contains { heard.path == nil || $0.path == heard.path }
          }
          #expect(heard.revisions == expected.map(\.revision), "seed \(seed): \(name) hears every commit once")
        }
        for (path, value) in heard.values {
          #expect(value == (path == "counter.n" ? end.n : end.label).json, "seed \(seed): \(name) has the last \(path)")
        }
      }
    }
    #expect(commits.count > 100, "the workload did something")
  }

  private func send(_ actor: Actor, _ method: String, _ params: String) {
    let id = actor.nextID
    actor.nextID += 1
    actor.asked.append(id)
    finish(actor)
    actor.client.send(#"{"id":\#(id),"method":"\#(method)","params":\#(params)}"#)
  }

  private func write(_ actor: Actor, _ random: inout SeededRandom) {
    if Bool.random(using: &random) {
      let value = Int.random(in: 0..<50, using: &random)
      send(actor, "store.set", #"{"path":"counter.n","value":\#(value)}"#)
    } else {
      let value = String(repeating: "ab"[random], count: Int.random(in: 1..<3000, using: &random))
      send(actor, "store.set", #"{"path":"counter.label","value":"\#(value)"}"#)
    }
  }

  private func open(_ actor: Actor, _ random: inout SeededRandom) {
    guard actor.subs.count < 6 else { return }
    actor.names += 1
    let name = "s\(actor.names)"
    let mode = Bool.random(using: &random) ? "every" : "latest"
    let (pattern, path) = [("counter", nil), ("counter.n", "counter.n"), ("*.label", "counter.label")]
      .randomElement(using: &random)!
    actor.subs[name] = Actor.Heard(mode: mode, path: path)
    send(actor, "sub.open", #"{"sub":"\#(name)","paths":["\#(pattern)"],"deliver":{"mode":"\#(mode)"}}"#)
  }

  private func close(_ actor: Actor, _ name: String) {
    send(actor, "sub.close", #"{"sub":"\#(name)"}"#)
  }

  /// Begins a line, or goes on with one.
  private func half(_ actor: Actor, _ random: inout SeededRandom) {
    if actor.rest.isEmpty {
      actor.asked.append(actor.nextID)
      actor.rest = #"{"jsonrpc":"2.0","id":\#(actor.nextID),"method":"session.ping"}"# + "\n"
      actor.nextID += 1
    }
    let count = Int.random(in: 1...actor.rest.count, using: &random)
    actor.client.sendRaw(String(actor.rest.prefix(count)))
    actor.rest = String(actor.rest.dropFirst(count))
  }

  private func finish(_ actor: Actor) {
    actor.client.sendRaw(actor.rest)
    actor.rest = ""
  }

  /// Checks everything that has arrived.
  private func hear(_ actors: [Actor]) throws {
    for actor in actors {
      for line in actor.client.rawLines() {
        let message = try JSONValue(parsing: line)
        if message["method"]?.string == "sub.event" {
          hear(actor, message["params"]!)
        } else if let id = message["id"]?.int {
          try #require(actor.asked.first == id, "replies come in the order of requests")
          actor.asked.removeFirst()
        }
      }
    }
  }

  private func hear(_ actor: Actor, _ event: JSONValue) {
    let name = event["sub"]!.string!
    guard var heard = actor.subs[name] else {
      Issue.record("an event of \(name), which had ended")
      return
    }
    heard.number += 1
    #expect(event["n"]?.int == heard.number, "numbers have no holes")
    if let revision = event["rev"]?.int {
      #expect(revision >= heard.revision, "revisions are in order")
      heard.revision = revision
    }
    switch event["type"]!.string! {
    case "snapshot":
      heard.openedAt = event["rev"]!.int!
      for entry in event["entries"]!.array! { heard.values[entry["path"]!.string!] = entry["value"]! }
    case "ready": heard.isReady = true
    case "change":
      heard.revisions.append(event["rev"]!.int!)
      for change in event["changes"]!.array! {
        let path = change["path"]!.string!
        heard.values[path] = change["value"]!
      }
    case "end":
      actor.subs[name] = nil
      return
    default: Issue.record("an event nobody expected: \(event)")
    }
    actor.subs[name] = heard
  }
}

extension String {
  fileprivate subscript(random: SeededRandom) -> String {
    var random = random
    return String(randomElement(using: &random)!)
  }
}

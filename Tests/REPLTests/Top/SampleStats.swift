// Answers of `server.stats` as a daemon gives them, one a second.
import Wire

@testable import REPL

enum SampleStats {
  /// The answer after so many seconds: each store changes at a pace of its own.
  static func after(_ seconds: Int, stores: [(path: String, pace: Int)] = [("signup", 12), ("Füße", 3)])
    -> ServerStats.Result
  {
    let second = 1_000_000_000
    let begin = 1_764_000_000 * second
    return ServerStats.Result {
      $0.at = Timestamp(nanoseconds: begin + seconds * second)
      $0.up = WireDuration(nanoseconds: (3600 + seconds) * second)
      $0.server = Agent(name: "combined", version: "0.1.0", pid: 4711)
      $0.epoch = "k3f9"
      $0.rev = 100 + seconds
      $0.durableRev = 100 + seconds
      $0.process.memory = 48 << 20
      $0.process.processor = WireDuration(nanoseconds: seconds * second / 4)
      $0.turns.count = 1000 * seconds
      $0.turns.longest = WireDuration(nanoseconds: 12_000_000)
      $0.turns.lengths = [[40_959, 985 * seconds], [393_215, 15 * seconds]]
      $0.present.stores = stores.count
      $0.present.properties = 2 * stores.count
      $0.present.pipelines = 1
      $0.present.clients = 2
      $0.present.subs = 1
      $0.present.queued = 12 << 10
      $0.present.behind = 7
      $0.present.behindMs = 250
      $0.counts.requests = 20 * seconds
      $0.counts.changes = stores.reduce(0) { $0 + $1.pace } * seconds
      $0.counts.events = 40 * seconds
      $0.counts.sent = 2048 * seconds
      $0.stores = stores.map { store in
        StoreFigures {
          $0.path = store.path
          $0.type = "SignUp"
          $0.properties = 2
          $0.subs = 1
          $0.changes = 1000 + store.pace * seconds
          $0.rev = 100
          $0.at = Timestamp(nanoseconds: begin)
        }
      }
      $0.pipelines = [
        PipelineFigures {
          $0.name = "signup.isValid"
          $0.id = 3
          $0.values = 12 * seconds
          $0.operations = 36 * seconds
        }
      ]
      $0.clients = [
        client("c1", "combinectl", events: 0, seconds), client("c2", "watch.py", events: 40, seconds, behind: 7),
      ]
    }
  }

  private static func client(_ session: String, _ name: String, events: Int, _ seconds: Int, behind: Int = 0)
    -> ClientInfo
  {
    var client = ClientInfo()
    client.session = session
    client.name = name
    (client.uid, client.pid) = (1000, 4712)
    client.role = "owner"
    client.since = Timestamp(nanoseconds: 1_764_000_000 * 1_000_000_000)
    client.events = events * seconds
    client.behind = behind
    client.behindMs = behind == 0 ? 0 : 250
    return client
  }
}

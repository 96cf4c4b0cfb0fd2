// Talks to a running combined with CombineClient.
//
//     swift-watch watch PATH...            prints every change, one line each; the daemon may come and go
//     swift-watch call METHOD [PARAMS]     prints the result of one request
import CombineClient
import Glibc

/// Writes a line at once, also where nobody looks at it line by line.
func line(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
  var bytes = Array((text + "\n").utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { exit(1) }
    bytes = bytes.dropFirst(count)
  }
}

func fail(_ text: String) -> Never {
  line(text, to: STDERR_FILENO)
  exit(1)
}

func fail(_ error: ClientError) -> Never {
  guard case .refused(let refusal) = error else { fail(error.message) }
  fail("\(refusal.kind): \(refusal.message) \(refusal.hint ?? "")")
}

/// What an event says, a line each. New types come without a new version: they say nothing.
func tell(_ event: SubscriptionEvent) {
  switch event {
  case .snapshot(_, let entries): for entry in entries { line("\(entry.path) = \(entry.value)") }
  case .change(let change):
    for path in change.changes { line(path.value.map { "\(path.path) = \($0)" } ?? "\(path.path) removed") }
  case .ready(let rev, _): line("# ready \(rev)")
  case .gap(let gap): line("# gap \(gap.reason.rawValue) \(gap.from) \(gap.to)")
  case .end(let reason, _): line("# end \(reason.rawValue)")
  case .failed(let error): line("# failed \(error.message)")
  case .complete: line("# complete")
  default: break
  }
}

func tell(_ event: ClientEvent) {
  switch event {
  case .subscription(_, let event): tell(event)
  case .notice(.print(let text, _, _)): line("# print \(text)")
  case .notice(.shutdown): line("# shutdown")
  case .lost: line("# lost")
  default: break
  }
}

/// Connects once there is a daemon, with a pause that grows.
func connect() async -> CombineClient {
  var backoff = Backoff()
  while true {
    do throws(ClientError) { return try CombineClient.connect(name: "swift-watch", onEvent: { tell($0) }) } catch {
      try? await Task.sleep(for: backoff.next { .random(in: 0..<1) })
    }
  }
}

func watch(_ paths: [String]) async {
  let client = await connect()
  while true {
    do throws(ClientError) {
      // What it hears has been delivered, in order with everything else; here only its end matters.
      for try await _ in try await client.subscribe(paths) {}
      break
    } catch {
      guard case .refused(let refusal) = error, refusal.retry != .never else {
        fail(error)
      }
      try? await Task.sleep(for: .milliseconds(refusal["retryAfterMs"]?.int ?? 100))
    }
  }
  await client.close()
}

func call(_ method: String, _ params: String) async {
  do throws(ClientError) {
    let client = try CombineClient.connect(name: "swift-watch")
    guard let params = try? JSONValue(parsing: params) else { fail("the params are not JSON") }
    line("\(try await client.call(named: method, params))")
  } catch {
    fail(error)
  }
}

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "watch" where words.count > 1: await watch(Array(words.dropFirst()))
case "call" where words.count == 2 || words.count == 3: await call(words[1], words.count == 3 ? words[2] : "{}")
default: fail("watch PATH... or call METHOD [PARAMS]")
}

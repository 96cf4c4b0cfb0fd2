// `combinectl top` and the held tail on a real terminal: what a person sees, and that the terminal is theirs again.
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

@testable import REPL

/// `combinectl` with arguments on a pseudo terminal, talking to a daemon that the test plays.
private final class Place {
  let daemon: FakeDaemon
  let terminal: PseudoTerminal
  private let directory = TemporaryDirectory()
  private var looks = 0

  init(_ arguments: [String], columns: Int = 80, rows: Int = 16, kind: String = "xterm") throws {
    daemon = try FakeDaemon(path: directory.path + "/sock")
    terminal = try PseudoTerminal(
      Tool.product("combinectl"), ["--no-spawn", "--color", "never"] + arguments,
      environment: [
        "HOME=\(directory.path)", "COMBINED_SOCKET=\(directory.path)/sock", "TERM=\(kind)", "LC_ALL=C.UTF-8",
        "PATH=/usr/bin:/bin",
      ], columns: columns, rows: rows)
    daemon.answer = { [unowned self] method, _ in
      switch method {
      case "server.stats":
        looks += 1
        var writer = JSONWriter()
        SampleStats.after(looks).encode(to: &writer)
        return writer.text
      case "store.list":
        return #"""
          {"rev":3,"stores":[{"path":"signup","type":"SignUp","properties":[{"path":"signup.username","type":"String",\#
          "access":"readWrite","observable":true,"value":"ada"}]}]}
          """#
      case "sub.pause", "sub.resume": return #"{"sub":"tail"}"#
      case "sub.list":
        return #"""
          {"rev":9,"subs":[{"sub":"tail","session":"c1","paths":["a"],"deliver":{"mode":"every"},"state":"paused",\#
          "n":1,"rev":2,"queued":412}]}
          """#
      default: return nil
      }
    }
  }

  var text: [String] { terminal.screen.text }

  /// - Parameter serving: Whether the daemon does its part meanwhile.
  func waitFor(
    _ what: String, serving: Bool = true, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
  ) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
      guard ContinuousClock.now < deadline else {
        throw Missing(description: "\(what) did not appear; the screen:\n" + text.joined(separator: "\n"))
      }
      var wanted = [
        pollfd(fd: terminal.master, events: Int16(POLLIN), revents: 0),
        pollfd(fd: daemon.connection >= 0 ? daemon.connection : daemon.listener, events: Int16(POLLIN), revents: 0),
      ]
      poll(&wanted, serving ? 2 : 1, 20)
      if serving { daemon.process() }
      terminal.read()
    }
    #expect(terminal.screen.unknown == [], sourceLocation: sourceLocation)
  }

  func waitFor(row: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try waitFor("'\(row)'", sourceLocation: sourceLocation) { text.contains { $0.contains(row) } }
  }

  struct Missing: Error, CustomStringConvertible { let description: String }

  /// The program has ended so, and nothing is left of it.
  func isOver(_ status: Int32, serving: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try waitFor("the end", serving: serving, sourceLocation: sourceLocation) { terminal.exitStatus != nil }
    #expect(terminal.exitStatus == status, sourceLocation: sourceLocation)
    #expect(!terminal.screen.isOther && terminal.screen.hasCursor, sourceLocation: sourceLocation)
    #expect(terminal.isAsItWas, sourceLocation: sourceLocation)
  }
}

struct TopTests {
  @Test func itStaysInItsPlaceAndLeavesNothing() throws {
    let place = try Place(["top", "--every", "10ms"])
    try place.waitFor(row: "▸ signup          12")
    #expect(place.terminal.screen.isOther && !place.terminal.screen.hasCursor)
    #expect(place.text.count == 16 && place.text[0] == "combined 0.1.0  process 4711  up 1h 0m  rev \(rev(place))@k3f9")
    try place.waitFor(row: "changes 15/s    ████████   memory 48 MiB")
    place.terminal.type("3")
    try place.waitFor(row: "▸ c2      watch.py")
    place.terminal.type("?")
    try place.waitFor(row: "any key goes back")
    place.terminal.type("x1\n")
    try place.waitFor(row: "username: String  \"ada\"")
    place.terminal.type("\n/fü\n")
    try place.waitFor(row: "▸ Füße")
    place.terminal.type(" ")
    try place.waitFor(row: "changes while paused")
    place.terminal.resize(columns: 40)
    try place.waitFor("a narrow picture") {
      place.text.allSatisfy { displayWidth($0) <= 40 } && place.text.contains("[Stores 2] Pipelines 1  Clients 2")
    }
    place.terminal.type("q")
    try place.isOver(0)
    #expect(place.text == [])
  }

  private func rev(_ place: Place) -> String {
    String(place.text[0].split(separator: " ").last?.dropFirst(0).prefix { $0 != "@" } ?? "")
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130), (SIGQUIT, 131)] as [(Int32, Int32)])
  func everySignalGivesTheTerminalBack(_ signal: Int32, _ status: Int32) throws {
    let place = try Place(["top", "--every", "1m"])
    try place.waitFor(row: "▸ signup")
    kill(place.terminal.processID, signal)
    try place.isOver(status)
  }

  @Test func ctrlCLeaves() throws {
    let place = try Place(["top"])
    try place.waitFor(row: "▸ signup")
    place.terminal.type("\u{3}")
    try place.isOver(130)
  }

  @Test func itGivesTheTerminalBackWhenTheTimeIsOver() throws {
    let place = try Place(["top", "--timeout", "200ms"])
    try place.isOver(8, serving: true)
    #expect(place.text == ["error: not done after 0.2 seconds"])
  }

  @Test func aLostDaemonIsSaidAndComesBack() throws {
    let place = try Place(["top", "--every", "10ms"])
    try place.waitFor(row: "▸ signup")
    place.daemon.stop()
    try place.waitFor(row: "connection lost; coming back when the daemon does")
    try place.daemon.listen()
    try place.waitFor(row: "? help")
    place.terminal.type("q")
    try place.isOver(0)
  }

  @Test(arguments: [
    (["top", "-n", "1", "--every", "10ms"], "xterm"), (["top", "--count=1", "--every", "10ms"], "dumb"),
  ])
  func whatIsCountedIsWritten(_ arguments: [String], _ kind: String) throws {
    let place = try Place(arguments, columns: 80, rows: 40, kind: kind)
    try place.isOver(0, serving: true)
    #expect(place.text.contains("signup          12     1024     1      2    2s  SignUp"), "\(place.text)")
    #expect(place.text.contains { $0.hasPrefix("client  program") })
  }

  @Test func theTailIsHeldAndGoesOn() throws {
    let place = try Place(["tail", "a"])
    try place.waitFor("the opening") { place.daemon.requests.contains { $0.hasPrefix("sub.open") } }
    try place.waitFor(row: "-- following a")
    place.daemon.change()
    try place.waitFor(row: "a.n  → 3  (rev 3)")
    place.terminal.type(" ")
    try place.waitFor(row: "-- paused: +412 while paused; Space goes on, q ends")
    #expect(place.daemon.requests.contains(#"sub.pause {"sub":"tail"}"#))
    place.terminal.type(" ")
    try place.waitFor("that it goes on") { place.daemon.requests.last == #"sub.resume {"sub":"tail"}"# }
    place.daemon.change()
    try place.waitFor(row: "a.n  → 4  (rev 4)")
    #expect(!place.text.contains { $0.contains("paused") })
    place.terminal.type("q")
    try place.isOver(0)
  }

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
  func aTailThatIsEndedGivesTheTerminalBack(_ signal: Int32, _ status: Int32) throws {
    let place = try Place(["watch", "a"])
    try place.waitFor("the opening") { place.daemon.requests.contains { $0.hasPrefix("sub.open") } }
    try place.waitFor("keys") { !place.terminal.isAsItWas }
    kill(place.terminal.processID, signal)
    try place.isOver(status)
  }
}

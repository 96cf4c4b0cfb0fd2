// One turn, in order: what runs, how often, and what does not run any more.
import Glibc
import Testing

@testable import EventLoop

@Suite struct EventLoopTests {
  @Test func aTurnRunsHandlersThenTimersThenDeadlinesThenPostsThenItsEndOnce() throws {
    let (loop, time) = try EventLoop.virtual()
    var log: [String] = []
    let (near, far) = try Stream.pair()
    let (near2, far2) = try Stream.pair()
    try watch(near, on: loop) { _ in
      log.append("read \(near.receive().text)")
      loop.post { log.append("post") }
    }
    try watch(near2, on: loop) { _ in log.append("read \(near2.receive().text)") }
    _ = loop.after(.milliseconds(1)) { log.append("timer") }
    let source = Source(due: MonotonicTime(nanoseconds: 1_000_000)) { log.append("deadline") }
    loop.deadlines = source
    loop.endOfTurn = { log.append("end") }

    far.send("a")
    far2.send("b")
    time.advance(by: .milliseconds(1))
    #expect(loop.poll())
    #expect(log.prefix(2).sorted() == ["read a", "read b"])
    #expect(Array(log.dropFirst(2)) == ["timer", "deadline", "post", "end"])

    log = []
    #expect(!loop.poll())
    #expect(log == ["end"])
    near.close()
    near2.close()
  }

  @Test func whatIsNotReadIsReportedAgain() throws {
    let (loop, _) = try EventLoop.virtual()
    let (near, far) = try Stream.pair()
    var calls = 0
    var buffer: [UInt8] = [0]
    try watch(near, on: loop) { _ in
      calls += 1
      #expect(buffer.withUnsafeMutableBytes { near.read(into: $0) } == .bytes(1))
    }
    far.send("abc")
    for _ in 0..<5 { loop.poll() }
    #expect(calls == 3)
    near.close()
  }

  @Test func anEventOfADescriptorThatWasClosedAndReusedInTheSameTurnIsRecognised() throws {
    let (loop, _) = try EventLoop.virtual()
    var victims: [Stream] = []
    var reached: [Int] = []
    var replacement: (Stream, Stream)?
    // Two streams are ready in one turn. Whichever comes first closes the other and opens a new pair, which gets the
    // other's number; the second event of the turn must not reach the newcomer.
    let pairs = [try Stream.pair(), try Stream.pair()]
    for index in pairs.indices {
      victims.append(pairs[index].0)
      try watch(pairs[index].0, on: loop) { _ in
        reached.append(index)
        _ = victims[index].receive()
        victims[1 - index].close()
        pairs[1 - index].1.close()
        replacement = try! Stream.pair()
        try! watch(replacement!.0, on: loop) { _ in reached.append(99) }
      }
    }
    for pair in pairs { pair.1.send("x") }
    loop.poll()
    #expect(reached.count == 1 && !reached.contains(99))
    #expect(loop.staleEvents == 1)
    for _ in 0..<3 { loop.poll() }
    #expect(!reached.contains(99))
    replacement!.1.send("y")
    replacement!.0.send("z")
    loop.poll()
    #expect(reached.last == 99, "the newcomer is reached by its own events")
  }

  @Test func aTimerThatSetsItselfAgainAtOnceDoesNotHoldUpTheLoop() throws {
    let (loop, _) = try EventLoop.virtual()
    var fired = 0
    func again() {
      fired += 1
      _ = loop.after(.zero, again)
    }
    again()
    for turn in 1...5 {
      loop.poll()
      #expect(fired == turn + 1)
    }
  }

  @Test func timersFollowTheClockAndCancelledOnesDoNot() throws {
    let (loop, time) = try EventLoop.virtual()
    var fired: [String] = []
    _ = loop.after(.milliseconds(800)) { fired.append("debounce") }
    let stall = loop.after(.seconds(30)) { fired.append("stall") }
    time.advance(by: .nanoseconds(799_999_999))
    loop.poll()
    #expect(fired == [])
    time.advance(by: .nanoseconds(1))
    loop.poll()
    #expect(fired == ["debounce"])
    loop.cancel(stall)
    time.advance(by: .seconds(3600))
    loop.poll()
    #expect(fired == ["debounce"])
  }

  @Test func anOutsideSourceIsAskedWhenItsTimeHasComeAndOncePerTurn() throws {
    let (loop, time) = try EventLoop.virtual()
    var runs: [Int64] = []
    let source = Source(due: MonotonicTime(nanoseconds: 5))
    source.action = { runs.append(loop.now.nanoseconds) }
    source.repeats = true
    loop.deadlines = source
    loop.poll()
    #expect(runs == [])
    time.advance(by: .nanoseconds(7))
    loop.poll()
    #expect(runs == [7], "still due, but not again in this turn")
    source.due = nil
    loop.poll()
    #expect(runs == [7])
  }

  @Test func workPostedByPostedWorkWaitsForTheNextTurnAndKeepsTheLoopAwake() throws {
    let loop = EventLoop(poller: try EpollPoller())
    var log: [String] = []
    loop.endOfTurn = { log.append("end") }
    loop.post {
      log.append("first")
      loop.post {
        log.append("second")
        loop.stop()
      }
    }
    loop.run()  // would wait for ever if posted work did not count
    #expect(log == ["first", "end", "second", "end"])
  }

  @Test func aRealWaitEndsAtTheTimersDeadlineAndNotBefore() throws {
    let loop = EventLoop(poller: try EpollPoller())
    let deadline = loop.now + .microseconds(1500)
    var firedAt: MonotonicTime?
    _ = loop.after(.microseconds(1500)) { firedAt = .now }
    while firedAt == nil { loop.turn(until: nil) }
    #expect(firedAt! >= deadline)
  }

  @Test func interestIsHandedToThePollerOnlyWhenItChanges() throws {
    let poller = CountingPoller()
    let loop = EventLoop(poller: poller)
    let (near, _) = try Stream.pair()
    try watch(near, on: loop) { _ in }
    for interest: Readiness in [.readable, [.readable, .writable], [.readable, .writable], .readable, .readable] {
      try near.setInterest(interest)
    }
    #expect(poller.calls == ["add 1", "modify 3", "modify 1"])
    near.close()
    #expect(poller.calls.last == "remove")
  }

  @Test func aFailedRegistrationLeavesNothingBehind() throws {
    let poller = CountingPoller()
    poller.failure = SystemError(call: "epoll_ctl", code: ENOSPC)
    let loop = EventLoop(poller: poller)
    let (near, _) = try Stream.pair()
    #expect(throws: SystemError(call: "epoll_ctl", code: ENOSPC)) { try watch(near, on: loop) { _ in } }
    poller.failure = nil
    try watch(near, on: loop) { _ in }
  }

  @Test func theLoopKeepsAHandlerUntilItIsDeregistered() throws {
    let (loop, _) = try EventLoop.virtual()
    let (near, _) = try Stream.pair()
    weak var handler: ClosureHandler?
    try {
      let made = ClosureHandler { _ in }
      handler = made
      try near.attach(to: loop, interest: .readable, handler: made)
    }()
    #expect(handler != nil)
    near.close()
    #expect(handler == nil)
  }

  @Test func deregisteringTwiceIsACallersBug() async {
    await #expect(processExitsWith: .failure) {
      let loop = EventLoop(poller: try EpollPoller())
      let registration = try loop.register(fd: 0, interest: [], handler: ClosureHandler { _ in })
      loop.deregister(registration)
      loop.deregister(registration)
    }
  }
}

private final class Source: DeadlineSource {
  var due: MonotonicTime?
  var action: () -> Void
  var repeats = false
  init(due: MonotonicTime?, action: @escaping () -> Void = {}) {
    self.due = due
    self.action = action
  }
  var nextDeadline: MonotonicTime? { due }
  func runDue(at now: MonotonicTime) {
    if !repeats { due = nil }
    action()
  }
}

private final class CountingPoller: Poller {
  var calls: [String] = []
  var failure: SystemError?
  var now: MonotonicTime { MonotonicTime(nanoseconds: 0) }
  func add(_ registration: Registration, interest: Readiness) throws(SystemError) {
    if let failure { throw failure }
    calls.append("add \(interest.rawValue)")
  }
  func modify(_ registration: Registration, interest: Readiness) throws(SystemError) {
    calls.append("modify \(interest.rawValue)")
  }
  func remove(_ registration: Registration) { calls.append("remove") }
  func wait(until deadline: MonotonicTime?, into events: inout [ReadyEvent]) {}
}

@Suite struct EagernessTests {
  private func after(_ waits: [(Int64, Bool)], processors: Int = 2) -> Int64 {
    var eagerness = Eagerness(processors: processors)
    for (nanoseconds, somethingCame) in waits { eagerness.note(waited: nanoseconds, somethingCame: somethingCame) }
    return eagerness.lookFor
  }

  @Test func aConversationMakesItLookAndOnePauseMakesItSleep() {
    let short = Array(repeating: (Int64(30_000), true), count: 8)
    #expect(after([]) == 0)
    #expect(after(Array(short.dropLast())) == 0)
    #expect(after(short) == Eagerness.shortWaitMax)
    #expect(after(short + short) == Eagerness.shortWaitMax)
    #expect(after(short + [(80_000, true)]) == 0, "asked less often than a wake-up costs")
    #expect(after(short + [(10, false)]) == 0, "a deadline came, not a question")
    #expect(after(short + [(1_000_000, true)] + short.dropLast()) == 0, "and the habit must form anew")
    #expect(after(short, processors: 1) == 0)
  }
}

// Signals arrive as events. `raise` sends to the calling thread, which has them blocked, so the test process is safe.
import EventLoop
import Glibc
import Testing

@Suite(.serialized) struct SignalsTests {
  @Test(arguments: [(SIGTERM, Signal.terminate), (SIGINT, .interrupt), (SIGHUP, .hangup)])
  func arriveAsEventsOfTheLoop(number: Int32, signal: Signal) throws {
    let (loop, _) = try EventLoop.virtual()
    var seen: [Signal] = []
    let signals = try Signals(on: loop) { seen.append($0) }
    loop.poll()
    #expect(seen == [])
    raise(number)
    raise(number)
    loop.poll()
    #expect(seen == [signal], "two of one kind that arrive together count as one")
    raise(number)
    loop.poll()
    #expect(seen == [signal, signal])
    signals.close()
  }

  @Test func closingLosesWhatWaitsAndGivesTheUsualEffectBack() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let loop = EventLoop(poller: try EpollPoller())
      let signals = try Signals(on: loop) { _ in }
      raise(SIGTERM)
      signals.close()  // the waiting one is lost, not delivered late
      raise(SIGTERM)
    }
  }

  @Test func aBrokenPipeIsAnErrorOnceIgnored() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Signals.ignoreUnwanted()
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      close(ends[0])
      exit(write(ends[1], "x", 1) == -1 && errno == EPIPE ? 7 : 1)
    }
  }

  @Test func aFileThatMayNotGrowIsAnErrorOnceIgnored() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Signals.ignoreUnwanted()
      let file = fileno(tmpfile())
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      for number in [SIGUSR1, SIGUSR2] { raise(number) }
      exit(write(file, "x", 1) == -1 && errno == EFBIG ? 7 : 1)
    }
  }
}

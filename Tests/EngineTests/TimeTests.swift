// What timers count and what the calendar shows, and times that are too long for either.
import Language
import Testing

@testable import Engine

@Suite struct TimeTests {
  private let second = 1_000_000_000

  private func lines(_ world: World) -> [String] {
    world.notices().map { $0.hasPrefix("print ") ? String($0.dropFirst(6)) : $0 }
  }

  // MARK: Late, and set

  /// Nanoseconds have no sign: as many as there can be are no negative number.
  @Test(arguments: [
    "Task { try await Task.sleep(nanoseconds: .max); print(1) }", "Task { await Task.sleep(.max); print(1) }",
    "DispatchQueue.main.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: .max)) { print(1) }",
  ])
  func aSleepWithoutEndDoesNotReturn(_ source: String) throws {
    let world = try World()
    _ = world.engine.evaluate([SourceText(file: "input", text: source)], session: "c1") { _ in }
    for hour in 0..<3 { world.engine.pass(to: hour * 3600 * second, date: hour * 3600 * second) }
    #expect(lines(world) == [])
  }

  @Test func whatRepeatsSkipsWhatItHasMissedAndKeepsItsRhythm() throws {
    let world = try World(
      """
      let timer = Timer.publish(every: 0.1, on: .main, in: .common).autoconnect().scan(0) { n, _ in n + 1 }
        .sink { print($0) }
      """)
    world.engine.pass(to: second / 10, date: second / 10)
    world.engine.pass(to: 26 * second + 50_000_000, date: 26 * second)
    #expect(lines(world) == ["1", "2"])
    #expect(world.engine.nextDeadline == 26 * second + 100_000_000)
  }

  @Test(arguments: [
    "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in print(1) }",
    "let token = RunLoop.main.schedule(after: RunLoop.main.now, interval: 1) { print(1) }",
    "Task { while true { try await Task.sleep(for: .seconds(1)); print(1) } }",
    "func again() { DispatchQueue.main.asyncAfter(deadline: .now() + 1) { print(1); again() } }\nagain()",
    "Thread.sleep(forTimeInterval: 1); print(1); Thread.sleep(forTimeInterval: 3600); print(2)",
  ])
  func aMachineThatHasSleptForAnHourDoesNotMakeUpForIt(_ source: String) throws {
    let world = try World()
    _ = world.engine.evaluate([SourceText(file: "input", text: source)], session: "c1") { _ in }
    world.engine.pass(to: 0, date: 0)
    _ = lines(world)
    world.engine.pass(to: 3600 * second, date: 3600 * second)
    #expect(lines(world) == ["1"])
  }

  /// Thousands of timers that are due at once are many turns, in their order, for whoever waits meanwhile.
  @Test func whatIsDueAtOnceIsLeftInTheMiddle() throws {
    let world = try World("for n in 1...5 { DispatchQueue.main.asyncAfter(deadline: .now() + 1) { print(n) } }")
    for turn in 1...5 {
      var asked = 0
      world.engine.pass(to: second, date: second) {
        asked += 1
        return false
      }
      #expect(lines(world) == ["\(turn)"])
      #expect(asked == 1)
      #expect((world.engine.nextDeadline ?? .max) <= second || turn == 5)
    }
  }

  @Test func theCalendarCanBeSetForwardAndBack() throws {
    let world = try World(
      """
      class Model: ObservableObject { @Published var ticks = 0; @Published var hour = 0 }
      let model = Model()
      let timer = Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { date in
        model.ticks += 1
        model.hour = Int(Date().timeIntervalSince1970) / 3600
        if Int(date.timeIntervalSince1970) / 3600 != model.hour { print("the tick has another date") }
      }
      """)
    for (instant, shift) in [(1, 0), (2, 3600), (3, -3600), (4, 0)] {
      world.engine.pass(to: instant * second, date: (instant + shift) * second)
      #expect(try world.get("model.ticks") == .int(instant))
      #expect(try world.get("model.hour") == .int((instant + shift) / 3600))
      #expect(try world.engine.get("model.ticks").at == (instant + shift) * second)
    }
    #expect(lines(world) == [])
  }

  @Test func aWallDeadlineIsTakenAsTheCalendarIsSet() throws {
    let world = try World()
    world.engine.pass(to: 10 * second, date: 100_000 * second)
    try world.eval("DispatchQueue.main.asyncAfter(wallDeadline: .now() + 5) { print(\"wall\") }")
    #expect(world.engine.nextDeadline == 15 * second)
  }

  // MARK: Called off

  /// What is cancelled while it waits leaves no timer, however far off its moment is.
  @Test(arguments: [
    "subject.delay(for: 1000, scheduler: RunLoop.main)",
    "subject.map { Just($0).delay(for: .seconds(1000), scheduler: DispatchQueue.main) }.switchToLatest()",
    "subject.delay(for: 1000, scheduler: DispatchQueue(label: \"own\")).delay(for: 1, scheduler: OperationQueue.main)",
    "subject.debounce(for: 1000, scheduler: RunLoop.main)",
    "subject.throttle(for: 1000, scheduler: RunLoop.main, latest: true)",
    "subject.timeout(1000, scheduler: RunLoop.main)",
    "subject.collect(.byTime(RunLoop.main, 1000))",
    "Timer.publish(every: 1000, on: .main, in: .common).autoconnect()",
  ])
  func whatIsCancelledLeavesNoTimer(publisher: String) throws {
    let world = try World()
    try world.eval("let subject = PassthroughSubject<Int, Never>()")
    let before = world.engine.timerCount
    try world.eval("var kept: AnyCancellable? = \(publisher).sink { print($0) }; subject.send(1)")
    world.engine.advance(to: world.engine.now + second)
    try world.eval("subject.send(2)")
    #expect(world.engine.timerCount > before)
    try world.eval("kept = nil; subject.send(3)")
    // What was to happen as soon as possible has had its turn.
    world.engine.advance(to: world.engine.now + second)
    #expect(world.engine.timerCount == before)
  }

  // MARK: Too long

  /// Each of them waits, ends or fails; none of them ends the daemon.
  @Test(arguments: [
    "let _ = Just(1).delay(for: .seconds(Int.max), scheduler: DispatchQueue.main).sink { print($0) }",
    "let _ = Just(1).delay(for: .seconds(-Int.max), scheduler: DispatchQueue.main).sink { print($0) }",
    "let _ = Just(1).debounce(for: .seconds(Int.max), scheduler: DispatchQueue.main).sink { print($0) }",
    "let _ = Just(1).throttle(for: .seconds(Int.max), scheduler: RunLoop.main, latest: true).sink { print($0) }",
    "let _ = Just(1).timeout(.seconds(Int.max), scheduler: RunLoop.main).sink { print($0) }",
    "let _ = [1, 2].publisher.measureInterval(using: DispatchQueue.main).sink { print($0) }",
    "let _ = Just(1).collect(.byTime(DispatchQueue.main, .seconds(Int.max))).sink { print($0) }",
    "DispatchQueue.main.asyncAfter(deadline: .distantFuture) { print(1) }",
    "DispatchQueue.main.asyncAfter(wallDeadline: .distantFuture) { print(1) }",
    "DispatchQueue.main.asyncAfter(deadline: .now() + .infinity) { print(1) }",
    "DispatchQueue.main.asyncAfter(deadline: .now() + .nan) { print(1) }",
    "DispatchQueue.main.asyncAfter(deadline: .now() + 1e300) { print(1) }",
    "DispatchQueue.main.asyncAfter(deadline: .now() + -.infinity) { print(1) }",
    "DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(Int.max)) { print(1) }",
    "DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(Int.min)) { print(1) }",
    "DispatchQueue.main.asyncAfter(deadline: .now() + .never) { print(1) }",
    "DispatchQueue.main.schedule(after: DispatchQueue.main.now.advanced(by: .seconds(Int.max))) { print(1) }",
    "let now = DispatchQueue.main.now; print(now.advanced(by: .seconds(Int.max)).distance(to: now.advanced(by: .seconds(-Int.max))))",
    "let s = DispatchQueue.SchedulerTimeType.Stride.seconds(Int.max); print(s + s, s - s)",
    "Task { try await Task.sleep(for: .seconds(Int.max)); print(1) }",
    "Task { try await Task.sleep(nanoseconds: .max); print(1) }",
    "Task { try await Task.sleep(until: .now + .seconds(Int.max)); print(1) }",
    "Task { try await ContinuousClock().sleep(for: .seconds(4e18)); print(1) }",
    "let early = ContinuousClock.now - .seconds(9_000_000_000); print(early.duration(to: .now + .seconds(7_000_000_000)))",
    "Task { Thread.sleep(forTimeInterval: .infinity); print(1) }",
    "Task { Thread.sleep(forTimeInterval: -.infinity); print(1) }",
    "Task { Thread.sleep(forTimeInterval: .nan); print(1) }",
    "Task { sleep(.max); print(1) }",
    "let s = DispatchSemaphore(value: 0); Task { print(s.wait(timeout: .distantFuture)) }",
    "let g = DispatchGroup(); g.enter(); Task { print(g.wait(timeout: .now() + 1e300)) }",
    "Timer.scheduledTimer(withTimeInterval: 0, repeats: true) { _ in print(1) }",
    "Timer.scheduledTimer(withTimeInterval: -1, repeats: true) { _ in print(1) }",
    "Timer.scheduledTimer(withTimeInterval: .nan, repeats: true) { _ in print(1) }",
    "Timer.scheduledTimer(withTimeInterval: .infinity, repeats: true) { _ in print(1) }",
    "Timer.scheduledTimer(withTimeInterval: 1e300, repeats: true) { _ in print(1) }",
    "Timer.scheduledTimer(withTimeInterval: 5e-324, repeats: true) { _ in print(1) }",
    "let _ = Timer.publish(every: 0, on: .main, in: .common).autoconnect().sink { _ in print(1) }",
    "let _ = Timer.publish(every: -.infinity, on: .main, in: .common).autoconnect().sink { _ in print(1) }",
    "let _ = Timer.publish(every: .infinity, on: .main, in: .common).autoconnect().sink { _ in print(1) }",
    "let _ = Timer.publish(every: .nan, on: .main, in: .common).autoconnect().sink { _ in print(1) }",
    "print(Date(timeIntervalSince1970: 1e300), Date(timeIntervalSinceNow: .infinity), Date(timeIntervalSince1970: .nan))",
    "print(Date.distantFuture.addingTimeInterval(1e18), Date.distantPast.addingTimeInterval(-1e18))",
    "print(Date(timeIntervalSince1970: 1e300).ISO8601Format(), Date(timeIntervalSince1970: -1e300).formatted())",
    "print(Calendar.current.dateComponents([.year, .day], from: Date(timeIntervalSince1970: 1e18)).year ?? 0)",
    "print(Calendar.current.isDateInToday(Date(timeIntervalSince1970: 1e300)))",
    "let f = DateFormatter(); f.dateFormat = \"yyyy\"; print(f.string(from: Date(timeIntervalSince1970: 1e300)))",
    "let data = try? JSONEncoder().encode([Date(timeIntervalSince1970: 1e300)]); print(data?.count ?? 0)",
    """
    class M: ObservableObject { @Published var date = Date() }
    let m = M(); m.date = Date(timeIntervalSince1970: 1e300); m.date = .distantFuture; m.date = Date(timeIntervalSince1970: .nan)
    """,
    "var r = URLRequest(url: URL(string: \"https://e.com\")!); r.timeoutInterval = 1e300; let _ = URLSession.shared.dataTaskPublisher(for: r).sink { _ in print(0) } receiveValue: { _ in }",
  ])
  func aTimeTooLongEndsNothingButItsOwnWait(_ source: String) throws {
    let world = try World()
    do {
      _ = world.engine.evaluate([SourceText(file: "input", text: source)], session: "c1") { result in
        if case .failure(.refusedSource(_, let rendered)) = result { Issue.record("refused:\n\(rendered)") }
      }
    }
    let day = 86_400 * second
    for instant in [0, 1, second, day, 365 * day] { world.engine.pass(to: instant, date: instant) }
    #expect(try world.eval("print(\"lives\")").printed == ["lives"])
    #expect(world.engine.nextDeadline.map { $0 > 365 * day } ?? true)
    #expect(lines(world).count < 12)
  }
}

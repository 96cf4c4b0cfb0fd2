// Commands that look into the daemon: causes, pipelines, history, time.
import ClientConnection
import Wire

extension Command {
  static let inspecting: [Command] = [
    Command(
      name: "why", synopsis: "PATH [COUNT]", summary: "what made a value what it is, from the request on",
      details: """
        The commits that led to the value, causes first: when, who asked and how, through which operators it came, and what
        each changed. A timer that did the same again and again is shown once. Of a long story the last 16 steps are shown,
        or COUNT of them.
        """,
      argument: .path, run: { session, path throws(UsageError) in try session.why(path) }),
    Command(
      name: "history", synopsis: "PATH [COUNT] [--format FORM]", summary: "the values it has had, newest first",
      details: """
        A commit has one value of it, the last, however many it had within; :tap PIPELINE and :marbles PIPELINE show each as \
        it comes through.

        """ + OutputForm.details("history counter.n"),
      argument: .path, run: { session, text throws(UsageError) in try session.history(text) }),
    Command(
      name: "wait", synopsis: "PATH[?] [CONDITION]", summary: "tell when a condition holds, or the value changes",
      details: """
        The condition is Swift over value and old: :wait counter.n value > 3
        With a ? behind the path it may be defined later: :wait counter.n? value > 3
        """,
      argument: .condition, run: { session, text throws(UsageError) in try session.wait(text) }),
    Command(
      name: "leaks", synopsis: "", summary: "objects that only their own pipelines keep alive",
      details: "Mostly a closure in a pipeline holds self, where [weak self] would not.",
      argument: .none, run: { session, _ in session.leaks() }),
    Command(
      name: "clock", synopsis: "[virtual|real|run|DURATION]", summary: "tell the time, stop it, or move it",
      details: """
        :clock virtual stops the daemon's clock. :clock 800ms moves it, :clock run lets everything happen that waits.
        While it stands nothing happens by itself, not even what is due now: what receive(on: DispatchQueue.main), a Task
        or DispatchQueue.main.async has put off runs with the next :clock, of which :clock 0s is the smallest.
        It runs by itself again after :clock real, and when you leave.
        """,
      argument: .choice(["virtual", "real", "run"]),
      run: { session, text throws(UsageError) in try session.clock(text) }),
  ]
}

extension Session {
  fileprivate func why(_ text: String) throws(UsageError) {
    let words = text.words
    guard words.count == 1 || words.count == 2 && Int(words[1]).map({ (1...256).contains($0) }) == true else {
      throw UsageError("why takes a path, and how many steps to show", hint: ":why signup.isValid 100")
    }
    let params = Why.Params {
      $0.path = absolute(words[0])
      if words.count == 2 { $0.depth = Int(words[1])! }
    }
    ask(Why.self, params) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      write(CauseRenderer(events: events, commandPrefix: settings.commandPrefix).lines(result))
    }
  }

  fileprivate func history(_ text: String) throws(UsageError) {
    let (rest, form) = try OutputForm.split(text)
    let words = rest.words
    guard words.count == 1 || (words.count == 2 && Int(words[1]) != nil) else {
      throw UsageError("history takes a path and a count", hint: ":history signup.username 10")
    }
    let params = StoreHistory.Params {
      $0.path = absolute(words[0])
      if words.count == 2 { $0.limit = Int(words[1])! }
    }
    ask(StoreHistory.self, params) { [unowned self] result in
      if shown(result, form, { Rows(result) }) { return }
      page(
        aligned(
          result.entries.map { entry in
            ("rev \(entry.rev)", "\(entry.path)  \(entry.told)  by \(entry.cause.by)")
          }))
      if result.more { write("… and older ones") }
    }
  }

  fileprivate func wait(_ text: String) throws(UsageError) {
    var path = String(text.prefix { !$0.isWhitespace })
    let condition = text.dropFirst(path.count).trimmed
    let mayBeAbsent = path.last == "?"
    if mayBeAbsent { path.removeLast() }
    guard !path.isEmpty else { throw UsageError("wait takes a path", hint: ":wait counter.n value > 3") }
    var params = Wait.Params {
      $0.path = absolute(path)
      $0.when = condition.isEmpty ? nil : condition
    }
    func show(_ result: Wait.Result) {
      if settings.isJSON { return emit(result) }
      confirm("\(result.path)  \(result.value.text)  (rev \(result.rev))" + (result.immediate ? ", already" : ""))
    }
    // Asked without patience first, so that a path that was mistyped is noticed before the wait for it is over.
    ask(Wait.self, params) { [unowned self] error in
      guard mayBeAbsent, case .refused(let refusal) = error, refusal.known == .notFound else { return fail(error) }
      let near = refusal.didYouMean.first.map { "; did you mean \($0)?" } ?? ""
      write(["nothing is at \(params.path) yet\(near)"], to: .diagnostics)
      params.absent = .wait
      ask(Wait.self, params, then: show)
    } then: {
      show($0)
    }
  }

  fileprivate func leaks() {
    ask(ProgramLeaks.self, .init(namespace: namespace)) { [unowned self] result in
      if settings.isJSON { return emit(result) }
      guard !result.leaks.isEmpty else { return write("nothing leaks") }
      for leak in result.leaks {
        write("\(leak.type): no name leads to it, and its pipelines keep it alive")
        write(leak.pipelines.map { "  \($0.name)  \($0.file):\($0.line):\($0.column)  \($0.text)" })
      }
    }
  }

  private func note(_ mode: ClockReading.Mode, _ time: Timestamp) {
    var reading = ClockReading()
    (reading.mode, reading.now) = (mode, time)
    clock = reading
  }

  fileprivate func clock(_ text: String) throws(UsageError) {
    func show(_ result: ClockGet.Result, by write: (String) -> Void) {
      note(result.mode, result.now)
      if settings.isJSON { return emit(result) }
      let next = result.next.map { ", the next at \($0)" } ?? ""
      let waiting = result.timers == 1 ? "1 timer waits" : "\(result.timers) timers wait"
      write("\(result.now)  \(result.mode.rawValue)  \(waiting)\(next)")
    }
    func moved(_ result: ClockAdvance.Result) {
      note(.virtual, result.now)
      if settings.isTest { clockMoves.append(ClockMove(fired: result.fired, waiting: result.timers)) }
      if settings.isJSON { return emit(result) }
      let fired = result.fired == 1 ? "1 timer" : "\(result.fired) timers"
      confirm("\(result.now)  \(fired) fired, \(result.timers) wait")
    }
    switch text {
    case "": ask(ClockGet.self, .init()) { [unowned self] in show($0, by: write) }
    case "virtual", "real":
      ask(ClockUse.self, ClockUse.Params { $0.mode = ClockReading.Mode(rawValue: text)! }) { [unowned self] in
        show($0, by: confirm)
      }
    case "run": ask(ClockRun.self, .init()) { moved($0) }
    default:
      guard let duration = WireDuration(text) else {
        throw UsageError("\(text) is no duration", hint: ":clock 800ms")
      }
      ask(ClockAdvance.self, ClockAdvance.Params { $0.by = duration }) { moved($0) }
    }
  }
}

extension HistoryEntry {
  /// The value for a reader, or what is told of one that is long.
  fileprivate var told: String {
    switch op {
    case .remove: "gone"
    case .patch: "patched \(patch ?? .null)"
    case .touch: "changed"
    case .set: (value ?? .null).text
    }
  }
}
